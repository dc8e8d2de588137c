package segment

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// TestReferenceCoefficients compares every solver with coefficients computed
// independently in double precision.
func TestReferenceCoefficients(t *testing.T) {
	data, truth := scenes.ReferenceData(t)
	for _, c := range []struct {
		file       string
		method     string
		values     Values
		iterations int
		norm       float64
		wrong      int // points
		tolerance  float64
	}{
		{"lrksc_c.csv", "lrksc", Values{"exact": 1}, 14, 3.54258268, 0, 1e-6},
		{"lrksc_c.csv", "lrksc", nil, 14, 3.54258268, 0, 1e-4},
		{"lrksc_adaptive_c.csv", "lrksc", Values{"lambda3": 0.05}, 14, 4.12265804, 0, 1e-6},
		{"lrksc_robust_c.csv", "lrksc-robust", Values{"lambda3": 2}, 14, 3.76376609, 0, 1e-6},
		{"ssc_c.csv", "ssc", nil, 127, 5.31438500, 1, 1e-6},
	} {
		m, err := Lookup(c.method)
		if err != nil {
			t.Error(err)
			continue
		}
		r, err := solve.Run(context.Background(), data, Config{Method: m, Motions: 3, Values: c.values})
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		e := scenes.RelativeError(r.C, scenes.ReadMatrix(t, c.file))
		t.Logf("%s %v: relative error %.2g", c.file, c.values, e)
		if e > c.tolerance {
			t.Errorf("%s %v: relative error %.2g, want at most %.0g", c.file, c.values, e, c.tolerance)
		}
		if r.Iterations() != c.iterations || !r.Converged {
			t.Errorf("%s %v: %d iterations, converged %v, want %d", c.file, c.values, r.Iterations(), r.Converged, c.iterations)
		}
		if norm := mat.Norm(r.C, 2); math.Abs(norm-c.norm) > 1e-4*c.norm {
			t.Errorf("%s %v: norm %.8f, want %.8f", c.file, c.values, norm, c.norm)
		}
		if e := evaluate.ClusteringError(r.Labels, truth); math.Round(e*45) != float64(c.wrong) {
			t.Errorf("%s %v: clustering error %.3f %%, want %d points", c.file, c.values, 100*e, c.wrong)
		}
	}
}
