// Package pool runs independent tasks side by side.
package pool

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"motionseg/segment"
)

// Run calls task for 0…n−1, in this order of starting, on at most workers
// goroutines, this one among them, all cores when it is 0 or less. It starts no
// more tasks once ctx has ended, and returns when those that were started have
// returned. After a panic in a task no more are started either, and Run panics
// with a *segment.PanicError.
func Run(ctx context.Context, n, workers int, task func(i int)) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var failure atomic.Pointer[segment.PanicError]
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				failure.CompareAndSwap(nil, segment.Recovered("A worker", p))
			}
		}()
		for ctx.Err() == nil && failure.Load() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			task(i)
		}
	}
	var wait sync.WaitGroup
	for range min(workers, n) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
	if p := failure.Load(); p != nil {
		panic(p)
	}
}
