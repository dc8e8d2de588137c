//go:build !amd64

package eigen

// multiplyRow stores in the 8 entries of dst the sum over t of value[t] times
// the 8 entries of src at column[t]·stride.
func multiplyRow(dst, src []float64, column []int32, value []float64, stride int) {
	multiplyRowScalar(dst, src, column, value, stride)
}
