// Package pool runs independent tasks side by side.
package pool

import (
	"context"
	"runtime"
	"sync"
)

// Run calls task for 0…n−1, in this order of starting, on at most workers
// goroutines, all cores when it is 0 or less. It starts no more tasks once ctx
// has ended, and returns when those that were started have returned.
func Run(ctx context.Context, n, workers int, task func(i int)) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	var wait sync.WaitGroup
	for range min(workers, n) {
		wait.Go(func() {
			for i := range next {
				task(i)
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
}
