package evidence

import (
	"context"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/parallel"
)

// Kernels draws between the pairs of frames and returns the ordered residual
// kernel of every model of geometry.MotionModels. Pair and model seed what is drawn, so
// that the number of workers does not matter. done is called after every pair.
func Kernels(
	ctx context.Context, d geometry.SamplingScheme, data core.Data, pairs [][2]int, seed uint64, workers int, done func(),
) ([]*mat.Dense, error) {
	votes := make([]*preferences, len(geometry.MotionModels))
	for m := range votes {
		votes[m] = newPreferences(data.Points(), len(pairs), d.Count)
	}
	parallel.EachInOrder(len(pairs), workers, func(_, i int) {
		w := geometry.TwoViewOf(data, pairs[i][0], pairs[i][1])
		for m, model := range geometry.MotionModels {
			if w.Len() < model.Points()+geometry.SparePoints || ctx.Err() != nil {
				continue
			}
			votes[m].vote(ctx, i, w, model.Draw(ctx, w, d.Count, d.Share, pairSeed(seed, pairs[i])))
		}
	}, func(int) {
		if ctx.Err() == nil {
			done()
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	kernels := make([]*mat.Dense, len(geometry.MotionModels))
	for m, v := range votes {
		k, err := v.kernel(ctx, workers)
		if err != nil {
			return nil, err
		}
		kernels[m] = k
	}
	return kernels, nil
}

// pairSeed returns a seed for a pair of frames (the mixing function of
// SplitMix64; Steele, Lea & Flood 2014).
func pairSeed(seed uint64, pair [2]int) uint64 {
	z := seed + 0x9e3779b97f4a7c15*(uint64(pair[0])<<32+uint64(pair[1])+1)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
