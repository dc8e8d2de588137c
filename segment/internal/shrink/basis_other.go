//go:build !amd64

package shrink

// right is for AVX2, which only amd64 has.
func (c Column) right(_, _, _ []float64, _ float64) (done int, inOnes, weighted float64) {
	return 0, 0, 0
}

// solve is for AVX2, which only amd64 has.
func (c Column) solve(_, _, _, _, _ []float64, _, _ float64) (done int, inOnes float64) { return 0, 0 }
