package benchmark

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins/bench"
	"motionseg/ui/kit"
)

// highError is the error in % from which on a figure is marked where there is
// no published one to compare it with.
const highError = 20

// summaryRow is a line of the summary.
type summaryRow struct {
	bench.Summary
	method    string        // as the literature writes it
	published *bench.Figure // nil where it does not compare
}

func (b *Window) newTables() {
	type row = bench.Row
	text := func(title string, width float32, value func(row) string) kit.Column[row] {
		return kit.Column[row]{Title: title, Width: width, Text: value, Order: kit.ByText(value)}
	}
	count := func(title string, width float32, value func(row) int) kit.Column[row] {
		return kit.Column[row]{Title: title, Width: width, Text: func(r row) string { return fmt.Sprint(value(r)) },
			Order: kit.ByNumber(func(r row) float64 { return float64(value(r)) })}
	}
	errorOf := func(r row) float64 { return r.Error }
	remarks := text("Remarks", 220, func(r row) string {
		if r.Failure != "" {
			return r.Failure
		}
		return strings.Join(r.Warnings, "; ")
	})
	remarks.Level = func(r row) widget.Importance { return marked(r.Failure != "") }
	method := text("Method", 104, func(r row) string { return b.title(r.Method) })
	method.Tip = func(r row) string { return b.describe(r.Method).Summary }
	b.table = kit.NewTable(b.kit, []kit.Column[row]{
		text("Sequence", 150, func(r row) string { return r.Sequence }),
		text("Category", 104, func(r row) string { return string(r.Category) }),
		count("Motions", 76, func(r row) int { return r.Motions }),
		count("Points", 68, func(r row) int { return r.Points }),
		count("Frames", 68, func(r row) int { return r.Frames }),
		method,
		{Title: "Error %", Width: 80, Text: func(r row) string { return number(r.Error) }, Order: kit.ByNumber(errorOf),
			Level: func(r row) widget.Importance { return marked(r.Error >= highError) }},
		count("Iterations", 88, func(r row) int { return r.Iterations }),
		{Title: "Seconds", Width: 80, Text: func(r row) string { return fmt.Sprintf("%.2f", r.Seconds) }, Order: kit.ByNumber(func(r row) float64 { return r.Seconds })},
		remarks,
	}, func(r row) { b.open(r.Sequence, r.Method) })

	type line = summaryRow
	figure := func(title string, width float32, value func(line) float64, bound func(line) float64) kit.Column[line] {
		return kit.Column[line]{Title: title, Width: width, Text: func(l line) string { return number(value(l)) }, Order: kit.ByNumber(value),
			Level: func(l line) widget.Importance { return marked(above(value(l), bound(l))) }}
	}
	published := func(of func(bench.Figure) float64) func(line) float64 {
		return func(l line) float64 {
			if l.published == nil {
				return math.NaN()
			}
			return of(*l.published)
		}
	}
	mean := published(func(f bench.Figure) float64 { return f.Mean })
	median := published(func(f bench.Figure) float64 { return f.Median })
	// What is above the published figure is marked, else what is high.
	limit := func(figure func(line) float64) func(line) float64 {
		return func(l line) float64 {
			if v := figure(l); !math.IsNaN(v) {
				return v
			}
			return highError
		}
	}
	never := func(line) float64 { return math.Inf(1) }
	words := func(title string, width float32, value func(line) string) kit.Column[line] {
		return kit.Column[line]{Title: title, Width: width, Text: value, Order: kit.ByText(value)}
	}
	named := words("Method", 104, func(l line) string { return l.method })
	named.Tip = func(l line) string { return b.describe(l.Method).Summary }
	b.summary = kit.NewTable(b.kit, []kit.Column[line]{
		named,
		words("Category", 112, func(l line) string {
			if l.Category == "" {
				return "all"
			}
			return string(l.Category)
		}),
		words("Motions", 78, func(l line) string { return l.MotionsText() }),
		{Title: "Sequences", Width: 92, Text: func(l line) string { return fmt.Sprint(l.Count) }, Order: kit.ByNumber(func(l line) float64 { return float64(l.Count) })},
		figure("Mean %", 82, func(l line) float64 { return l.Mean }, limit(mean)),
		figure("Median %", 88, func(l line) float64 { return l.Median }, limit(median)),
		figure("Paper mean %", 116, mean, never),
		figure("Paper median %", 128, median, never),
		{Title: "Seconds", Width: 84, Text: func(l line) string { return fmt.Sprintf("%.1f", l.Seconds) }, Order: kit.ByNumber(func(l line) float64 { return l.Seconds })},
	}, nil)
}

// above reports whether a figure is larger than another one as both are printed:
// what reads the same is not marked.
func above(v, than float64) bool {
	a, errA := strconv.ParseFloat(number(v), 64)
	b, errB := strconv.ParseFloat(number(than), 64)
	return errA == nil && errB == nil && a > b
}

// marked is the colour of a text, that of danger where it is marked.
func marked(on bool) widget.Importance {
	if on {
		return widget.DangerImportance
	}
	return widget.MediumImportance
}

// summaryRows returns the figures of what is finished, by method and by category.
func (b *Window) summaryRows() []summaryRow {
	report := b.model.Report()
	var rows []summaryRow
	for _, s := range bench.Summaries(report.Rows) {
		row := summaryRow{Summary: s, method: b.title(s.Method)}
		if f, ok := report.PublishedFor(s); ok {
			row.published = &f
		}
		rows = append(rows, row)
	}
	for _, s := range bench.CategorySummaries(report.Rows) {
		rows = append(rows, summaryRow{Summary: s, method: b.title(s.Method)})
	}
	if p := report.Published(); p != nil {
		for _, o := range p.Others {
			rows = append(rows, summaryRow{Summary: bench.Summary{Mean: math.NaN(), Median: math.NaN()}, method: o.Name, published: &o.Figure})
		}
	}
	return rows
}

// summaryCells returns the summary as it is shown, the titles first.
func (b *Window) summaryCells() [][]string {
	cells := [][]string{b.summary.Titles()}
	for i := range b.summary.Rows() {
		line := make([]string, len(cells[0]))
		for j := range line {
			line[j] = b.summary.Cell(i, j)
		}
		cells = append(cells, line)
	}
	return cells
}

// number writes a figure in %, a dash where there is none.
func number(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.2f", v)
}
