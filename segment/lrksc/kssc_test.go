package lrksc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// TestKSSCWithLinearKernelIsNoisySSC checks that with the linear kernel the
// columns of C minimise ‖c‖₁ + μ/2 ‖x_j − Xc‖² subject to 1ᵀc = 1 and c_j = 0,
// μ = λ2/λ1: with some ν_j, every product μ x_iᵀ(x_j − Xc) + ν_j is the sign of
// c_i where that is not zero, and at most 1 elsewhere, to the 1e-3 that the
// stopping rule leaves. (SSC's own program leaves
// Z a diagonal in its linear step and so ends near this minimum, not at it.)
func TestKSSCWithLinearKernelIsNoisySSC(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, _ := scenes.IndependentSubspaces(rng, 8, 3, 2, 12)
	noise := scenes.RandomDense(rng, 8, 36)
	noise.Scale(0.02, noise)
	x.Add(x, noise)
	x.Scale(0.9/floats.Norm(x.RawMatrix().Data, math.Inf(1)), x) // within [−1, 1], so that the kernel leaves it alone
	const mu = 40
	s, _ := scenes.Solve(t, KSSC{}, x, 3, core.Values{"kernel": LinearKernel, "a": 0, "lambda1": 0.5, "lambda2": 0.5 * mu,
		// A penalty that hardly grows leaves the solver time to reach the minimum.
		"rho": 10, "eta": 1 + 1e-6, "tolerance": 2e-9, "iterations": 20000})
	if !s.Converged {
		t.Fatal("not converged")
	}
	var residual, products mat.Dense
	residual.Mul(x, s.C)
	residual.Sub(x, &residual)
	products.Mul(x.T(), &residual)
	products.Scale(mu, &products)
	for j := range 36 {
		if sum := mat.Sum(s.C.ColView(j)); math.Abs(sum-1) > 1e-7 {
			t.Errorf("column %d sums to %v", j, sum)
		}
		low, high := math.Inf(-1), math.Inf(1) // of ν
		for i := range 36 {
			p, c := products.At(i, j), s.C.At(i, j)
			if i == j {
				continue
			}
			if c >= 0 {
				high = min(high, 1-p)
			}
			if c <= 0 {
				low = max(low, -1-p)
			}
			if c > 0 {
				low = max(low, 1-p)
			}
			if c < 0 {
				high = min(high, -1-p)
			}
		}
		if low > high+1e-3 {
			t.Errorf("column %d: ν would have to lie above %v and below %v", j, low, high)
		}
	}
}
