package kinship

import (
	"math"
	"testing"
)

func TestTreeNumber(t *testing.T) {
	e := func(v float64) float64 { return math.Exp(v / Trust) }
	for _, c := range []struct {
		odds     []float64 // of the unions that make 1, 2, … groups
		want     int
		credible float64
	}{
		{[]float64{-3, 2, 4}, 2, 1 / (e(-3) + 1 + e(-2) + e(-6))},
		{[]float64{-3, -2, 4}, 3, 1 / (e(-5) + e(-2) + 1 + e(-4))},
		{[]float64{-3, -2, -1}, 4, 1 / (e(-6) + e(-3) + e(-1) + 1)},
		{[]float64{3, 2, 4}, 1, 1 / (1 + e(-3) + e(-5) + e(-9))},
		{[]float64{3, -2, 4}, 3, 1 / (e(1) + e(-2) + 1 + e(-4))}, // what comes before a union that is not made is not known
	} {
		tree := Tree{Labels: make([][]int, len(c.odds)+1), Odds: c.odds}
		if k, credible := tree.Number(), tree.Credible(c.want); k != c.want || math.Abs(credible-c.credible) > 1e-12 {
			t.Errorf("odds %v: found %d, credible %v, expected %d, %v", c.odds, k, credible, c.want, c.credible)
		}
		var sum float64
		for k := range tree.Labels {
			sum += tree.Credible(k + 1)
		}
		if math.Abs(sum-1) > 1e-12 || tree.Credible(0)+tree.Credible(len(tree.Labels)+1) > 0 {
			t.Errorf("odds %v: all numbers are %v credible", c.odds, sum)
		}
	}
}
