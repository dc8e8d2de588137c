package blas

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"
)

func TestImplementationAgreesWithGonum(t *testing.T) {
	ours, theirs := Implementation{Workers: 2}, gonum.Implementation{}
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(13, 14))
		for _, shape := range [][2]int{{1, 3}, {9, 50}, {49, 17}, {120, 49}, {161, 230}} {
			n, k := shape[0], shape[1]
			for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
				for _, tA := range []blas.Transpose{blas.NoTrans, blas.Trans} {
					rows, cols := stored(tA == blas.Trans, n, k)
					lda, ldc := cols+1, n+2
					a, b, c := random(rng, rows*lda), random(rng, rows*lda), random(rng, n*ldc)
					for _, beta := range []float64{0, 1, -0.5} {
						got, want := append([]float64(nil), c...), append([]float64(nil), c...)
						ours.Dsyrk(ul, tA, n, k, 1.5, a, lda, beta, got, ldc)
						theirs.Dsyrk(ul, tA, n, k, 1.5, a, lda, beta, want, ldc)
						agree(t, fmt.Sprintf("Dsyrk %c %c %v", ul, tA, shape), n, n, ldc, got, want, 10+5*float64(k))
						ours.Dsyr2k(ul, tA, n, k, 0.5, a, lda, b, lda, beta, got, ldc)
						theirs.Dsyr2k(ul, tA, n, k, 0.5, a, lda, b, lda, beta, want, ldc)
						agree(t, fmt.Sprintf("Dsyr2k %c %c %v", ul, tA, shape), n, n, ldc, got, want, 10+10*float64(k))
					}
				}
			}
		}
	})
}

func TestTriangularSolves(t *testing.T) {
	ours, theirs := Implementation{}, gonum.Implementation{}
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(15, 16))
		for _, shape := range [][2]int{{1, 1}, {30, 70}, {70, 30}, {200, 3}, {130, 211}} {
			m, n := shape[0], shape[1]
			for variant := range 16 {
				side, ul, tA, diag := blas.Left, blas.Upper, blas.NoTrans, blas.NonUnit
				order := m
				if variant&1 != 0 {
					side, order = blas.Right, n
				}
				if variant&2 != 0 {
					ul = blas.Lower
				}
				if variant&4 != 0 {
					tA = blas.Trans
				}
				if variant&8 != 0 {
					diag = blas.Unit
				}
				lda, ldb := order+2, n+1
				a, b := random(rng, order*lda), random(rng, m*ldb)
				for i := range a {
					a[i] /= float64(2 * order) // a well conditioned triangle
				}
				for i := range order {
					a[i*lda+i] = 1 + 0.1*rng.Float64()
				}
				want := append([]float64(nil), b...)
				ours.Dtrsm(side, ul, tA, diag, m, n, 0.7, a, lda, b, ldb)
				theirs.Dtrsm(side, ul, tA, diag, m, n, 0.7, a, lda, want, ldb)
				agree(t, fmt.Sprintf("%c %c %c %c %v", side, ul, tA, diag, shape), m, n, ldb, b, want, 20)
			}
		}
	})
}

func TestMatRunsOnImplementation(t *testing.T) {
	blas64.Use(Implementation{})
	defer blas64.Use(gonum.Implementation{})
	rng := rand.New(rand.NewPCG(17, 18))
	const n = 150
	a := mat.NewDense(n, n, random(rng, n*n))
	var inverse, product mat.Dense
	if err := inverse.Inverse(a); err != nil {
		t.Fatal(err)
	}
	product.Mul(a, &inverse)
	for i := range n {
		product.Set(i, i, product.At(i, i)-1)
	}
	if norm := mat.Norm(&product, 2); norm > 1e-9 {
		t.Errorf("‖A·A⁻¹ − I‖ = %v", norm)
	}
}

func BenchmarkCholesky(b *testing.B) {
	rng := rand.New(rand.NewPCG(19, 20))
	for _, n := range []int{556, 1000} {
		a := mat.NewSymDense(n, nil)
		a.SymOuterK(1, mat.NewDense(n, n+5, random(rng, n*(n+5))))
		for name, im := range map[string]blas.Float64{"ours": Implementation{}, "gonum": gonum.Implementation{}} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				blas64.Use(im)
				defer blas64.Use(gonum.Implementation{})
				var chol mat.Cholesky
				for b.Loop() {
					chol.Factorize(a)
				}
			})
		}
	}
}
