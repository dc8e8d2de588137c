package benchmark

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// Config is what the window works with.
type Config struct {
	App     fyne.App
	Kit     *kit.Kit // of this window alone
	Dataset *hopkins.Dataset
	Methods []segment.Method
	Model   *session.Benchmark // may have rows of an earlier window
	Seed    func() uint64
	// Open opens a sequence of the dataset and shows the labels of these rows of
	// it, on the left and on the right; none to open it only.
	Open func(e hopkins.Entry, rows []bench.Row)
	// Save asks over a window where to write a file of that name, writes it, and tells
	// say how far it is, in a line.
	Save func(over fyne.Window, name string, write func(context.Context, io.Writer) error, say func(string))
	// Closed is called when the user has closed the window.
	Closed func()
}

// Window is the benchmark window.
type Window struct {
	cfg   Config
	win   fyne.Window
	kit   *kit.Kit
	model *session.Benchmark
	shown bool // until it is closed; the model outlives the window
	took  bool // the settings of rows that were there before

	methods  []*kit.Check // as cfg.Methods
	filter   *kit.Entry
	frames   *kit.Choice
	workers  *kit.Choice
	start    *kit.Button
	cancel   *kit.Button
	progress *widget.ProgressBar
	state    *widget.Label

	tabs    *container.AppTabs
	table   *kit.Table[bench.Row]
	paper   *kit.Table[paperRow]
	summary *kit.Table[summaryRow]
	source  *widget.Label // of the published figures

	plotKind    *kit.Choice
	left, right *kit.Choice
	plot        *plot
}

// workerCounts are the choices for how many sequences run at the same time; 0
// is one for every core.
var workerCounts = []int{0, 1, 2, 4, 8}

// New returns the window, which is not shown yet.
func New(cfg Config) *Window {
	b := &Window{cfg: cfg, kit: cfg.Kit, model: cfg.Model, shown: true}
	b.win = cfg.App.NewWindow("MotionSeg: benchmark of " + filepath.Base(cfg.Dataset.Root))
	settings := b.newSettings()
	b.newTables()
	plotTab := b.newPlotTab()
	b.source = widget.NewLabel("")
	b.source.Wrapping = fyne.TextWrapWord
	b.source.Importance = widget.LowImportance
	b.tabs = container.NewAppTabs(
		container.NewTabItem("Sequences", b.table),
		container.NewTabItem("Summary", container.NewBorder(nil, b.source, nil, nil, b.paper)),
		container.NewTabItem("By category", b.summary),
		container.NewTabItem("Plot", plotTab))
	b.tabs.OnSelected = func(*container.TabItem) { b.plot.redraw() }
	foot := container.NewBorder(nil, nil, nil, kit.Middle(kit.FixedWidth(260, b.progress)), b.state)
	side := container.NewVScroll(container.New(layout.NewCustomPaddedLayout(6, 6, 8, 8), settings))
	body := container.NewBorder(nil, container.New(layout.NewCustomPaddedLayout(2, 2, 8, 8), foot),
		kit.FixedWidth(262, side), nil, b.tabs)
	b.win.SetContent(container.NewStack(kit.Whole(body), b.kit.Tips.Layer))
	b.win.SetPadded(false)
	b.win.Resize(fyne.NewSize(1180, 700))
	b.win.SetCloseIntercept(b.Close)
	b.win.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			b.kit.Close(b.win)
		}
	})
	b.model.Watch(b.changed)
	b.changed()
	return b
}

