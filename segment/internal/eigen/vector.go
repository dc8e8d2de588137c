//go:build amd64 || arm64

package eigen

import "motionseg/segment/internal/blas"

// vectorCode reports whether this package's assembler runs.
var vectorCode = blas.VectorCode()

// rotateVector is rotate on n entries, n a positive multiple of 8.
//
//go:noescape
func rotateVector(n int, x, y *float64, c, s float64)

// multiplyRowVector is multiplyRow for at least one term.
//
//go:noescape
func multiplyRowVector(count int, column *int32, value, src *float64, stride int, dst *float64)

// dotsAxpyVector is dotsAxpy on n entries, n a positive multiple of 4.
//
//go:noescape
func dotsAxpyVector(n int, x, y, u, q *float64, a, b float64) (xu, yu float64)

// dotVector is dot on n entries, n a positive multiple of 8.
//
//go:noescape
func dotVector(n int, x, y *float64) float64

// axpyVector is axpy on n entries, n a positive multiple of 8.
//
//go:noescape
func axpyVector(n int, y, x *float64, alpha float64)
