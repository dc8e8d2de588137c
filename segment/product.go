package segment

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/blas"
)

// blockScratch returns room for blockRows rows of length n for every worker.
func blockScratch(n, workers int) [][]float64 {
	scratch := make([][]float64, workerCount(workers))
	for i := range scratch {
		scratch[i] = make([]float64, min(blockRows, n)*n)
	}
	return scratch
}

// factor is the right factor of products that are computed in blocks of rows.
type factor struct {
	packed *blas.Packed
	cols   int
}

// newFactor prepares b, k×n, or with trans bᵀ, for many products.
func newFactor(b *mat.Dense, trans bool) factor {
	raw := b.RawMatrix()
	k, n := raw.Rows, raw.Cols
	if trans {
		k, n = n, k
	}
	return factor{blas.Pack(trans, k, n, raw.Data, raw.Stride), n}
}

// multiplyRows stores rows lo…hi−1 of a·b in the same rows of dst.
func (b factor) multiplyRows(dst, a *mat.Dense, lo, hi int) {
	d := dst.RawMatrix()
	b.multiplyBlock(d.Data[lo*d.Stride:], a, lo, hi)
}

// multiplyBlock stores rows lo…hi−1 of a·b in dst, packed from its start.
func (b factor) multiplyBlock(dst []float64, a *mat.Dense, lo, hi int) {
	raw := a.RawMatrix()
	b.packed.Multiply(false, hi-lo, 1, raw.Data[lo*raw.Stride:], raw.Stride, 0, dst, b.cols, 1)
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

// axpy adds alpha·x to y.
func axpy(alpha float64, x, y []float64) { floats.AddScaled(y, alpha, x) }
