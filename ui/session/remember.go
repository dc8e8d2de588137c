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
)

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
