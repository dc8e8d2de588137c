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
// that the number of workers does not matter. done is called after every batch
// of pairs with how many there were.
func Kernels(ctx context.Context, d geometry.SamplingScheme, data core.Data, pairs [][2]int, seed uint64, workers int, done func(pairs int)) ([]*mat.Dense, error) {
	votes := make([]*preferences, len(geometry.MotionModels))
	for m := range votes {
		votes[m] = newPreferences(data.Points(), len(pairs), d.Count)
	}
	for from := 0; from < len(pairs); from += pairBatch {
		batch := pairs[from:min(from+pairBatch, len(pairs))]
		parallel.Each(len(batch), workers, func(_, i int) {
			w := geometry.TwoViewOf(data, batch[i][0], batch[i][1])
			for m, model := range geometry.MotionModels {
				if w.Len() < model.Points()+geometry.SparePoints || ctx.Err() != nil {
					continue
				}
				votes[m].vote(ctx, from+i, w, model.Draw(ctx, w, d.Count, d.Share, pairSeed(seed, batch[i])))
			}
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		done(len(batch))
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

// pairBatch is how many pairs of frames are drawn from between two reports.
const pairBatch = 8

// pairSeed returns a seed for a pair of frames (the mixing function of
// SplitMix64; Steele, Lea & Flood 2014).
func pairSeed(seed uint64, pair [2]int) uint64 {
	z := seed + 0x9e3779b97f4a7c15*(uint64(pair[0])<<32+uint64(pair[1])+1)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
