package hopkins

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"motionseg/segment"
)

// Task says how to segment a sequence.
type Task struct {
	Method MethodSpec
	Frames FrameSelection
	// Motions is the number of groups; 0 takes it from the truth, and
	// EstimatedMotions from the data.
	Motions int
	// Incomplete says what becomes of tracks that are not seen in every frame,
	// and Assign whether those left out are given to the motions afterwards.
	Incomplete Incomplete
	Assign     bool
	Seed       uint64
	// Workers is the number of goroutines of the solver; 0 takes all cores.
	Workers int
}

// EstimatedMotions stands for a number of motions that is to be estimated
// from the affinity of LRKSC, see segment.EstimateMotions.
const EstimatedMotions = -1

// Segmentation is what a method made of a sequence.
type Segmentation struct {
	Sequence *Sequence
	Task     Task
	Result   *segment.Result
	// Tracks holds the number of the track, from 0, of every point that was
	// segmented; Labels and Truth are theirs. Labels are from 1 and aligned
	// with the truth; Truth is nil when it is unknown.
	Tracks, Labels, Truth []int
	// Prepared says which frames were looked at and what became of the tracks
	// that are not seen in all of them.
	Prepared *Prepared
	// Assigned holds the labels that the tracks left out were given, in the order
	// of Prepared.LeftOut, aligned as Labels are; nil when not asked for.
	Assigned *segment.Assignment
	// Estimate is how the number of motions was estimated; nil when it was
	// given or the truth's.
	Estimate *segment.MotionsEstimate
}

// ErrNoTruth is returned by Segment when the number of motions is to come from
// the truth and there is none.
var ErrNoTruth = errors.New("the number of motions is unknown: the file has no truth")

