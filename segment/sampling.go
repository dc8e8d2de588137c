package segment

import (
	"context"
	"math/rand/v2"
	"slices"
)

// drawTries bounds how often a sample is drawn again for one that determines no
// model, per sample asked for.
const drawTries = 4

// draw fits the model to that many random minimal samples of the points of w,
// or to fewer where samples keep determining nothing. share below 1 draws every
// sample among that share of the points, those nearest in the first frame to
// one drawn at random; 1 draws among all. Same arguments, same hypotheses, but
// that fewer come back once ctx ends.
func (m motionModel) draw(ctx context.Context, w *twoView, count int, share float64, seed uint64) *hypotheses {
	hs := newHypotheses(m, count)
	n, size := w.len(), m.points()
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
		if hs.count == count || ctx.Err() != nil {
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
// among them, in no particular order.
func (w *twoView) nearest(c, count int) []int32 {
	type place struct {
		square float64
		point  int32
	}
	places := make([]place, w.len())
	for i := range places {
		dx, dy := w.x[i]-w.x[c], w.y[i]-w.y[c]
		places[i] = place{dx*dx + dy*dy, int32(i)}
	}
	slices.SortFunc(places, func(a, b place) int {
		if a.square != b.square {
			if a.square < b.square {
				return -1
			}
			return 1
		}
		return int(a.point - b.point)
	})
	near := make([]int32, count)
	for i := range near {
		near[i] = places[i].point
	}
	return near
}
