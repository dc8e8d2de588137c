package blas

// packFourVector is packFour for k a positive multiple of 4.
//
//go:noescape
func packFourVector(k int, src *float64, stride int, dst *float64, full int, alpha float64)

// packFour packs as many of the first k entries of four rows as vector code takes,
// and returns their number.
func packFour(k int, src []float64, stride int, dst []float64, full int, alpha float64) int {
	k &^= 3
	if active == nil || k == 0 {
		return 0
	}
	packFourVector(k, &src[0], stride, &dst[0], full, alpha)
	return k
}
