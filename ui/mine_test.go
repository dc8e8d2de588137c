package ui

import (
	"context"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/session"
)

// mineRig has results on both sides of the example.
func mineRig(t *testing.T) *rig {
	r := newRig(t, nil)
	r.session.OpenExample()
	r.settle()
	r.session.Sides.Run()
	r.settle()
	return r
}

// TestMatchesByHand: matches of two pictures are not called tracks.
func TestMatchesByHand(t *testing.T) {
	r := newRig(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			_, n := s.Pixels.Dims()
			for _, x := range []**mat.Dense{&s.Pixels, &s.Normalized} {
				*x = mat.DenseCopyOf((*x).Slice(0, 4, 0, n))
			}
			s.TwoFrame = true
			return s, nil
		}
	})
	s := r.session
	s.OpenExample()
	r.settle()
	s.Plan.SetOutliers(hopkins.OutliersNone)
	said := []string{mineText(s), whyText(s, nil)}
	s.Sides.Run()
	r.settle()
	r.keyboard.typedRune('n')
	r.settle()
	said = append(said, askText(s), r.analysis.mine.why.Text)
	s.Selection.Select([]int{3}, false)
	r.settle()
	said = append(said, r.analysis.mine.why.Text)
	for _, i := range append(r.labeller.labelItems(1), r.labeller.chipItems(1)...) {
		said = append(said, i.Label)
	}
	all := strings.Join(said, "\n")
	if strings.Contains(strings.ToLower(all), "track") {
		t.Errorf("matches are called tracks:\n%s", all)
	}
	for _, want := range []string{"select matches and press", "Select one match", "Which motion has match",
		"Match 4 has motion", "Strongest to matches", "Give the selected matches to", "Exclude the selected matches",
		"Give it the selected matches"} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing says %q:\n%s", want, all)
		}
	}
}

func TestGiveByKey(t *testing.T) {
	r := mineRig(t)
	s := r.session
	s.Mine.SetFollowing(false)
	if r.labeller.giveKey(fyne.Key2, 0) || r.labeller.giveKey(fyne.KeyA, fyne.KeyModifierShift) {
		t.Error("a digit without Shift, or Shift with no digit, is taken")
	}
	if !r.labeller.giveKey(fyne.Key2, fyne.KeyModifierShift) || s.Mine.Begun() {
		t.Error("nothing is selected, and something was given")
	}
	s.Selection.Select([]int{0, 1}, false)
	r.labeller.giveKey(fyne.Key3, fyne.KeyModifierShift)
	r.settle()
	if l := s.Mine.Labels(); l[0] != 3 || l[1] != 3 || !s.View.ShowsMine(session.Left) {
		t.Errorf("given: %v, shown on the left: %v", l, s.View.ShowsMine(session.Left))
	}
	if text := mineText(s); !strings.Contains(text, "2 given") {
		t.Errorf("the tab says %q", text)
	}
	r.keyboard.typedRune('x')
	r.settle()
	if l := s.Mine.Labels(); l[0] != 0 {
		t.Errorf("an outlier has motion %d", l[0])
	}
	s.History.Undo()
	s.History.Undo()
	if s.Mine.Begun() {
		t.Error("two steps undone, and there are still labels by hand")
	}
}

// N before there is a result says what to do, and while the motions are looked for to wait.
func TestAskBeforeAResult(t *testing.T) {
	until := make(chan struct{})
	r := newRig(t, func(c *session.Config) {
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			<-until
			return solve(ctx, d, cfg)
		}
	})
	r.session.OpenExample()
	for r.session.Doc.Sequence() == nil {
		r.queue.run()
	}
	r.win.Canvas().OnTypedRune()('n')
	if said := r.status.line.Text; !strings.HasPrefix(said, "Find the motions first, by Run (R)") {
		t.Errorf("before a run N says %q", said)
	}
	r.session.Sides.Run()
	r.win.Canvas().OnTypedRune()('n')
	if said := r.status.line.Text; !strings.HasPrefix(said, "The motions are still being looked for") {
		t.Errorf("while it runs N says %q", said)
	}
	close(until)
	r.settle()
}

