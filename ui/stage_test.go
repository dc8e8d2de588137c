package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"motionseg/ui/session"
)

// TestArrangements: each arrangement gives the views the room that it names, and
// what is pointed at is what is seen there.
func TestArrangements(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	left, right := r.sides[session.Left].view, r.sides[session.Right].view
	shape := func() (l, h fyne.Size) {
		r.queue.turn()
		return left.Size(), right.Size()
	}
	both, _ := shape()
	if l, h := shape(); l != h || l.Width < 200 {
		t.Errorf("beside each other the views are %v and %v", l, h)
	}
	r.keyboard.typedRune('v')
	if l, h := shape(); l != h || l.Width < 1.9*both.Width || l.Height > both.Height/2 {
		t.Errorf("below each other the views are %v and %v, before %v", l, h, both)
	}
	r.keyboard.typedRune('v')
	if l, _ := shape(); l.Width < 1.9*both.Width || l.Height != both.Height || !r.sides[session.Left].views.Visible() ||
		r.stage.clip.Visible() {
		t.Errorf("the left view alone is %v", l)
	}
	r.keyboard.typedRune('v')
	if _, h := shape(); h.Width < 1.9*both.Width || r.sides[session.Left].views.Visible() || !r.stage.clip.Visible() {
		t.Errorf("the right view alone is %v", h)
	}
	r.keyboard.typedRune('v')
	r.stage.line.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(-0.2*r.stage.object.Size().Width, 0)})
	l, h := shape()
	where := func(o fyne.CanvasObject) fyne.Position { return r.app.Driver().AbsolutePositionForObject(o) }
	if l != h || where(left) != where(right) || r.stage.clip.Position().X < 0.29*l.Width ||
		r.stage.clip.Position().X > 0.31*l.Width {
		t.Errorf("one over the other the views are %v at %v and %v at %v", l, where(left), h, where(right))
	}
	if min := r.win.Content().MinSize(); min.Height > 670 {
		t.Errorf("the content needs %v", min)
	}
	r.keyboard.typedRune('a')
	if l, _ = shape(); l.Height < both.Height+100 || r.analysis.object.Visible() {
		t.Errorf("without the analysis the view is %v", l)
	}
	r.keyboard.typedRune('f')
	wide := left.Size()
	if wide.Width < r.win.Content().Size().Width-1 {
		t.Errorf("alone in the window the view is %v", wide)
	}
	r.keyboard.typedRune('f')
	if r.analysis.object.Visible() || !r.panels.left.shown() || !r.panels.right.shown() {
		t.Error("what was around the views does not come back as it was")
	}
	r.keyboard.typedRune('a')
	r.keyboard.typedRune('v')
	if l, h := shape(); l != h || l.Width > 1.05*both.Width {
		t.Errorf("at the end the views are %v and %v", l, h)
	}
}

// TestHeadsFit: above a narrow view what a side came to has a line of its own, so
// that nothing lies over anything else or is cut.
func TestHeadsFit(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	r.session.Mine.Begin(session.Left)
	showMine(r.session, session.Left)
	for _, width := range []float32{1024, 1280, 1920} {
		r.win.Resize(fyne.NewSize(width, 700))
		r.settle()
		for _, p := range r.sides {
			at := func(o fyne.CanvasObject) (left, right, top float32) {
				from := r.app.Driver().AbsolutePositionForObject(o)
				return from.X, from.X + o.Size().Width, from.Y
			}
			_, end, line := at(p.facts)
			begin, side, first := at(p.ticks)
			if line == first && end > begin {
				t.Errorf("at %g what the %s side came to ends at %g, and the ticks begin at %g", width, p.side, end, begin)
			}
			if p.facts.Size().Width < p.facts.Least() {
				t.Errorf("at %g %q of the %s side has %g, and needs %g", width, p.facts.Text, p.side,
					p.facts.Size().Width, p.facts.Least())
			}
			if _, right, _ := at(p.head); side > right || width == 1024 != (line > first) {
				t.Errorf("at %g the ticks end at %g of %g, and it has two lines: %v", width, side, right, line > first)
			}
			if _, _, top := at(p.views); top < line+p.facts.Size().Height-1 {
				t.Errorf("at %g the view begins at %g, and its head ends at %g", width, top, line+p.facts.Size().Height)
			}
		}
	}
}
