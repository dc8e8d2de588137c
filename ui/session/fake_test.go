package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
)

// queue stands for the goroutine that owns the session: functions wait in it
// until the test runs them.
type queue struct {
	mu      sync.Mutex
	waiting []func()
}

func (q *queue) add(f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, f)
}

// run runs everything that waits and tells how much that was.
func (q *queue) run() int {
	q.mu.Lock()
	waiting := q.waiting
	q.waiting = nil
	q.mu.Unlock()
	for _, f := range waiting {
		f()
	}
	return len(waiting)
}

// bench is a session over fakes.
type bench struct {
	*Session
	t        *testing.T
	queue    *queue
	events   []Change
	problems []Problem
}

// settle runs what the workers queue until they have ended and nothing is
// left: until a whole round has run nothing, which may start workers again.
func (b *bench) settle() {
	for {
		ended := make(chan struct{})
		go func() {
			b.Wait()
			close(ended)
		}()
		ran := 0
		for waiting := true; waiting; {
			ran += b.queue.run()
			select {
			case <-ended:
				waiting = false
			case <-time.After(time.Millisecond):
			}
		}
		if ran+b.queue.run() == 0 {
			return
		}
	}
}

// saw reports whether an event was announced since the last call, and forgets
// all.
func (b *bench) saw(events ...Event) bool {
	seen := map[Event]bool{}
	for _, c := range b.events {
		seen[c.Event] = true
	}
	b.events = nil
	for _, e := range events {
		if !seen[e] {
			return false
		}
	}
	return true
}

// fakeMethod is a method of which only the description is used.
type fakeMethod struct{ name string }

func (m fakeMethod) Describe() segment.Description {
	return segment.Description{
		Name: m.name, Title: m.name + " title",
		Params: []segment.Param{
			{Name: "lambda1", Kind: segment.Real, Default: 1, Min: 0, MinOpen: true, Max: 100},
			{Name: "tolerance", Kind: segment.Real, Default: 1e-6, Min: 0, MinOpen: true, Max: 1},
		},
		Presets: []segment.Preset{{Kind: segment.TwoFrames, Values: segment.Values{"lambda1": 0.5}}},
	}
}

func (fakeMethod) Solve(context.Context, segment.Input) (segment.Solution, error) {
	return segment.Solution{}, fmt.Errorf("not to be called")
}

// sixTracks is a sequence of six tracks in four frames and two motions.
func sixTracks(name string) *hopkins.Sequence {
	pixels := mat.NewDense(8, 6, nil)
	for r := range 8 {
		for i := range 6 {
			pixels.Set(r, i, float64(10*i+r))
		}
	}
	return &hopkins.Sequence{Name: name, Width: 64, Height: 48, Pixels: pixels, Normalized: pixels,
		Truth: []int{1, 1, 1, 2, 2, 2}}
}

// solveFake labels the last track differently on the method "ssc": one error.
func solveFake(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
	n := d.Points()
	labels := make([]int, n)
	for i := range labels {
		labels[i] = 2
		if i >= n/2 {
			labels[i] = 1
		}
	}
	if cfg.Method.Describe().Name == "ssc" {
		labels[n-1] = 2
	}
	w := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			if i != j && labels[i] == labels[j] {
				w.Set(i, j, 1/float64(1+i+j))
			}
		}
	}
	if cfg.Progress != nil {
		cfg.Progress(segment.Iteration{Number: 1, Limit: 10, Residual: 1})
	}
	return &segment.Result{Method: cfg.Method.Describe().Name, Values: cfg.Values, Motions: cfg.Motions, Labels: labels,
		W: w, Converged: true}, nil
}

func newBench(t *testing.T, change func(*Config)) *bench {
	t.Helper()
	b := &bench{t: t, queue: &queue{}}
	cfg := Config{
		OnUI:    b.queue.add,
		Problem: func(p Problem) { b.problems = append(b.problems, p) },
		Example: func() (*hopkins.Sequence, error) { return sixTracks("example"), nil },
		Open: func(_ context.Context, path string) (*hopkins.Sequence, error) {
			s := sixTracks(filepath.Base(path))
			s.Path = path
			return s, nil
		},
		Solve:   solveFake,
		Methods: []segment.Method{fakeMethod{"lrksc"}, fakeMethod{"ssc"}},
	}
	if change != nil {
		change(&cfg)
	}
	b.Session = New(cfg)
	b.Watch(func(c Change) { b.events = append(b.events, c) })
	return b
}

// openFile makes an empty file of that name and opens it.
func (b *bench) openFile(name string) string {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), name)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.OpenPath(path)
	b.settle()
	return path
}

// runTable opens a table of tracks and runs the right side for two motions.
func runTable(t *testing.T, table string) *bench {
	t.Helper()
	return runTableBy(t, table, solveFake)
}

// runTableBy is runTable with another solver.
func runTableBy(
	t *testing.T, table string, solve func(context.Context, segment.Data, segment.Config) (*segment.Result, error),
) *bench {
	b := newBench(t, func(c *Config) { c.Open, c.Solve = nil, solve })
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte(table), 0o666); err != nil {
		t.Fatal(err)
	}
	b.OpenPath(path)
	b.settle()
	b.Plan.SetMotions(2)
	b.Sides.RunSide(Right)
	b.settle()
	return b
}
