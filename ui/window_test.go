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
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/internal/golden"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// withExample opens the example and lets everything be painted.
func withExample(t *testing.T, change func(*session.Config)) *rig {
	t.Helper()
	r := newRig(t, change)
	r.session.OpenExample()
	r.settle()
	r.capture()
	return r
}

// runBoth presses Run and waits until both results are there.
func (r *rig) runBoth() {
	r.t.Helper()
	test.Tap(r.toolbar.run)
	r.settle()
	r.session.Playback.SetPlaying(false)
	r.session.Playback.SetFrame(0)
	r.capture()
}

// TestEverythingFits: the window must be usable from 1100×700 up, of which the
// menu bar takes 30.
func TestEverythingFits(t *testing.T) {
	r := newRig(t, nil)
	fits := func(when string) {
		t.Helper()
		if size := r.win.Content().MinSize(); size.Width > 1100 || size.Height > 670 {
			t.Errorf("%s, the content needs %v, more than 1100×670", when, size)
		}
	}
	fits("empty")
	r.session.OpenExample()
	r.settle()
	test.Tap(r.toolbar.run)
	fits("running")
	r.settle()
	fits("with results")
	if err := r.session.Plan.SetValue(session.Left, "alpha", 700); err != nil {
		t.Fatal(err)
	}
	fits("out of date")
	r.session.View.ToggleLabel(1)
	fits("filtered")
}

func TestRunShowsBothResultsAndPlays(t *testing.T) {
	r := withExample(t, nil)
	if r.toolbar.run.Importance != widget.HighImportance || r.toolbar.run.Disabled() || !r.toolbar.cancel.Disabled() {
		t.Error("Run must be the obvious next thing")
	}
	if got := r.sides[session.Left].facts.Text; got != "not computed yet" {
		t.Errorf("header says %q", got)
	}
	test.Tap(r.toolbar.run)
	r.settle()
	if !r.session.Playback.Playing() {
		t.Error("the motion must play when both results are there")
	}
	for side, want := range map[session.Side]string{session.Left: "7.5 %", session.Right: "0.0 %"} {
		if got := r.sides[side].errorNow.String(); got != want {
			t.Errorf("%s header says %q, want %q", side, got, want)
		}
	}
	facts := r.sides[session.Left].facts
	for width, want := range map[float32]string{900: "misclassified of 40 tracks · 5 iterations · 0.1 s",
		190: "misclassified of 40 tracks", 150: "misclassified of 40", 100: "of 40 tracks", 60: "of 40", 20: ""} {
		if facts.Resize(fyne.NewSize(width, 28)); facts.Text != want {
			t.Errorf("%v wide, the header says %q, want %q", width, facts.Text, want)
		}
	}
	// The figure must not pass for that of another method.
	r.session.Plan.SetMethod(session.Right, "lsr")
	r.queue.turn()
	if facts = r.sides[session.Right].facts; !strings.Contains(facts.Text, "by LRKSC auto") {
		t.Errorf("after a change of the method, the header says %q", facts.Text)
	}
}

func TestCancelButton(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Solve = func(ctx context.Context, _ segment.Data, _ segment.Config) (*segment.Result, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
	})
	test.Tap(r.toolbar.run)
	r.queue.turn()
	if !r.toolbar.run.Disabled() || r.toolbar.cancel.Disabled() || !r.sides[session.Left].busy.Visible() {
		t.Error("while both run, only Cancel can be pressed")
	}
	test.Tap(r.toolbar.cancel)
	r.settle()
	if r.session.Sides.AnyRunning() || r.sides[session.Left].facts.Text != "cancelled" || r.toolbar.run.Disabled() {
		t.Errorf("header says %q", r.sides[session.Left].facts.Text)
	}
}

func TestFailureIsShownAndTheWindowLives(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			if cfg.Method.Describe().Name == "ssc" {
				panic("boom")
			}
			return solve(ctx, d, cfg)
		}
	})
	r.runBoth()
	if len(r.problems) != 1 || !strings.Contains(r.problems[0].Reason, "boom") {
		t.Fatalf("problems are %v", r.problems)
	}
	if r.win.Canvas().Overlays().Top() == nil {
		t.Error("no dialog")
	}
	if got := r.sides[session.Right].errorNow.String(); got != "0.0 %" {
		t.Errorf("the other side says %q", got)
	}
}

// at returns where a track is in a view.
func (r *rig) at(v *trackView, track int) fyne.Position {
	x, y, ok := v.view.Scene.At(track, r.session.Playback.Frame())
	if !ok {
		r.t.Fatalf("track %d is not visible", track)
	}
	sx, sy := v.view.Transform(v.surface.Pixels()).ToScreen(x, y)
	return fyne.NewPos(float32(sx/v.surface.Scale), float32(sy/v.surface.Scale))
}

