package bench

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
)

// Report is a finished or interrupted benchmark, ready to be written.
type Report struct {
	Frames hopkins.FrameSelection
	Seed   uint64
	// Estimate reports whether the number of motions was estimated, and
	// Corruption how the tracks were corrupted.
	Estimate   bool
	Corruption hopkins.Corruption
	Rows       []Row
	// Untimed leaves out how long things took.
	Untimed  bool
	Problems []hopkins.Skipped // files of the dataset that could not be read
}

// Summary is the clustering error of one method over a group of sequences.
type Summary struct {
	Method   string
	Category hopkins.Category // empty for all categories together
	Motions  int              // 2 or 3; 0 for any number
	Count    int              // sequences with an error, failed ones not counted
	Mean     float64          // in %
	Median   float64          // in %
	Seconds  float64          // total time
	// Undecided is the mean share of tracks without a label, and OneLabel the mean
	// error of one label for all tracks, both in %.
	Undecided, OneLabel float64
	// Right is the share of sequences with the right number of motions, in %. Sure
	// of them have an estimate that is said to be sureFrom likely and more, SureRight
	// of which are right.
	Right           float64
	Sure, SureRight int
	// F1 is the mean of how well outliers were found over the Corrupted sequences whose
	// truth has some, and Others the mean error of the points that are none, in %,
	// of the sequences in which outliers were looked for (see hopkins.Score); 0 where
	// there are no such sequences.
	F1, Others float64
	Corrupted  int
}

// sureFrom is from which confidence on an estimate is called sure.
const sureFrom = 0.9

// MotionsText returns the group's number of motions as reports write it: "2",
// "3" or "all".
func (s Summary) MotionsText() string {
	if s.Motions == 0 {
		return "all"
	}
	return strconv.Itoa(s.Motions)
}

// Failure is a sequence without a result. Method is empty when the file could
// not be read at all.
type Failure struct {
	Sequence files.Name `json:"sequence"`
	Method   string     `json:"method"`
	Reason   string     `json:"reason"`
}

// Summaries returns, for every method in the order of the rows, the figures
// for 2 motions, 3 motions and all sequences, groups without any left out.
func Summaries(rows []Row) []Summary {
	return summarise(rows, "", []int{2, 3, 0})
}

// CategorySummaries returns the same figures for every category, the
// categories of Hopkins155 first, then the turnings of sequences turned.
func CategorySummaries(rows []Row) []Summary {
	var all []Summary
	categories := []hopkins.Category{hopkins.Checkerboard, hopkins.Traffic, hopkins.Articulated, hopkins.Other}
	for _, r := range rows {
		if r.Category != "" && !slices.Contains(categories, r.Category) {
			categories = append(categories, r.Category)
		}
	}
	for _, c := range categories {
		all = append(all, summarise(rows, c, []int{2, 3, 0})...)
	}
	return all
}

// summarise returns the figures of a category, empty for all, for sequences with
// these numbers of motions, 0 for any.
func summarise(rows []Row, category hopkins.Category, numbers []int) []Summary {
	var methods []string
	for _, r := range rows {
		if !slices.Contains(methods, r.Method) {
			methods = append(methods, r.Method)
		}
	}
	var all []Summary
	for _, m := range methods {
		for _, motions := range numbers {
			s := Summary{Method: m, Category: category, Motions: motions}
			var errs, undecided, one, f1s, others []float64
			right := 0
			for _, r := range rows {
				if r.Method != m || math.IsNaN(r.Error) ||
					category != "" && r.Category != category ||
					motions != 0 && r.Motions != motions {
					continue
				}
				errs = append(errs, r.Error)
				undecided = append(undecided, 100*float64(r.Score.Undecided+r.Score.Outliers)/float64(max(r.Score.Counted, 1)))
				one = append(one, r.Score.OneLabel)
				if f1 := r.Score.F1(); !math.IsNaN(f1) {
					f1s = append(f1s, f1)
				}
				if e := r.Score.OthersError(); !math.IsNaN(e) {
					others = append(others, e)
				}
				s.Seconds += r.Seconds
				found := r.Found == r.Motions
				if found {
					right++
				}
				if r.Confidence >= sureFrom {
					s.Sure++
					if found {
						s.SureRight++
					}
				}
			}
			if len(errs) == 0 {
				continue
			}
			s.Count, s.Mean, s.Median = len(errs), Mean(errs), Median(errs)
			s.Undecided, s.OneLabel = Mean(undecided), Mean(one)
			if s.Corrupted = len(f1s); s.Corrupted > 0 {
				s.F1 = Mean(f1s)
			}
			if len(others) > 0 {
				s.Others = Mean(others)
			}
			s.Right = 100 * float64(right) / float64(s.Count)
			all = append(all, s)
		}
	}
	return all
}

