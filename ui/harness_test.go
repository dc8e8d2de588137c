package ui

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// queue stands for the goroutine of the user interface: the test driver would
// run a worker's update beside the test, so that it waits here instead.
type queue struct {
	mu      sync.Mutex
	waiting []func()
}

func (q *queue) add(f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, f)
}

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

// turn does what was to be done in later turns of the goroutine of the user interface: what
// shows the session follows it there.
func (q *queue) turn() {
	for q.run() > 0 {
	}
}

// rig is a window on the test driver.
type rig struct {
	*window
	t        testing.TB
	queue    *queue
	problems []session.Problem
}

func newRig(t testing.TB, change func(*session.Config)) *rig {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(kit.NewTheme())
	r := &rig{t: t, queue: &queue{}}
	cfg := session.Config{
		OnUI:    r.queue.add,
		Problem: func(p session.Problem) { r.problems = append(r.problems, p); r.window.problem(p) },
		Example: func() (*hopkins.Sequence, error) { return turning(), nil },
		Solve:   solve,
	}
	if change != nil {
		change(&cfg)
	}
	s := session.New(cfg)
	r.window = newWindow(app, s, r.queue.add, "test")
	r.win.Resize(fyne.NewSize(1100, 700))
	t.Cleanup(func() {
		s.Close()
		r.settle()
	})
	return r
}

// settle waits for solvers, painters and writers and does what they queued.
func (r *rig) settle() {
	for idle := 0; idle < 3; {
		ended := make(chan struct{})
		go func() {
			r.session.Wait()
			r.exporter.writers.Wait()
			if r.opener.chooser != nil {
				r.opener.chooser.Wait()
			}
			r.library.previews.wait()
			r.window.queue.previews.wait()
			r.awaited.surface.Workers.Wait()
			r.analysis.numbers.workers.Wait()
			r.film.strip.workers.Wait()
			for _, s := range r.surfaces() {
				s.Workers.Wait()
			}
			close(ended)
		}()
	join:
		for {
			r.queue.run()
			select {
			case <-ended:
				break join
			case <-time.After(time.Millisecond):
			}
		}
		if r.queue.run() == 0 {
			idle++
		}
	}
}

func (r *rig) surfaces() []*kit.Surface {
	var all []*kit.Surface
	for _, side := range session.Both {
		all = append(all, r.sides[side].view.surface, r.sides[side].wall.surface, r.analysis.affinity.views[side].surface)
	}
	return append(all, r.analysis.affinity.bars[0].surface, r.analysis.affinity.bars[1].surface)
}

// capture draws the window, lets the painters follow, and draws it again.
func (r *rig) capture() {
	r.win.Canvas().Capture()
	r.settle()
	r.win.Canvas().Capture()
	r.settle()
}

// turning is a sequence of two patches of 20 tracks that turn, 8 frames.
func turning() *hopkins.Sequence {
	const frames, each = 8, 20
	s := &hopkins.Sequence{Name: "turning", Width: 320, Height: 240, Truth: make([]int, 2*each)}
	s.Pixels = mat.NewDense(2*frames, 2*each, nil)
	for i := range 2 * each {
		motion := i / each
		s.Truth[i] = motion + 1
		for f := range frames {
			x, y := float64(i%5)*16, float64(i%each/5)*16
			s.Pixels.Set(2*f, i, 40+x+float64(motion)*140+float64(f*(1-2*motion)*3))
			s.Pixels.Set(2*f+1, i, 60+y+float64(f*motion*4))
		}
	}
	s.Normalized = mat.NewDense(2*frames, 2*each, nil)
	s.Normalized.Scale(1.0/160, s.Pixels)
	return s
}

// solve labels the tracks as the truth has them, but for the first three on
// SSC.
func solve(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
	n := d.Points()
	r := &segment.Result{Method: cfg.Method.Describe().Name, Values: cfg.Values, Motions: cfg.Motions, Seed: cfg.Seed,
		Converged: true}
	r.Labels, r.Confidence = make([]int, n), make([]float64, n)
	r.W = mat.NewDense(n, n, nil)
	for i := range n {
		r.Labels[i] = 1 + i*2/n
		if r.Method == "ssc" && i < 3 {
			r.Labels[i] = 2
		}
		r.Confidence[i] = float64(i) / float64(n)
	}
	for i := range n {
		for j := range n {
			if i != j && r.Labels[i] == r.Labels[j] {
				r.W.Set(i, j, 1/float64(1+max(i-j, j-i)))
			}
		}
	}
	for k := range 5 {
		it := segment.Iteration{Number: k + 1, Limit: 5, Objective: 10 / float64(k+1), Residual: 1 / float64(1+k*k)}
		r.History = append(r.History, it)
		if cfg.Progress != nil {
			cfg.Progress(it)
		}
	}
	r.Spectrum = []float64{0, 0.1, 0.6, 0.7, 0.8}
	r.Stages = []segment.Stage{{Name: "coefficients", Time: 120 * time.Millisecond}}
	return r, ctx.Err()
}

// touch makes an empty file of a name.
func touch(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
