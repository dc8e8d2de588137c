package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/project"
	"motionseg/segment"
	"motionseg/ui/shown"
)

// maxSettings bounds the settings file, in bytes.
const maxSettings = 1 << 20

// settingsVersion is the version of the settings file that is written.
const settingsVersion = 1

// Settings are what the program remembers between two starts.
type Settings struct {
	Version int     `json:"version"`
	Width   float32 `json:"width,omitempty"`  // of the window
	Height  float32 `json:"height,omitempty"` // of the window
	Splits  Splits  `json:"splits"`
	Dataset string  `json:"dataset,omitempty"` // the last opened folder
	// OpenFolder and SaveFolder are where a file was opened and saved last.
	OpenFolder string          `json:"open_folder,omitempty"`
	SaveFolder string          `json:"save_folder,omitempty"`
	Recent     []string        `json:"recent,omitempty"`
	Upward     map[string]bool `json:"upward,omitempty"` // y-direction set by hand, by sequence
	// Tables holds how recent tables were read where the user said so, by path,
	// and Columns the columns said last.
	Tables  map[string]hopkins.Options `json:"tables,omitempty"`
	Columns hopkins.Columns            `json:"columns,omitzero"`
	// Attached holds the pictures that were given to recent tracks, by path.
	Attached map[string]Attachment `json:"attached,omitempty"`
	Setups   [2]SavedSetup         `json:"sides"`       // for tracks
	Images   [2]SavedSetup         `json:"image_sides"` // for pictures
	Trail    *int                  `json:"trail,omitempty"`
	Picture  *float64              `json:"picture,omitempty"`
	Views    Arrangement           `json:"views,omitempty"`
	Speed    float64               `json:"speed,omitempty"`
	NoLoop   bool                  `json:"no_loop,omitempty"`
	Density  string                `json:"density,omitempty"` // of points that are followed through films
	// FFmpeg is the program for films where the user chose it.
	FFmpeg string `json:"ffmpeg,omitempty"`
	// Project is the project file that was open last, and NoReopen says not to open
	// it at the start.
	Project  string `json:"project,omitempty"`
	NoReopen bool   `json:"no_reopen,omitempty"`
	// Opening is the project file that is being opened at the start, until that has
	// come to an end.
	Opening string `json:"opening,omitempty"`
	// FilmsInBench opens films in the bench, and Film is how the film mode draws.
	FilmsInBench bool      `json:"films_in_bench,omitempty"`
	Film         *FilmLook `json:"film,omitempty"`
	// Colours are "light" or "dark", those of the system when empty.
	Colours string `json:"colours,omitempty"`
	// Clips are what was noted and ticked of clips of queues, the latest last, and Queue
	// is what was queued last: films, or the folder of a batch.
	Clips []KeptClip `json:"clips,omitempty"`
	Queue []string   `json:"queue,omitempty"`
	// AskOn goes on to the next doubtful track after each answer.
	AskOn bool `json:"ask_on,omitempty"`
}

// Splits are the positions of the window's dividers, 0 when never set.
type Splits struct {
	Analysis      float64 `json:"analysis,omitempty"`  // views above the analysis tabs, 0…1
	Library       float32 `json:"library,omitempty"`   // width
	Inspector     float32 `json:"inspector,omitempty"` // width
	HideLibrary   bool    `json:"hide_library,omitempty"`
	HideInspector bool    `json:"hide_inspector,omitempty"`
	HideAnalysis  bool    `json:"hide_analysis,omitempty"`
}

// FilmLook is how the film mode draws, as far as it is remembered.
type FilmLook struct {
	Views       Arrangement `json:"views"`
	Trail       int         `json:"trail"`
	Picture     float64     `json:"picture"`
	Size        float64     `json:"size,omitempty"`
	Faint       float64     `json:"faint,omitempty"`
	FaintTrails float64     `json:"faint_trails,omitempty"`
	Overlay     float64     `json:"overlay"`
	Still       *float64    `json:"still,omitempty"`
	// Masks is shown.MaskView; one that is not known is the first.
	Masks shown.MaskView `json:"masks,omitempty"`
}