// Mean returns the mean of x, which must not be empty.
func Mean(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Median returns the median of x, which must not be empty: for an even number
// the mean of the middle two.
func Median(x []float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Failed returns the rows, in their order, of which why says why they have no result: "" for those that have one.
func Failed[Row any](rows []Row, why func(Row) string) []Row {
	var failed []Row
	for _, row := range rows {
		if why(row) != "" {
			failed = append(failed, row)
		}
	}
	return failed
}

// Failures lists the sequences without a result: rows that failed, then truth
// files that could not be read. Other files that were passed over are no
// failures.
func (r Report) Failures() []Failure {
	failures := []Failure{}
	for _, row := range r.Rows {
		if row.Failure != "" {
			failures = append(failures, Failure{files.Name(row.Sequence), row.Method, row.Failure})
		}
	}
	for _, p := range r.Problems {
		if name, ok := strings.CutSuffix(filepath.Base(p.Path), "_truth.mat"); ok {
			failures = append(failures, Failure{Sequence: files.Name(name), Reason: p.Err.Error()})
		}
	}
	return failures
}

// Write writes the report. "table" and "markdown" hold the summaries beside
// the published figures and the failures, "csv" one line for every row, and
// "json" all of it.
func (r Report) Write(w io.Writer, format string) error {
	return Forms{Tables: r.tables, Short: r.shortTable, Lines: r.lines, Value: r.value,
		Untimed: r.Untimed}.Write(w, format)
}

// heading says what the figures are.
func (r Report) heading() string {
	text := fmt.Sprintf("Clustering error in %%, frames: %s, seed %d", r.Frames, r.Seed)
	if c := r.Corruption.String(); c != "" {
		text += ", corrupted: " + c
	}
	if r.Estimate {
		text += "\nThe number of motions is estimated; groups without a partner count as wrong, \"right\" is the " +
			"share of sequences with the right number."
		if r.confident() {
			text += "\n\"sure\" is how many are said to be 90 % sure and more, with how many of these are right."
		}
	}
	if r.outliersClass() {
		text += "\nOutliers are found and counted as a class of their own; \"F1\" says how well, where there are " +
			"any,\nand \"others\" is the mean error of all that are none, called outliers counted as wrong."
	}
	if r.incomplete() {
		given := "; number of motions given"
		if r.Estimate {
			given = ""
		}
		text += "\nOf all labelled tracks seen in two frames or more, undecided ones counted as wrong" + given +
			".\n\"one label\" is the mean error of one label for all tracks."
	}
	if p := r.Published(); p != nil {
		text += "\nPaper: " + p.Source + " (" + p.Set + "; " + p.Protocol + ")"
	}
	return text
}

// summaryCells returns the table of all summaries, the header first. The
// published columns are there where any summary has a figure to compare with.
func (r Report) summaryCells() [][]string {
	head := []string{"method", "motions", "sequences", "mean", "median"}
	summaries := r.summaries()
	paper := slices.ContainsFunc(summaries, func(s Summary) bool {
		_, ok := r.PublishedFor(s)
		return ok
	})
	if paper {
		head = append(head, "paper mean", "paper median")
	}
	gaps := r.incomplete()
	if gaps {
		head = append(head, "undecided", "one label")
	}
	confident := r.confident()
	if r.Estimate {
		head = append(head, "right")
	}
	if confident {
		head = append(head, "sure")
	}
	outliers := r.outliersClass()
	if outliers {
		head = append(head, "F1", "others")
	}
	cells := [][]string{append(head, "seconds")}
	for _, s := range summaries {
		line := []string{s.Method, s.MotionsText(), strconv.Itoa(s.Count), Percent(s.Mean), Percent(s.Median)}
		if paper {
			figure, ok := r.PublishedFor(s)
			if !ok {
				figure = none
			}
			line = append(line, printed(figure.Mean), printed(figure.Median))
		}
		if gaps {
			line = append(line, Percent(s.Undecided), Percent(s.OneLabel))
		}
		if r.Estimate {
			line = append(line, fmt.Sprintf("%.1f", s.Right))
		}
		if confident {
			line = append(line, fmt.Sprintf("%d (%d)", s.Sure, s.SureRight))
		}
		if outliers {
			f1 := "-"
			if s.Corrupted > 0 {
				f1 = fmt.Sprintf("%.3f", s.F1)
			}
			line = append(line, f1, Percent(s.Others))
		}
		cells = append(cells, append(line, fmt.Sprintf("%.1f", s.Seconds)))
	}
	return cells
}

// confident reports whether it is known of any row how sure its number of motions
// is.
func (r Report) confident() bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Confidence > 0 })
}

