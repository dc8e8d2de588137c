package auto

import (
	"context"

	"motionseg/segment/core"
	"motionseg/segment/evidence"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/spectral"
)

const (
	// firstPairs is how many pairs of frames of either gap a first grouping looks at.
	firstPairs = 4
	// firstTolerance is that of its embedding.
	firstTolerance = 1e-3
	// firstMotions is the most motions that it tells by itself.
	firstMotions = 5
)

// FirstGrouping groups tracks by a few pairs of frames, in some hundredths of the time of
// all the evidence, for whoever looks on until that is there: into k motions, or for 0
// into as many as the largest relative gap of the spectrum tells. It returns labels from
// 1, 0 for a track that is seen in none of the pairs. The same data and seed give the same
// labels. The error is ctx.Err(), or that the affinity has no embedding.
func FirstGrouping(ctx context.Context, data core.Data, k int, seed uint64, workers int) ([]int, error) {
	order := core.PlaceOrder(data)
	some := data.Columns(order)
	pairs := geometry.FirstScheme.EvenPairs(some, firstPairs)
	kernels, err := evidence.Kernels(ctx, geometry.FirstScheme, some, pairs, seed, workers, func() {})
	if err != nil {
		return nil, err
	}
	sources := make([]affinitySource, len(kernels))
	for i, kernel := range kernels {
		sources[i].affinity = spectral.Sparsified(ctx, kernel, exponents[1])
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sum := sumOf(sources)
	most := max(k, min(firstMotions, data.Points()-1))
	e, err := spectral.EmbedSparse(ctx, sum, (*eigen.Start)(nil), most, firstTolerance, workers)
	if err != nil {
		return nil, err
	}
	if k == 0 {
		k = largestGap(e.Spectrum, most)
	}
	found, _ := spectral.Cluster(ctx, spectral.LeadingRows(e.Rows, k), k, seed)
	for _, place := range e.Isolated {
		found[place] = 0
	}
	return core.Spread(found, order, len(order)), ctx.Err()
}

// largestGap returns the number of motions from 2 to most before the largest relative gap
// of a spectrum.
func largestGap(spectrum []float64, most int) int {
	best, largest := min(2, most), -1.0
	for k := 2; k <= most && k < len(spectrum); k++ {
		if gap := spectral.RelativeGap(spectrum, k); gap > largest {
			best, largest = k, gap
		}
	}
	return best
}

// announceFirst calls in.Interim with a first grouping where all the evidence is not there
// yet. The error is ctx.Err().
func announceFirst(ctx context.Context, in core.Input) error {
	if in.Interim == nil || in.Analysis.Knows(in.Data, evidenceKey{in.Seed}) {
		return nil
	}
	labels, err := FirstGrouping(ctx, in.Data, in.Motions, in.Seed, in.Workers)
	if err == nil { // a grouping in between that fails is none that is missed
		in.Interim(labels)
	}
	return ctx.Err()
}
