package benchmark

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
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
		return kit.Column[row]{Title: title, Width: width, Number: true, Text: func(r row) string {
			return fmt.Sprint(value(r))
		},
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
		{Title: "Error %", Width: 80, Number: true, Text: func(r row) string {
			return number(r.Error)
		}, Order: kit.ByNumber(errorOf),
			Level: func(r row) widget.Importance { return marked(r.Error >= highError) }},
		count("Iterations", 88, func(r row) int { return r.Iterations }),
		{Title: "Seconds", Width: 80, Number: true, Text: func(r row) string { return fmt.Sprintf("%.2f", r.Seconds) },
			Order: kit.ByNumber(func(r row) float64 { return r.Seconds })},
		remarks,
	}, func(r row) { b.open(r.Sequence, r.Method) })
	b.paper = kit.NewTable(b.kit, b.paperColumns(), nil)
	b.paper.CellChosen = func(r paperRow, column int) { b.openWorst(r.name, r.motions(column), "") }
	b.newSummary()
}

// newSummary makes the long table, by numbers of motions and by category.
func (b *Window) newSummary() {
	type line = summaryRow
	figure := func(title string, width float32, value func(line) float64, bound func(line) float64) kit.Column[line] {
		return kit.Column[line]{Title: title, Width: width, Number: true, Text: func(l line) string {
			return number(value(l))
		}, Order: kit.ByNumber(value),
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
		{Title: "Sequences", Width: 92, Number: true, Text: func(l line) string { return fmt.Sprint(l.Count) },
			Order: kit.ByNumber(func(l line) float64 { return float64(l.Count) })},
		figure("Mean %", 82, func(l line) float64 { return l.Mean }, limit(mean)),
		figure("Median %", 88, func(l line) float64 { return l.Median }, limit(median)),
		figure("Paper mean %", 116, mean, never),
		figure("Paper median %", 128, median, never),
		{Title: "Seconds", Width: 84, Number: true, Text: func(l line) string { return fmt.Sprintf("%.1f", l.Seconds) },
			Order: kit.ByNumber(func(l line) float64 { return l.Seconds })},
	}, func(l line) { b.openWorst(l.Method, l.Motions, l.Category) })
}

// openWorst opens the sequence that a method has the largest error on, with the labels
// that it gave: of those with so many motions, 0 for any, and of a category, any when
// empty.
func (b *Window) openWorst(method string, motions int, category hopkins.Category) {
	worst := ""
	largest := math.Inf(-1)
	for _, r := range b.model.Rows() {
		fits := r.Method == method && (motions == 0 || r.Motions == motions) && (category == "" || r.Category == category)
		if fits && r.Failure == "" && r.Error > largest {
			worst, largest = r.Sequence, r.Error
		}
	}
	if worst != "" {
		b.open(worst, method)
	}
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
			rows = append(rows, summaryRow{Summary: bench.Summary{Mean: math.NaN(), Median: math.NaN()}, method: o.Name,
				published: &o.Figure})
		}
	}
	return rows
}

// paperRow is a line of the table as papers print it. Its figures are those of two
// motions, three motions and all.
type paperRow struct {
	name    string // of the method; empty for one that only the paper has
	method  string // as the literature writes it
	summary string // says what it is
	// mean and median are errors in %, published the paper's mean; NaN where there is none.
	mean, median, published [3]float64
	best                    [3]bool // of the means, as they are printed
}

// motions are how many motions the figures of a column are of, 0 for any number.
func (r paperRow) motions(column int) int {
	return []int{0, 2, 2, 3, 3, 0, 0, 2, 3, 0}[column]
}

// paperColumns are the columns of the table as papers print it; those of the paper
// stand beside the figures that they compare with.
func (b *Window) paperColumns() []kit.Column[paperRow] {
	method := func(r paperRow) string { return r.method }
	columns := []kit.Column[paperRow]{{Title: "Method", Width: 120, Text: method, Order: kit.ByText(method),
		Tip: func(r paperRow) string { return r.summary }}}
	figure := func(title string, width float32, value func(paperRow) float64) *kit.Column[paperRow] {
		columns = append(columns, kit.Column[paperRow]{Title: title, Width: width, Number: true,
			Text: func(r paperRow) string { return number(value(r)) }, Order: kit.ByNumber(value)})
		return &columns[len(columns)-1]
	}
	for i, title := range []string{"2 motions", "3 motions", "All"} {
		mean := figure(title, 92, func(r paperRow) float64 { return r.mean[i] })
		mean.Bold = func(r paperRow) bool { return r.best[i] }
		mean.Tip = func(r paperRow) string {
			if r.name == "" {
				return "Mean error in %"
			}
			return "Mean error in %, the best in bold. A click opens the sequence with the largest error."
		}
		figure("paper", 70, func(r paperRow) float64 { return r.published[i] })
	}
	for i, title := range []string{"Median 2", "3", "all"} {
		figure(title, []float32{88, 60, 60}[i], func(r paperRow) float64 { return r.median[i] })
	}
	return columns
}

// paperRows returns the table as papers print it, with the methods that only the paper
// has after those that ran.
func (b *Window) paperRows() []paperRow {
	report := b.model.Report()
	unknown := [3]float64{math.NaN(), math.NaN(), math.NaN()}
	var rows []paperRow
	at := func(name, title, summary string) *paperRow {
		if i := slices.IndexFunc(rows, func(r paperRow) bool { return r.method == title }); i >= 0 {
			return &rows[i]
		}
		rows = append(rows,
			paperRow{name: name, method: title, summary: summary, mean: unknown, median: unknown, published: unknown})
		return &rows[len(rows)-1]
	}
	column := map[int]int{2: 0, 3: 1, 0: 2}
	for _, s := range bench.Summaries(report.Rows) {
		row, k := at(s.Method, b.title(s.Method), b.describe(s.Method).Summary), column[s.Motions]
		row.mean[k], row.median[k] = s.Mean, s.Median
		if f, ok := report.PublishedFor(s); ok {
			row.published[k] = f.Mean
		}
	}
	table := report.PaperTable(b.title)
	for i, line := range table.Cells[1:] {
		for k := range 3 {
			rows[i].best[k] = table.IsBest(line[k+1], k+1)
		}
	}
	if p := report.Published(); p != nil {
		for _, o := range p.Others {
			at("", o.Name, "").published[2] = o.Figure.Mean
		}
	}
	return rows
}

// number writes a figure in %, a dash where there is none.
func number(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.2f", v)
}
