package subspace

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
)

// largestOutside returns the largest absolute entry of a between points of
// different labels, and within.
func largestOutside(a *mat.Dense, labels []int) (outside, within float64) {
	for i, li := range labels {
		for j, lj := range labels {
			if li == lj {
				within = max(within, math.Abs(a.At(i, j)))
			} else {
				outside = max(outside, math.Abs(a.At(i, j)))
			}
		}
	}
	return outside, within
}

// projector returns V₁V₁ᵀ for the rank leading right singular vectors of x.
func projector(t *testing.T, x *mat.Dense, rank int) *mat.Dense {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		t.Fatal("gonum's singular value decomposition failed")
	}
	var v, p mat.Dense
	svd.VTo(&v)
	n, _ := v.Dims()
	v1 := v.Slice(0, n, 0, rank)
	p.Mul(v1, v1.T())
	return &p
}

func TestLRROnCleanSubspaces(t *testing.T) {
	x, labels := scenes.IndependentSubspaces(rand.New(rand.NewPCG(3, 4)), 20, 3, 4, 15)
	s, last := scenes.Solve(t, LRR{}, x, 3, core.Values{"lambda": 100})
	if !s.Converged || last.Residual >= 1e-8 {
		t.Errorf("converged %v with residual %g", s.Converged, last.Residual)
	}
	outside, within := largestOutside(s.C, labels)
	if outside > 1e-6 || within < 0.1 {
		t.Errorf("the representation is not block-diagonal: %g between, %g within the subspaces", outside, within)
	}
	if e := scenes.RelativeError(s.C, projector(t, x, 12)); e > 1e-6 {
		t.Errorf("the representation differs from V₁V₁ᵀ by %g", e)
	}
	// ‖V₁V₁ᵀ‖* = 12 and E = 0.
	if math.Abs(last.Objective-12) > 1e-5 || last.Rank != 12 {
		t.Errorf("objective %v at rank %d, expected 12 at rank 12", last.Objective, last.Rank)
	}
}

// TestLRRLeavesOutliersOut spoils two points and expects the error, and only
// theirs, to take them up.
func TestLRRLeavesOutliersOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x, _ := scenes.IndependentSubspaces(rng, 30, 2, 3, 20)
	for i := range 30 {
		x.Set(i, 7, 1.5*rng.NormFloat64())
		x.Set(i, 31, 1.5*rng.NormFloat64())
	}
	in := core.Input{Data: core.Data{X: x, Kind: core.Images}, Motions: 2,
		Values: LRR{}.Describe().ValuesFor(core.Trajectories), Workers: 1, Report: func(core.Iteration) {}}
	in.Values["lambda"] = 0.1
	space, err := RowSpaceOf(context.Background(), x, 1)
	if err != nil {
		t.Fatal(err)
	}
	l := newLRRSolver(space, in)
	if converged, err := l.run(context.Background()); !converged || err != nil {
		t.Fatalf("converged %v, error %v", converged, err)
	}
	for p, v := range l.errorNorms {
		if spoilt := p == 7 || p == 31; spoilt != (v > 1) {
			t.Errorf("point %d has error %g", p, v)
		}
	}
}

