package blas

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// SyrkUpper computes the upper half of C = alpha·A·Aᵀ + beta·C, A n×k, or with
// trans of C = alpha·Aᵀ·A + beta·C, A k×n, and leaves the lower half of C (n×n)
// alone. The other rules are those of Gemm.
func SyrkUpper(
	trans bool, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int, workers int,
) {
	if active == nil || n*n*k <= smallProduct {
		gonum.Implementation{}.Dsyrk(blas.Upper, transpose(trans), n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	multiply(context.Background(), upper, trans, !trans, n, n, k, alpha, a, lda, a, lda, beta, c, ldc, workers)
}

// Syr2kUpper is SyrkUpper for C = alpha·(A·Bᵀ + B·Aᵀ) + beta·C, or with trans
// for C = alpha·(Aᵀ·B + Bᵀ·A) + beta·C.
func Syr2kUpper(
	trans bool, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int,
	workers int,
) {
	if active == nil || n*n*k <= smallProduct {
		gonum.Implementation{}.Dsyr2k(blas.Upper, transpose(trans), n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	multiply(context.Background(), upper, trans, !trans, n, n, k, alpha, a, lda, b, ldb, beta, c, ldc, workers)
	multiply(context.Background(), upper, trans, !trans, n, n, k, alpha, b, ldb, a, lda, 1, c, ldc, workers)
}
