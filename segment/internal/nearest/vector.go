//go:build amd64 || arm64

package nearest

import "motionseg/segment/internal/blas"

// vectorCode reports whether this package's assembler runs.
var vectorCode = blas.VectorCode()

// compareVector is Points.Compare for n points in whole blocks, of d ≥ 1
// coordinates that lie n numbers apart.
//
//go:noescape
func compareVector(n, d int, x, centre, own *float64, number int, squared *float64, labels *int)

// againVector is Again for n points in whole blocks.
//
//go:noescape
func againVector(n int, own *float64, number int, squared *float64, labels *int)
