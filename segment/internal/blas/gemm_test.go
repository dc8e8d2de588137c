package blas

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/blas/gonum"

	"motionseg/segment/internal/parallel"
)

// eachKernel runs f with every kernel of this machine and with none.
func eachKernel(t *testing.T, f func(t *testing.T)) {
	previous := active
	defer func() { active = previous }()
	for _, k := range append(kernels(), nil) {
		name := "gonum"
		if k != nil {
			name = k.name
		}
		active = k
		t.Run(name, f)
	}
}

func random(rng *rand.Rand, n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = rng.NormFloat64()
	}
	return s
}

// stored returns the rows and columns in which op(X), rows×cols, is stored.
func stored(trans bool, rows, cols int) (int, int) {
	if trans {
		return cols, rows
	}
	return rows, cols
}

// agree fails unless got and want differ by at most 1e-13 of the sum of the
// terms' absolute values, and everything outside the rows×cols matrix is equal.
func agree(t *testing.T, what string, rows, cols, stride int, got, want []float64, magnitude float64) {
	t.Helper()
	for i := range got {
		inside := i/stride < rows && i%stride < cols
		if inside && math.Abs(got[i]-want[i]) <= 1e-13*magnitude || got[i] == want[i] {
			continue
		}
		t.Fatalf("%s: entry (%d, %d) is %v, expected %v", what, i/stride, i%stride, got[i], want[i])
	}
}

var shapes = [][3]int{
	{1, 1, 1}, {1, 9, 1}, {2, 3, 4}, {7, 11, 13}, {8, 24, 5}, {9, 25, 8}, {16, 48, 31}, {4, 12, 100},
	{1, 300, 40}, {300, 1, 40}, {31, 47, 61}, {97, 101, 3}, {97, 103, 257}, {200, 130, 515}, {33, 3100, 7}, {410, 70, 90},
}

func TestGemmAgreesWithGonum(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, shape := range shapes {
			m, n, k := shape[0], shape[1], shape[2]
			for variant := range 4 {
				transA, transB := variant&1 != 0, variant&2 != 0
				for _, factors := range [][2]float64{{1, 0}, {1, 1}, {-0.7, 0.3}, {2, -1}, {0, 0.5}, {0, 1}, {0, 0}} {
					alpha, beta := factors[0], factors[1]
					pad := rng.IntN(3) * 5
					ra, ca := stored(transA, m, k)
					rb, cb := stored(transB, k, n)
					lda, ldb, ldc := ca+pad, cb+pad, n+pad
					a, b := random(rng, ra*lda), random(rng, rb*ldb)
					want := random(rng, m*ldc)
					for _, workers := range []int{1, 3} {
						got := append([]float64(nil), want...)
						Gemm(transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, got, ldc, workers)
						expected := append([]float64(nil), want...)
						gonum.Implementation{}.Dgemm(transpose(transA), transpose(transB), m, n, k, alpha, a, lda, b,
							ldb, beta, expected, ldc)
						agree(t, fmt.Sprintf("%v %v %v·A·B + %v·C, %v", transA, transB, alpha, beta, shape), m, n, ldc,
							got, expected, 10+5*float64(k))
						packed := append([]float64(nil), want...)
						Pack(transB, k, n, b, ldb).Multiply(transA, m, alpha, a, lda, beta, packed, ldc, workers)
						agree(t, fmt.Sprintf("packed %v %v %v·A·B + %v·C, %v", transA, transB, alpha, beta, shape), m,
							n, ldc, packed, expected, 10+5*float64(k))
					}
				}
			}
		}
	})
}