func TestLRSCNoiseFree(t *testing.T) {
	x, _ := scenes.IndependentSubspaces(rand.New(rand.NewPCG(7, 8)), 12, 2, 3, 10)
	p := projector(t, x, 6)
	previous := math.Inf(1)
	for _, tau := range []float64{1e2, 1e4, 1e6, 1e8} {
		s, _ := scenes.Solve(t, LRSC{}, x, 2, core.Values{"model": lrscNoiseFree, "tau": tau})
		e := scenes.RelativeError(s.C, p)
		if e >= previous {
			t.Errorf("τ = %g: distance %g from V₁V₁ᵀ, expected less than %g", tau, e, previous)
		}
		previous = e
	}
	if previous > 1e-7 {
		t.Errorf("distance %g from V₁V₁ᵀ at τ = 1e8", previous)
	}
	// Singular values 1, 2 and 4 at τ = ½ drop the first and leave 1 − 1/(τσ²).
	diagonal := mat.NewDense(3, 4, []float64{1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 4, 0})
	s, last := scenes.Solve(t, LRSC{}, diagonal, 2, core.Values{"model": lrscNoiseFree, "tau": 0.5})
	want := mat.NewDense(4, 4, []float64{0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.875, 0, 0, 0, 0, 0})
	if e := scenes.RelativeError(s.C, want); e > 1e-12 {
		t.Errorf("C = %v, expected %v", mat.Formatted(s.C), mat.Formatted(want))
	}
	// ‖C‖* = 1.375, τ/2 ‖X − XC‖² = ¼ (1 + 1 + ¼)
	if math.Abs(last.Objective-1.9375) > 1e-12 {
		t.Errorf("objective %v, expected 1.9375", last.Objective)
	}
}

// TestPolynomialThresholding compares the shrunk singular values with the
// minimum of the cost over a fine grid.
func TestPolynomialThresholding(t *testing.T) {
	cost := func(lambda, sigma, alpha, tau float64) float64 {
		gap := sigma - lambda
		if lambda > 1/math.Sqrt(tau) {
			return 1 - 1/(2*tau*lambda*lambda) + alpha/2*gap*gap
		}
		return tau/2*lambda*lambda + alpha/2*gap*gap
	}
	for _, c := range [][2]float64{{3000, 420}, {100, 1}, {2, 5}, {1, 1}, {3, 0.9}, {0.5, 40}} {
		alpha, tau := c[0], c[1]
		limit := polynomialCutoff(alpha, tau)
		for _, share := range []float64{0.1, 0.5, 0.9, 1.1, 1.5, 4} {
			sigma := share * limit
			got := shrunkValues([]float64{sigma}, alpha, tau)[0]
			best := math.Inf(1)
			for i := range 20001 {
				best = min(best, cost(1.0001*sigma*float64(i)/20000, sigma, alpha, tau))
			}
			if f := cost(got, sigma, alpha, tau); f > best*(1+1e-9)+1e-12 {
				t.Errorf("α = %g, τ = %g, σ = %g: λ = %g costs %.12g, the grid reaches %.12g", alpha, tau, sigma, got, f, best)
			}
		}
	}
}

// TestLRSCOutliers spoils single entries of clean data and expects the model
// with outliers to find the coefficients of the clean data again.
func TestLRSCOutliers(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	x, _ := scenes.IndependentSubspaces(rng, 40, 2, 3, 30)
	spoilt := mat.DenseCopyOf(x)
	for range 15 {
		i, j := rng.IntN(40), rng.IntN(60)
		spoilt.Set(i, j, spoilt.At(i, j)+5)
	}
	const tau, alpha = 0.05, 0.05
	clean, _ := scenes.Solve(t, LRSC{}, x, 2, core.Values{"model": lrscNoisy, "tau": tau, "alpha": alpha})
	noisy, _ := scenes.Solve(t, LRSC{}, spoilt, 2, core.Values{"model": lrscNoisy, "tau": tau, "alpha": alpha})
	robust, last := scenes.Solve(t, LRSC{}, spoilt, 2,
		core.Values{"model": lrscOutliers, "tau": tau, "alpha": alpha, "gamma": 0.05, "iterations": 1000})
	before, after := scenes.RelativeError(noisy.C, clean.C), scenes.RelativeError(robust.C, clean.C)
	if !(after < before) {
		t.Errorf("distance from the clean coefficients %g with outliers modelled, %g without", after, before)
	}
	t.Logf("distance %g modelled, %g not, after %d iterations", after, before, last.Number)
}

