package eigen

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"motionseg/segment/internal/dense"
)

// errNotConverged is returned when the QL iteration needs more sweeps than any
// finite matrix should: the matrix holds NaN or infinities.
var errNotConverged = errors.New("eigendecomposition did not converge")

// divideOrder is the order from which divide and conquer is the faster way.
const divideOrder = 100

// sweepsPerValue bounds the QL sweeps spent on one eigenvalue; two are usual.
const sweepsPerValue = 60

// Symmetric decomposes the symmetric n×n matrix a, row-major with stride n, of
// which the upper triangle is read. It returns the eigenvalues in ascending
// order and the eigenvectors as the rows of vectors, n×n. a is overwritten.
//
// The matrix is reduced to tridiagonal form by Householder reflections and then
// diagonalised, a large one by divide and conquer, a small one by implicit QL sweeps. A large
// matrix takes at most workers goroutines, all cores when it is 0 or less; their number does
// not change the result. It returns ctx.Err() soon after ctx ends.
func Symmetric(ctx context.Context, n int, a []float64, workers int) (values, vectors []float64, err error) {
	return SymmetricAbove(ctx, n, a, math.Inf(-1), workers)
}

// SymmetricAbove is Symmetric for the eigenpairs alone whose values exceed
// least: the last product of divide and conquer and the reflections cost what
// they are.
func SymmetricAbove(
	ctx context.Context, n int, a []float64, least float64, workers int,
) (values, vectors []float64, err error) {
	values = make([]float64, n)
	if n == 0 {
		return values, nil, nil
	}
	off := make([]float64, n)
	h := tridiagonalize(ctx, n, a, values, off, workers)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	for i := range values {
		if sum := values[i] + off[i]; math.IsNaN(sum) || math.IsInf(sum, 0) {
			return nil, nil, errNotConverged
		}
	}
	if n < divideOrder {
		vectors = h.formTransposed(ctx, a)
		err = implicitQL(ctx, values, off, vectors)
	} else {
		vectors, err = conquer(ctx, values, off, least, workers)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, nil, err
	}
	var order []int
	for i, value := range values {
		if value > least {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	sorted := make([]float64, len(order))
	ordered := make([]float64, len(order)*n)
	for to, from := range order {
		sorted[to] = values[from]
		copy(ordered[to*n:(to+1)*n], vectors[from*n:(from+1)*n])
	}
	if n >= divideOrder {
		h.applyTransposed(ctx, ordered, workers)
	}
	return sorted, ordered, ctx.Err()
}

// implicitQL diagonalises the symmetric tridiagonal matrix with diagonal d and
// off-diagonal e (n−1 entries and room for one) by implicit QL sweeps with
// Wilkinson's shift (Golub & Van Loan, Matrix Computations, §8.3), and applies
// the rotations to the rows of z.
func implicitQL(ctx context.Context, d, e, z []float64) error {
	n := len(d)
	e[n-1] = 0
	// An off-diagonal entry below the rounding of the whole matrix is zero.
	// Going by its neighbours instead would not come to an end where rounding
	// is all that there is.
	var largest float64
	for i, v := range d {
		largest = max(largest, math.Abs(v)+math.Abs(e[i]))
	}
	negligible := dense.MachineEpsilon * largest
	for first := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		for sweep := 0; ; sweep++ {
			last := first
			for last < n-1 && math.Abs(e[last]) > negligible {
				last++
			}
			if last == first {
				break
			}
			if sweep == sweepsPerValue {
				return errNotConverged
			}
			sweepUp(d, e, z, first, last)
		}
	}
	return nil
}

// sweepUp is one implicit QL sweep of the block from first to last, from its end to its
// beginning, and rotates the rows of z along.
func sweepUp(d, e, z []float64, first, last int) {
	n := len(d)
	half := (d[first+1] - d[first]) / (2 * e[first])
	g := d[last] - d[first] + e[first]/(half+math.Copysign(math.Hypot(half, 1), half))
	sin, cos, shift := 1.0, 1.0, 0.0
	for i := last - 1; i >= first; i-- {
		f, b := sin*e[i], cos*e[i]
		r := math.Sqrt(f*f + g*g)
		e[i+1] = r
		if r == 0 {
			// The matrix splits here.
			d[i+1] -= shift
			e[last] = 0
			return
		}
		sin, cos = f/r, g/r
		g = d[i+1] - shift
		r = (d[i]-g)*sin + 2*cos*b
		shift = sin * r
		d[i+1] = g + shift
		g = cos*r - b
		rotate(z[(i+1)*n:(i+2)*n], z[i*n:(i+1)*n], cos, sin)
	}
	d[first] -= shift
	e[first] = g
	e[last] = 0
}
