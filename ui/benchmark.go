package ui

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// benchmarkWindow runs methods on the sequences of the opened dataset.
type benchmarkWindow struct {
	main  *window
	win   fyne.Window
	kit   *kit.Kit
	model *session.Benchmark

	methods  *widget.CheckGroup
	filter   *widget.Entry
	frames   *kit.Choice
	workers  *kit.Choice
	start    *kit.Button
	cancel   *kit.Button
	progress *widget.ProgressBar
	state    *widget.Label

	table   *widget.Table
	rows    []hopkins.Row // in the order of the table
	sortBy  int
	falling bool
	whole   bool // all sequences are run: only then the published figures compare
	summary *widget.Table
	cells   [][]string

	plotKind    *kit.Choice
	left, right *kit.Choice
	plot        *benchmarkPlot
}

// benchmarkColumns are the columns of the table of sequences.
var benchmarkColumns = []struct {
	title string
	width float32
}{{"Sequence", 150}, {"Category", 104}, {"Motions", 72}, {"Points", 64}, {"Frames", 64}, {"Method", 104}, {"Error %", 80}, {"Iterations", 84}, {"Seconds", 76}, {"Remarks", 220}}

// summaryColumns are the columns of the summary.
var summaryColumns = []struct {
	title string
	width float32
}{{"Method", 100}, {"Category", 108}, {"Motions", 72}, {"Sequences", 88}, {"Mean %", 78}, {"Median %", 84}, {"Paper mean %", 112}, {"Paper median %", 124}, {"Seconds", 80}}

// openBenchmark shows the benchmark window, or the hint that it needs a
// dataset.
func (w *window) openBenchmark() {
	if w.session.Library.Dataset() == nil {
		w.problem(session.Problem{Title: "No dataset is open", Reason: "A benchmark runs on the sequences of a folder.", Advice: "Open a dataset folder first, as that of Hopkins155."})
		return
	}
	if w.benchmark != nil {
		w.benchmark.win.RequestFocus()
		return
	}
	w.benchmark = newBenchmarkWindow(w, nil)
	w.benchmark.win.Show()
}

func newBenchmarkWindow(main *window, run func(context.Context, hopkins.Benchmark) ([]hopkins.Row, error)) *benchmarkWindow {
	b := &benchmarkWindow{main: main, kit: main.kit.Another(), model: session.NewBenchmark(main.kit.Run, run), sortBy: -1}
	b.win = main.app.NewWindow("MotionSeg: benchmark of " + filepath.Base(main.session.Library.Dataset().Root))
	var titles []string
	for _, m := range main.session.Plan.Methods() {
		titles = append(titles, m.Describe().Title)
	}
	b.methods = widget.NewCheckGroup(titles, func([]string) { b.update() })
	b.methods.SetSelected([]string{main.session.Plan.Title("ssc"), main.session.Plan.Title("lrksc")})
	b.filter = widget.NewEntry()
	b.filter.SetPlaceHolder("all, or a pattern as cars*")
	b.filter.OnChanged = func(string) { b.update() }
	b.frames = b.kit.Choice("Frames to segment", 130, []string{"all frames", "first and last"}, func(int) { b.update() })
	b.frames.Set(b.frames.Options, 0)
	b.workers = b.kit.Choice("Sequences that run at the same time", 130, []string{"every core", "1", "2", "4", "8"}, func(int) {})
	b.workers.Set(b.workers.Options, 0)
	b.start = b.kit.Button("Run", theme.MediaPlayIcon(), "Run, or go on where it was cancelled", b.run)
	b.start.Importance = widget.HighImportance
	b.cancel = b.kit.Button("Cancel", theme.MediaStopIcon(), "Stop; what is finished stays", b.model.Cancel)
	csv := b.kit.Button("CSV", theme.DocumentSaveIcon(), "Write one line for every row", func() { b.export("csv", ".csv") })
	markdown := b.kit.Button("Markdown", theme.DocumentSaveIcon(), "Write the summary as Markdown", func() { b.export("markdown", ".md") })
	b.progress = widget.NewProgressBar()
	b.state = widget.NewLabel("")

	caption := func(s string) fyne.CanvasObject { return kit.Text(s, theme.ColorNamePlaceHolder, theme.SizeNameText) }
	settings := container.NewVBox(kit.Heading("METHODS"), b.methods, kit.Heading("SEQUENCES"), b.filter, kit.Heading("FRAMES"), b.frames, kit.Heading("AT THE SAME TIME"), b.workers,
		container.NewGridWithColumns(2, b.start, b.cancel), widget.NewSeparator(), kit.Heading("EXPORT"), container.NewGridWithColumns(2, csv, markdown))
	b.newTables()
	b.plot = newBenchmarkPlot(b)
	b.plotKind = b.kit.Choice("Kind of plot", 120, []string{"scatter", "bars", "distribution"}, func(int) { b.plot.redraw() })
	b.plotKind.Set(b.plotKind.Options, 0)
	b.left = b.kit.Choice("Method on the horizontal axis", 130, nil, func(int) { b.plot.redraw() })
	b.right = b.kit.Choice("Method on the vertical axis", 130, nil, func(int) { b.plot.redraw() })
	plotTab := container.NewBorder(container.NewHBox(b.plotKind, caption("left"), b.left, caption("right"), b.right, b.plot.named), nil, nil, nil, b.plot)
	tabs := container.NewAppTabs(container.NewTabItem("Sequences", b.table), container.NewTabItem("Summary", b.summary), container.NewTabItem("Plot", plotTab))
	tabs.OnSelected = func(*container.TabItem) { b.plot.redraw() }
	foot := container.NewBorder(nil, nil, nil, b.state, kit.Middle(b.progress))
	side := container.NewVScroll(container.New(layout.NewCustomPaddedLayout(6, 6, 8, 8), settings))
	body := container.NewBorder(nil, container.New(layout.NewCustomPaddedLayout(2, 2, 8, 8), foot), kit.FixedWidth(262, side), nil, tabs)
	b.win.SetContent(container.NewStack(body, b.kit.Tips.Layer))
	b.win.SetPadded(false)
	b.win.Resize(fyne.NewSize(1180, 660))
	b.win.SetCloseIntercept(b.close)
	b.model.Watch(b.changed)
	b.changed()
	return b
}

