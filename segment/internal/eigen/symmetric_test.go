package eigen

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// spectra are the eigenvalues that the decomposition is tried on.
var spectra = map[string]func(i, n int) float64{
	"random":   nil,
	"graded":   func(i, n int) float64 { return 1e5 * math.Pow(1e-12, float64(i)/float64(n)) },
	"clusters": func(i, n int) float64 { return float64(i % 3) },
	"zero":     func(i, n int) float64 { return 0 },
}

func symmetric(name string, n int, rng *rand.Rand) *mat.SymDense {
	raw := mat.NewDense(n, n, nil)
	raw.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, raw)
	s := mat.NewSymDense(n, nil)
	value := spectra[name]
	if value == nil {
		for i := range n {
			for j := i; j < n; j++ {
				s.SetSym(i, j, raw.At(i, j))
			}
		}
		return s
	}
	var qr mat.QR
	qr.Factorize(raw)
	var q, d mat.Dense
	qr.QTo(&q)
	d.CloneFrom(&q)
	d.Apply(func(_, j int, v float64) float64 { return v * value(j, n) }, &d)
	var p mat.Dense
	p.Mul(&d, q.T())
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, p.At(i, j))
		}
	}
	return s
}

func TestSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for name := range spectra {
		for _, n := range []int{1, 2, 3, 7, 33, 120, 257, 451} {
			s := symmetric(name, n, rng)
			a := make([]float64, n*n)
			for i := range n {
				for j := range n {
					a[i*n+j] = s.At(i, j)
				}
			}
			values, vectors, err := Symmetric(context.Background(), n, a, 0)
			if err != nil {
				t.Fatal(err)
			}
			scale := max(mat.Norm(s, 2), 1e-300)
			var eig mat.EigenSym
			eig.Factorize(s, false)
			for i, want := range eig.Values(nil) {
				if math.Abs(values[i]-want) > 1e-13*scale {
					t.Errorf("%s, n = %d: value %d is %v, want %v", name, n, i, values[i], want)
				}
			}
			v := mat.NewDense(n, n, vectors)
			var product, residual mat.Dense
			product.Mul(v, v.T())
			for i := range n {
				for j := range n {
					want := 0.0
					if i == j {
						want = 1
					}
					if math.Abs(product.At(i, j)-want) > 1e-12 {
						t.Fatalf("%s, n = %d: vectors %d and %d have product %v", name, n, i, j, product.At(i, j))
					}
				}
			}
			residual.Mul(v, s)
			for i := range n {
				for j := range n {
					if gap := residual.At(i, j) - values[i]*v.At(i, j); math.Abs(gap) > 1e-13*scale {
						t.Fatalf("%s, n = %d: residual %g of pair %d", name, n, gap, i)
					}
				}
			}
		}
	}
	a := []float64{1, math.NaN(), math.NaN(), 1}
	if _, _, err := Symmetric(context.Background(), 2, a, 0); err == nil {
		t.Error("no error for NaN")
	}
}

func BenchmarkSymmetric(b *testing.B) {
	for _, n := range []int{100, 200, 556, 1400} {
		s := symmetric("random", n, rand.New(rand.NewPCG(7, 8)))
		a := make([]float64, n*n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				copy(a, s.RawSymmetric().Data)
				if _, _, err := Symmetric(context.Background(), n, a, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("gonum/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				var eig mat.EigenSym
				eig.Factorize(s, true)
			}
		})
	}
}

// TestGradedTridiagonal diagonalises a tridiagonal matrix whose small end comes
// first and lies far below the rounding of the large one, as the affinities of
// nearly separate groups have it.
func TestGradedTridiagonal(t *testing.T) {
	const n = 500
	rng := rand.New(rand.NewPCG(7, 8))
	d, e, z := make([]float64, n), make([]float64, n), make([]float64, n*n)
	var trace float64
	for i := range d {
		size := math.Pow(10, 60*(float64(i)/n-1))
		d[i] = size * rng.NormFloat64()
		e[i] = size * math.Exp(3*rng.NormFloat64())
		z[i*n+i] = 1
		trace += d[i]
	}
	if err := implicitQL(context.Background(), d, e, z); err != nil {
		t.Fatal(err)
	}
	var sum float64
	for _, v := range d {
		sum += v
	}
	if math.Abs(sum-trace) > 1e-11 {
		t.Errorf("the eigenvalues sum to %v, expected %v", sum, trace)
	}
}

// hardTridiagonals are tridiagonal matrices that divide and conquer finds hard, by the
// diagonal and the off-diagonal: of known eigenvalues, with pairs that agree to rounding, of
// copies joined by little, and with entries near the ends of the range.
var hardTridiagonals = map[string]func(n, i int) (d, e float64){
	"Wilkinson": func(n, i int) (d, e float64) { return math.Abs(float64(n-1)/2 - float64(i)), 1 },
	"glued": func(_, i int) (d, e float64) {
		if e = 1; i%21 == 20 {
			e = 1e-11
		}
		return math.Abs(10 - float64(i%21)), e
	},
	"Toeplitz": func(int, int) (d, e float64) { return 2, -1 },
	"tiny":     func(int, int) (d, e float64) { return 2e-300, -1e-300 },
	"huge":     func(int, int) (d, e float64) { return 2e300, -1e300 },
}