func TestSymmetricProductsFillBothHalves(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		for _, shape := range [][2]int{{1, 1}, {3, 9}, {24, 24}, {50, 7}, {131, 260}, {400, 33}} {
			n, k := shape[0], shape[1]
			for _, trans := range []bool{false, true} {
				ra, ca := stored(trans, n, k)
				lda, ldc := ca+2, n+3
				a := random(rng, ra*lda)
				old := random(rng, n*ldc)
				for i := range n {
					for j := range i {
						old[i*ldc+j] = old[j*ldc+i]
					}
				}
				want := append([]float64(nil), old...)
				gonum.Implementation{}.Dgemm(transpose(trans), transpose(!trans), n, n, k, 0.6, a, lda, a, lda, -0.4, want, ldc)
				for _, workers := range []int{1, 4} {
					got := append([]float64(nil), old...)
					Syrk(trans, n, k, 0.6, a, lda, -0.4, got, ldc, workers)
					agree(t, fmt.Sprintf("Syrk %v %v", trans, shape), n, n, ldc, got, want, 10+5*float64(k))
					for i := range n {
						for j := range i {
							if got[i*ldc+j] != got[j*ldc+i] {
								t.Fatalf("%v: halves differ at (%d, %d)", shape, i, j)
							}
						}
					}
				}
				d := random(rng, k)
				scaled := append([]float64(nil), a...)
				for i := range ra {
					for j := range ca {
						index := j
						if trans {
							index = i
						}
						scaled[i*lda+j] *= d[index]
					}
				}
				gonum.Implementation{}.Dgemm(transpose(trans), transpose(!trans), n, n, k, 1, scaled, lda, a, lda, 0, want, ldc)
				got := append([]float64(nil), old...)
				for i := range n {
					copy(got[i*ldc+n:(i+1)*ldc], want[i*ldc+n:(i+1)*ldc])
				}
				GemmSymmetric(trans, !trans, n, k, 1, scaled, lda, a, lda, 0, got, ldc, 2)
				agree(t, fmt.Sprintf("GemmSymmetric %v %v", trans, shape), n, n, ldc, got, want, 10+5*float64(k))
			}
		}
	})
}

func TestWorkersDoNotChangeABit(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		m, n, k := 337, 241, 301
		a, b := random(rng, m*k), random(rng, k*n)
		one, many := make([]float64, m*n), make([]float64, m*n)
		Gemm(false, false, m, n, k, 1.5, a, k, b, n, 0, one, n, 1)
		for _, workers := range []int{2, 3, 8, 100, 0} {
			Gemm(false, false, m, n, k, 1.5, a, k, b, n, 0, many, n, workers)
			for i, v := range one {
				if many[i] != v {
					t.Fatalf("%d workers: entry %d is %v, with one worker %v", workers, i, many[i], v)
				}
			}
		}
	})
}

func TestNaN(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		nan := math.NaN()
		const n = 30
		a, b, c := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		for i := range a {
			a[i], b[i], c[i] = 1, 1, nan
		}
		Gemm(false, false, n, n, n, 1, a, n, b, n, 0, c, n, 1)
		for i, v := range c {
			if v != n {
				t.Fatalf("beta 0: entry %d is %v, expected %v", i, v, n)
			}
		}
		a[3*n+4] = nan
		Gemm(false, false, n, n, n, 0, a, n, b, n, 2, c, n, 1)
		for i, v := range c {
			if v != 2*n {
				t.Fatalf("alpha 0: entry %d is %v, expected %v", i, v, 2*n)
			}
		}
		Gemm(false, true, n, n, n, 1, a, n, b, n, 1, c, n, 1)
		for i, v := range c {
			if math.IsNaN(v) != (i/n == 3) {
				t.Fatalf("NaN in row 3 of A: entry (%d, %d) is %v", i/n, i%n, v)
			}
		}
	})
}

func TestBadShapesPanic(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		x := make([]float64, 100)
		for name, call := range map[string]func(){
			"short A":      func() { Gemm(false, false, 10, 10, 20, 1, x, 20, x, 10, 0, x, 10, 1) },
			"short B":      func() { Gemm(false, false, 10, 10, 10, 1, x, 10, x[:99], 10, 0, x, 10, 1) },
			"short C":      func() { Gemm(false, false, 10, 10, 10, 1, x, 10, x, 10, 0, x[:99], 10, 1) },
			"small stride": func() { Gemm(false, false, 10, 10, 10, 1, x, 9, x, 10, 0, x, 10, 1) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: expected a panic", name)
					}
				}()
				call()
			}()
		}
	})
}