// check reports whether the look is one that the window can have, views of masks aside.
func (l *FilmLook) check() bool {
	if l.Masks < shown.MaskOverlay || l.Masks > shown.MaskOff {
		l.Masks = shown.MaskOverlay
	}
	if l.Still == nil || !(*l.Still >= 0 && *l.Still <= 1) {
		still := float64(stillFirst)
		l.Still = &still
	}
	ok := l.Views >= BothViews && l.Views <= WipedViews && slices.Contains(Trails, l.Trail)
	for _, share := range []float64{l.Picture, l.Faint, l.FaintTrails, l.Overlay} {
		ok = ok && share >= 0 && share <= 1
	}
	return ok && (l.Size == 0 || l.Size >= LeastSize && l.Size <= MostSize)
}

// SavedSetup is a Setup as it is stored.
type SavedSetup struct {
	Method string         `json:"method,omitempty"`
	Preset Preset         `json:"from,omitempty"`
	Values segment.Values `json:"values,omitempty"`
}

// Settings returns what is remembered, to be changed by the window where it is
// about the window.
func (s *Session) Settings() *Settings { return &s.settings }

// LoadSettings reads the settings file. One that cannot be read or is newer
// than this program is set aside under another name; the returned text says so
// and is empty otherwise.
func (s *Session) LoadSettings() (note string) {
	if s.cfg.SettingsPath == "" {
		return ""
	}
	text, err := files.Read(s.cfg.SettingsPath, maxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	var read Settings
	if err == nil {
		err = files.JSONError(json.Unmarshal(text, &read))
	}
	if err == nil {
		err = read.check()
	}
	if err != nil {
		aside := s.cfg.SettingsPath + ".aside-" + time.Now().Format("20060102-150405")
		if os.Rename(s.cfg.SettingsPath, aside) != nil {
			// The settings are then overwritten at the end, which loses less
			// than refusing to start.
			aside = "nowhere"
		}
		return fmt.Sprintf("The settings could not be used (%v); they were set aside as %s.", err, filepath.Base(aside))
	}
	s.settings = read
	s.Library.recalled = slices.Clone(read.Recent)
	for _, side := range Both {
		for saved, to := range map[*SavedSetup]*Setup{&read.Setups[side]: &s.Plan.setups[side].now,
			&read.Images[side]: &s.Plan.setups[side].aside} {
			if saved.Method != "" && s.method(saved.Method).Describe().Name == saved.Method {
				*to = s.Plan.settled(Setup(*saved))
			}
		}
	}
	if read.Trail != nil && slices.Contains(Trails, *read.Trail) {
		s.View.display.Trail = *read.Trail
	}
	if read.Views >= BothViews && read.Views <= WipedViews {
		s.View.display.Views = read.Views
	}
	if read.Picture != nil && *read.Picture >= 0 && *read.Picture <= 1 {
		s.View.display.Picture = *read.Picture
	}
	if l := read.Film; l != nil && l.check() {
		s.View.displays[FilmMode] = Display{Views: l.Views, Trail: l.Trail, Picture: l.Picture, Size: l.Size,
			Faint: l.Faint, FaintTrails: l.FaintTrails, Overlay: l.Overlay, Still: *l.Still, Masks: l.Masks}
	}
	if slices.Contains(Speeds, read.Speed) {
		s.Playback.speed = read.Speed
	}
	s.Playback.loop = !read.NoLoop
	s.Mine.on = read.AskOn
	return ""
}

// largestWindow is the largest width or height of a window that is believed: a
// larger one keeps the program from starting.
const largestWindow = 30000

// check returns an error when the settings are not such as a program of this
// version writes.
func (s *Settings) check() error {
	if s.Version < 1 || s.Version > settingsVersion {
		return fmt.Errorf("expected version 1 to %d, found %d", settingsVersion, s.Version)
	}
	for _, v := range []float32{s.Width, s.Height, s.Splits.Library, s.Splits.Inspector} {
		if !(v >= 0 && v <= largestWindow) {
			return fmt.Errorf("expected widths and heights from 0 to %d, found %g", largestWindow, v)
		}
	}
	return nil
}

// others returns the files that another window of the program has opened since
// this one read the settings.
func (s *Session) others() []string {
	text, err := files.Read(s.cfg.SettingsPath, maxSettings)
	var now Settings
	if err != nil || json.Unmarshal(text, &now) != nil || now.check() != nil {
		return nil
	}
	return slices.DeleteFunc(now.Recent, func(path string) bool {
		return slices.Contains(s.Library.recalled, path) || slices.Contains(s.settings.Recent, path)
	})
}

// saveSettings writes the settings file, whole or not at all. That it cannot
// be written is no reason to hold up the end of the program.
func (s *Session) saveSettings() {
	if s.cfg.SettingsPath == "" {
		return
	}
	if os.MkdirAll(filepath.Dir(s.cfg.SettingsPath), 0o755) != nil {
		return
	}
	// What another window adds between reading and writing would be lost.
	defer s.lockSettings().Release()
	s.keepTables()
	out := s.settings
	out.Version, out.AskOn = settingsVersion, s.Mine.on
	out.Recent = append(slices.Clone(out.Recent), s.others()...)
	// A name that is no UTF-8 would be another one in the file.
	out.Recent = slices.DeleteFunc(out.Recent, func(path string) bool { return !utf8.ValidString(path) })
	if !utf8.ValidString(out.Project) {
		out.Project = ""
	}
	out.Recent = out.Recent[:min(len(out.Recent), recentLimit)]
	for _, side := range Both {
		of, pictures := s.Plan.setups[side].now, s.Plan.setups[side].aside
		if s.Doc.set != nil {
			of, pictures = pictures, of
		}
		out.Setups[side], out.Images[side] = saved(of), saved(pictures)
	}
	bench, film := s.View.displayOf(BenchMode), s.View.displayOf(FilmMode)
	trail, picture := bench.Trail, bench.Picture
	out.Views = bench.Views
	out.Film = &FilmLook{film.Views, film.Trail, film.Picture, film.Size, film.Faint, film.FaintTrails, film.Overlay,
		&film.Still, film.Masks}
	out.Trail, out.Picture, out.Speed, out.NoLoop = &trail, &picture, s.Playback.speed, !s.Playback.loop
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return
	}
	_ = hopkins.WriteFile(s.cfg.SettingsPath, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// How often and after which pause it is tried to lock the settings file: as long as a
// window takes to write it on a busy machine, and no longer than the end of one can wait.
const (
	settingsTries = 100
	settingsPause = 20 * time.Millisecond
)

// lockSettings waits until no other window writes the settings file, and keeps others from
// that; nil, which releases nothing, where that can't be or takes too long.
func (s *Session) lockSettings() *project.Lock {
	for range settingsTries {
		lock, err := project.Acquire(s.cfg.SettingsPath)
		if !errors.Is(err, project.ErrLocked) {
			return lock
		}
		time.Sleep(settingsPause)
	}
	return nil
}

// saved returns a setup as it is stored: values only where no preset has them.
func saved(setup Setup) SavedSetup {
	if setup.Preset != Custom {
		setup.Values = nil
	}
	return SavedSetup(setup)
}

// keepTables forgets how tables were read, and which pictures tracks were given,
// that are no longer recent.
func (s *Session) keepTables() {
	maps.DeleteFunc(s.settings.Attached, func(path string, _ Attachment) bool {
		return !slices.Contains(s.settings.Recent, path)
	})
	maps.DeleteFunc(s.settings.Tables, func(path string, _ hopkins.Options) bool {
		return !slices.Contains(s.settings.Recent, path)
	})
}
