package moments

import "motionseg/segment/internal/blas"

// vectorCode reports whether this package's assembler runs.
var vectorCode = blas.VectorCode()

// sumBlockVector is sumBlock for rows of n numbers, n a positive multiple of 4.
//
//go:noescape
func sumBlockVector(n int, a, b, block *float64)

// multiplyVector is Multiply of n numbers, n a positive multiple of 4.
//
//go:noescape
func multiplyVector(n int, to, a, b *float64)
