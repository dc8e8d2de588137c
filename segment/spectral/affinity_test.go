package spectral

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestAffinityThreshold(t *testing.T) {
	c := mat.NewDense(4, 4, []float64{
		0, -2, 0, 0,
		0.5, 0, 0, 0.4,
		-0.3, 1, 0, 0.4,
		0.2, 1, 0, 0,
	})
	// Column 1 keeps 0.5 and −0.3 at 0.8, column 2 keeps −2 and the first 1 at
	// 0.75, column 3 is empty, column 4 keeps both of its equal entries.
	ct := mat.DenseCopyOf(c.T())
	w := DenseOf(t.Context(), SparseAffinity(t.Context(), ct, 0.75, 1), 1)
	want := mat.NewDense(4, 4, []float64{
		0, 2, 0.6, 0,
		2, 0, 0.5, 1,
		0.6, 0.5, 0, 1,
		0, 1, 1, 0,
	})
	if !mat.EqualApprox(w, want, 1e-14) {
		t.Errorf("affinity\n%v\nwant\n%v", mat.Formatted(w), mat.Formatted(want))
	}
	all := DenseOf(t.Context(), SparseAffinity(t.Context(), ct, 1, 2), 2)
	if math.Abs(all.At(0, 3)-0.4) > 1e-14 {
		t.Errorf("ratio 1 gives %v for the smallest coefficient", all.At(0, 3))
	}
}