func TestAskByKey(t *testing.T) {
	r := mineRig(t)
	r.keyboard.typedRune('n')
	r.settle()
	d := r.session.Mine.Doubt()
	if d == nil || !slices.Equal(r.session.Selection.Tracks(), []int{d.Point}) {
		t.Fatalf("asks %+v", d)
	}
	if selected := r.analysis.tabs.Selected(); selected.Text != "By hand" {
		t.Errorf("the tab %s is shown", selected.Text)
	}
	for label, want := range map[string]string{r.analysis.mine.ask.Text: "Which motion has track",
		r.analysis.mine.why.Text: "Strongest to tracks"} {
		if !strings.Contains(label, want) {
			t.Errorf("%q does not say %q", label, want)
		}
	}
	if why := r.analysis.mine.why.Text; !strings.Contains(why, "Its distance in pixels from motion 1: ") {
		t.Errorf("%q does not say how far the motions are", why)
	}
	// What speaks for the motion is read at once: nothing else is said beside the question.
	p := r.analysis.mine
	if !p.ask.Visible() || p.state.Visible() || strings.Contains(p.why.Text, "has motion") ||
		!strings.Contains(p.why.Text, "distance in pixels") {
		t.Errorf("asked, the tab says %q and %q", p.state.Text, p.why.Text)
	}
	r.session.Mine.GiveSelected(2)
	r.settle()
	r.keyboard.typedRune('n')
	r.settle()
	if order := p.texts.Objects; !p.state.Visible() || order[0] != p.ask || order[1] != p.why {
		t.Error("asked again, something else is above what speaks for the motion")
	}
	r.session.Selection.Select([]int{(r.session.Mine.Doubt().Point + 1) % 40}, false)
	r.settle()
	if !strings.Contains(p.why.Text, "has motion") {
		t.Errorf("of another track the tab says %q", p.why.Text)
	}
}

// Every item of the menu can be chosen, with nothing open too.
func TestLabelMenu(t *testing.T) {
	r := newRig(t, nil)
	var choose func(items []*fyne.MenuItem)
	choose = func(items []*fyne.MenuItem) {
		for _, i := range items {
			if i.ChildMenu != nil {
				choose(i.ChildMenu.Items)
			} else if i.Action != nil && !i.Disabled && !strings.HasSuffix(i.Label, "…") {
				i.Action()
				r.settle()
			}
		}
	}
	choose(r.labeller.labelItems(2))
	r.session.OpenExample()
	r.settle()
	r.session.Sides.Run()
	r.settle()
	r.session.Selection.Select([]int{0, 1}, false)
	choose(r.labeller.labelItems(2))
	if len(r.problems) > 0 {
		t.Errorf("problems %+v", r.problems)
	}
	if !r.session.Mine.Begun() {
		t.Error("nothing came of any item")
	}
}

// The head, the confusion and the status line say by which truth they speak.
func TestMineIsTheTruthInTheWindow(t *testing.T) {
	r := mineRig(t)
	s := r.session
	head := r.sides[session.Right]
	if texts := headTexts(s, session.Right, s.Sides.Outcome(session.Right)); strings.Contains(texts[0], "by hand") ||
		head.truth.Text != "Truth" {
		t.Errorf("by the file: %q, %q", texts[0], head.truth.Text)
	}
	test.Tap(r.analysis.mine.begin[session.Left])
	r.settle()
	test.Tap(r.analysis.mine.truth)
	r.settle()
	if !s.Doc.TruthByHand() || head.truth.Text != "Truth (mine)" {
		t.Errorf("by hand %v: %q", s.Doc.TruthByHand(), head.truth.Text)
	}
	texts := headTexts(s, session.Right, s.Sides.Outcome(session.Right))
	if !strings.Contains(texts[0], "truth by hand · misclassified of 40 tracks") ||
		texts[len(texts)-1] != "truth by hand" {
		t.Errorf("the head says %q", texts)
	}
	// The left side, whose labels these are, errs nowhere; the right one where
	// the left one did.
	if l, right := s.Sides.Outcome(session.Left).Score.Wrong, s.Sides.Outcome(session.Right).Score.Wrong; l != 0 ||
		right != 3 {
		t.Errorf("%d and %d wrong", l, right)
	}
	if c := newConfusion(s, r.kit); c.labellings[0].rowTitle != "truth (mine)" || c.labellings[1].rows[0] != 2 {
		t.Errorf("the confusion is of %q", c.labellings[0].rowTitle)
	}
	if text := trackText(s, 0); !strings.HasSuffix(text, "truth (mine): 2") {
		t.Errorf("the status line says %q", text)
	}
	s.History.Undo()
	r.settle()
	if head.truth.Text != "Truth" || s.Sides.Outcome(session.Left).Score.Wrong != 3 {
		t.Errorf("undone: %q", head.truth.Text)
	}
}

// middle is the middle of an object in the window.
func (r *rig) middle(o fyne.CanvasObject) fyne.Position {
	size := o.Size()
	return r.app.Driver().AbsolutePositionForObject(o).AddXY(size.Width/2, size.Height/2)
}