// TestPanicReachesTheCaller plants a panic in the work of the pool, and checks
// that the next product is right.
func TestPanicReachesTheCaller(t *testing.T) {
	previous := active
	defer func() { active = previous }()
	calls := new(atomic.Int64)
	planted := kernel{name: "planted", mr: 4, nr: 4, mc: 16, kc: 256, nc: 3072,
		tile: func(int, *float64, *float64, *float64, int, bool) {
			if calls.Add(1) == 100 {
				panic("planted")
			}
		}}
	rng := rand.New(rand.NewPCG(17, 18))
	const n = 100
	a, got, want := random(rng, n*n), make([]float64, n*n), make([]float64, n*n)
	func() {
		defer func() {
			if p, _ := recover().(*parallel.Panic); p == nil || p.Value != "planted" {
				t.Errorf("the caller finds %v, want the panic of a worker", p)
			}
		}()
		active = &planted
		Gemm(false, false, n, n, n, 1, a, n, a, n, 0, got, n, 2)
	}()
	active = previous
	Gemm(false, false, n, n, n, 1, a, n, a, n, 0, got, n, 2)
	gonum.Implementation{}.Dgemm(transpose(false), transpose(false), n, n, n, 1, a, n, a, n, 0, want, n)
	agree(t, "after a panic", n, n, n, got, want, 10+5*n)
}

func TestNoAllocationInTheSteadyState(t *testing.T) {
	if active == nil {
		t.Skip("gonum's products allocate")
	}
	if raceDetector {
		t.Skip("the race detector empties pools at random")
	}
	rng := rand.New(rand.NewPCG(7, 8))
	const n = 100
	a, c := random(rng, n*n), make([]float64, n*n)
	// A collection may empty the pool between two calls.
	factor := Pack(false, n, n, a, n)
	if allocations := testing.AllocsPerRun(50, func() {
		factor.Multiply(false, n, 1, a, n, 0, c, n, 1)
	}); allocations >= 1 {
		t.Errorf("%v allocations a product with a packed factor, expected none", allocations)
	}
	if allocations := testing.AllocsPerRun(50, func() {
		Gemm(false, true, n, n, n, 1, a, n, a, n, 0, c, n, 1)
	}); allocations >= 1 {
		t.Errorf("%v allocations a product, expected none", allocations)
	}
}

func FuzzGemm(f *testing.F) {
	f.Add(uint8(5), uint8(6), uint8(7), uint8(1), uint8(2), uint64(3))
	f.Add(uint8(255), uint8(24), uint8(255), uint8(2), uint8(0), uint64(4))
	f.Fuzz(func(t *testing.T, m8, n8, k8, variant, pad8 uint8, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		m, n, k, pad := int(m8), int(n8), int(k8), int(pad8%8)
		transA, transB := variant&1 != 0, variant&2 != 0
		ra, ca := stored(transA, m, k)
		rb, cb := stored(transB, k, n)
		lda, ldb, ldc := max(1, ca+pad), max(1, cb+pad), max(1, n+pad)
		a, b, c := random(rng, ra*lda), random(rng, rb*ldb), random(rng, m*ldc)
		want := append([]float64(nil), c...)
		Gemm(transA, transB, m, n, k, 0.5, a, lda, b, ldb, float64(variant%3), c, ldc, 2)
		gonum.Implementation{}.Dgemm(transpose(transA), transpose(transB), m, n, k, 0.5, a, lda, b, ldb,
			float64(variant%3), want, ldc)
		agree(t, fmt.Sprint(m, n, k), m, n, ldc, c, want, 10+5*float64(k))
	})
}

