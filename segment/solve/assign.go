package solve

import (
	"context"
	"math"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
)

// assignByMotion extends the labels and confidences of the landmarks to all
// tracks: each goes to the group whose motion, fitted to its landmarks between
// pairs of frames, describes it shortest on average; a track seen in no such
// pair stays undecided. Confidence is how much shorter than by the next group.
func assignByMotion(ctx context.Context, r *core.Result, data core.Data, workers int, p core.Progress) error {
	n := data.Points()
	labels, confidence := core.Spread(r.Labels, r.Landmarks, n), core.Spread(r.Confidence, r.Landmarks, n)
	scale := geometry.CoarseScale(data)
	costs := make([]float64, n*r.Motions)
	// A short track is seen in few pairs of a long film: each tells something.
	pairs := geometry.WideScheme.EveryPair(data)
	for done, pair := range pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		w := geometry.PlainViewOf(data, pair[0], pair[1])
		found := make([]float64, w.Len())
		for group, members := range w.Members(labels, r.Motions) {
			g := geometry.FitGroupMotion(w, evenly(members, geometry.JudgedPoints), scale)
			if g.Count > 0 {
				g.PointCosts(w, g.Kind, scale, found)
			}
			for i, point := range w.Points {
				cost := scale.Unexplained()
				if g.Count > 0 {
					cost = min(cost, found[i])
				}
				costs[point*r.Motions+group] += cost
			}
		}
		p.Advance(float64(done+1) / float64(len(pairs)))
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
