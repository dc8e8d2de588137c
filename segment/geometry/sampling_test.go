package geometry

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLeastKeysOf compares the keys selected by a sample with those that sorting selects,
// where the sample misleads, too.
func TestLeastKeysOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for trial := range 2000 {
		n := 1 + rng.IntN(600)
		squares := make([]float64, n)
		for i := range squares {
			switch trial % 4 {
			case 0:
				squares[i] = rng.ExpFloat64()
			case 1:
				squares[i] = float64(rng.IntN(3)) // many are equal
			case 2:
				squares[i] = 1 + 1e-13*float64(rng.IntN(100)) // keys cut most of what tells them apart
			default:
				squares[i] = 1
				if i*sampledKeys%n < sampledKeys { // where the sample looks
					squares[i] = 0.5
				}
			}
		}
		count := rng.IntN(n + 1)
		want := make([]uint64, n)
		rankKeys(squares, want)
		slices.Sort(want)
		got := slices.Clone(LeastKeysOf(squares, make([]uint64, n), count))
		slices.Sort(got)
		if !slices.Equal(got, want[:count]) {
			t.Fatalf("trial %d: %d of %d keys: %v, want %v", trial, count, n, got, want[:count])
		}
	}
}

// BenchmarkVote ranks 500 hypotheses of every model for one point.
func BenchmarkVote(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	w := &TwoView{}
	for range 1000 {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		w.X, w.Y = append(w.X, x), append(w.Y, y)
		w.U, w.V = append(w.U, x+0.1*rng.NormFloat64()), append(w.V, y+0.1*rng.NormFloat64())
		w.Points = append(w.Points, len(w.Points))
	}
	for _, model := range MotionModels {
		hs := model.Draw(b.Context(), w, 500, 1, 1)
		squares, keys := make([]float64, hs.Count), make([]uint64, hs.Count)
		b.Run(model.String()+"/residuals", func(b *testing.B) {
			for b.Loop() {
				hs.Residuals(0.3, 0.2, 0.4, 0.1, squares)
			}
		})
		b.Run(model.String()+"/least", func(b *testing.B) {
			for b.Loop() {
				LeastKeysOf(squares, keys, 50)
			}
		})
		if slices.ContainsFunc(squares, math.IsNaN) {
			b.Error("a residual is no number")
		}
	}
}
