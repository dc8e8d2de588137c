package geometry

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/moments"
)

// TestProjectionMatrix holds the sums of weighted monomials to the sums of the rows.
func TestProjectionMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	const n = 50
	for _, k := range []int{3, 4} {
		monomials, weighted := moments.NewTable(k*(k+1)/2, n), moments.NewTable(4, n)
		var got, want dense.Small
		for p := range n {
			place := []float64{rng.NormFloat64(), rng.NormFloat64(), 1, rng.NormFloat64()}[:k]
			u, v, weight := rng.NormFloat64(), rng.NormFloat64(), rng.Float64()
			for i := range k {
				for j := i; j < k; j++ {
					monomials.Row(triangle(k, i, j))[p] = place[i] * place[j]
				}
			}
			for r, by := range []float64{1, u, v, u*u + v*v} {
				weighted.Row(r)[p] = weight * by
			}
			for r, q := range []float64{u, v} {
				row := make([]float64, 3*k)
				for c := range k {
					row[r*k+c], row[2*k+c] = place[c], -q*place[c]
				}
				addOuter(&want, row, weight)
			}
		}
		sums := make([]float64, 4*k*(k+1)/2)
		moments.Sums(sums, monomials, k*(k+1)/2, weighted, 4)
		setProjected(&got, sums, k)
		checkSmall(t, fmt.Sprintf("projection of %d numbers", k), &got, &want, n)
	}
}

// TestEpipolarMatrix is TestProjectionMatrix for epipolar constraints.
func TestEpipolarMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	const n = 50
	first, second := moments.NewTable(planeMonomials, n), moments.NewTable(planeMonomials, n)
	var got, want dense.Small
	for p := range n {
		x, y, u, v, weight := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.Float64()
		for r, by := range []float64{x * x, x * y, x, y * y, y, 1} {
			first.Row(r)[p] = by
		}
		for r, by := range []float64{u * u, u * v, u, v * v, v, 1} {
			second.Row(r)[p] = weight * by
		}
		addOuter(&want, []float64{u * x, u * y, u, v * x, v * y, v, x, y, 1}, weight)
	}
	var sums [planeMonomials * planeMonomials]float64
	moments.Sums(sums[:], second, planeMonomials, first, planeMonomials)
	setEpipolar(&got, &sums)
	checkSmall(t, "epipolar constraint", &got, &want, n)
}

// addOuter adds the outer product of a row, weighted, to m.
func addOuter(m *dense.Small, row []float64, weight float64) {
	for i, v := range row {
		for j := i; j < len(row); j++ {
			m[i][j] += weight * v * row[j]
		}
	}
}

// checkSmall checks that two matrices of sums over n points are the same within rounding.
func checkSmall(t *testing.T, name string, got, want *dense.Small, n float64) {
	t.Helper()
	for i := range dense.SmallSize {
		for j := i; j < dense.SmallSize; j++ {
			if math.Abs(got[i][j]-want[i][j]) > 1e-12*n {
				t.Errorf("%s, entry %d, %d: %v, want %v", name, i, j, got[i][j], want[i][j])
			}
		}
	}
}
