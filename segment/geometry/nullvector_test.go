package geometry

import (
	"math/rand/v2"
	"testing"
)

// TestAddProjected holds the sum of the rows of a projection to the bit of their sum
// with all zeros multiplied.
func TestAddProjected(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for _, k := range []int{3, 4} {
		var got, want normalMatrix
		for range 50 {
			place := [4]float64{rng.NormFloat64(), rng.NormFloat64(), 1, rng.NormFloat64()}
			image, weight := [2]float64{rng.NormFloat64(), rng.NormFloat64()}, rng.Float64()
			got.addProjected(&place, k, image[0], image[1], weight)
			for r, q := range image {
				var row [leastSize]float64
				for c := range k {
					row[r*k+c], row[2*k+c] = place[c], -q*place[c]
				}
				want.add(row[:3*k], weight)
			}
		}
		if got != want {
			t.Errorf("of %d numbers a place: %v, want %v", k, got, want)
		}
	}
}
