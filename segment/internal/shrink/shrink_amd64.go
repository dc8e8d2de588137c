package shrink

import "motionseg/segment/internal/blas"

var vectorCode = blas.AVX2()

// multipliersAVX2 is Multipliers on n entries, n a positive multiple of 4.
//
//go:noescape
func multipliersAVX2(n int, v, d *float64, t float64) (residual, sum, l1 float64)

// residualAVX2 is Residual on n entries, n a positive multiple of 4.
//
//go:noescape
func residualAVX2(n int, v, fresh, last *float64, decay, growth float64) (residual float64)

// thresholdAVX2 is Threshold on n entries, n a positive multiple of 4.
//
//go:noescape
func thresholdAVX2(n int, next, v, c *float64, t float64) (nonzero int, l1 float64)

// selectAVX2 is Select on n entries, n a positive multiple of 4.
//
//go:noescape
func selectAVX2(n int, index *int32, v *float64, t float64) (count int)

// multiplyRowAVX2 sums value[t] times the 8 entries of panel at 8·index[t] over
// count terms, at least one.
//
//go:noescape
func multiplyRowAVX2(count int, index *int32, value, panel *float64, sum *[panelWidth]float64)
