package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/ui/benchmark"
	"motionseg/ui/session"
)

// benchmarks shows the benchmark window and what was measured in it.
type benchmarks struct {
	ground
	exporter    *exporter
	benchmark   *benchmark.Window      // nil when it is closed
	results     *session.Benchmark     // of the last dataset that was benchmarked
	benchmarked string                 // its folder
	resultsDir  string                 // where results of benchmarks are kept; empty for nowhere
	listed      string                 // the folder whose kept errors the library shows
	shown       map[string][]bench.Row // what to show of a file once it is open, by path
}

// openBenchmark shows the benchmark window, or the hint that it needs a
// dataset. What was computed stays when the window is closed.
func (b *benchmarks) openBenchmark() {
	dataset := b.session.Library.Dataset()
	if dataset == nil {
		b.problem(session.Problem{Title: "No dataset is open", Reason: "A benchmark runs on the sequences of " +
			"a folder.", Advice: "Open a dataset folder first, as that of Hopkins155."})
		return
	}
	if b.benchmark != nil && b.benchmarked == dataset.Root {
		b.benchmark.Show()
		return
	}
	if b.benchmark != nil {
		b.benchmark.Close()
	}
	if b.results == nil || b.benchmarked != dataset.Root {
		if b.results != nil {
			b.results.Close()
		}
		b.takeResults(session.NewBenchmark(b.kit.Run, nil), dataset.Root)
		if path := b.keptResults(dataset.Root); path != "" {
			b.results.Keep(path, b.version, dataset, b.session.Plan.Methods())
		}
	}
	b.benchmark = benchmark.New(benchmark.Config{
		App: b.app, Kit: b.kit.Another(), Dataset: dataset, Methods: b.session.Plan.Methods(), Model: b.results,
		Seed: b.session.Plan.Seed, Open: b.openBenchmarked, Save: b.exporter.save,
		Closed: func() { b.benchmark = nil },
	})
	b.benchmark.Show()
}

// takeResults makes a benchmark that of a folder: its errors are in the library once
// it has run.
func (b *benchmarks) takeResults(made *session.Benchmark, root string) {
	b.results, b.benchmarked = made, root
	ran := false
	made.Watch(func() {
		d := b.session.Library.Dataset()
		if ran && !made.Running() && d != nil && d.Root == root {
			b.session.Library.ShowRows(made.Rows(), b.methodOf)
		}
		ran = made.Running()
	})
}

// methodOf returns the method that is chosen on a side.
func (b *benchmarks) methodOf(side session.Side) string { return b.session.Plan.Setup(side).Method }

// keptResults is the file with the results of a benchmark of a folder, beside the
// settings; empty where there are none.
func (b *benchmarks) keptResults(root string) string {
	if b.resultsDir == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(b.resultsDir, hex.EncodeToString(sum[:12])+".json")
}

// showKept shows the errors that are kept of a dataset that was just opened.
func (b *benchmarks) showKept() {
	d := b.session.Library.Dataset()
	if d == nil || d.Root == b.listed {
		return
	}
	b.listed = d.Root
	if path := b.keptResults(d.Root); path != "" {
		b.session.Library.ShowKept(path, b.version, b.methodOf)
	}
}

// openBenchmarked opens a sequence of the benchmark with the methods of its rows,
// the first on the left unless it is alone and shown on the right already.
func (b *benchmarks) openBenchmarked(e hopkins.Entry, rows []bench.Row) {
	plan := b.session.Plan
	switch {
	case len(rows) == 2:
		plan.SetMethod(session.Left, rows[0].Method)
		plan.SetMethod(session.Right, rows[1].Method)
	case len(rows) == 1 && plan.Setup(session.Right).Method != rows[0].Method:
		plan.SetMethod(session.Left, rows[0].Method)
	}
	b.session.Library.ShowRows(rows, b.methodOf)
	b.shown = map[string][]bench.Row{e.Path: rows}
	if b.session.Doc.Key() == e.Path {
		b.showRows()
	} else {
		b.session.OpenPath(e.Path)
	}
	b.win.RequestFocus()
}

// showRows shows the labels that the benchmark gave what is open.
func (b *benchmarks) showRows() {
	rows := b.shown[b.session.Doc.Key()]
	b.shown = nil
	if len(rows) > 0 && b.session.Doc.Sequence() != nil {
		// All frames and the first and last fit every sequence.
		_ = b.session.Plan.SetFrames(b.results.Report().Frames)
	}
	for _, r := range rows {
		for _, side := range session.Both {
			if r.Failure == "" && r.Table.Labels != nil && b.session.Plan.Setup(side).Method == r.Method {
				b.session.Sides.ShowLabels(side, r.Method, r.Table.Tracks, r.Table.Labels)
			}
		}
	}
}
