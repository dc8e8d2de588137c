package session

import (
	"context"
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
)

// turnedBench has an example without truth, whose motions one method numbers the other way
// round than the other.
func turnedBench(t *testing.T) *bench {
	t.Helper()
	return newBench(t, func(c *Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := sixTracks("example")
			s.Truth = nil
			return s, nil
		}
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			r, err := solveFake(ctx, d, cfg)
			if cfg.Method.Describe().Name == "lrksc" {
				for i, l := range r.Labels {
					r.Labels[i] = 3 - l
				}
			}
			return r, err
		}
	})
}

func TestLabelsAgreeWithoutTruth(t *testing.T) {
	b := turnedBench(t)
	b.OpenExample()
	b.settle()
	b.Sides.Run()
	b.settle()
	l, r := b.Sides.Labels(Left), b.Sides.Labels(Right)
	if !slices.Equal(l[:5], r[:5]) || l[5] == r[5] {
		t.Errorf("labels are %v and %v, want the same names", l, r)
	}
	if b.Sides.Wrong(Left) != nil || b.Sides.Outcome(Left).Score.Error == b.Sides.Outcome(Left).Score.Error {
		t.Error("error must be unknown without truth")
	}
}

// TestComparingKeepsNumbers: a result that was there keeps the numbers of its motions, which
// may have been exported, when another method is run beside it.
func TestComparingKeepsNumbers(t *testing.T) {
	for _, side := range Both {
		b := turnedBench(t)
		b.OpenExample()
		b.settle()
		b.Sides.RunSide(side)
		b.settle()
		before := slices.Clone(b.Sides.Labels(side))
		b.Sides.RunSide(side.Other())
		b.settle()
		other := b.Sides.Labels(side.Other())
		if now := b.Sides.Labels(side); !slices.Equal(now, before) || !slices.Equal(now[:5], other[:5]) {
			t.Errorf("the %v side was %v, and is %v beside %v", side, before, now, other)
		}
	}
}

func TestResultsComeBackWithTheSequence(t *testing.T) {
	b := newBench(t, nil)
	first := b.openFile("a.mat")
	b.Sides.Run()
	b.settle()
	b.openFile("b.mat")
	if b.Sides.State(Left) != Idle || b.Sides.Labels(Left) != nil {
		t.Fatal("a new sequence has no result")
	}
	b.OpenPath(first)
	b.settle()
	if b.Sides.State(Left) != Done || b.Sides.Labels(Left) == nil {
		t.Error("the result must be there at once")
	}
	if got := b.Library.Recent(); len(got) != 2 || got[0] != first {
		t.Errorf("recent files are %v", got)
	}
}

func waiting(release <-chan struct{}) func(context.Context, segment.Data, segment.Config) (*segment.Result, error) {
	return func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-release:
			return solveFake(ctx, d, cfg)
		}
	}
}

func TestCancel(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Solve = waiting(nil) })
	b.OpenExample()
	b.settle()
	b.Sides.Run()
	b.Sides.Cancel()
	if b.Sides.State(Left) != Cancelled || b.Sides.AnyRunning() {
		t.Errorf("state is %v, want cancelled", b.Sides.State(Left))
	}
	b.settle()
	if b.Sides.State(Right) != Cancelled || len(b.problems) != 0 {
		t.Errorf("state is %v with problems %v", b.Sides.State(Right), b.problems)
	}
	b.Sides.Run()
	b.openFile("c.mat")
	if b.Sides.AnyRunning() || b.Sides.State(Left) != Idle {
		t.Error("opening another sequence must cancel")
	}
	b.Sides.Run()
	b.events = nil
	b.Close()
	b.settle()
	if len(b.events) != 0 {
		t.Errorf("announced after closing: %v", b.events)
	}
}

// TestInterim: labels that a method gives on the way are drawn until its result is there,
// better ones named as those before; they are no result, and not drawn over one.
func TestInterim(t *testing.T) {
	given, release := make(chan struct{}), make(chan struct{})
	b := newBench(t, func(c *Config) {
		solve := c.Solve
		c.Solve = func(ctx context.Context, data segment.Data, cfg segment.Config) (*segment.Result, error) {
			cfg.Interim([]int{1, 1, 2, 2, 2, 2})
			cfg.Interim([]int{2, 2, 2, 1, 1, 1})
			given <- struct{}{}
			<-release
			return solve(ctx, data, cfg)
		}
	})
	b.OpenExample()
	b.settle()
	b.Sides.RunSide(Left)
	<-given
	b.queue.run()
	want := []int{1, 1, 1, 2, 2, 2}
	if got := b.View.Labels(Left); !slices.Equal(got, want) || !b.View.OnTheWay(Left) || !b.saw(ResultChanged) {
		t.Errorf("drawn on the way: %v, want %v", got, want)
	}
	if b.Sides.Labels(Left) != nil || b.Sides.State(Left) != Running || b.View.Labels(Right) != nil {
		t.Error("labels on the way pass for a result, or for the other side's")
	}
	release <- struct{}{}
	b.settle()
	if b.View.OnTheWay(Left) || b.Sides.State(Left) != Done {
		t.Errorf("after the run labels are on the way still; state %v", b.Sides.State(Left))
	}
	before := b.View.Labels(Left)
	b.Sides.RunSide(Left)
	<-given
	b.queue.run()
	if b.View.OnTheWay(Left) || !slices.Equal(b.View.Labels(Left), before) {
		t.Error("labels on the way are drawn over a result")
	}
	release <- struct{}{}
	b.settle()
}