// Segment runs a method on the sequence. The error is ctx.Err() when ctx ends
// first; any other says what is wrong with the data or the task.
func (s *Sequence) Segment(ctx context.Context, task Task) (*Segmentation, error) {
	if task.Motions == 0 {
		task.Motions = s.Motions()
	}
	if task.Motions == 0 {
		return nil, fmt.Errorf("%s: %w", s.Path, ErrNoTruth)
	}
	prepared, err := s.Prepare(ctx, task.Frames, task.Incomplete, task.Seed, task.Workers)
	if err != nil {
		return nil, err
	}
	data, tracks := prepared.Data, prepared.Columns
	var estimate *segment.MotionsEstimate
	if task.Motions == EstimatedMotions {
		if estimate, err = EstimateMotions(ctx, data, task.Seed, task.Workers); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, fmt.Errorf("%s: estimating the number of motions: %w", s.Path, err)
		}
		task.Motions = estimate.Motions
	}
	result, err := segment.Run(ctx, data, segment.Config{
		Method: task.Method.Method, Motions: task.Motions, Values: task.Method.ValuesFor(data.Kind), Seed: task.Seed, Workers: task.Workers,
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Path, err)
	}
	g := &Segmentation{Sequence: s, Task: task, Result: result, Tracks: tracks, Labels: result.Labels, Truth: s.TruthOf(tracks), Prepared: prepared, Estimate: estimate}
	if g.Truth != nil {
		g.Labels = segment.Align(result.Labels, g.Truth)
	}
	if task.Assign {
		if g.Assigned, err = s.Assign(ctx, prepared, g.Labels); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// EstimateMotions estimates the number of motions from the affinity of LRKSC
// with its published settings, which does not depend on that number. It returns
// ctx.Err() when ctx ends first.
func EstimateMotions(ctx context.Context, data segment.Data, seed uint64, workers int) (*segment.MotionsEstimate, error) {
	lrksc, err := segment.Lookup("lrksc")
	if err != nil {
		return nil, err
	}
	r, err := segment.Run(ctx, data, segment.Config{Method: lrksc, Motions: segment.MinMotions, Seed: seed, Workers: workers})
	if err != nil {
		return nil, err
	}
	e, err := segment.EstimateMotions(ctx, data, r, segment.MinMotions, segment.MaxMotions, workers)
	return &e, err
}

// ErrorPercent returns the clustering error in %, NaN when the truth is
// unknown.
func (g *Segmentation) ErrorPercent() float64 {
	if g.Truth == nil {
		return math.NaN()
	}
	return 100 * segment.ClusteringError(g.Labels, g.Truth)
}

// AssignedErrors returns the clustering error in % of the tracks that were
// assigned, and that of these and the segmented ones together, each with its
// label as it is and undecided tracks not counted; NaN when the truth is unknown
// or there are none.
func (g *Segmentation) AssignedErrors() (assigned, together float64) {
	if g.Truth == nil || g.Assigned == nil {
		return math.NaN(), math.NaN()
	}
	wrong, count := 0, 0
	for k, label := range g.Assigned.Labels {
		if label != 0 {
			count++
			if label != g.Sequence.Truth[g.Prepared.LeftOut[k]] {
				wrong++
			}
		}
	}
	assigned = 100 * float64(wrong) / float64(count) // NaN for none
	for i, label := range g.Labels {
		if label != g.Truth[i] {
			wrong++
		}
	}
	return assigned, 100 * float64(wrong) / float64(count+len(g.Labels))
}

// WarningTexts returns the texts of the warnings about the result and the gaps
// that were filled, never nil.
func (g *Segmentation) WarningTexts() []string {
	texts := make([]string, 0, len(g.Result.Warnings))
	for _, w := range g.Result.Warnings {
		texts = append(texts, w.Text)
	}
	if text := g.Prepared.Warning(); text != "" {
		texts = append(texts, text)
	}
	return texts
}

// WriteText writes the outcome for a reader, one fact a line.
func (g *Segmentation) WriteText(w io.Writer) error {
	var b strings.Builder
	s := g.Sequence
	fmt.Fprintf(&b, "sequence    %s, %d tracks in %d frames\n", s.Name, s.Points(), s.Frames())
	fmt.Fprintf(&b, "method      %s, %d motions, frames %s\n", g.Task.Method.Name, g.Result.Motions, g.Task.Frames)
	if e := g.Estimate; e != nil {
		fmt.Fprintf(&b, "estimate    %d motions, confidence %.0f %%", e.Motions, 100*e.Confidence)
		if e.RunnerUp != 0 {
			fmt.Fprintf(&b, ", else %d", e.RunnerUp)
		}
		b.WriteByte('\n')
	}
	g.writeTracks(&b)
	if e := g.ErrorPercent(); math.IsNaN(e) {
		fmt.Fprintf(&b, "error       unknown, the file has no truth\n")
	} else {
		fmt.Fprintf(&b, "error       %.3f %%, %.0f of %d tracks\n", e, e/100*float64(len(g.Labels)), len(g.Labels))
	}
	if a := g.Assigned; a != nil {
		n := len(a.Labels)
		fmt.Fprintf(&b, "assigned    %d of %d tracks left out, %d undecided", n-a.Undecided(), n, a.Undecided())
		if own, together := g.AssignedErrors(); !math.IsNaN(own) {
			fmt.Fprintf(&b, "; error %.3f %%, with the segmented ones %.3f %%", own, together)
		}
		b.WriteByte('\n')
	}
	sizes := make([]int, slices.Max(g.Labels))
	for _, l := range g.Labels {
		sizes[l-1]++
	}
	texts := make([]string, 0, len(sizes))
	for _, size := range sizes {
		// Labels beyond the truth's need not be consecutive.
		if size > 0 {
			texts = append(texts, strconv.Itoa(size))
		}
	}
	fmt.Fprintf(&b, "groups      %s\n", strings.Join(texts, " + "))
	fmt.Fprintf(&b, "iterations  %d\n", g.Result.Iterations())
	fmt.Fprintf(&b, "time        %.3f s\n", g.Result.Elapsed().Seconds())
	for _, text := range g.WarningTexts() {
		fmt.Fprintf(&b, "warning     %s\n", text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeTracks says what became of the tracks, where not all are complete.
func (g *Segmentation) writeTracks(b *strings.Builder) {
	p := g.Prepared
	if len(p.Filled)+len(p.LeftOut) == 0 {
		return
	}
	fmt.Fprintf(b, "tracks      %d complete in frames %d to %d, %d with gaps filled, %d left out\n",
		len(p.Complete), p.Frames[0]+1, p.Frames[len(p.Frames)-1]+1, len(p.Filled), len(p.LeftOut))
	if f := p.Fill; f != nil {
		fmt.Fprintf(b, "filled      by rank %d", f.Rank)
		if !math.IsNaN(f.Median) {
			fmt.Fprintf(b, "; points hidden for a trial come back within %.2f pixels (half), %.2f (nine of ten)", f.Median, f.Tenth)
		}
		b.WriteByte('\n')
	}
}

// SegmentSchema is the version of what WriteJSON writes. Keys may be added
// behind the others without a new version; one that is removed or changes its
// meaning raises it.
const SegmentSchema = 1

// segmentJSON is the object that WriteJSON writes.
type segmentJSON struct {
	Schema     int            `json:"schema"`
	Sequence   string         `json:"sequence"`
	File       string         `json:"file"`
	Method     string         `json:"method"`
	Settings   segment.Values `json:"settings"`
	Frames     string         `json:"frames"`
	Seed       uint64         `json:"seed"`
	Motions    int            `json:"motions"`
	Estimate   *estimateJSON  `json:"estimate"`
	Points     int            `json:"points"`
	Error      *float64       `json:"error_percent"`
	Iterations int            `json:"iterations"`
	Converged  bool           `json:"converged"`
	Seconds    float64        `json:"seconds"`
	Warnings   []string       `json:"warnings"`
	Tracks     []int          `json:"tracks"`
	Labels     []int          `json:"labels"`
	Truth      []int          `json:"truth"`
	IDs        []string       `json:"ids"`
	FramesUsed []int          `json:"frames_used"`
	Incomplete string         `json:"incomplete"`
	Filled     []int          `json:"filled"`
	Fill       *fillJSON      `json:"fill"`
	LeftOut    []int          `json:"left_out"`
	Assigned   *assignedJSON  `json:"assigned"`
}

// fillJSON is how the completion of gaps is written.
type fillJSON struct {
	Rank   int      `json:"rank"`
	Median *float64 `json:"median_pixels"`
	Tenth  *float64 `json:"tenth_pixels"`
}

// assignedJSON is how the labels of the tracks left out are written.
type assignedJSON struct {
	Labels    []int    `json:"labels"`
	Truth     []int    `json:"truth"`
	Undecided int      `json:"undecided"`
	Error     *float64 `json:"error_percent"`
	Together  *float64 `json:"error_percent_together"`
}

// WriteJSON writes the outcome as one JSON object, its keys always in the same
// order. Tracks and frames count from 1, as in the files of labels.
func (g *Segmentation) WriteJSON(w io.Writer) error {
	p := g.Prepared
	out := segmentJSON{
		Schema: SegmentSchema, Sequence: g.Sequence.Name, File: g.Sequence.Path, Method: g.Result.Method, Settings: g.Result.Values,
		Frames: g.Task.Frames.String(), Seed: g.Task.Seed, Motions: g.Result.Motions, Estimate: jsonOf(g.Estimate),
		Points: g.Sequence.Points(), Error: known(g.ErrorPercent()), Iterations: g.Result.Iterations(), Converged: g.Result.Converged,
		Seconds: g.Result.Elapsed().Seconds(), Warnings: g.WarningTexts(),
		Tracks: fromOne(g.Tracks), Labels: g.Labels, Truth: g.Truth, IDs: g.Sequence.IDs,
		FramesUsed: fromOne(p.Frames), Incomplete: g.Task.Incomplete.String(), Filled: fromOne(p.Filled), LeftOut: fromOne(p.LeftOut),
	}
	if p.Fill != nil {
		out.Fill = &fillJSON{p.Fill.Rank, known(p.Fill.Median), known(p.Fill.Tenth)}
	}
	if a := g.Assigned; a != nil {
		own, together := g.AssignedErrors()
		out.Assigned = &assignedJSON{append([]int{}, a.Labels...), g.Sequence.TruthOf(p.LeftOut), a.Undecided(), known(own), known(together)}
	}
	return json.NewEncoder(w).Encode(out)
}

// fromOne returns numbers that count from 0 as numbers that count from 1, never
// nil.
func fromOne(numbers []int) []int {
	out := make([]int, len(numbers))
	for i, n := range numbers {
		out[i] = n + 1
	}
	return out
}

// LabelTable returns the labels as a table: those of the segmented tracks and
// of those that were assigned, in the order of the tracks.
func (g *Segmentation) LabelTable() LabelTable {
	var assigned []int
	if g.Assigned != nil {
		assigned = g.Assigned.Labels
	}
	return NewLabelTable(g.Sequence, g.Prepared, g.Labels, assigned)
}

// estimateJSON is how an estimate of the number of motions is written.
type estimateJSON struct {
	RunnerUp   int       `json:"runner_up"`
	Confidence float64   `json:"confidence"`
	From       int       `json:"from"`
	Scores     []float64 `json:"scores"`
}

// jsonOf returns nil, JSON's null, for no estimate.
func jsonOf(e *segment.MotionsEstimate) *estimateJSON {
	if e == nil {
		return nil
	}
	return &estimateJSON{e.RunnerUp, e.Confidence, e.Low, e.Scores}
}

// known returns nil, JSON's null, for NaN.
func known(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}
