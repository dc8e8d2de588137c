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
		before := a[j*n:][:j]
		pivot := math.Sqrt(max(less(a[j*n+j], before, before), least))
		a[j*n+j] = pivot
		i := j + 1
		// Four rows at a time, since what is left of one waits for the number before it.
		for ; i+4 <= n; i += 4 {
			first, second, third, fourth := a[i*n:][:j+1], a[(i+1)*n:][:j+1], a[(i+2)*n:][:j+1], a[(i+3)*n:][:j+1]
			p, q, r, s := first[j], second[j], third[j], fourth[j]
			for k, l := range before {
				p -= float64(first[k] * l)
				q -= float64(second[k] * l)
				r -= float64(third[k] * l)
				s -= float64(fourth[k] * l)
			}
			first[j], second[j], third[j], fourth[j] = p/pivot, q/pivot, r/pivot, s/pivot
		}
		for ; i < n; i++ {
			a[i*n+j] = less(a[i*n+j], a[i*n:][:j], before) / pivot
		}
	}
}

// SolveFactored solves for b, in place, with a factor of FactorPositive.
func SolveFactored(a, b []float64) {
	n := len(b)
	for i := range n {
		b[i] = less(b[i], a[i*n:][:i], b) / a[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		v := b[i]
		for k := i + 1; k < n; k++ {
			v -= float64(a[k*n+i] * b[k])
		}
		b[i] = v / a[i*n+i]
	}
}

// less returns v less the products of two lists, one after the other.
func less(v float64, a, b []float64) float64 {
	b = b[:len(a)]
	for k, x := range a {
		v -= float64(x * b[k])
	}
	return v
}
