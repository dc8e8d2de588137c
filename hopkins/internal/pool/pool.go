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
// goroutines, all cores when it is 0 or less. It starts no more tasks once ctx
// has ended, and returns when those that were started have returned. After a
// panic in a task no more are started either, and Run panics with a
// *segment.PanicError.
func Run(ctx context.Context, n, workers int, task func(i int)) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var failure atomic.Pointer[segment.PanicError]
	guarded := func(i int) {
		defer func() {
			if p := recover(); p != nil {
				failure.CompareAndSwap(nil, segment.Recovered("A worker", p))
				stop()
			}
		}()
		task(i)
	}
	var wait sync.WaitGroup
	for range min(workers, n) {
		wait.Go(func() {
			for i := range next {
				guarded(i)
			}
		})
	}
feed:
	for i := range n {
		// The choice below is a random one when both sides are ready.
		if ctx.Err() != nil {
			break
		}
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wait.Wait()
	if p := failure.Load(); p != nil {
		panic(p)
	}
}
