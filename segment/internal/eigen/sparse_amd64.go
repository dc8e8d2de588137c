package eigen

// multiplyRow stores in the 8 entries of dst the sum over t of value[t] times
// the 8 entries of src at column[t]·stride.
func multiplyRow(dst, src []float64, column []int32, value []float64, stride int) {
	if vectorCode && len(column) > 0 {
		multiplyRowAVX2(len(column), &column[0], &value[0], &src[0], stride, &dst[0])
		return
	}
	multiplyRowScalar(dst, src, column, value, stride)
}

// multiplyRowAVX2 is multiplyRow for at least one term.
//
//go:noescape
func multiplyRowAVX2(count int, column *int32, value, src *float64, stride int, dst *float64)
