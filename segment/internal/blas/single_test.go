package blas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas/gonum"
)

// TestSingle: products of small whole numbers are exact in single precision, and others
// err by its rounding at most; nothing beside C is touched.
func TestSingle(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(21, 22))
		for _, shape := range append(shapes, [3]int{96, 100, 330}, [3]int{8, 16, 4}, [3]int{8, 17, 3}, [3]int{8, 33, 6},
			[3]int{5, 48, 0}, [3]int{16, 64, 515}) {
			m, n, k := shape[0], shape[1], shape[2]
			for _, whole := range []bool{true, false} {
				draw := func(count int) []float64 {
					values := random(rng, count)
					for i, v := range values {
						if whole {
							values[i] = math.Round(4 * v)
						}
					}
					return values
				}
				for _, trans := range []bool{false, true} {
					pad := rng.IntN(3)
					rb, cb := stored(trans, k, n)
					lda, ldb, ldc := k+pad, cb+pad, n+pad
					a, b, c := draw(m*lda), draw(max(rb*ldb, 1)), draw(m*ldc)
					want := slices.Clone(c)
					if k > 0 {
						gonum.Implementation{}.Dgemm(transpose(false), transpose(trans), m, n, k, 1, a, lda, b, max(ldb, 1), 0, want, ldc)
					} else {
						scale(full, m, n, 0, want, ldc)
					}
					old := PackSingle(nil, trans, k, n, b, max(ldb, 1))
					factor := PackSingle(old, trans, k, n, b, max(ldb, 1))
					factor.Multiply(m, a, max(lda, 1), c, ldc)
					what := fmt.Sprintf("%v, transposed %v, whole %v", shape, trans, whole)
					magnitude := 0.0 // exact
					if !whole {
						magnitude = 3e6 * (10 + float64(k))
					}
					agree(t, what, m, n, ldc, c, want, magnitude)
				}
			}
		}
	})
}
