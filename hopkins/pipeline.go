package hopkins

import (
	"context"
	"fmt"
	"slices"
	"time"

	"motionseg/segment"
)

// Segment is the one way from a source to labels, for the window, the command
// line, the benchmark and sets of pictures: it prepares the data, finds outliers
// and estimates the number of motions where that is asked for, runs the method,
// gives the tracks that were left out to the motions, and aligns the labels with
// the truth.
//
// The error is ctx.Err() when ctx ends first; any other names the file and says
// what is wrong with the data or the task, a panic being a segment.PanicError.
func Segment(ctx context.Context, source *Source, task Task) (g *Segmentation, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = segment.Recovered(task.Method.Method.Describe().Title, p)
		}
		if ctx.Err() != nil {
			g, err = nil, ctx.Err()
		}
	}()
	if task.windowed(source) {
		return segmentWindows(ctx, source, task)
	}
	sc := source.scope(task)
	prepared, err := source.prepare(ctx, sc, task.Workers)
	if err != nil {
		return nil, err
	}
	if task.Motions == 0 {
		task.Motions = source.Groups()
	}
	searched := task.moved(searchShare)
	start := time.Now()
	found, of, err := source.searchAndCount(ctx, sc, prepared, task, searched)
	if err != nil {
		return nil, err
	}
	if found.estimate != nil {
		task.Motions = found.estimate.Motions
	}
	counting := time.Since(start)
	if sc.outliers {
		counting -= found.took
	}
	values, preset := task.Method.Settings(prepared.Data.Kind, source.Name)
	result, err := task.solve(ctx, prepared.Data, segment.Config{
		Method: task.Method.Method, Motions: task.Motions, Values: values, Seed: task.Seed, Workers: task.Workers,
		Progress: searched.then,
		Outliers: found.outliers, Trimmed: found.trimmed, Searched: sc.outliers, Analysis: &source.analysis,
		Interim: task.interim(source, prepared.Columns),
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source.where(), err)
	}
	if sc.outliers {
		result.Stages = slices.Insert(result.Stages, 0, segment.Stage{Name: "outliers", Time: found.took})
	}
	kept := *prepared
	kept.Data = segment.Data{} // only the method needs it
	g, err = finish(ctx, &Segmentation{
		Source: source, Task: task, Preset: preset, Result: result, Prepared: &kept, Estimate: found.estimate,
		Estimated: of, Candidate: -1,
		Counting: counting,
	})
	if err != nil || task.Constraints.Empty() {
		return g, err
	}
	return g.constrained(ctx)
}

// constrained returns the result under the constraints of its task.
func (g *Segmentation) constrained(ctx context.Context) (*Segmentation, error) {
	constraints := g.Task.Constraints
	if g.Source.Truth == nil {
		g.Labels = namedBySeeds(g.Labels, constraints.Seeds)
	}
	m, err := NewMender(ctx, g, nil)
	if err != nil {
		return nil, err
	}
	return m.Constrain(ctx, constraints)
}

// searchAndCount looks for outliers and estimates the number of motions where the task asks
// for that; counted are the points that the estimate is of.
func (s *Source) searchAndCount(
	ctx context.Context, sc scope, prepared *Prepared, task Task, progress *moving,
) (found search, counted []int, err error) {
	of, estimating := s.counted(task), task.Motions <= 0
	looked := progress.to
	if estimating && of != sc {
		looked = func(share float64) { progress.to(share / 2) }
	}
	found, err = s.search(ctx, sc, prepared, estimating && of == sc, task, looked)
	if err != nil || !estimating {
		found.estimate = nil // that of an earlier task
		return found, nil, err
	}
	if of == sc {
		return found, prepared.Columns, nil
	}
	found.estimate, counted, err = s.estimate(ctx, of, task, func(share float64) { progress.to((1 + share) / 2) })
	return found, counted, err
}

// searchShare is the part of the work that looking for outliers and estimating the
// number of motions are taken for, where they are not known yet.
const searchShare = 0.6

// namedBySeeds renames labels so that more seeds agree with them, where that can
// be.
func namedBySeeds(labels []int, seeds []segment.Seed) []int {
	reference := make([]int, len(labels))
	for _, s := range seeds {
		if s.Point >= 0 && s.Point < len(reference) {
			reference[s.Point] = s.Motion
		}
	}
	agreeing := func(labels []int) int {
		n := 0
		for i, motion := range reference {
			if motion != 0 && labels[i] == motion {
				n++
			}
		}
		return n
	}
	if renamed := segment.Align(labels, reference); agreeing(renamed) > agreeing(labels) {
		return renamed
	}
	return labels
}

// Segment runs a method on the tracks, see the function of this name.
func (s *Sequence) Segment(ctx context.Context, task Task) (*Segmentation, error) {
	return Segment(ctx, SourceOf(s), task)
}

func (t Task) solve(ctx context.Context, data segment.Data, cfg segment.Config) (*segment.Result, error) {
	if t.Solve != nil {
		return t.Solve(ctx, data, cfg)
	}
	return segment.Run(ctx, data, cfg)
}

// EstimateMotions estimates the number of motions of a source, see
// segment.EstimateMotions, as Segment does: from the tracks with gaps too, whether or
// not the task's method takes them, unless the task says what becomes of them; without
// outliers where the task looks for them. points are what the labels are of. The error
// is ctx.Err() when ctx ends first.
func (s *Source) EstimateMotions(
	ctx context.Context, task Task,
) (estimate *segment.MotionsEstimate, points []int, err error) {
	estimate, points, err = s.estimate(ctx, s.counted(task), task, task.moved(1).to)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	return estimate, points, err
}

// estimate estimates the number of motions of the data of a scope.
func (s *Source) estimate(
	ctx context.Context, sc scope, task Task, moved func(share float64),
) (estimate *segment.MotionsEstimate, points []int, err error) {
	prepared, err := s.prepare(ctx, sc, task.Workers)
	if err != nil {
		return nil, nil, err
	}
	found, err := s.search(ctx, sc, prepared, true, task, moved)
	return found.estimate, prepared.Columns, err
}
