package ui

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"motionseg/hopkins"
	"motionseg/segment"
	"motionseg/ui/session"
)

// TestNumberPictures: what was found with each number of motions is shown as a
// picture, with what speaks for it, and a click takes the number.
func TestNumberPictures(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Solve = segment.Run
		c.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			s.Truth = nil
			return s, nil
		}
	})
	n := r.analysis.numbers
	if len(n.cards) != 0 || n.ask.Disabled() {
		t.Fatalf("%d cards before any estimate", len(n.cards))
	}
	if got := r.toolbar.motions.Options[0]; got != "estimate at Run" {
		t.Errorf("the first choice is %q", got)
	}
	n.ask.Tapped(nil)
	r.session.Wait()
	r.settle()
	e := r.session.Plan.Estimate()
	if e == nil || len(n.cards) < 2 || len(n.cards) > mostNumbers || n.cards[0].number != 1 {
		t.Fatalf("%d cards for %+v; problems %v", len(n.cards), e, r.problems)
	}
	painted := 0
	for _, c := range n.cards {
		found := c.number < e.Low || e.Labels[c.number-e.Low] != nil
		if (c.picture.Image != nil) != found {
			t.Errorf("%d motions: picture %v, found %v", c.number, c.picture.Image != nil, found)
		}
		if c.picture.Image != nil {
			painted++
		}
		if c.number == e.Motions && c.note.Text != "the estimate" {
			t.Errorf("%d motions: %q", c.number, c.note.Text)
		}
	}
	if painted < 2 {
		t.Fatalf("%d pictures", painted)
	}
	if labels := r.session.Plan.EstimateLabels(e.Motions); len(labels) != 40 || slices.Max(labels) != e.Motions {
		t.Errorf("labels %v", labels)
	}
	// Where no estimate looked for one motion, that has a picture all the same.
	n.build(&segment.MotionsEstimate{Low: 2, Motions: 2, Scores: []float64{0, -1}, Labels: make([][]int, 2)})
	if len(n.cards) != 3 || n.cards[0].number != 1 || n.cards[0].tip != "1 motion: not compared with the others" {
		t.Errorf("%d cards, the first of %d motions: %q", len(n.cards), n.cards[0].number, n.cards[0].tip)
	}
	n.build(e)
	// Runs take the estimate; a click takes another number.
	if r.session.Plan.Motions() != 0 || r.session.Plan.MotionsUsed() != e.Motions {
		t.Errorf("%d motions are set, %d are used", r.session.Plan.Motions(), r.session.Plan.MotionsUsed())
	}
	other := n.cards[len(n.cards)-1]
	other.Tapped(nil)
	if r.session.Plan.Motions() != other.number {
		t.Errorf("%d motions after a click on %d", r.session.Plan.Motions(), other.number)
	}
	// Its words stay after a run, in the inspector.
	r.session.Sides.Run()
	r.session.Wait()
	r.settle()
	if in := r.inspector.estimate; !in.Visible() || in.Text != estimateText(e)+"." {
		t.Errorf("the inspector says %q after a run", in.Text)
	}
	r.session.OpenExample()
	r.settle()
	if r.inspector.estimate.Visible() || len(n.cards) > 0 {
		t.Error("the estimate of other tracks is shown")
	}
}

func TestCredibility(t *testing.T) {
	e := &segment.MotionsEstimate{Motions: 3, Low: 1,
		Scores: []float64{math.Inf(-1), 9.8, 10, 10 - math.Log(4), 10 - math.Log(4321), -100}}
	if got := credibility(e, -1); got != "not compared with the others" {
		t.Errorf("fewer motions than were looked for: %q", got)
	}
	for i, want := range []string{"no such grouping found", "about as credible", "the estimate",
		"4.0 times less credible", "4000 times less credible", "hardly credible"} {
		if got := credibility(e, i); got != want {
			t.Errorf("%d motions: %q, want %q", i+1, got, want)
		}
	}
	guess := &segment.MotionsEstimate{Motions: 2, Low: 2, Scores: []float64{3, 1}, MayBeOne: true}
	for i, want := range map[int]string{-1: "perhaps", 0: "the estimate", 1: "7.4 times less credible"} {
		if got := credibility(guess, i); got != want {
			t.Errorf("%d motions where two may be one: %q, want %q", i+2, got, want)
		}
	}
}

