package pool

import (
	"context"
	"sync/atomic"
	"testing"
)

func TestRun(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 50} {
		done := make([]int, 20)
		var running, most atomic.Int64
		Run(context.Background(), len(done), workers, func(i int) {
			most.Store(max(most.Load(), running.Add(1)))
			done[i]++
			running.Add(-1)
		})
		for i, count := range done {
			if count != 1 {
				t.Errorf("%d workers: task %d ran %d times", workers, i, count)
			}
		}
		if workers > 0 && most.Load() > int64(workers) {
			t.Errorf("%d tasks at a time, expected at most %d", most.Load(), workers)
		}
	}
	Run(context.Background(), 0, 2, func(int) { t.Error("a task of none") })
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var ran atomic.Int64
	Run(ctx, 1000, 2, func(int) {
		ran.Add(1)
		cancel()
	})
	// A task may be handed over in the moment of the cancellation.
	if ran.Load() == 1000 {
		t.Error("all tasks ran after the context had ended")
	}
}