// The selection is dragged onto a chip, and a chip onto another.
func TestDragOntoChips(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	s := r.session
	s.Mine.SetFollowing(false)
	left, chips := r.sides[session.Left].view, r.legend.chips.Objects
	one, two := chips[0].(*chip), chips[1].(*chip)
	drag := func(from, to fyne.Position) {
		left.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}, Button: desktop.MouseButtonPrimary})
		left.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: from, AbsolutePosition: to},
			Dragged: fyne.NewDelta(9, 9)})
		left.DragEnd()
	}
	drag(r.at(left, 0), r.middle(two)) // nothing is selected: it pans
	if s.Mine.Begun() || s.View.Camera().Fitted() {
		t.Error("what is not selected is given, or does not pan")
	}
	r.menus.fit()
	s.Selection.Select([]int{4, 5}, false)
	drag(r.at(left, 5), fyne.NewPos(1, 1)) // onto nothing
	if s.Mine.Begun() || !s.View.Camera().Fitted() {
		t.Error("dropped on nothing, and something was given or panned")
	}
	drag(r.at(left, 5), r.middle(two))
	r.settle()
	if l := s.Mine.Labels(); l == nil || l[4] != 2 || l[5] != 2 || l[6] != 1 || !s.View.ShowsMine(session.Left) {
		t.Fatalf("dropped on motion 2: %v", l)
	}
	one.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: r.middle(one)}})
	one.DragEnd() // onto itself
	if s.Mine.Labels()[6] != 1 {
		t.Error("merged with itself")
	}
	one.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: r.middle(two)}})
	one.DragEnd()
	if slices.Contains(s.Mine.Labels(), 1) {
		t.Errorf("merged into motion 2: %v", s.Mine.Labels())
	}
	s.History.Undo()
	s.History.Undo()
	if s.Mine.Begun() {
		t.Error("two drags are not two steps")
	}
}

// A brush selects what it passes over, as one step back.
func TestBrushSelects(t *testing.T) {
	r := withExample(t, nil)
	left, s := r.sides[session.Left].view, r.session
	s.Selection.Select([]int{30}, false)
	from, to := r.at(left, 0), r.at(left, 4) // along the first row of the first patch
	left.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}, Button: desktop.MouseButtonPrimary,
		Modifier: fyne.KeyModifierShift | fyne.KeyModifierControl})
	for k := range 4 {
		part := float32(k+1) / 4
		at := from.AddXY(part*(to.X-from.X), part*(to.Y-from.Y))
		left.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at}, Dragged: fyne.NewDelta(1, 0)})
		if len(left.view.Lasso) == 0 {
			t.Error("the brush is not shown")
		}
	}
	left.DragEnd()
	got := s.Selection.Tracks()
	for _, want := range []int{0, 1, 2, 3, 4, 30} {
		if !slices.Contains(got, want) {
			t.Errorf("track %d is not in %v", want, got)
		}
	}
	if slices.Contains(got, 15) || slices.Contains(got, 25) || len(left.view.Lasso) != 0 {
		t.Errorf("selected %v", got)
	}
	s.Selection.Back()
	if got := s.Selection.Tracks(); !slices.Equal(got, []int{30}) {
		t.Errorf("one step back: %v", got)
	}
}

// A motion takes a colour, and leaves its own to the one that had it.
func TestColours(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	s, view := r.session, &r.sides[session.Left].view.view
	choose(t, r.labeller.chipItems(1), "Colour", "sky blue") // that of motion 2
	r.settle()
	if got := view.Style.LabelColor(1); got != draw.LabelColor(2) {
		t.Errorf("motion 1 is drawn in %v", got)
	}
	seen := map[color.RGBA]bool{}
	for label := 1; label <= draw.LabelColors; label++ {
		seen[view.Style.LabelColor(label)] = true
	}
	if view.Style.LabelColor(2) != draw.LabelColor(1) || len(seen) != draw.LabelColors {
		t.Errorf("motion 2 is drawn in %v, and there are %d colours", view.Style.LabelColor(2), len(seen))
	}
	if s.Mine.Colours()[1] != "#56b4e9" {
		t.Errorf("kept as %v", s.Mine.Colours())
	}
	choose(t, r.labeller.chipItems(1), "Colour", "as its number has it")
	r.settle()
	if view.Style.LabelColor(1) != draw.LabelColor(1) {
		t.Error("the colour is not taken back")
	}
}

