package pool

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"motionseg/segment"
)

// TestPanic: a panic on a worker reaches the caller, and ends the work. There
// are so many tasks that the others would take some ten seconds for them: a
// worker may be held up between its panic and the word of it.
func TestPanic(t *testing.T) {
	const tasks = 1 << 30
	for _, workers := range []int{1, 4} {
		var started atomic.Int64
		err := func() (err error) {
			defer func() {
				if p := recover(); p != nil {
					err = segment.Recovered("The test", p)
				}
			}()
			Run(context.Background(), tasks, workers, func(i int) {
				if started.Add(1); i == 3 {
					panic("planted")
				}
			})
			return nil
		}()
		var panicked *segment.PanicError
		if !errors.As(err, &panicked) || !strings.Contains(err.Error(), "planted") || started.Load() == tasks {
			t.Errorf("%d workers: %v after %d tasks", workers, err, started.Load())
		}
	}
}