func BenchmarkGemm(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 10))
	previous := active
	defer func() { active = previous }()
	for _, kern := range append(kernels(), nil) {
		name := "gonum"
		if kern != nil {
			name = kern.name
		}
		for _, shape := range [][3]int{{60, 60, 60}, {130, 543, 543}, {543, 543, 130}, {556, 556, 556}, {2000, 2000, 400}} {
			m, n, k := shape[0], shape[1], shape[2]
			x, y, z := random(rng, m*k), random(rng, k*n), make([]float64, m*n)
			for variant := range 4 {
				transA, transB := variant&1 != 0, variant&2 != 0
				for _, workers := range []int{1, 2} {
					if (transA || transB || kern == nil) && workers > 1 {
						continue
					}
					b.Run(fmt.Sprintf("%s/%dx%dx%d/%v-%v/workers=%d", name, m, n, k, letter(transA), letter(transB),
						workers), func(b *testing.B) {
						active = kern
						_, lda := stored(transA, m, k)
						_, ldb := stored(transB, k, n)
						for b.Loop() {
							Gemm(transA, transB, m, n, k, 1, x, lda, y, ldb, 0, z, n, workers)
						}
						b.ReportMetric(2*float64(m)*float64(n)*float64(k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
					})
				}
			}
		}
	}
}

func BenchmarkPacked(b *testing.B) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, shape := range [][3]int{{96, 543, 61}, {96, 543, 130}, {16, 556, 556}} {
		m, n, k := shape[0], shape[1], shape[2]
		x, y, z := random(rng, m*k), random(rng, k*n), make([]float64, m*n)
		factor := Pack(false, k, n, y, n)
		b.Run(fmt.Sprintf("%dx%dx%d", m, n, k), func(b *testing.B) {
			for b.Loop() {
				factor.Multiply(false, m, 1, x, k, 0, z, n, 1)
			}
			b.ReportMetric(2*float64(m)*float64(n)*float64(k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
		})
		b.Run(fmt.Sprintf("%dx%dx%d/unpacked", m, n, k), func(b *testing.B) {
			for b.Loop() {
				Gemm(false, false, m, n, k, 1, x, k, y, n, 0, z, n, 1)
			}
			b.ReportMetric(2*float64(m)*float64(n)*float64(k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
		})
	}
}

func letter(trans bool) string {
	if trans {
		return "T"
	}
	return "N"
}

func BenchmarkSyrk(b *testing.B) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, shape := range [][2]int{{556, 130}, {2000, 400}} {
		n, k := shape[0], shape[1]
		x, c := random(rng, n*k), make([]float64, n*n)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%dx%d/workers=%d", n, k, workers), func(b *testing.B) {
				for b.Loop() {
					Syrk(false, n, k, 1, x, k, 0, c, n, workers)
				}
				b.ReportMetric(float64(n)*float64(n)*float64(k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
			})
		}
	}
}

// TestProductsEnd has products leave out their work once their context is done,
// and do all of it before.
func TestProductsEnd(t *testing.T) {
	if active == nil {
		t.Skip("without assembler products go on to the end")
	}
	const n = 300
	a := make([]float64, n*n)
	for i := range a {
		a[i] = 1
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for name, multiply := range map[string]func(ctx context.Context, c []float64){
		"Gemm": func(ctx context.Context, c []float64) {
			GemmUntil(ctx, false, false, n, n, n, 1, a, n, a, n, 0, c, n, 2)
		},
		"Syrk": func(ctx context.Context, c []float64) { SyrkUntil(ctx, true, n, n, 1, a, n, 0, c, n, 2) },
	} {
		c := make([]float64, n*n)
		multiply(context.Background(), c)
		for i, v := range c {
			if v != n {
				t.Fatalf("%s: entry %d is %v, want %d", name, i, v, n)
			}
		}
		clear(c)
		multiply(done, c)
		for i, v := range c {
			if v != 0 {
				t.Fatalf("%s, after the end: entry %d is %v", name, i, v)
			}
		}
	}
}

// TestRepack packs factors of other sizes in the memory of one, and multiplies as
// with new ones.
func TestRepack(t *testing.T) { eachKernel(t, testRepack) }

func testRepack(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	var f *Packed
	for _, size := range [][2]int{{30, 50}, {7, 13}, {300, 41}, {12, 12}} {
		k, n := size[0], size[1]
		for _, trans := range []bool{false, true} {
			ldb := n
			if trans {
				ldb = max(k, 1)
			}
			const m = 9
			a, b := random(rng, m*k), random(rng, k*n)
			got, want := make([]float64, m*n), make([]float64, m*n)
			f = Repack(f, trans, k, n, b, ldb)
			f.Multiply(false, m, 1, a, max(k, 1), 0, got, n, 1)
			Pack(trans, k, n, b, ldb).Multiply(false, m, 1, a, max(k, 1), 0, want, n, 1)
			if !slices.Equal(got, want) {
				t.Errorf("%d×%d, transposed %v: another product", k, n, trans)
			}
		}
	}
}
