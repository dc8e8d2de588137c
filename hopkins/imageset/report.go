package imageset

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"motionseg/hopkins/bench"
	"motionseg/hopkins/files"
)

// Trials are a finished or interrupted experiment, ready to be written.
type Trials struct {
	Protocol Protocol
	Rows     []Trial
}

// TrialSummary is the clustering error of one method over the runs of K subjects.
type TrialSummary struct {
	Method   string
	Subjects int     // K
	Runs     int     // with an error, failed ones not counted
	Possible int     // runs of K consecutive subjects in the set
	Mean     float64 // in %
	Median   float64 // in %
	Largest  float64 // in %
	Seconds  float64 // total time
}

// Summaries returns the figures of every method for every K, in the order of
// the protocol, groups without any run left out.
func (r Trials) Summaries() []TrialSummary {
	var all []TrialSummary
	for _, m := range r.Protocol.Methods {
		for _, k := range r.Protocol.Subjects {
			s := TrialSummary{Method: m.Name, Subjects: k, Possible: len(r.Protocol.Set.Classes) - k + 1}
			var errs []float64
			for _, row := range r.Rows {
				if row.Method == m.Name && row.Subjects == k && row.Failure == "" {
					errs = append(errs, row.Error)
					s.Seconds += row.Seconds
				}
			}
			if len(errs) == 0 {
				continue
			}
			s.Runs, s.Mean, s.Median, s.Largest = len(errs), bench.Mean(errs), bench.Median(errs), slices.Max(errs)
			all = append(all, s)
		}
	}
	return all
}

// Failures returns the rows without a result.
func (r Trials) Failures() []Trial {
	return bench.Failed(r.Rows, func(row Trial) string { return row.Failure })
}

// Write writes the report in one of bench.ReportFormats. "table" and
// "markdown" hold the summaries and what failed,
// "csv" one line for every row, and "json" all of it.
func (r Trials) Write(w io.Writer, format string) error {
	return bench.Forms{Tables: r.tables, Lines: r.lines, Value: r.value}.Write(w, format)
}

func (r Trials) tables() []bench.Table {
	set := r.Protocol.Set
	cells := [][]string{{"method", "subjects", "runs", "of", "mean", "median", "largest", "seconds"}}
	for _, s := range r.Summaries() {
		cells = append(cells, []string{
			s.Method, strconv.Itoa(s.Subjects), strconv.Itoa(s.Runs), strconv.Itoa(s.Possible),
			bench.Percent(s.Mean), bench.Percent(s.Median), bench.Percent(s.Largest), fmt.Sprintf("%.1f", s.Seconds),
		})
	}
	tables := []bench.Table{{
		Title: fmt.Sprintf("Clustering error in %% over runs of consecutive subjects, %s: %d pictures of %d "+
			"subjects, seed %d%s", set.Name, set.Images(), len(set.Classes), r.Protocol.Seed, r.presets()),
		Left: 1, Cells: cells,
	}}
	if failures := r.Failures(); len(failures) > 0 {
		cells := [][]string{{"method", "subjects", "first", "reason"}}
		for _, f := range failures {
			cells = append(cells, []string{f.Method, strconv.Itoa(f.Subjects), set.Classes[f.First-1], f.Failure})
		}
		tables = append(tables, bench.Table{Title: "Failed", Left: 4, Cells: cells})
	}
	return tables
}

// presets says which published settings the methods have started from.
func (r Trials) presets() string {
	var b strings.Builder
	said := map[string]bool{}
	for _, row := range r.Rows {
		if row.Preset != "" && !said[row.Method] {
			said[row.Method] = true
			fmt.Fprintf(&b, "; %s as published for %s", row.Method, row.Preset)
		}
	}
	return b.String()
}

func (r Trials) lines() [][]string {
	lines := [][]string{{"method", "subjects", "first", "images", "error_percent", "iterations", "seconds", "warnings",
		"failure", "preset"}}
	for _, row := range r.Rows {
		errorText := ""
		if !math.IsNaN(row.Error) {
			errorText = strconv.FormatFloat(row.Error, 'g', -1, 64)
		}
		lines = append(lines, []string{
			row.Method, strconv.Itoa(row.Subjects), r.Protocol.Set.Classes[row.First-1], strconv.Itoa(row.Images), errorText,
			strconv.Itoa(row.Iterations), strconv.FormatFloat(row.Seconds, 'f', 4, 64),
			strings.Join(row.Warnings, "; "), row.Failure, row.Preset,
		})
	}
	return lines
}

// jsonRow and jsonSummary fix the keys of the JSON report and their order.
type jsonRow struct {
	Method     string   `json:"method"`
	Subjects   int      `json:"subjects"`
	First      string   `json:"first"`
	Images     int      `json:"images"`
	Error      *float64 `json:"error_percent"`
	Iterations int      `json:"iterations"`
	Seconds    float64  `json:"seconds"`
	Warnings   []string `json:"warnings"`
	Failure    string   `json:"failure,omitempty"`
	Preset     string   `json:"preset"`
}

type jsonSummary struct {
	Method   string  `json:"method"`
	Subjects int     `json:"subjects"`
	Runs     int     `json:"runs"`
	Possible int     `json:"possible_runs"`
	Mean     float64 `json:"mean"`
	Median   float64 `json:"median"`
	Largest  float64 `json:"largest"`
}

func (r Trials) value() any {
	set := r.Protocol.Set
	results := make([]jsonRow, 0, len(r.Rows))
	for _, row := range r.Rows {
		out := jsonRow{
			Method: row.Method, Subjects: row.Subjects, First: set.Classes[row.First-1], Images: row.Images,
			Iterations: row.Iterations, Seconds: row.Seconds, Warnings: append([]string{}, row.Warnings...),
			Failure: row.Failure, Preset: row.Preset,
		}
		if row.Failure == "" {
			out.Error = &row.Error
		}
		results = append(results, out)
	}
	summaries := make([]jsonSummary, 0, len(results))
	for _, s := range r.Summaries() {
		summaries = append(summaries, jsonSummary{s.Method, s.Subjects, s.Runs, s.Possible, s.Mean, s.Median, s.Largest})
	}
	return struct {
		Set      files.Name    `json:"set"`
		Images   int           `json:"images"`
		Classes  []files.Name  `json:"classes"`
		Results  []jsonRow     `json:"results"`
		Summary  []jsonSummary `json:"summary"`
		Seed     uint64        `json:"seed"`
		Problems int           `json:"pictures_passed_over"`
	}{files.Name(set.Name), set.Images(), files.Names(set.Classes), results, summaries, r.Protocol.Seed, len(set.Problems)}
}
