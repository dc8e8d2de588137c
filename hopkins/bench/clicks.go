package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/internal/pool"
	"motionseg/segment"
)

// ClickPolicy says which track a simulated user clicks next.
type ClickPolicy string

// The policies.
const (
	Doubtful ClickPolicy = "doubtful" // hopkins.Mender.Doubtful
	Random   ClickPolicy = "random"   // any track of known motion, each as likely
)

// Clicks simulates a user who gives the true motion to one track after the
// other. Motions have the names that agree best with the truth before the first
// click, and keep them.
type Clicks struct {
	Entries  []hopkins.Entry
	Task     hopkins.Task
	Policies []ClickPolicy
	// Clicks is how many tracks are clicked, and Repeats how often that is done
	// at random.
	Clicks, Repeats int
	// Workers is how many sequences run at the same time; 0 takes one for every
	// processor.
	Workers int
	// Finished, when not nil, is called as each row is there, one call at a time.
	Finished func(ClicksRow)
}

// ClicksRow is what clicks did to one sequence.
type ClicksRow struct {
	Sequence string
	Tracks   int // whose motion is known
	Motions  int
	// Curves holds for every policy the error after 0, 1, … clicks, in % of the
	// tracks that were not clicked: those whose label is not their motion.
	Curves map[ClickPolicy][]float64
	// Single is how many points each first click at random made the sequence
	// worse by, negative for better; one a repeat.
	Single []float64
	// Failure says why there is no result; empty when there is one.
	Failure string
}

// worsened is from how many points on a click counts as one that did harm.
const worsened = 2

// Run simulates the clicks on every sequence, in the order of the entries. It
// returns ctx.Err() when ctx ends first, with the rows that are there.
func (c Clicks) Run(ctx context.Context) ([]ClicksRow, error) {
	defer collectLess()()
	rows := make([]ClicksRow, len(c.Entries))
	var announce sync.Mutex
	pool.Run(ctx, len(rows), c.Workers, func(i int) {
		row, err := c.sequence(ctx, c.Entries[i])
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			row.Failure = err.Error()
		}
		announce.Lock()
		defer announce.Unlock()
		rows[i] = row
		if c.Finished != nil {
			c.Finished(row)
		}
	})
	return slices.DeleteFunc(rows, func(r ClicksRow) bool { return r.Sequence == "" }), ctx.Err()
}

// sequence clicks on one sequence.
func (c Clicks) sequence(ctx context.Context, e hopkins.Entry) (ClicksRow, error) {
	row := ClicksRow{Sequence: e.Name, Curves: map[ClickPolicy][]float64{}}
	s, err := hopkins.Open(e.Path)
	if err != nil {
		return row, err
	}
	task := c.Task
	task.Workers = 1
	g, err := s.Segment(ctx, task)
	if err != nil {
		return row, err
	}
	if s.Truth == nil {
		return row, errors.New("expected a sequence with truth, found none")
	}
	mender, err := hopkins.NewMender(ctx, g, nil)
	if err != nil {
		return row, err
	}
	user := clicker{g: g, mender: mender, truth: slices.Clone(s.Truth)}
	for i := range user.truth {
		if g.Source.Counted(i) {
			user.known = append(user.known, i)
		} else {
			user.truth[i] = 0
		}
	}
	row.Tracks, row.Motions = len(user.known), g.Result.Motions
	for _, policy := range c.Policies {
		repeats := 1
		if policy == Random {
			repeats = c.Repeats
		}
		mean := make([]float64, c.Clicks+1)
		for r := range repeats {
			next := user.doubtful
			if policy == Random {
				order := rand.New(rand.NewPCG(task.Seed, uint64(r))).Perm(len(user.known))
				next = func(_ context.Context, c hopkins.Constraints) (int, error) {
					return user.known[order[len(c.Seeds)]], nil
				}
			}
			curve, err := user.click(ctx, min(c.Clicks, len(user.known)), next)
			if err != nil {
				return row, err
			}
			for k := range mean {
				mean[k] += curve[min(k, len(curve)-1)] / float64(repeats)
			}
			if policy == Random && len(curve) > 1 {
				row.Single = append(row.Single, curve[1]-curve[0])
			}
		}
		row.Curves[policy] = mean
	}
	return row, nil
}

