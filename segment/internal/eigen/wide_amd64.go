package eigen

import "motionseg/segment/internal/blas"

// wideVectorCode reports whether this package's AVX-512 code runs.
var wideVectorCode = blas.WideVectorCode()

// multiplyWidestRowVector is multiplyRowVector for 32 entries by AVX-512, each the
// same to the bit.
//
//go:noescape
func multiplyWidestRowVector(count int, column *int32, value, src *float64, stride int, dst *float64)

// multiplyWidestRow is multiplyRow for 32 entries.
func multiplyWidestRow(dst, src []float64, column []int32, value []float64, stride int) {
	if wideVectorCode && len(column) > 0 {
		multiplyWidestRowVector(len(column), &column[0], &value[0], &src[0], stride, &dst[0])
		return
	}
	multiplyWideRow(dst[:16], src, column, value, stride)
	multiplyWideRow(dst[16:], src[16:], column, value, stride)
}

// multiplyWideRowVector is multiplyRowVector for 16 entries, each the same to the
// bit: twice as many sums wait for each other half as long.
//
//go:noescape
func multiplyWideRowVector(count int, column *int32, value, src *float64, stride int, dst *float64)

// multiplyWideRow is multiplyRow for 16 entries.
func multiplyWideRow(dst, src []float64, column []int32, value []float64, stride int) {
	if vectorCode && len(column) > 0 {
		multiplyWideRowVector(len(column), &column[0], &value[0], &src[0], stride, &dst[0])
		return
	}
	multiplyRow(dst[:8], src, column, value, stride)
	multiplyRow(dst[8:], src[8:], column, value, stride)
}
