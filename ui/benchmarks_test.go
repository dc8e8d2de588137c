package ui

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/segment"
	"motionseg/ui/session"
)

func TestBenchmarkNeedsADataset(t *testing.T) {
	second := touch(t, "b.mat")
	r := newRig(t, func(c *session.Config) {
		c.Open = func(_ context.Context, path string) (*hopkins.Sequence, error) {
			q := turning()
			q.Path = path
			return q, nil
		}
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root, Entries: []hopkins.Entry{
				{Name: "a", Path: "/d/a.mat", Motions: 2}, {Name: "b", Path: second, Motions: 3},
			}}, nil
		}
	})
	r.benchmarks.openBenchmark()
	if r.benchmarks.benchmark != nil {
		t.Error("without a dataset there is nothing to benchmark")
	}
	r.session.OpenDataset(t.TempDir())
	r.settle()
	r.benchmarks.openBenchmark()
	first := r.benchmarks.benchmark
	r.benchmarks.openBenchmark()
	if first == nil || r.benchmarks.benchmark != first {
		t.Error("a second window was opened")
	}
	tracks, labels := make([]int, 40), make([]int, 40)
	for i := range tracks {
		tracks[i], labels[i] = i, 1+i/20
	}
	labels[3] = 2
	r.benchmarks.openBenchmarked(r.session.Library.Dataset().Entries[1], []bench.Row{
		{Method: "lsr", Table: hopkins.LabelTable{Tracks: tracks, Labels: labels}}, {Method: "ssc", Failure: "no"}})
	r.settle()
	if l, h := r.session.Plan.Setup(session.Left).Method,
		r.session.Plan.Setup(session.Right).Method; r.session.Doc.Key() != second || l != "lsr" || h != "ssc" {
		t.Errorf("open is %s with %s and %s", r.session.Doc.Key(), l, h)
	}
	if got := r.session.Sides.Labels(session.Left); got == nil || got[3] != 2 || got[4] != 1 ||
		r.session.Sides.Outcome(session.Right) != nil {
		t.Errorf("the labels of the rows are not shown: %v", got)
	}
	if _, err := matrixOf(session.Left, nil)(r.exporter); err == nil {
		t.Error("an affinity is written that is not there")
	}
	results := r.benchmarks.results
	r.benchmarks.benchmark.Close()
	r.benchmarks.openBenchmark()
	if r.benchmarks.benchmark == first || r.benchmarks.results != results {
		t.Error("closing the window must keep the results, not the window")
	}
	r.benchmarks.benchmark.Close()
}

// TestBenchmarkErrorsInTheLibrary: what a benchmark has found is in the list of
// sequences when it ends, and that of other methods when a point of them is clicked.
func TestBenchmarkErrorsInTheLibrary(t *testing.T) {
	r := newRig(t, func(c *session.Config) {
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root, Entries: []hopkins.Entry{{Name: "a", Path: "/d/a.mat", Motions: 2}}}, nil
		}
	})
	root := t.TempDir()
	r.session.OpenDataset(root)
	r.settle()
	rows := []bench.Row{{Sequence: "a", Method: "ssc", Error: 12.5}, {Sequence: "a", Method: "lsr", Error: 3},
		{Sequence: "gone", Method: "ssc"}}
	r.benchmarks.takeResults(session.NewBenchmark(r.kit.Run,
		func(_ context.Context, task bench.Benchmark) ([]bench.Row, error) {
			for _, row := range rows {
				task.Finished(row)
			}
			return rows, nil
		}), root)
	badges := func() [2]session.Badge {
		for _, g := range r.session.Library.Groups("a") {
			for _, i := range g.Items {
				if i.Key == "/d/a.mat" {
					return i.Badges
				}
			}
		}
		return [2]session.Badge{}
	}
	d := r.session.Library.Dataset()
	if err := r.benchmarks.results.Start(bench.Benchmark{Entries: d.Entries,
		Methods: []segment.Spec{{Name: "ssc", Method: segment.Methods()[1]}}}); err != nil {
		t.Fatal(err)
	}
	r.benchmarks.results.Wait()
	r.settle()
	if b := badges(); b[session.Left].Error != 12.5 || b[session.Left].Method != "SSC" || b[session.Right].Method != "" {
		t.Errorf("after the benchmark: %+v", b)
	}
	r.benchmarks.openBenchmarked(d.Entries[0], rows[:2])
	if b := badges(); b[session.Left].Error != 12.5 || b[session.Right].Error != 3 {
		t.Errorf("after a click: %+v", b)
	}
	r.settle()
}

// TestWritingIsToldWhereItWasAsked: in the benchmark's window, which is before the
// main one, what became of a file of its is said there.
func TestWritingIsToldWhereItWasAsked(t *testing.T) {
	r := newRig(t, nil)
	other := r.app.NewWindow("other")
	defer other.Close()
	var said []string
	say := func(line string) { said = append(said, line) }
	path := filepath.Join(t.TempDir(), "a.txt")
	r.exporter.writeFile(other, path, func(_ context.Context, out io.Writer) error {
		_, err := io.WriteString(out, "a")
		return err
	}, say)
	r.settle()
	if len(said) != 2 || said[1] != "Written: "+path || other.Canvas().Overlays().Top() != nil {
		t.Errorf("said %q", said)
	}
	r.exporter.writeFile(other, filepath.Join(path, "b.txt"), func(context.Context, io.Writer) error { return nil }, say)
	r.settle()
	if other.Canvas().Overlays().Top() == nil || r.win.Canvas().Overlays().Top() != nil {
		t.Error("a file that cannot be written must be told over the window that asked")
	}
}
