package session

import (
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/segment"
)

func TestSettingsMakeStaleAndComeBack(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.Sides.Run()
	b.settle()
	if err := b.Plan.SetValue(Left, "lambda1", -1); err == nil || !strings.Contains(err.Error(), "above 0") {
		t.Errorf("error is %v, want the range", err)
	}
	if err := b.Plan.SetValue(Left, "lambda1", 7); err != nil {
		t.Fatal(err)
	}
	if b.Sides.State(Left) != Stale || b.Sides.State(Right) != Done || b.Plan.Setup(Left).Preset != Custom {
		t.Fatalf("states are %v and %v, preset %v", b.Sides.State(Left), b.Sides.State(Right), b.Plan.Setup(Left).Preset)
	}
	if b.Sides.Outcome(Left) == nil {
		t.Error("the stale result must stay")
	}
	b.Sides.Run()
	if b.Sides.State(Right) != Done {
		t.Error("a side with its result must not run again")
	}
	b.settle()
	if b.Sides.State(Left) != Done || b.Sides.Outcome(Left).Result.Values["lambda1"] != 7 {
		t.Fatal("the changed side has not run")
	}
	b.Plan.SetPreset(Left, Published)
	if b.Sides.State(Left) != Done || b.Sides.Outcome(Left).Result.Values["lambda1"] != 1 {
		t.Error("the first result must be shown again at once")
	}
	if err := b.Plan.SetFrames(hopkins.FrameSelection{Mode: hopkins.FirstLast}); err != nil {
		t.Fatal(err)
	}
	if b.Sides.State(Left) != Stale || b.Plan.Setup(Left).Values["lambda1"] != 0.5 {
		t.Errorf("values %v must follow the frames", b.Plan.Setup(Left).Values)
	}
	if err := b.Plan.SetFrames(hopkins.FrameSelection{Mode: hopkins.FrameRange, I: 2, J: 9}); err == nil {
		t.Error("frames that are not there must be refused")
	}
	b.Plan.SetMethod(Left, "lrksc")
	b.Plan.SetMethod(Left, "nonsense")
	if b.Plan.Setup(Left).Method != "lrksc" {
		t.Error("method not changed")
	}
}

func TestSettingChangedWhileRunning(t *testing.T) {
	release := make(chan struct{})
	b := newBench(t, func(c *Config) { c.Solve = waiting(release) })
	b.OpenExample()
	b.settle()
	b.Sides.RunSide(Left)
	if err := b.Plan.SetValue(Left, "lambda1", 3); err != nil {
		t.Fatal(err)
	}
	close(release)
	b.settle()
	if b.Sides.State(Left) != Stale {
		t.Errorf("state is %v, want stale: the result is of older settings", b.Sides.State(Left))
	}
	b.History.Undo()
	if b.Sides.State(Left) != Done {
		t.Errorf("state is %v after undo, want done", b.Sides.State(Left))
	}
}

func TestEstimateMotions(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.Plan.EstimateMotions()
	if !b.Plan.Estimating() {
		t.Fatal("no estimate is under way")
	}
	b.settle()
	// Six collinear tracks leave nothing to tell motions apart; what matters is
	// that the estimate arrives and is set.
	e := b.Plan.Estimate()
	if e == nil || b.Plan.Estimating() || b.Plan.Motions() != e.Motions || e.Motions < segment.MinMotions {
		t.Fatalf("estimate %+v, %d motions set, problems %+v", e, b.Plan.Motions(), b.problems)
	}
	// One motion is known without being looked for.
	b.Plan.estimate = &segment.MotionsEstimate{
		Low: 2, Motions: 2, Scores: []float64{0}, Labels: [][]int{{1, 1, 1, 2, 2, 2}},
	}
	if one, two := b.Plan.EstimateLabels(1), b.Plan.EstimateLabels(2); !slices.Equal(one, []int{1, 1, 1, 1, 1, 1}) ||
		!slices.Equal(two, []int{1, 1, 1, 2, 2, 2}) {
		t.Errorf("as one motion %v, as two %v", one, two)
	}
	b.Plan.estimate = e
	b.History.Undo()
	if b.Plan.Motions() != 0 {
		t.Errorf("%d motions after undo, want the truth's again", b.Plan.Motions())
	}
	b.OpenExample()
	b.settle()
	b.Plan.EstimateMotions()
	b.openFile("other.mat")
	if b.Plan.Estimating() || b.Plan.Estimate() != nil {
		t.Error("the estimate of another sequence is kept")
	}
}

