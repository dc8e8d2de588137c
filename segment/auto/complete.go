package auto

import (
	"context"
	"slices"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/geometry"
	"motionseg/segment/lowrank"
	"motionseg/segment/spectral"
)

// When complete tracks are grouped by the pairwise evidence, chosen on scenes that we draw, see
// lrksc_auto.md.
const (
	// unclearCut is the normalised cut, of all groups together, from which the affinities of
	// complete tracks do not tell groups apart.
	unclearCut = 0.35
	// clearlyLess is how much less the groups of the pairwise evidence must take to describe
	// elsewhere.
	clearlyLess = 0.02
)

// solveComplete is LRKSC auto on complete tracks. Its kernels tell motions that affine cameras
// see; a camera that comes close to what it shows, or drives into it, sees others. So where the
// affinities disagree about the groups, they are grouped by the pairwise evidence too, as tracks
// with gaps are: that holds for any camera, but takes some twenty times as long, and is spared where
// a first look at a few pairs finds the same groups, but for a handful of tracks, or refining finds
// no others. Of corrupted, noisy, few and too many tracks, more than core.DefaultLandmarks that are
// no landmarks of more, nothing is asked.
func solveComplete(ctx context.Context, in core.Input) (core.Solution, error) {
	n := in.Data.Points()
	if in.Data.Kind != core.Trajectories || in.Motions < 2 || n < geometry.LeastAdjusted*in.Motions ||
		n > core.DefaultLandmarks || len(in.Trimmed) > 0 {
		s, _, err := solveCorrupted(ctx, in, false)
		return s, err
	}
	laps := core.NewLaps()
	s, corrupted, err := solveCorrupted(ctx, in.Part(0, 5, 6), false) // mostly pairs are not asked
	if err != nil {
		return core.Solution{}, err
	}
	laps.Lap("complete tracks")
	certain := corrupted || unanimous(s) || lowrank.Noisy(in.Data, in.Motions)
	if !certain {
		if certain, err = confirmed(ctx, in, &s); err != nil {
			return core.Solution{}, err
		}
	}
	if certain {
		in.Progress().Advance(1)
		return s, nil
	}
	if in.Interim != nil {
		in.Interim(s.Labels)
	}
	in = in.Part(5, 6, 6)
	in.Interim = nil // what is found on the way may be worse
	in.Data.Visible = core.AllSeen(in.Data)
	pairs, err := solvePairwise(ctx, in)
	if err != nil {
		return core.Solution{}, err
	}
	pairs.Stages = append(laps.Stages, pairs.Stages...)
	g := pairs.Refinement.(*geometry.Scorer)
	byPairs, err := g.Cost(ctx, pairs.Labels, in.Motions)
	if err != nil {
		return core.Solution{}, err
	}
	byAll, err := g.Cost(ctx, s.Labels, in.Motions)
	if err != nil {
		return core.Solution{}, err
	}
	if cutOf(s, in.Motions) > unclearCut || byPairs < (1-clearlyLess)*byAll {
		return pairs, nil
	}
	s.Stages = pairs.Stages
	return s, nil
}

// unanimous reports whether all affinities tell the same groups.
func unanimous(s core.Solution) bool {
	return !slices.ContainsFunc(s.Candidates, func(c core.Candidate) bool { return !slices.Equal(c.Labels, s.Labels) })
}

// confirmed reports whether a first look at pairs of frames finds the same groups: two ways as
// unlike as these do not err alike. Where it has tracks elsewhere, and the affinities are clear about
// the groups, at half of unclearCut, they may still be certain, and s is refined, see refineBetween. The error
// is ctx.Err().
func confirmed(ctx context.Context, in core.Input, s *core.Solution) (bool, error) {
	in.Data.Visible = core.AllSeen(in.Data)
	first, err := FirstGrouping(ctx, in.Data, in.Motions, in.Seed, in.Workers)
	if err != nil { // of the context, or a first look that fails and tells nothing
		return false, ctx.Err()
	}
	elsewhere := evaluate.ClusteringError(first, s.Labels) * float64(len(first))
	if elsewhere < 0.5 {
		return true, nil
	}
	if cutOf(*s, in.Motions) > unclearCut/2 {
		return false, nil
	}
	return refineBetween(ctx, in, s, first)
}

// cutOf returns the normalised cut of the groups in all affinities.
func cutOf(s core.Solution, k int) float64 { return spectral.NormalizedCut(s.Fused, s.Labels, k) }

// refineBetween refines the groups of s by their motions between pairs of frames, also from the
// first grouping. They are certain where the better ones have no more than a handful of tracks elsewhere,
// fewer than tell a motion: only these are in question, and the better ones are taken if they take
// clearlyLess to describe. The score of the candidate is that of the groups it was refined from. The
// error is ctx.Err().
func refineBetween(
	ctx context.Context, in core.Input, s *core.Solution, first []int,
) (certain bool, err error) {
	in.Interim = nil
	r, err := newRefining(ctx, in, s.Fused)
	if err != nil {
		return false, err
	}
	best, err := r.refine(ctx, s.Labels)
	if err != nil {
		return false, err
	}
	if !slices.Contains(first, 0) { // a track that it knows nothing of has no group
		other, err := r.refine(ctx, first)
		if err != nil {
			return false, err
		}
		if other.Score() < best.Score() {
			best = other
		}
	}
	if best, err = r.g.ReassignLeftOut(ctx, best, in.Motions, s.Fused); err != nil {
		return false, err
	}
	moved := evaluate.ClusteringError(best.Labels, s.Labels) * float64(len(first))
	if moved > geometry.LeastJudged-0.5 {
		return false, nil
	}
	before, err := r.g.Cost(ctx, s.Labels, in.Motions)
	if err != nil || best.Motion >= (1-clearlyLess)*before {
		return err == nil, err
	}
	s.Labels = best.Labels
	s.Confidence = spectral.LabelConfidences(s.Embedding.Rows, s.Labels, in.Motions)
	for i := range s.Candidates {
		if c := &s.Candidates[i]; c.Chosen {
			c.Name, c.Labels, c.Confidence = c.Name+"; refined", s.Labels, s.Confidence
		}
	}
	return true, nil
}
