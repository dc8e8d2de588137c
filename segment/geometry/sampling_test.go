package geometry

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"motionseg/segment/internal/least"
)

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
		squares, scratch := make([]float64, hs.Count), make([]uint64, least.Scratch(hs.Count))
		b.Run(model.String()+"/residuals", func(b *testing.B) {
			for b.Loop() {
				hs.Residuals(0.3, 0.2, 0.4, 0.1, squares)
			}
		})
		b.Run(model.String()+"/least", func(b *testing.B) {
			for b.Loop() {
				least.Of(squares, scratch, 50)
			}
		})
		if slices.ContainsFunc(squares, math.IsNaN) {
			b.Error("a residual is no number")
		}
	}
}
