package eigen

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/dense"
)

// conquerOrder is the order up to which a tridiagonal matrix is diagonalised by
// QL sweeps.
const conquerOrder = 32

// conqueror diagonalises symmetric tridiagonal matrices by divide and conquer
// (Cuppen, Numerische Mathematik 36, 1981): a matrix is two smaller ones beside
// each other plus a term of rank one, and the eigenvectors of the sum are a
// product of those of its parts with a Cauchy-like matrix. Eigenvalues that the
// term of rank one does not move are set aside (deflation), the others are the
// roots of a secular equation, and the term is recomputed from the roots so
// that the vectors are orthogonal to rounding (Gu & Eisenstat, SIAM Journal on
// Matrix Analysis and Applications 16(1), 1995).
type conqueror struct {
	n       int
	z       []float64 // n×n, rows are eigenvectors
	rows    []float64 // room for as much
	u       []float64
	least   float64 // vectors of eigenvalues up to it are not wanted
	workers int
}

// conquer overwrites d with the eigenvalues, in no order, of the matrix with
// diagonal d and off-diagonal e (n entries, the last of no meaning), and
// returns its eigenvectors as the rows of an n×n matrix. Rows of eigenvalues up
// to least hold nothing useful. e is overwritten.
func conquer(ctx context.Context, d, e []float64, least float64, workers int) ([]float64, error) {
	n := len(d)
	c := conqueror{n, make([]float64, n*n), make([]float64, n*n), make([]float64, n*n), least, workers}
	// A power of two brings the entries near 1 without rounding them.
	var largest float64
	for i, v := range d {
		largest = max(largest, math.Abs(v))
		if i < n-1 {
			largest = max(largest, math.Abs(e[i]))
		}
	}
	_, exponent := math.Frexp(largest)
	c.least = math.Ldexp(least, -exponent)
	for i := range d {
		d[i] = math.Ldexp(d[i], -exponent)
		e[i] = math.Ldexp(e[i], -exponent)
	}
	if err := c.solve(ctx, 0, n, d, e); err != nil {
		return nil, err
	}
	for i := range d {
		d[i] = math.Ldexp(d[i], exponent)
	}
	return c.z, nil
}

// solve diagonalises the diagonal block lo…hi−1.
func (c *conqueror) solve(ctx context.Context, lo, hi int, d, e []float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if hi-lo <= conquerOrder {
		return c.sweep(ctx, lo, hi, d[lo:hi], e[lo:hi])
	}
	mid := (lo + hi) / 2
	coupling := e[mid-1]
	d[mid-1] -= math.Abs(coupling)
	d[mid] -= math.Abs(coupling)
	if err := c.solve(ctx, lo, mid, d, e); err != nil {
		return err
	}
	if err := c.solve(ctx, mid, hi, d, e); err != nil {
		return err
	}
	c.merge(ctx, lo, mid, hi, d, coupling)
	return ctx.Err()
}

// sweep diagonalises a small block by QL.
func (c *conqueror) sweep(ctx context.Context, lo, hi int, d, e []float64) error {
	size := hi - lo
	z := c.rows[:size*size]
	clear(z)
	for i := range size {
		z[i*size+i] = 1
	}
	if err := implicitQL(ctx, d, e, z); err != nil {
		return err
	}
	for i := range size {
		copy(c.z[(lo+i)*c.n+lo:][:size], z[i*size:])
	}
	return nil
}