// newSettings returns what is left of the tables: what is run, how far it is, and the
// files that it can be written to.
func (b *Window) newSettings() fyne.CanvasObject {
	methods := container.NewVBox()
	for _, m := range b.cfg.Methods {
		d := m.Describe()
		tick := b.kit.Check(d.Title, d.Summary, func(bool) { b.update() })
		tick.Set(d.Name == "ssc" || d.Name == "lrksc" ||
			slices.ContainsFunc(b.model.Rows(), func(r bench.Row) bool { return r.Method == d.Name }))
		b.methods = append(b.methods, tick)
		methods.Add(tick)
	}
	b.filter = b.kit.Entry("")
	b.filter.SetPlaceHolder("all, or a pattern as cars*")
	b.filter.Text = b.model.Pattern()
	b.filter.OnChanged = func(text string) { b.model.SetPattern(text); b.update() }
	b.frames = b.kit.Choice("Frames to segment", 130, []string{"all frames", "first and last"}, func(int) { b.update() })
	b.frames.Set(b.frames.Options, 0)
	counts := []string{"every core"}
	for _, n := range workerCounts[1:] {
		counts = append(counts, fmt.Sprint(n))
	}
	b.workers = b.kit.Choice("Sequences that run at the same time", 130, counts, func(int) {})
	b.workers.Set(counts, 0)
	b.start = b.kit.Button("Run", theme.MediaPlayIcon(), "Run, or go on where it was cancelled", b.run)
	b.start.Importance = widget.HighImportance
	b.cancel = b.kit.Button("Cancel", theme.MediaStopIcon(), "Stop; what is finished stays", b.model.Cancel)
	b.progress = widget.NewProgressBar()
	b.state = widget.NewLabel("")
	b.state.Truncation = fyne.TextTruncateEllipsis

	save := func(text, tip string, tapped func()) fyne.CanvasObject { return b.kit.Button(text, nil, tip, tapped) }
	report := func(format, name string) func() {
		return func() { b.save(name, func(r bench.Report, out io.Writer) error { return r.Write(out, format) }) }
	}
	return container.NewVBox(kit.Heading("METHODS"), methods, kit.Heading("SEQUENCES"), b.filter,
		kit.Heading("FRAMES"), b.frames, kit.Heading("AT THE SAME TIME"), b.workers,
		container.NewGridWithColumns(2, b.start, b.cancel), widget.NewSeparator(), kit.Heading("EXPORT"),
		container.NewGridWithColumns(3,
			save("CSV", "Write the table of sequences as CSV", report("csv", "benchmark.csv")),
			save("Markdown", "Write the summary as Markdown", report("markdown", "benchmark.md")),
			save("LaTeX", "Write the table of the paper for LaTeX: a line a method, the best in bold", func() {
				b.save("benchmark.tex", func(r bench.Report, out io.Writer) error {
					return bench.WriteLaTeX(out, []bench.Table{r.PaperTable(b.title)})
				})
			})))
}

// Show shows the window, in front of the others.
func (b *Window) Show() {
	b.win.Show()
	b.win.RequestFocus()
}

// Close closes the window. What runs goes on, and its rows are kept by the model.
func (b *Window) Close() {
	b.shown = false
	b.win.Close()
	b.cfg.Closed()
}

// newPlotTab makes the plot and its controls.
func (b *Window) newPlotTab() fyne.CanvasObject {
	b.plot = newPlot(b)
	b.plotKind = b.kit.Choice("Kind of plot", 120, []string{"scatter", "bars", "distribution"}, func(int) {
		b.plot.redraw()
	})
	b.plotKind.Set(b.plotKind.Options, 0)
	b.left = b.kit.Choice("Method of the left side; on the horizontal axis of the scatter", 130, nil, func(int) {
		b.plot.redraw()
	})
	b.right = b.kit.Choice("Method of the right side; on the vertical axis of the scatter", 130, nil, func(int) {
		b.plot.redraw()
	})
	caption := func(s string) fyne.CanvasObject { return kit.Text(s, theme.ColorNamePlaceHolder, theme.SizeNameText) }
	write := func(format draw.Format) fyne.CanvasObject {
		name := strings.ToUpper(string(format))
		return b.kit.Button(name, theme.DocumentSaveIcon(), "Write this plot as "+name, func() { b.plot.save(format) })
	}
	return container.NewBorder(container.NewBorder(nil, nil,
		container.NewHBox(b.plotKind, caption("left"), b.left, caption("right"), b.right),
		container.NewHBox(write(draw.PDF), write(draw.SVG)), b.plot.named), nil, nil, nil, b.plot)
}

// describe returns what a method says of itself; of one that there is not any more,
// its name alone.
func (b *Window) describe(method string) segment.Description {
	for _, m := range b.cfg.Methods {
		if d := m.Describe(); d.Name == method {
			return d
		}
	}
	return segment.Description{Name: method, Title: method}
}

// title returns the name of a method as the literature writes it.
func (b *Window) title(method string) string { return b.describe(method).Title }

// open opens a sequence in the main window, with the labels that methods gave it.
func (b *Window) open(sequence string, methods ...string) {
	i := slices.IndexFunc(b.cfg.Dataset.Entries, func(e hopkins.Entry) bool { return e.Name == sequence })
	if i < 0 {
		return
	}
	var rows []bench.Row
	for _, m := range methods {
		for _, r := range b.model.Rows() {
			if r.Sequence == sequence && r.Method == m && r.Failure == "" {
				rows = append(rows, r)
			}
		}
	}
	b.cfg.Open(b.cfg.Dataset.Entries[i], rows)
}