func TestPanicAndErrorBecomeFailures(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			if cfg.Method.Describe().Name == "ssc" {
				panic("index out of range")
			}
			return nil, errors.New("data: expected points that differ")
		}
	})
	b.OpenExample()
	b.settle()
	b.Sides.Run()
	b.settle()
	var panicked *segment.PanicError
	if b.Sides.State(Left) != Failed || !errors.As(b.Sides.Failure(Left), &panicked) {
		t.Errorf("left is %v, %v", b.Sides.State(Left), b.Sides.Failure(Left))
	}
	if b.Sides.State(Right) != Failed || len(b.problems) != 2 {
		t.Fatalf("right is %v, problems %v", b.Sides.State(Right), b.problems)
	}
	for _, p := range b.problems {
		if p.Title == "" || p.Reason == "" || p.Advice == "" {
			t.Errorf("problem without title, reason or advice: %+v", p)
		}
	}
	if err := b.Plan.SetValue(Left, "lambda1", 2); err != nil || b.Sides.State(Left) != Idle {
		t.Errorf("after a change the failure is over: %v, %v", b.Sides.State(Left), err)
	}
}

func TestNeighbours(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	if b.Sides.Neighbours(Right, 0, 3) != nil {
		t.Error("neighbours without a result")
	}
	b.Sides.Run()
	b.settle()
	got := b.Sides.Neighbours(Right, 0, 5)
	if len(got) != 2 || got[0] != (Neighbour{1, 0.5}) || got[1].Track != 2 {
		t.Errorf("neighbours are %v", got)
	}
}

// TestFewNeighbours: few neighbours are the first of all, also where many are as near.
func TestFewNeighbours(t *testing.T) {
	const n = 60
	o := &Outcome{Segmentation: &hopkins.Segmentation{Result: &segment.Result{W: mat.NewDense(n, n, nil)}}}
	for i := range n {
		o.Points, o.Rows = append(o.Points, i), append(o.Rows, i)
		o.Result.W.Set(7, i, float64(i*37%11)) // each eleventh is none
	}
	all := neighbours(o, 7, n)
	if len(all) != 53 || all[0].Affinity != 10 {
		t.Fatalf("found %d neighbours, first %v", len(all), all[0])
	}
	for count := range n {
		if few := neighbours(o, 7, count); !slices.Equal(few, all[:min(count, len(all))]) {
			t.Errorf("the %d nearest are %v, expected %v", count, few, all[:min(count, len(all))])
		}
	}
}

func TestResultCacheIsBounded(t *testing.T) {
	var c resultCache
	big := func(key string) *Outcome {
		return &Outcome{key: key, Segmentation: &hopkins.Segmentation{Points: make([]int, 7000), Result: &segment.Result{}}}
	}
	for _, key := range []string{"a", "b"} {
		c.put(big(key))
	}
	if c.get("a") == nil {
		t.Fatal("a is gone")
	}
	c.put(big("c"))
	if c.get("b") != nil || c.get("a") == nil || c.get("c") == nil {
		t.Error("the least recently used result must leave")
	}
}

func TestCandidates(t *testing.T) {
	b := newBench(t, func(cfg *Config) {
		cfg.Solve = func(ctx context.Context, d segment.Data, c segment.Config) (*segment.Result, error) {
			r, err := solveFake(ctx, d, c)
			if err == nil {
				other := segment.Candidate{Name: "other", Score: 2, Labels: []int{1, 1, 1, 1, 2, 2},
					W: func() *mat.Dense { return mat.NewDense(6, 6, nil) }}
				r.Candidates = []segment.Candidate{{Name: "first", Score: 1, Chosen: true, Labels: r.Labels,
					W: func() *mat.Dense { return r.W }}, other}
			}
			return r, err
		}
	})
	b.OpenExample()
	b.settle()
	b.Sides.ShowCandidate(Right, 1)
	b.Sides.Run()
	b.settle()
	result := b.Sides.Outcome(Right)
	b.Sides.ShowCandidate(Right, 1)
	shown := b.Sides.Outcome(Right)
	if shown.Candidate != 1 || b.Sides.State(Right) != Done {
		t.Fatalf("candidate %d, state %v", shown.Candidate, b.Sides.State(Right))
	}
	if shown.Score.Error < 16.6 || shown.Score.Error > 16.7 ||
		!slices.Equal(b.Sides.Wrong(Right), []bool{false, false, false, true, false, false}) {
		t.Errorf("error %v, wrong %v", shown.Score.Error, b.Sides.Wrong(Right))
	}
	if len(b.Sides.Neighbours(Right, 0, 3)) != 0 {
		t.Error("neighbours are not those of the candidate's empty affinity")
	}
	b.Sides.ShowCandidate(Right, -1)
	if b.Sides.Outcome(Right) != result || b.Sides.Outcome(Right).Score.Error != 0 {
		t.Error("the result is not shown again")
	}
}

func TestLandmarks(t *testing.T) {
	b := newBench(t, func(cfg *Config) {
		cfg.Solve = func(ctx context.Context, d segment.Data, c segment.Config) (*segment.Result, error) {
			r, err := solveFake(ctx, d, c)
			if err == nil {
				r.Landmarks = []int{1, 2, 5}
				r.W = mat.NewDense(3, 3, []float64{0, 0.5, 0.1, 0.5, 0, 0, 0.1, 0, 0})
			}
			return r, err
		}
	})
	b.OpenExample()
	b.settle()
	b.Sides.Run()
	b.settle()
	if got := b.Sides.Neighbours(Left, 1, 5); !slices.Equal(got, []Neighbour{{2, 0.5}, {5, 0.1}}) {
		t.Errorf("neighbours of a landmark are %v", got)
	}
	if got := b.Sides.Neighbours(Left, 0, 5); got != nil {
		t.Errorf("neighbours of another track are %v", got)
	}
}
