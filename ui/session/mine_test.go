package session

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"motionseg/hopkins/project"
	"motionseg/segment"
)

func mineBench(t *testing.T) *bench {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.Sides.Run()
	b.settle()
	return b
}

// Undoing goes through every labelling that there was, and redoing back.
func TestUndoLosesNoLabel(t *testing.T) {
	for seed := range uint64(15) {
		b := mineBench(t)
		rng := rand.New(rand.NewPCG(seed, 3))
		states := []*project.Labelling{b.Mine.now}
		for range 40 {
			b.Selection.Select([]int{rng.IntN(6)}, rng.IntN(2) == 0)
			motion := rng.IntN(4)
			switch rng.IntN(9) {
			case 0, 1:
				b.Mine.GiveSelected(motion)
			case 2:
				b.Mine.ExcludeSelected()
			case 3:
				b.Mine.Merge(motion, rng.IntN(4))
			case 4:
				b.Mine.Split(motion)
			case 5:
				b.Mine.SplitSelected(motion)
			case 6:
				b.Mine.Rename(1+motion, "name")
			case 7:
				b.Mine.Begin(Side(rng.IntN(2)))
			case 8:
				b.Mine.Join()
			}
			b.settle()
			if b.Mine.now != states[len(states)-1] {
				states = append(states, b.Mine.now)
			}
		}
		check := func(want *project.Labelling, what string) {
			t.Helper()
			if !reflect.DeepEqual(b.Mine.now, want) {
				t.Fatalf("seed %d: %s gives %+v, want %+v", seed, what, b.Mine.now, want)
			}
		}
		for i := len(states) - 2; i >= 0; i-- {
			b.History.Undo()
			check(states[i], "undo")
		}
		for _, want := range states[1:] {
			b.History.Redo()
			check(want, "redo")
		}
	}
}

func TestOthersFollow(t *testing.T) {
	b := mineBench(t)
	b.Mine.Begin(Right)
	if want := []int{1, 1, 1, 2, 2, 2}; !slices.Equal(b.Mine.Labels(), want) {
		t.Fatalf("begun with %v", b.Mine.Labels())
	}
	b.Mine.Merge(2, 1)
	b.events = nil
	// The affinity holds the last three together: one takes them all.
	b.Selection.Select([]int{4}, false)
	b.Mine.GiveSelected(2)
	if want := []int{1, 1, 1, 1, 2, 1}; !slices.Equal(b.Mine.Labels(), want) {
		t.Errorf("at once %v, want %v", b.Mine.Labels(), want)
	}
	b.settle()
	want := []int{1, 1, 1, 2, 2, 2}
	if !slices.Equal(b.Mine.Labels(), want) || !b.saw(MineChanged) {
		t.Errorf("then %v, want %v", b.Mine.Labels(), want)
	}
	if wrong, of := b.Mine.Misclassified(); wrong != 0 || of != 6 {
		t.Errorf("%d of %d wrong", wrong, of)
	}
	// Both are one step.
	b.History.Undo()
	// Several at once are meant as they are.
	b.Selection.Select([]int{4}, true)
	b.Selection.Select([]int{5}, true)
	b.Mine.GiveSelected(2)
	b.settle()
	if !slices.Equal(b.Mine.Labels(), []int{1, 1, 1, 1, 2, 2}) {
		t.Errorf("two at once: %v", b.Mine.Labels())
	}
	b.History.Undo()
	b.Selection.Select([]int{4}, false)
	if !slices.Equal(b.Mine.Labels(), []int{1, 1, 1, 1, 1, 1}) {
		t.Errorf("undone: %v", b.Mine.Labels())
	}
	b.Mine.SetFollowing(false)
	b.Mine.GiveSelected(2)
	b.settle()
	if !slices.Equal(b.Mine.Labels(), []int{1, 1, 1, 1, 2, 1}) {
		t.Errorf("alone: %v", b.Mine.Labels())
	}
}