// TestNumberPicturesColours: motions have the colours in the small pictures that
// they have in the views.
func TestNumberPicturesColours(t *testing.T) {
	for _, known := range []bool{true, false} {
		r := withExample(t, func(c *session.Config) {
			c.Solve = segment.Run
			c.Example = func() (*hopkins.Sequence, error) {
				s := turning()
				for i := range s.Truth {
					// The motion that is found first is the second one.
					s.Truth[i] = 3 - s.Truth[i]
				}
				if !known {
					s.Truth = nil
				}
				return s, nil
			}
		})
		n := r.analysis.numbers
		n.ask.Tapped(nil)
		r.session.Wait()
		r.settle()
		r.session.Plan.SetMotions(2)
		found := func() []int { return n.found[2-r.session.Plan.Estimate().Low] }
		if truth := r.session.Doc.Truth(); known && !slices.Equal(found(), truth) {
			t.Errorf("before a run the card of 2 has %v, the truth is %v", found(), truth)
		}
		before := n.cards[2-r.session.Plan.Estimate().Low].picture.Image
		// A result that names them the other way round.
		other := slices.Clone(found())
		for i := range other {
			other[i] = 3 - other[i]
		}
		tracks := make([]int, len(other))
		for i := range tracks {
			tracks[i] = i
		}
		r.session.Sides.ShowLabels(session.Left, r.session.Plan.Setup(session.Left).Method, tracks, other)
		r.settle()
		if labels := r.session.Sides.Labels(session.Left); !slices.Equal(found(), labels) {
			t.Errorf("truth %v: the card of 2 has %v, the view %v", known, found(), labels)
		}
		if after := n.cards[2-r.session.Plan.Estimate().Low].picture.Image; !known && (after == before || after == nil) {
			t.Error("the picture is that of before the result")
		}
	}
}

// TestOutliersOfTheWindow: the switch of the inspector reaches the run.
func TestOutliersOfTheWindow(t *testing.T) {
	var given int
	r := withExample(t, func(c *session.Config) {
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			given++
			return solve(ctx, d, cfg)
		}
	})
	r.runBoth()
	before := given
	r.session.Plan.SetOutliers(hopkins.OutliersFound)
	if r.session.Sides.State(session.Left) != session.Stale {
		t.Errorf("the result is %v after the switch", r.session.Sides.State(session.Left))
	}
	r.runBoth()
	if o := r.session.Sides.Outcome(session.Left); given != before+2 || o.Task.Outliers != hopkins.OutliersFound {
		t.Errorf("run %d times, with outliers %v", given-before, o.Task.Outliers)
	}
	r.session.History.Undo()
	if r.session.Plan.Outliers() != hopkins.OutliersAutomatic || r.session.Sides.State(session.Left) != session.Done {
		t.Errorf("after undo %v, %v", r.session.Plan.Outliers(), r.session.Sides.State(session.Left))
	}
}

// TestAffinityOrderWithoutTruth: where no truth is known the left side's labels
// order the affinities, and the menu does not speak of the truth.
func TestAffinityOrderWithoutTruth(t *testing.T) {
	noTruth := func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			s.Truth = nil
			return s, nil
		}
	}
	r := withExample(t, nil)
	if got := r.analysis.affinity.ordered.Selected; got != "truth" {
		t.Errorf("with a truth the order is %q", got)
	}
	r = withExample(t, noTruth)
	r.session.Plan.SetMotions(2)
	r.runBoth()
	a := r.analysis.affinity
	if a.ordered.Selected != "left result" || slices.Contains(a.ordered.Options, "truth") {
		t.Errorf("the order is %q of %v", a.ordered.Selected, a.ordered.Options)
	}
	if got := a.labelsOf(r.session.Sides.Outcome(session.Right)); !slices.Equal(got,
		r.session.Sides.Labels(session.Left)) {
		t.Errorf("ordered by %v", got)
	}
	a.ordered.SetSelected("file")
	if got := a.labelsOf(r.session.Sides.Outcome(session.Right)); got != nil {
		t.Errorf("the file's order is %v", got)
	}

	// With a result on the right alone, its own labels order it.
	r = withExample(t, noTruth)
	r.session.Plan.SetMotions(2)
	r.session.Sides.RunSide(session.Right)
	r.settle()
	a = r.analysis.affinity
	if got := a.labelsOf(r.session.Sides.Outcome(session.Right)); a.ordered.Selected != "right result" ||
		!slices.Equal(got, r.session.Sides.Labels(session.Right)) {
		t.Errorf("with the right side alone the order is %q, %v", a.ordered.Selected, got)
	}
}

