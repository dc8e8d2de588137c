package residuals

import (
	"math"
	"math/rand/v2"
	"testing"
)

var kinds = []struct {
	name    string
	numbers int
	of      func(h [][]float64, p Point, into []float64)
}{{"affine", 6, Affine}, {"homography", 18, Homographies}, {"fundamental", 9, Fundamental}}

// motions returns the numbers of that many motions, some of which take points to infinity.
func motions(rng *rand.Rand, numbers, count int) [][]float64 {
	h := make([][]float64, numbers)
	for c := range h {
		h[c] = make([]float64, count)
		for i := range h[c] {
			h[c][i] = rng.NormFloat64()
			if i%5 == 2 && c%9 >= 6 {
				h[c][i] = math.Copysign(1e-12*float64(i%2), h[c][i])
			}
		}
	}
	return h
}

// The distance from one of many motions is that from it alone, to the bit.
func TestSameWithVectorCode(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, kind := range kinds {
		for _, count := range []int{0, 1, 3, 4, 7, 50, 501} {
			h := motions(rng, kind.numbers, count)
			p := Point{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			all := make([]float64, count)
			kind.of(h, p, all)
			for i, got := range all {
				alone, want := make([][]float64, kind.numbers), []float64{0}
				for c := range alone {
					alone[c] = h[c][i : i+1]
				}
				if kind.of(alone, p, want); math.Float64bits(got) != math.Float64bits(want[0]) {
					t.Fatalf("%s, %d of %d: %v, want %v", kind.name, i, count, got, want[0])
				}
				if math.IsInf(got, 0) || math.IsNaN(got) {
					t.Errorf("%s, %d of %d: %v is not finite", kind.name, i, count, got)
				}
			}
		}
	}
}

// A point that a motion takes where it is shown is at no distance from it, and one that is shown
// beside that as far as it should be.
func TestDistances(t *testing.T) {
	one := func(numbers ...float64) [][]float64 {
		h := make([][]float64, len(numbers))
		for c, v := range numbers {
			h[c] = []float64{v}
		}
		return h
	}
	h := one(2, 0, 1, 0, 2, 0, 0, 0, 1, 0.5, 0, -0.5, 0, 0.5, 0, 0, 0, 1) // twice as large, and one to the right
	for _, c := range []struct {
		kind int
		h    [][]float64
		p    Point
		want float64
	}{
		{0, h[:6], Point{1, 2, 3, 4}, 0},
		{0, h[:6], Point{1, 2, 3, 7}, 9},
		{1, h, Point{1, 2, 3, 4}, 0},
		{1, h, Point{1, 2, 3, 8}, 16 + 4},
		{2, one(0, 0, 0, 0, 0, -1, 0, 1, 0), Point{1, 2, 8, 2}, 0}, // v = y
		{2, one(0, 0, 0, 0, 0, -1, 0, 1, 0), Point{1, 2, 8, 4}, 2},
	} {
		into := []float64{-1}
		if kinds[c.kind].of(c.h, c.p, into); math.Abs(into[0]-c.want) > 1e-12 {
			t.Errorf("%s: %v is off by %v, want %v", kinds[c.kind].name, c.p, into[0], c.want)
		}
	}
}

// BenchmarkResiduals has as many motions as are drawn between two frames.
func BenchmarkResiduals(b *testing.B) {
	for _, kind := range kinds {
		h, into := motions(rand.New(rand.NewPCG(3, 1)), kind.numbers, 500), make([]float64, 500)
		b.Run(kind.name, func(b *testing.B) {
			for b.Loop() {
				kind.of(h, Point{0.1, 0.2, 0.3, 0.4}, into)
			}
		})
	}
}
