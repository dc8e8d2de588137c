package segment

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// blockScratch returns room for blockRows rows of length n for every worker.
func blockScratch(n, workers int) [][]float64 {
	scratch := make([][]float64, workerCount(workers))
	for i := range scratch {
		scratch[i] = make([]float64, blockRows*n)
	}
	return scratch
}

// rowsOf returns rows lo…hi−1 of a.
func rowsOf(a blas64.General, lo, hi int) blas64.General {
	return blas64.General{Rows: hi - lo, Cols: a.Cols, Stride: a.Stride, Data: a.Data[lo*a.Stride:]}
}

// multiplyRows stores rows lo…hi−1 of a·b in dst.
func multiplyRows(dst, a, b blas64.General, lo, hi int) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, rowsOf(a, lo, hi), b, 0, rowsOf(dst, lo, hi))
}

// multiplyBlock stores rows lo…hi−1 of a·b in dst, packed from its start.
func multiplyBlock(dst []float64, a, b blas64.General, lo, hi int) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, rowsOf(a, lo, hi), b, 0,
		blas64.General{Rows: hi - lo, Cols: b.Cols, Stride: b.Cols, Data: dst})
}

// axpy adds alpha·x to y.
func axpy(alpha float64, x, y []float64) {
	for i, v := range x {
		y[i] += alpha * v
	}
}

// multiplyTransposed stores a·bᵀ in dst.
func multiplyTransposed(dst, a, b blas64.General, workers int) {
	_ = workers
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, a, b, 0, dst)
}
