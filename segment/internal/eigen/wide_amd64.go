package eigen

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