func click(v *trackView, at fyne.Position, modifier fyne.KeyModifier) {
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary,
		Modifier: modifier}
	v.MouseDown(e)
	v.MouseUp(e)
}

func TestHoverAndSelectInViews(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	left, right := r.sides[session.Left].view, r.sides[session.Right].view
	right.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: r.at(right, 1)}})
	want := "track 2 · frame 1 · (56.0, 60.0) · left: 2 · right: 1 · truth: 1"
	if got := r.status.line.Text; got != want {
		t.Errorf("status says %q, want %q", got, want)
	}
	right.MouseOut()
	click(left, r.at(left, 7), 0)
	click(right, r.at(right, 25), fyne.KeyModifierShift)
	if got := r.session.Selection.Tracks(); !slices.Equal(got, []int{7, 25}) {
		t.Errorf("selection is %v, want both tracks", got)
	}
	if len(left.view.Links) == 0 || !right.view.Selected[7] {
		t.Error("the selection must be drawn in both views, with its affinities")
	}
	click(left, fyne.NewPos(1, 1), 0)
	if len(r.session.Selection.Tracks()) != 0 {
		t.Error("a click beside the tracks clears the selection")
	}
	// A rectangle around the first patch.
	from, to := r.at(left, 0).SubtractXY(6, 6), r.at(left, 19).AddXY(6, 6)
	left.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}, Button: desktop.MouseButtonPrimary,
		Modifier: fyne.KeyModifierShift})
	left.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to},
		Dragged: fyne.NewDelta(to.X-from.X, to.Y-from.Y)})
	left.DragEnd()
	if n := len(r.session.Selection.Tracks()); n != 20 {
		t.Errorf("the rectangle selects %d tracks, want 20", n)
	}
}

// dragRight drags with the right button, as the toolkit tells it: as moves alone.
func dragRight(v interface {
	desktop.Mouseable
	desktop.Hoverable
}, from, to fyne.Position) {
	event := func(at fyne.Position) *desktop.MouseEvent {
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonSecondary}
	}
	v.MouseDown(event(from))
	v.MouseMoved(event(from.AddXY((to.X-from.X)/2, (to.Y-from.Y)/2)))
	v.MouseMoved(event(to))
	v.MouseUp(event(to))
}

// TestRightButtonDrags: the toolkit tells drags of the left button alone. Those with the right one
// select a rectangle in a view, also one that ends beyond its edge, and a block of a matrix; a hand
// that shakes on a click drags nothing.
func TestRightButtonDrags(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	s, left := r.session, r.sides[session.Left].view
	menus := 0
	left.menu = func(fyne.Position) { menus++ }
	from, to := r.at(left, 0).SubtractXY(20, 20), r.at(left, 19).AddXY(6, 6)
	dragRight(left, from, to)
	if n := s.Selection.Count(); n != 20 || menus != 0 {
		t.Errorf("the rectangle selects %d tracks, want 20; %d menus", n, menus)
	}
	s.Selection.Clear()
	if dragRight(left, from, from.AddXY(2, 1)); s.Selection.Count() != 0 || menus != 1 {
		t.Errorf("a click that shakes selects %d tracks and shows %d menus", s.Selection.Count(), menus)
	}
	left.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}, Button: desktop.MouseButtonSecondary})
	left.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: to}, Button: desktop.MouseButtonSecondary})
	if left.MouseOut(); s.Selection.Count() != 20 {
		t.Errorf("beyond the edge the rectangle selects %d tracks, want 20", s.Selection.Count())
	}
	s.Selection.Clear()
	left.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}})
	if s.Selection.Count() != 0 || left.banding {
		t.Error("a rectangle is dragged without a button")
	}
	m := r.analysis.affinity.views[session.Right]
	at := func(column, row float64) fyne.Position {
		x, y := m.view.Transform(m.surface.Pixels()).ToScreen(column, row)
		return fyne.NewPos(float32(x/m.surface.Scale), float32(y/m.surface.Scale))
	}
	if dragRight(m, at(8.5, 2.5), at(38.5, 22.5)); s.Selection.Count() != 37 {
		t.Errorf("the block of the matrix selects %d tracks, want 37", s.Selection.Count())
	}
}

func TestZoomAndPanAreLinked(t *testing.T) {
	r := withExample(t, nil)
	left, right := r.sides[session.Left].view, r.sides[session.Right].view
	left.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: r.at(left, 3)}, Scrolled: fyne.NewDelta(0, 100)})
	r.settle()
	if z := right.view.Camera.Zoom; z < 1.5 {
		t.Errorf("zoom right is %v", z)
	}
	before := right.view.Camera
	right.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	right.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(-20, 0)})
	right.DragEnd()
	if left.view.Camera.X <= before.X {
		t.Error("panning right must move left too")
	}
	r.keyboard.typedRune('0')
	if !r.session.View.Camera().Fitted() {
		t.Error("0 must fit")
	}
}

