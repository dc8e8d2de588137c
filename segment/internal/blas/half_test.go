package blas

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

func TestUpperHalvesAgreeWithGonum(t *testing.T) {
	theirs := gonum.Implementation{}
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(13, 14))
		for _, shape := range [][2]int{{1, 3}, {9, 50}, {49, 17}, {120, 49}, {161, 230}} {
			n, k := shape[0], shape[1]
			for _, trans := range []bool{false, true} {
				rows, cols := stored(trans, n, k)
				lda, ldc := cols+1, n+2
				a, b, c := random(rng, rows*lda), random(rng, rows*lda), random(rng, n*ldc)
				for _, beta := range []float64{0, 1, -0.5} {
					got, want := append([]float64(nil), c...), append([]float64(nil), c...)
					SyrkUpper(trans, n, k, 1.5, a, lda, beta, got, ldc, 2)
					theirs.Dsyrk(blas.Upper, transpose(trans), n, k, 1.5, a, lda, beta, want, ldc)
					agree(t, fmt.Sprintf("SyrkUpper %v %v", trans, shape), n, n, ldc, got, want, 10+5*float64(k))
					Syr2kUpper(trans, n, k, 0.5, a, lda, b, lda, beta, got, ldc, 2)
					theirs.Dsyr2k(blas.Upper, transpose(trans), n, k, 0.5, a, lda, b, lda, beta, want, ldc)
					agree(t, fmt.Sprintf("Syr2kUpper %v %v", trans, shape), n, n, ldc, got, want, 10+10*float64(k))
					for i := range n {
						for j := range i {
							if got[i*ldc+j] != c[i*ldc+j] {
								t.Fatalf("%v %v: entry (%d, %d) of the lower half has changed", trans, shape, i, j)
							}
						}
					}
				}
			}
		}
	})
}
