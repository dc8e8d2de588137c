package session

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"motionseg/hopkins"
	benchmark "motionseg/hopkins/bench"
	"motionseg/segment"
)

func benchTask(frames hopkins.FrameSelection) benchmark.Benchmark {
	return benchmark.Benchmark{
		Entries: []hopkins.Entry{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Methods: []segment.Spec{{Name: "ssc"}, {Name: "lrksc"}}, Frames: frames,
	}
}

func TestBenchmarkCancelAndResume(t *testing.T) {
	q := &queue{}
	var ran []string
	stopAfter := 2
	b := NewBenchmark(q.add, func(ctx context.Context, task benchmark.Benchmark) ([]benchmark.Row, error) {
		for _, e := range task.Entries {
			for _, m := range task.Methods {
				if slices.ContainsFunc(task.Done, func(r benchmark.Row) bool {
					return r.Sequence == e.Name && r.Method == m.Name
				}) {
					continue
				}
				if stopAfter == 0 {
					<-ctx.Done()
					return nil, ctx.Err()
				}
				stopAfter--
				ran = append(ran, e.Name+" "+m.Name)
				task.Finished(benchmark.Row{Sequence: e.Name, Method: m.Name})
			}
		}
		return nil, ctx.Err()
	})
	changes := 0
	b.Watch(func() { changes++ })
	if b.Start(benchmark.Benchmark{}) == nil {
		t.Error("a benchmark without sequences must be refused")
	}
	if err := b.Start(benchTask(hopkins.FrameSelection{})); err != nil {
		t.Fatal(err)
	}
	if b.Start(benchTask(hopkins.FrameSelection{})) == nil {
		t.Error("two at once")
	}
	b.Cancel()
	b.Wait()
	q.run()
	if b.Running() || len(b.Rows()) != 2 || b.Total() != 6 || b.Failure() != nil || changes == 0 {
		t.Fatalf("running %v, %d rows of %d, failure %v", b.Running(), len(b.Rows()), b.Total(), b.Failure())
	}
	stopAfter = 10
	if err := b.Start(benchTask(hopkins.FrameSelection{})); err != nil {
		t.Fatal(err)
	}
	b.Wait()
	q.run()
	if want := []string{"a ssc", "a lrksc", "b ssc", "b lrksc", "c ssc", "c lrksc"}; !slices.Equal(ran, want) {
		t.Errorf("ran %v, want each once", ran)
	}
	if rows := b.Report().Rows; len(rows) != 6 || rows[5].Sequence != "c" || rows[5].Method != "lrksc" {
		t.Errorf("report has rows %v", rows)
	}
	if err := b.Start(benchTask(hopkins.FrameSelection{Mode: hopkins.FirstLast})); err != nil {
		t.Fatal(err)
	}
	b.Wait()
	q.run()
	if len(ran) != 2*6 {
		t.Errorf("other frames ran %d rows, want all 6 again", len(ran)-6)
	}
	b.Close()
}

func TestBenchmarkPanic(t *testing.T) {
	q := &queue{}
	b := NewBenchmark(q.add, func(context.Context, benchmark.Benchmark) ([]benchmark.Row, error) {
		panic(errors.New("out of range"))
	})
	if err := b.Start(benchTask(hopkins.FrameSelection{})); err != nil {
		t.Fatal(err)
	}
	b.Wait()
	q.run()
	if b.Running() || b.Failure() == nil {
		t.Errorf("failure is %v", b.Failure())
	}
}

// Rows are there again in the next window, and in the library, unless the data or
// the program are others since.
func TestBenchmarkIsKept(t *testing.T) {
	q := &queue{}
	folder := t.TempDir()
	path := filepath.Join(folder, "kept", "rows.json")
	d := &hopkins.Dataset{Root: folder}
	for _, name := range []string{"a", "b"} {
		file := filepath.Join(folder, name+".mat")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		d.Entries = append(d.Entries, hopkins.Entry{Name: name, Path: file, Points: 3, Frames: 2})
	}
	methods := []segment.Method{fakeMethod{"lrksc"}, fakeMethod{"ssc"}}
	rows := []benchmark.Row{
		{Sequence: "a", Method: "ssc", Points: 3, Frames: 2, Error: 12.5,
			Score: hopkins.Score{Error: 12.5, Wrong: 1, Counted: 8, OneLabel: math.NaN()},
			Table: hopkins.LabelTable{Tracks: []int{0, 1, 2}, Labels: []int{1, 2, 1}}},
		{Sequence: "b", Method: "ssc", Points: 3, Frames: 2, Error: math.NaN(),
			Score: hopkins.Score{Error: math.NaN(), OneLabel: math.NaN()}, Failure: "no"},
	}
	first := NewBenchmark(q.add, func(_ context.Context, task benchmark.Benchmark) ([]benchmark.Row, error) {
		for _, r := range rows {
			task.Finished(r)
		}
		return rows, nil
	})
	first.Keep(path, "1.0", d, methods)
	first.SetPattern("[ab]")
	task := benchmark.Benchmark{Entries: d.Entries, Methods: []segment.Spec{{Name: "ssc"}},
		Frames: hopkins.FrameSelection{Mode: hopkins.FirstLast}, Seed: 5}
	if err := first.Start(task); err != nil {
		t.Fatal(err)
	}
	first.workers.Wait()
	q.run()
	first.Close()
	again := func(by string) *Benchmark {
		b := NewBenchmark(q.add, nil)
		b.Keep(path, by, d, methods)
		b.Wait()
		q.run()
		return b
	}
	b := again("1.0")
	if b.Pattern() != "[ab]" {
		t.Errorf("the pattern is %q", b.Pattern())
	}
	if len(b.Rows()) != 2 || b.Total() != 2 || b.Report().Frames != task.Frames || b.Report().Seed != 5 {
		t.Fatalf("there are %d of %d rows again", len(b.Rows()), b.Total())
	}
	if r := b.Report().Rows; r[0].Error != 12.5 || r[0].Score.Wrong != 1 || !math.IsNaN(r[0].Score.OneLabel) ||
		!slices.Equal(r[0].Table.Labels, []int{1, 2, 1}) || !math.IsNaN(r[1].Error) || r[1].Failure != "no" {
		t.Errorf("rows %+v", r)
	}
	// One that was started meanwhile keeps to what it was started with.
	hasty := NewBenchmark(q.add, func(_ context.Context, task benchmark.Benchmark) ([]benchmark.Row, error) {
		return nil, nil
	})
	hasty.Keep(path, "1.0", d, methods)
	if err := hasty.Start(benchmark.Benchmark{Entries: d.Entries[:1], Methods: []segment.Spec{{Name: "lrksc"}}}); err !=
		nil {
		t.Fatal(err)
	}
	hasty.workers.Wait()
	q.run()
	if len(hasty.Rows()) != 0 || hasty.Total() != 1 {
		t.Errorf("one that was started before the kept rows were read has %d of %d rows", len(hasty.Rows()), hasty.Total())
	}
	if n := len(again("1.1").Rows()); n != 0 {
		t.Errorf("another version of the program has %d rows", n)
	}
	s := newBench(t, nil)
	s.Library.dataset = d
	s.Library.ShowKept(path, "1.0", func(side Side) string { return s.Plan.Setup(side).Method })
	s.settle()
	if b := s.Library.badges[d.Entries[0].Path]; b[Left].Error != 12.5 || b[Right].Method != "" ||
		s.Library.badges[d.Entries[1].Path][Left].Method != "" {
		t.Errorf("the library shows %+v", b)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(d.Entries[0].Path, later, later); err != nil {
		t.Fatal(err)
	}
	if r := again("1.0").Rows(); len(r) != 1 || r[0].Sequence != "b" {
		t.Errorf("a file has changed since, and there are %+v", r)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := len(again("1.0").Rows()); n != 0 {
		t.Errorf("a damaged file has %d rows", n)
	}
}

// What is finished is on disk while the rest still runs, and when the window
// closes meanwhile.
func TestBenchmarkIsKeptWhileItRuns(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.mat")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := &hopkins.Dataset{Root: folder, Entries: []hopkins.Entry{{Name: "a", Path: file, Points: 3, Frames: 2}}}
	for name, every := range map[string]time.Duration{"while it runs": 0, "when the window closes": time.Hour} {
		q := &queue{}
		path := filepath.Join(t.TempDir(), "rows.json")
		told := make(chan struct{})
		b := NewBenchmark(q.add, func(ctx context.Context, task benchmark.Benchmark) ([]benchmark.Row, error) {
			task.Finished(benchmark.Row{Sequence: "a", Method: "ssc", Points: 3, Frames: 2, Error: 1})
			close(told)
			<-ctx.Done()
			return nil, ctx.Err()
		})
		b.every = every
		b.Keep(path, "1.0", d, nil)
		if err := b.Start(benchmark.Benchmark{Entries: d.Entries, Methods: []segment.Spec{{Name: "ssc"}}}); err != nil {
			t.Fatal(err)
		}
		<-told
		q.run()
		b.saving.Wait()
		_, rows := loadKept(path, "1.0", d)
		if want := map[bool]int{true: 1, false: 0}[every == 0]; len(rows) != want {
			t.Errorf("%s: %d rows are kept already, want %d", name, len(rows), want)
		}
		b.Close()
		if _, rows := loadKept(path, "1.0", d); len(rows) != 1 {
			t.Errorf("%s: %d rows are kept in the end", name, len(rows))
		}
		b.Wait()
	}
}
