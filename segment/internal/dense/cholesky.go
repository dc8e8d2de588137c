package dense

import (
	"math"
)

// SolvePositive solves Ax = b for a symmetric A that is positive definite but
// for rounding, in place: b becomes x. Pivots are at least least.
func SolvePositive(a, b []float64, least float64) {
	FactorPositive(a, len(b), least)
	SolveFactored(a, b)
}

// FactorPositive replaces the lower triangle of a symmetric n×n matrix, which is all that
// is looked at, by its Cholesky factor, see SolvePositive.
func FactorPositive(a []float64, n int, least float64) {
	for j := range n {
		for k := range j {
			l := a[j*n+k]
			for i := j; i < n; i++ {
				a[i*n+j] -= a[i*n+k] * l
			}
		}
		pivot := math.Sqrt(max(a[j*n+j], least))
		for i := j; i < n; i++ {
			a[i*n+j] /= pivot
		}
		a[j*n+j] = pivot
	}
}

// SolveFactored solves for b, in place, with a factor of FactorPositive.
func SolveFactored(a, b []float64) {
	n := len(b)
	for i := range n {
		for k := range i {
			b[i] -= a[i*n+k] * b[k]
		}
		b[i] /= a[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			b[i] -= a[k*n+i] * b[k]
		}
		b[i] /= a[i*n+i]
	}
}
