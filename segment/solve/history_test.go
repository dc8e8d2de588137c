package solve

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/subspace"
)

// TestFastHistory compares the iterations of the fast solver with those of the
// exact one.
func TestFastHistory(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	for _, affine := range []float64{1, 0} {
		var runs [2]*core.Result
		for i := range runs {
			r, err := Run(context.Background(), data,
				Config{Method: lrksc.LRKSC{}, Motions: 3, Values: core.Values{"exact": float64(i), "affine": affine}})
			if err != nil {
				t.Fatal(err)
			}
			runs[i] = r
		}
		fast, exact := runs[0].History, runs[1].History
		if len(fast) != len(exact) {
			t.Fatalf("%d iterations, want %d", len(fast), len(exact))
		}
		for i := range fast {
			f, e := fast[i], exact[i]
			if math.Abs(f.Residual-e.Residual) > 1e-3*e.Residual+1e-7 {
				t.Errorf("iteration %d: residual %g, want %g", i+1, f.Residual, e.Residual)
			}
			if math.Abs(f.AffineResidual-e.AffineResidual) > 1e-3*e.AffineResidual+1e-7 {
				t.Errorf("iteration %d: affine residual %g, want %g", i+1, f.AffineResidual, e.AffineResidual)
			}
			if math.Abs(f.Objective-e.Objective) > 1e-3*e.Objective {
				t.Errorf("iteration %d: objective %g, want %g", i+1, f.Objective, e.Objective)
			}
			if f.Rank != e.Rank {
				t.Errorf("iteration %d: rank %d, want %d", i+1, f.Rank, e.Rank)
			}
		}
	}
}

// TestClosedFormsSeparateSubspaces runs the methods that cluster by angles on
// clean subspaces, where they cannot err.
func TestClosedFormsSeparateSubspaces(t *testing.T) {
	x, labels := scenes.IndependentSubspaces(rand.New(rand.NewPCG(19, 20)), 40, 3, 3, 25)
	for _, m := range []core.Method{subspace.RSIM{}, subspace.EDSC{}, subspace.LRR{}, subspace.LRSC{}, subspace.LSR{},
		lrksc.KSSC{}} {
		r, err := Run(context.Background(), core.Data{X: x}, Config{Method: m, Motions: 3})
		if err != nil {
			t.Fatal(err)
		}
		if e := evaluate.ClusteringError(r.Labels, labels); e != 0 {
			t.Errorf("%s errs on %.1f %%", r.Method, 100*e)
		}
	}
}
