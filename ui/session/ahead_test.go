package session

import (
	"context"
	"slices"
	"sync"
	"testing"

	"motionseg/segment"
)

// The numbers of motions beside one that was computed are there when they are asked for,
// and are listed only then; another method, and a window that wants none of it, computes
// nothing that nobody asked for.
func TestNeighbouringNumbersAreComputedAhead(t *testing.T) {
	for _, want := range []struct {
		method string
		ahead  bool
		solved []int // motions
	}{{"lrksc-auto", true, []int{2, 3, 1}}, {"lrksc-auto", false, []int{2}}, {"lrksc", true, []int{2}}} {
		var mu sync.Mutex
		var solved []int
		b := newBench(t, func(c *Config) {
			c.Ahead, c.Methods = want.ahead, []segment.Method{fakeMethod{want.method}, fakeMethod{"ssc"}}
			c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
				mu.Lock()
				solved = append(solved, cfg.Motions)
				mu.Unlock()
				return solveFake(ctx, d, cfg)
			}
		})
		b.openFile("a.mat")
		b.Plan.SetMethod(Right, want.method)
		b.Plan.SetMotions(2)
		b.Sides.RunSide(Right)
		b.settle()
		if !slices.Equal(solved, want.solved) || len(b.Runs.List()) != 1 {
			t.Fatalf("%s, ahead %v: solved for %v motions, %d runs listed", want.method, want.ahead, solved, len(b.Runs.List()))
		}
		b.Plan.SetMotions(3)
		if got := b.Sides.State(Right) == Done; got != (len(want.solved) > 1) {
			t.Errorf("%s, ahead %v: three motions are there: %v", want.method, want.ahead, got)
		}
		b.settle()
		if len(want.solved) > 1 {
			if last := solved[len(solved)-1]; last != 4 || len(b.Runs.List()) != 2 ||
				b.Sides.Outcome(Right).Result.Motions != 3 {
				t.Errorf("then solved for %d motions, %d runs listed, %d motions shown", last, len(b.Runs.List()),
					b.Sides.Outcome(Right).Result.Motions)
			}
		}
		b.Close()
	}
}
