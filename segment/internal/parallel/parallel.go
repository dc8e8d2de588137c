// Package parallel spreads independent pieces of work over goroutines. It is
// the one place of segment and its packages that starts any.
//
// Work is cut in the same way for any number of workers, so that results agree
// to the bit. A panic in a piece of work reaches the caller, as if the work had
// been done there.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// BlockRows is the number of rows in one piece of the work of Blocks; the last
// may have fewer.
const BlockRows = 96

// Workers returns how many goroutines to use for that many pieces of work:
// workers, or the number of cores when it is 0 or less, and at most one a
// piece.
func Workers(workers, pieces int) int {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return min(workers, pieces)
}

// BlockCount returns in how many pieces Blocks cuts n rows.
func BlockCount(n int) int { return (n + BlockRows - 1) / BlockRows }

// Blocks calls f for consecutive ranges lo…hi−1 of BlockRows of the rows 0…n−1
// on at most workers goroutines, by the rules of Each. Range lo…hi−1 is the one
// numbered lo/BlockRows.
func Blocks(n, workers int, f func(worker, lo, hi int)) {
	Each(BlockCount(n), workers, func(worker, block int) {
		f(worker, block*BlockRows, min((block+1)*BlockRows, n))
	})
}

// Each calls f for 0…n−1 on at most workers goroutines, all cores when it is 0
// or less, and returns when all calls have. worker counts from 0 to
// Workers(workers, n)−1 and says whose scratch space to use. One worker is the
// calling goroutine itself.
//
// When a call panics on another goroutine no more are started, and once the
// running ones have returned Each panics with a *Panic.
func Each(n, workers int, f func(worker, i int)) {
	workers = Workers(workers, n)
	if workers <= 1 {
		for i := range n {
			f(0, i)
		}
		return
	}
	var next atomic.Int64
	var failure atomic.Pointer[Panic]
	var wg sync.WaitGroup
	for worker := range workers {
		wg.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					failure.CompareAndSwap(nil, Recovered(v))
				}
			}()
			for failure.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(worker, i)
			}
		})
	}
	wg.Wait()
	if p := failure.Load(); p != nil {
		panic(p)
	}
}

// EachInOrder is Each, and calls done for 0…n−1 in their order on the calling goroutine, each
// as soon as all calls of f up to it have returned.
func EachInOrder(n, workers int, f func(worker, i int), done func(i int)) {
	if Workers(workers, n) <= 1 {
		for i := range n {
			f(0, i)
			done(i)
		}
		return
	}
	returned := make(chan int, n)
	var failure any
	go func() {
		defer close(returned)
		defer func() { failure = recover() }()
		Each(n, workers, func(worker, i int) {
			f(worker, i)
			returned <- i
		})
	}()
	early := make([]bool, n+1)
	next := 0
	for i := range returned {
		for early[i] = true; early[next]; next++ {
			done(next)
		}
	}
	if failure != nil {
		panic(failure)
	}
}

// Both calls f on the calling goroutine and beside it other, on another goroutine, and returns when both have.
// With one worker, see Workers, f is called first and then other, both on the calling goroutine. A panic of
// other's goroutine becomes one of Both, a *Panic, once f has returned.
func Both(workers int, f, other func()) {
	if Workers(workers, 2) <= 1 {
		f()
		other()
		return
	}
	var failure *Panic
	var wg sync.WaitGroup
	wg.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				failure = Recovered(v)
			}
		}()
		other()
	})
	defer func() {
		wg.Wait()
		if failure != nil {
			panic(failure)
		}
	}()
	f()
}

// Panic is what Each panics with after a panic on another goroutine.
type Panic struct {
	Value any    // what the work panicked with
	Stack []byte // of the goroutine that did
}

// Recovered returns what v, the value of a recover, says of the first panic:
// v itself where it is a *Panic, otherwise v with the stack of the panicking
// goroutine. It must be called by the function that recovers.
func Recovered(v any) *Panic {
	if p, ok := v.(*Panic); ok {
		return p
	}
	return &Panic{Value: v, Stack: debug.Stack()}
}

// Error returns the value and the stack, for whoever prints the panic.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\non a worker:\n%s", p.Value, p.Stack) }

// Unwrap returns the value where it is an error, nil otherwise.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
