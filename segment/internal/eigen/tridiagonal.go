package eigen

import (
	"context"
	"math"

	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/parallel"
)

// tridiagonalPanel is how many reflections are found before the matrix is
// updated by all of them.
const tridiagonalPanel = 32

// tridiagonalize reduces the symmetric n×n matrix a (row-major, of which the
// upper half is read, overwritten) to tridiagonal T = QᵀAQ by Householder
// reflections. It stores the diagonal of T in d and the off-diagonal in the
// first n−1 entries of e, and returns the reflections, the product of which is
// Q. When ctx ends it returns early, with nothing useful.
//
// The reflections of a panel leave A − VWᵀ − WVᵀ, which is formed once they are
// known; until then the products with it take the two terms one by one, so that
// the matrix is read once a reflection and written once a panel (Dongarra,
// Sorensen & Hammarling, Journal of Computational and Applied Mathematics 27,
// 1989).
func tridiagonalize(ctx context.Context, n int, a, d, e []float64, workers int) reflections {
	h := reflections{n, make([]float64, n*n), make([]float64, n)}
	w := make([]float64, tridiagonalPanel*n) // row p belongs to the p-th reflection of the panel
	column := make([]float64, n)
	product := newSymmetricProduct(n, a, workers)
	for first := 0; first < n; first += tridiagonalPanel {
		end := min(first+tridiagonalPanel, n)
		for k := first; k < end; k++ {
			if ctx.Err() != nil {
				return h
			}
			col := column[k:]
			copy(col, a[k*n+k:(k+1)*n])
			for p := first; p < k; p++ {
				v, wp := h.v[p*n:(p+1)*n], w[(p-first)*n:(p-first+1)*n]
				axpy(-v[k], wp[k:], col)
				axpy(-wp[k], v[k:], col)
			}
			d[k] = col[0]
			if k == n-1 {
				return h
			}
			u := h.vector(k)
			copy(u, col[1:])
			e[k], h.tau[k] = reflection(u)
			wk := w[(k-first)*n:][:n]
			clear(wk[:k+1])
			q := wk[k+1:]
			product.multiply(q, k+1, u)
			for p := first; p < k; p++ {
				v, wp := h.v[p*n+k+1:(p+1)*n], w[(p-first)*n+k+1:(p-first+1)*n]
				alongV, alongW := dot(v, u), dot(wp, u)
				axpy(-alongW, v, q)
				axpy(-alongV, wp, q)
			}
			half := h.tau[k] / 2 * dot(q, u)
			for i := range q {
				q[i] = h.tau[k] * (q[i] - half*u[i])
			}
		}
		blas.Syr2kUpper(true, n-end, end-first, -1, h.v[first*n+end:], n, w[end:], n, 1, a[end*n+end:], n, workers)
	}
	return h
}

// symmetricProduct multiplies trailing blocks of a symmetric matrix, of which
// only the upper half is read, with vectors.
type symmetricProduct struct {
	n       int
	a       []float64
	workers int
	parts   [][]float64 // what each part of the rows gives
}

// symmetricParts is in how many parts the rows of a large block are cut,
// whatever the number of workers.
const symmetricParts = 4

func newSymmetricProduct(n int, a []float64, workers int) symmetricProduct {
	s := symmetricProduct{n, a, workers, make([][]float64, symmetricParts)}
	for i := range s.parts {
		s.parts[i] = make([]float64, n)
	}
	return s
}

// multiply stores the product of the block from row and column first on with u
// in q.
func (s symmetricProduct) multiply(q []float64, first int, u []float64) {
	size := len(u)
	clear(q)
	if size*size < symmetricParts*parallelWork {
		s.multiplyRows(q, first, u, 0, size)
		return
	}
	// Parts of about equal area, all but the last of pairs of rows.
	bound := func(part int) int {
		if part == symmetricParts {
			return size
		}
		return int(float64(size)*(1-math.Sqrt(float64(symmetricParts-part)/symmetricParts))) &^ 1
	}
	parallel.Each(symmetricParts, workersFor(size*size/2, s.workers), func(_, part int) {
		sum := s.parts[part][:size]
		clear(sum)
		s.multiplyRows(sum, first, u, bound(part), bound(part+1))
	})
	for _, part := range s.parts {
		axpy(1, part[:size], q)
	}
}

// multiplyRows adds to q what the rows lo…hi−1 of the upper half of the block
// and their mirror images give.
func (s symmetricProduct) multiplyRows(q []float64, first int, u []float64, lo, hi int) {
	row := func(i int) []float64 { return s.a[(first+i)*s.n+first : (first+i+1)*s.n] }
	i := lo
	for ; i+1 < hi; i += 2 {
		x, y := row(i), row(i+1)
		along, next := dotsAxpy(x[i+2:], y[i+2:], u[i+2:], q[i+2:], u[i], u[i+1])
		q[i] += x[i]*u[i] + x[i+1]*u[i+1] + along
		q[i+1] += x[i+1]*u[i] + y[i+1]*u[i+1] + next
	}
	if i < hi {
		x := row(i)
		q[i] += x[i]*u[i] + dot(x[i+1:], u[i+1:])
		axpy(u[i], x[i+1:], q[i+1:])
	}
}

