package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	benchmark "motionseg/hopkins/bench"
)

// Benchmark is the model of the benchmark window: methods on the sequences of
// a dataset, with progress, cancel and resume. Like a Session it belongs to
// one goroutine.
type Benchmark struct {
	onUI     func(func())
	run      func(context.Context, benchmark.Benchmark) ([]benchmark.Row, error)
	watchers []func()
	workers  Workers
	closed   bool

	task    benchmark.Benchmark // of the last start
	rows    []benchmark.Row
	cancel  context.CancelFunc // nil when nothing runs
	started time.Time
	before  int // rows that were there when it started
	failure error
}

// NewBenchmark returns a benchmark that has not been started. run stands in
// for benchmark.Benchmark.Run in tests and may be nil.
func NewBenchmark(onUI func(func()), run func(context.Context, benchmark.Benchmark) ([]benchmark.Row, error)) *Benchmark {
	if run == nil {
		run = func(ctx context.Context, b benchmark.Benchmark) ([]benchmark.Row, error) { return b.Run(ctx) }
	}
	return &Benchmark{onUI: onUI, run: run}
}

// Watch calls f after every change.
func (b *Benchmark) Watch(f func()) { b.watchers = append(b.watchers, f) }

func (b *Benchmark) announce() {
	for _, f := range b.watchers {
		f()
	}
}

// Start runs a benchmark. Rows that are there from an earlier run with the
// same frames and seed are kept, which resumes a cancelled one.
func (b *Benchmark) Start(task benchmark.Benchmark) error {
	switch {
	case b.cancel != nil:
		return errors.New("benchmark: it is running already")
	case len(task.Entries) == 0:
		return errors.New("benchmark: expected at least one sequence, found none")
	case len(task.Methods) == 0:
		return errors.New("benchmark: expected at least one method, found none")
	}
	if task.Frames != b.task.Frames || task.Seed != b.task.Seed {
		b.rows = nil
	}
	wanted := map[[2]string]bool{}
	for _, e := range task.Entries {
		for _, m := range task.Methods {
			wanted[[2]string{e.Name, m.Name}] = true
		}
	}
	var kept []benchmark.Row
	for _, r := range b.rows {
		if wanted[[2]string{r.Sequence, r.Method}] {
			kept = append(kept, r)
		}
	}
	b.rows = kept
	ctx, cancel := context.WithCancel(context.Background())
	task.Done = append([]benchmark.Row(nil), kept...)
	task.Finished = func(r benchmark.Row) {
		b.later(func() {
			b.rows = append(b.rows, r)
			b.announce()
		})
	}
	b.task, b.cancel, b.started, b.before, b.failure = task, cancel, time.Now(), len(kept), nil
	b.workers.Go(func() {
		_, err := b.runSafely(ctx, task)
		cancel()
		b.later(func() {
			b.cancel = nil
			if !errors.Is(err, context.Canceled) {
				b.failure = err
			}
			b.announce()
		})
	})
	b.announce()
	return nil
}

func (b *Benchmark) runSafely(ctx context.Context, task benchmark.Benchmark) (rows []benchmark.Row, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("benchmark: internal error: %v", p)
		}
	}()
	return b.run(ctx, task)
}

func (b *Benchmark) later(f func()) {
	b.onUI(func() {
		if !b.closed {
			f()
		}
	})
}

// Running reports whether it runs.
func (b *Benchmark) Running() bool { return b.cancel != nil }

// Cancel stops it; the rows that are finished stay, for going on later.
func (b *Benchmark) Cancel() {
	if b.cancel != nil {
		b.cancel()
	}
}

// Close stops it and ends all announcements.
func (b *Benchmark) Close() {
	b.Cancel()
	b.closed = true
}

// Wait blocks until nothing runs any more.
func (b *Benchmark) Wait() { b.workers.Wait() }

// Rows returns the finished rows in the order in which they finished. They
// must not be changed.
func (b *Benchmark) Rows() []benchmark.Row { return b.rows }

// Total returns the number of rows of a whole run.
func (b *Benchmark) Total() int { return b.task.Total() }

// Failure returns why the last run ended early, nil when it did not.
func (b *Benchmark) Failure() error { return b.failure }

// Report returns what is finished, ready to be written.
func (b *Benchmark) Report() benchmark.Report {
	order := map[[2]string]int{}
	for i, e := range b.task.Entries {
		for j, m := range b.task.Methods {
			order[[2]string{e.Name, m.Name}] = i*len(b.task.Methods) + j
		}
	}
	sorted := make([]*benchmark.Row, b.task.Total())
	for i := range b.rows {
		if at, ok := order[[2]string{b.rows[i].Sequence, b.rows[i].Method}]; ok {
			sorted[at] = &b.rows[i]
		}
	}
	report := benchmark.Report{Frames: b.task.Frames, Seed: b.task.Seed}
	for _, r := range sorted {
		if r != nil {
			report.Rows = append(report.Rows, *r)
		}
	}
	return report
}

// TimeLeft estimates how long the run still takes, from the rows that it has
// finished; it is unknown before the first.
func (b *Benchmark) TimeLeft() (left time.Duration, known bool) {
	done := len(b.rows) - b.before
	if b.cancel == nil || done <= 0 {
		return 0, false
	}
	each := time.Since(b.started) / time.Duration(done)
	return each * time.Duration(max(0, b.Total()-len(b.rows))), true
}
