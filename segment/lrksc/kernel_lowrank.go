package lrksc

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
)

// LowRank is the leading part of a kernel matrix, V diag(values) Vᵀ.
type LowRank struct {
	V      *mat.Dense // N×r, orthonormal columns
	Values []float64  // descending
}

// leadingOf returns the eigenpairs of LLᵀ, Lᵀ m×N, whose values exceed cutoff, in
// spare memory.
func leadingOf(ctx context.Context, lt *mat.Dense, cutoff float64, s *dense.Workspace, workers int) (LowRank, error) {
	m, n := lt.Dims()
	raw := lt.RawMatrix()
	square := make([]float64, m*m)
	blas.SyrkUntil(ctx, false, m, n, 1, raw.Data, raw.Stride, 0, square, m, workers)
	ascending, vectors, err := eigen.SymmetricAbove(ctx, m, square, cutoff, workers)
	if err != nil {
		return LowRank{}, err
	}
	r := len(ascending)
	values := make([]float64, r)
	wt := mat.NewDense(r, m, nil)
	for c := range r {
		values[c] = ascending[r-1-c]
		scale := 1 / math.Sqrt(values[c])
		row := wt.RawRowView(c)
		for i, v := range vectors[(r-1-c)*m:][:m] {
			row[i] = v * scale
		}
	}
	v := s.Rows(n, r)
	weights := wt.RawMatrix()
	blas.GemmUntil(ctx, true, true, n, r, m, 1, raw.Data, raw.Stride, weights.Data, weights.Stride, 0,
		v.RawMatrix().Data, r, workers)
	return LowRank{v, values}, ctx.Err()
}

const (
	// leastPivots and mostPivots bound among how many points pivots are sought before rows
	// of the factor are formed, a pivotDivisor-th of all between: products of more rows are
	// faster, but of few points most would be looked at in vain.
	leastPivots, mostPivots = 48, 192
	pivotDivisor            = 32
	// pivotShare is the share of the largest remaining diagonal entry that a pivot has at
	// least. The factor gets hardly longer by it: with 5000 points 2347 rows, where the
	// largest entry of all in every step gives 2340.
	pivotShare = 0.1
)

// pivotedCholesky returns Lᵀ (m×N) with K ≈ LLᵀ for K, N×N, symmetric and positive
// semidefinite. Pivots are sought among the points with the largest remaining diagonal
// entries, many at a time, until no entry exceeds tolerance. Only the rows of K at the
// pivots are read, and what earlier pivots leave of them is formed by one product, so that
// the work, N·m² multiply-adds, is not bound by memory.
func pivotedCholesky(ctx context.Context, k *mat.Dense, tolerance float64, workers int) (*mat.Dense, error) {
	n, _ := k.Dims()
	f := choleskyFactor{k: k, n: n, remaining: make([]float64, n), workers: workers}
	for i := range f.remaining {
		f.remaining[i] = k.At(i, i)
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		points, bound := f.candidates(tolerance)
		if len(points) == 0 {
			break
		}
		f.take(points, bound)
	}
	if f.rows == 0 { // a kernel of next to nothing
		f.rows, f.lt = 1, slices.Clone(k.RawRowView(0))
		floats.Scale(1/math.Sqrt(tolerance), f.lt)
	}
	return mat.NewDense(f.rows, n, f.lt), nil
}

// choleskyFactor is a pivoted Cholesky factor that grows.
type choleskyFactor struct {
	k         *mat.Dense
	n, rows   int
	lt        []float64 // Lᵀ, rows×n
	remaining []float64 // the diagonal of K − LLᵀ
	workers   int
}

// candidates returns the points to seek pivots among, those with the largest remaining
// diagonal entries, and what the entry of a pivot exceeds; no points where none exceeds
// tolerance.
func (f *choleskyFactor) candidates(tolerance float64) (points []int, bound float64) {
	bound = max(tolerance, pivotShare*slices.Max(f.remaining))
	for i, v := range f.remaining {
		if v > bound {
			points = append(points, i)
		}
	}
	slices.SortFunc(points, func(i, j int) int {
		return cmp.Or(cmp.Compare(f.remaining[j], f.remaining[i]), i-j)
	})
	return points[:min(len(points), max(leastPivots, min(f.n/pivotDivisor, mostPivots)))], bound
}

