package moments

import "motionseg/segment/internal/blas"

// vectorCode reports whether this package's assembler runs, and wideVectorCode whether that for
// AVX-512 does.
var (
	vectorCode     = blas.VectorCode()
	wideVectorCode = blas.WideVectorCode()
)

// sumBlockVector is sumBlock for rows of n numbers, n a positive multiple of 4.
//
//go:noescape
func sumBlockVector(n int, a, b, block *float64)

// sumBlockWide is sumBlockVector for two blocks of rows, one behind the other.
//
//go:noescape
func sumBlockWide(n int, a, b, block *float64)

// multiplyVector is Multiply of n numbers, n a positive multiple of 4.
//
//go:noescape
func multiplyVector(n int, to, a, b *float64)
