package shrink

import "motionseg/segment/internal/blas"

// wideVectorCode reports whether this package's AVX-512 code runs.
var wideVectorCode = blas.WideVectorCode()

// selectWideVector is Select on n entries by AVX-512, n a positive multiple of 8.
//
//go:noescape
func selectWideVector(n int, index *int32, v *float64, t float64) (count int)

// selectWide is Select of the first entries of v by AVX-512: it tells how many of
// them it looked at, 0 where it cannot, and how many are beyond ±t.
func selectWide(index []int32, v []float64, t float64) (done, count int) {
	if done = len(v) &^ 7; !wideVectorCode || !vectorCode || done == 0 {
		return 0, 0
	}
	return done, selectWideVector(done, &index[0], &v[0], t)
}