// summaries returns what Summaries does, and with an estimated number of motions
// the figures for every true number.
func (r Report) summaries() []Summary {
	if !r.Estimate {
		return Summaries(r.Rows)
	}
	var numbers []int
	for _, row := range r.Rows {
		if row.Motions > 0 {
			numbers = append(numbers, row.Motions)
		}
	}
	slices.Sort(numbers)
	return summarise(r.Rows, "", append(slices.Compact(numbers), 0))
}

// outliersClass reports whether outliers were looked for in any row.
func (r Report) outliersClass() bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Score.OutliersClass })
}

// incomplete reports whether the error of any row counts tracks that the method
// was not given: then it says something else than for complete tracks.
func (r Report) incomplete() bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Gaps })
}

// otherCells returns the published figures of methods that the program does not
// have.
func otherCells(p *Published) [][]string {
	cells := [][]string{{"method", "mean", "median"}}
	for _, o := range p.Others {
		cells = append(cells, []string{o.Name, printed(o.Mean), printed(o.Median)})
	}
	return cells
}

func (r Report) categoryCells() [][]string {
	cells := [][]string{{"category", "method", "motions", "sequences", "mean", "median", "seconds"}}
	for _, s := range CategorySummaries(r.Rows) {
		cells = append(cells, []string{
			string(s.Category), s.Method, s.MotionsText(), strconv.Itoa(s.Count),
			Percent(s.Mean), Percent(s.Median), fmt.Sprintf("%.1f", s.Seconds),
		})
	}
	return cells
}

func failureCells(failures []Failure) [][]string {
	cells := [][]string{{"sequence", "method", "reason"}}
	for _, f := range failures {
		cells = append(cells, []string{files.Printable(string(f.Sequence)), dash(f.Method), files.Printable(f.Reason)})
	}
	return cells
}

// Percent writes an error to three decimals, one more than the paper prints.
func Percent(v float64) string { return fmt.Sprintf("%.3f", v) }

