package motioncount

import (
	"context"
	"math"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/kinship"
	"motionseg/segment/lowrank"
)

// filledCredible is the confidence above which the number of motions of complete or filled tracks
// is taken: what moves apart is right about as often, in 105 of 165 scenes of synthetic.Varied. It
// is also how often a single motion that they are nearly certain of is right where tracks move apart,
// in 14 of 21: a small body may be filled as if it stood still.
const filledCredible = 0.67

// oneRight is how often a single motion of complete or filled tracks that is nearly certain
// otherwise is right where nothing moves apart either: of 94 of the scenes 8201 to 8500 of
// synthetic.Varied 89 had no second motion of as many tracks as make one, eight.
const oneRight = 0.95

// estimateWithGaps estimates the number of motions of tracks with gaps. Where a low
// rank tells where they went while they were not seen (see lowrank.FillingOf), the filled tracks
// tell as much as complete ones, one motion and a confidence too, if nothing moves apart.
// Elsewhere, as in most films, and where what they tell is not credible, the pairwise evidence
// tells, by which groups move apart (see byApart).
func estimateWithGaps(ctx context.Context, data core.Data, cfg MotionsConfig) (*MotionsEstimate, error) {
	if cfg.Interim != nil && data.Points() <= core.DefaultLandmarks {
		// A grouping in between that fails is none that is missed.
		if labels, err := auto.FirstGrouping(ctx, data, 0, cfg.Seed, cfg.Workers); err == nil {
			cfg.Interim(labels)
		}
	}
	var f lowrank.Filling
	ok := data.Points() <= core.LandmarkLimit
	var err error
	if ok {
		if f, ok, err = lowrank.FillingOf(ctx, data, cfg.Seed, cfg.Workers, cfg.Analysis); err != nil {
			return nil, err
		}
	}
	if !ok {
		return estimateByApart(ctx, data, cfg, kinship.OneAlikeOf(data.Points()))
	}
	filled, err := f.Fill(ctx, data, cfg.Workers, cfg.Analysis)
	if err != nil {
		return nil, err
	}
	var e *MotionsEstimate
	compare := func() {
		if cfg.Evidence && data.Points() <= core.DefaultLandmarks {
			// Whoever asks for it is told if it fails.
			in := core.Input{Data: data, Seed: cfg.Seed, Workers: cfg.Workers, Analysis: cfg.Analysis}
			_, _ = auto.PairEvidenceOf(ctx, in, core.Progress{})
		}
	}
	filled.Visible = data.Visible
	parallel.Both(cfg.Workers, func() { e, err = estimateTrajectories(ctx, filled, cfg.half(0)) }, compare)
	if err != nil {
		return nil, err
	}
	return orApart(ctx, data, filled, true, e, cfg.half(1))
}

// estimateComplete estimates the number of motions of complete tracks.
func estimateComplete(ctx context.Context, data core.Data, cfg MotionsConfig) (*MotionsEstimate, error) {
	e, err := estimateTrajectories(ctx, data, cfg.half(0))
	if err != nil {
		return nil, err
	}
	seen := data
	seen.Visible = core.AllSeen(data)
	return orApart(ctx, seen, data, false, e, cfg.half(1))
}

// orApart returns e, the estimate of complete tracks, or of filled ones, where it is credible,
// otherwise what moves apart in data, the tracks as they are seen; complete says where filled ones were. More than
// two motions may be pieces of one that affine cameras do not see, see lowrank.MayBeTorn: there, too, fewer may move
// apart. Noisy tracks have pairs that tell nothing. The error is ctx.Err(), or that an affinity has no embedding.
func orApart(
	ctx context.Context, data, complete core.Data, filled bool, e *MotionsEstimate, cfg MotionsConfig,
) (*MotionsEstimate, error) {
	noisy := lowrank.Noisy(complete, e.Motions)
	credible := e.Motions > 1 && (e.Confidence > filledCredible || noisy)
	// The largest number says only that there is no end: one body that bends is always
	// better described by more.
	endless := e.Motions == MaxMotions
	fewer := credible && !noisy && e.Motions > 2 && data.Points() <= core.DefaultLandmarks &&
		lowrank.MayBeTorn(complete, e.Labels[e.Motions-e.Low], e.Motions)
	if endless || !credible || fewer {
		oneAlike := kinship.OneAlikeOf(data.Points())
		switch {
		case e.Motions > 1:
		case !filled:
			oneAlike = math.Inf(-1) // two bodies must move apart
		case e.Confidence > filledCredible:
			oneAlike = 0 // two must move apart: what fills a small one may make it stand still
		}
		apart, err := estimateByApart(ctx, data, cfg, oneAlike)
		if err != nil || endless || e.yieldsTo(apart, fewer, filled) {
			return apart, err
		}
		if e.Motions == 1 {
			right := oneRight
			if apart.Motions > 1 {
				right = filledCredible
			}
			e.Confidence *= right
		}
	}
	if cfg.Progress != nil {
		cfg.Progress(1)
	}
	return e, nil
}

// yieldsTo reports whether e, of filled tracks or not, is less credible than what moves apart, of
// which only a smaller number that is no guess may be so where fewer says so.
func (e *MotionsEstimate) yieldsTo(apart *MotionsEstimate, fewer, filled bool) bool {
	switch {
	case fewer && (apart.Motions >= e.Motions || apart.MayBeOne):
		return false
	case e.Motions > 1: // that nothing moves apart is told by merging too, or few tracks are only alike
		return apart.Motions > 1 || apart.merged
	case apart.Motions == 1:
		return false
	}
	// What moves apart is not one, whatever fills it. Of complete tracks it is two where merging
	// says so too, or that two tracks move apart is more credible than that all are one motion.
	return filled || apart.merged && !apart.MayBeOne || 1/(1+math.Exp(apart.alike)) > filledCredible*e.Confidence
}
