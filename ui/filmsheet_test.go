package ui

import (
	"image"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"motionseg/hopkins/footage"
	"motionseg/hopkins/track"
	"motionseg/ui/session"
)

// dragOver drags over the film from one place to the next, as shares of the pad.
func dragOver(e *regionEditor, places ...fyne.Position) {
	size := e.pad.Size()
	at := func(p fyne.Position) fyne.Position { return fyne.NewPos(p.X*size.Width, p.Y*size.Height) }
	for _, p := range places[1:] {
		delta := fyne.NewDelta(0, 0)
		if e.pad.line == nil {
			delta = fyne.NewDelta(at(p).X-at(places[0]).X, at(p).Y-at(places[0]).Y)
		}
		e.pad.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(p)}, Dragged: delta})
	}
	e.pad.DragEnd()
}

// TestFilmSheet: a long film asks for range, size and where to track, shows its
// frames, and is tracked as was said.
func TestFilmSheet(t *testing.T) {
	r := newRig(t, nil)
	film := writeFilm(t, 24)
	f := session.Film{Path: film, Frames: 24, Size: image.Pt(120, 90)}
	r.opener.askFilm(f, footage.Range{Count: 20}, session.Limits{})
	d := r.opener.sheet
	if r.win.Canvas().Focused() != d.start {
		t.Error("Start is not focused")
	}
	if d.first.Text != "1" || d.last.Text != "20" || d.every.Text != "1" || d.size.Selected != "as it is (120×90)" ||
		!strings.HasPrefix(d.line.Text, "20 of about 24 frames") {
		t.Errorf("proposed are %s to %s every %s, %s: %q", d.first.Text, d.last.Text, d.every.Text, d.size.Selected,
			d.line.Text)
	}
	r.win.Canvas().Capture()
	// The preview shows the frame of the slider.
	look := func() *image.RGBA {
		r.win.Canvas().Capture()
		d.surface.Workers.Wait()
		r.queue.run()
		return d.surface.Picture(image.Pt(120, 90))
	}
	first := look()
	d.at.SetValue(9)
	ninth := look()
	same := true
	for i := range first.Pix {
		same = same && first.Pix[i] == ninth.Pix[i]
	}
	if same || d.atText.Text != "Frame 9" {
		t.Errorf("%s shows the picture of frame 1: %v", d.atText.Text, same)
	}

	d.last.SetText("five")
	if !d.start.Disabled() || !strings.Contains(d.line.Text, `Last frame: expected a whole number from 1, found "five"`) {
		t.Errorf("a word for a number: %q", d.line.Text)
	}
	d.first.SetText("21")
	d.last.SetText("5")
	if !d.start.Disabled() || !strings.Contains(d.line.Text, "two frames or more") {
		t.Errorf("a range that ends before it begins: %q", d.line.Text)
	}
	d.first.SetText("3")
	d.last.SetText("")
	d.every.SetText("2")
	if d.start.Disabled() || !strings.HasPrefix(d.line.Text, "11 of about 24") {
		t.Errorf("every second frame: %q", d.line.Text)
	}

	// Inside of an outline, but not in a rectangle.
	d.regions.shape.Choose(outline)
	dragOver(d.regions, fyne.NewPos(0.25, 0.1), fyne.NewPos(0.75, 0.1), fyne.NewPos(0.75, 0.9), fyne.NewPos(0.25, 0.9))
	d.regions.shape.Choose(rectangle)
	d.regions.meaning.Choose(leaveOut)
	dragOver(d.regions, fyne.NewPos(0.5, 0), fyne.NewPos(0.9, 0.5), fyne.NewPos(0.99, 0.99))
	l := d.regions.limits
	if len(l.Only) != 1 || len(l.Only[0]) != 4 || len(l.Without) != 1 ||
		!l.Without[0].Contains(track.Point{X: 80, Y: 80}) {
		t.Fatalf("limits %+v", l)
	}
	test.Tap(d.start)
	r.settle()
	s := r.session.Doc.Sequence()
	if s == nil || s.Frames() != 11 || s.Footage.First != 2 || s.Footage.Step != 2 || len(r.problems) > 0 {
		t.Fatalf("open is %+v; problems %v", s, r.problems)
	}
	for i := range s.Points() {
		for f := range s.Frames() {
			if s.Seen(i, f) {
				if x := s.Pixels.At(2*f, i); x > 62 {
					t.Errorf("track %d is at x = %v", i, x)
				}
			}
		}
	}
}

