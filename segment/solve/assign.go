package solve

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/parallel"
)

// assignByMotion extends the labels and confidences of the landmarks to all
// tracks: each goes to the group whose motion, fitted to its landmarks between
// pairs of frames, describes it shortest on average; a track seen in no such
// pair stays undecided. Confidence is how much shorter than by the next group.
func assignByMotion(ctx context.Context, r *core.Result, data core.Data, workers int, p core.Progress) error {
	n := data.Points()
	labels, confidence := core.Spread(r.Labels, r.Landmarks, n), core.Spread(r.Confidence, r.Landmarks, n)
	costs, seen, err := costsByMotion(ctx, data, labels, r.Motions, workers, p)
	if err != nil {
		return err
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
		if !seen[point] || second == 0 {
			continue // in no pair, or exactly where two motions take it
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

// costsByMotion returns how many nats describe every track by the motion of each of the groups 1…k of labels, point
// by point, in all pairs of frames together, and which tracks are seen in one. The error is ctx.Err().
func costsByMotion(
	ctx context.Context, data core.Data, labels []int, k, workers int, p core.Progress,
) (costs []float64, seen []bool, err error) {
	scale := geometry.CoarseScale(data)
	// A short track is seen in few pairs of a long film: each tells something.
	pairs := geometry.WideScheme.EveryPair(data)
	views := make([]*geometry.TwoView, len(pairs))
	between := make([][]float64, len(pairs)) // what each group takes for each point of the view
	costs, seen = make([]float64, data.Points()*k), make([]bool, data.Points())
	parallel.EachInOrder(len(pairs), workers, func(_, pair int) {
		if ctx.Err() != nil {
			return
		}
		w := geometry.PlainViewOf(data, pairs[pair][0], pairs[pair][1])
		of := slices.Repeat([]float64{scale.Unexplained()}, k*w.Len())
		found := make([]float64, w.Len())
		for group, members := range w.Members(labels, k) {
			some := core.Evenly(len(members), geometry.JudgedPoints)
			for i, place := range some {
				some[i] = members[place]
			}
			g := geometry.FitGroupMotion(w, some, scale)
			if g.Count == 0 {
				continue
			}
			g.PointCosts(w, g.Kind, scale, found)
			for i, cost := range found {
				of[i*k+group] = min(of[i*k+group], cost)
			}
		}
		views[pair], between[pair] = w, of
	}, func(pair int) {
		if views[pair] == nil {
			return
		}
		for i, point := range views[pair].Points {
			seen[point] = true
			floats.Add(costs[point*k:][:k], between[pair][i*k:][:k])
		}
		views[pair], between[pair] = nil, nil
		p.Advance(float64(pair+1) / float64(len(pairs)))
	})
	return costs, seen, ctx.Err()
}