// clicker is the simulated user of one sequence.
type clicker struct {
	g      *hopkins.Segmentation
	mender *hopkins.Mender
	truth  []int // 0 for tracks that do not count
	known  []int
}

// click clicks the tracks that next chooses and returns the error after each.
func (u *clicker) click(
	ctx context.Context, clicks int, next func(context.Context, hopkins.Constraints) (int, error),
) ([]float64, error) {
	var c hopkins.Constraints
	clicked := make([]bool, len(u.truth))
	curve := []float64{u.error(u.g.Labels, clicked)}
	for range clicks {
		track, err := next(ctx, c)
		if err != nil {
			return nil, err
		}
		clicked[track] = true
		c.Seeds = append(c.Seeds, segment.Seed{Point: track, Motion: u.truth[track]})
		g, err := u.mender.Constrain(ctx, c)
		if err != nil {
			return nil, err
		}
		curve = append(curve, u.error(g.Labels, clicked))
	}
	return curve, nil
}

// doubtful chooses the next doubtful track, one of known motion: of any other
// the user can say nothing.
func (u *clicker) doubtful(ctx context.Context, c hopkins.Constraints) (int, error) {
	d, ok, err := u.mender.Doubtful(ctx, c)
	if err != nil {
		return 0, err
	}
	if ok && u.truth[d.Point] != 0 {
		return d.Point, nil
	}
	clicked := map[int]bool{}
	for _, s := range c.Seeds {
		clicked[s.Point] = true
	}
	for _, i := range append(d.Points, u.known...) {
		if u.truth[i] != 0 && !clicked[i] {
			return i, nil
		}
	}
	return 0, errors.New("every track is clicked")
}

// error returns the share in % of the tracks not clicked whose label is not
// their motion.
func (u *clicker) error(labels []int, clicked []bool) float64 {
	wrong, n := 0, 0
	for _, i := range u.known {
		if !clicked[i] {
			n++
			if labels[i] != u.truth[i] {
				wrong++
			}
		}
	}
	if n == 0 {
		return 0
	}
	return 100 * float64(wrong) / float64(n)
}

// ClicksReport is the outcome of simulated clicks.
type ClicksReport struct {
	Method string
	Clicks Clicks
	Rows   []ClicksRow
}

// ClicksSummary is the mean over all sequences.
type ClicksSummary struct {
	Sequences int                       `json:"sequences"`
	Curves    map[ClickPolicy][]float64 `json:"curves"`
	// Area is the mean of each curve over all clicks but the 0th.
	Area map[ClickPolicy]float64 `json:"area"`
	// Single is how many first clicks there were at random, Worse how many of
	// them made their sequence worse by more than 2 points, and Worst the
	// largest mean change of one sequence, that of WorstSequence.
	Single        int        `json:"single_clicks"`
	Worse         int        `json:"worse"`
	Worst         float64    `json:"worst_mean_change"`
	WorstSequence files.Name `json:"worst_sequence"`
}

// Failures returns the rows without a result.
func (r ClicksReport) Failures() []ClicksRow {
	return Failed(r.Rows, func(row ClicksRow) string { return row.Failure })
}

