package logs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// numbers returns that many of all sizes, among them 1, its neighbours and where what is left of
// a power changes.
func numbers(count int) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	x := []float64{
		1, math.Nextafter(1, 0), math.Nextafter(1, 2), math.Sqrt2 / 2, math.Nextafter(math.Sqrt2/2, 0), math.Sqrt2,
		2, 0.5, math.MaxFloat64, 0x1p-1022, math.E, 10,
	}
	for len(x) < count {
		x = append(x, math.Exp(1400*(r.Float64()-0.5)), 1+r.ExpFloat64(), r.Float64())
	}
	return x[:count]
}

// TestOf: logarithms are those of the standard library but for the last digit or two, and each is what
// it is alone, to the bit.
func TestOf(t *testing.T) {
	for _, count := range []int{0, 1, 3, 4, 5, 11, 10000} {
		x := numbers(count)
		got := slices.Clone(x)
		Of(got)
		for i, v := range x {
			want := math.Log(v)
			if off := math.Abs(got[i] - want); off > 5e-16*math.Abs(want) {
				t.Errorf("of %d: log %v is %v, expected %v", count, v, got[i], want)
			}
			if alone := logOf(v); math.Float64bits(alone) != math.Float64bits(got[i]) {
				t.Errorf("of %d: log %v is %v, alone %v", count, v, got[i], alone)
			}
		}
	}
}

func BenchmarkOf(b *testing.B) {
	x := numbers(500)
	to := make([]float64, len(x))
	b.Run("500", func(b *testing.B) {
		for b.Loop() {
			copy(to, x)
			Of(to)
		}
	})
	b.Run("500, one by one", func(b *testing.B) {
		for b.Loop() {
			for i, v := range x {
				to[i] = math.Log(v)
			}
		}
	})
}