// TestEstimateOfOtherTracks: an estimate is that of the frames and tracks it was made
// from; with others there is none, until they are chosen again.
func TestEstimateOfOtherTracks(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := sixTracks("example")
			s.Truth = nil
			return s, nil
		}
	})
	b.OpenExample()
	b.settle()
	b.Plan.EstimateMotions()
	b.settle()
	e := b.Plan.Estimate()
	if e == nil || b.Plan.MotionsUsed() != e.Motions {
		t.Fatalf("estimate %+v, %d motions used, problems %+v", e, b.Plan.MotionsUsed(), b.problems)
	}
	for name, change := range map[string]func(){
		"frames":   func() { _ = b.Plan.SetFrames(hopkins.FrameSelection{Mode: hopkins.FrameRange, I: 1, J: 3}) },
		"outliers": func() { b.Plan.SetOutliers(hopkins.OutliersFound) },
		"seed":     func() { b.Plan.SetSeed(5) },
	} {
		change()
		if b.Plan.Estimate() != nil || b.Plan.EstimateLabels(e.Motions) != nil || b.Plan.MotionsUsed() != 0 {
			t.Errorf("%s: the estimate of others is kept, %d motions", name, b.Plan.MotionsUsed())
		}
		b.History.Undo()
		if b.Plan.Estimate() != e {
			t.Errorf("%s: after undo there is no estimate", name)
		}
	}
	// What becomes of gaps changes nothing where there are none.
	b.Plan.SetGaps(Gaps{Incomplete: hopkins.LeaveOut})
	if b.Plan.Estimate() != e {
		t.Error("without gaps, leaving them out forgets the estimate")
	}
	// One that comes for settings of before sets nothing.
	b.Plan.SetMotions(5)
	b.Plan.EstimateMotions()
	b.Plan.SetSeed(5)
	b.settle()
	if b.Plan.Motions() != 5 || b.Plan.Estimate() != nil || b.Plan.Estimating() {
		t.Errorf("%d motions are set, estimate %+v", b.Plan.Motions(), b.Plan.Estimate())
	}
}

// TestPlanUndo: typing several digits into one field is one step.
func TestPlanUndo(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	before := b.Plan.Setup(Left)
	for _, v := range []float64{1.5, 1.52, 1.523} {
		if err := b.Plan.SetValue(Left, "lambda1", v); err != nil {
			t.Fatal(err)
		}
	}
	b.History.Undo()
	if !b.Plan.Setup(Left).equal(before) {
		t.Errorf("setup after undo is %v, want %v", b.Plan.Setup(Left), before)
	}
	if err := b.Plan.SetFrames(hopkins.FrameSelection{Mode: hopkins.FirstLast}); err != nil {
		t.Fatal(err)
	}
	b.events = nil
	b.History.Undo()
	if b.Plan.Frames().Mode != hopkins.AllFrames || !b.Plan.Setup(Left).equal(before) ||
		!b.saw(SetupChanged, ScopeChanged, HistoryChanged) {
		t.Error("undo of the frames must take the values back that came with them")
	}
	b.Plan.SetMotions(3)
	b.Plan.SetSeed(4)
	b.History.Undo()
	if b.Plan.Seed() != 0 || b.Plan.MotionsUsed() != 3 {
		t.Errorf("seed %d, motions %d", b.Plan.Seed(), b.Plan.MotionsUsed())
	}
}