func TestMineIsShownAndForgotten(t *testing.T) {
	b := mineBench(t)
	b.Mine.SetFollowing(false)
	b.Selection.Select([]int{0}, false)
	b.Mine.GiveSelectedToNew()
	b.settle()
	if b.View.ShowsMine(Right) {
		t.Error("shown before that was asked for")
	}
	d := b.View.Display()
	d.Mine[Right] = true
	b.View.SetDisplay(d)
	if got := b.View.Labels(Right); got[0] != 3 || !slices.Equal(b.View.Labels(Left), b.Sides.Labels(Left)) {
		t.Errorf("right shows %v", got)
	}
	if wrong := b.View.Wrong(Right); !wrong[0] || wrong[1] {
		t.Errorf("wrong on the right: %v", wrong)
	}
	// The truth comes in their place in both views, and they come back after it.
	b.View.ToggleTruth()
	if b.View.ShowsMine(Right) || !slices.Equal(b.View.Labels(Right), b.Doc.Truth()) {
		t.Errorf("with the truth in both views the right one shows %v", b.View.Labels(Right))
	}
	b.View.ToggleTruth()
	if got := b.View.Labels(Right); !b.View.ShowsMine(Right) || b.View.ShowsMine(Left) || got[0] != 3 {
		t.Errorf("after the truth the right one shows %v", got)
	}
	b.OpenExample()
	b.settle()
	if b.Mine.Begun() || b.View.ShowsMine(Right) {
		t.Error("what was just opened has labels by hand")
	}
}

func TestRunsObey(t *testing.T) {
	b := mineBench(t)
	b.Mine.SetFollowing(false)
	b.Selection.Select([]int{5}, false)
	b.Mine.GiveSelected(1)
	if b.Sides.State(Right) != Done {
		t.Error("a run is stale that need not obey")
	}
	b.Mine.SetObeyed(true)
	if b.Sides.State(Right) != Stale {
		t.Error("a run is not stale that must obey")
	}
	b.Sides.Run()
	b.settle()
	if l := b.Sides.Labels(Right); b.Sides.State(Right) != Done || l[5] != 1 {
		t.Errorf("the run gives %v", l)
	}
	b.Mine.SetObeyed(false)
	if l := b.Sides.Labels(Right); b.Sides.State(Right) != Done || l[5] != 2 {
		t.Errorf("the run before gives %v", l)
	}
}

func TestAskNamesATrack(t *testing.T) {
	b := mineBench(t)
	b.Mine.Ask()
	b.settle()
	d := b.Mine.Doubt()
	if d == nil || !slices.Equal(b.Selection.Tracks(), []int{d.Point}) {
		t.Fatalf("asks %+v, selected %v", d, b.Selection.Tracks())
	}
	b.Mine.GiveSelected(1)
	b.settle()
	if b.Mine.Doubt() != nil {
		t.Error("the doubt stays when it is answered")
	}
}

// Labels by hand in place of the truth: errors, wrong tracks and names are about
// them, until the step is undone.
func TestMineIsTheTruth(t *testing.T) {
	b := mineBench(t)
	b.Mine.SetFollowing(false)
	b.Mine.Begin(Left)
	check := func(what string, byHand bool, counted, left, right int) {
		t.Helper()
		l, r := b.Sides.Outcome(Left).Score, b.Sides.Outcome(Right).Score
		if b.Doc.TruthByHand() != byHand || l.Wrong != left || r.Wrong != right || l.Counted != counted {
			t.Errorf("%s: by hand %v, %d and %d of %d wrong, want %d and %d of %d", what, b.Doc.TruthByHand(), l.Wrong,
				r.Wrong, l.Counted, left, right, counted)
		}
		if wrong := b.Sides.Wrong(Right); wrong[5] != (right > 0) {
			t.Errorf("%s: wrong on the right: %v", what, wrong)
		}
	}
	check("by the file", false, 6, 1, 0)
	b.events = nil
	b.Mine.SetAsTruth(true)
	if !b.saw(ResultChanged, MineChanged, HistoryChanged) {
		t.Error("nobody was told")
	}
	check("by hand", true, 6, 0, 1)
	if b.Doc.Truth()[5] != 1 || b.Doc.FileTruth()[5] != 2 || b.Doc.TruthOf([]int{5})[0] != 1 || b.Mine.Wrong() != nil {
		t.Errorf("truth %v, of the file %v", b.Doc.Truth(), b.Doc.FileTruth())
	}
	if b.Sides.State(Left) != Done {
		t.Error("another truth makes a result stale")
	}
	b.Selection.Select([]int{0, 5}, false)
	b.Mine.ExcludeSelected()
	if r := b.Sides.Outcome(Right).Score; r.Wrong != 0 || r.Counted != 4 || r.Error != 0 {
		t.Errorf("with two excluded: %+v", r)
	}
	b.History.Undo()
	b.Selection.Select([]int{0}, false)
	b.Mine.GiveSelected(2)
	check("one more by hand", true, 6, 1, 2)
	b.History.Undo()
	b.History.Undo()
	check("undone", false, 6, 1, 0)
	b.History.Redo()
	check("done again", true, 6, 0, 1)
	b.OpenExample()
	b.settle()
	if b.Doc.TruthByHand() {
		t.Error("what was just opened has a truth by hand")
	}
}