// merge combines the eigenvectors of the blocks lo…mid−1 and mid…hi−1, whose
// eigenvalues d holds, to those of both with the coupling between them.
func (c *conqueror) merge(ctx context.Context, lo, mid, hi int, d []float64, coupling float64) {
	size, half := hi-lo, mid-lo
	d = d[lo:hi]
	rho, v := c.rankOne(lo, hi, half, coupling)
	kept, deflated, part := c.deflate(lo, hi, half, d, v, rho)
	k := len(kept)

	// In the order first block, both, second block, two products leave out the
	// zeros.
	place := make([]int, 0, k)
	var count [3]int
	for p := range count {
		for i, j := range kept {
			if part[j] == p {
				place = append(place, i)
				count[p]++
			}
		}
	}
	rows := c.rows[:size*size]
	for at, i := range place {
		copy(rows[at*size:(at+1)*size], c.row(lo, hi, kept[i]))
	}
	for at, j := range deflated {
		copy(rows[(k+at)*size:(k+at+1)*size], c.row(lo, hi, j))
	}
	poles, weights := make([]float64, k), make([]float64, k)
	for i, j := range kept {
		poles[i], weights[i] = d[j], v[j]
	}
	u := c.u[:k*k]
	values := secular(ctx, poles, weights, rho, place, u, c.workers)
	if ctx.Err() != nil {
		return
	}
	from := 0 // the first vector that is wanted
	if size == c.n {
		from = sort.Search(k, func(i int) bool { return values[i] > c.least })
	}
	for _, j := range deflated {
		values = append(values, d[j])
	}
	copy(d, values)
	if from < k {
		first, second := count[0]+count[1], count[1]+count[2]
		into := c.z[(lo+from)*c.n+lo:]
		u = u[from*k:]
		blas.GemmUntil(ctx, false, false, k-from, half, first, 1, u, k, rows, size, 0, into, c.n, c.workers)
		blas.GemmUntil(ctx, false, false, k-from, size-half, second, 1, u[count[0]:], k, rows[count[0]*size+half:],
			size, 0, into[half:], c.n, c.workers)
	}
	for at := k; at < size; at++ {
		copy(c.row(lo, hi, at), rows[at*size:(at+1)*size])
	}
}

// rankOne returns the term of rank one, rho·vvᵀ in the basis of the blocks' vectors.
func (c *conqueror) rankOne(lo, hi, half int, coupling float64) (rho float64, v []float64) {
	v = make([]float64, hi-lo)
	for i := range v {
		if i < half {
			v[i] = c.row(lo, hi, i)[half-1]
		} else {
			v[i] = c.row(lo, hi, i)[half]
			if coupling < 0 {
				v[i] = -v[i]
			}
		}
		v[i] *= math.Sqrt2 / 2
	}
	return 2 * math.Abs(coupling), v
}

// row returns the i-th eigenvector of the block lo…hi−1.
func (c *conqueror) row(lo, hi, i int) []float64 {
	return c.z[(lo+i)*c.n+lo : (lo+i)*c.n+hi]
}

// Where the entries of an eigenvector of two blocks stand.
const (
	firstBlock = iota
	bothBlocks
	secondBlock
)

// deflate sets aside what the term rho·vvᵀ leaves as it is within rounding:
// vectors with no share in v, and one of any two with the same eigenvalue, after
// a rotation that gives the other the share of both. It returns the vectors
// that are left, by ascending eigenvalue, those set aside, and for every vector
// in which block it lies.
func (c *conqueror) deflate(lo, hi, half int, d, v []float64, rho float64) (kept, deflated, part []int) {
	order := make([]int, len(d))
	part = make([]int, len(d))
	var largest float64
	for i := range order {
		order[i] = i
		if i >= half {
			part[i] = secondBlock
		}
		largest = max(largest, math.Abs(d[i]), math.Abs(v[i]))
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[i], d[j]) })
	negligible := 8 * dense.MachineEpsilon * largest
	last := -1
	for _, j := range order {
		if rho*math.Abs(v[j]) <= negligible {
			deflated = append(deflated, j)
			continue
		}
		if last < 0 {
			last = j
			continue
		}
		length := math.Hypot(v[j], v[last])
		cos, sin := v[j]/length, -v[last]/length
		if math.Abs((d[j]-d[last])*cos*sin) > negligible {
			kept = append(kept, last)
			last = j
			continue
		}
		v[j], v[last] = length, 0
		if part[j] != part[last] {
			part[j] = bothBlocks
		}
		rotate(c.row(lo, hi, last), c.row(lo, hi, j), cos, sin)
		low, high := d[last], d[j]
		d[last], d[j] = low*cos*cos+high*sin*sin, low*sin*sin+high*cos*cos
		deflated = append(deflated, last)
		last = j
	}
	if last >= 0 {
		kept = append(kept, last)
	}
	return kept, deflated, part
}
