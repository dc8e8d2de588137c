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
	// Sparse has the means of Precision, Recall and Density over the films with truth
	// pictures of regions, F of the two means, and the sums of Objects and their Regions.
	Sparse SparseFigures
	// Object has the means over the films with truth pictures of one object.
	Object ObjectFigures

	regionFilms, objectFilms int
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
		if row.Sparse != nil {
			s.regionFilms++
			s.Sparse.Precision += row.Sparse.Precision
			s.Sparse.Recall += row.Sparse.Recall
			s.Sparse.Density += row.Sparse.Density
			s.Sparse.Objects += row.Sparse.Objects
			s.Sparse.Regions += row.Sparse.Regions
		}
		if row.Object != nil {
			s.objectFilms++
			s.Object.J += row.Object.J
			s.Object.BestGroup += row.Object.BestGroup
		}
		s.TrackSeconds += row.TrackSeconds
		s.Seconds += row.Seconds
	}
	for i := range all {
		all[i].Error /= float64(all[i].Films)
		all[i].MeanOfRegions /= float64(all[i].Films)
		regions, objects := float64(max(all[i].regionFilms, 1)), float64(max(all[i].objectFilms, 1))
		f := &all[i].Sparse
		f.Precision, f.Recall, f.Density = f.Precision/regions, f.Recall/regions, f.Density/regions
		f.F = harmonicMean(f.Precision, f.Recall)
		all[i].Object.J /= objects
		all[i].Object.BestGroup /= objects
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
	tables = append(tables, r.sparseTable()...)
	tables = append(tables, r.objectTable()...)
	if failures := r.Failures(); len(failures) > 0 {
		cells := [][]string{{"film", "method", "reason"}}
		for _, f := range failures {
			cells = append(cells, []string{f.Film, f.Method, f.Failure})
		}
		tables = append(tables, bench.Table{Title: "Failed", Left: 3, Cells: cells})
	}
	return tables
}

// sparseTable returns the figures by truth pictures of regions, and the row of the
// literature that they can be read beside; none where there are no such films.
func (r Report) sparseTable() []bench.Table {
	line := func(film, method string, f SparseFigures) []string {
		return []string{film, method, percent(f.Precision), percent(f.Recall), percent(f.F), strconv.Itoa(f.Objects), strconv.Itoa(f.Regions), fmt.Sprintf("%.3f", f.Density)}
	}
	var cells [][]string
	for _, row := range r.Rows {
		if row.Failure == "" && row.Sparse != nil {
			cells = append(cells, line(row.Film, row.Method, *row.Sparse))
		}
	}
	if cells == nil {
		return nil
	}
	for _, s := range r.Summaries() {
		if s.regionFilms > 0 {
			cells = append(cells, line(fmt.Sprintf("all %d", s.regionFilms), s.Method, s.Sparse))
		}
	}
	cells = append(cells, []string{"FBMS-59, test half: another set", "Ochs, Malik, Brox 2014, published", "79.60", "60.90", "69.00", "24", "69", ""})
	head := []string{"film", "method", "precision", "recall", "F", "objects", "of", "density"}
	return []bench.Table{{
		Title: "By the protocol of the Freiburg–Berkeley set for tracks, in %: groups matched to regions by F, recall over the points, objects with F above 0.75 less the background",
		Left:  2, Cells: append([][]string{head}, cells...),
	}}
}

// objectTable returns the figures by truth pictures of one object; none where there are
// no such films.
func (r Report) objectTable() []bench.Table {
	line := func(film, method string, f ObjectFigures) []string {
		return []string{film, method, percent(f.J), percent(f.BestGroup)}
	}
	var cells [][]string
	for _, row := range r.Rows {
		if row.Failure == "" && row.Object != nil {
			cells = append(cells, line(row.Film, row.Method, *row.Object))
		}
	}
	if cells == nil {
		return nil
	}
	for _, s := range r.Summaries() {
		if s.objectFilms > 0 {
			cells = append(cells, line(fmt.Sprintf("mean of %d", s.objectFilms), s.Method, s.Object))
		}
	}
	return []bench.Table{{
		Title: "J of points in %, the mean over frames: all that moves against the background taken for the object, and the one group that fits it best",
		Left:  2, Cells: append([][]string{{"film", "method", "J", "best group"}}, cells...),
	}}
}

// percent writes a share in %, as exactly as a few thousand points tell it.
func percent(v float64) string { return fmt.Sprintf("%.2f", v) }

func (r Report) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	// Errors of Write are kept by the writer and come back from Error.
	c.Write([]string{"film", "method", "frames", "tracks", "motions", "error_percent", "mean_of_regions_percent", "found", "regions", "judged", "groups",
		"precision_percent", "recall_percent", "f_percent", "objects", "of_objects", "density_percent", "j_percent", "best_group_j_percent", "tracking_seconds", "seconds", "failure"})
	for _, row := range r.Rows {
		figures := make([]string, 14)
		if row.Failure == "" {
			copy(figures, []string{number(row.Error), number(row.MeanOfRegions), strconv.Itoa(row.Found), strconv.Itoa(row.Regions), strconv.Itoa(row.Judged), strconv.Itoa(row.Groups)})
		}
		if f := row.Sparse; f != nil {
			copy(figures[6:], []string{number(f.Precision), number(f.Recall), number(f.F), strconv.Itoa(f.Objects), strconv.Itoa(f.Regions), number(f.Density)})
		}
		if f := row.Object; f != nil {
			copy(figures[12:], []string{number(f.J), number(f.BestGroup)})
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
		// Figures by pictures of regions, and of one object; missing for the other.
		Precision    *float64 `json:"precision_percent,omitempty"`
		Recall       *float64 `json:"recall_percent,omitempty"`
		F            *float64 `json:"f_percent,omitempty"`
		Objects      *int     `json:"objects,omitempty"`
		OfObjects    *int     `json:"of_objects,omitempty"`
		Density      *float64 `json:"density_percent,omitempty"`
		J            *float64 `json:"j_percent,omitempty"`
		BestGroup    *float64 `json:"best_group_j_percent,omitempty"`
		TrackSeconds float64  `json:"tracking_seconds"`
		Seconds      float64  `json:"seconds"`
		Failure      string   `json:"failure,omitempty"`
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
		if f := row.Sparse; f != nil {
			l.Precision, l.Recall, l.F, l.Objects, l.OfObjects, l.Density = &f.Precision, &f.Recall, &f.F, &f.Objects, &f.Regions, &f.Density
		}
		if f := row.Object; f != nil {
			l.J, l.BestGroup = &f.J, &f.BestGroup
		}
		out.Rows = append(out.Rows, l)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