// take adds the rows of the factor for the pivots among some points.
func (f *choleskyFactor) take(points []int, bound float64) {
	m, n := len(points), f.n
	square := make([]float64, m*m)
	for s, i := range points {
		row := f.k.RawRowView(i)
		for t, j := range points {
			square[s*m+t] = row[j]
		}
	}
	across := f.columns(points)
	f.subtract(square, across, m)
	pivots, inverse := pivotsAmong(square, chosen(f.remaining, points), bound)
	p := len(pivots)
	taken := make([]int, p)
	rest := make([]float64, p*n)
	for s, at := range pivots {
		taken[s] = points[at]
		copy(rest[s*n:][:n], f.k.RawRowView(points[at]))
	}
	f.subtract(rest, f.columns(taken), n)
	end := len(f.lt)
	if cap(f.lt) < end+p*n { // twice as long, or most of the time is spent copying
		grown := make([]float64, end, end+max(end, p*n))
		copy(grown, f.lt)
		f.lt = grown
	}
	f.lt = f.lt[:end+p*n]
	added := f.lt[end:]
	blas.Gemm(false, false, p, n, p, 1, inverse, p, rest, n, 0, added, n, f.workers)
	f.rows += p
	for s := range p {
		for i, v := range added[s*n:][:n] {
			f.remaining[i] -= v * v
		}
	}
	for _, i := range taken {
		f.remaining[i] = 0
	}
}

// columns returns the columns of Lᵀ at some points, side by side.
func (f *choleskyFactor) columns(points []int) []float64 {
	some := make([]float64, 0, f.rows*len(points))
	for r := range f.rows {
		row := f.lt[r*f.n:][:f.n]
		for _, i := range points {
			some = append(some, row[i])
		}
	}
	return some
}

// subtract takes from rows of K what the factor has of them: of these columns of Lᵀ the
// product with all of Lᵀ, or with themselves where the rows are no longer than they.
func (f *choleskyFactor) subtract(rows, columns []float64, length int) {
	if f.rows == 0 {
		return
	}
	count := len(columns) / f.rows
	right := f.lt
	if length == count {
		right = columns
	}
	blas.Gemm(true, false, count, length, f.rows, -1, columns, count, right, length, 1, rows, length, f.workers)
}

// pivotsAmong eliminates a positive semidefinite matrix, m×m, from its largest remaining
// diagonal entry on while that exceeds bound. remaining is its diagonal, which it overwrites;
// so the first pivot is one however the matrix is rounded. It returns which rows it took, in
// order, and L⁻¹ for the Cholesky factor L of the matrix at these.
func pivotsAmong(square, remaining []float64, bound float64) (pivots []int, inverse []float64) {
	m := len(remaining)
	var rows [][]float64 // [Lᵀ L⁻¹]
	for {
		pivot := 0
		for i, v := range remaining {
			if v > remaining[pivot] {
				pivot = i
			}
		}
		if !(remaining[pivot] > bound) {
			break
		}
		row := append(make([]float64, 0, 2*m), square[pivot*m:][:m]...)[:2*m]
		row[m+len(rows)] = 1
		for e, earlier := range rows {
			dense.Axpy(-earlier[pivot], earlier[:m+e+1], row[:m+e+1])
		}
		root := math.Sqrt(remaining[pivot])
		for i := range row {
			row[i] /= root
		}
		for i, v := range row[:m] {
			remaining[i] -= v * v
		}
		remaining[pivot] = 0
		pivots, rows = append(pivots, pivot), append(rows, row)
	}
	for _, row := range rows {
		inverse = append(inverse, row[m:m+len(rows)]...)
	}
	return pivots, inverse
}
