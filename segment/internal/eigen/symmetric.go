package eigen

import (
	"errors"
	"math"
	"slices"
)

// ErrNotConverged is returned when the QL iteration needs more sweeps than any
// finite matrix should: the matrix holds NaN or infinities.
var ErrNotConverged = errors.New("eigendecomposition did not converge")

// sweepsPerValue bounds the QL sweeps spent on one eigenvalue; two are usual.
const sweepsPerValue = 60

// Symmetric decomposes the symmetric n×n matrix a, row-major with stride n, of
// which the upper triangle is read. It returns the eigenvalues in ascending
// order and the eigenvectors as the rows of vectors, n×n. a is overwritten.
//
// The matrix is reduced to tridiagonal form by Householder reflections and then
// diagonalised by implicit QL sweeps. The rotations of a sweep act on pairs of
// adjacent rows, which lie in memory one after the other: this is what makes it
// faster than a QL iteration on columns.
func Symmetric(n int, a []float64) (values, vectors []float64, err error) {
	values = make([]float64, n)
	if n == 0 {
		return values, nil, nil
	}
	off := make([]float64, n)
	for i := range n {
		for j := range i {
			a[i*n+j] = a[j*n+i]
		}
	}
	vectors = tridiagonalize(n, a, values, off)
	for i := range values {
		if sum := values[i] + off[i]; math.IsNaN(sum) || math.IsInf(sum, 0) {
			return nil, nil, ErrNotConverged
		}
	}
	if err := implicitQL(values, off, vectors); err != nil {
		return nil, nil, err
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case values[i] < values[j]:
			return -1
		case values[i] > values[j]:
			return 1
		}
		return 0
	})
	sorted := make([]float64, n)
	ordered := make([]float64, n*n)
	for to, from := range order {
		sorted[to] = values[from]
		copy(ordered[to*n:(to+1)*n], vectors[from*n:(from+1)*n])
	}
	return sorted, ordered, nil
}

// implicitQL diagonalises the symmetric tridiagonal matrix with diagonal d and
// off-diagonal e (n−1 entries and room for one) by implicit QL sweeps with
// Wilkinson's shift (Golub & Van Loan, Matrix Computations, §8.3), and applies
// the rotations to the rows of z.
func implicitQL(d, e, z []float64) error {
	n := len(d)
	const eps = 2.220446049250313e-16
	e[n-1] = 0
	// An off-diagonal entry below the rounding of the whole matrix is zero.
	// Going by its neighbours instead would not come to an end where rounding
	// is all that there is.
	var largest float64
	for i, v := range d {
		largest = max(largest, math.Abs(v)+math.Abs(e[i]))
	}
	negligible := eps * largest
	for first := range n {
		for sweep := 0; ; sweep++ {
			last := first
			for last < n-1 && math.Abs(e[last]) > negligible {
				last++
			}
			if last == first {
				break
			}
			if sweep == sweepsPerValue {
				return ErrNotConverged
			}
			half := (d[first+1] - d[first]) / (2 * e[first])
			g := d[last] - d[first] + e[first]/(half+math.Copysign(math.Hypot(half, 1), half))
			sin, cos, shift := 1.0, 1.0, 0.0
			i := last - 1
			for ; i >= first; i-- {
				f, b := sin*e[i], cos*e[i]
				r := math.Sqrt(f*f + g*g)
				e[i+1] = r
				if r == 0 {
					// The matrix splits here.
					d[i+1] -= shift
					e[last] = 0
					break
				}
				sin, cos = f/r, g/r
				g = d[i+1] - shift
				r = (d[i]-g)*sin + 2*cos*b
				shift = sin * r
				d[i+1] = g + shift
				g = cos*r - b
				rotate(z[(i+1)*n:(i+2)*n], z[i*n:(i+1)*n], cos, sin)
			}
			if i < first {
				d[first] -= shift
				e[first] = g
				e[last] = 0
			}
		}
	}
	return nil
}
