package nearest

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFew: what is kept is the head of a stable sort, with values that repeat.
func TestFew(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for trial := range 40 {
		values, order := make([]float64, rng.IntN(20)), []int32{}
		few := Few{Most: 1 + trial%6}
		for i := range values {
			values[i] = float64(rng.IntN(8))
			order = append(order, int32(i))
			few.Offer(i, values[i])
		}
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(values[a], values[b]) })
		if want := order[:min(len(order), few.Most)]; !slices.Equal(few.Places, want) {
			t.Errorf("of %v the least %d: found %v, expected %v", values, few.Most, few.Places, want)
		}
	}
}
