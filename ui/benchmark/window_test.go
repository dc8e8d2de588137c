package benchmark

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/segment"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// queue holds what goroutines have for that of the user interface.
type queue chan func()

func (q queue) run() {
	for {
		select {
		case f := <-q:
			f()
		default:
			return
		}
	}
}

// run gives the j-th method on the i-th sequence an error of 10 i + j %.
func run(ctx context.Context, task bench.Benchmark) ([]bench.Row, error) {
	for i, e := range task.Entries {
		for j, m := range task.Methods {
			task.Finished(bench.Row{Sequence: e.Name, Category: e.Category, Motions: e.Motions, Method: m.Name,
				Error: float64(10*i + j), Iterations: 5, InBenchmark: true})
		}
	}
	return nil, ctx.Err()
}

func TestWindow(t *testing.T) {
	app := test.NewTempApp(t)
	q := make(queue, 1000)
	cfg := Config{
		App: app, Kit: kit.New(func(f func()) { q <- f }, func(err error) { t.Error(err) }),
		Dataset: &hopkins.Dataset{Root: "/d", Entries: []hopkins.Entry{
			{Name: "a", Path: "/d/a.mat", Category: hopkins.Traffic, InBenchmark: true, Motions: 2},
			{Name: "b", Path: "/d/b.mat", Category: hopkins.Traffic, InBenchmark: true, Motions: 3},
		}},
		Methods: segment.Methods(), Model: session.NewBenchmark(func(f func()) { q <- f }, run), Seed: func() uint64 {
			return 7
		},
	}
	var opened, closed []string
	cfg.Open = func(e hopkins.Entry, rows []bench.Row) {
		line := e.Name
		for _, r := range rows {
			line += " " + r.Method
		}
		opened = append(opened, line)
	}
	written := map[string]string{}
	cfg.Save = func(_ fyne.Window, name string, write func(context.Context, io.Writer) error, say func(string)) {
		var b bytes.Buffer
		if err := write(context.Background(), &b); err != nil {
			t.Error(err)
		}
		written[name] = b.String()
		say("Written: " + name)
	}
	cfg.Closed = func() { closed = append(closed, "closed") }
	b := New(cfg)
	if got := b.state.Text; got != "2 sequences × 2 methods" {
		t.Errorf("state is %q", got)
	}
	b.save("early.csv", func(bench.Report, io.Writer) error { return nil })
	if len(written) != 0 || b.win.Canvas().Overlays().Top() == nil {
		t.Error("there is nothing to write yet, which must be said")
	}
	escapeCloses(t, b)
	test.Tap(b.start)
	b.model.Wait()
	q.run()
	if got := b.state.Text; got != "4 of 4 · finished" || len(b.table.Rows()) != 4 {
		t.Errorf("state is %q with %d rows", got, len(b.table.Rows()))
	}
	b.table.SortBy(6, true)
	if b.table.Rows()[0].Error != 11 || b.table.Cell(0, 6) != "11.00" || b.table.Cell(0, 5) != "SSC" {
		t.Errorf("first row is %+v, method %q", b.table.Rows()[0], b.table.Cell(0, 5))
	}
	paperTable(t, b)
	linesOpen(t, b, &opened)
	b.table.Select(widget.TableCellID{Row: 0})
	if !slices.Equal(opened, []string{"b ssc"}) {
		t.Errorf("a click on a row opens %v", opened)
	}
	clickPoint(t, b, q)
	if len(opened) != 2 || opened[1] != "b ssc lrksc" && opened[1] != "b lrksc ssc" {
		t.Errorf("a click on a point opens %v", opened)
	}
	for _, o := range test.LaidOutObjects(b.win.Content()) {
		if button, ok := o.(*kit.Button); ok && strings.Contains("CSV Markdown LaTeX", button.Text) && button.Text != "" {
			test.Tap(button)
		}
	}
	methodTips(t, b, q)
	b.plot.save("pdf")
	b.plot.save("svg")
	if b.state.Text != "Written: benchmark-scatter.svg" {
		t.Errorf("after writing the window says %q", b.state.Text)
	}
	b.filter.SetText("[ab]")
	if got := written["benchmark.tex"]; !strings.Contains(got, "{lrrr}") || !strings.Contains(got, "SSC &") {
		t.Errorf("the table for LaTeX is\n%s", got)
	}
	for name, start := range map[string]string{"benchmark.csv": "sequence,", "benchmark.md": "Clustering",
		"benchmark.tex": "% Clustering error", "benchmark-scatter.pdf": "%PDF", "benchmark-scatter.svg": "<?xml"} {
		if !strings.HasPrefix(written[name], start) {
			t.Errorf("%s begins %.40q, want %q", name, written[name], start)
		}
	}
	b.Close()
	// What was computed is there again.
	again := New(cfg)
	if len(closed) != 1 || len(again.table.Rows()) != 4 || again.state.Text != "4 of 4 · finished" {
		t.Errorf("after closing, %d rows and %q", len(again.table.Rows()), again.state.Text)
	}
	if again.filter.Text != "[ab]" {
		t.Errorf("after closing, the pattern is %q", again.filter.Text)
	}
	again.Close()
}

