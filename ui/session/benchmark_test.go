package session

import (
	"context"
	"errors"
	"slices"
	"testing"

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
				if slices.ContainsFunc(task.Done, func(r benchmark.Row) bool { return r.Sequence == e.Name && r.Method == m.Name }) {
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
	b := NewBenchmark(q.add, func(context.Context, benchmark.Benchmark) ([]benchmark.Row, error) { panic(errors.New("out of range")) })
	if err := b.Start(benchTask(hopkins.FrameSelection{})); err != nil {
		t.Fatal(err)
	}
	b.Wait()
	q.run()
	if b.Running() || b.Failure() == nil {
		t.Errorf("failure is %v", b.Failure())
	}
}
