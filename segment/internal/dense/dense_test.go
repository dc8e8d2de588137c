package dense

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomPositive returns a positive definite matrix, n×n by rows, and a list of n numbers.
func randomPositive(n int) (a, b []float64) {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	x := make([]float64, n*n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	a = make([]float64, n*n)
	for i := range n {
		b = append(b, r.NormFloat64())
		for j := range n {
			for k := range n {
				a[i*n+j] += x[i*n+k] * x[j*n+k]
			}
		}
		a[i*n+i]++
	}
	return a, b
}

// TestSolvePositive: systems of any size, in blocks of rows and left over, are solved, whatever is above the diagonal.
func TestSolvePositive(t *testing.T) {
	for n := range 27 {
		a, b := randomPositive(n)
		lower, x := make([]float64, n*n), append([]float64(nil), b...)
		for i := range n {
			for j := range n {
				if lower[i*n+j] = a[i*n+j]; j > i {
					lower[i*n+j] = math.NaN()
				}
			}
		}
		SolvePositive(lower, x, 1e-12)
		for i := range n {
			left := b[i]
			for j := range n {
				left -= a[i*n+j] * x[j]
			}
			if !(math.Abs(left) < 1e-9) {
				t.Errorf("%d×%d: equation %d is off by %g", n, n, i, left)
			}
		}
	}
	a, b := []float64{1, 0, 2, 4}, []float64{1, 1} // of rank one: 4 − 2² = 0
	SolvePositive(a, b, 0.25)
	if a[3] != 0.5 {
		t.Errorf("a pivot of 0 became %v², expected 0.25", a[3])
	}
}

// TestLeastVector: inverse iteration finds the direction in which a matrix is least.
func TestLeastVector(t *testing.T) {
	for _, n := range []int{3, 9, SmallSize} {
		a, v := randomPositive(n)
		var square float64
		for _, x := range v {
			square += x * x
		}
		var m Small
		for i := range n { // nothing is left of the direction v
			v[i] /= math.Sqrt(square)
		}
		for i := range n {
			for j := i; j < n; j++ {
				for k := range n {
					for l := range n {
						m[i][j] += (delta(i, k) - v[i]*v[k]) * a[k*n+l] * (delta(l, j) - v[l]*v[j])
					}
				}
			}
		}
		x := m.LeastVector(n)
		var along float64
		for i := range n {
			along += x[i] * v[i]
		}
		if !(math.Abs(along) > 1-1e-9) {
			t.Errorf("%d coordinates: the cosine to the least direction is %v", n, along)
		}
	}
}

// TestLeastVectorAmongOthers: a direction that is not much less than others takes steps.
func TestLeastVectorAmongOthers(t *testing.T) {
	var m Small
	for i := range m {
		m[i][i] = float64(8 + i)
	}
	m[4][4] = 1
	if x := m.LeastVector(SmallSize); !(math.Abs(x[4]) > 1-1e-9) {
		t.Errorf("the cosine to the least direction is %v", x[4])
	}
}

func delta(i, j int) float64 {
	if i == j {
		return 1
	}
	return 0
}

// BenchmarkSmall times a step of a bundle adjustment, 24 equations, and the fit of a projection.
func BenchmarkSmall(b *testing.B) {
	a, right := randomPositive(24)
	factor, x := make([]float64, len(a)), make([]float64, len(right))
	b.Run("SolvePositive 24", func(b *testing.B) {
		for b.Loop() {
			copy(factor, a)
			copy(x, right)
			SolvePositive(factor, x, 1e-12)
		}
	})
	var m Small
	of, _ := randomPositive(SmallSize)
	for i := range m {
		copy(m[i][:], of[i*SmallSize:])
	}
	b.Run("LeastVector 12", func(b *testing.B) {
		for b.Loop() {
			m.LeastVector(SmallSize)
		}
	})
}
