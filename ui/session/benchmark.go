package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/batch"
	benchmark "motionseg/hopkins/bench"
	"motionseg/segment"
	"motionseg/ui/workers"
)

// Benchmark is the model of the benchmark window: methods on the sequences of
// a dataset, with progress, cancel and resume. Like a Session it belongs to
// one goroutine.
type Benchmark struct {
	onUI     func(func())
	run      func(context.Context, benchmark.Benchmark) ([]benchmark.Row, error)
	watchers []func()
	workers  workers.Workers
	closed   bool

	pattern string              // of the sequences for the next start
	task    benchmark.Benchmark // of the last start
	rows    []benchmark.Row
	cancel  context.CancelFunc // nil when nothing runs
	started time.Time
	before  int // rows that were there when it started
	failure error
	keep    *keeping
	every   time.Duration // rows are kept on disk so often while it runs
	kept    time.Time     // when they were last
	saves   int
	saving  workers.Workers
}

// keeping is where the rows are kept on disk.
type keeping struct {
	path, by string
	mu       sync.Mutex
	latest   int // number of the latest save that was written
}

// keepEvery is Benchmark.every in the program: what a crash may cost.
const keepEvery = 20 * time.Second

// NewBenchmark returns a benchmark that has not been started. run stands in
// for batch.Rows in tests and may be nil.
func NewBenchmark(
	onUI func(func()), run func(context.Context, benchmark.Benchmark) ([]benchmark.Row, error),
) *Benchmark {
	if run == nil {
		run = batch.Rows
	}
	return &Benchmark{onUI: onUI, run: run, every: keepEvery}
}

// Keep keeps the rows at path from now on, as those of this version of the program,
// and takes on those that are there, where they are still of the dataset: a moment
// later, unless it has been started by then.
func (b *Benchmark) Keep(path, by string, d *hopkins.Dataset, methods []segment.Method) {
	b.keep = &keeping{path: path, by: by}
	b.workers.Go(func() {
		kept, rows := loadKept(path, by, d)
		if len(rows) == 0 {
			return
		}
		b.later(func() {
			if b.task.Entries != nil {
				return
			}
			b.pattern = cmp.Or(b.pattern, kept.Pattern)
			b.task.Frames, b.task.Seed, b.rows = kept.Frames, kept.Seed, rows
			has := func(of func(benchmark.Row) bool) bool { return slices.ContainsFunc(rows, of) }
			for _, e := range d.Entries {
				if has(func(r benchmark.Row) bool { return r.Sequence == e.Name }) {
					b.task.Entries = append(b.task.Entries, e)
				}
			}
			for _, m := range methods {
				name := m.Describe().Name
				if has(func(r benchmark.Row) bool { return r.Method == name }) {
					b.task.Methods = append(b.task.Methods, segment.Spec{Name: name, Method: m})
				}
			}
			b.announce()
		})
	})
}

// loadKept reads rows that are kept on disk. That there are none, or damaged ones,
// is no reason to disturb: they can be computed again.
func loadKept(path, by string, d *hopkins.Dataset) (benchmark.Kept, []benchmark.Row) {
	info, err := os.Stat(path)
	if err != nil {
		return benchmark.Kept{}, nil
	}
	kept, err := benchmark.LoadKept(path)
	if err != nil {
		return benchmark.Kept{}, nil
	}
	return kept, kept.Of(d, by, info.ModTime())
}

// save keeps the rows on disk. That it cannot is no reason to disturb either.
func (b *Benchmark) save() {
	if b.keep == nil || len(b.rows) == 0 {
		return
	}
	kept := benchmark.Kept{By: b.keep.by, Pattern: b.pattern, Frames: b.task.Frames, Seed: b.task.Seed,
		Rows: slices.Clone(b.rows)}
	b.kept = time.Now()
	b.saves++
	keep, save := b.keep, b.saves
	b.saving.Go(func() {
		keep.mu.Lock()
		defer keep.mu.Unlock()
		if save > keep.latest && os.MkdirAll(filepath.Dir(keep.path), 0o700) == nil {
			keep.latest = save
			_ = kept.Save(keep.path)
		}
	})
}

// Pattern returns what chooses the sequences by their names; empty for all.
func (b *Benchmark) Pattern() string { return b.pattern }

// SetPattern keeps what chooses the sequences, for another window of this benchmark.
func (b *Benchmark) SetPattern(pattern string) { b.pattern = pattern }

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
			if time.Since(b.kept) >= b.every {
				b.save()
			}
			b.announce()
		})
	}
	b.task, b.cancel, b.started, b.before, b.failure = task, cancel, time.Now(), len(kept), nil
	b.kept = b.started
	b.workers.Go(func() {
		_, err := b.runSafely(ctx, task)
		cancel()
		b.later(func() {
			b.cancel = nil
			if !errors.Is(err, context.Canceled) {
				b.failure = err
			}
			b.save()
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

// Close stops it and ends all announcements. It waits until what is finished is
// kept.
func (b *Benchmark) Close() {
	running := b.Running()
	b.Cancel()
	b.closed = true
	if running {
		b.save()
	}
	b.saving.Wait()
}

// Wait blocks until nothing runs any more.
func (b *Benchmark) Wait() {
	b.workers.Wait()
	b.saving.Wait()
}

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
