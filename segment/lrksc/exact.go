package lrksc

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
)

// SolveExactly runs Algorithm 1 or 2 of LRKSC with a full
// eigendecomposition of the kernel in every iteration, O(N³) each. It is the
// reference for solve, and its fallback where the kernel adapts strongly.
//
// The A step is solved in the eigenbasis of K = V diag(k) Vᵀ, which stays well
// posed for the tiny first penalties: with P = C − Y/ρ, H = VᵀP, u = Vᵀ1 and
// T = λ2 diag(k) + ρuuᵀ,
//
//	A = P + V (T + ρI)⁻¹ (T(Vᵀ − H) − u y).
//
// It returns C, whether the stopping rule was met, and ctx.Err() when ctx ends.
func SolveExactly(ctx context.Context, kg *mat.Dense, s Settings) (*mat.Dense, bool, error) {
	e, err := newExact(ctx, kg, s)
	if err != nil {
		return nil, false, err
	}
	shares := s.shares()
	for iteration := 1; iteration <= s.Iterations; iteration++ {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		e.stepC()
		e.basis.stepA(e.a, e.c, e.multiplier, e.affine, e.rho, s)
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		if err := e.stepK(ctx); err != nil {
			return nil, false, err
		}
		it := core.Iteration{Number: iteration, Limit: s.Iterations, Rank: e.basis.rank(), Share: shares(iteration)}
		if s.robust {
			it.KernelResidual = e.stepE()
		}
		sums := dense.ColumnSums(e.a)
		it.Residual, it.AffineResidual = e.residuals(sums)
		it.Objective = objective(kg, e.k, e.c, e.corruption, e.basis, s)
		converged := it.Residual <= s.Tolerance && it.AffineResidual <= s.Tolerance && it.KernelResidual <= s.Tolerance
		if converged || iteration == s.Iterations {
			it.Share = 1
		}
		s.Progress.Report(it)
		if converged {
			return e.c, true, nil
		}
		e.raiseMultipliers(sums)
		e.rho = min(s.Eta*e.rho, s.RhoMax)
	}
	return e.c, false, nil
}

// exact is the state of Algorithms 1 and 2 as they stand in the paper.
type exact struct {
	Settings
	kg         *mat.Dense // K_G
	k          *mat.Dense // K = BᵀB
	a, c       *mat.Dense // A, C
	multiplier *mat.Dense // Y
	affine     []float64  // y
	// corruption and kernelMultiplier are E and Y₃ of Algorithm 2, nil for Algorithm 1.
	corruption, kernelMultiplier *mat.Dense
	basis                        eigenbasis // of K
	rho                          float64    // the penalty ρ
}

// newExact returns the state before the first iteration: A, C and the multipliers are 0.
func newExact(ctx context.Context, kg *mat.Dense, s Settings) (*exact, error) {
	n, _ := kg.Dims()
	e := &exact{
		Settings: s, kg: kg, k: mat.DenseCopyOf(kg), a: mat.NewDense(n, n, nil), c: mat.NewDense(n, n, nil),
		multiplier: mat.NewDense(n, n, nil), affine: make([]float64, n), rho: s.Rho,
	}
	if s.robust {
		e.corruption, e.kernelMultiplier = mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	}
	var err error
	e.basis, err = eigenbasisOf(ctx, mat.DenseCopyOf(kg), s.Workers)
	return e, err
}

// stepC is the soft threshold of A + Y/ρ at λ₁/ρ, with zero diagonal.
func (e *exact) stepC() {
	n, _ := e.c.Dims()
	for i := range n {
		ci, ai, yi := e.c.RawRowView(i), e.a.RawRowView(i), e.multiplier.RawRowView(i)
		for j := range ci {
			ci[j] = dense.SoftThreshold(ai[j]+yi[j]/e.rho, e.Lambda1/e.rho)
		}
		ci[i] = 0
	}
}