func (b *benchmarkWindow) newTables() {
	b.table = widget.NewTableWithHeaders(
		func() (int, int) { return len(b.rows), len(benchmarkColumns) },
		func() fyne.CanvasObject {
			l := widget.NewLabel("")
			l.Truncation = fyne.TextTruncateEllipsis
			return l
		},
		func(id widget.TableCellID, o fyne.CanvasObject) {
			label, row := o.(*widget.Label), b.rows[id.Row]
			label.Importance = widget.MediumImportance
			if id.Col == 6 && row.Error >= 20 || id.Col == 9 && row.Failure != "" {
				label.Importance = widget.DangerImportance
			}
			label.SetText(benchmarkCell(row, id.Col))
		})
	b.table.ShowHeaderColumn = false
	b.table.CreateHeader = func() fyne.CanvasObject { return b.kit.Head() }
	b.table.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) {
		if id.Col < 0 {
			return
		}
		head, title := o.(*kit.Button), benchmarkColumns[id.Col].title
		head.OnTapped = func() {
			b.falling = id.Col == b.sortBy && !b.falling
			b.sortBy = id.Col
			b.sort()
		}
		head.Sorted(title, id.Col == b.sortBy, b.falling)
	}
	for i, c := range benchmarkColumns {
		b.table.SetColumnWidth(i, c.width)
	}
	b.table.OnSelected = func(id widget.TableCellID) {
		b.table.UnselectAll()
		if id.Row >= 0 && id.Row < len(b.rows) {
			b.openSequence(b.rows[id.Row].Sequence)
		}
	}
	b.summary = widget.NewTable(
		func() (int, int) { return len(b.cells) + 1, len(summaryColumns) },
		func() fyne.CanvasObject { return widget.NewLabel("") },
		func(id widget.TableCellID, o fyne.CanvasObject) {
			label := o.(*widget.Label)
			label.TextStyle.Bold = id.Row == 0
			if id.Row == 0 {
				label.SetText(summaryColumns[id.Col].title)
			} else {
				label.SetText(b.cells[id.Row-1][id.Col])
			}
		})
	b.summary.StickyRowCount = 1
	for i, c := range summaryColumns {
		b.summary.SetColumnWidth(i, c.width)
	}
}

// openSequence opens a sequence of the benchmark in the main window.
func (b *benchmarkWindow) openSequence(name string) {
	for _, e := range b.main.session.Library.Dataset().Entries {
		if e.Name == name {
			b.main.session.OpenPath(e.Path)
			b.main.win.RequestFocus()
		}
	}
}

func (b *benchmarkWindow) close() {
	b.model.Close()
	b.main.benchmark = nil
	b.win.Close()
}

