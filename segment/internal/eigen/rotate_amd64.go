package eigen

import "motionseg/segment/internal/blas"

// vectorCode reports whether this package's assembler runs.
var vectorCode = blas.AVX2()

// rotate replaces (x, y) by (cx + sy, cy − sx).
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	done := 0
	if vectorCode {
		done = len(x) &^ 7
		if done > 0 {
			rotateAVX2(done, &x[0], &y[0], c, s)
		}
	}
	rotateScalar(x[done:], y[done:], c, s)
}

// rotateAVX2 is rotate on n entries, n a multiple of 8.
//
//go:noescape
func rotateAVX2(n int, x, y *float64, c, s float64)
