package auto

import (
	"context"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/lowrank"
)

const (
	// rivalLead is how far behind the grouping with the least bits and cut others are
	// that may be the right one still.
	rivalLead = 1.0 / 64
	// rivalWeight is how much a nat that a point's motion between two frames takes
	// counts against a bit a coordinate.
	rivalWeight = 0.2
	// rivalViews is how many pairs of frames of each gap rivals are compared by.
	rivalViews = 2
	// lineWeight is how much a nat across the epipolar lines counts: as much beside the cut as among the reasons for a
	// number of motions, which were learnt.
	lineWeight = 0.056
)

// compareRivals judges the groupings that were met, and are not far behind the best of
// them by bits and cut, also by how well they agree with the motions between pairs of
// frames, each of one rigid body. Bits know an affine camera alone, for which a
// grouping that divides what moves alike may take as few: two bodies whose subspaces
// meet. What holds for any camera is costly, and has the last word only where there
// are several.
func (r *Run) compareRivals(ctx context.Context) error {
	if r.In.Data.Kind != core.Trajectories || r.In.Data.Points() < geometry.LeastJudged || r.where.Unit == 0 ||
		r.retained != nil {
		return nil
	}
	c := &r.rivals
	if c.takes == nil {
		for i, j := range r.met {
			if j.bits+j.cut < r.met[c.base].bits+r.met[c.base].cut {
				c.base = i
			}
		}
	}
	base := r.met[c.base]
	for _, j := range r.met {
		if j == base || j.compared || j.bits+j.cut > base.bits+base.cut+rivalLead {
			continue
		}
		var err error
		if c.takes == nil {
			c.takes = r.comparison()
			if c.least, err = c.takes(ctx, base.labels); err != nil {
				return err
			}
		}
		if j.motion, err = c.takes(ctx, j.labels); err != nil {
			return err
		}
		j.motion, j.compared = j.motion-c.least, true
	}
	return ctx.Err()
}

// comparison returns what the motions of a grouping between pairs of frames count. Filled and noisy tracks, not few,
// are compared across their epipolar lines: the description by pairs of frames, which filled ones are compared by
// afterwards, has planes, and takes a wall and a floor for two motions where it is shorter so; and noise blurs it.
func (r *Run) comparison() func(ctx context.Context, labels []int) (float64, error) {
	k := r.In.Motions
	if r.In.Data.Points() >= geometry.LeastAdjusted*k && (r.filled || lowrank.Noisy(r.In.Data, k)) {
		views := NewViews(r.In.Data, r.In.Workers)
		return func(ctx context.Context, labels []int) (float64, error) {
			err := views.Fit(ctx, [][]int{labels}, k)
			return -lineWeight * views.Saved(labels, k), err
		}
	}
	pairs := geometry.NewPairScorer(r.In.Data, geometry.CoarseScale(r.In.Data), rivalViews, r.In.Workers)
	return func(ctx context.Context, labels []int) (float64, error) {
		cost, err := pairs.Cost(ctx, labels, k)
		return rivalWeight * cost, err
	}
}
