package kinship

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

// Names are the names of what tells whether two groups of tracks move as one, in
// the order of Example.Traits.
var Names = [...]string{"traitNats", "traitLink", "traitTouch", "traitJump", "traitDrift"}

// Example is two groups of tracks to learn from.
type Example struct {
	// Same is the share of the pairs of tracks, one of either group, that have the same
	// motion, 0…1, and Smaller the number of tracks of the smaller group.
	Same    float64
	Smaller int
	Traits  [len(Names)]float64
}

// mostlySame is from which share of pairs with the same motion on two groups are put
// together for more examples.
const mostlySame = 0.6

// Examples compares groups of tracks with gaps whose motions are known, truth, from 1
// and 0 where they are not: all the pieces that a Tree begins with, and the groups that are
// made by putting together what belongs together, one union after the other. w is all the
// evidence. The error is ctx.Err(), or that the evidence has no spectrum.
func Examples(ctx context.Context, in core.Input, w *mat.Dense, truth []int) ([]Example, error) {
	pieces, err := piecesOf(ctx, w, in.Seed, in.Workers)
	if err != nil {
		return nil, err
	}
	k, err := NewComparer(ctx, in, w)
	if err != nil {
		return nil, err
	}
	var examples []Example
	m, err := newMerge(ctx, k, pieces, nil, func(a, b *kin, t traits) float64 {
		same, ok := sameMotion(truth, a.members, b.members)
		if ok {
			examples = append(examples, Example{Same: same, Smaller: min(len(a.members), len(b.members)), Traits: t})
		}
		if same <= mostlySame {
			return math.Inf(-1)
		}
		return 2*same + 0.1*t[traitLink]
	})
	for err == nil {
		i, j, order := m.closest()
		if math.IsInf(order, -1) {
			return examples, ctx.Err()
		}
		err = m.unite(ctx, i, j)
	}
	return nil, err
}

// sameMotion returns the share of pairs of tracks of two groups whose motion is the
// same, ok false where a group has no track whose motion is known.
func sameMotion(truth, a, b []int) (share float64, ok bool) {
	var counts [2]map[int]float64
	var known [2]float64
	for side, members := range [2][]int{a, b} {
		counts[side] = map[int]float64{}
		for _, i := range members {
			if truth[i] > 0 {
				counts[side][truth[i]]++
				known[side]++
			}
		}
	}
	if known[0] == 0 || known[1] == 0 {
		return 0, false
	}
	var pairs float64
	for motion, n := range counts[0] {
		pairs += n * counts[1][motion]
	}
	return pairs / known[0] / known[1], true
}

// PairNames are the names of what tells whether two tracks move as one, in the order of
// PairExample.Traits.
var PairNames = [...]string{
	"pairMost", "pairMean", "pairRough", "pairJump", "pairPlace", "pairLink", "pairAlike", "pairShared", "pairSeen",
}

// PairExample is two tracks to learn from.
type PairExample struct {
	// Same says whether they have the same motion. Counts is what the example counts:
	// one over the geometric mean of how many tracks either motion has, so that small ones
	// count too, and over the sum of these, so that all examples add up to 1.
	Same   bool
	Counts float64
	Traits [len(PairNames)]float64
}

// streamPairs draws which tracks are compared.
const streamPairs = 7

// PairExamples compares up to so many pairs of tracks whose motions are known, truth, from 1
// and 0 where they are not, drawn by the seed. w is all the evidence. The error is
// ctx.Err().
func PairExamples(
	ctx context.Context, data core.Data, w *mat.Dense, truth []int, count int, seed uint64, workers int,
) ([]PairExample, error) {
	p, err := newPairs(ctx, data, w, workers)
	if err != nil {
		return nil, err
	}
	size := map[int]float64{}
	for _, motion := range truth {
		size[motion]++
	}
	r := rand.New(rand.NewPCG(seed, streamPairs))
	var examples []PairExample
	var sum float64
	for range count {
		i, j := r.IntN(p.n), r.IntN(p.n)
		if i == j || truth[i] == 0 || truth[j] == 0 {
			continue
		}
		e := PairExample{Same: truth[i] == truth[j], Counts: 1 / math.Sqrt(size[truth[i]]*size[truth[j]])}
		e.Traits = p.traits(min(i, j), max(i, j))
		sum += e.Counts
		examples = append(examples, e)
	}
	for i := range examples {
		examples[i].Counts /= sum
	}
	return examples, ctx.Err()
}
