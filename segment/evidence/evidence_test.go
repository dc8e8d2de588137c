package evidence

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

func benchmarkView(n int) *geometry.TwoView {
	return geometry.TwoViewOf(scenes.Correspondences(n, 8, scenes.Rigid), 0, 1)
}

func BenchmarkDraw(b *testing.B) {
	w := benchmarkView(500)
	for _, m := range geometry.MotionModels {
		b.Run(m.String(), func(b *testing.B) {
			for b.Loop() {
				m.Draw(context.Background(), w, 500, 1, 1)
			}
		})
	}
}

func BenchmarkVote(b *testing.B) {
	w := benchmarkView(500)
	for _, m := range geometry.MotionModels {
		hs := m.Draw(context.Background(), w, 500, 1, 1)
		b.Run(m.String(), func(b *testing.B) {
			p := newPreferences(500, 1, 500)
			for b.Loop() {
				p.vote(b.Context(), 0, w, hs)
			}
		})
	}
}

// Drawing samples and thinning kernels end with their context.
func TestEvidenceEndsWithItsContext(t *testing.T) {
	data, _ := scenes.MovingBodies(1, 2, 60, 10, 0.001)
	if hs := geometry.HomographyModel.Draw(&scenes.EndingContext{Context: context.Background(), Limit: 10},
		geometry.TwoViewOf(data, 2, 3), 500, 1, 1); hs.Count > 10 {
		t.Errorf("%d hypotheses were drawn within 10 looks at the context", hs.Count)
	}
	k := mat.NewDense(120, 120, nil)
	for i := range 120 {
		k.Set(i, 119-i, 1)
	}
	ctx := &scenes.EndingContext{Context: context.Background(), Limit: 10}
	if spectral.Sparsified(ctx, k, 5); ctx.Looks > 20 {
		t.Errorf("%d looks at a context that ended at the tenth", ctx.Looks)
	}
}