// TestAskWhileTracking: a film that is tracked can be tracked anew in another
// range or size, with what was drawn on it.
func TestAskWhileTracking(t *testing.T) {
	r := newRig(t, nil)
	r.session.OpenPath(writeFilm(t, 12))
	for r.follower.tracking == nil {
		r.queue.run()
		time.Sleep(time.Millisecond)
	}
	if r.follower.tracking.ask.Visible() {
		t.Error("there is nobody to ask")
	}
	r.settle()

	asked := false
	r = newRig(t, func(c *session.Config) {
		c.AskFilm = func(f session.Film, p footage.Range, l session.Limits) {
			asked = true
			if f.Size != image.Pt(120, 90) || f.Frames != 60 || p != (footage.Range{}) || len(l.Only) != 1 {
				t.Errorf("asked about %+v, %+v, %+v", f, p, l)
			}
		}
	})
	r.session.OpenPath(writeFilm(t, 60))
	for r.follower.tracking == nil {
		r.queue.run()
		time.Sleep(time.Millisecond)
	}
	r.follower.tracking.regions.setBounds(image.Pt(120, 90))
	r.session.Tracking.SetLimits(session.Limits{
		Only: []track.Region{track.Rectangle(track.Point{X: 1, Y: 1}, track.Point{X: 50, Y: 50})},
	})
	test.Tap(r.follower.tracking.ask)
	if !asked || r.follower.tracking != nil {
		t.Errorf("asked %v, the tracking goes on %v", asked, r.follower.tracking != nil)
	}
	r.settle()
}

// TestNumbers: the numbers behind a density are checked, used, and given up for
// the next density.
func TestNumbers(t *testing.T) {
	r := newRig(t, nil)
	c := newDensityChoice(r.session, r.win, r.kit)
	d := newNumbersDialog(c)
	if d.entries[0].Text != "800" || d.entries[3].Text != "15" {
		t.Errorf("medium has %s points, window %s", d.entries[0].Text, d.entries[3].Text)
	}
	d.entries[3].SetText("16")
	if err := d.entries[3].Validate(); err == nil || !strings.Contains(err.Error(), "odd") {
		t.Errorf("an even window: %v", err)
	}
	d.entries[3].SetText("15")
	d.entries[0].SetText("12")
	d.apply()
	if !r.session.Tracking.OwnNumbers() || c.words.Selected != "" || c.more.Text != "Own numbers …" {
		t.Errorf("own numbers %v, %q, %q", r.session.Tracking.OwnNumbers(), c.words.Selected, c.more.Text)
	}
	r.session.OpenPath(writeFilm(t, 9))
	r.settle()
	if s := r.session.Doc.Sequence(); s == nil || s.Points() > 40 {
		t.Fatalf("%+v, expected few points", s)
	}
	c.words.Choose("medium")
	if r.session.Tracking.OwnNumbers() || r.session.Tracking.Numbers().Most != 800 || c.words.Selected != "medium" {
		t.Errorf("%+v", r.session.Tracking.Numbers())
	}
}

// TestAddPointsInRectangle: the next rectangle on a view has points added, and
// Escape ends that.
func TestAddPointsInRectangle(t *testing.T) {
	r := newRig(t, nil)
	r.session.Tracking.SetDensity(track.Sparse)
	r.session.OpenPath(writeFilm(t, 9))
	r.settle()
	r.capture()
	before := r.session.Doc.Sequence()
	v := r.sides[session.Right].view // which a film shows alone
	r.follower.trackingItems()[2].Action()
	r.keyboard.typedKey(fyne.KeyEscape)
	if v.once != nil || r.sides[session.Left].view.once != nil {
		t.Fatal("Escape does not end it")
	}
	r.follower.trackingItems()[2].Action()
	size := v.Size()
	v.pressed.Position = fyne.NewPos(size.Width/2, size.Height*0.3)
	v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(size.Width*0.6, size.Height*0.7)}})
	v.DragEnd()
	r.settle()
	after := r.session.Doc.Sequence()
	if after == before || after.Points() <= before.Points() || len(r.problems) > 0 {
		t.Fatalf("%d tracks, %d before; problems %v", after.Points(), before.Points(), r.problems)
	}
	camera := r.session.View.Camera()
	v.pressed.Position = fyne.NewPos(10, 10)
	v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60, 60)}, Dragged: fyne.NewDelta(50, 50)})
	if v.banding || r.session.View.Camera() == camera {
		t.Error("the next drag does not move the picture")
	}
}