// escapeCloses: Escape closes the dialog that is open, where its button has the keyboard and
// where nothing has.
func escapeCloses(t *testing.T, b *Window) {
	escape, c := &fyne.KeyEvent{Name: fyne.KeyEscape}, b.win.Canvas()
	c.OnTypedKey()(escape)
	if c.Overlays().Top() != nil {
		t.Error("Escape leaves a dialog open")
	}
	b.save("early.csv", nil)
	c.FocusNext()
	if c.Focused() == nil {
		t.Fatal("the keyboard gets to no button of the dialog")
	}
	c.Focused().TypedKey(escape)
	if c.Overlays().Top() != nil {
		t.Error("Escape on the button leaves a dialog open")
	}
}

// paperTable: a line a method with its errors for two motions, three and all, the best
// in bold, and numbers to the right.
func paperTable(t *testing.T, b *Window) {
	t.Helper()
	if got, want := b.paper.Titles(), []string{"Method", "2 motions", "paper", "3 motions", "paper", "All", "paper",
		"Median 2", "3", "all"}; !slices.Equal(got, want) {
		t.Fatalf("columns are %v, want %v", got, want)
	}
	lines, columns := map[string][]string{}, b.paperColumns()
	for i, r := range b.paper.Rows() {
		if i >= 2 {
			break // of the paper alone
		}
		for _, j := range []int{1, 3, 5} {
			lines[r.method] = append(lines[r.method], b.paper.Cell(i, j)+map[bool]string{true: "*"}[columns[j].Bold(r)])
		}
	}
	// run errs by 10 i + j % with the j-th method on the i-th sequence.
	first, second := b.title(b.model.Rows()[0].Method), b.title(b.model.Rows()[1].Method)
	if want := []string{"0.00*", "10.00*", "5.00*"}; !slices.Equal(lines[first], want) {
		t.Errorf("the line of %s is %v, want %v", first, lines[first], want)
	}
	if want := []string{"1.00", "11.00", "6.00"}; !slices.Equal(lines[second], want) {
		t.Errorf("the line of %s is %v, want %v", second, lines[second], want)
	}
}

// linesOpen: a click on a figure of a method opens the sequence that it has the largest error
// on, of those that the figure is of.
func linesOpen(t *testing.T, b *Window, opened *[]string) {
	t.Helper()
	method := b.paper.Rows()[0].name
	for _, column := range []int{1, 4, 5, 7} {
		b.paper.OnSelected(widget.TableCellID{Row: 0, Col: column})
	}
	for i, l := range b.summary.Rows() {
		if l.Method == method && l.Motions == 2 && l.Category == "" {
			b.summary.Select(widget.TableCellID{Row: i})
		}
	}
	if want := []string{"a " + method, "b " + method, "b " + method, "a " + method,
		"a " + method}; !slices.Equal(*opened, want) {
		t.Errorf("clicks on lines of %s open %q, want %q", method, *opened, want)
	}
	*opened = nil
}

// methodTips rests the pointer on names of methods, which then say what they are.
func methodTips(t *testing.T, b *Window, q queue) {
	t.Helper()
	tip := b.kit.Tips.Layer.Objects[0]
	text := tip.(*fyne.Container).Objects[1].(*widget.Label)
	rest := func(what string, o fyne.CanvasObject, at fyne.Position, want string) {
		t.Helper()
		test.MoveMouse(b.win.Canvas(), fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Add(at))
		for !tip.Visible() {
			select {
			case f := <-q:
				f()
			case <-time.After(10 * time.Second):
				t.Fatalf("%s: no tooltip", what)
			}
		}
		if text.Text != want {
			t.Errorf("%s: tooltip %q, want %q", what, text.Text, want)
		}
		test.MoveMouse(b.win.Canvas(), fyne.NewPos(0, 0))
		if tip.Visible() {
			t.Errorf("%s: the tooltip stays when the pointer is away", what)
		}
	}
	last := len(b.methods) - 1
	rest(b.methods[last].Text, b.methods[last], fyne.NewPos(10, 10), b.cfg.Methods[last].Describe().Summary)
	of := func(name string) string { return b.describe(name).Summary }
	rest("a row", b.table, fyne.NewPos(530, 55), of(b.table.Rows()[0].Method))
	b.tabs.SelectIndex(1)
	rest("a line of the summary", b.paper, fyne.NewPos(50, 55), b.paper.Rows()[0].summary)
	b.tabs.SelectIndex(2)
	rest("a line by category", b.summary, fyne.NewPos(50, 55), of(b.summary.Rows()[0].Method))
	b.tabs.SelectIndex(0)
}

