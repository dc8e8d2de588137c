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
	Seed    uint64
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
	data, tracks, err := s.Data(task.Frames)
	if err != nil {
		return nil, err
	}
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
	g := &Segmentation{Sequence: s, Task: task, Result: result, Tracks: tracks, Labels: result.Labels, Truth: s.TruthOf(tracks), Estimate: estimate}
	if g.Truth != nil {
		g.Labels = segment.Align(result.Labels, g.Truth)
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

// WarningTexts returns the texts of the result's warnings, never nil.
func (g *Segmentation) WarningTexts() []string {
	texts := make([]string, 0, len(g.Result.Warnings))
	for _, w := range g.Result.Warnings {
		texts = append(texts, w.Text)
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
	if e := g.ErrorPercent(); math.IsNaN(e) {
		fmt.Fprintf(&b, "error       unknown, the file has no truth\n")
	} else {
		fmt.Fprintf(&b, "error       %.3f %%, %.0f of %d tracks\n", e, e/100*float64(len(g.Labels)), len(g.Labels))
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

// WriteJSON writes the outcome as one JSON object, its keys always in the same
// order. Tracks count from 1, as in the files of labels.
func (g *Segmentation) WriteJSON(w io.Writer) error {
	numbers := make([]int, len(g.Tracks))
	for i, t := range g.Tracks {
		numbers[i] = t + 1
	}
	e := json.NewEncoder(w)
	return e.Encode(struct {
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
	}{
		g.Sequence.Name, g.Sequence.Path, g.Result.Method, g.Result.Values, g.Task.Frames.String(), g.Task.Seed,
		g.Result.Motions, jsonOf(g.Estimate), g.Sequence.Points(), known(g.ErrorPercent()), g.Result.Iterations(), g.Result.Converged,
		g.Result.Elapsed().Seconds(), g.WarningTexts(), numbers, g.Labels, g.Truth,
	})
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
