package segment

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/shrink"
)

// denseShare is the share of non-zeros beyond which a block of sparse rows is
// multiplied as a dense one.
const denseShare = 0.15

// blockScratch is what one worker needs for a block of rows of an N×N matrix.
type blockScratch struct {
	n      int
	dense  []float64    // the block, packed
	index  []int32      // numbers of the block's non-zeros
	value  []float64    // and their values
	sparse []shrink.Row // the rows of the block in these
}

func newBlockScratch(n, workers int) []blockScratch {
	scratch := make([]blockScratch, parallel.Workers(workers, parallel.BlockCount(n)))
	rows := min(parallel.BlockRows, n)
	for i := range scratch {
		scratch[i] = blockScratch{n, make([]float64, rows*n), make([]int32, rows*n), make([]float64, rows*n), make([]shrink.Row, 0, rows)}
	}
	return scratch
}

// row returns the i-th row of the block.
func (s *blockScratch) row(i int) []float64 { return s.dense[i*s.n:][:s.n] }

// sparseRows lists the non-zeros of a number of rows, each n long, that stand
// one after the other in dense, and reports whether there are at most limit of
// them; it does not list all of more.
func (s *blockScratch) sparseRows(dense []float64, rows, limit int) bool {
	s.sparse = s.sparse[:0]
	count := 0
	for i := range rows {
		row := dense[i*s.n:][:s.n]
		index := s.index[count:]
		index = index[:shrink.Select(index, row, 0)]
		if count+len(index) > limit {
			return false
		}
		value := s.value[count:][:len(index)]
		for t, j := range index {
			value[t] = row[j]
		}
		s.sparse = append(s.sparse, shrink.Row{Index: index, Value: value})
		count += len(index)
	}
	return true
}

// multiplySparse stores the block, rows lo…hi−1 of a matrix with few non-zeros,
// times P in the same rows of dst. p and full both hold P.
func (s *blockScratch) multiplySparse(dst *mat.Dense, lo, hi int, p *shrink.Panels, full factor) {
	if !s.sparseRows(s.dense, hi-lo, int(denseShare*float64((hi-lo)*s.n))) {
		raw := dst.RawMatrix()
		full.multiplyInto(raw.Data[lo*raw.Stride:], raw.Stride, s.dense, s.n, hi-lo)
		return
	}
	p.Multiply(dst, lo, s.sparse)
}

// factor is the right factor of products that are computed in blocks of rows, in double
// or in single precision.
type factor struct {
	packed *blas.Packed
	single *blas.Single
	cols   int
}

// newFactor prepares b, k×n, or with trans bᵀ, for many products.
func newFactor(b *mat.Dense, trans bool) factor { return factor{}.renewed(b, trans, false) }

// renewed is newFactor in the memory of f, which is in use no longer, and in single
// precision if told.
func (f factor) renewed(b *mat.Dense, trans, single bool) factor {
	raw := b.RawMatrix()
	k, n := raw.Rows, raw.Cols
	if trans {
		k, n = n, k
	}
	if single {
		return factor{single: blas.PackSingle(f.single, trans, k, n, raw.Data, raw.Stride), cols: n}
	}
	return factor{packed: blas.Repack(f.packed, trans, k, n, raw.Data, raw.Stride), cols: n}
}

// multiplyRows stores rows lo…hi−1 of a·b in the same rows of dst.
func (b factor) multiplyRows(dst, a *mat.Dense, lo, hi int) {
	d := dst.RawMatrix()
	b.multiplyBlock(d.Data[lo*d.Stride:], a, lo, hi)
}

// multiplyBlock stores rows lo…hi−1 of a·b in dst, packed from its start.
func (b factor) multiplyBlock(dst []float64, a *mat.Dense, lo, hi int) {
	raw := a.RawMatrix()
	b.multiplyInto(dst, b.cols, raw.Data[lo*raw.Stride:], raw.Stride, hi-lo)
}

// multiplyInto stores a·b in dst, for that many rows of a; both with the strides given.
func (b factor) multiplyInto(dst []float64, stride int, a []float64, strideA, rows int) {
	if b.single != nil {
		b.single.Multiply(rows, a, strideA, dst, stride)
		return
	}
	b.packed.Multiply(false, rows, 1, a, strideA, 0, dst, stride, 1)
}

// multiply stores op(a)·op(b) in dst, where op transposes as told.
func multiply(dst, a, b *mat.Dense, transA, transB bool, workers int) {
	rd, ra, rb := dst.RawMatrix(), a.RawMatrix(), b.RawMatrix()
	k := ra.Cols
	if transA {
		k = ra.Rows
	}
	blas.Gemm(transA, transB, rd.Rows, rd.Cols, k, 1, ra.Data, ra.Stride, rb.Data, rb.Stride, 0, rd.Data, rd.Stride, workers)
}

// outer returns a·aᵀ, or with trans aᵀ·a, both halves equal to the bit.
func outer(a *mat.Dense, trans bool, workers int) *mat.Dense {
	n, k := a.Dims()
	if trans {
		n, k = k, n
	}
	dst := mat.NewDense(n, n, nil)
	ra := a.RawMatrix()
	blas.Syrk(trans, n, k, 1, ra.Data, ra.Stride, 0, dst.RawMatrix().Data, n, workers)
	return dst
}

// gram stores aᵀ·a in dst, or nothing useful when ctx ends.
func gram(ctx context.Context, dst, a *mat.Dense, workers int) {
	k, n := a.Dims()
	ra, rd := a.RawMatrix(), dst.RawMatrix()
	blas.SyrkUntil(ctx, true, n, k, 1, ra.Data, ra.Stride, 0, rd.Data, rd.Stride, workers)
}

// subtractOuter subtracts aᵀ·a from the upper half of the symmetric dst.
func subtractOuter(dst, a *mat.Dense, workers int) {
	k, n := a.Dims()
	ra, rd := a.RawMatrix(), dst.RawMatrix()
	blas.SyrkUpper(true, n, k, -1, ra.Data, ra.Stride, 1, rd.Data, rd.Stride, workers)
}

// axpy adds alpha·x to y.
func axpy(alpha float64, x, y []float64) {
	blas64.Axpy(alpha, blas64.Vector{N: len(x), Data: x, Inc: 1}, blas64.Vector{N: len(y), Data: y, Inc: 1})
}
