package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSettingsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "motionseg", "settings.json")
	b := newBench(t, func(c *Config) { c.SettingsPath = path })
	if note := b.LoadSettings(); note != "" {
		t.Errorf("note %q at the first start", note)
	}
	opened := b.openFile("a.mat")
	b.Doc.Flip()
	b.Plan.SetMethod(Left, "lrksc")
	if err := b.Plan.SetValue(Right, "lambda1", 9); err != nil {
		t.Fatal(err)
	}
	b.Playback.SetSpeed(2)
	b.Settings().Width = 1234
	b.Close()

	again := newBench(t, func(c *Config) { c.SettingsPath = path })
	if note := again.LoadSettings(); note != "" {
		t.Error(note)
	}
	again.OpenPath(opened)
	again.settle()
	if again.Plan.Setup(Left).Method != "lrksc" || again.Plan.Setup(Right).Values["lambda1"] != 9 ||
		again.Playback.Speed() != 2 {
		t.Errorf("setups are %v and %v, speed %v", again.Plan.Setup(Left), again.Plan.Setup(Right), again.Playback.Speed())
	}
	if !again.Doc.Upward() || again.Settings().Width != 1234 || len(again.Library.Recent()) != 1 {
		t.Errorf("settings are %+v", again.Settings())
	}
}

func TestBadSettingsAreSetAside(t *testing.T) {
	for _, text := range []string{"{ not json", `{"version": 99}`, `[]`, `{"version": 1, "speed": "fast"}`,
		`{"version": 1, "width": 1e38, "height": 800}`, `{"version": 1, "splits": {"library": -3}}`} {
		folder := t.TempDir()
		path := filepath.Join(folder, "settings.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b := newBench(t, func(c *Config) { c.SettingsPath = path })
		if note := b.LoadSettings(); !strings.Contains(note, "set aside") {
			t.Errorf("%s: note is %q", text, note)
		}
		b.Close()
		files, _ := os.ReadDir(folder)
		if len(files) != 2 {
			t.Errorf("%s: %d files, want the new settings and the old ones", text, len(files))
		}
	}
}

// TestSettingsThatCannotBeChosen: what the window could not have written is left
// out, and the rest is taken.
func TestSettingsThatCannotBeChosen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	text := `{"version": 1, "width": 1234, "trail": 2147483647, "speed": 1e300, "picture": 7, "views": 99, "sides": ` +
		`[{"method": "none"}, {}]}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	b := newBench(t, func(c *Config) { c.SettingsPath = path })
	method := b.Plan.Setup(Left).Method
	if note := b.LoadSettings(); note != "" || b.Settings().Width != 1234 {
		t.Errorf("note %q, settings %+v", note, b.Settings())
	}
	d := b.View.Display()
	if d.Trail != 8 || b.Playback.Speed() != 1 || d.Picture != 0.65 || d.Views != BothViews ||
		b.Plan.Setup(Left).Method != method {
		t.Errorf("trail %d, speed %v, picture %v, views %d, method %s", d.Trail, b.Playback.Speed(), d.Picture, d.Views,
			b.Plan.Setup(Left).Method)
	}
}

// TestTwoWindowsKeepTheirRecentFiles: the window that is closed last must not
// forget what the other one has opened.
func TestTwoWindowsKeepTheirRecentFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	first := newBench(t, func(c *Config) { c.SettingsPath = path })
	old := first.openFile("old.mat")
	first.Close()
	var windows [2]*bench
	var opened [2]string
	for i := range windows {
		windows[i] = newBench(t, func(c *Config) { c.SettingsPath = path })
		windows[i].LoadSettings()
		opened[i] = windows[i].openFile("new.mat")
	}
	windows[0].Close()
	windows[1].Library.ClearRecent()
	opened[1] = windows[1].openFile("newer.mat")
	windows[1].Close()
	last := newBench(t, func(c *Config) { c.SettingsPath = path })
	last.LoadSettings()
	if got := last.Library.Recent(); !slices.Equal(got, []string{opened[1], opened[0]}) {
		t.Errorf("recent files are %v, want those of both windows and not %s, which was forgotten", got, old)
	}
}