func TestScrubAndPlay(t *testing.T) {
	r := withExample(t, nil)
	r.transport.slider.SetValue(5)
	if r.session.Playback.Frame() != 4 || r.transport.number.Text != "5 / 8" {
		t.Errorf("frame %d, %q", r.session.Playback.Frame(), r.transport.number.Text)
	}
	r.keyboard.typedKey(fyne.KeyRight)
	r.keyboard.typedKey(fyne.KeyEnd)
	if r.session.Playback.Frame() != 7 || r.sides[session.Left].view.view.Frame != 7 {
		t.Error("End must show the last frame")
	}
	r.keyboard.typedKey(fyne.KeyHome)
	test.Tap(r.transport.play)
	if !r.session.Playback.Playing() {
		t.Fatal("not playing")
	}
	for range 100 {
		time.Sleep(5 * time.Millisecond)
		r.queue.run()
		if r.session.Playback.Frame() > 1 {
			break
		}
	}
	if r.session.Playback.Frame() < 2 {
		t.Error("the clock does not move")
	}
	r.keyboard.typedKey(fyne.KeySpace)
	r.settle()
	if r.session.Playback.Playing() {
		t.Error("space must pause")
	}
}

func TestShortcuts(t *testing.T) {
	r := withExample(t, nil)
	r.keyboard.typedRune('r')
	r.settle()
	r.session.Playback.SetPlaying(false)
	if r.session.Sides.State(session.Right) != session.Done {
		t.Error("r must run")
	}
	r.keyboard.typedRune('m')
	r.keyboard.typedRune('t')
	r.keyboard.typedRune('2')
	f, d := r.session.View.Filters(), r.session.View.Display()
	if !f.Wrong || !d.Truth[0] || !d.Truth[1] || !f.Hidden[2] {
		t.Errorf("filters %+v, display %+v", f, d)
	}
	if !r.sides[session.Left].view.view.Hidden[25] {
		t.Error("a hidden motion is still drawn")
	}
	r.session.Selection.Select([]int{4}, false)
	r.keyboard.typedKey(fyne.KeyEscape)
	if len(r.session.Selection.Tracks()) != 0 {
		t.Error("Esc must clear the selection")
	}
	r.keyboard.typedRune('?')
	if r.win.Canvas().Overlays().Top() == nil {
		t.Error("? must list the shortcuts")
	}
	r.keyboard.typedRune('t')
	if !r.session.View.Display().Truth[0] {
		t.Error("keys must not reach through a dialog")
	}
	next := &desktop.CustomShortcut{KeyName: fyne.KeyPageDown, Modifier: fyne.KeyModifierControl}
	if r.kit.Shortcut(next); r.analysis.tabs.SelectedIndex() != 0 {
		t.Error("shortcuts must not reach through a dialog")
	}
	r.keyboard.typedKey(fyne.KeyEscape)
	if r.kit.Shortcut(next); r.analysis.tabs.SelectedIndex() != 1 {
		t.Error("after Esc closes the dialog, shortcuts must work again")
	}
	r.keyboard.typedRune('t')
	if r.session.View.Display().Truth[0] {
		t.Error("after Esc closes the dialog, keys must work again")
	}
}

func TestFilterChecksAndChips(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	r.session.View.SetOnlyDiffering(true)
	hidden := r.sides[session.Left].view.view.Hidden
	if hidden[0] || !hidden[10] {
		t.Error("only the differing tracks 1…3 are to be drawn")
	}
	r.session.View.ShowAll()
	legend := newLegend(r.session, r.kit)
	test.Tap(legend.wrong)
	if !r.session.View.Filters().Wrong {
		t.Error("the box does not filter")
	}
	test.Tap(legend.all)
	if r.session.View.Filters().Any() {
		t.Error("Show all does not")
	}
	choose(t, r.labeller.chipItems(1), "Show alone, or all again")
	if f := r.session.View.Filters(); f.Hidden[1] || !f.Hidden[2] {
		t.Errorf("solo hides %v", f.Hidden)
	}
}

// TestAffinityHint: what is being computed is not asked for.
func TestAffinityHint(t *testing.T) {
	release := make(chan struct{})
	r := withExample(t, func(c *session.Config) {
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			<-release
			return solve(ctx, d, cfg)
		}
	})
	v := r.analysis.affinity.views[session.Left]
	hint := func() string {
		test.WidgetRenderer(v).Refresh()
		return v.empty.Text
	}
	if got := hint(); got != "Not run yet" {
		t.Errorf("before a run the tab says %q", got)
	}
	r.session.Sides.Run()
	r.queue.run()
	if v.empty.Text != "Computing …" {
		t.Errorf("during a run the tab says %q", v.empty.Text)
	}
	close(release)
	r.settle()
	if v.empty.Visible() {
		t.Errorf("after a run the tab says %q", v.empty.Text)
	}
}

