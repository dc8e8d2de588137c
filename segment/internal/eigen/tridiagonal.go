package eigen

import (
	"context"
	"math"
	"runtime"
	"sync"

	"motionseg/segment/internal/blas"
)

// tridiagonalize reduces the symmetric n×n matrix a (row-major, both halves
// filled, overwritten) to tridiagonal T = QᵀAQ by Householder reflections. It
// stores the diagonal of T in d and the off-diagonal in the first n−1 entries of
// e, and returns the reflections, the product of which is Q. When ctx ends it
// returns early, with nothing useful.
//
// The update by one reflection and the product with the next run in a single
// sweep over the rows, which is bound by memory (Golub & Van Loan, Matrix
// Computations, §8.3.1).
func tridiagonalize(ctx context.Context, n int, a, d, e []float64, workers int) reflections {
	h := reflections{n, make([]float64, n*n), make([]float64, n)}
	var v, w []float64 // the update that is still to be applied, from row k
	p := make([]float64, n)
	for k := range n {
		if ctx.Err() != nil {
			return h
		}
		row := a[k*n+k : (k+1)*n]
		if v != nil {
			rankTwoDot(row, v, w, row, v[0], w[0])
		}
		d[k] = row[0]
		if k == n-1 {
			break
		}
		next := h.vector(k)
		copy(next, row[1:])
		e[k], h.tau[k] = reflection(next)
		q := p[k+1:]
		forRows(len(q), len(q)*len(q), workers, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				r := a[(k+1+i)*n+k+1 : (k+2+i)*n]
				if v != nil {
					q[i] = h.tau[k] * rankTwoDot(r, v[1:], w[1:], next, v[1+i], w[1+i])
				} else {
					q[i] = h.tau[k] * dot(r, next)
				}
			}
		})
		// w = p − τ/2 (pᵀv) v, over the old w.
		half := h.tau[k] / 2 * dot(q, next)
		if w == nil {
			w = make([]float64, n-1)
		} else {
			w = w[1:]
		}
		for i, x := range q {
			w[i] = x - half*next[i]
		}
		v = next
	}
	return h
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
func (h reflections) formTransposed(ctx context.Context, qt []float64, workers int) []float64 {
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
		forRows(len(v), len(v)*len(v), workers, func(lo, hi int) {
			for i := k + 1 + lo; i < k+1+hi; i++ {
				row := qt[i*n+k+1 : (i+1)*n]
				axpy(-h.tau[k]*dot(row, v), v, row)
			}
		})
	}
	return qt
}

// reflectionBlock is how many reflections are applied by one product.
const reflectionBlock = 64

// applyTransposed replaces z (n×n) by zQᵀ, block by block from the last, each
// in the form I − VTVᵀ with triangular T (Schreiber & Van Loan, SIAM Journal on
// Scientific and Statistical Computing 10(1), 1989).
func (h reflections) applyTransposed(ctx context.Context, z []float64, workers int) {
	n := h.n
	along := make([]float64, n*reflectionBlock)
	turned := make([]float64, n*reflectionBlock)
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
		blas.Gemm(false, true, n, size, n-from, 1, z[from:], n, v, n, 0, along, size, workers)
		blas.Gemm(false, true, n, size, size, 1, along, size, t, size, 0, turned, size, workers)
		blas.Gemm(false, false, n, n-from, size, -1, turned, size, v, n, 1, z[from:], n, workers)
	}
}

// parallelWork is the least number of entries that are worth a goroutine.
const parallelWork = 40000

// forRows calls f for equal parts of the rows 0…n on at most workers
// goroutines, all cores when it is 0 or less, or at once when they hold little
// work.
func forRows(n, work, workers int, f func(lo, hi int)) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, work/parallelWork, n)
	if workers <= 1 {
		f(0, n)
		return
	}
	var wg sync.WaitGroup
	for part := range workers {
		wg.Go(func() { f(n*part/workers, n*(part+1)/workers) })
	}
	wg.Wait()
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

// rankTwoDot subtracts a·w + b·v from row and returns the product of the new
// row with u, which may be row itself.
func rankTwoDot(row, v, w, u []float64, a, b float64) float64 {
	n := len(row)
	v, w, u = v[:n], w[:n], u[:n]
	var sum float64
	done := 0
	if vectorCode {
		if done = n &^ 3; done > 0 {
			sum = rankTwoDotAVX2(done, &row[0], &v[0], &w[0], &u[0], a, b)
		}
	}
	for i := done; i < n; i++ {
		row[i] -= a*w[i] + b*v[i]
		sum += row[i] * u[i]
	}
	return sum
}

// dot returns the product of x and y.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var sum float64
	done := 0
	if vectorCode {
		if done = len(x) &^ 7; done > 0 {
			sum = dotAVX2(done, &x[0], &y[0])
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
			axpyAVX2(done, &y[0], &x[0], alpha)
		}
	}
	for i := done; i < len(y); i++ {
		y[i] += alpha * x[i]
	}
}
