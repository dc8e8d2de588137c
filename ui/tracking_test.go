package ui

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"motionseg/hopkins/track"
	"motionseg/ui/session"
)

// writeFilm writes a folder of pictures of a texture that moves right by one
// pixel a frame.
func writeFilm(t *testing.T, frames int) string {
	return writeFilmOf(t, frames, image.Rect(0, 0, 120, 90))
}

// writeFilmOf is writeFilm for pictures of another size.
func writeFilmOf(t *testing.T, frames int, size image.Rectangle) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "film")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for f := range frames {
		m := image.NewGray(size)
		for y := range size.Max.Y {
			for x := range size.Max.X {
				u, v := uint32(x-f+1000)/4, uint32(y)/4
				h := (u*73856093 ^ v*19349663) * 0x5bd1e995
				m.SetGray(x, y, color.Gray{Y: uint8(h >> 24)})
			}
		}
		w, err := os.Create(filepath.Join(dir, fmt.Sprintf("%03d.png", f)))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(w, m); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestTrackingDialog follows points through a film that is opened: the dialog is
// there while they are followed, shows the film with the points, takes a
// rectangle, and makes room for the tracks.
func TestTrackingDialog(t *testing.T) {
	r := withExample(t, nil)
	r.session.Settings().FilmsInBench = true // what comes of the tracks is not looked at here
	film := writeFilm(t, 600)
	r.session.OpenPath(film)
	for r.follower.tracking == nil {
		r.queue.run()
		time.Sleep(time.Millisecond)
	}
	d := r.follower.tracking
	if !d.keep.Disabled() || !strings.HasPrefix(d.line.Text, "Opening film") || d.density.words.Selected != "medium" {
		t.Errorf("at first %q, %s points, stop enabled %v", d.line.Text, d.density.words.Selected, !d.keep.Disabled())
	}
	r.win.Canvas().Capture()
	for r.follower.tracking != nil && d.session.Tracking.Progress().Done < 4 {
		r.queue.run()
		time.Sleep(time.Millisecond)
	}
	if r.follower.tracking == nil {
		t.Fatal("the film was done before it could be looked at")
	}
	if d.keep.Disabled() || !strings.Contains(d.line.Text, " of 600 frames · ") || d.progress.Value == 0 {
		t.Errorf("%q, %.2f done", d.line.Text, d.progress.Value)
	}
	d.surface.Workers.Wait()
	r.queue.run()
	picture := d.surface.Picture(image.Pt(240, 180))
	coloured := 0
	for i := 0; i < len(picture.Pix); i += 4 {
		if picture.Pix[i] != picture.Pix[i+1] || picture.Pix[i+1] != picture.Pix[i+2] {
			coloured++
		}
	}
	if scene := d.trails.scene(120, 90); scene == nil || scene.Points() < 30 || coloured == 0 {
		t.Errorf("no points are drawn: %d coloured pixels", coloured)
	}

	// A rectangle over the left half begins the film again, with points there.
	size := d.regions.pad.Size()
	d.regions.pad.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(2, 2)},
		Dragged: fyne.NewDelta(1, 1)})
	d.regions.pad.Dragged(&fyne.DragEvent{
		PointEvent: fyne.PointEvent{Position: fyne.NewPos(size.Width/2, size.Height-2)}, Dragged: fyne.NewDelta(9, 9),
	})
	if len(test.WidgetRenderer(d.regions.pad).Objects()) != 4 {
		t.Error("the rectangle is not shown")
	}
	d.regions.pad.DragEnd()
	if l := r.session.Tracking.Limits(); len(l.Only) != 1 || len(l.Without) != 0 ||
		!l.Only[0].Contains(track.Point{X: 30, Y: 45}) || l.Only[0].Contains(track.Point{X: 70, Y: 45}) {
		t.Errorf("the limits are %v", l)
	}
	if d.regions.clear.Disabled() {
		t.Error("the limits can't be taken back")
	}
	r.settle()
	if r.follower.tracking != nil {
		t.Fatal("the dialog stays when the film is done")
	}
	s := r.session.Doc.Sequence()
	if s == nil || s.Name != "film" || len(r.problems) > 0 {
		t.Fatalf("the tracks are not open; problems %v", r.problems)
	}
	for i := range s.Points() {
		for f := range s.Frames() {
			if s.Seen(i, f) {
				if x := s.Pixels.At(2*f, i); x > 66 {
					t.Errorf("track %d begins at x = %v", i, x)
				}
				break
			}
		}
	}
	items := r.follower.trackingItems()
	if items[0].Disabled || items[1].Disabled {
		t.Error("the tracks can't be followed on")
	}
	r.capture()
	r.session.View.SetDisplay(r.session.View.Display())
	before := s.Points()
	items[1].Action()
	r.settle()
	if after := r.session.Doc.Sequence(); after.Points() <= before || len(r.problems) > 0 {
		t.Errorf("%d tracks with those added, %d before; problems %v", after.Points(), before, r.problems)
	}
}

// TestTrackingCancel leaves what is open where it is.
func TestTrackingCancel(t *testing.T) {
	r := withExample(t, nil)
	before := r.session.Doc.Sequence()
	r.session.OpenPath(writeFilm(t, 60))
	for r.follower.tracking == nil {
		r.queue.run()
		time.Sleep(time.Millisecond)
	}
	r.session.Tracking.Drop()
	if r.follower.tracking != nil {
		t.Error("the dialog stays")
	}
	r.settle()
	if r.session.Doc.Sequence() != before || len(r.problems) > 0 {
		t.Errorf("%s is open; problems %v", r.session.Doc.Name(), r.problems)
	}
}

func TestLeftText(t *testing.T) {
	for left, want := range map[time.Duration]string{
		300 * time.Millisecond: "about 1 s left", 89500 * time.Millisecond: "about 90 s left",
		91 * time.Second: "about 2 min left", time.Hour: "about 60 min left",
	} {
		if got := leftText(left); got != want {
			t.Errorf("%v: %q, want %q", left, got, want)
		}
	}
	p := session.TrackingProgress{Progress: track.Progress{Done: 3, Frame: 2, Points: make([]track.Point, 7)}}
	if got := trackingText(p); got != "Frame 3 · 7 points" {
		t.Errorf("found %q", got)
	}
}