// TestInspectorSaysWhatIsSet: every row has the parameter's symbol and what it is in
// words, whole, beside a control that its value fits.
func TestInspectorSaysWhatIsSet(t *testing.T) {
	r := withExample(t, nil)
	r.win.Resize(fyne.NewSize(1280, 800))
	in := r.inspector.sides[session.Right]
	rows := 0
	for _, m := range segment.Methods() {
		d := m.Describe()
		r.session.Plan.SetMethod(session.Right, d.Name)
		for i, p := range d.Params {
			if p.Words == "" {
				t.Errorf("%s: %s has no words", d.Name, p.Name)
				continue
			}
			rows++
			texts := false
			for _, o := range test.LaidOutObjects(in.params.Objects[i]) {
				switch o := o.(type) {
				case *widget.Label:
					if !strings.Contains(o.Text, kit.Legible(p.Words)) ||
						p.Kind != segment.Boolean && !strings.HasPrefix(o.Text, kit.Legible(p.Symbol)) {
						t.Errorf("%s: the row of %s is called %q", d.Name, p.Name, o.Text)
					}
					texts = true
					if need := fyne.MeasureText(o.Text, theme.Size(o.SizeName), o.TextStyle).Width +
						2*theme.InnerPadding(); need > o.Size().Width {
						t.Errorf("%s: %q takes %.0f of %.0f", d.Name, o.Text, need, o.Size().Width)
					}
				case fyne.Focusable:
					value := p.Format(p.Default)
					if entry, ok := o.(interface{ SelectedText() string }); ok && entry != nil {
						if need := fyne.MeasureText(value, theme.TextSize(), fyne.TextStyle{}).Width +
							2*theme.InnerPadding(); need > o.(fyne.CanvasObject).Size().Width {
							t.Errorf("%s: %s = %s takes %.0f of %.0f", d.Name, p.Name, value, need, o.(fyne.CanvasObject).Size().Width)
						}
					}
				}
			}
			if !texts {
				t.Errorf("%s: the row of %s has no name", d.Name, p.Name)
			}
		}
	}
	if rows < 40 {
		t.Errorf("only %d rows", rows)
	}
}

func TestInspectorChecksWhatIsTyped(t *testing.T) {
	r := withExample(t, nil)
	r.session.Plan.SetMethod(session.Right, "lrksc")
	r.runBoth()
	f := r.inspector.sides[session.Right].fields["lambda1"]
	if f.Changed() {
		t.Error("there is something to reset before anything was changed")
	}
	f.Entry.FocusGained()
	f.Entry.SetText("-3")
	if v := r.session.Plan.Setup(session.Right).Values["lambda1"]; v != 1.1 ||
		r.session.Sides.State(session.Right) != session.Done {
		t.Errorf("λ1 is %v after a value out of range was typed", v)
	}
	if !strings.Contains(r.inspector.meaning.Text, "expected a number above 0") {
		t.Errorf("the inspector says %q", r.inspector.meaning.Text)
	}
	f.Entry.FocusLost()
	if !strings.Contains(r.inspector.meaning.Text, "expected a number above 0") {
		t.Errorf("why %q was not taken is not said any more: %q", "-3", r.inspector.meaning.Text)
	}
	f.Entry.FocusGained()
	f.Entry.SetText("-3")
	f.Entry.SetText("2.5")
	f.Entry.FocusLost()
	if r.session.Plan.Setup(session.Right).Values["lambda1"] != 2.5 ||
		r.session.Sides.State(session.Right) != session.Stale {
		t.Errorf("value %v, state %v", r.session.Plan.Setup(session.Right).Values["lambda1"],
			r.session.Sides.State(session.Right))
	}
	if !f.Changed() {
		t.Error("a changed value cannot be reset")
	}
	if got := r.inspector.sides[session.Right].preset.Selected; got != "Custom" {
		t.Errorf("preset is %q", got)
	}
	r.queue.turn()
	r.sides[session.Right].facts.Resize(fyne.NewSize(500, 28))
	if got := r.sides[session.Right].facts.Text; !strings.Contains(got, "out of date") {
		t.Errorf("header says %q", got)
	}
	r.session.History.Undo()
	if f.Entry.Text != "1.1" || r.session.Sides.State(session.Right) != session.Done {
		t.Errorf("after undo the field says %q", f.Entry.Text)
	}
	f.Entry.SetText("3.5")
	f.Entry.SetText("x")
	f.Entry.FocusLost()
	r.session.History.Undo()
	if got := r.inspector.meaning.Text; strings.Contains(got, "found") || !strings.Contains(got, "lambda1") {
		t.Errorf("another value is there, and the inspector still says %q", got)
	}
	r.inspector.frames.Entry.SetText("first-last")
	if r.session.Plan.Kind() != segment.TwoFrames ||
		r.inspector.sides[session.Right].fields["lambda1"].Entry.Text != "0.23" {
		t.Error("the published values must follow the frames")
	}
	r.inspector.motions.Entry.SetText("99999")
	if r.session.Plan.Motions() != 0 {
		t.Error("more motions than tracks were taken")
	}
}