// Summary returns the means over the sequences that did not fail.
func (r ClicksReport) Summary() ClicksSummary {
	s := ClicksSummary{Curves: map[ClickPolicy][]float64{}, Area: map[ClickPolicy]float64{}}
	for _, row := range r.Rows {
		if row.Failure == "" && row.Curves != nil {
			s.Sequences++
		}
	}
	for _, policy := range r.Clicks.Policies {
		mean := make([]float64, r.Clicks.Clicks+1)
		for _, row := range r.Rows {
			if curve := row.Curves[policy]; row.Failure == "" && curve != nil {
				for k, e := range curve {
					mean[k] += e / float64(s.Sequences)
				}
			}
		}
		s.Curves[policy] = mean
		for _, e := range mean[1:] {
			s.Area[policy] += e / float64(r.Clicks.Clicks)
		}
	}
	for _, row := range r.Rows {
		var change float64
		for _, c := range row.Single {
			s.Single++
			if c > worsened {
				s.Worse++
			}
			change += c / float64(len(row.Single))
		}
		if len(row.Single) > 0 && (s.WorstSequence == "" || change > s.Worst) {
			s.Worst, s.WorstSequence = change, files.Name(row.Sequence)
		}
	}
	return s
}

// shownClicks are the columns of the table.
var shownClicks = []int{0, 1, 2, 3, 5, 10}

// WriteText writes the curves as a table, the mean first.
func (r ClicksReport) WriteText(w io.Writer) error {
	s := r.Summary()
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s, error in %% of the tracks not clicked, after\t", r.Method)
	var shown []int
	for _, k := range shownClicks {
		if k <= r.Clicks.Clicks {
			shown = append(shown, k)
			fmt.Fprintf(t, "%d\t", k)
		}
	}
	fmt.Fprintln(t, "clicks; area\t")
	line := func(name string, curve []float64) {
		fmt.Fprintf(t, "%s\t", name)
		var area float64
		for _, e := range curve[1:] {
			area += e / float64(len(curve)-1)
		}
		for _, k := range shown {
			fmt.Fprintf(t, "%.2f\t", curve[k])
		}
		fmt.Fprintf(t, "%.2f\t\n", area)
	}
	for _, p := range r.Clicks.Policies {
		if s.Sequences > 0 {
			line(fmt.Sprintf("mean of %s, %s", hopkins.Counted(s.Sequences, "sequence", "sequences"), p), s.Curves[p])
		}
	}
	for _, row := range r.Rows {
		for _, p := range r.Clicks.Policies {
			if curve := row.Curves[p]; row.Failure == "" && curve != nil {
				line(row.Sequence+", "+string(p), curve)
			}
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	var b strings.Builder
	if d, ok := s.Area[Doubtful]; ok && s.Area[Random] > 0 {
		fmt.Fprintf(&b, "\narea of next doubtful to random: %.2f\n", d/s.Area[Random])
	}
	if s.Single > 0 {
		fmt.Fprintf(&b, "%d of %d single clicks at random made their sequence worse by more than %d points; worst "+
			"mean over the clicks of one sequence: %+.2f points, %s\n",
			s.Worse, s.Single, worsened, s.Worst, s.WorstSequence)
	}
	for _, row := range r.Failures() {
		fmt.Fprintf(&b, "failed: %s: %s\n", row.Sequence, row.Failure)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes the summary and the curves of every sequence as one object.
func (r ClicksReport) WriteJSON(w io.Writer) error {
	type row struct {
		Sequence files.Name                `json:"sequence"`
		Tracks   int                       `json:"tracks"`
		Motions  int                       `json:"motions"`
		Curves   map[ClickPolicy][]float64 `json:"curves"`
		Single   []float64                 `json:"single_clicks"`
		Failure  string                    `json:"failure,omitempty"`
	}
	out := struct {
		Schema  int           `json:"schema"`
		Method  string        `json:"method"`
		Repeats int           `json:"repeats"`
		Seed    uint64        `json:"seed"`
		Summary ClicksSummary `json:"summary"`
		Rows    []row         `json:"rows"`
	}{1, r.Method, r.Clicks.Repeats, r.Clicks.Task.Seed, r.Summary(), nil}
	for _, x := range r.Rows {
		out.Rows = append(out.Rows, row{files.Name(x.Sequence), x.Tracks, x.Motions, x.Curves, x.Single, x.Failure})
	}
	return json.NewEncoder(w).Encode(out)
}