// TestHeadWithoutTruth: where no truth is known the head says how many motions were
// found and what is in none, however little room there is.
func TestHeadWithoutTruth(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			s.Truth = nil
			return s, nil
		}
	})
	s := r.session
	tracks, labels := make([]int, 40), make([]int, 40)
	for i := range tracks {
		tracks[i], labels[i] = i, 1+i%3
	}
	s.Plan.SetMotions(3)
	s.Sides.ShowLabels(session.Left, s.Plan.Setup(session.Left).Method, tracks, labels)
	r.settle()
	found := *s.Sides.Outcome(session.Left).Segmentation
	o := &session.Outcome{Segmentation: &found, Setup: s.Plan.Setup(session.Left)}
	if got, want := headTexts(s, session.Left, o),
		[]string{"3 motions · 40 tracks", "3 motions"}; !slices.Equal(got, want) {
		t.Errorf("the head says %q, want %q", got, want)
	}
	found.Score.Outliers, found.Score.Undecided = 8, 1
	const said = "3 motions, 8 outliers, 1 undecided"
	if got, want := headTexts(s, session.Left, o), []string{said + " · 40 tracks", said}; !slices.Equal(got, want) {
		t.Errorf("the head says %q, want %q", got, want)
	}
	if tip := headTip(s, o); !strings.Contains(tip, ": "+said+" · 40 tracks") {
		t.Errorf("the tooltip says %q", tip)
	}
	s.Plan.SetMotions(2)
	if got := headTexts(s, session.Left, s.Sides.Outcome(session.Left)); got[0] !=
		"3 motions · 40 tracks · out of date, run again" {
		t.Errorf("with another number the head says %q", got)
	}
}

// TestHeadSaysThatOutliersCount: where outliers are a class of their own the head
// says so in every length of what the result came to.
func TestHeadSaysThatOutliersCount(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			s.Truth[0], s.Truth[1] = 0, 0
			return s, nil
		}
	})
	s := r.session
	tracks, labels := make([]int, 40), make([]int, 40)
	for i := range tracks {
		tracks[i], labels[i] = i, 1+i/20
	}
	show := func() *session.Outcome {
		s.Sides.ShowLabels(session.Left, s.Plan.Setup(session.Left).Method, tracks, labels)
		r.settle()
		return s.Sides.Outcome(session.Left)
	}
	for _, text := range headTexts(s, session.Left, show()) {
		if strings.Contains(text, "as a class") || strings.Contains(text, "counted") {
			t.Errorf("without a class of outliers the head says %q", text)
		}
	}
	s.Plan.SetOutliers(hopkins.OutliersFound)
	o := show()
	found := *o.Segmentation
	found.Score.Outliers = 1
	o = &session.Outcome{Segmentation: &found, Setup: o.Setup}
	want := []string{
		"misclassified of 40 tracks, outliers as a class · 1 outlier",
		"misclassified of 40 · 1 outlier as a class",
		"of 40 tracks, outliers as a class · 1 outlier",
		"of 40 · 1 outlier as a class",
		"1 outlier as a class",
		"1 outlier counted",
	}
	if got := headTexts(s, session.Left, o); !slices.Equal(got, want) {
		t.Errorf("the head says %q", got)
	}
	if tip := headTip(s, o); !strings.Contains(tip, "misclassified of 40 tracks, outliers as a class · 1 outlier") {
		t.Errorf("the tooltip says %q", tip)
	}
}

