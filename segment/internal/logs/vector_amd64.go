package logs

import "motionseg/segment/internal/blas"

// vectorCode reports whether this package's assembler runs.
var vectorCode = blas.VectorCode()

// logVector is Of n numbers, a positive multiple of lanes.
//
//go:noescape
func logVector(t *table, x *float64, n int)
