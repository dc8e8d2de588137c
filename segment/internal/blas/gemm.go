package blas

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	"motionseg/segment/internal/parallel"
)

// smallProduct is the number of multiply-adds up to which packing costs more
// than it gains.
const smallProduct = 8 * 8 * 8

// Gemm computes C = alpha·op(A)·op(B) + beta·C, where op(A) is m×k, op(B) is
// k×n and C is m×n; op transposes its argument where transA or transB says so.
// C must not overlap A or B. With beta = 0, C is overwritten whatever it holds;
// with alpha = 0, A and B are not read. Otherwise NaN and infinities spread by
// the rules of floating point, zeros are not skipped.
//
// At most workers goroutines are used, all cores when it is 0 or less. Shapes
// and strides that do not fit the slices are a programming error and panic.
func Gemm(
	transA, transB bool, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64,
	c []float64, ldc int, workers int,
) {
	GemmUntil(context.Background(), transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, workers)
}

// GemmUntil is Gemm that leaves out what is not done yet when ctx ends: C then
// holds nothing useful. Without assembler it goes on to the end.
func GemmUntil(
	ctx context.Context, transA, transB bool, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int,
	beta float64, c []float64, ldc int, workers int,
) {
	if (active == nil || m*n*k <= smallProduct) && alpha != 0 {
		gonum.Implementation{}.Dgemm(transpose(transA), transpose(transB), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	multiply(ctx, full, transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, workers)
}

// Syrk computes the symmetric product C = alpha·A·Aᵀ + beta·C, A n×k, or with
// trans C = alpha·Aᵀ·A + beta·C, A k×n. Both halves of C (n×n) are written and
// equal to the bit; of the old C only the upper half is read. It takes half of
// the work of Gemm, whose other rules hold.
func Syrk(trans bool, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int, workers int) {
	SyrkUntil(context.Background(), trans, n, k, alpha, a, lda, beta, c, ldc, workers)
}

// SyrkUntil is Syrk that ends with ctx like GemmUntil.
func SyrkUntil(
	ctx context.Context, trans bool, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int,
	workers int,
) {
	symmetric(ctx, trans, !trans, n, k, alpha, a, lda, a, lda, beta, c, ldc, workers)
}

// GemmSymmetric computes C = alpha·op(A)·op(B) + beta·C like Gemm where the
// caller knows that the n×n product is symmetric, such as V·(VD)ᵀ with diagonal
// D: the upper half is computed and copied to the lower.
func GemmSymmetric(
	transA, transB bool, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64,
	ldc int, workers int,
) {
	symmetric(context.Background(), transA, transB, n, k, alpha, a, lda, b, ldb, beta, c, ldc, workers)
}

// symmetric is GemmSymmetric that ends with ctx.
func symmetric(
	ctx context.Context, transA, transB bool, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int,
	beta float64, c []float64, ldc int, workers int,
) {
	if (active == nil || n*n*k <= smallProduct) && alpha != 0 {
		gonum.Implementation{}.Dgemm(transpose(transA), transpose(transB), n, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	} else {
		multiply(ctx, upper, transA, transB, n, n, k, alpha, a, lda, b, ldb, beta, c, ldc, workers)
	}
	Mirror(n, c, ldc, workers)
}

// Mirror copies the upper half of c, n×n, to the lower, in tiles that fit the
// cache, on at most workers goroutines.
func Mirror(n int, c []float64, ldc, workers int) {
	const tile = 32
	if n*n < parallelProduct {
		workers = 1
	}
	parallel.Each(ceilDiv(n, tile), workers, func(_, unit int) {
		i0 := unit * tile
		for j0 := i0; j0 < n; j0 += tile {
			for j := j0; j < min(j0+tile, n); j++ {
				row := c[j*ldc:]
				for i := i0; i < min(i0+tile, j); i++ {
					row[i] = c[i*ldc+j]
				}
			}
		}
	})
}

func transpose(yes bool) blas.Transpose {
	if yes {
		return blas.Trans
	}
	return blas.NoTrans
}
