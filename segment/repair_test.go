package segment

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrdered finds what stands at every place of sorted numbers, many of them equal.
func TestOrdered(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for trial := range 300 {
		values := make([]float64, 1+rng.IntN(40))
		for i := range values {
			switch values[i] = rng.NormFloat64(); trial % 3 {
			case 0:
				values[i] = math.Round(values[i])
			case 1:
				values[i] = math.Inf(int(math.Round(values[i])))
			}
		}
		sorted := slices.Sorted(slices.Values(values))
		for k, want := range sorted {
			if got := ordered(slices.Clone(values), k); got != want {
				t.Fatalf("place %d of %v: %v, want %v", k, values, got, want)
			}
		}
	}
	ordered([]float64{math.NaN(), math.NaN(), 1}, 1) // comes to an end
}
