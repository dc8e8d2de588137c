package bitcount

import (
	"math/rand/v2"
	"testing"
)

// Counts are those of single words, by whatever code runs here.
func TestCommon(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 80 {
		a, b := make([]uint64, n), make([]uint64, n)
		for w := range a {
			a[w], b[w] = rng.Uint64(), rng.Uint64()
			if rng.IntN(4) == 0 {
				a[w], b[w] = ^uint64(0), ^uint64(0)
			}
		}
		want := 0
		for w, v := range a {
			for bit := range 64 {
				want += int(v & b[w] >> bit & 1)
			}
		}
		if got := Common(a, b); got != want {
			t.Errorf("%d words: %d bits, want %d", n, got, want)
		}
		if got := common(a, b); got != want {
			t.Errorf("%d words without vector code: %d bits, want %d", n, got, want)
		}
	}
}

// BenchmarkCommon counts the votes of two points in 25 pairs of frames.
func BenchmarkCommon(b *testing.B) {
	x, y := make([]uint64, 200), make([]uint64, 200)
	for b.Loop() {
		Common(x, y)
	}
}
