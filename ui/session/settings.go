package session

import (
	"fmt"
	"slices"

	"motionseg/hopkins"
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

// KeptClip is what is kept of a clip between two starts.
type KeptClip struct {
	Path string `json:"path"`
	Done bool   `json:"done,omitempty"`
	Note string `json:"note,omitempty"`
}

// Attachment is pictures that the user has given to tracks.
type Attachment struct {
	hopkins.Footage
	// Upward is the y-direction of the tracks on them where the user said so:
	// "up" or "down", empty where the pictures are to tell.
	Upward string `json:"y,omitempty"`
}

// saved returns a setup as it is stored: values only where no preset has them.
func saved(setup Setup) SavedSetup {
	if setup.Preset != Custom {
		setup.Values = nil
	}
	return SavedSetup(setup)
}