func TestMethodChoice(t *testing.T) {
	r := withExample(t, nil)
	c := r.sides[session.Left].method
	c.SetSelected("LRKSC")
	if r.session.Plan.Setup(session.Left).Method != "lrksc" {
		t.Error("the method was not changed")
	}
	if r.inspector.sides[session.Left].fields["lambda1"] == nil {
		t.Error("the inspector shows another method's parameters")
	}
}

func TestMatrixHoverAndClick(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	v := r.analysis.affinity.views[session.Right]
	if v.matrix == nil || v.matrix.Size() != 40 {
		t.Fatal("no matrix")
	}
	x, y := v.view.Transform(v.surface.Pixels()).ToScreen(5.5, 2.5)
	at := fyne.NewPos(float32(x/v.surface.Scale), float32(y/v.surface.Scale))
	v.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	if got := r.analysis.affinity.cell.Text; got != "right: tracks 3, 6: 0.25" {
		t.Errorf("hover says %q", got)
	}
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}}
	v.MouseDown(e)
	v.MouseUp(e)
	if got := r.session.Selection.Tracks(); !slices.Equal(got, []int{2, 5}) {
		t.Errorf("a click selects %v", got)
	}
}

// TestMatrixBlock: dragging with shift over the affinity selects the tracks of the
// rows and columns that it passes, in one step.
func TestMatrixBlock(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	v := r.analysis.affinity.views[session.Right]
	at := func(column, row float64) fyne.PointEvent {
		x, y := v.view.Transform(v.surface.Pixels()).ToScreen(column, row)
		return fyne.PointEvent{Position: fyne.NewPos(float32(x/v.surface.Scale), float32(y/v.surface.Scale))}
	}
	r.session.Selection.Select([]int{30}, false)
	camera := r.analysis.affinity.camera
	v.MouseDown(&desktop.MouseEvent{PointEvent: at(8.5, 2.5), Modifier: fyne.KeyModifierShift})
	for _, column := range []float64{12.5, 15.5, 10.5} {
		v.Dragged(&fyne.DragEvent{PointEvent: at(column, 4.5)})
	}
	v.DragEnd()
	v.MouseUp(&desktop.MouseEvent{PointEvent: at(10.5, 4.5)})
	var want []int
	for _, k := range []int{2, 3, 4, 8, 9, 10} {
		want = append(want, v.outcome.Points[v.order[k]])
	}
	slices.Sort(want)
	if got := r.session.Selection.Tracks(); !slices.Equal(got, want) || r.analysis.affinity.camera != camera {
		t.Errorf("the block selects %v, expected %v", got, want)
	}
	r.session.Selection.Back()
	if got := r.session.Selection.Tracks(); !slices.Equal(got, []int{30}) {
		t.Errorf("one step back are %v", got)
	}
}

func TestTrackTableSorts(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	table := r.analysis.tracks.table
	table.SortBy(4, true)
	if table.Rows()[0] != 39 || table.Cell(0, 4) != "0.975" {
		t.Errorf("first row is track %d with %s", table.Rows()[0], table.Cell(0, 4))
	}
	table.Select(widget.TableCellID{Row: 0, Col: 0})
	if got := r.session.Selection.Tracks(); !slices.Equal(got, []int{39}) {
		t.Errorf("a click selects %v", got)
	}
	table.SortBy(1, false)
	r.keyboard.typedRune('m')
	if got := table.Rows(); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("the table lists %v while only misclassified tracks are shown", got)
	}
	r.keyboard.typedRune('m')
	if n := len(table.Rows()); n != 40 {
		t.Errorf("the table lists %d tracks, want all", n)
	}
}

func TestDropAndBrokenFile(t *testing.T) {
	r := withExample(t, nil)
	r.opener.dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(touch(t, "broken.mat"))})
	r.settle()
	if len(r.problems) != 1 || r.problems[0].File != "broken.mat" || r.problems[0].Advice == "" {
		t.Errorf("problems are %+v", r.problems)
	}
	if r.session.Doc.Sequence().Name != "turning" {
		t.Error("what was open is lost")
	}
}