// stepK shrinks the eigenvalues of the kernel that A asks for; nothing is done where the
// kernel is frozen. The error is that of the eigenvalues, or ctx.Err().
func (e *exact) stepK(ctx context.Context) error {
	if e.frozen {
		return nil
	}
	tilde := perturbedKernel(e.kg, e.a, e.corruption, e.kernelMultiplier, e.rho, e.Settings)
	var err error
	if e.basis, err = eigenbasisOf(ctx, tilde, e.Workers); err != nil {
		return err
	}
	weight := e.Lambda3
	if e.robust {
		weight = e.rho
	}
	for i, sigma := range e.basis.values {
		gamma := shrinkEigenvalue(sigma, weight)
		e.basis.values[i] = gamma * gamma
	}
	e.basis.matrix(e.k, e.Workers)
	return nil
}

// stepE is the soft threshold of K_G − K + Y₃/ρ at λ₃/ρ, and raises Y₃; it returns
// ‖K_G − K − E‖∞.
func (e *exact) stepE() (residual float64) {
	n, _ := e.k.Dims()
	for i := range n {
		ei, gi, ki, yi := e.corruption.RawRowView(i), e.kg.RawRowView(i), e.k.RawRowView(i), e.kernelMultiplier.RawRowView(i)
		for j := range ei {
			ei[j] = dense.SoftThreshold(gi[j]-ki[j]+yi[j]/e.rho, e.Lambda3/e.rho)
			gap := gi[j] - ki[j] - ei[j]
			residual = max(residual, math.Abs(gap))
			yi[j] += e.rho * gap
		}
	}
	return residual
}

// residuals returns ‖A − C‖∞, and ‖1ᵀA − 1ᵀ‖∞ with the constraint, from the sums of A's
// columns.
func (e *exact) residuals(sums []float64) (residual, affine float64) {
	n, _ := e.a.Dims()
	for i := range n {
		ci, ai := e.c.RawRowView(i), e.a.RawRowView(i)
		for j := range ci {
			residual = max(residual, math.Abs(ai[j]-ci[j]))
		}
	}
	if e.Affine {
		for _, sum := range sums {
			affine = max(affine, math.Abs(sum-1))
		}
	}
	return residual, affine
}

// raiseMultipliers adds ρ times what the constraints are off to Y and y.
func (e *exact) raiseMultipliers(sums []float64) {
	n, _ := e.a.Dims()
	for i := range n {
		ci, ai, yi := e.c.RawRowView(i), e.a.RawRowView(i), e.multiplier.RawRowView(i)
		for j := range ci {
			yi[j] += e.rho * (ai[j] - ci[j])
		}
	}
	if e.Affine {
		for j, sum := range sums {
			e.affine[j] += e.rho * (sum - 1)
		}
	}
}

// eigenbasis is a symmetric matrix V diag(values) Vᵀ.
type eigenbasis struct {
	vt     *mat.Dense // N×N, eigenvectors as rows
	values []float64  // ascending
}

// eigenbasisOf decomposes the symmetric a, which it overwrites.
func eigenbasisOf(ctx context.Context, a *mat.Dense, workers int) (eigenbasis, error) {
	n, _ := a.Dims()
	values, vectors, err := eigen.Symmetric(ctx, n, a.RawMatrix().Data, workers)
	if ctx.Err() != nil {
		return eigenbasis{}, ctx.Err()
	}
	if err != nil {
		return eigenbasis{}, fmt.Errorf("kernel matrix: %w", err)
	}
	return eigenbasis{mat.NewDense(n, n, vectors), values}, nil
}

// matrix stores V diag(values) Vᵀ in dst.
func (b eigenbasis) matrix(dst *mat.Dense, workers int) {
	n := len(b.values)
	scaled := mat.NewDense(n, n, nil)
	for i, value := range b.values {
		row := scaled.RawRowView(i)
		for j, v := range b.vt.RawRowView(i) {
			row[j] = v * value
		}
	}
	dense.Multiply(dst, b.vt, scaled, true, false, workers)
	dense.Symmetrize(dst)
}

