package parallel

import (
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

func TestBlocksCoverEveryRowOnce(t *testing.T) {
	for _, n := range []int{0, 1, BlockRows - 1, BlockRows, BlockRows + 1, 5*BlockRows + 7} {
		for _, workers := range []int{0, 1, 2, 9} {
			counts := make([]int, n)
			busy := make([]atomic.Bool, max(1, Workers(workers, BlockCount(n))))
			Blocks(n, workers, func(worker, lo, hi int) {
				if busy[worker].Swap(true) {
					t.Errorf("n = %d: worker %d has two blocks at a time", n, worker)
				}
				if lo%BlockRows != 0 || hi != min(lo+BlockRows, n) {
					t.Errorf("n = %d: block %d…%d", n, lo, hi)
				}
				for i := lo; i < hi; i++ {
					counts[i]++
				}
				busy[worker].Store(false)
			})
			if i := slices.IndexFunc(counts, func(c int) bool { return c != 1 }); i >= 0 {
				t.Errorf("n = %d, %d workers: row %d was done %d times", n, workers, i, counts[i])
			}
		}
	}
}

func TestWorkers(t *testing.T) {
	for _, c := range []struct{ workers, pieces, want int }{
		{3, 10, 3}, {3, 2, 2}, {1, 0, 0}, {0, 1 << 20, runtime.GOMAXPROCS(0)}, {-1, 1, 1},
	} {
		if got := Workers(c.workers, c.pieces); got != c.want {
			t.Errorf("%d workers for %d pieces: %d, want %d", c.workers, c.pieces, got, c.want)
		}
	}
}

// recovered returns what f panics with.
func recovered(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

func plant(_, i int) {
	if i == 3 {
		panic(io.ErrUnexpectedEOF)
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	p, ok := recovered(func() { Each(10, 2, plant) }).(*Panic)
	if !ok {
		t.Fatal("the panic of a worker did not reach the caller as a *Panic")
	}
	if p.Value != io.ErrUnexpectedEOF || !errors.Is(p, io.ErrUnexpectedEOF) {
		t.Errorf("value is %v", p.Value)
	}
	if !strings.Contains(string(p.Stack), "parallel.plant") {
		t.Errorf("the stack does not name the function that panicked:\n%s", p.Stack)
	}
	if v := recovered(func() { Each(10, 1, plant) }); v != io.ErrUnexpectedEOF {
		t.Errorf("one worker panics with %v", v)
	}
	// Work inside work keeps the first place.
	nested := recovered(func() { Each(2, 2, func(int, int) { Each(10, 2, plant) }) })
	if p, ok := nested.(*Panic); !ok || p.Value != io.ErrUnexpectedEOF {
		t.Errorf("nested work panics with %v", nested)
	}
}

func TestWorkersStopAfterAPanic(t *testing.T) {
	const n = 1 << 24
	var done atomic.Int64
	failed := make(chan struct{})
	recovered(func() {
		Each(n, 2, func(_, i int) {
			if i == 0 {
				defer close(failed)
				panic("planted")
			}
			<-failed
			done.Add(1)
			runtime.Gosched()
		})
	})
	if done.Load() >= n-1 {
		t.Errorf("all %d other pieces were done after the panic", done.Load())
	}
}

// Pieces of work that end in any order are told of in the order of their numbers, on the
// goroutine that asked for them, and a panic reaches it.
func TestEachInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		var told []int
		last := make(chan struct{})
		if workers == 1 {
			close(last)
		}
		EachInOrder(6, workers, func(_, i int) {
			switch i {
			case 0:
				<-last // the others end before it
			case 5:
				if workers > 1 {
					close(last)
				}
			}
		}, func(i int) { told = append(told, i) })
		if !slices.Equal(told, []int{0, 1, 2, 3, 4, 5}) {
			t.Errorf("%d workers: told of %v, want 0 to 5 in order", workers, told)
		}
		func() {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(Recovered(v).Error(), "three") {
					t.Errorf("%d workers: recovered %v, want the panic of a piece", workers, v)
				}
			}()
			EachInOrder(6, workers, func(_, i int) {
				if i == 3 {
					panic("three")
				}
			}, func(int) {})
		}()
	}
}

func TestBoth(t *testing.T) {
	t.Run("beside each other", func(t *testing.T) {
		met := make(chan bool)
		ended := false
		Both(2, func() { met <- true }, func() { <-met; ended = true })
		if !ended {
			t.Error("returned before the other had")
		}
	})
	t.Run("one worker", func(t *testing.T) {
		var order []string
		Both(1, func() { order = append(order, "first") }, func() { order = append(order, "other") })
		if !slices.Equal(order, []string{"first", "other"}) {
			t.Errorf("called %v", order)
		}
	})
	for _, workers := range []int{1, 2} {
		nothing := func() {}
		panics := func() { plant(0, 3) }
		for i, calls := range [][2]func(){{panics, nothing}, {nothing, panics}} {
			v := recovered(func() { Both(workers, calls[0], calls[1]) })
			if p, ok := v.(*Panic); ok {
				v = p.Value
			}
			if v != io.ErrUnexpectedEOF {
				t.Errorf("%d workers, call %d panics: %v", workers, i, v)
			}
		}
	}
}
