package geometry

import (
	"context"
	"math/rand/v2"
	"slices"

	"motionseg/segment/internal/least"
)

// drawTries bounds how often a sample is drawn again for one that determines no
// model, per sample asked for.
const drawTries = 4

// Draw fits the model to that many random minimal samples of the points of w,
// or to fewer where samples keep determining nothing. share below 1 draws every
// sample among that share of the points, those nearest in the first frame to
// one drawn at random; 1 draws among all. Same arguments, same hypotheses, but
// that fewer come back once ctx ends.
func (m motionModel) Draw(ctx context.Context, w *TwoView, count int, share float64, seed uint64) *Hypotheses {
	hs := newHypotheses(m, count)
	n, size := w.Len(), m.Points()
	if n < size {
		return hs
	}
	rng := rand.New(rand.NewPCG(seed, uint64(m)))
	near := n
	var neighbours [][]int32
	if share < 1 {
		near = min(max(int(share*float64(n)), 2*size), n)
		neighbours = make([][]int32, n)
	}
	sample := make([]int, size)
	for range count * drawTries {
		if hs.Count == count || ctx.Err() != nil {
			break
		}
		centre := 0
		if near < n {
			centre = rng.IntN(n)
			if neighbours[centre] == nil {
				neighbours[centre] = w.nearest(centre, near)
			}
		}
		for i := 0; i < size; {
			p := rng.IntN(near)
			if near < n {
				p = int(neighbours[centre][p])
			}
			if !slices.Contains(sample[:i], p) {
				sample[i] = p
				i++
			}
		}
		if h, ok := m.fit(w, sample); ok {
			hs.add(h)
		}
	}
	return hs
}

// nearest returns the count points nearest to point c in the first frame, c
// among them, from the nearest on; w has no more points than least.NumberMask can number.
func (w *TwoView) nearest(c, count int) []int32 {
	squares := make([]float64, w.Len())
	for i := range squares {
		dx, dy := w.X[i]-w.X[c], w.Y[i]-w.Y[c]
		squares[i] = dx*dx + dy*dy
	}
	keys := least.Of(squares, make([]uint64, least.Scratch(w.Len())), count)
	slices.Sort(keys)
	near := make([]int32, count)
	for i, key := range keys {
		near[i] = int32(key & least.NumberMask)
	}
	return near
}