// TestSmallPicturesAreThin: of many points of a motion a small picture shows some, of few every
// one, and none that nobody looked at.
func TestSmallPicturesAreThin(t *testing.T) {
	labels := make([]int, 1000)
	for i := range labels {
		labels[i] = 1
		if i%10 == 0 {
			labels[i] = 2
		}
	}
	labels[0] = 0
	seen := func(landmarks bool) (still, moving, none int) {
		hidden := make([]bool, len(labels))
		thin(hidden, labels, landmarks)
		for i, h := range hidden {
			switch {
			case h:
			case labels[i] == 0:
				none++
			case labels[i] == 1:
				still++
			default:
				moving++
			}
		}
		return still, moving, none
	}
	if still, moving, none := seen(false); still < mostOfMotion/2 || still > mostOfMotion || moving != 99 || none != 1 {
		t.Errorf("of 900 points of a motion %d are seen, of 99 %d, and %d without a motion", still, moving, none)
	}
	if _, _, none := seen(true); none != 0 {
		t.Errorf("%d points are seen that were not looked at", none)
	}
}

// TestSplitAndJoinByNumbers: beside the small pictures a motion is split by the affinity in it
// and two are joined, as steps by hand that are shown.
func TestSplitAndJoinByNumbers(t *testing.T) {
	r := mineRig(t)
	s := r.session
	join := joinItems(s)
	if len(join) != 3 || join[2].Label != "Motions 1 and 2" {
		t.Fatalf("to be joined are %v", join)
	}
	join[2].Action()
	r.settle()
	if l := s.Mine.Labels(); l == nil || slices.Contains(l, 2) || !s.View.ShowsMine(session.Left) {
		t.Fatalf("joined: %v", l)
	}
	s.History.Undo()
	split := splitItems(s)
	if len(split) != 4 || split[3].Label != "Motion 2 in two" || split[3].Disabled {
		t.Fatalf("to be split are %v", split)
	}
	split[3].Action()
	r.settle()
	if l := s.Mine.Labels(); !slices.Contains(l, 3) || !s.View.ShowsMine(session.Left) {
		t.Errorf("split: %v, shown %v", l, s.View.ShowsMine(session.Left))
	}
}

// TestTree: a click divides the motion that divides best, another joins the two most alike, which are its
// parts again, beside the small pictures and in the menu, and both are shown.
func TestTree(t *testing.T) {
	r := mineRig(t)
	s := r.session
	before := s.Sides.Labels(session.Left)
	split := splitItems(s)[0]
	if split.Label != "The one that divides best" || split.Disabled {
		t.Fatalf("to be split is %v", split)
	}
	split.Action()
	r.settle()
	if l := s.Mine.Labels(); !slices.Contains(l, 3) || !s.View.ShowsMine(session.Left) {
		t.Fatalf("split: %v, shown %v", l, s.View.ShowsMine(session.Left))
	}
	join := joinItems(s)[0]
	if join.Label != "The two most alike" || join.Disabled {
		t.Fatalf("to be joined are %v", join)
	}
	join.Action()
	r.settle()
	if l := s.Mine.Labels(); !slices.Equal(segment.Align(l, before), before) {
		t.Errorf("joined again: %v", l)
	}
	join.Action()
	r.settle()
	if l := s.Mine.Labels(); slices.Contains(l, 2) {
		t.Errorf("two joined: %v", l)
	}
	if join := joinItems(s)[0]; !join.Disabled {
		t.Error("one motion can be joined with none")
	}
	for range 3 {
		s.History.Undo()
	}
	if s.Mine.Begun() {
		t.Errorf("all undone: %v", s.Mine.Labels())
	}
}

// TestFirstStepsAreSeen: what is given by hand from a button, before there were labels by hand, is
// shown, and so is what the menu of the legend splits.
func TestFirstStepsAreSeen(t *testing.T) {
	for name, step := range map[string]func(r *rig){
		"New motion": func(r *rig) { test.Tap(r.analysis.mine.fresh) },
		"Outliers":   func(r *rig) { test.Tap(r.analysis.mine.outlier) },
		"Exclude":    func(r *rig) { test.Tap(r.analysis.mine.exclude) },
		"Split": func(r *rig) {
			items := r.labeller.chipItems(2)
			items[slices.IndexFunc(items, func(i *fyne.MenuItem) bool { return strings.HasPrefix(i.Label, "Split") })].Action()
		},
	} {
		r := mineRig(t)
		r.session.Selection.Select([]int{0, 1, 2}, false)
		r.settle()
		step(r)
		r.settle()
		if !r.session.Mine.Begun() || !r.session.View.ShowsMine(session.Left) {
			t.Errorf("%s: begun %v, shown %v", name, r.session.Mine.Begun(), r.session.View.ShowsMine(session.Left))
		}
	}
}
