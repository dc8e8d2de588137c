package session

import "sync"

// Workers counts goroutines. Unlike with a sync.WaitGroup, new ones may start
// while another goroutine waits. The zero value is ready.
type Workers struct {
	mu      sync.Mutex
	changed *sync.Cond
	running int
}

// Go runs f on a goroutine of its own.
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
