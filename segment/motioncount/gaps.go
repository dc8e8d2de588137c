package motioncount

import (
	"context"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/kinship"
	"motionseg/segment/lowrank"
)

const (
	// filledCredible is the confidence from which the number of motions of filled tracks
	// is taken: it is more credible than all other numbers together.
	filledCredible = 0.5
	// oneRight is how often a single motion of filled tracks is right that is nearly certain
	// otherwise: a small body may be filled as if it stood still. Of the scenes 1 to 160 of
	// synthetic.Varied 14 of 21 were right.
	oneRight = 0.67
)

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
		return estimateBySpectrum(ctx, data, cfg, kinship.OneAlikeOf(data.Points()))
	}
	filled, err := f.Fill(ctx, data, cfg.Workers, cfg.Analysis)
	if err != nil {
		return nil, err
	}
	e, err := estimateTrajectories(ctx, filled, cfg.half(0))
	if err != nil {
		return nil, err
	}
	// The largest number says only that there is no end: one body that bends is always
	// better described by more.
	if e.Confidence > filledCredible && e.Motions < MaxMotions {
		if e.Motions == 1 {
			e.Confidence *= oneRight
			// What moves apart is not one, whatever fills it.
			apart, err := estimateBySpectrum(ctx, data, cfg.half(1), 0)
			if err != nil || apart.Motions > 1 {
				return apart, err
			}
		}
		if cfg.Progress != nil {
			cfg.Progress(1)
		}
		return e, nil
	}
	return estimateBySpectrum(ctx, data, cfg.half(1), kinship.OneAlikeOf(data.Points()))
}