func TestOMPPicksAtoms(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	x := scenes.RandomDense(rng, 20, 50)
	for _, atoms := range []int{1, 3, 7} {
		s, last := scenes.Solve(t, OMP{}, x, 2, core.Values{"atoms": float64(atoms), "normalize": 0})
		var total float64
		for j := range 50 {
			var picked []int
			for i := range 50 {
				if s.C.At(i, j) != 0 {
					picked = append(picked, i)
				}
			}
			if len(picked) != atoms || slices.Contains(picked, j) {
				t.Fatalf("point %d is expressed by %v, expected %d others", j, picked, atoms)
			}
			var residual mat.VecDense
			residual.MulVec(x, s.C.ColView(j))
			residual.SubVec(x.ColView(j), &residual)
			for _, i := range picked {
				if p := mat.Dot(&residual, x.ColView(i)); math.Abs(p) > 1e-11 {
					t.Errorf("point %d: the residual has product %g with picked point %d", j, p, i)
				}
			}
			total += mat.Dot(&residual, &residual)
		}
		if math.Abs(last.Objective-total) > 1e-9*total {
			t.Errorf("objective %v, expected %v", last.Objective, total)
		}
	}
	// The first pick is the point of largest product.
	s, _ := scenes.Solve(t, OMP{}, x, 2, core.Values{"atoms": 1, "normalize": 0})
	for j := range 50 {
		best := -1
		for i := range 50 {
			if i != j && (best < 0 || math.Abs(mat.Dot(x.ColView(i), x.ColView(j))) >
				math.Abs(mat.Dot(x.ColView(best), x.ColView(j)))) {
				best = i
			}
		}
		want := mat.Dot(x.ColView(best), x.ColView(j)) / mat.Dot(x.ColView(best), x.ColView(best))
		if math.Abs(s.C.At(best, j)-want) > 1e-12 {
			t.Errorf("point %d: weight %v of point %d, expected %v", j, s.C.At(best, j), best, want)
		}
	}
}

// TestOMPStaysInTheSubspace checks that on orthogonal subspaces pursuit ends
// with the residual, having picked points of its own subspace only.
func TestOMPStaysInTheSubspace(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	x := mat.NewDense(9, 60, nil)
	labels := make([]int, 60)
	for j := range 60 {
		labels[j] = 1 + j%3
		for i := range 3 {
			x.Set(3*(j%3)+i, j, rng.NormFloat64())
		}
	}
	s, last := scenes.Solve(t, OMP{}, x, 3, core.Values{"atoms": 20, "normalize": 1})
	outside, _ := largestOutside(s.C, labels)
	if outside != 0 || last.Objective > 1e-10 {
		t.Errorf("largest coefficient %g between the subspaces, squared residuals %g", outside, last.Objective)
	}
	for j := range 60 {
		count := 0
		for i := range 60 {
			if s.C.At(i, j) != 0 {
				count++
			}
		}
		if count != 3 {
			t.Errorf("point %d is expressed by %d others, expected 3", j, count)
		}
	}
}

// TestLSR compares the closed form with ridge regressions one point at a time.
func TestLSR(t *testing.T) {
	const n, lambda = 15, 0.3
	x := scenes.RandomDense(rand.New(rand.NewPCG(15, 16)), 6, n)
	s, last := scenes.Solve(t, LSR{}, x, 2, core.Values{"lambda": lambda})
	var total float64
	for j := range n {
		others := mat.NewDense(6, n-1, nil)
		for i := range n {
			if i < j {
				others.SetCol(i, mat.Col(nil, i, x))
			} else if i > j {
				others.SetCol(i-1, mat.Col(nil, i, x))
			}
		}
		var normal mat.Dense
		normal.Mul(others.T(), others)
		for i := range n - 1 {
			normal.Set(i, i, normal.At(i, i)+lambda)
		}
		var rhs, want, gap mat.VecDense
		rhs.MulVec(others.T(), x.ColView(j))
		if err := want.SolveVec(&normal, &rhs); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			expected := 0.0
			if i < j {
				expected = want.AtVec(i)
			} else if i > j {
				expected = want.AtVec(i - 1)
			}
			if math.Abs(s.C.At(i, j)-expected) > 1e-12 {
				t.Errorf("C(%d, %d) = %v, expected %v", i, j, s.C.At(i, j), expected)
			}
		}
		gap.MulVec(others, &want)
		gap.SubVec(x.ColView(j), &gap)
		total += mat.Dot(&gap, &gap) + lambda*mat.Dot(&want, &want)
	}
	if math.Abs(last.Objective-total) > 1e-11*total {
		t.Errorf("objective %v, expected %v", last.Objective, total)
	}
}

