package filmset

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"motionseg/hopkins/bench"
	"motionseg/hopkins/files"
)

// Report is a finished or interrupted benchmark, ready to be written.
type Report struct {
	Seed uint64
	// Tracks says that labelled tracks judged the films, not truth pictures.
	Tracks bool
	Rows   []Row
	// Untimed leaves out how long things took.
	Untimed bool
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
	return bench.Failed(r.Rows, func(row Row) string { return row.Failure })
}

// Write writes the report in one of bench.ReportFormats. "csv" has one line for
// every row, "json" the same, and the others have the summaries too.
func (r Report) Write(w io.Writer, format string) error {
	return bench.Forms{Tables: r.tables, Lines: r.lines, Value: r.value, Untimed: r.Untimed}.Write(w, format)
}

func (r Report) tables() []bench.Table {
	what, mean := "Points that are not in the group of their region, in %, mean over films; regions", "mean of regions"
	if r.Tracks {
		what, mean = "Tracks that are not in the group of the labelled track nearest to them, in %, mean over "+
			"films; motions", "mean of motions"
	}
	whole := [][]string{{"method", "films", "error", mean, "found", "of", "tracking s", "method s"}}
	for _, s := range r.Summaries() {
		whole = append(whole, []string{
			s.Method, strconv.Itoa(s.Films), percent(s.Error), percent(s.MeanOfRegions), strconv.Itoa(s.Found),
			strconv.Itoa(s.Regions),
			fmt.Sprintf("%.1f", s.TrackSeconds), fmt.Sprintf("%.1f", s.Seconds),
		})
	}
	single := [][]string{{"film", "method", "frames", "tracks", "K", "judged", "error", mean, "found", "of",
		"tracking s", "method s"}}
	for _, row := range r.Rows {
		if row.Failure == "" {
			single = append(single, []string{
				string(row.Film), row.Method, strconv.Itoa(row.Frames), strconv.Itoa(row.Tracks),
				strconv.Itoa(row.Motions), strconv.Itoa(row.Judged),
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
	tables = append(tables, r.denseTables()...)
	if failures := r.Failures(); len(failures) > 0 {
		cells := [][]string{{"film", "method", "reason"}}
		for _, f := range failures {
			cells = append(cells, []string{string(f.Film), f.Method, f.Failure})
		}
		tables = append(tables, bench.Table{Title: "Failed", Left: 3, Cells: cells})
	}
	return tables
}

// sparseTable returns the figures by truth pictures of regions, and the row of the
// literature that they can be read beside; none where there are no such films.
func (r Report) sparseTable() []bench.Table {
	line := func(film, method string, f SparseFigures) []string {
		return []string{film, method, percent(f.Precision), percent(f.Recall), percent(f.F), strconv.Itoa(f.Objects),
			strconv.Itoa(f.Regions), fmt.Sprintf("%.3f", f.Density)}
	}
	var cells [][]string
	for _, row := range r.Rows {
		if row.Failure == "" && row.Sparse != nil {
			cells = append(cells, line(string(row.Film), row.Method, *row.Sparse))
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
	cells = append(cells, []string{"FBMS-59, test half: another set", "Ochs, Malik, Brox 2014, " +
		"published", "79.60", "60.90", "69.00", "24", "69", ""})
	head := []string{"film", "method", "precision", "recall", "F", "objects", "of", "density"}
	return []bench.Table{{
		Title: "By the protocol of the Freiburg–Berkeley set for tracks, in %: groups matched to regions by F, " +
			"recall over the points, objects with F above 0.75 less the background",
		Left: 2, Cells: append([][]string{head}, cells...),
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
			cells = append(cells, line(string(row.Film), row.Method, *row.Object))
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
		Title: "J of points in %, the mean over frames: all that moves against the background taken for the object, " +
			"and the one group that fits it best",
		Left: 2, Cells: append([][]string{{"film", "method", "J", "best group"}}, cells...),
	}}
}

// denseTables returns the figures of masks: of films with regions, and of films with
// one object beside what is published for the whole set.
func (r Report) denseTables() []bench.Table {
	head := []string{"film", "method", "error", "all background", "IoU", "F", "objects", "of", "flicker", "truth's",
		"times", "s a frame"}
	objectHead := []string{"film", "method", "J", "boundary F", "flicker", "truth's", "times", "s a frame"}
	regions := denseCells{cells: [][]string{head}}
	objects := denseCells{cells: [][]string{objectHead}}
	for _, row := range r.Rows {
		switch {
		case row.Dense == nil || row.Failure != "":
		case row.Object != nil:
			objects.add(row)
		default:
			regions.add(row)
		}
	}
	var tables []bench.Table
	if len(regions.order) > 0 {
		tables = append(tables, bench.Table{
			Title: "Masks: pixels that have not the motion of their region, in %, and what it were if all had the " +
				"largest region's; mean IoU of regions; F of the Freiburg–Berkeley set over pixels; objects with F " +
				"of 0.75 or more; " + flickerText,
			Left: 2, Cells: regions.table(func(film, method string, d DenseJudgement, seconds float64) []string {
				cells := []string{film, method, percent(d.Error), percent(d.Flat), percent(d.IoU), percent(d.F),
					strconv.Itoa(d.Objects), strconv.Itoa(d.ObjectsOf)}
				return append(append(cells, d.flickerCells()...), fmt.Sprintf("%.2f", seconds))
			}),
		})
	}
	if len(objects.order) > 0 {
		cells := objects.table(func(film, method string, d DenseJudgement, seconds float64) []string {
			return append(append([]string{film, method, percent(d.J), percent(d.Boundary)}, d.flickerCells()...),
				fmt.Sprintf("%.2f", seconds))
		})
		cells = append(cells, []string{"DAVIS 2016, all 20 of its validation half", "FTS, without learning, " +
			"published", "55.80", "", "", "", "", ""})
		tables = append(tables, bench.Table{
			Title: "Masks of all that moves against the background, in %: J and the F-measure of borders of DAVIS, " +
				"without the first and the last frame; " + flickerText, Left: 2, Cells: cells,
		})
	}
	return tables
}

// flickerText says what flickerCells are.
const flickerText = "flicker, pixels that change along the flow while the truth does not, the truth's own, and how " +
	"many times it"

// flickerCells are the flicker of masks, that of the truth and how many times it, empty
// where there are no neighbouring frames with a truth.
func (d DenseJudgement) flickerCells() []string {
	if d.TruthFlicker == 0 {
		return []string{"", "", ""}
	}
	return []string{fmt.Sprintf("%.3f", d.Flicker), fmt.Sprintf("%.3f", d.TruthFlicker),
		fmt.Sprintf("%.2f", d.Flicker/d.TruthFlicker)}
}

// denseCells gathers the figures of masks, film by film and in the mean of each method.
type denseCells struct {
	cells [][]string
	rows  []Row
	order []string
	sums  map[string]*denseSum
}

// denseSum is the sum over films of one method.
type denseSum struct {
	films           int
	seconds, frames float64
	DenseJudgement
}

func (c *denseCells) add(row Row) {
	c.rows = append(c.rows, row)
	if c.sums == nil {
		c.sums = map[string]*denseSum{}
	}
	s := c.sums[row.Method]
	if s == nil {
		s = &denseSum{}
		c.sums[row.Method] = s
		c.order = append(c.order, row.Method)
	}
	d := row.Dense
	s.films++
	s.seconds += row.MaskSeconds
	s.frames += float64(d.Pictures)
	s.Error, s.Flat, s.IoU, s.F = s.Error+d.Error, s.Flat+d.Flat, s.IoU+d.IoU, s.F+d.F
	s.Objects, s.ObjectsOf = s.Objects+d.Objects, s.ObjectsOf+d.ObjectsOf
	s.J, s.Boundary = s.J+d.J, s.Boundary+d.Boundary
	s.Flicker, s.TruthFlicker = s.Flicker+d.Flicker, s.TruthFlicker+d.TruthFlicker
}

// table returns the lines of all films and the means.
func (c *denseCells) table(line func(film, method string, d DenseJudgement, seconds float64) []string) [][]string {
	cells := c.cells
	for _, row := range c.rows {
		cells = append(cells,
			line(string(row.Film), row.Method, *row.Dense, row.MaskSeconds/float64(max(row.Dense.Pictures, 1))))
	}
	for _, method := range c.order {
		s := c.sums[method]
		d, n := s.DenseJudgement, float64(s.films)
		d.Error, d.Flat, d.IoU, d.F, d.J, d.Boundary = d.Error/n, d.Flat/n, d.IoU/n, d.F/n, d.J/n, d.Boundary/n
		d.Flicker, d.TruthFlicker = d.Flicker/n, d.TruthFlicker/n
		cells = append(cells, line(fmt.Sprintf("mean of %d", s.films), method, d, s.seconds/max(s.frames, 1)))
	}
	return cells
}

// percent writes a share in %, as exactly as a few thousand points tell it.
func percent(v float64) string { return fmt.Sprintf("%.2f", v) }

func (r Report) lines() [][]string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	lines := [][]string{{"film", "method", "frames", "tracks", "motions", "error_percent", "mean_of_regions_percent",
		"found", "regions", "judged", "groups",
		"precision_percent", "recall_percent", "f_percent", "objects", "of_objects", "density_percent", "j_percent",
		"best_group_j_percent",
		"mask_error_percent", "flat_error_percent", "mask_iou_percent", "mask_f_percent", "mask_objects",
		"of_mask_objects", "mask_j_percent", "mask_boundary_percent",
		"mask_flicker_percent", "truth_flicker_percent",
		"tracking_seconds", "seconds", "failure"}}
	for _, row := range r.Rows {
		figures := make([]string, 24)
		if row.Failure == "" {
			copy(figures, []string{number(row.Error), number(row.MeanOfRegions), strconv.Itoa(row.Found),
				strconv.Itoa(row.Regions), strconv.Itoa(row.Judged), strconv.Itoa(row.Groups)})
		}
		if f := row.Sparse; f != nil {
			copy(figures[6:], []string{number(f.Precision), number(f.Recall), number(f.F), strconv.Itoa(f.Objects),
				strconv.Itoa(f.Regions), number(f.Density)})
		}
		if f := row.Object; f != nil {
			copy(figures[12:], []string{number(f.J), number(f.BestGroup)})
		}
		if d := row.Dense; d != nil {
			copy(figures[14:],
				[]string{number(d.Error), number(d.Flat), number(d.IoU), number(d.F), strconv.Itoa(d.Objects),
					strconv.Itoa(d.ObjectsOf), number(d.J), number(d.Boundary), number(d.Flicker), number(d.TruthFlicker)})
		}
		line := append([]string{string(row.Film), row.Method, strconv.Itoa(row.Frames), strconv.Itoa(row.Tracks),
			strconv.Itoa(row.Motions)}, figures...)
		lines = append(lines, append(line, strconv.FormatFloat(row.TrackSeconds, 'f', 4, 64),
			strconv.FormatFloat(row.Seconds, 'f', 4, 64), row.Failure))
	}
	return lines
}

func (r Report) value() any {
	type line struct {
		Film          files.Name `json:"film"`
		Method        string     `json:"method"`
		Frames        int        `json:"frames"`
		Tracks        int        `json:"tracks"`
		Motions       int        `json:"motions"`
		Error         *float64   `json:"error_percent"`
		MeanOfRegions *float64   `json:"mean_of_regions_percent"`
		Found         int        `json:"found"`
		Regions       int        `json:"regions"`
		Judged        int        `json:"judged"`
		Groups        int        `json:"groups"`
		// Figures by pictures of regions, and of one object; missing for the other.
		Precision *float64 `json:"precision_percent,omitempty"`
		Recall    *float64 `json:"recall_percent,omitempty"`
		F         *float64 `json:"f_percent,omitempty"`
		Objects   *int     `json:"objects,omitempty"`
		OfObjects *int     `json:"of_objects,omitempty"`
		Density   *float64 `json:"density_percent,omitempty"`
		J         *float64 `json:"j_percent,omitempty"`
		BestGroup *float64 `json:"best_group_j_percent,omitempty"`
		// Figures of masks.
		Masks        *DenseJudgement `json:"masks,omitempty"`
		TrackSeconds float64         `json:"tracking_seconds"`
		Seconds      float64         `json:"seconds"`
		Failure      string          `json:"failure,omitempty"`
	}
	out := struct {
		Seed uint64 `json:"seed"`
		Rows []line `json:"rows"`
	}{Seed: r.Seed, Rows: []line{}}
	for _, row := range r.Rows {
		l := line{
			Film: row.Film, Method: row.Method, Frames: row.Frames, Tracks: row.Tracks, Motions: row.Motions,
			Found: row.Found, Regions: row.Regions, Judged: row.Judged, Groups: row.Groups,
			Masks: row.Dense, TrackSeconds: row.TrackSeconds, Seconds: row.Seconds, Failure: row.Failure,
		}
		if row.Failure == "" {
			l.Error, l.MeanOfRegions = &row.Error, &row.MeanOfRegions
		}
		if f := row.Sparse; f != nil {
			l.Precision, l.Recall, l.F, l.Objects, l.OfObjects, l.Density = &f.Precision, &f.Recall, &f.F, &f.Objects,
				&f.Regions, &f.Density
		}
		if f := row.Object; f != nil {
			l.J, l.BestGroup = &f.J, &f.BestGroup
		}
		out.Rows = append(out.Rows, l)
	}
	return out
}
