package segment

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// blockRows is the number of rows that one unit of parallel work covers. It is
// fixed, so that every split over cores computes the same blocks and the
// results agree to the bit.
const blockRows = 96

// workerCount returns the number of goroutines to use: workers, or the number
// of cores when it is 0 or less.
func workerCount(workers int) int {
	if workers <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return workers
}

// forBlocks calls f for consecutive ranges of blockRows rows of 0…n on at most
// workers goroutines; worker counts from 0 and says whose scratch space to use.
func forBlocks(n, workers int, f func(worker, lo, hi int)) {
	blocks := (n + blockRows - 1) / blockRows
	workers = min(workerCount(workers), blocks)
	if workers <= 1 {
		for lo := 0; lo < n; lo += blockRows {
			f(0, lo, min(lo+blockRows, n))
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for {
				b := int(next.Add(1)) - 1
				if b >= blocks {
					return
				}
				f(w, b*blockRows, min((b+1)*blockRows, n))
			}
		})
	}
	wg.Wait()
}