// task returns the benchmark as it is set.
func (b *Window) task() (bench.Benchmark, error) {
	entries, err := b.cfg.Dataset.Select(strings.TrimSpace(b.filter.Text))
	if err != nil {
		return bench.Benchmark{}, err
	}
	t := bench.Benchmark{Entries: entries, Seed: b.cfg.Seed(), Workers: workerCounts[max(0, b.workers.SelectedIndex())]}
	for i, m := range b.cfg.Methods {
		if b.methods[i].Checked {
			t.Methods = append(t.Methods, segment.Spec{Name: m.Describe().Name, Method: m})
		}
	}
	if b.frames.SelectedIndex() == 1 {
		t.Frames.Mode = hopkins.FirstLast
	}
	return t, nil
}

func (b *Window) run() {
	task, err := b.task()
	if err == nil {
		err = b.model.Start(task)
	}
	if err != nil {
		b.kit.Say("The benchmark cannot run", err.Error(), b.win)
	}
}

// update brings the controls up to date.
func (b *Window) update() {
	if b.state == nil || b.start == nil {
		return
	}
	kit.Enable(b.start, !b.model.Running())
	kit.Enable(b.cancel, b.model.Running())
	if b.model.Running() {
		b.progress.Show()
	} else {
		b.progress.Hide()
	}
	done, total := len(b.model.Rows()), b.model.Total()
	if !b.model.Running() && done == 0 {
		if task, err := b.task(); err != nil {
			b.state.SetText(err.Error())
		} else {
			b.state.SetText(hopkins.Counted(len(task.Entries), "sequence", "sequences") + " × " +
				hopkins.Counted(len(task.Methods), "method", "methods"))
		}
		return
	}
	b.progress.SetValue(float64(done) / float64(max(1, total)))
	line := fmt.Sprintf("%d of %d", done, total)
	switch left, known := b.model.TimeLeft(); {
	case b.model.Failure() != nil:
		line += " · " + b.model.Failure().Error()
	case known:
		line += " · about " + left.Round(time.Second).String() + " left"
	case !b.model.Running() && done < total:
		line += " · cancelled, Run goes on"
	case !b.model.Running():
		line += " · finished"
	}
	b.state.SetText(line)
}

// changed follows the model.
func (b *Window) changed() {
	if !b.shown {
		return
	}
	rows := b.model.Rows()
	if len(rows) > 0 && !b.took {
		b.takeSettings(rows)
	}
	b.update()
	b.table.SetRows(rows)
	b.paper.SetRows(b.paperRows())
	b.summary.SetRows(b.summaryRows())
	b.source.Hide()
	if p := b.model.Report().Published(); p != nil {
		b.source.SetText("Paper: " + p.Source + " (" + p.Set + "; " + p.Protocol + ")")
		b.source.Show()
	}
	var names []string
	for _, r := range rows {
		if name := b.title(r.Method); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	slices.Reverse(names)
	if !slices.Equal(b.left.Options, names) {
		b.left.Set(names, 0)
		b.right.Set(names, len(names)-1)
	}
	b.plot.redraw()
}

// takeSettings shows the settings of rows that were there before, so that a run goes
// on with them.
func (b *Window) takeSettings(rows []bench.Row) {
	b.took = true
	if b.filter.Text == "" {
		b.filter.SetText(b.model.Pattern())
	}
	if b.model.Report().Frames.Mode == hopkins.FirstLast {
		b.frames.Set(b.frames.Options, 1)
	}
	for i, m := range b.cfg.Methods {
		if slices.ContainsFunc(rows, func(r bench.Row) bool { return r.Method == m.Describe().Name }) {
			b.methods[i].Set(true)
		}
	}
}

// say shows a line about a file that is written, until the next change.
func (b *Window) say(line string) { b.state.SetText(line) }

// save asks where to write something about what is finished.
func (b *Window) save(name string, write func(bench.Report, io.Writer) error) {
	report := b.model.Report()
	report.Problems = b.cfg.Dataset.Problems
	if len(report.Rows) == 0 {
		b.kit.Say("Nothing to export", "No sequence is finished yet. Run the benchmark first.", b.win)
		return
	}
	b.cfg.Save(b.win, name, func(_ context.Context, out io.Writer) error { return write(report, out) }, b.say)
}