// clickPoint points at the point of sequence b and clicks it.
func clickPoint(t *testing.T, b *Window, q queue) {
	t.Helper()
	plot := b.plot
	plot.surface.Raster.Generator(480, 360)
	plot.redraw()
	plot.surface.Workers.Wait()
	q.run()
	hit := fyne.NewPos(-1, -1)
	for y := float32(0); y < 360; y += 6 {
		for x := float32(0); x < 480; x += 6 {
			if i := plot.pairAt(fyne.NewPos(x, y)); i >= 0 && plot.pairs[i].Name == "b" {
				hit = fyne.NewPos(x, y)
			}
		}
	}
	plot.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: hit}})
	want := fmt.Sprintf("b: %s %s %%, %s %s %%", b.left.Selected, number(plot.pairs[1].Left), b.right.Selected,
		number(plot.pairs[1].Right))
	if got := plot.named.Text; got != want {
		t.Errorf("the point under the pointer is called %q, want %q", got, want)
	}
	plot.Tapped(&fyne.PointEvent{Position: hit})
}

// TestPlotSaysWhatItHas: while only one of two methods has results of most sequences, the plot
// says of how many it is, and at the end nothing.
func TestPlotSaysWhatItHas(t *testing.T) {
	app := test.NewTempApp(t)
	q := make(queue, 1000)
	half, whole := make(chan struct{}), make(chan struct{})
	d := &hopkins.Dataset{Root: "/d"}
	for i := range 5 {
		name := string(rune('a' + i))
		d.Entries = append(d.Entries, hopkins.Entry{Name: name, Path: "/d/" + name + ".mat", Category: hopkins.Traffic,
			InBenchmark: true, Motions: 2})
	}
	slow := func(ctx context.Context, task bench.Benchmark) ([]bench.Row, error) {
		for j, m := range task.Methods {
			for i, e := range task.Entries {
				if j == 1 && i == 2 {
					close(half)
					<-whole
				}
				task.Finished(bench.Row{Sequence: e.Name, Category: e.Category, Motions: 2, Method: m.Name, InBenchmark: true})
			}
		}
		return nil, ctx.Err()
	}
	b := New(Config{App: app, Kit: kit.New(func(f func()) { q <- f }, func(err error) { t.Error(err) }), Dataset: d,
		Methods: segment.Methods(), Model: session.NewBenchmark(func(f func()) { q <- f }, slow),
		Seed: func() uint64 { return 7 }, Closed: func() {}})
	painted := func() {
		q.run()
		b.plot.surface.Raster.Generator(480, 360)
		b.plot.redraw()
		b.plot.surface.Workers.Wait()
		q.run()
	}
	test.Tap(b.start)
	<-half
	painted()
	if got, want := b.plot.named.Text, "2 of 5 sequences have results of both "; !strings.HasPrefix(got, want) {
		t.Errorf("with 7 of 10 results the plot says %q", got)
	}
	close(whole)
	b.model.Wait()
	painted()
	if got := b.plot.named.Text; got != "" || len(b.plot.pairs) != 5 {
		t.Errorf("at the end the plot of %d says %q", len(b.plot.pairs), got)
	}
	b.Close()
}

// TestAboveAsPrinted: a figure that reads like the published one is not marked as
// worse.
func TestAboveAsPrinted(t *testing.T) {
	for _, c := range []struct {
		v, than float64
		want    bool
	}{{1.524, 1.52, false}, {1.526, 1.52, true}, {1.51, 1.52, false}, {math.NaN(), 1, false}, {3, math.Inf(1), false}} {
		if above(c.v, c.than) != c.want {
			t.Errorf("%v above %v: %v", c.v, c.than, !c.want)
		}
	}
}