func TestExportWritesFiles(t *testing.T) {
	r := withExample(t, nil)
	if _, err := labelsOf(session.Left)(r.exporter); err == nil {
		t.Error("nothing can be exported before a run")
	}
	r.runBoth()
	folder := t.TempDir()
	for name, make := range map[string]func(*exporter) (func(context.Context, io.Writer) error, error){
		"labels.csv": labelsOf(session.Left), "tracks.csv": tracksOf(session.Right),
		"w.npy": matrixOf(session.Left, hopkins.WriteNPY),
		"w.png": matrixPicture(session.Right), "figure.pdf": figure(draw.PDF, figureOptions{}),
		"figure.svg": figure(draw.SVG, figureOptions{}), "conv.pdf": chart(convergence),
	} {
		write, err := make(r.exporter)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r.exporter.writeFile(r.win, filepath.Join(folder, name), write, r.status.say)
	}
	r.settle()
	files, _ := os.ReadDir(folder)
	if len(files) != 7 || len(r.problems) != 0 {
		t.Errorf("%d files, problems %v", len(files), r.problems)
	}
	labels, _ := os.ReadFile(filepath.Join(folder, "labels.csv"))
	if !strings.HasPrefix(string(labels), "track,label,truth\n1,2,1\n2,2,1\n3,2,1\n4,1,1\n") {
		t.Errorf("labels start %q", labels[:40])
	}
	r.exporter.writeFile(r.win, filepath.Join(folder, "missing", "x.csv"), func(context.Context, io.Writer) error {
		return errors.New("no")
	}, r.status.say)
	r.settle()
	if r.win.Canvas().Overlays().Top() == nil {
		t.Error("a file that cannot be written must be told")
	}
	if text := r.status.text(); strings.HasPrefix(text, "Writing") {
		t.Errorf("after that the status line says %q", text)
	}
}

func TestLibraryRows(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Open = func(_ context.Context, path string) (*hopkins.Sequence, error) {
			s := turning()
			s.Name, s.Path = filepath.Base(path), path
			return s, nil
		}
	})
	r.runBoth()
	path := touch(t, "second.mat")
	r.session.OpenPath(path)
	r.settle()
	if got := r.library.children(""); !slices.Equal(got, []string{"#Example", "#Recent"}) {
		t.Errorf("groups are %v", got)
	}
	if r.win.Title() != "MotionSeg: second.mat" {
		t.Errorf("title is %q", r.win.Title())
	}
	r.library.selected("Example\x00")
	r.settle()
	if r.session.Sides.State(session.Left) != session.Done {
		t.Error("coming back must show the results at once")
	}
	r.library.search.SetText("second")
	if got := r.library.children(""); !slices.Equal(got, []string{"#Recent"}) {
		t.Errorf("search lists %v", got)
	}
}

func TestSidePanelsHide(t *testing.T) {
	r := withExample(t, nil)
	width := r.split.Size().Width
	r.folding.toggleLibrary()
	r.folding.toggleInspector()
	if got := r.split.Size().Width; got < width+400 {
		t.Errorf("the views are %v wide without the panels, %v with them", got, width)
	}
}

func TestCloseWhileRunning(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.SettingsPath = filepath.Join(t.TempDir(), "settings.json")
		c.Solve = func(ctx context.Context, _ segment.Data, _ segment.Config) (*segment.Result, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
	})
	test.Tap(r.toolbar.run)
	r.close()
	r.settle()
	if r.session.Settings().Width != 1100 {
		t.Errorf("width %v is remembered", r.session.Settings().Width)
	}
}

// TestDialogsOpen: every command that asks something shows a dialog or menu,
// which Esc closes.
func TestDialogsOpen(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	for name, open := range map[string]func(){
		"open file": r.opener.openFile, "open folder": r.opener.openFolder, "open menu": func() {
			r.keyboard.typedRune('o')
		}, "export menu": func() { r.keyboard.typedRune('e') },
		"view menu": func() { r.menus.popView(r.toolbar.open) }, "two frames": func() {
			r.opener.askFrames(hopkins.FramePair)
		}, "range": func() { r.opener.askFrames(hopkins.FrameRange) },
		"export figure": func() { r.exporter.showFigure(exportOf{}) },
		"export film":   r.exporter.exportFilm, "about": r.pages.showAbout,
		"methods": r.pages.showMethods,
	} {
		open()
		if r.win.Canvas().Overlays().Top() == nil {
			t.Errorf("%s shows nothing", name)
		}
		r.keyboard.typedKey(fyne.KeyEscape)
		if r.win.Canvas().Overlays().Top() != nil {
			t.Errorf("%s stays after Esc", name)
		}
	}
}