// TestConquerTridiagonal diagonalises hardTridiagonals.
func TestConquerTridiagonal(t *testing.T) {
	for name, entries := range hardTridiagonals {
		for _, n := range []int{33, 210, 401} {
			d, e := make([]float64, n), make([]float64, n)
			scale := 0.0
			for i := range d {
				d[i], e[i] = entries(n, i)
				scale = max(scale, math.Abs(d[i])+2*math.Abs(e[i]))
			}
			diagonal, off := slices.Clone(d), slices.Clone(e)
			z, err := conquer(context.Background(), d, e, math.Inf(-1), 0)
			if err != nil {
				t.Fatal(err)
			}
			if gap := tridiagonalResidual(diagonal, off, d, z); !(gap <= 1e-14*scale) {
				t.Fatalf("%s, n = %d: residual %g", name, n, gap)
			}
			for i := range n {
				for j := range i + 1 {
					want := 0.0
					if i == j {
						want = 1
					}
					if got := dot(z[i*n:(i+1)*n], z[j*n:(j+1)*n]); !(math.Abs(got-want) <= 1e-13) {
						t.Fatalf("%s, n = %d: vectors %d and %d have product %g", name, n, i, j, got)
					}
				}
			}
			if name != "Toeplitz" {
				continue
			}
			slices.Sort(d)
			for i, got := range d {
				want := 2 - 2*math.Cos(float64(i+1)*math.Pi/float64(n+1))
				if math.Abs(got-want) > 1e-14 {
					t.Errorf("n = %d: value %d is %v, want %v", n, i, got, want)
				}
			}
		}
	}
}

// tridiagonalResidual returns the largest entry of Tz − λz over the pairs of values and rows
// of z, NaN where one is none.
func tridiagonalResidual(diagonal, off, values, z []float64) (largest float64) {
	n := len(diagonal)
	for i := range n {
		row := z[i*n : (i+1)*n]
		for j := range n {
			image := diagonal[j] * row[j]
			if j > 0 {
				image += off[j-1] * row[j-1]
			}
			if j < n-1 {
				image += off[j] * row[j+1]
			}
			largest = max(largest, math.Abs(image-values[i]*row[j]))
		}
	}
	return largest
}

// TestSymmetricWorkers decomposes on different numbers of goroutines.
func TestSymmetricWorkers(t *testing.T) {
	const n = 501
	s := symmetric("random", n, rand.New(rand.NewPCG(1, 2)))
	var first []float64
	for _, workers := range []int{1, 2, 5} {
		_, vectors, err := Symmetric(context.Background(), n, slices.Clone(s.RawSymmetric().Data), workers)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = vectors
		} else if !slices.Equal(first, vectors) {
			t.Errorf("%d workers give other vectors", workers)
		}
	}
}

// TestSymmetricAbove compares the pairs above a value with those of all.
func TestSymmetricAbove(t *testing.T) {
	for _, n := range []int{20, 99, 100, 257} {
		s := symmetric("random", n, rand.New(rand.NewPCG(1, 2)))
		values, vectors, err := Symmetric(context.Background(), n, slices.Clone(s.RawSymmetric().Data), 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, wanted := range []int{0, 1, n / 3, n} {
			least := math.Inf(-1)
			if wanted < n {
				least = values[n-1-wanted]
			}
			some, rows, err := SymmetricAbove(context.Background(), n, slices.Clone(s.RawSymmetric().Data), least, 2)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(some, values[n-wanted:]) {
				t.Errorf("n = %d: %d values above %v, want %d", n, len(some), least, wanted)
				continue
			}
			for i, v := range rows {
				if math.Abs(v-vectors[(n-wanted)*n+i]) > 1e-13 {
					t.Errorf("n = %d, the %d largest: vector %d differs", n, wanted, i/n)
					break
				}
			}
		}
	}
}

// looks is a context that counts how often it is asked, and ends after a while.
type looks struct {
	context.Context
	left, count atomic.Int64
}

func (l *looks) Err() error {
	l.count.Add(1)
	if l.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestSymmetricLooksForTheEnd counts how often a decomposition looks whether it
// is to end, and how often it does so once it is: between two looks lies about
// as much as one reflection, one root or a block of one product.
func TestSymmetricLooksForTheEnd(t *testing.T) {
	const n = 600
	s := symmetric("random", n, rand.New(rand.NewPCG(1, 2)))
	whole := &looks{Context: context.Background()}
	whole.left.Store(math.MaxInt64)
	if _, _, err := Symmetric(whole, n, slices.Clone(s.RawSymmetric().Data), 1); err != nil {
		t.Fatal(err)
	}
	total := whole.count.Load()
	// 600 reflections, and in all sizes of divide and conquer at least three for
	// every root that is not set aside; 14914 were counted.
	if total < 14600 {
		t.Errorf("%d looks, want one a reflection and three a root", total)
	}
	for share := range int64(20) {
		l := &looks{Context: context.Background()}
		l.left.Store(total * share / 20)
		if _, _, err := Symmetric(l, n, slices.Clone(s.RawSymmetric().Data), 1); !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d of %d looks: %v", total*share/20, total, err)
		}
		if late := l.count.Load() - total*share/20; late > 60 {
			t.Errorf("ended after %d of %d looks, it looks %d times more", total*share/20, total, late)
		}
	}
}
