package shrink

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestColumn compares both halves of a column's A step with its formulas, entry by entry.
func TestColumn(t *testing.T) {
	const decay, force = 0.8, -0.6
	rng := rand.New(rand.NewPCG(3, 3))
	for n := range 40 {
		c := Column{Q: normal(n, rng), QC: normal(n, rng), Last: normal(n, rng)}
		ones, weights, own, shared := normal(n, rng), normal(n, rng), normal(n, rng), normal(n, rng)
		b, sums := make([]float64, n), normal(3*n, rng)
		before := slices.Clone(sums)

		inOnes, weighted := c.Right(b, ones, weights, decay)
		var wantOnes, wantWeighted float64
		for i, r := range b {
			if want := c.Q[i] - c.QC[i] + decay*c.Last[i]; !near(r, want) {
				t.Fatalf("n = %d, right-hand side %d: %v, want %v", n, i, r, want)
			}
			wantOnes += ones[i] * r
			wantWeighted += weights[i] * r
		}
		if !near(inOnes, wantOnes) || !near(weighted, wantWeighted) {
			t.Errorf("n = %d: sums %v and %v, want %v and %v", n, inOnes, weighted, wantOnes, wantWeighted)
		}

		right := slices.Clone(b)
		got, want := c.Solve(b, ones, own, shared, sums, decay, force), 0.0
		for i := range n {
			wantB := own[i]*right[i] + force*shared[i]
			a := c.QC[i] - decay*c.Last[i] + wantB
			gap := c.Q[i] - c.QC[i]
			want += ones[i] * a
			for k, square := range []float64{a * c.Q[i], a * a, gap * gap} {
				if added := before[k*n+i] + square; !near(sums[k*n+i], added) {
					t.Fatalf("n = %d, sum %d of %d: %v, want %v", n, k, i, sums[k*n+i], added)
				}
			}
			if !near(b[i], wantB) {
				t.Fatalf("n = %d, B %d: %v, want %v", n, i, b[i], wantB)
			}
		}
		if !near(got, want) {
			t.Errorf("n = %d: product with ones %v, want %v", n, got, want)
		}
	}
}

// TestColumnInGo is TestColumn without vector code.
func TestColumnInGo(t *testing.T) {
	was := vectorCode
	setVectorCode(false)
	defer setVectorCode(was)
	t.Run("Column", TestColumn)
}
