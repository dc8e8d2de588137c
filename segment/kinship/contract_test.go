package kinship

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/evaluate"
)

// TestContract: the odds of pairs alone, few of which speak clearly, tell groups of very different size, tracks
// numbered in any order; of fewer tracks than groups each is one; and an end of ctx is heeded.
func TestContract(t *testing.T) {
	const n = 90
	truth := make([]int, n)
	for i := range n {
		truth[i] = 1
		if i%10 == 3 {
			truth[i] = 2
		} else if i%3 == 1 {
			truth[i] = 3
		}
	}
	odds := drawnOdds(truth, 0.5, rand.New(rand.NewPCG(5, 6)))
	before := mat.DenseCopyOf(odds.pairs)
	found := odds.Contract(t.Context(), 3)
	if e := evaluate.ClusteringError(found, truth); e > 0.05 {
		t.Errorf("%.3f of the tracks wrong: %v", e, found)
	}
	if odds.Agreement(odds.Climb(t.Context(), found, 3)) < odds.Agreement(truth) {
		t.Error("pairs agree less with it, climbed from, than with the truth")
	}
	if !mat.Equal(odds.pairs, before) {
		t.Error("the odds were changed")
	}
	if one := odds.Contract(t.Context(), 1); slices.Max(one) != 1 {
		t.Errorf("one group: found %v", one)
	}
	if each := odds.Contract(t.Context(), n+1); slices.Max(each) != n {
		t.Errorf("more groups than tracks: found %d", slices.Max(each))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if ended := odds.Contract(ctx, 3); slices.Max(ended) == 3 {
		t.Error("went on when it was ended")
	}
}

// BenchmarkContract puts 1000 tracks of three motions together.
func BenchmarkContract(b *testing.B) {
	truth := make([]int, 1000)
	for i := range truth {
		truth[i] = 1 + i%3
	}
	odds := drawnOdds(truth, 2, rand.New(rand.NewPCG(1, 2)))
	for b.Loop() {
		odds.Contract(b.Context(), 3)
	}
}
