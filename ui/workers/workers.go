// Package workers runs goroutines that can be waited for, and whose panics are told.
package workers

import (
	"sync"

	"motionseg/segment"
)

// Workers runs goroutines, counts them, and keeps the program alive when one
// panics. Unlike with a sync.WaitGroup, new ones may start while another
// goroutine waits.
type Workers struct {
	// What says what they do, as the beginning of a sentence.
	What string
	// Failed is told of a panic, on the goroutine that panicked.
	Failed func(error)

	mu      sync.Mutex
	changed *sync.Cond
	running int
}

// Go runs f on a goroutine of its own. A panic of f is told to Failed; it ends
// the program where there is no Failed.
func (w *Workers) Go(f func()) {
	w.mu.Lock()
	w.running++
	w.mu.Unlock()
	go func() {
		defer func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.running--
			if w.running == 0 && w.changed != nil {
				w.changed.Broadcast()
			}
		}()
		if w.Failed != nil {
			defer func() {
				if p := recover(); p != nil {
					w.Failed(segment.Recovered(w.What, p))
				}
			}()
		}
		f()
	}()
}

// Wait blocks until none runs.
func (w *Workers) Wait() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.changed == nil {
		w.changed = sync.NewCond(&w.mu)
	}
	for w.running > 0 {
		w.changed.Wait()
	}
}