// reflections are n−1 Householder reflections I − τvvᵀ of order n. The k-th
// leaves the entries up to k alone.
type reflections struct {
	n   int
	v   []float64 // n×n, row k holds the k-th vector; zero up to k
	tau []float64
}

// vector returns the k-th vector from entry k + 1.
func (h reflections) vector(k int) []float64 { return h.v[k*h.n+k+1 : (k+1)*h.n] }

// formTransposed returns Qᵀ, the transposed product of the reflections, in qt.
func (h reflections) formTransposed(ctx context.Context, qt []float64) []float64 {
	n := h.n
	clear(qt)
	for i := range n {
		qt[i*n+i] = 1
	}
	for k := n - 2; k >= 0; k-- {
		if h.tau[k] == 0 || ctx.Err() != nil {
			continue
		}
		v := h.vector(k)
		for i := k + 1; i < n; i++ {
			row := qt[i*n+k+1 : (i+1)*n]
			axpy(-h.tau[k]*dot(row, v), v, row)
		}
	}
	return qt
}

// reflectionBlock is how many reflections are applied by one product.
const reflectionBlock = 64

// applyTransposed replaces z, which has rows of n, by zQᵀ, block by block from the last, each
// in the form I − VTVᵀ with triangular T (Schreiber & Van Loan, SIAM Journal on
// Scientific and Statistical Computing 10(1), 1989).
func (h reflections) applyTransposed(ctx context.Context, z []float64, workers int) {
	n, rows := h.n, len(z)/h.n
	if rows == 0 {
		return
	}
	along := make([]float64, rows*reflectionBlock)
	turned := make([]float64, rows*reflectionBlock)
	products := make([]float64, reflectionBlock*reflectionBlock)
	t := make([]float64, reflectionBlock*reflectionBlock)
	last := (n - 2) / reflectionBlock * reflectionBlock
	for first := last; first >= 0 && ctx.Err() == nil; first -= reflectionBlock {
		size, from := min(reflectionBlock, n-1-first), first+1
		v := h.v[first*n+from:]
		blas.Syrk(false, size, n-from, 1, v, n, 0, products, size, workers)
		clear(t)
		for j := range size {
			tau := h.tau[first+j]
			t[j*size+j] = tau
			for i := range j {
				var sum float64
				for l := i; l < j; l++ {
					sum += t[i*size+l] * products[l*size+j]
				}
				t[i*size+j] = -tau * sum
			}
		}
		blas.Gemm(false, true, rows, size, n-from, 1, z[from:], n, v, n, 0, along, size, workers)
		blas.Gemm(false, true, rows, size, size, 1, along, size, t, size, 0, turned, size, workers)
		blas.Gemm(false, false, rows, n-from, size, -1, turned, size, v, n, 1, z[from:], n, workers)
	}
}

// parallelWork is the least number of entries that are worth a goroutine.
const parallelWork = 40000

// workersFor returns how many goroutines, at most workers, are worth starting
// for work on that many entries.
func workersFor(entries, workers int) int {
	return max(1, parallel.Workers(workers, entries/parallelWork))
}

// reflection turns x into the vector v of the reflection I − τvvᵀ that maps x
// to a multiple of the first unit vector, and returns that multiple and τ.
func reflection(x []float64) (image, tau float64) {
	var rest float64
	for _, v := range x[1:] {
		rest += v * v
	}
	if rest == 0 {
		return x[0], 0
	}
	norm := math.Sqrt(x[0]*x[0] + rest)
	image = -math.Copysign(norm, x[0])
	x[0] -= image
	return image, 2 / (x[0]*x[0] + rest)
}

// dotsAxpy returns the products of x and y with u, and adds a·x + b·y to q. All
// are equally long.
func dotsAxpy(x, y, u, q []float64, a, b float64) (xu, yu float64) {
	n := len(x)
	y, u, q = y[:n], u[:n], q[:n]
	done := 0
	if vectorCode {
		if done = n &^ 3; done > 0 {
			xu, yu = dotsAxpyVector(done, &x[0], &y[0], &u[0], &q[0], a, b)
		}
	}
	for i := done; i < n; i++ {
		xu += x[i] * u[i]
		yu += y[i] * u[i]
		q[i] += a*x[i] + b*y[i]
	}
	return xu, yu
}

// dot returns the product of x and y.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var sum float64
	done := 0
	if vectorCode {
		if done = len(x) &^ 7; done > 0 {
			sum = dotVector(done, &x[0], &y[0])
		}
	}
	for i := done; i < len(x); i++ {
		sum += x[i] * y[i]
	}
	return sum
}

// axpy adds alpha·x to y.
func axpy(alpha float64, x, y []float64) {
	x = x[:len(y)]
	done := 0
	if vectorCode {
		if done = len(y) &^ 7; done > 0 {
			axpyVector(done, &y[0], &x[0], alpha)
		}
	}
	for i := done; i < len(y); i++ {
		y[i] += alpha * x[i]
	}
}