// rank returns the number of positive values.
func (b eigenbasis) rank() int {
	r := 0
	for _, v := range b.values {
		if v > 0 {
			r++
		}
	}
	return r
}

// stepA stores the minimiser over A in a.
func (b eigenbasis) stepA(a, c, multiplier *mat.Dense, affine []float64, rho float64, s Settings) {
	n := len(b.values)
	p := mat.NewDense(n, n, nil)
	for i := range n {
		pi, ci, yi := p.RawRowView(i), c.RawRowView(i), multiplier.RawRowView(i)
		for j := range pi {
			pi[j] = ci[j] - yi[j]/rho
		}
	}
	h := mat.NewDense(n, n, nil)
	dense.Multiply(h, b.vt, p, false, false, s.Workers)
	ones := make([]float64, n) // u = Vᵀ1
	if s.Affine {
		for i := range n {
			ones[i] = floats.Sum(b.vt.RawRowView(i))
		}
	}
	// T + ρI is diagonal plus ρuuᵀ: Sherman–Morrison.
	diagonal := make([]float64, n)
	denominator := 1.0
	for i, value := range b.values {
		diagonal[i] = s.Lambda2*value + rho
		denominator += rho * ones[i] * ones[i] / diagonal[i]
	}
	column := make([]float64, n)
	for j := range n {
		var alongOnes float64
		for i := range n {
			column[i] = b.vt.At(i, j) - h.At(i, j)
			alongOnes += ones[i] * column[i]
		}
		var correction float64
		for i := range n {
			column[i] = (s.Lambda2*b.values[i]*column[i] + ones[i]*(rho*alongOnes-affine[j])) / diagonal[i]
			correction += ones[i] * column[i]
		}
		correction *= rho / denominator
		for i := range n {
			h.Set(i, j, column[i]-correction*ones[i]/diagonal[i])
		}
	}
	dense.Multiply(a, b.vt, h, true, false, s.Workers)
	a.Add(a, p)
}

// perturbedKernel returns K̃, whose eigenvalues the kernel step shrinks.
func perturbedKernel(kg, a, corruption, kernelMultiplier *mat.Dense, rho float64, s Settings) *mat.Dense {
	n, _ := kg.Dims()
	tilde := dense.Outer(a, false, s.Workers)
	weight := s.Lambda2 / (2 * s.Lambda3)
	if s.robust {
		weight = s.Lambda2 / (2 * rho)
	}
	for i := range n {
		row := tilde.RawRowView(i)
		for j := range row {
			row[j] = kg.At(i, j) - weight*(row[j]-2*a.At(j, i))
			if s.robust {
				row[j] += kernelMultiplier.At(i, j)/rho - corruption.At(i, j)
			}
		}
		row[i] -= weight
	}
	dense.Symmetrize(tilde)
	return tilde
}

// objective is the cost that LRKSC minimises, at K and C.
func objective(kg, k, c, corruption *mat.Dense, basis eigenbasis, s Settings) float64 {
	n, _ := c.Dims()
	var objective float64
	kc := mat.NewDense(n, n, nil)
	dense.Multiply(kc, k, c, false, false, s.Workers)
	for i := range n {
		ci := c.RawRowView(i)
		for j, v := range ci {
			// tr((I−C)ᵀK(I−C)) = tr K − 2 tr KC + tr CᵀKC
			objective += s.Lambda1*math.Abs(v) + s.Lambda2/2*v*kc.At(i, j)
		}
		objective += s.Lambda2 / 2 * (k.At(i, i) - 2*kc.At(i, i))
	}
	if s.frozen {
		return objective
	}
	for _, value := range basis.values {
		objective += math.Sqrt(max(value, 0))
	}
	for i := range n {
		for j := range n {
			if s.robust {
				objective += s.Lambda3 * math.Abs(corruption.At(i, j))
			} else {
				gap := kg.At(i, j) - k.At(i, j)
				objective += s.Lambda3 / 2 * gap * gap
			}
		}
	}
	return objective
}
