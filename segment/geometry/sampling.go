package geometry

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// RankMask is the bits of a key that hold the number of the hypothesis.
const RankMask = 1<<16 - 1

// rankKeys writes for every square a key of the same order that ends in its
// number, so that all keys differ: the leading bits of a non-negative float in
// the order of its value.
func rankKeys(squares []float64, keys []uint64) {
	for h, s := range squares {
		keys[h] = math.Float64bits(s)&^RankMask | uint64(h)
	}
}

// LeastKeys returns the count least of the keys, which all differ, in no particular
// order. It reorders keys (quickselect). Which keys go before the pivot cannot be
// guessed, so that no branch depends on it.
func LeastKeys(keys []uint64, count int) []uint64 {
	low, high := 0, len(keys)
	for high-low > 3 && count > low && count < high {
		// Of three keys the median has others on both sides.
		pivot := median(keys[low], keys[(low+high)/2], keys[high-1])
		part := keys[low:high]
		before := 0
		for i, v := range part {
			part[i], part[before] = part[before], v
			if v <= pivot {
				before++
			}
		}
		if low+before >= count {
			high = low + before
		} else {
			low += before
		}
	}
	slices.Sort(keys[low:high])
	return keys[:count]
}

// A sample of every so many squares says below which about twice as many are as are
// wanted, and the sixth of twentyfive, where a tenth is wanted, hardly ever too few.
const (
	sampledKeys  = 25
	sampleMargin = 3.5
)

// LeastKeysOf returns the count least of the keys of the squares, see rankKeys, in no
// particular order. keys is scratch of the same length.
func LeastKeysOf(squares []float64, keys []uint64, count int) []uint64 {
	n := len(squares)
	rank := int(float64(sampledKeys*count)/float64(n) + sampleMargin)
	if n >= 4*sampledKeys && rank < sampledKeys {
		var sample [sampledKeys]uint64
		for t := range sample {
			h := t * n / sampledKeys
			sample[t] = math.Float64bits(squares[h])&^RankMask | uint64(h)
		}
		limit := slices.Max(LeastKeys(sample[:], rank))
		// Every key is stored, and the place moves on only past those within the limit.
		found := 0
		for h, s := range squares {
			key := math.Float64bits(s)&^RankMask | uint64(h)
			keys[found] = key
			if key <= limit {
				found++
			}
		}
		if found >= count {
			return LeastKeys(keys[:found], count)
		}
	}
	rankKeys(squares, keys)
	return LeastKeys(keys, count)
}

func median(a, b, c uint64) uint64 { return max(min(a, b), min(max(a, b), c)) }

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
// among them, from the nearest on; w has no more points than RankMask can number.
func (w *TwoView) nearest(c, count int) []int32 {
	squares, keys := make([]float64, w.Len()), make([]uint64, w.Len())
	for i := range squares {
		dx, dy := w.X[i]-w.X[c], w.Y[i]-w.Y[c]
		squares[i] = dx*dx + dy*dy
	}
	least := LeastKeysOf(squares, keys, count)
	slices.Sort(least)
	near := make([]int32, count)
	for i, key := range least {
		near[i] = int32(key & RankMask)
	}
	return near
}
