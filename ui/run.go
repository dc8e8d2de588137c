package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"motionseg/assets"
	"motionseg/hopkins/footage"
	"motionseg/ui/kit"
	"motionseg/ui/portal"
	"motionseg/ui/session"
)

// appID is the name of the program for the desktop.
const appID = "io.motionseg.MotionSeg"

// Run shows the window until it is closed. path is a file or folder to open,
// the project of last time or the embedded example when it is empty. It returns an error when there is no
// display. It must be called from the main goroutine.
func Run(version, path string) (err error) {
	if err := display(); err != nil {
		return err
	}
	if err := openGL(); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the window stopped with an internal error: %v%s", p, CrashReport(p))
		}
	}()
	// Fyne complains of a cache that it cannot make inside a missing folder.
	if cache, err := os.UserCacheDir(); err == nil {
		_ = os.MkdirAll(cache, 0o700)
	}
	// Other goroutines come in by onUI alone. The toolkit need not find out, at every
	// change of a widget, on which one it is: that takes as long as the change.
	app.SetMetadata(fyne.AppMetadata{ID: appID, Name: "MotionSeg", Migrations: map[string]bool{"fyneDo": true}})
	a := app.NewWithID(appID)
	a.Settings().SetTheme(kit.NewTheme())
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	var w *window
	traced := newTrace()
	run := traced.timed(onUI)
	s := session.New(session.Config{
		OnUI: run,
		Problem: func(p session.Problem) {
			w.offer()
			w.problem(p)
		},
		AskColumns:   func(path string) { w.opener.askColumns(path) },
		AskArray:     func(path string, arrays []string) { w.opener.askArray(path, arrays) },
		AskFilm:      func(f session.Film, r footage.Range, l session.Limits) { w.opener.askFilm(f, r, l) },
		Example:      openExample,
		OpenPictures: openPictures,
		SettingsPath: settingsPath(), Ahead: true,
		AutosaveDir: autosaveDir(),
		AskMoved:    func(path string, open func(string)) { w.opener.askMoved(path, open) },
		AskCopy:     func(p session.Problem, saved time.Time, open func()) { w.opener.askCopy(p, saved, open) },
	})
	note := s.LoadSettings()
	a.Settings().SetTheme(kit.NewThemeIn(kit.Colours(s.Settings().Colours)))
	w = newWindow(a, s, run, version)
	w.keyboard.trace, w.labeller.trace = traced, traced
	traced.watch(s)
	if settings := settingsPath(); settings != "" {
		w.benchmarks.resultsDir = filepath.Join(filepath.Dir(settings), "benchmarks")
	}
	w.opener.desktop = portal.Ask
	w.open(path, note)
	w.win.ShowAndRun()
	s.Close()
	return traced.write()
}

// open opens what the window starts with.
func (w *window) open(path, note string) {
	w.opener.useFFmpeg()
	if dataset := w.session.Settings().Dataset; dataset != "" && path != dataset {
		if _, err := os.Stat(dataset); err == nil {
			w.session.OpenDataset(dataset)
		}
	}
	w.status.greet(note)
	if path != "" {
		w.session.OpenPath(path)
		return
	}
	w.session.Keeping.Reopen(func(why string) {
		if why != "" {
			w.status.greet(why)
		}
		if w.session.Queue.Reopen() {
			return
		}
		if w.session.Settings().Version == 0 { // never started before
			w.welcome.object.Show()
		}
		w.session.OpenExample()
	})
}

// display returns an error where a window cannot be shown.
func display() error {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return nil
	}
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return fmt.Errorf("%w: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)", ErrNoDisplay)
	}
	return nil
}

// settingsPath is where settings are kept, empty when there is no such place.
func settingsPath() string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "motionseg", "settings.json")
}

// CrashReport writes what is needed to find the fault behind the panic p, from
// the function that recovered it, to a file beside the settings. It returns
// where, as the end of a sentence, or nothing when there is no such place.
func CrashReport(p any) string {
	settings := settingsPath()
	if settings == "" {
		return ""
	}
	path := filepath.Join(filepath.Dir(settings), "crash.txt")
	if os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return ""
	}
	if os.WriteFile(path, fmt.Appendf(nil, "%v\n\n%s", p, debug.Stack()), 0o600) != nil {
		return ""
	}
	return "; please report it with the file " + path
}
