package subspace

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
)

// RatioParam describes the threshold ratio of the affinity step.
func RatioParam(ratio float64) core.Param {
	return core.Param{Name: "ratio", Symbol: "t", Words: "share kept", Kind: core.Real, Default: ratio, Min: 0,
		MinOpen: true, Max: 1,
		Help: "Share of every column's ℓ1 norm that the affinity keeps, largest coefficients first; 1 keeps all."}
}

// AffineParam describes the parameter affine, which several methods have.
var AffineParam = core.Param{Name: "affine", Symbol: "1ᵀC = 1ᵀ", Words: "affine subspaces", Kind: core.Boolean,
	Default: 1, Min: 0, Max: 1,
	Help: "Constrain every column of C to sum to one: affine rather than linear subspaces."}

// WithOnes appends to the orthonormal columns of v (N×r) the direction of 1
// that they lack, and returns the new basis Q, in spare memory, with Qᵀ1. When 1 already lies in
// the span of v within rounding, Q is v.
func WithOnes(v *mat.Dense, s *dense.Workspace) (*mat.Dense, []float64) {
	n, r := v.Dims()
	inside := make([]float64, r)
	rest := make([]float64, n)
	for i := range rest {
		rest[i] = 1
	}
	// Twice, for orthogonality to rounding.
	for range 2 {
		along := make([]float64, r)
		for i, x := range rest {
			dense.Axpy(x, v.RawRowView(i), along)
		}
		for i := range rest {
			rest[i] -= floats.Dot(along, v.RawRowView(i))
		}
		for j, x := range along {
			inside[j] += x
		}
	}
	var norm float64
	for _, x := range rest {
		norm += x * x
	}
	norm = math.Sqrt(norm)
	if norm < dense.Rounding*math.Sqrt(float64(n)) {
		return v, inside
	}
	q := s.Rows(n, r+1)
	for i := range n {
		row := q.RawRowView(i)
		copy(row, v.RawRowView(i))
		row[r] = rest[i] / norm
	}
	return q, append(inside, norm)
}
