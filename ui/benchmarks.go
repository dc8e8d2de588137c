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

// openBenchmark shows the benchmark window, or the hint that it needs a
// dataset. What was computed stays when the window is closed.
func (w *window) openBenchmark() {
	dataset := w.session.Library.Dataset()
	if dataset == nil {
		w.problem(session.Problem{Title: "No dataset is open", Reason: "A benchmark runs on the sequences of a folder.", Advice: "Open a dataset folder first, as that of Hopkins155."})
		return
	}
	if w.benchmark != nil && w.benchmarked == dataset.Root {
		w.benchmark.Show()
		return
	}
	if w.benchmark != nil {
		w.benchmark.Close()
	}
	if w.results == nil || w.benchmarked != dataset.Root {
		if w.results != nil {
			w.results.Close()
		}
		w.takeResults(session.NewBenchmark(w.kit.Run, nil), dataset.Root)
		if path := w.keptResults(dataset.Root); path != "" {
			w.results.Keep(path, w.version, dataset, w.session.Plan.Methods())
		}
	}
	w.benchmark = benchmark.New(benchmark.Config{
		App: w.app, Kit: w.kit.Another(), Dataset: dataset, Methods: w.session.Plan.Methods(), Model: w.results,
		Seed: w.session.Plan.Seed, Open: w.openBenchmarked, Save: w.save,
		Closed: func() { w.benchmark = nil },
	})
	w.benchmark.Show()
}

// takeResults makes a benchmark that of a folder: its errors are in the library once
// it has run.
func (w *window) takeResults(b *session.Benchmark, root string) {
	w.results, w.benchmarked = b, root
	ran := false
	b.Watch(func() {
		d := w.session.Library.Dataset()
		if ran && !b.Running() && d != nil && d.Root == root {
			w.session.Library.ShowRows(b.Rows(), w.methodOf)
		}
		ran = b.Running()
	})
}

// methodOf returns the method that is chosen on a side.
func (w *window) methodOf(side session.Side) string { return w.session.Plan.Setup(side).Method }

// keptResults is the file with the results of a benchmark of a folder, beside the
// settings; empty where there are none.
func (w *window) keptResults(root string) string {
	if w.resultsDir == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(w.resultsDir, hex.EncodeToString(sum[:12])+".json")
}

// showKept shows the errors that are kept of a dataset that was just opened.
func (w *window) showKept() {
	d := w.session.Library.Dataset()
	if d == nil || d.Root == w.listed {
		return
	}
	w.listed = d.Root
	if path := w.keptResults(d.Root); path != "" {
		w.session.Library.ShowKept(path, w.version, w.methodOf)
	}
}

// openBenchmarked opens a sequence of the benchmark with the methods of its rows,
// the first on the left unless it is alone and shown on the right already.
func (w *window) openBenchmarked(e hopkins.Entry, rows []bench.Row) {
	plan := w.session.Plan
	switch {
	case len(rows) == 2:
		plan.SetMethod(session.Left, rows[0].Method)
		plan.SetMethod(session.Right, rows[1].Method)
	case len(rows) == 1 && plan.Setup(session.Right).Method != rows[0].Method:
		plan.SetMethod(session.Left, rows[0].Method)
	}
	w.session.Library.ShowRows(rows, w.methodOf)
	w.shown = map[string][]bench.Row{e.Path: rows}
	if w.session.Doc.Key() == e.Path {
		w.showRows()
	} else {
		w.session.OpenPath(e.Path)
	}
	w.win.RequestFocus()
}

// showRows shows the labels that the benchmark gave what is open.
func (w *window) showRows() {
	rows := w.shown[w.session.Doc.Key()]
	w.shown = nil
	if len(rows) > 0 && w.session.Doc.Sequence() != nil {
		// All frames and the first and last fit every sequence.
		_ = w.session.Plan.SetFrames(w.results.Report().Frames)
	}
	for _, r := range rows {
		for _, side := range session.Both {
			if r.Failure == "" && r.Table.Labels != nil && w.session.Plan.Setup(side).Method == r.Method {
				w.session.Sides.ShowLabels(side, r.Method, r.Table.Tracks, r.Table.Labels)
			}
		}
	}
}
