//go:build !amd64

package blas

// packFour packs none of the entries of four rows: there is vector code for amd64
// alone.
func packFour(k int, src []float64, stride int, dst []float64, full int, alpha float64) int {
	return 0
}
