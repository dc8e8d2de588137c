package outliers

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/internal/shrink"
	"motionseg/segment/spectral"
)

// TestAffinitiesEnd has what takes long on many points stop where the context has
// ended.
func TestAffinitiesEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	data := scenes.BenchmarkTracks(30, 8)
	c := dense.Outer(data.X, true, 1)
	w := spectral.SparseAffinity(ctx, c, 0.6, 1)
	rows := []shrink.Row{{Index: []int32{1}, Value: []float64{1}}, {Index: []int32{0}, Value: []float64{2}}}
	if sum := spectral.PlusTranspose(ctx, rows, 0); len(sum.Value) != 2 {
		t.Fatalf("%d entries", len(sum.Value))
	}
	cancel()
	if sum := spectral.PlusTranspose(ctx, rows, 0); len(sum.Start) != 3 || len(sum.Value) != 0 {
		t.Errorf("%d entries were added for nobody", len(sum.Value))
	}
	if d := spectral.DenseOf(ctx, w, 1); floats.Norm(d.RawMatrix().Data, math.Inf(1)) != 0 {
		t.Error("a dense affinity was formed for nobody")
	}
	if d := NeighbourDistances(ctx, data.X, nil, w, 1); slices.Max(d) != 0 {
		t.Error("distances were measured for nobody")
	}
}