// printed writes a published figure as the paper does, and a dash where there
// is none.
func printed(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return fmt.Sprintf("%.2f", v)
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// Table is one table of a report.
type Table struct {
	Title string
	Left  int        // the first columns that are text, the others being numbers
	Cells [][]string // the header and the lines, all of one length
	Best  bool       // LaTeX prints the smallest number of every column in bold
}

func (r Report) tables() []Table {
	all := []Table{{Title: r.heading(), Left: 1, Cells: r.summaryCells()}}
	if p := r.Published(); p != nil && len(p.Others) > 0 {
		all = append(all, Table{Title: "Other methods on " + p.Set + ", as published", Left: 1, Cells: otherCells(p)})
	}
	all = append(all, Table{Title: "By category", Left: 2, Cells: r.categoryCells()})
	if failures := r.Failures(); len(failures) > 0 {
		all = append(all, Table{Title: "Failed", Left: 3, Cells: failureCells(failures)})
	}
	return all
}

func writeColumns(w io.Writer, tables []Table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n\n", t.Title)
		widths := make([]int, len(t.Cells[0]))
		for _, line := range t.Cells {
			for j, cell := range line {
				widths[j] = max(widths[j], utf8.RuneCountInString(cell))
			}
		}
		for _, line := range t.Cells {
			var text strings.Builder
			for j, cell := range line {
				width := widths[j]
				if j < t.Left {
					width = -width
				}
				fmt.Fprintf(&text, "%*s  ", width, cell)
			}
			fmt.Fprintln(&b, strings.TrimRight(text.String(), " "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeMarkdown(w io.Writer, tables []Table) error {
	escape := strings.NewReplacer("|", `\|`, "\n", " ")
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n\n", t.Title)
		for j, line := range t.Cells {
			b.WriteByte('|')
			for _, cell := range line {
				fmt.Fprintf(&b, " %s |", escape.Replace(cell))
			}
			b.WriteByte('\n')
			if j == 0 {
				b.WriteByte('|')
				b.WriteString(strings.Repeat(" --- |", t.Left))
				b.WriteString(strings.Repeat(" ---: |", len(line)-t.Left))
				b.WriteByte('\n')
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r Report) lines() [][]string {
	lines := [][]string{{"sequence", "category", "motions", "points", "frames", "method",
		"error_percent", "iterations", "seconds", "warnings", "failure", "estimate", "confidence"}}
	for _, row := range r.Rows {
		errorText := ""
		if !math.IsNaN(row.Error) {
			errorText = strconv.FormatFloat(row.Error, 'g', -1, 64)
		}
		estimate, confidence := "", ""
		if r.Estimate && row.Failure == "" {
			estimate = strconv.Itoa(row.Found)
			if row.Confidence > 0 {
				confidence = strconv.FormatFloat(row.Confidence, 'f', 4, 64)
			}
		}
		lines = append(lines, []string{
			row.Sequence, string(row.Category), strconv.Itoa(row.Motions), strconv.Itoa(row.Points), strconv.Itoa(row.Frames),
			row.Method, errorText, strconv.Itoa(row.Iterations), strconv.FormatFloat(row.Seconds, 'f', 4, 64),
			strings.Join(row.Warnings, "; "), row.Failure, estimate, confidence,
		})
	}
	for _, f := range r.Failures() {
		if f.Method == "" {
			lines = append(lines, []string{string(f.Sequence), "", "", "", "", "", "", "", "", "", f.Reason, "", ""})
		}
	}
	return lines
}

// jsonRow and jsonSummary fix the keys of the JSON report and their order.
type jsonRow struct {
	Sequence   files.Name       `json:"sequence"`
	Category   hopkins.Category `json:"category"`
	Motions    int              `json:"motions"`
	Points     int              `json:"points"`
	Frames     int              `json:"frames"`
	Method     string           `json:"method"`
	Error      *float64         `json:"error_percent"`
	Iterations int              `json:"iterations"`
	Seconds    float64          `json:"seconds"`
	Warnings   []string         `json:"warnings"`
	Counted    int              `json:"counted"`
	Undecided  int              `json:"undecided"`
	F1         *float64         `json:"outliers_f1,omitempty"`
	Others     *float64         `json:"others_error_percent,omitempty"`
	Estimate   int              `json:"estimate,omitempty"`
	Confidence float64          `json:"confidence,omitempty"`
}

type jsonSummary struct {
	Category hopkins.Category `json:"category,omitempty"`
	Method   string           `json:"method"`
	Motions  string           `json:"motions"`
	Count    int              `json:"count"`
	Mean     float64          `json:"mean"`
	Median   float64          `json:"median"`
	// These are there where the number of motions was estimated.
	Right     *float64 `json:"right_percent,omitempty"`
	Sure      *int     `json:"sure,omitempty"`
	SureRight *int     `json:"sure_right,omitempty"`
}

func (r Report) jsonSummaries(summaries []Summary) []jsonSummary {
	out := make([]jsonSummary, 0, len(summaries))
	for _, s := range summaries {
		j := jsonSummary{Category: s.Category, Method: s.Method, Motions: s.MotionsText(), Count: s.Count, Mean: s.Mean,
			Median: s.Median}
		if r.Estimate {
			j.Right, j.Sure, j.SureRight = &s.Right, &s.Sure, &s.SureRight
		}
		out = append(out, j)
	}
	return out
}

func (r Report) value() any {
	results := make([]jsonRow, 0, len(r.Rows))
	for _, row := range r.Rows {
		if row.Failure != "" {
			continue
		}
		j := jsonRow{
			Sequence: files.Name(row.Sequence), Category: row.Category, Motions: row.Motions,
			Points: row.Points, Frames: row.Frames, Method: row.Method,
			Error: known(row.Error), Undecided: row.Score.Undecided, Counted: row.Score.Counted,
			Iterations: row.Iterations, Seconds: row.Seconds, Warnings: append([]string{}, row.Warnings...),
			F1: known(row.Score.F1()), Others: known(row.Score.OthersError()),
		}
		if r.Estimate {
			j.Estimate, j.Confidence = row.Found, row.Confidence
		}
		results = append(results, j)
	}
	return struct {
		Results    []jsonRow     `json:"results"`
		Summary    []jsonSummary `json:"summary"`
		Categories []jsonSummary `json:"categories"`
		Failures   []Failure     `json:"failures"`
		Frames     string        `json:"frames"`
		Seed       uint64        `json:"seed"`
		Corrupt    string        `json:"corrupt,omitempty"`
	}{
		results, r.jsonSummaries(r.summaries()), r.jsonSummaries(CategorySummaries(r.Rows)),
		r.Failures(), r.Frames.String(), r.Seed, r.Corruption.String(),
	}
}

// known returns nil, JSON's null, for NaN.
func known(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}
