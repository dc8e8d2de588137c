package pool

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"motionseg/segment"
)

// TestPanic: a panic on a worker reaches the caller, and ends the work.
func TestPanic(t *testing.T) {
	for _, workers := range []int{1, 4} {
		var started atomic.Int64
		err := func() (err error) {
			defer func() {
				if p := recover(); p != nil {
					err = segment.Recovered("The test", p)
				}
			}()
			Run(context.Background(), 1000, workers, func(i int) {
				if started.Add(1); i == 3 {
					panic("planted")
				}
			})
			return nil
		}()
		var panicked *segment.PanicError
		if !errors.As(err, &panicked) || !strings.Contains(err.Error(), "planted") || started.Load() == 1000 {
			t.Errorf("%d workers: %v after %d tasks", workers, err, started.Load())
		}
	}
}
