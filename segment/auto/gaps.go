package auto

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/lowrank"
	"motionseg/segment/spectral"
)

// solveGaps is LRKSC auto on tracks with gaps: it groups them by the evidence from
// pairs of frames. Where a low rank, as tracks before a nearly affine camera have, tells
// where they went while they were not seen, the filled tracks are also grouped as complete
// ones are, at the same time, and of the two groupings the one whose motions take less to describe is kept:
// what either cuts of its own evidence says nothing about the other. That tells unless
// tracks are exact and few (see geometry.FineScale), which are not filled, or so noisy that the
// description of a wrong grouping may be the shorter by far: a pair of frames has the noise of two
// points against one displacement, all frames together have much less, and the grouping of
// the filled tracks is kept.
func solveGaps(ctx context.Context, in core.Input) (core.Solution, error) {
	if err := announceFirst(ctx, in); err != nil {
		return core.Solution{}, err
	}
	var s, filled core.Solution
	var fills bool
	var failures [2]error
	var laps *core.Laps
	parallel.Both(in.Workers, func() {
		s, failures[0] = solvePairwise(ctx, in.Part(0, 5, 6))
		laps = core.NewLaps()
	}, func() { filled, fills, failures[1] = groupFilled(ctx, in) })
	if err := cmp.Or(failures[:]...); err != nil {
		return core.Solution{}, err
	}
	laps.Lap("filled tracks")
	s.Stages = append(s.Stages, laps.Stages...)
	in.Progress().Advance(1)
	if !fills {
		return s, ctx.Err()
	}
	g := s.Refinement.(*geometry.Scorer)
	byPairs, err := g.Cost(ctx, s.Labels, in.Motions)
	if err != nil {
		return core.Solution{}, err
	}
	byFilled, err := g.Cost(ctx, filled.Labels, in.Motions)
	noisy := geometry.NoisyTracks(in.Data)
	if err != nil || !(noisy || byFilled < byPairs) {
		return s, err
	}
	best := geometry.Grouping{Labels: filled.Labels, Motion: byFilled,
		Cuts: g.CutCost(spectral.NormalizedCut(s.Fused, filled.Labels, in.Motions))}
	reason := "for their bits alone"
	if noisy {
		reason = "since tracks are noisy"
	}
	chooseFilled(&s, filled, best, reason)
	return s, ctx.Err()
}

// chooseFilled makes the grouping of the filled tracks the one that is chosen, for a reason. Tracks without
// evidence stay undecided: a low rank fills them from next to nothing.
func chooseFilled(s *core.Solution, filled core.Solution, best geometry.Grouping, reason string) {
	filled.Labels, filled.Confidence = slices.Clone(filled.Labels), slices.Clone(filled.Confidence)
	for i, l := range s.Labels {
		if l == 0 {
			filled.Labels[i], filled.Confidence[i] = 0, 0
		}
	}
	for i := range s.Candidates {
		s.Candidates[i].Chosen = false
	}
	chosen := core.Candidate{
		Name: "filled tracks, " + reason, Bits: best.Motion / math.Ln2, Cut: best.Cuts / math.Ln2,
		Score:  best.Score() / math.Ln2,
		Chosen: true, Labels: filled.Labels, W: func() *mat.Dense { return filled.W }, Confidence: filled.Confidence,
	}
	for _, c := range filled.Candidates {
		if c.Chosen {
			chosen.Spectrum = c.Spectrum
		}
	}
	s.Candidates = append([]core.Candidate{chosen}, s.Candidates...)
	s.W, s.Embedding = filled.W, filled.Embedding
	s.Labels, s.Confidence = slices.Clone(filled.Labels), slices.Clone(filled.Confidence)
}

// groupFilled fills the gaps and groups the tracks as complete ones, beside whatever else is done, and reports
// whether they can be filled.
func groupFilled(ctx context.Context, in core.Input) (s core.Solution, fills bool, err error) {
	if _, fine := geometry.FineScale(in.Data, in.Motions); !fine && geometry.ExactTracks(in.Data) {
		return core.Solution{}, false, nil
	}
	f, fills, err := lowrank.FillingOf(ctx, in.Data, in.Seed, in.Workers, in.Analysis)
	if err != nil || !fills {
		return core.Solution{}, false, err
	}
	mostlySeen := lowrank.MostlySeen(in.Data)
	if in.Data, err = f.Fill(ctx, in.Data, in.Workers, in.Analysis); err != nil {
		return core.Solution{}, false, err
	}
	in.Report, in.Advance = func(core.Iteration) {}, nil // the pairs of frames tell of theirs
	s, _, err = solveCorrupted(ctx, in, mostlySeen)
	return s, true, err
}