// task returns the benchmark as it is set.
func (b *benchmarkWindow) task() (hopkins.Benchmark, error) {
	entries, err := b.main.session.Library.Dataset().Select(strings.TrimSpace(b.filter.Text))
	if err != nil {
		return hopkins.Benchmark{}, err
	}
	t := hopkins.Benchmark{Entries: entries, Seed: b.main.session.Plan.Seed()}
	for _, m := range b.main.session.Plan.Methods() {
		if d := m.Describe(); slices.Contains(b.methods.Selected, d.Title) {
			t.Methods = append(t.Methods, segment.Spec{Name: d.Name, Method: m})
		}
	}
	if b.frames.SelectedIndex() == 1 {
		t.Frames.Mode = hopkins.FirstLast
	}
	if i := b.workers.SelectedIndex(); i > 0 {
		t.Workers = []int{0, 1, 2, 4, 8}[i]
	}
	return t, nil
}

func (b *benchmarkWindow) run() {
	task, err := b.task()
	if err == nil {
		all, _ := b.main.session.Library.Dataset().Select("")
		b.whole = len(task.Entries) == len(all)
		err = b.model.Start(task)
	}
	if err != nil {
		dialog.ShowInformation("The benchmark cannot run", err.Error(), b.win)
	}
}

// update brings the controls up to date.
func (b *benchmarkWindow) update() {
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
		task, err := b.task()
		switch {
		case err != nil:
			b.state.SetText(err.Error())
		default:
			b.state.SetText(fmt.Sprintf("%d sequences × %d methods", len(task.Entries), len(task.Methods)))
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
func (b *benchmarkWindow) changed() {
	b.update()
	b.rows = slices.Clone(b.model.Rows())
	b.sort()
	b.fillSummary()
	var names []string
	for _, r := range b.rows {
		if !slices.Contains(names, r.Method) {
			names = append(names, r.Method)
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

func (b *benchmarkWindow) fillSummary() {
	b.cells = nil
	report := b.model.Report()
	add := func(summaries []hopkins.Summary) {
		for _, s := range summaries {
			line := []string{s.Method, string(s.Category), s.MotionsText(), fmt.Sprint(s.Count), number(s.Mean), number(s.Median), "–", "–", fmt.Sprintf("%.1f", s.Seconds)}
			if s.Category == "" {
				line[1] = "all"
				if f, ok := hopkins.Published(s.Method, report.Frames.Mode, s.Motions); ok && b.whole {
					line[6], line[7] = number(f.Mean), number(f.Median)
				}
			}
			b.cells = append(b.cells, line)
		}
	}
	add(hopkins.Summaries(report.Rows))
	add(hopkins.CategorySummaries(report.Rows))
	b.summary.Refresh()
}

// number writes a figure in %, a dash where there is none.
func number(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.2f", v)
}

func (b *benchmarkWindow) sort() {
	if b.sortBy >= 0 {
		slices.SortStableFunc(b.rows, func(x, y hopkins.Row) int {
			c := compareRows(x, y, b.sortBy)
			if b.falling {
				return -c
			}
			return c
		})
	}
	b.table.Refresh()
}

// compareRows compares two rows by a column; unknown errors come last.
func compareRows(x, y hopkins.Row, column int) int {
	number := func(a, b float64) int {
		switch {
		case math.IsNaN(a) && math.IsNaN(b):
			return 0
		case math.IsNaN(a):
			return 1
		case math.IsNaN(b):
			return -1
		}
		return cmp.Compare(a, b)
	}
	switch column {
	case 2:
		return x.Motions - y.Motions
	case 3:
		return x.Points - y.Points
	case 4:
		return x.Frames - y.Frames
	case 6:
		return number(x.Error, y.Error)
	case 7:
		return x.Iterations - y.Iterations
	case 8:
		return number(x.Seconds, y.Seconds)
	}
	return cmp.Compare(benchmarkCell(x, column), benchmarkCell(y, column))
}

func benchmarkCell(r hopkins.Row, column int) string {
	switch column {
	case 0:
		return r.Sequence
	case 1:
		return string(r.Category)
	case 2:
		return fmt.Sprint(r.Motions)
	case 3:
		return fmt.Sprint(r.Points)
	case 4:
		return fmt.Sprint(r.Frames)
	case 5:
		return r.Method
	case 6:
		return number(r.Error)
	case 7:
		return fmt.Sprint(r.Iterations)
	case 8:
		return fmt.Sprintf("%.2f", r.Seconds)
	}
	if r.Failure != "" {
		return r.Failure
	}
	return strings.Join(r.Warnings, "; ")
}

// export writes the report of what is finished.
func (b *benchmarkWindow) export(format, extension string) {
	report := b.model.Report()
	report.Problems = b.main.session.Library.Dataset().Problems
	if len(report.Rows) == 0 {
		dialog.ShowInformation("Nothing to export", "No sequence is finished yet. Run the benchmark first.", b.win)
		return
	}
	d := dialog.NewFileSave(func(f fyne.URIWriteCloser, err error) {
		if err != nil || f == nil {
			return
		}
		path := f.URI().Path()
		f.Close()
		b.main.writeFile(path, func(_ context.Context, out io.Writer) error { return report.Write(out, format) })
	}, b.win)
	d.SetFileName("benchmark" + extension)
	d.Show()
	d.Resize(fyne.NewSize(760, 520))
}

// benchmarkPlot shows the errors of two methods against each other. A click on
// a point opens its sequence.
type benchmarkPlot struct {
	widget.BaseWidget
	window  *benchmarkWindow
	surface *kit.Surface
	chart   *draw.Chart   // as it was painted last
	pairs   []draw.Pair   // that it shows; nil when its points are no pairs
	named   *widget.Label // names the point under the pointer
	hovered int
}

func newBenchmarkPlot(b *benchmarkWindow) *benchmarkPlot {
	p := &benchmarkPlot{window: b, surface: kit.NewSurface(b.kit), named: widget.NewLabel(""), hovered: draw.NoTrack}
	p.named.Importance = widget.LowImportance
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer shows the painted plot.
func (p *benchmarkPlot) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(p.surface.Raster)
}

// MinSize lets the plot become small.
func (p *benchmarkPlot) MinSize() fyne.Size { return fyne.NewSize(240, 160) }

func (p *benchmarkPlot) redraw() {
	b := p.window
	if b.right == nil || b.right.Selected == "" {
		return
	}
	left, right, kind, st := b.left.Selected, b.right.Selected, b.plotKind.SelectedIndex(), kit.Style()
	report := b.model.Report()
	p.surface.Paint(func(dst *image.RGBA, scale float64) {
		var chart *draw.Chart
		shown := pairs(report.Rows, left, right)
		switch kind {
		case 1:
			chart = draw.ErrorBars(st, left, right, shown)
		case 2:
			chart, shown = draw.ErrorDistribution(st, distributions(report.Rows)), nil
		default:
			chart = draw.ErrorScatter(st, left, right, shown)
		}
		chart.Paint(dst, scale)
		p.surface.Run(func() { p.chart, p.pairs = chart, shown })
	})
}

// pairAt returns the number of the pair under a position, draw.NoTrack for
// none.
func (p *benchmarkPlot) pairAt(at fyne.Position) int {
	if p.chart == nil || p.pairs == nil {
		return draw.NoTrack
	}
	x, y := p.surface.ToPixels(at)
	return p.chart.Nearest(p.surface.Pixels(), p.surface.Scale, x, y, 10*p.surface.Scale)
}

// Tapped opens the sequence of the point under the pointer in the main window.
func (p *benchmarkPlot) Tapped(e *fyne.PointEvent) {
	if i := p.pairAt(e.Position); i != draw.NoTrack {
		p.window.openSequence(p.pairs[i].Name)
	}
}

// MouseIn is part of hovering.
func (p *benchmarkPlot) MouseIn(e *desktop.MouseEvent) { p.MouseMoved(e) }

// MouseMoved names the point under the pointer.
func (p *benchmarkPlot) MouseMoved(e *desktop.MouseEvent) { p.name(p.pairAt(e.Position)) }

// MouseOut names no point.
func (p *benchmarkPlot) MouseOut() { p.name(draw.NoTrack) }

func (p *benchmarkPlot) name(i int) {
	if i == p.hovered {
		return
	}
	p.hovered = i
	if i == draw.NoTrack {
		p.named.SetText("")
		return
	}
	pair, b := p.pairs[i], p.window
	p.named.SetText(fmt.Sprintf("%s: %s %s %%, %s %s %%", pair.Name, b.left.Selected, number(pair.Left), b.right.Selected, number(pair.Right)))
}

// Cursor points at what a click opens.
func (p *benchmarkPlot) Cursor() desktop.Cursor {
	if p.hovered != draw.NoTrack {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// pairs returns the errors of two methods on the sequences that both have.
func pairs(rows []hopkins.Row, left, right string) []draw.Pair {
	errors := map[string]float64{}
	for _, r := range rows {
		if r.Method == right {
			errors[r.Sequence] = r.Error
		}
	}
	var found []draw.Pair
	for _, r := range rows {
		if e, ok := errors[r.Sequence]; ok && r.Method == left {
			found = append(found, draw.Pair{Name: r.Sequence, Left: r.Error, Right: e})
		}
	}
	return found
}

// distributions returns the errors of every method.
func distributions(rows []hopkins.Row) []draw.Curve {
	var curves []draw.Curve
	for _, r := range rows {
		i := slices.IndexFunc(curves, func(c draw.Curve) bool { return c.Name == r.Method })
		if i < 0 {
			i = len(curves)
			curves = append(curves, draw.Curve{Name: r.Method})
		}
		curves[i].Y = append(curves[i].Y, r.Error)
	}
	return curves
}
