package auto

import (
	"context"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
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
	if c.pairs == nil {
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
		if c.pairs == nil {
			c.pairs = geometry.NewPairScorer(r.In.Data, geometry.CoarseScale(r.In.Data), rivalViews, r.In.Workers)
			var err error
			if c.takes, err = c.pairs.Cost(ctx, base.labels, r.In.Motions); err != nil {
				return err
			}
		}
		cost, err := c.pairs.Cost(ctx, j.labels, r.In.Motions)
		if err != nil {
			return err
		}
		j.motion, j.compared = rivalWeight*(cost-c.takes), true
	}
	return ctx.Err()
}
