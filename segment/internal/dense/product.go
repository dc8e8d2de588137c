package dense

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

// BlockScratch is what one worker needs for a block of rows of an N×N matrix.
type BlockScratch struct {
	n      int
	Dense  []float64    // the block, packed
	Index  []int32      // numbers of the block's non-zeros
	Value  []float64    // and their values
	Sparse []shrink.Row // the rows of the block in these
}

// NewBlockScratch returns scratch rows of length n for every worker.
func NewBlockScratch(n, workers int) []BlockScratch {
	scratch := make([]BlockScratch, parallel.Workers(workers, parallel.BlockCount(n)))
	rows := min(parallel.BlockRows, n)
	for i := range scratch {
		scratch[i] = BlockScratch{n, make([]float64, rows*n), make([]int32, rows*n), make([]float64, rows*n),
			make([]shrink.Row, 0, rows)}
	}
	return scratch
}

// Row returns the i-th row of the block.
func (s *BlockScratch) Row(i int) []float64 { return s.Dense[i*s.n:][:s.n] }

// SparseRows lists the non-zeros of a number of rows, each n long, that stand
// one after the other in dense, and reports whether there are at most limit of
// them; it does not list all of more.
func (s *BlockScratch) SparseRows(dense []float64, rows, limit int) bool {
	s.Sparse = s.Sparse[:0]
	count := 0
	for i := range rows {
		row := dense[i*s.n:][:s.n]
		index := s.Index[count:]
		index = index[:shrink.Select(index, row, 0)]
		if count+len(index) > limit {
			return false
		}
		value := s.Value[count:][:len(index)]
		for t, j := range index {
			value[t] = row[j]
		}
		s.Sparse = append(s.Sparse, shrink.Row{Index: index, Value: value})
		count += len(index)
	}
	return true
}

// MultiplySparse stores the block, rows lo…hi−1 of a matrix with few non-zeros,
// times P in the same rows of dst. p and full both hold P.
func (s *BlockScratch) MultiplySparse(dst *mat.Dense, lo, hi int, p *shrink.Panels, full Factor) {
	if !s.SparseRows(s.Dense, hi-lo, int(denseShare*float64((hi-lo)*s.n))) {
		raw := dst.RawMatrix()
		full.MultiplyInto(raw.Data[lo*raw.Stride:], raw.Stride, s.Dense, s.n, hi-lo)
		return
	}
	p.Multiply(dst, lo, s.Sparse)
}

// Factor is the right factor of products that are computed in blocks of rows, in double
// or in single precision.
type Factor struct {
	packed *blas.Packed
	single *blas.Single
	Cols   int
}

// NewFactor prepares b, k×n, or with trans bᵀ, for many products.
func NewFactor(b *mat.Dense, trans bool) Factor { return Factor{}.Renewed(b, trans, false) }

// Renewed is NewFactor in the memory of f, which is in use no longer, and in single
// precision if told.
func (f Factor) Renewed(b *mat.Dense, trans, single bool) Factor {
	raw := b.RawMatrix()
	k, n := raw.Rows, raw.Cols
	if trans {
		k, n = n, k
	}
	if single {
		return Factor{single: blas.PackSingle(f.single, trans, k, n, raw.Data, raw.Stride), Cols: n}
	}
	return Factor{packed: blas.Repack(f.packed, trans, k, n, raw.Data, raw.Stride), Cols: n}
}

// MultiplyRows stores rows lo…hi−1 of a·b in the same rows of dst.
func (b Factor) MultiplyRows(dst, a *mat.Dense, lo, hi int) {
	d := dst.RawMatrix()
	b.MultiplyBlock(d.Data[lo*d.Stride:], a, lo, hi)
}

// MultiplyBlock stores rows lo…hi−1 of a·b in dst, packed from its start.
func (b Factor) MultiplyBlock(dst []float64, a *mat.Dense, lo, hi int) {
	raw := a.RawMatrix()
	b.MultiplyInto(dst, b.Cols, raw.Data[lo*raw.Stride:], raw.Stride, hi-lo)
}

// MultiplyTransposed stores aᵀ·b, m×n, in dst: a is k×m, b k×n and of full precision. All that is
// computed is the same to the bit for any number of workers.
func (b Factor) MultiplyTransposed(dst, a *mat.Dense, workers int) {
	raw, to := a.RawMatrix(), dst.RawMatrix()
	b.packed.Multiply(true, raw.Cols, 1, raw.Data, raw.Stride, 0, to.Data, to.Stride, workers)
}

// MultiplyInto stores a·b in dst, for that many rows of a; both with the strides given.
func (b Factor) MultiplyInto(dst []float64, stride int, a []float64, strideA, rows int) {
	if b.single != nil {
		b.single.Multiply(rows, a, strideA, dst, stride)
		return
	}
	b.packed.Multiply(false, rows, 1, a, strideA, 0, dst, stride, 1)
}

// Multiply stores op(a)·op(b) in dst, where op transposes as told.
func Multiply(dst, a, b *mat.Dense, transA, transB bool, workers int) {
	rd, ra, rb := dst.RawMatrix(), a.RawMatrix(), b.RawMatrix()
	k := ra.Cols
	if transA {
		k = ra.Rows
	}
	blas.Gemm(transA, transB, rd.Rows, rd.Cols, k, 1, ra.Data, ra.Stride, rb.Data, rb.Stride, 0, rd.Data, rd.Stride,
		workers)
}

// Outer returns a·aᵀ, or with trans aᵀ·a, both halves equal to the bit.
func Outer(a *mat.Dense, trans bool, workers int) *mat.Dense {
	n, k := a.Dims()
	if trans {
		n, k = k, n
	}
	dst := mat.NewDense(n, n, nil)
	ra := a.RawMatrix()
	blas.Syrk(trans, n, k, 1, ra.Data, ra.Stride, 0, dst.RawMatrix().Data, n, workers)
	return dst
}

// Gram stores aᵀ·a in dst, or nothing useful when ctx ends.
func Gram(ctx context.Context, dst, a *mat.Dense, workers int) {
	k, n := a.Dims()
	ra, rd := a.RawMatrix(), dst.RawMatrix()
	blas.SyrkUntil(ctx, true, n, k, 1, ra.Data, ra.Stride, 0, rd.Data, rd.Stride, workers)
}

// Axpy adds alpha·x to y.
func Axpy(alpha float64, x, y []float64) {
	blas64.Axpy(alpha, blas64.Vector{N: len(x), Data: x, Inc: 1}, blas64.Vector{N: len(y), Data: y, Inc: 1})
}