// TestEDSC checks the conditions that the minimiser fulfils: columns that sum
// to one, and a gradient C − λXᵀ(X − XC) that is the same for all points.
func TestEDSC(t *testing.T) {
	const n, lambda = 14, 5.0
	x := scenes.RandomDense(rand.New(rand.NewPCG(17, 18)), 6, n)
	for _, affine := range []float64{0, 1} {
		s, last := scenes.Solve(t, EDSC{}, x, 2, core.Values{"lambda": lambda, "affine": affine})
		var rest, gradient mat.Dense
		rest.Mul(x, s.C)
		rest.Sub(x, &rest)
		gradient.Mul(x.T(), &rest)
		gradient.Scale(-lambda, &gradient)
		gradient.Add(&gradient, s.C)
		for j := range n {
			if sum := mat.Sum(s.C.ColView(j)); affine != 0 && math.Abs(sum-1) > 1e-12 {
				t.Errorf("column %d sums to %v", j, sum)
			}
			for i := range n {
				want := 0.0
				if affine != 0 {
					want = gradient.At(0, j)
				}
				if math.Abs(gradient.At(i, j)-want) > 1e-12 {
					t.Errorf("affine %v: gradient (%d, %d) is %v, expected %v", affine, i, j, gradient.At(i, j), want)
				}
			}
		}
		c, r := mat.Norm(s.C, 2), mat.Norm(&rest, 2)
		if want := c*c/2 + lambda/2*r*r; math.Abs(last.Objective-want) > 1e-11*want {
			t.Errorf("affine %v: objective %v, expected %v", affine, last.Objective, want)
		}
	}
}

// TestRSIM checks the powered matrix at a given rank and that the true rank is
// chosen among all.
func TestRSIM(t *testing.T) {
	x, labels := scenes.IndependentSubspaces(rand.New(rand.NewPCG(21, 22)), 30, 3, 3, 20)
	s, last := scenes.Solve(t, RSIM{}, x, 3, nil)
	if evaluate.ClusteringError(s.Labels, labels) != 0 {
		t.Errorf("labels %v", s.Labels)
	}
	if last.Number != last.Limit || last.Rank != 9 {
		t.Errorf("last iteration %+v, expected rank 9, which is all that the data have", last)
	}
	outside, _ := largestOutside(s.W, labels)
	if outside > 1e-12 {
		t.Errorf("affinity %g between independent subspaces", outside)
	}
	s, _ = scenes.Solve(t, RSIM{}, x, 3, core.Values{"rank": 5, "gamma": 2.5})
	var svd mat.SVD
	svd.Factorize(x, mat.SVDThin)
	var v mat.Dense
	svd.VTo(&v)
	for i := range 60 {
		for j := range 60 {
			a, b := v.Slice(i, i+1, 0, 5).(*mat.Dense), v.Slice(j, j+1, 0, 5).(*mat.Dense)
			cosine := mat.Dot(a.RowView(0), b.RowView(0)) / (mat.Norm(a, 2) * mat.Norm(b, 2))
			if want := math.Pow(max(cosine, 0), 2.5); math.Abs(s.W.At(i, j)-want) > 1e-9 {
				t.Fatalf("W(%d, %d) = %v, expected %v", i, j, s.W.At(i, j), want)
			}
		}
	}
}
