package segment

import (
	"context"
	"math"
)

// assignByMotion extends the labels and confidences of the landmarks to all
// tracks: each goes to the group whose motion, fitted to its landmarks between
// pairs of frames, describes it shortest on average; a track seen in no such
// pair stays undecided. Confidence is how much shorter than by the next group.
func assignByMotion(ctx context.Context, r *Result, data Data, workers int, p progress) error {
	n := data.Points()
	labels, confidence := make([]int, n), make([]float64, n)
	for i, point := range r.Landmarks {
		labels[point], confidence[point] = r.Labels[i], r.Confidence[i]
	}
	scale := coarseScale(data)
	costs := make([]float64, n*r.Motions)
	pairs := drawings[0].framePairs(data)
	for done, pair := range pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		w := plainViewOf(data, pair[0], pair[1])
		for group, members := range w.members(labels, r.Motions) {
			g := fitGroupMotion(w, evenly(members, judgedPoints), scale)
			for i, point := range w.points {
				cost := scale.unexplained()
				if g.count > 0 {
					cost = min(cost, g.pointCost(g.kind, w.x[i], w.y[i], w.u[i], w.v[i], scale))
				}
				costs[point*r.Motions+group] += cost
			}
		}
		p.advance(float64(done+1) / float64(len(pairs)))
	}
	for point := range labels {
		own := costs[point*r.Motions:][:r.Motions]
		if labels[point] != 0 {
			continue
		}
		best, second := 0, math.Inf(1)
		for group, c := range own {
			if c < own[best] {
				best = group
			}
		}
		for group, c := range own {
			if group != best {
				second = min(second, c)
			}
		}
		if second == 0 {
			continue // seen in no pair
		}
		labels[point] = best + 1
		confidence[point] = 1
		if !math.IsInf(second, 1) {
			confidence[point] = 1 - own[best]/second
		}
	}
	r.Labels, r.Confidence = labels, confidence
	return nil
}

// evenly returns at most limit of the members, taken evenly.
func evenly(members []int, limit int) []int {
	if len(members) <= limit {
		return members
	}
	some := make([]int, limit)
	for i := range some {
		some[i] = members[i*len(members)/limit]
	}
	return some
}
