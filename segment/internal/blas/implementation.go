package blas

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// Implementation is gonum's BLAS with the level-3 routines of real matrices
// put on this package's kernels. With blas64.Use, gonum's LAPACK and mat run
// on it. Use belongs in a main function, since it changes the whole program.
type Implementation struct {
	gonum.Implementation
	Workers int // goroutines for one product; 0 takes all cores
}

var _ blas.Float64 = Implementation{}

// smallTriangle is the order up to which triangular systems are left to gonum.
const smallTriangle = 48

// Dgemm computes C = alpha·op(A)·op(B) + beta·C.
func (im Implementation) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if active == nil || m*n*k <= smallProduct || !known(tA) || !known(tB) {
		im.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	multiply(full, tA != blas.NoTrans, tB != blas.NoTrans, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, im.Workers)
}

// Dsyrk computes one half of C = alpha·A·Aᵀ + beta·C, or with Aᵀ·A.
func (im Implementation) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	if active == nil || n*n*k <= smallProduct || !known(tA) || !knownHalf(ul) {
		im.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	trans := tA != blas.NoTrans
	multiply(half(ul), trans, !trans, n, n, k, alpha, a, lda, a, lda, beta, c, ldc, im.Workers)
}

// Dsyr2k computes one half of C = alpha·(A·Bᵀ + B·Aᵀ) + beta·C, or with
// Aᵀ·B + Bᵀ·A.
func (im Implementation) Dsyr2k(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if active == nil || n*n*k <= smallProduct || !known(tA) || !knownHalf(ul) {
		im.Implementation.Dsyr2k(ul, tA, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	trans := tA != blas.NoTrans
	multiply(half(ul), trans, !trans, n, n, k, alpha, a, lda, b, ldb, beta, c, ldc, im.Workers)
	multiply(half(ul), trans, !trans, n, n, k, alpha, b, ldb, a, lda, 1, c, ldc, im.Workers)
}

// Dtrsm solves op(A)·X = alpha·B, or X·op(A) = alpha·B, for triangular A. X
// replaces B (m×n). The triangle is halved until gonum solves the rest, so
// that nearly all of the work is products.
func (im Implementation) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	order := n
	if s == blas.Left {
		order = m
	}
	if active == nil || order <= smallTriangle || n == 0 || alpha == 0 || !known(tA) || !knownHalf(ul) || s != blas.Left && s != blas.Right {
		im.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	checkMatrix("A", order, order, a, lda)
	checkMatrix("B", m, n, b, ldb)
	first := roundUp(order/2, 8)
	rest := order - first
	// The block off the diagonal, and the lower right triangle.
	off, second := a[first:], a[first*lda+first:]
	if ul == blas.Lower {
		off = a[first*lda:]
	}
	lower := (ul == blas.Lower) == (tA == blas.NoTrans) // of op(A)
	switch {
	case s == blas.Left && lower:
		im.Dtrsm(s, ul, tA, d, first, n, alpha, a, lda, b, ldb)
		im.Dgemm(tA, blas.NoTrans, rest, n, first, -1, off, lda, b, ldb, alpha, b[first*ldb:], ldb)
		im.Dtrsm(s, ul, tA, d, rest, n, 1, second, lda, b[first*ldb:], ldb)
	case s == blas.Left:
		im.Dtrsm(s, ul, tA, d, rest, n, alpha, second, lda, b[first*ldb:], ldb)
		im.Dgemm(tA, blas.NoTrans, first, n, rest, -1, off, lda, b[first*ldb:], ldb, alpha, b, ldb)
		im.Dtrsm(s, ul, tA, d, first, n, 1, a, lda, b, ldb)
	case lower:
		im.Dtrsm(s, ul, tA, d, m, rest, alpha, second, lda, b[first:], ldb)
		im.Dgemm(blas.NoTrans, tA, m, first, rest, -1, b[first:], ldb, off, lda, alpha, b, ldb)
		im.Dtrsm(s, ul, tA, d, m, first, 1, a, lda, b, ldb)
	default:
		im.Dtrsm(s, ul, tA, d, m, first, alpha, a, lda, b, ldb)
		im.Dgemm(blas.NoTrans, tA, m, rest, first, -1, b, ldb, off, lda, alpha, b[first:], ldb)
		im.Dtrsm(s, ul, tA, d, m, rest, 1, second, lda, b[first:], ldb)
	}
}

// known reports whether t is a transpose at all; gonum reports what is not.
func known(t blas.Transpose) bool {
	return t == blas.NoTrans || t == blas.Trans || t == blas.ConjTrans
}

func knownHalf(ul blas.Uplo) bool { return ul == blas.Upper || ul == blas.Lower }

func half(ul blas.Uplo) part {
	if ul == blas.Upper {
		return upper
	}
	return lower
}
