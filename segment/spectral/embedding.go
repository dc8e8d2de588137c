package spectral

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
)

// PieceRestarts is how often k-means starts for pieces, more groups than motions, which are
// merged afterwards (coding.MergePieces) and need not be the best.
const PieceRestarts = 3

// LeadingRows returns a copy of the first k columns with rows of unit length.
func LeadingRows(rows *mat.Dense, k int) *mat.Dense {
	n, _ := rows.Dims()
	leading := mat.DenseCopyOf(rows.Slice(0, n, 0, k))
	UnitRows(leading)
	return leading
}

// RelativeGap returns how far the eigenvalue after the k least of a Laplacian is from them, in
// units of itself; 0 where it is not in the spectrum.
func RelativeGap(spectrum []float64, k int) float64 {
	if k >= len(spectrum) {
		return 0
	}
	return (spectrum[k] - spectrum[k-1]) / (spectrum[k] + SmallCut)
}

// SpectrumLength is how many of the smallest Laplacian eigenvalues a result
// carries at least, for the display and for estimating the number of motions.
const SpectrumLength = 10

// Embedding is the spectral embedding of an affinity.
type Embedding struct {
	Rows     *mat.Dense   // N×K: leading eigenvectors of D^(−½)WD^(−½), one a column
	Scale    []float64    // D^(−½), by points
	Spectrum []float64    // smallest eigenvalues of I − D^(−½)WD^(−½), ascending
	Isolated []int        // points without any affinity
	Start    *eigen.Start // to begin with another affinity of the same points
}

// embeddingTolerance bounds the residual ‖Sv − λv‖ of the eigenvectors that points are
// embedded with.
const embeddingTolerance = 1e-9

// Embed computes the K leading eigenvectors of the normalised affinity
// D^(−½)WD^(−½) (Ng, Jordan & Weiss 2001). W is N×N, symmetric and
// non-negative; its diagonal is used as it is. A point without affinity gets
// degree machine epsilon, so that its row is zero.
func Embed(ctx context.Context, w *mat.Dense, k, workers int) (Embedding, error) {
	n, _ := w.Dims()
	var e Embedding
	scale := make([]float64, n)
	for i := range n {
		degree := floats.Sum(w.RawRowView(i))
		if degree == 0 {
			e.Isolated = append(e.Isolated, i)
		}
		scale[i] = 1 / math.Sqrt(degree+dense.MachineEpsilon)
	}
	e.Scale = scale
	return e, e.find(ctx, eigen.Scaled(w, scale, workers), nil, k, embeddingTolerance)
}

// find fills in rows and spectrum from the operator D^(−½)WD^(−½). tolerance bounds
// the residual of the eigenvectors; start is that of another embedding, or nil.
func (e *Embedding) find(
	ctx context.Context, normalized eigen.Operator, start *eigen.Start, k int, tolerance float64,
) error {
	n := len(e.Scale)
	count := min(n, max(k+1, SpectrumLength))
	pairs, err := eigen.LeadingFrom(ctx, start, n, min(k+1, n), count, normalized, tolerance)
	if err != nil {
		if ctx.Err() == nil {
			err = fmt.Errorf("affinity: %w", err)
		}
		return err
	}
	e.Spectrum = make([]float64, count)
	for i, v := range pairs.Values {
		e.Spectrum[i] = max(1-v, 0)
	}
	e.Start = pairs.Start
	e.Rows = mat.NewDense(n, k, nil)
	e.Rows.Copy(pairs.Vectors.Slice(0, n, 0, k))
	return nil
}

// ScaleRows multiplies the rows of x by scale. Eigenvectors of D^(−½)WD^(−½)
// become those of D⁻¹W with scale D^(−½).
func ScaleRows(x *mat.Dense, scale []float64) {
	for i, s := range scale {
		floats.Scale(s, x.RawRowView(i))
	}
}

// UnitRows scales every row of x to unit length; zero rows stay zero.
func UnitRows(x *mat.Dense) {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		var s float64
		for _, v := range row {
			s += v * v
		}
		if s > 0 {
			s = 1 / math.Sqrt(s)
			for j := range row {
				row[j] *= s
			}
		}
	}
}

// Cluster groups the rows of an embedding by k-means and names the groups 1…K
// in the order of their first points. confidence is as confidences has it.
func Cluster(ctx context.Context, rows *mat.Dense, k int, seed uint64) (labels []int, confidence []float64) {
	assigned, centres := Kmeans(ctx, rows, k, seed, kmeansRestarts)
	return InOrderOfAppearance(assigned), confidences(rows, assigned, centres)
}