// TestViewsLookRight compares the painted views with stored pictures.
func TestViewsLookRight(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	r.session.Playback.SetFrame(4)
	r.session.Selection.Select([]int{30}, false)
	r.settle()
	views := map[string]*kit.Surface{
		"view-left.png": r.sides[session.Left].view.surface, "view-right.png": r.sides[session.Right].view.surface,
		"matrix-right.png": r.analysis.affinity.views[session.Right].surface,
	}
	for name, s := range views {
		golden.Check(t, name, s.Picture(image.Pt(320, 240)))
	}
}

// TestKernelsTab shows a kernel that was weighed by a click on its row.
func TestKernelsTab(t *testing.T) {
	r := withExample(t, func(c *session.Config) { c.Solve = segment.Run })
	if r.session.Plan.Setup(session.Right).Method != "lrksc-auto" {
		t.Fatalf("the right side starts with %s", r.session.Plan.Setup(session.Right).Method)
	}
	r.runBoth()
	weighed := r.session.Sides.Outcome(session.Right).Result.Candidates
	if len(weighed) != 5 {
		t.Fatalf("%d kernels were weighed, want 5", len(weighed))
	}
	tab := r.analysis.tabs.Items[4]
	rowsOf := func() (rows []*kit.Button) {
		for _, o := range test.LaidOutObjects(tab.Content) {
			if b, ok := o.(*kit.Button); ok {
				rows = append(rows, b)
			}
		}
		return rows
	}
	if rows := rowsOf(); rows != nil {
		t.Errorf("%d rows are made for a tab that is not seen", len(rows))
	}
	r.analysis.tabs.Select(tab)
	rows := rowsOf()
	if len(rows) != 6 || rows[3].Text != weighed[2].Name {
		t.Fatalf("%d rows of kernels, want the result and 5", len(rows))
	}
	test.Tap(rows[3])
	if got := r.session.Sides.Outcome(session.Right).Candidate; got != 2 {
		t.Errorf("candidate %d is shown, want 2", got)
	}
	r.session.Sides.ShowCandidate(session.Right, -1)
}

// TestEstimateFromToolbar estimates the number of motions from the toolbar.
func TestEstimateFromToolbar(t *testing.T) {
	r := withExample(t, func(c *session.Config) { c.Solve = segment.Run })
	c := r.toolbar.motions
	c.SetSelected("estimate")
	r.session.Wait()
	r.settle()
	k := r.session.Plan.Motions()
	if k < segment.MinMotions || c.Selected != fmt.Sprintf("%d (estimated)", k) {
		t.Errorf("%d motions are set, the toolbar says %q", k, c.Selected)
	}
	if !strings.Contains(r.status.line.Text, "Estimated "+motionsText(k)) {
		t.Errorf("the status says %q", r.status.line.Text)
	}
}

// TestEstimateFromInspector: what is typed for the number of motions is the window's word or the command
// line's, and other words are told which there are.
func TestEstimateFromInspector(t *testing.T) {
	r := withExample(t, func(c *session.Config) { c.Solve = segment.Run })
	for _, word := range []string{"auto", "Estimate"} {
		r.session.Plan.SetMotions(0)
		if err := setMotions(r.session, word); err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		r.session.Wait()
		r.settle()
		k, says := r.session.Plan.Motions(), r.toolbar.motions.Selected
		if k < segment.MinMotions || says != fmt.Sprintf("%d (estimated)", k) {
			t.Errorf("%s: %d motions are set, the toolbar says %q", word, k, says)
		}
	}
	err := setMotions(r.session, "many")
	if err == nil || !strings.Contains(err.Error(), "truth, estimate or a whole number") {
		t.Errorf("many motions: %v", err)
	}
}

// TestSmallWindows: at 1024×700, and at 1280×800 enlarged by half, all fits; the
// panel for which there is no room comes when it is asked for.
func TestSmallWindows(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	if size := r.win.Content().MinSize(); size.Width > 1280/1.5 || size.Height > 800/1.5-30 {
		t.Errorf("the content needs %v", size)
	}
	r.win.Resize(fyne.NewSize(853, 533))
	p := r.panels
	if !p.fits(p.left) || p.fits(p.right) {
		t.Errorf("in a narrow window the library fits %v, the inspector %v", p.fits(p.left), p.fits(p.right))
	}
	r.folding.toggleInspector()
	if p.fits(p.left) || !p.fits(p.right) || p.right.content.Position().X > 853 {
		t.Error("the inspector does not come when it is asked for")
	}
	r.win.Resize(fyne.NewSize(1280, 800))
	if !p.fits(p.left) || !p.fits(p.right) {
		t.Error("in a wide window there is room for both")
	}
}

