package filmset

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"motionseg/hopkins/bench"
)

// Report is a finished or interrupted benchmark, ready to be written.
type Report struct {
	Seed uint64
	// Tracks says that labelled tracks judged the films, not truth pictures.
	Tracks bool
	Rows   []Row
}

// Summary is what one method reached on all films together.
type Summary struct {
	Method string
	Films  int // with a result
	// Error and MeanOfRegions are the means over films, in %.
	Error, MeanOfRegions float64
	// Found is the number of regions found of all Regions.
	Found, Regions        int
	TrackSeconds, Seconds float64 // total times
}

// Summaries returns the figures of every method, in the order of the rows.
func (r Report) Summaries() []Summary {
	var all []Summary
	for _, row := range r.Rows {
		if row.Failure != "" {
			continue
		}
		i := slices.IndexFunc(all, func(s Summary) bool { return s.Method == row.Method })
		if i < 0 {
			i = len(all)
			all = append(all, Summary{Method: row.Method})
		}
		s := &all[i]
		s.Films++
		s.Error += row.Error
		s.MeanOfRegions += row.MeanOfRegions
		s.Found += row.Found
		s.Regions += row.Regions
		s.TrackSeconds += row.TrackSeconds
		s.Seconds += row.Seconds
	}
	for i := range all {
		all[i].Error /= float64(all[i].Films)
		all[i].MeanOfRegions /= float64(all[i].Films)
	}
	return all
}

// Failures returns the rows without a result.
func (r Report) Failures() []Row {
	var failed []Row
	for _, row := range r.Rows {
		if row.Failure != "" {
			failed = append(failed, row)
		}
	}
	return failed
}

// Write writes the report in one of bench.ReportFormats. "csv" has one line for
// every row, "json" the same, and the others have the summaries too.
func (r Report) Write(w io.Writer, format string) error {
	return bench.Forms{Tables: r.tables, CSV: r.writeCSV, JSON: r.writeJSON}.Write(w, format)
}

func (r Report) tables() []bench.Table {
	what, mean := "Points that are not in the group of their region, in %, mean over films; regions", "mean of regions"
	if r.Tracks {
		what, mean = "Tracks that are not in the group of the labelled track nearest to them, in %, mean over films; motions", "mean of motions"
	}
	whole := [][]string{{"method", "films", "error", mean, "found", "of", "tracking s", "method s"}}
	for _, s := range r.Summaries() {
		whole = append(whole, []string{
			s.Method, strconv.Itoa(s.Films), percent(s.Error), percent(s.MeanOfRegions), strconv.Itoa(s.Found), strconv.Itoa(s.Regions),
			fmt.Sprintf("%.1f", s.TrackSeconds), fmt.Sprintf("%.1f", s.Seconds),
		})
	}
	single := [][]string{{"film", "method", "frames", "tracks", "K", "judged", "error", mean, "found", "of", "tracking s", "method s"}}
	for _, row := range r.Rows {
		if row.Failure == "" {
			single = append(single, []string{
				row.Film, row.Method, strconv.Itoa(row.Frames), strconv.Itoa(row.Tracks), strconv.Itoa(row.Motions), strconv.Itoa(row.Judged),
				percent(row.Error), percent(row.MeanOfRegions), strconv.Itoa(row.Found), strconv.Itoa(row.Regions),
				fmt.Sprintf("%.1f", row.TrackSeconds), fmt.Sprintf("%.1f", row.Seconds),
			})
		}
	}
	tables := []bench.Table{
		{Title: fmt.Sprintf("%s with an F-measure of 0.75 or more; seed %d", what, r.Seed), Left: 1, Cells: whole},
		{Title: "The single films", Left: 2, Cells: single},
	}
	if failures := r.Failures(); len(failures) > 0 {
		cells := [][]string{{"film", "method", "reason"}}
		for _, f := range failures {
			cells = append(cells, []string{f.Film, f.Method, f.Failure})
		}
		tables = append(tables, bench.Table{Title: "Failed", Left: 3, Cells: cells})
	}
	return tables
}

// percent writes a share in %, as exactly as a few thousand points tell it.
func percent(v float64) string { return fmt.Sprintf("%.2f", v) }

func (r Report) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	// Errors of Write are kept by the writer and come back from Error.
	c.Write([]string{"film", "method", "frames", "tracks", "motions", "error_percent", "mean_of_regions_percent", "found", "regions", "judged", "groups", "tracking_seconds", "seconds", "failure"})
	for _, row := range r.Rows {
		figures := []string{"", "", "", "", "", ""}
		if row.Failure == "" {
			figures = []string{number(row.Error), number(row.MeanOfRegions), strconv.Itoa(row.Found), strconv.Itoa(row.Regions), strconv.Itoa(row.Judged), strconv.Itoa(row.Groups)}
		}
		line := append([]string{row.Film, row.Method, strconv.Itoa(row.Frames), strconv.Itoa(row.Tracks), strconv.Itoa(row.Motions)}, figures...)
		c.Write(append(line, strconv.FormatFloat(row.TrackSeconds, 'f', 4, 64), strconv.FormatFloat(row.Seconds, 'f', 4, 64), row.Failure))
	}
	c.Flush()
	return c.Error()
}

func (r Report) writeJSON(w io.Writer) error {
	type line struct {
		Film          string   `json:"film"`
		Method        string   `json:"method"`
		Frames        int      `json:"frames"`
		Tracks        int      `json:"tracks"`
		Motions       int      `json:"motions"`
		Error         *float64 `json:"error_percent"`
		MeanOfRegions *float64 `json:"mean_of_regions_percent"`
		Found         int      `json:"found"`
		Regions       int      `json:"regions"`
		Judged        int      `json:"judged"`
		Groups        int      `json:"groups"`
		TrackSeconds  float64  `json:"tracking_seconds"`
		Seconds       float64  `json:"seconds"`
		Failure       string   `json:"failure,omitempty"`
	}
	out := struct {
		Seed uint64 `json:"seed"`
		Rows []line `json:"rows"`
	}{Seed: r.Seed, Rows: []line{}}
	for _, row := range r.Rows {
		l := line{
			Film: row.Film, Method: row.Method, Frames: row.Frames, Tracks: row.Tracks, Motions: row.Motions,
			Found: row.Found, Regions: row.Regions, Judged: row.Judged, Groups: row.Groups,
			TrackSeconds: row.TrackSeconds, Seconds: row.Seconds, Failure: row.Failure,
		}
		if row.Failure == "" {
			l.Error, l.MeanOfRegions = &row.Error, &row.MeanOfRegions
		}
		out.Rows = append(out.Rows, l)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
