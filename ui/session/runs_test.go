package session

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"motionseg/hopkins/project"
)

// Runs stay in the list, with settings and error, and any two of them are shown
// on the two sides, also after the project was saved and opened again.
func TestRunsArePinned(t *testing.T) {
	b := newBench(t, nil)
	data := b.openFile("tracks.csv")
	b.Sides.Run()
	b.settle()
	if err := b.Plan.SetValue(Left, "lambda1", 7); err != nil {
		t.Fatal(err)
	}
	b.Sides.RunSide(Left)
	b.settle()
	b.Sides.RunSide(Left) // again the same
	b.settle()
	list := b.Runs.List()
	if len(list) != 3 || !slices.IsSortedFunc(list, func(x, y Run) int { return x.Number - y.Number }) {
		t.Fatalf("runs %+v", list)
	}
	last := list[2]
	if last.Method != "ssc title" || last.Setup.Values["lambda1"] != 7 || last.Motions != 2 ||
		!(math.Abs(last.Now-100.0/6) <= 1e-9) {
		t.Errorf("the last run is %+v", last)
	}
	var ssc, lrksc Run
	for _, run := range list[:2] {
		if run.Method == "ssc title" {
			ssc = run
		} else {
			lrksc = run
		}
	}
	b.events = nil
	b.Runs.Pin(Right, ssc.Number)
	b.Runs.Pin(Left, lrksc.Number)
	if !b.saw(RunsChanged, ResultChanged) || b.Sides.State(Left) != Pinned || b.Sides.State(Right) != Pinned {
		t.Errorf("states %d and %d", b.Sides.State(Left), b.Sides.State(Right))
	}
	if b.Sides.Outcome(Left).Setup.Method != "lrksc" || b.Sides.Outcome(Right).Score.Wrong != 1 ||
		b.Runs.Shown(Right) != ssc.Number {
		t.Errorf("left %s, right %+v", b.Sides.Outcome(Left).Setup.Method, b.Sides.Outcome(Right).Score)
	}
	if b.Sides.Outcome(Left).Result.W == nil {
		t.Error("the affinity of a run of this session is gone")
	}
	if err := b.Plan.SetValue(Left, "lambda1", 8); err != nil || b.Sides.State(Left) != Stale ||
		b.Sides.Pinned(Right) == 0 {
		t.Errorf("after another setting the left side is %d", b.Sides.State(Left))
	}
	b.Mine.Begin(Left)
	b.Mine.SetAsTruth(true)
	b.settle()
	for _, run := range b.Runs.List() {
		want := 0.0
		if run.Method == "ssc title" {
			want = 100.0 / 6
		}
		if !(math.Abs(run.Now-want) <= 1e-9) { // nor unknown
			t.Errorf("by hand run %d errs by %g, want %g", run.Number, run.Now, want)
		}
	}
	path := filepath.Join(t.TempDir(), "work"+project.Ending)
	b.Keeping.Save(path, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	b.settle()
	b.openFile("other.csv")
	if len(b.Runs.List()) != 0 || b.Sides.Pinned(Right) != 0 {
		t.Error("other tracks have the runs of those before")
	}
	b.OpenPath(data)
	b.settle()
	if len(b.Runs.List()) != 3 {
		t.Errorf("coming back, there are %d runs", len(b.Runs.List()))
	}
	b.Close()

	again := newBench(t, nil)
	again.OpenPath(path)
	again.settle()
	if len(again.Runs.List()) != 3 || again.Sides.State(Right) != Pinned || again.Runs.Shown(Right) != ssc.Number ||
		!again.Doc.TruthByHand() {
		t.Fatalf("opened again: %d runs, right %d shows %d", len(again.Runs.List()), again.Sides.State(Right),
			again.Runs.Shown(Right))
	}
	if _, based := again.Mine.Base(); based {
		t.Error("labels without an affinity are what others follow by")
	}
	if again.Runs.List()[2].Number != last.Number {
		t.Errorf("run %d has number %d now", last.Number, again.Runs.List()[2].Number)
	}
	again.Runs.Pin(Left, last.Number)
	if !slices.Equal(again.Sides.Labels(Left), again.Sides.Labels(Right)) ||
		again.Sides.Outcome(Left).Setup.Values["lambda1"] != 7 {
		t.Errorf("pinned %v and %v", again.Sides.Labels(Left), again.Sides.Labels(Right))
	}
	again.Sides.Run()
	again.settle()
	if again.Sides.Pinned(Left) != 0 || again.Sides.State(Left) != Done {
		t.Errorf("after running it again the left side is %d", again.Sides.State(Left))
	}
	again.Close()
}

// A run of a project comes back as it was: how each track came to its label, and
// with its own number of motions and frames, whatever the plan is now.
func TestRunsComeBackWhole(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Solve = waiting(nil) })
	b.openFile("tracks.csv")
	of := project.Run{
		Number: 4, Method: "ssc title", Setup: project.Setup{Method: "ssc"}, Motions: 3, Frames: "1-3", Seed: 7, Seconds: 2,
		Labels: []int{1, 1, 2, 3, 0, 0}, How: []string{"segmented", "assigned", "segmented", "segmented", "outlier",
			"undecided"}, Given: "this",
	}
	b.Runs.restore([]project.Run{of})
	b.Sides.Run()
	b.Runs.Pin(Left, 4)
	if b.Sides.State(Left) != Pinned || b.Sides.State(Right) != Running {
		t.Fatalf("a run chosen while others run: states %d and %d", b.Sides.State(Left), b.Sides.State(Right))
	}
	b.Sides.Cancel()
	b.settle()
	o := b.Sides.Outcome(Left)
	if b.Sides.State(Left) != Pinned || o == nil {
		t.Fatalf("in the end its state is %d", b.Sides.State(Left))
	}
	if o.Task.Motions != 3 || o.Task.Seed != 7 || o.Task.Frames.String() != "1-3" || o.Result.Elapsed().Seconds() != 2 {
		t.Errorf("it was %+v in %v", o.Task, o.Result.Elapsed())
	}
	for i, h := range o.How {
		if h.String() != of.How[i] {
			t.Errorf("track %d is %s, want %s", i+1, h, of.How[i])
		}
	}
	if back := b.Runs.project(); len(back) != 1 || !slices.Equal(back[0].How, of.How) || back[0].Given != "this" {
		t.Errorf("saved again as %+v", back)
	}
	b.Close()
}

// The list keeps the latest runs, as many as are useful.
func TestRunsAreBounded(t *testing.T) {
	b := newBench(t, nil)
	b.openFile("tracks.csv")
	runs := make([]project.Run, keptRuns)
	for i := range runs {
		runs[i] = project.Run{Method: "old", Given: string(rune('a' + i))}
	}
	b.Runs.restore(runs)
	b.Sides.RunSide(Left)
	b.settle()
	list := b.Runs.List()
	if len(list) != keptRuns || list[0].Number != 2 || list[keptRuns-1].Method == "old" {
		t.Errorf("%d runs from number %d", len(list), list[0].Number)
	}
	b.Close()
}

// A line of the list says how each track came to its label where not all were
// segmented.
func TestRunsSayHow(t *testing.T) {
	b := runTable(t, "track,frame,x,y\n1,1,1,2\n1,2,2,2\n2,1,3,4\n2,2,4,4\n3,1,7,1\n3,2,9,2\n4,1,5,5\n")
	list := b.Runs.List()
	if len(list) != 1 || len(list[0].How) != 4 || list[0].How[0] != "segmented" || list[0].How[3] == "segmented" {
		t.Errorf("%+v; runs %+v", b.problems, list)
	}
	b.Close()
}
