package ui

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins/footage"
	"motionseg/ui/session"
)

// TestCutFilmSaysWhy: a film with a cut has a result, and where the small pictures of other
// numbers and a question were it says why there are none.
func TestCutFilmSaysWhy(t *testing.T) {
	const frames = 12
	folder := writeFilm(t, frames)
	for f := range frames {
		r, err := os.Open(filepath.Join(folder, fmt.Sprintf("%03d.png", f)))
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(r)
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		size := m.Bounds()
		turned := image.NewGray(size) // upside down, where no point goes on
		for y := range size.Dy() {
			for x := range size.Dx() {
				turned.Set(x, y, m.At(x, size.Dy()-1-y))
			}
		}
		w, err := os.Create(filepath.Join(folder, fmt.Sprintf("%03d.png", frames+f)))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(w, turned); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	r := newRig(t, func(c *session.Config) {
		c.OpenPictures = openPictures
		c.AskFilm = func(session.Film, footage.Range, session.Limits) {}
	})
	s := r.session
	s.OpenPath(folder)
	r.settle()
	if s.Sides.State(session.Right) != session.Done || s.Doc.Sequence().Frames() != 2*frames {
		t.Fatalf("the film of %d frames is %v; %v", s.Doc.Sequence().Frames(), s.Sides.State(session.Right), r.problems)
	}
	row := r.film.strip.row.Objects
	if len(row) != 1 || !strings.Contains(row[0].(*widget.Label).Text, "This film has cuts") {
		t.Errorf("in place of small pictures there are %d objects", len(row))
	}
	s.Playback.SetPlaying(false)
	r.keyboard.typedRune('n')
	if got := r.status.text(); !strings.HasPrefix(got, "This film has cuts") || !strings.Contains(got, "Track again") {
		t.Errorf("a question is answered by %q", got)
	}
}
