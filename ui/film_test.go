package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/synthetic"
	"motionseg/ui/session"
)

// segmented returns a window with both sides run on the example.
func segmented(t *testing.T) *rig {
	t.Helper()
	r := newRig(t, nil)
	r.session.OpenExample()
	r.settle()
	r.session.Sides.Run()
	r.settle()
	r.capture()
	return r
}

func TestFilm(t *testing.T) {
	r := segmented(t)
	d := newFilmDialog(r.exporter)
	if d.width.Text != "320" {
		t.Errorf("width is %q, expected the picture's", d.width.Text)
	}
	for _, bad := range []string{"", "12", "x", "1e9"} {
		if d.width.Validator(bad) == nil || d.rate.Validator("-1") == nil {
			t.Errorf("a width of %q is accepted", bad)
		}
	}
	d.width.SetText("200")
	d.rate.SetText("12.5")
	d.sides.SetSelectedIndex(2)
	a := d.animation()
	if len(a.Views) != 1 ||
		!strings.HasPrefix(a.Titles[0], r.session.Plan.Title(r.session.Plan.Setup(session.Right).Method)) {
		t.Errorf("the film shows %q, expected the right side", a.Titles)
	}
	d.sides.SetSelectedIndex(0)
	path := filepath.Join(t.TempDir(), "film.avi")
	r.exporter.writeFilm(path, d.animation())
	r.settle()
	film, err := footage.OpenFilm(t.Context(), path, footage.Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer film.Close()
	size, err := film.Size(t.Context())
	if err != nil || film.Len() != 8 || film.Rate() != 12.5 || size.X != 2*200+6 {
		t.Errorf("the film has %d frames of %v at %v, %v", film.Len(), size, film.Rate(), err)
	}
	if text := r.status.message; !strings.Contains(text, path) {
		t.Errorf("the status line says %q", text)
	}
	shown, err := openPictures(t.Context(), r.session.Doc.Sequence().WithFootage(hopkins.Footage{Path: path}, 320, 240))
	if err != nil {
		t.Fatal(err)
	}
	defer shown.Close()
	if shown.Rate() != 12.5 {
		t.Errorf("the pictures of a film are shown at %v a second, expected the film's 12.5", shown.Rate())
	}
}

func TestFilmThatFailsOrIsCancelled(t *testing.T) {
	r := segmented(t)
	folder := t.TempDir()
	r.exporter.writeFilm(filepath.Join(folder, "absent", "film.avi"), newFilmDialog(r.exporter).animation())
	r.settle()
	if r.win.Canvas().Overlays().Top() == nil {
		t.Error("nothing was said about a folder that is not there")
	}
	r.exporter.withProgress("Writing", "film", func(ctx context.Context, _ func(done, total int)) error {
		r.stopWriting()
		return ctx.Err()
	})
	r.settle()
	if text := r.status.message; !strings.Contains(text, "Cancelled") {
		t.Errorf("the status line says %q", text)
	}
	if items, _ := os.ReadDir(folder); len(items) != 0 {
		t.Errorf("left behind: %v", items)
	}
}

// TestLabelsByHandAreTakenAtOnce: labels by hand are written with the names of the tracks and the numbers of the
// motions of the sequence that was open when they were asked for, whatever is open when they are written.
func TestLabelsByHandAreTakenAtOnce(t *testing.T) {
	r := newRig(t, func(cfg *session.Config) {
		cfg.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			s.MotionNumbers = []int{7, 9}
			for i := range s.Points() {
				s.IDs = append(s.IDs, fmt.Sprintf("nose %d", i))
			}
			return s, nil
		}
	})
	r.session.OpenExample()
	r.settle()
	r.session.Mine.SetFollowing(false)
	r.session.Mine.Give([]int{0}, 2)
	write, err := mineLabels(r.exporter)
	if err != nil {
		t.Fatal(err)
	}
	r.session.OpenPath(faceFolder(t))
	r.settle()
	var b strings.Builder
	if err := write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(b.String(), "\n"); lines[0] != "track,label,truth,id" || lines[1] != "1,9,7,nose 0" {
		t.Errorf("written are %q, %q", lines[0], lines[1])
	}
}

// TestOwnNumbersAreExported: where the file has other numbers for its motions, however
// large, all that is exported has them, and is read as the same motions.
func TestOwnNumbersAreExported(t *testing.T) {
	numbers := []int{7, 2000000000}
	r := newRig(t, func(cfg *session.Config) {
		cfg.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			s.MotionNumbers = numbers
			return s, nil
		}
	})
	r.session.OpenExample()
	r.settle()
	r.session.Sides.Run()
	r.settle()
	r.session.Mine.Begin(session.Left)
	r.capture()
	if tip := r.legend.chips.Objects[1].(*chip).tip(); !strings.HasPrefix(tip, "Motion 2, 2000000000 in the file: ") {
		t.Errorf("the chip says %q", tip)
	}
	folder := t.TempDir()
	save := func(name string, write func(*exporter) (func(context.Context, io.Writer) error, error)) string {
		do, err := write(r.exporter)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, name)
		if err := hopkins.WriteFile(path, func(w io.Writer) error { return do(t.Context(), w) }); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, path := range []string{
		save("a.csv", tracksOf(session.Left)), save("b.csv", labelledTracks(session.Left, "csv")), save("c.csv", mineTracks),
		save("d.csv", labelsOf(session.Left)), save("e.csv", mineLabels),
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{",7,7\n", ",2000000000,7\n", ",2000000000,2000000000\n"} { // the first track is wrong
			if !strings.Contains(string(text), want) {
				t.Errorf("%s has no line that ends in %q", filepath.Base(path), want)
			}
		}
	}
	labels, err := allLabels(r.session, session.Left)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "f")
	if err := r.session.Doc.Sequence().WriteFolder(t.Context(), path, labels, nil, nil); err != nil {
		t.Fatal(err)
	}
	if s, err := hopkins.Open(path); err != nil || !slices.Equal(s.MotionNumbers, numbers) {
		t.Errorf("the folder: %v, %v", s, err)
	}
}

