package session

import (
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
	if b.Plan.Frames().Mode != hopkins.AllFrames || !b.Plan.Setup(Left).equal(before) || !b.saw(SetupChanged, ScopeChanged, HistoryChanged) {
		t.Error("undo of the frames must take the values back that came with them")
	}
	b.Plan.SetMotions(3)
	b.Plan.SetSeed(4)
	b.History.Undo()
	if b.Plan.Seed() != 0 || b.Plan.MotionsUsed() != 3 {
		t.Errorf("seed %d, motions %d", b.Plan.Seed(), b.Plan.MotionsUsed())
	}
}
