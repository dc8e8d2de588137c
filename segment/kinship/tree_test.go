package kinship

import (
	"math"
	"testing"
)

func TestTreeNumber(t *testing.T) {
	for _, c := range []struct {
		odds []float64 // of the unions that make 1, 2, … groups
		want int
	}{
		{[]float64{-3, 2, 4}, 2},
		{[]float64{-3, -2, 4}, 3},
		{[]float64{-3, -2, -1}, 4},
		{[]float64{3, 2, 4}, 1},
		{[]float64{3, -2, 4}, 3}, // what comes before a union that is not made is not known
	} {
		tree := Tree{Labels: make([][]int, len(c.odds)+1), Odds: c.odds}
		k, scores := tree.Number()
		if k != c.want || scores[k-1] != 0 {
			t.Errorf("odds %v: found %d with score %v, expected %d with 0", c.odds, k, scores[k-1], c.want)
		}
		if k < len(scores) && math.Abs(scores[k]+c.odds[k-1]/trust) > 1e-12 ||
			k > 1 && math.Abs(scores[k-2]-c.odds[k-2]/trust) > 1e-12 {
			t.Errorf("odds %v: found scores %v", c.odds, scores)
		}
	}
}

func TestSameMotion(t *testing.T) {
	truth := []int{1, 1, 2, 2, 0, 0, 1, 1, 1}
	for _, c := range []struct {
		a, b  []int
		share float64
		ok    bool
	}{
		{[]int{0, 1}, []int{6, 7}, 1, true},
		{[]int{0, 1}, []int{2, 3}, 0, true},
		{[]int{0, 2, 4}, []int{6, 7, 8, 3}, 0.5, true}, // 3 of 4 and 1 of 4, half each
		{[]int{4, 5}, []int{6}, 0, false},
	} {
		if share, ok := sameMotion(truth, c.a, c.b); math.Abs(share-c.share) > 1e-12 || ok != c.ok {
			t.Errorf("%v and %v: found %v, %v, expected %v, %v", c.a, c.b, share, ok, c.share, c.ok)
		}
	}
}
