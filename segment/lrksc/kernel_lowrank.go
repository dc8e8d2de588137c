package lrksc

import (
	"context"
	"math"

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

// choleskyPanel is how many pivots are taken between two updates of the
// remaining matrix.
const choleskyPanel = 48

// pivotedCholesky returns Lᵀ (m×N) with K ≈ LLᵀ, taking in every step the
// point with the largest remaining diagonal entry until none exceeds
// tolerance. K is N×N, symmetric and positive semidefinite; it is overwritten.
// What the pivots of
// a panel leave of K, in its upper half, is formed by one product, so that the
// work is not bound by memory.
func pivotedCholesky(ctx context.Context, k *mat.Dense, tolerance float64, workers int) (*mat.Dense, error) {
	n, _ := k.Dims()
	rest := k
	remaining := make([]float64, n)
	for i := range remaining {
		remaining[i] = k.At(i, i)
	}
	var panels []*mat.Dense
	total := 0
	for done := false; !done; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		panel := mat.NewDense(choleskyPanel, n, nil)
		size := 0
		for size < choleskyPanel && total+size < n {
			pivot := 0
			for i, v := range remaining {
				if v > remaining[pivot] {
					pivot = i
				}
			}
			if remaining[pivot] <= tolerance && total+size > 0 {
				break
			}
			root := math.Sqrt(max(remaining[pivot], tolerance))
			row := panel.RawRowView(size)
			for i := range pivot {
				row[i] = rest.RawRowView(i)[pivot]
			}
			copy(row[pivot:], rest.RawRowView(pivot)[pivot:])
			for e := range size {
				earlier := panel.RawRowView(e)
				dense.Axpy(-earlier[pivot], earlier, row)
			}
			for i := range row {
				row[i] /= root
				remaining[i] -= row[i] * row[i]
			}
			remaining[pivot] = 0
			size++
		}
		done = size < choleskyPanel
		if size > 0 {
			panels = append(panels, panel.Slice(0, size, 0, n).(*mat.Dense))
			total += size
		}
		if !done {
			dense.SubtractOuter(rest, panel, workers)
		}
	}
	lt := mat.NewDense(total, n, nil)
	at := 0
	for _, panel := range panels {
		rows, _ := panel.Dims()
		lt.Slice(at, at+rows, 0, n).(*mat.Dense).Copy(panel)
		at += rows
	}
	return lt, nil
}
