package eigen

import (
	"context"
	"math"
	"runtime"
	"sync"
)

// tridiagonalize reduces the symmetric n×n matrix a (row-major, both halves
// filled, overwritten) to tridiagonal T = QᵀAQ by Householder reflections. It
// stores the diagonal of T in d, the off-diagonal in the first n−1 entries of
// e, and returns Qᵀ, n×n. When ctx ends it returns early, with nothing useful.
//
// The update by one reflection and the product with the next run in a single
// sweep over the rows, which is bound by memory (Golub & Van Loan, Matrix
// Computations, §8.3.1).
func tridiagonalize(ctx context.Context, n int, a, d, e []float64, workers int) []float64 {
	reflections := make([]float64, n*n) // row k holds the k-th vector from k+1
	tau := make([]float64, n)
	var v, w []float64 // the update that is still to be applied, from row k
	p := make([]float64, n)
	for k := range n {
		if ctx.Err() != nil {
			return a
		}
		row := a[k*n+k : (k+1)*n]
		if v != nil {
			rankTwoDot(row, v, w, row, v[0], w[0])
		}
		d[k] = row[0]
		if k == n-1 {
			break
		}
		next := reflections[k*n+k+1 : (k+1)*n]
		copy(next, row[1:])
		e[k], tau[k] = reflection(next)
		q := p[k+1:]
		forRows(len(q), len(q)*len(q), workers, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				r := a[(k+1+i)*n+k+1 : (k+2+i)*n]
				if v != nil {
					q[i] = tau[k] * rankTwoDot(r, v[1:], w[1:], next, v[1+i], w[1+i])
				} else {
					q[i] = tau[k] * dot(r, next)
				}
			}
		})
		// w = p − τ/2 (pᵀv) v, over the old w.
		half := tau[k] / 2 * dot(q, next)
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
	qt := a
	clear(qt)
	for i := range n {
		qt[i*n+i] = 1
	}
	for k := n - 2; k >= 0; k-- {
		if tau[k] == 0 || ctx.Err() != nil {
			continue
		}
		v := reflections[k*n+k+1 : (k+1)*n]
		forRows(len(v), len(v)*len(v), workers, func(lo, hi int) {
			for i := k + 1 + lo; i < k+1+hi; i++ {
				row := qt[i*n+k+1 : (i+1)*n]
				axpy(-tau[k]*dot(row, v), v, row)
			}
		})
	}
	return qt
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
