package evidence

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/geometry"
	"motionseg/segment/internal/bitcount"
	"motionseg/segment/internal/least"
	"motionseg/segment/internal/parallel"
)

// The ordered residual kernel (Chin, Wang & Suter, Robust Fitting of Multiple
// Structures: The Statistical Learning Approach, ICCV 2009; over many frames
// Xu, Cheong & Li, Motion Segmentation by Exploiting Complementary Geometric
// Models, CVPR 2018): points that prefer the same of many random hypotheses
// move together. What a point prefers is a rank, so that no noise need be known.

// preferences holds which hypotheses every point prefers in every pair of
// frames: one bit a hypothesis, the bits of a pair in words of their own.
type preferences struct {
	points int
	words  int // per pair
	kept   int // bits set per point and pair in which it is seen
	pairs  int
	bits   []uint64 // points × pairs × words
}

// preferredShare is the share of the hypotheses that a point prefers.
const preferredShare = 0.1

// newPreferences returns room for the preferences among count hypotheses a pair.
func newPreferences(points, pairs, count int) *preferences {
	words := (count + 63) / 64
	return &preferences{points: points, words: words, kept: max(int(preferredShare*float64(count)), 1), pairs: pairs,
		bits: make([]uint64, points*pairs*words)}
}

// of returns the bits of a point for all pairs.
func (p *preferences) of(point int) []uint64 {
	size := p.pairs * p.words
	return p.bits[point*size:][:size]
}

// vote sets what the points of w prefer among the hypotheses, as pair number
// pair. Pairs may vote at the same time. A pair with too few hypotheses to rank
// leaves no votes.
func (p *preferences) vote(ctx context.Context, pair int, w *geometry.TwoView, hs *geometry.Hypotheses) {
	if hs.Count < 2*p.kept {
		return
	}
	squares := make([]float64, hs.Count)
	scratch := make([]uint64, least.Scratch(hs.Count))
	for i, point := range w.Points {
		if ctx.Err() != nil {
			return
		}
		hs.Residuals(w.X[i], w.Y[i], w.U[i], w.V[i], squares)
		words := p.of(point)[pair*p.words:][:p.words]
		for _, key := range least.Of(squares, scratch, p.kept) {
			h := key & least.NumberMask
			words[h/64] |= 1 << (h % 64)
		}
	}
}

// seen returns in which pairs every point voted, one bit a pair.
func (p *preferences) seen() [][]uint64 {
	size := (p.pairs + 63) / 64
	all := make([]uint64, p.points*size)
	seen := make([][]uint64, p.points)
	for i := range seen {
		seen[i] = all[i*size:][:size]
		own := p.of(i)
		for pair := range p.pairs {
			for _, w := range own[pair*p.words:][:p.words] {
				if w != 0 {
					seen[i][pair/64] |= 1 << (pair % 64)
					break
				}
			}
		}
	}
	return seen
}

// unseenPairs is added to the number of pairs in which two points are seen, so
// that two seldom seen together are trusted a little less.
const unseenPairs = 0.1

// kernel returns the share of preferred hypotheses that two points have in
// common, averaged over the pairs of frames in which both are seen, N×N with
// an empty diagonal.
func (p *preferences) kernel(ctx context.Context, workers int) (*mat.Dense, error) {
	k := mat.NewDense(p.points, p.points, nil)
	seen := p.seen()
	// Later rows take longer, and are begun with.
	parallel.Each(p.points, workers, func(_, i int) {
		i = p.points - 1 - i
		if ctx.Err() != nil {
			return
		}
		row, own := k.RawRowView(i), p.of(i)
		for j := range i {
			if together := bitcount.Common(seen[i], seen[j]); together > 0 {
				row[j] = float64(bitcount.Common(own, p.of(j))) / (float64(p.kept) * (float64(together) + unseenPairs))
			}
		}
	})
	parallel.Blocks(p.points, workers, func(_, lo, hi int) {
		for i := range p.points {
			row := k.RawRowView(i)
			for j := lo; j < min(i, hi); j++ {
				k.Set(j, i, row[j])
			}
		}
	})
	return k, ctx.Err()
}
