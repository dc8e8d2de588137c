package ui

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"motionseg/hopkins"
	"motionseg/ui/session"
)

// TestSliders: every slider of the look changes what is painted, shows what is set, and is
// undone by moving it back.
func TestSliders(t *testing.T) {
	r, _ := withFilm(t, 12)
	s := r.session
	r.masked(6)
	v := r.sides[session.Right].view
	painted := func() []byte {
		v.redraw()
		r.settle()
		size := v.surface.Pixels()
		return bytes.Clone(v.surface.Picture(image.Pt(size.X, size.Y)).Pix)
	}
	l := popLook(s, r.kit, r.win)
	for i, line := range l.lines {
		before, at := painted(), l.sliders[i].Value
		to := l.sliders[i].Min
		if to == at {
			to = l.sliders[i].Max
		}
		l.sliders[i].SetValue(to)
		if bytes.Equal(painted(), before) {
			t.Errorf("%s: from %v to %v nothing else is painted", line.name, at, to)
		}
		l.sliders[i].show(int(at))
		if l.update(); l.sliders[i].Value != to {
			t.Errorf("%s: it shows %v, set is %v", line.name, l.sliders[i].Value, to)
		}
		if l.sliders[i].SetValue(at); !bytes.Equal(painted(), before) {
			t.Errorf("%s: back at %v something else is painted", line.name, at)
		}
	}
}

// TestDotsBeforeAResult: points are small dots until there is a result.
func TestDotsBeforeAResult(t *testing.T) {
	r := withExample(t, nil)
	v := r.sides[session.Left].view
	if !v.view.Dots {
		t.Error("points without a result are drawn as those of no motion")
	}
	if r.runBoth(); v.view.Dots {
		t.Error("points of no motion are dots")
	}
}

// TestWipeHandleIsSeen: the knob of the line between two views stands out from the line, and
// has an edge, so that it is seen on white and on black.
func TestWipeHandleIsSeen(t *testing.T) {
	r := withExample(t, nil)
	d := r.session.View.Display()
	d.Views = session.WipedViews
	r.session.View.SetDisplay(d)
	r.capture()
	h := r.stage.line
	where := r.app.Driver().AbsolutePositionForObject(h)
	m := r.win.Canvas().Capture()
	scale := r.win.Canvas().Scale()
	light, dark := 0, 0
	for x := range int(scale * h.Size().Width) {
		c, _, _, _ := m.At(int(scale*where.X)+x, int(scale*(where.Y+h.Size().Height/2-wipeWidth/4))).RGBA()
		if c > 0xF000 {
			light++
		} else if c < 0x4000 {
			dark++
		}
	}
	if light < 10 || dark < 2 {
		t.Errorf("across the knob %d pixels are white and %d dark", light, dark)
	}
}

// doubtfulCrowd shows many tracks on the right alone, with motions that say little.
func doubtfulCrowd(t *testing.T) *rig {
	t.Helper()
	r := newRig(t, func(c *session.Config) {
		c.Solve = solveCrowd
		c.Example = func() (*hopkins.Sequence, error) {
			q := crowd(1500, 6)
			q.Visible = make([][]bool, q.Points())
			for i := range q.Visible {
				q.Visible[i] = []bool{false, true, i%5 > 0, i%5 > 1, i%5 > 2, i%5 > 3}
			}
			return q, nil
		}
	})
	s := r.session
	s.OpenExample()
	r.settle()
	r.capture()
	s.Sides.RunSide(session.Right)
	r.settle()
	if s.Sides.State(session.Right) != session.Done {
		t.Fatal(r.problems)
	}
	d := s.View.Display()
	d.Views = session.RightView
	s.View.SetDisplay(d)
	r.capture()
	return r
}

// TestQuestionIsFound: a question goes to a frame in which its track is seen, zooms in where
// points are small, brings it back from the edge, has a ring, and says how many are left.
func TestQuestionIsFound(t *testing.T) {
	r := doubtfulCrowd(t)
	s := r.session
	v := r.sides[session.Right].view
	asked := func() (x, y float64) {
		t.Helper()
		r.keyboard.typedRune('n')
		r.settle()
		doubt := s.Mine.Doubt()
		if doubt == nil || v.view.Asked != doubt.Point+1 {
			t.Fatalf("asked is %+v, the ring is around track %d", doubt, v.view.Asked)
		}
		x, y, seen := v.view.Scene.At(doubt.Point, firstFrame(s))
		if !seen {
			t.Fatalf("track %d is not seen in frame %d", doubt.Point+1, firstFrame(s)+1)
		}
		at := v.surface.Pixels()
		v.view.Camera = s.View.Camera()
		sx, sy := v.view.Transform(at).ToScreen(x, y)
		return sx / float64(at.X), sy / float64(at.Y)
	}
	if x, y := asked(); s.View.Camera().Zoom != questionZoom || x < 0.3 || x > 0.7 || y < 0.3 || y > 0.7 {
		t.Errorf("the track lies at %v, %v of the view, zoomed by %v", x, y, s.View.Camera().Zoom)
	}
	s.Mine.GiveSelected(1)
	r.settle()
	c := s.View.Camera()
	c.X, c.Y, c.Zoom = 0, 0, 6
	s.View.SetCamera(c)
	if x, y := asked(); s.View.Camera().Zoom != 6 || x < 0.15 || x > 0.85 || y < 0.15 || y > 0.85 {
		t.Errorf("asked at the edge, the track lies at %v, %v of the view, zoomed by %v", x, y, s.View.Camera().Zoom)
	}
	bar := r.window.question.text
	s.View.SetMode(session.FilmMode)
	r.queue.turn()
	bar.Resize(fyne.NewSize(2000, 30))
	if said := bar.Text; !strings.Contains(said, "Which motion has track") ||
		!strings.Contains(said, "Its affinity: motion 1: ") {
		t.Errorf("the bar below a film says %q", said)
	}
	if !r.window.question.object.Visible() {
		t.Error("below a film there is no question")
	}
	if bar.Resize(fyne.NewSize(300, 30)); strings.Contains(bar.Text, "affinity") {
		t.Errorf("a narrow bar says %q", bar.Text)
	}
	if text := askText(s); s.Mine.Leaning() == 0 || !strings.Contains(text, " left in doubt") {
		t.Errorf("%d lean to another motion, and the question is %q", s.Mine.Leaning(), text)
	}
}