func TestLabelledExports(t *testing.T) {
	r := segmented(t)
	labels, err := allLabels(r.session, session.Left)
	if err != nil || len(labels) != 40 || labels[0] == 0 {
		t.Fatalf("labels %v, %v", labels, err)
	}
	for _, f := range hopkins.LabelledFormats() {
		write, err := labelledTracks(session.Left, f.Name)(r.exporter)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "tracks"+f.Ending)
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(write(t.Context(), file), file.Close()); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if f.Name == "blender" || f.Name == "nuke" { // scripts for those programs
			continue
		}
		if s, err := hopkins.Open(path); err != nil || s.Points() != 40 {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	if _, err := labelledTracks(session.Left, "napari")(newRig(t, nil).exporter); err == nil {
		t.Error("expected an error without a result")
	}
}

func TestAttachDialog(t *testing.T) {
	folder := t.TempDir()
	for i := range 9 {
		if err := synthetic.SavePicture(filepath.Join(folder, fmt.Sprintf("%d.jpg", i)),
			image.NewGray(image.Rect(0, 0, 320, 240))); err != nil {
			t.Fatal(err)
		}
	}
	r := segmented(t)
	d := newAttachDialog(r.session, r.kit, r.win, folder)
	if d.first.Validator("x") == nil || d.first.Validator("-3") != nil || d.step.Validator("0") == nil {
		t.Error("expected whole numbers, from 1 for the step")
	}
	d.first.SetText("2")
	d.y.SetSelectedIndex(2)
	d.apply()
	r.settle()
	s := r.session.Doc.Sequence()
	if s.Footage == nil || s.Footage.Path != folder || s.Footage.First != 1 || s.Footage.Step != 1 ||
		!r.session.Doc.Upward() {
		t.Errorf("footage is %+v, upward %v", s.Footage, r.session.Doc.Upward())
	}
	pictures, err := openPictures(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	defer pictures.Close()
	if m, err := pictures.Frame(7); err != nil || m == nil {
		t.Errorf("the last frame has no picture: %v", err)
	}
	short := s.WithFootage(hopkins.Footage{Path: folder, First: 5}, 320, 240)
	few, err := openPictures(t.Context(), short)
	if err != nil {
		t.Fatal(err)
	}
	defer few.Close()
	if note := few.Note(); note != "pictures of 4 frames of 8 only" {
		t.Errorf("the note is %q", note)
	}
	if m, err := few.Frame(6); err != nil || m != nil {
		t.Errorf("a frame past the pictures has one: %v", err)
	}
}

func TestPhotographsAndFoldersByTheirDialogs(t *testing.T) {
	var asked [2]string
	r := newRig(t, func(c *session.Config) {
		c.Match = func(_ context.Context, first, second string) (*hopkins.Sequence, error) {
			asked = [2]string{first, second}
			s := turning()
			s.Name, s.TwoFrame = "pair", true
			return s, nil
		}
	})
	a, b := touch(t, "a.jpg"), touch(t, "b.jpg")
	r.opener.openPhotographs()
	r.opener.chooser.Type(a)
	r.opener.chooser.Type(b)
	r.settle()
	if asked != [2]string{a, b} || r.session.Doc.Name() != "pair" {
		t.Errorf("asked to match %q, %q is open", asked, r.session.Doc.Name())
	}
	// Points of two pictures are called what they are.
	r.session.Selection.Hover(-1)
	if got, want := r.status.line.Text, "pair · 40 matches · 2 motions"; got != want ||
		r.analysis.points.Text != "Matches" {
		t.Errorf("the status line says %q, expected %q; the tab is %q", got, want, r.analysis.points.Text)
	}

	r = segmented(t)
	newFilmDialog(r.exporter).next()
	film := filepath.Join(t.TempDir(), "film.gif")
	r.opener.chooser.Type(film)
	r.settle()
	if info, err := os.Stat(film); err != nil || info.Size() < 1000 {
		t.Errorf("the film: %v", err)
	}
	r.exporter.exportFolder(exportOf{side: session.Left})
	folder := filepath.Join(t.TempDir(), "labelled")
	r.opener.chooser.Type(folder)
	r.settle()
	if s, err := hopkins.Open(folder); err != nil || s.Points() != 40 || s.Motions() != 2 {
		t.Errorf("the folder: %v", err)
	}
}
