//go:build amd64 || arm64

package shrink

import "motionseg/segment/internal/blas"

// vectorCode reports whether this package's assembler runs.
var vectorCode = blas.VectorCode()

// multipliersVector is Multipliers on n entries, n a positive multiple of 4.
//
//go:noescape
func multipliersVector(n int, v, d *float64, t float64) (residual, sum, l1 float64)

// residualVector is Residual on n entries, n a positive multiple of 4.
//
//go:noescape
func residualVector(n int, v, fresh, last *float64, decay, growth float64) (residual float64)

// thresholdVector is Threshold on n entries, n a positive multiple of 4.
//
//go:noescape
func thresholdVector(n int, next, v, c *float64, t float64) (nonzero int, l1 float64)

// selectVector is Select on n entries, n a positive multiple of 4.
//
//go:noescape
func selectVector(n int, index *int32, v *float64, t float64) (count int)

// multiplyRowVector sums value[t] times the 8 entries of panel at 8·index[t] over
// count terms, at least one.
//
//go:noescape
func multiplyRowVector(count int, index *int32, value, panel *float64, sum *[panelWidth]float64)