// While nothing is labelled by hand, questions are about the side whose method weighed
// several groupings, and labels begin from there.
func TestAskTheSideThatWeighed(t *testing.T) {
	b := mineBench(t)
	if side, ok := b.Mine.Base(); !ok || side != Left {
		t.Errorf("neither weighed: %v %v", side, ok)
	}
	b.Mine.Ask()
	b.settle()
	b.Sides.sides[Right].outcome.Result.Candidates = make([]segment.Candidate, 2)
	if side, ok := b.Mine.Base(); !ok || side != Left {
		t.Errorf("the left was asked about: %v %v", side, ok)
	}
	b.Mine.reset()
	b.Sides.sides[Right].outcome.Result.Candidates = make([]segment.Candidate, 2)
	if side, ok := b.Mine.Base(); !ok || side != Right {
		t.Errorf("the right weighed: %v %v", side, ok)
	}
	b.Sides.Labels(Right)[5] = 2
	b.Mine.SetFollowing(false)
	b.Mine.Give([]int{0}, 2)
	if side, _ := b.Mine.Base(); side != Right || b.Mine.Labels()[5] != 2 {
		t.Errorf("begun from the %v: %v", side, b.Mine.Labels())
	}
}

// While nothing is labelled by hand, a side that is not shown is not asked about.
func TestAskTheSideThatIsShown(t *testing.T) {
	b := mineBench(t)
	b.Sides.sides[Right].outcome.Result.Candidates = make([]segment.Candidate, 2)
	show := func(views Arrangement) {
		d := b.View.Display()
		d.Views = views
		b.View.SetDisplay(d)
	}
	for _, c := range []struct {
		views Arrangement
		want  Side
	}{{BothViews, Right}, {LeftView, Left}, {RightView, Right}, {WipedViews, Right}} {
		show(c.views)
		if side, ok := b.Mine.Base(); !ok || side != c.want {
			t.Errorf("views %d: %v %v", c.views, side, ok)
		}
	}
	show(LeftView)
	b.Mine.Ask()
	b.settle()
	if b.Mine.Doubt() == nil || b.Mine.base != Left {
		t.Errorf("asked %+v about the %v", b.Mine.Doubt(), b.Mine.base)
	}
	show(RightView)
	if side, _ := b.Mine.Base(); side != Right {
		t.Error("the other side was asked about before, and is hidden now")
	}
	b.Sides.sides[Right].outcome = nil
	if side, ok := b.Mine.Base(); ok {
		t.Errorf("nothing is known of the right: %v", side)
	}
	b.Mine.Give([]int{0}, 2)
	if side, ok := b.Mine.Base(); !ok || side != Left {
		t.Errorf("begun from the left: %v %v", side, ok)
	}
}

// Where every track was given there is nothing to ask, which is said.
func TestNothingToAsk(t *testing.T) {
	b := mineBench(t)
	b.Mine.SetFollowing(false)
	all := make([]int, b.Doc.Points())
	for i := range all {
		all[i] = i
	}
	b.Mine.Give(all, 1)
	b.Mine.Ask()
	b.settle()
	if !b.Mine.Certain() || b.Mine.Doubt() != nil {
		t.Errorf("every track is given: asks %+v", b.Mine.Doubt())
	}
	b.History.Undo()
	if b.Mine.Certain() {
		t.Error("one step back there may be something to ask")
	}
}