// The slider selects all that is so much like what was selected, says how many,
// and is one step back.
func TestSliderSelectsAlike(t *testing.T) {
	r := withExample(t, nil)
	p, s := r.analysis.mine, r.session
	if !p.like.Disabled() {
		t.Error("there is a slider without an affinity")
	}
	r.runBoth()
	s.Selection.Select([]int{10}, false)
	r.settle()
	if p.like.Disabled() || p.like.Value != 100 {
		t.Fatalf("the slider is at %g", p.like.Value)
	}
	// The affinity of these tracks falls with the distance of their numbers: half of
	// the strongest is that to the second next.
	p.like.SetValue(66)
	if got := s.Selection.Tracks(); !slices.Equal(got, []int{8, 9, 10, 11, 12}) ||
		!strings.HasPrefix(p.likeText.Text, "4 more") {
		t.Errorf("at 66 %%: %v, %q", got, p.likeText.Text)
	}
	p.like.SetValue(90)
	if got := s.Selection.Tracks(); !slices.Equal(got, []int{9, 10, 11}) {
		t.Errorf("at 90 %%: %v", got)
	}
	p.like.SetValue(1)
	if got := s.Selection.Tracks(); len(got) != 17 || got[0] != 3 || got[16] != 19 {
		t.Errorf("at 1 %%: %v", got)
	}
	s.Selection.Back()
	r.settle()
	if got := s.Selection.Tracks(); !slices.Equal(got, []int{10}) || p.like.Value != 100 {
		t.Errorf("one step back: %v, the slider is at %g", got, p.like.Value)
	}
}

// The row of the selected track has all its affinities, each with the motion that
// its track has, and colours and names as they are given by hand.
func TestAffinityRowOfTheSelected(t *testing.T) {
	r := mineRig(t)
	s, row := r.session, r.analysis.mine.row
	if row.Visible() {
		t.Error("a row of no track")
	}
	const track = 3
	s.Selection.Select([]int{track}, false)
	r.settle()
	side, _ := s.Mine.Base()
	o := s.Sides.Outcome(side)
	labels := s.Sides.Labels(side)
	var total float64
	affinities := o.Result.W.RawRowView(o.Rows[track])
	want := map[int]float64{}
	for j, w := range affinities {
		if j != o.Rows[track] && w > 0 {
			want[o.Points[j]] = w
			total += w
		}
	}
	if len(want) < 2 || !row.Visible() {
		t.Fatalf("%d neighbours, visible %v", len(want), row.Visible())
	}
	check := func(labels []int) {
		t.Helper()
		n := 0
		for _, g := range row.row.Groups {
			var sum float64
			for _, b := range g.Bars {
				if b.Value != want[b.Point] || labels[b.Point] != g.Label {
					t.Errorf("track %d of motion %d: affinity %g to motion %d, expected %g", b.Point, g.Label, b.Value,
						labels[b.Point], want[b.Point])
				}
				sum += b.Value
				n++
			}
			if math.Abs(sum/total-g.Share) > 1e-12 {
				t.Errorf("motion %d has the share %g, expected %g", g.Label, g.Share, sum/total)
			}
		}
		if n != len(want) {
			t.Fatalf("%d tracks, expected %d", n, len(want))
		}
	}
	check(labels)
	s.Mine.SetFollowing(false)
	test.Tap(r.analysis.mine.begin[side])
	strongest := row.row.Groups[0].Bars[0].Point
	s.Mine.Give([]int{strongest}, 9)
	s.Mine.Rename(9, "bus")
	s.Mine.Recolour(9, "#123456")
	r.settle()
	check(s.Mine.Labels())
	last := row.row.Groups[len(row.row.Groups)-1]
	if last.Label != 9 || last.Name != "9, bus" || last.Bars[0].Point != strongest {
		t.Errorf("the given track is in %+v", last)
	}
	m := row.surface.Picture(image.Pt(480, 112))
	found := 0
	for y := range 112 {
		for x := range 480 {
			if m.RGBAAt(x, y) == (color.RGBA{0x12, 0x34, 0x56, 0xFF}) {
				found++
			}
		}
	}
	if found < 200 {
		t.Errorf("%d pixels have the colour of the motion", found)
	}
	s.Selection.Select([]int{track, strongest}, false)
	r.settle()
	if row.Visible() {
		t.Error("a row of two tracks")
	}
}

// choose chooses an item of a menu by the names on the way to it.
func choose(t *testing.T, items []*fyne.MenuItem, way ...string) {
	t.Helper()
	i := slices.IndexFunc(items, func(i *fyne.MenuItem) bool { return i.Label == way[0] })
	switch {
	case i < 0 || items[i].Disabled:
		t.Fatalf("there is no %q to choose", way[0])
	case len(way) > 1:
		choose(t, items[i].ChildMenu.Items, way[1:]...)
	default:
		items[i].Action()
	}
}
