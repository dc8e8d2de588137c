//go:build !amd64

package eigen

// multiplyWideRow is multiplyRow for 16 entries. On arm64 the eight sums of
// multiplyRow, two at a time, keep the processor busy by themselves.
func multiplyWideRow(dst, src []float64, column []int32, value []float64, stride int) {
	multiplyRow(dst[:8], src, column, value, stride)
	multiplyRow(dst[8:], src[8:], column, value, stride)
}

// multiplyWidestRow is multiplyRow for 32 entries.
func multiplyWidestRow(dst, src []float64, column []int32, value []float64, stride int) {
	multiplyWideRow(dst[:16], src, column, value, stride)
	multiplyWideRow(dst[16:], src[16:], column, value, stride)
}