// TestDraggingKeepsBothPanels: a panel is made no wider than there is room for beside the
// other, which would be gone, at the next start too.
func TestDraggingKeepsBothPanels(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	r.win.Resize(fyne.NewSize(1000, 700))
	p := r.panels
	for range 40 {
		p.left.grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(10, 0)})
	}
	for range 40 {
		p.right.grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(-10, 0)})
	}
	if !p.fits(p.left) || !p.fits(p.right) || p.left.width < minPanel || p.right.width < minPanel {
		t.Errorf("after dragging the library fits %v, the inspector %v", p.fits(p.left), p.fits(p.right))
	}
}

// TestLibraryMarksWhatIsOpen: what was clicked and cannot be opened is not marked as what is
// open.
func TestLibraryMarksWhatIsOpen(t *testing.T) {
	r := withExample(t, nil)
	gone := touch(t, "gone.csv")
	r.session.Settings().Recent = append(r.session.Settings().Recent, gone)
	l := r.window.library
	l.update()
	var clicked string
	for id, item := range l.items {
		if item.Key == gone {
			clicked = id
		}
	}
	var marked string
	l.tree.OnSelected = func(id widget.TreeNodeID) {
		marked = id
		l.selected(id)
	}
	l.tree.Select(clicked)
	r.settle()
	if len(r.problems) != 1 {
		t.Fatalf("problems %v", r.problems)
	}
	if !l.items[marked].Open {
		t.Errorf("marked is %q", marked)
	}
}

// TestNothingIsBelowNothing: however small the window is, no part of it has a width or height
// below 0, which painters of icons cannot have.
func TestNothingIsBelowNothing(t *testing.T) {
	bench := withExample(t, nil)
	bench.runBoth()
	film, _ := withFilm(t, 12)
	film.session.Playback.SetPlaying(false)
	queue := newRig(t, func(c *session.Config) { c.OpenPictures = openPictures })
	queue.session.OpenPath(filmFolder(t, "a", "b"))
	queue.settle()
	for name, r := range map[string]*rig{"bench": bench, "film": film, "queue": queue} {
		for _, size := range []fyne.Size{{Width: 1, Height: 1}, {Width: 200, Height: 100}, {Width: 500, Height: 300},
			{Width: 800, Height: 320}, {Width: 320, Height: 800}} {
			for _, views := range []session.Arrangement{session.BothViews, session.StackedViews, session.RightView} {
				d := r.session.View.Display()
				d.Views = views
				r.session.View.SetDisplay(d)
				r.win.Content().Resize(size)
				eachSeen(r.win.Content(), func(o fyne.CanvasObject) {
					if s := o.Size(); s.Width < 0 || s.Height < 0 {
						t.Errorf("%s at %v, arrangement %d: a %T %s has %v", name, size, views, o, nameOf(o), s)
					}
				})
			}
		}
	}
}

// eachSeen goes through an object and what is seen in it.
func eachSeen(o fyne.CanvasObject, do func(fyne.CanvasObject)) {
	if !o.Visible() {
		return
	}
	do(o)
	var inside []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		inside = o.Objects
	case fyne.Widget:
		inside = test.WidgetRenderer(o).Objects()
	}
	for _, o := range inside {
		eachSeen(o, do)
	}
}

// TestTitleSaysWhatIsNotSaved: steps by hand that are in no project file are told of.
func TestTitleSaysWhatIsNotSaved(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	if title := r.win.Title(); title != "MotionSeg: turning" {
		t.Errorf("before a step the title is %q", title)
	}
	r.session.Mine.Begin(session.Left)
	r.queue.turn()
	if title := r.win.Title(); !strings.Contains(title, "in no project yet") {
		t.Errorf("after a step it is %q", title)
	}
	path := filepath.Join(t.TempDir(), "work.motionseg")
	r.session.Keeping.Save(path, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	r.settle()
	if title := r.win.Title(); title != "MotionSeg: work.motionseg" {
		t.Errorf("saved it is %q", title)
	}
	r.session.Mine.Merge(1, 2)
	r.queue.turn()
	if title := r.win.Title(); title != "MotionSeg: work.motionseg (not saved)" {
		t.Errorf("after one more step it is %q", title)
	}
}

// TestColoursOfTheProgram: light and dark can be chosen, whatever the system is, and
// painted pixels follow.
func TestColoursOfTheProgram(t *testing.T) {
	r := withExample(t, nil)
	for _, c := range []struct {
		name string
		want draw.Style
	}{{"Light", draw.Light()}, {"Dark", draw.Dark()}} {
		choose(t, r.menus.viewItems(), "Colours of the program", c.name)
		if kit.Style() != c.want {
			t.Errorf("%s is painted on %v", c.name, kit.Style().Background)
		}
	}
}
