package moments

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Sums are those of the products, and the same to the bit with and without vector code, that for AVX-512
// and that for AVX2.
func TestSums(t *testing.T) {
	testSums(t)
	if wide := wideVectorCode; wide {
		setWideVectorCode(false)
		defer setWideVectorCode(wide)
		testSums(t)
	}
}

func testSums(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 3, 4, 5, 17, 300} {
		for _, size := range [][2]int{{1, 1}, {3, 4}, {6, 6}, {10, 4}, {41, 10}} {
			a, b := NewTable(size[0], n), NewTable(size[1], n)
			for i, table := range []*Table{a, b} {
				for r := range size[i] {
					for k := range n {
						table.Row(r)[k] = rng.NormFloat64()
					}
				}
			}
			got := make([]float64, size[0]*size[1])
			Sums(got, a, size[0], b, size[1])
			for i := range size[0] {
				for j := range size[1] {
					var want float64
					for k, v := range a.Row(i) {
						want += v * b.Row(j)[k]
					}
					v := got[i*size[1]+j]
					if math.Abs(v-want) > 1e-12*float64(n+1) {
						t.Errorf("%d numbers, rows %d and %d: %v, want %v", n, i, j, v, want)
					}
					if plain := sum(a.values[i*a.stride:][:a.stride], b.values[j*b.stride:][:b.stride]); v != plain {
						t.Errorf("%d numbers, rows %d and %d: %v by vector code, %v without", n, i, j, v, plain)
					}
				}
			}
		}
	}
}

// Products are those of single numbers, whatever is left over by vector code, and nothing beyond.
func TestMultiply(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 20 {
		a, b, to := make([]float64, n), make([]float64, n+1), make([]float64, n+1)
		for k := range n {
			a[k], b[k] = rng.NormFloat64(), rng.NormFloat64()
		}
		to[n] = 5
		Multiply(to, a, b)
		for k := range n {
			if to[k] != a[k]*b[k] {
				t.Errorf("number %d of %d: %v, expected %v", k, n, to[k], a[k]*b[k])
			}
		}
		if to[n] != 5 {
			t.Errorf("%d numbers: the one behind is %v", n, to[n])
		}
	}
}

// BenchmarkSums has the sums of one step of a bundle adjustment, and of one round of a
// projection.
func BenchmarkSums(b *testing.B) {
	for _, size := range []struct {
		name          string
		rows, columns int
	}{{"adjustment", 29, 10}, {"projection", 10, 4}} {
		b.Run(size.name, func(b *testing.B) {
			x, y := NewTable(size.rows, 300), NewTable(size.columns, 300)
			to := make([]float64, size.rows*size.columns)
			for b.Loop() {
				Sums(to, x, size.rows, y, size.columns)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/300, "ns/point")
		})
	}
}

// A table that is made another one gives the sums of a new one, whatever it held.
func TestResize(t *testing.T) {
	const rows = 29
	used := NewTable(rows, 40)
	for r := range rows {
		for k := range 40 {
			used.Row(r)[k] = math.NaN()
		}
	}
	other := NewTable(4, 7)
	for _, size := range [][2]int{{3, 7}, {10, 7}, {41, 90}} {
		used.Resize(size[0], size[1])
		other.Resize(4, size[1])
		fresh := NewTable(size[0], size[1])
		for r := range size[0] {
			for k := range size[1] {
				used.Row(r)[k], fresh.Row(r)[k] = float64(r+k), float64(r+k)
			}
		}
		for r := range 4 {
			for k := range size[1] {
				other.Row(r)[k] = float64(k - r)
			}
		}
		got, want := make([]float64, 4*size[0]), make([]float64, 4*size[0])
		Sums(got, used, size[0], other, 4)
		Sums(want, fresh, size[0], other, 4)
		if !slices.Equal(got, want) {
			t.Errorf("%v: sums %v, want %v", size, got, want)
		}
	}
}
