package subspace

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/spectral"
)

// RowSpaceCutoff is the singular value, relative to the largest, below which a
// direction of the data is rounding.
const RowSpaceCutoff = 1e-6

// rowSpace is the right side of the singular value decomposition
// X = U diag(s) Vᵀ of a D×N matrix.
type rowSpace struct {
	V *mat.Dense // N×r, orthonormal columns
	S []float64  // singular values, descending
}

// RowSpaceOf decomposes X (D×N) by the eigenvectors of the smaller of XXᵀ and
// XᵀX, as far as singular values exceed RowSpaceCutoff. It returns ctx.Err()
// soon after ctx ends.
func RowSpaceOf(ctx context.Context, x *mat.Dense, workers int) (rowSpace, error) {
	d, n := x.Dims()
	wide := d < n
	g := dense.Outer(x, !wide, workers)
	m, _ := g.Dims()
	values, vectors, err := eigen.Symmetric(ctx, m, g.RawMatrix().Data, workers)
	if err != nil {
		return rowSpace{}, err
	}
	limit := values[m-1] * RowSpaceCutoff * RowSpaceCutoff
	var rs rowSpace
	for i := m - 1; i >= 0 && values[i] > limit; i-- {
		rs.S = append(rs.S, math.Sqrt(values[i]))
	}
	r := len(rs.S)
	leading := mat.NewDense(r, m, nil) // eigenvectors as rows, descending
	for i := range r {
		copy(leading.RawRowView(i), vectors[(m-1-i)*m:][:m])
	}
	rs.V = mat.NewDense(n, r, nil)
	if !wide {
		rs.V.Copy(leading.T())
		return rs, nil
	}
	dense.Multiply(rs.V, x, leading, true, true, workers)
	for j := range n {
		row := rs.V.RawRowView(j)
		for i, s := range rs.S {
			row[i] /= s
		}
	}
	rs.orthonormalize(workers)
	return rs, nil
}

// orthonormalize removes what rounding in the Gram matrix left of angles
// between the columns of V, by two steps V ← V(3I − VᵀV)/2 of Newton's method
// for the nearest matrix with orthonormal columns.
func (rs *rowSpace) orthonormalize(workers int) {
	n, r := rs.V.Dims()
	next := mat.NewDense(n, r, nil)
	for range 2 {
		step := dense.Outer(rs.V, true, workers)
		for i := range r {
			row := step.RawRowView(i)
			for j := range row {
				row[j] *= -0.5
			}
			row[i] += 1.5
		}
		dense.Multiply(next, rs.V, step, false, false, workers)
		rs.V, next = next, rs.V
	}
}

// filtered returns V diag(f) Vᵀ, N×N; f may be shorter than s, the rest is 0.
func (rs rowSpace) filtered(f []float64, workers int) *mat.Dense {
	n, r := rs.V.Dims()
	c := mat.NewDense(n, n, nil)
	r = min(r, len(f))
	if r == 0 {
		return c
	}
	scaled := mat.NewDense(n, r, nil)
	for j := range n {
		from, to := rs.V.RawRowView(j), scaled.RawRowView(j)
		for i, v := range f[:r] {
			to[i] = v * from[i]
		}
	}
	v := rs.V.RawMatrix()
	blas.GemmSymmetric(false, true, n, r, 1, scaled.RawMatrix().Data, r, v.Data, v.Stride, 0, c.RawMatrix().Data, n,
		workers)
	return c
}

// withOnesRow returns X (D×N) with a row of the value one appended.
func withOnesRow(x *mat.Dense, one float64) *mat.Dense {
	d, n := x.Dims()
	out := mat.NewDense(d+1, n, nil)
	out.Slice(0, d, 0, n).(*mat.Dense).Copy(x)
	last := out.RawRowView(d)
	for j := range last {
		last[j] = one
	}
	return out
}

// unitRowAffinity scales the rows of u (N×r) to unit length, in place, and
// returns |UUᵀ| raised entrywise to that power, N×N: the angle affinity of Liu
// et al. (2013). Only positive products count when signed.
func unitRowAffinity(u *mat.Dense, power float64, signed bool, workers int) *mat.Dense {
	spectral.UnitRows(u)
	w := dense.Outer(u, false, workers)
	n, _ := w.Dims()
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			row := w.RawRowView(i)[i:]
			for j, v := range row {
				if signed {
					v = max(v, 0)
				} else {
					v = math.Abs(v)
				}
				row[j] = raised(v, power)
			}
		}
	})
	blas.Mirror(n, w.RawMatrix().Data, n, workers)
	return w
}

// raised returns v^power for v ≥ 0, by products and a root where power is a
// small multiple of one half.
func raised(v, power float64) float64 {
	twice := 2 * power
	if twice != math.Trunc(twice) || twice > 16 {
		return math.Pow(v, power)
	}
	p := 1.0
	for range int(power) {
		p *= v
	}
	if math.Mod(twice, 2) != 0 {
		p *= math.Sqrt(v)
	}
	return p
}

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
