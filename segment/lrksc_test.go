package segment

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/parallel"
)

// TestFastHistory compares the iterations of the fast solver with those of the
// exact one.
func TestFastHistory(t *testing.T) {
	data, _ := referenceData(t)
	for _, affine := range []float64{1, 0} {
		var runs [2]*Result
		for i := range runs {
			r, err := Run(context.Background(), data, Config{Method: lrksc{}, Motions: 3, Values: Values{"exact": float64(i), "affine": affine}})
			if err != nil {
				t.Fatal(err)
			}
			runs[i] = r
		}
		fast, exact := runs[0].History, runs[1].History
		if len(fast) != len(exact) {
			t.Fatalf("%d iterations, want %d", len(fast), len(exact))
		}
		for i := range fast {
			f, e := fast[i], exact[i]
			if math.Abs(f.Residual-e.Residual) > 1e-3*e.Residual+1e-7 {
				t.Errorf("iteration %d: residual %g, want %g", i+1, f.Residual, e.Residual)
			}
			if math.Abs(f.AffineResidual-e.AffineResidual) > 1e-3*e.AffineResidual+1e-7 {
				t.Errorf("iteration %d: affine residual %g, want %g", i+1, f.AffineResidual, e.AffineResidual)
			}
			if math.Abs(f.Objective-e.Objective) > 1e-3*e.Objective {
				t.Errorf("iteration %d: objective %g, want %g", i+1, f.Objective, e.Objective)
			}
			if f.Rank != e.Rank {
				t.Errorf("iteration %d: rank %d, want %d", i+1, f.Rank, e.Rank)
			}
		}
	}
}

// TestClippedPart compares QᵀC, which the solver follows by what changes, with
// the product itself.
func TestClippedPart(t *testing.T) {
	data, _ := referenceData(t)
	values := lrksc{}.Describe().ValuesFor(Trajectories)
	settings := lrkscSettingsOf(Input{Values: values, Workers: 2})
	kernel, err := leadingKernel(context.Background(), kernelMatrix(data, values, 2), settings)
	if err != nil {
		t.Fatal(err)
	}
	var l *lrkscSolver
	followed := 0
	settings.progress = settings.progress.reporting(func(Iteration) {
		for block, known := range l.clipped.known {
			if known && all(l.clipped.alike, block*parallel.BlockRows, min((block+1)*parallel.BlockRows, l.n)) {
				followed++
			}
		}
		for j := range l.n {
			for i := range l.p {
				var want float64
				for k, c := range l.c.RawRowView(j) {
					want += c * l.q.At(k, i)
				}
				if got := l.qc.At(j, i); math.Abs(got-want) > 1e-10 {
					t.Fatalf("entry %d of column %d is %v, want %v", i, j, got, want)
				}
			}
		}
	})
	l = newLRKSCSolver(context.Background(), kernel, settings)
	if _, converged, err := l.run(context.Background()); err != nil || !converged {
		t.Fatal(converged, err)
	}
	if followed == 0 {
		t.Error("no product was followed")
	}
}

// TestResidualBound holds the bound that ends the iterations without a product
// above the residual, and near it.
func TestResidualBound(t *testing.T) {
	data, _ := referenceData(t)
	settings := lrkscSettingsOf(Input{Values: lrksc{}.Describe().ValuesFor(Trajectories), Workers: 2})
	kernel, err := leadingKernel(context.Background(), kernelMatrix(data, lrksc{}.Describe().ValuesFor(Trajectories), 2), settings)
	if err != nil {
		t.Fatal(err)
	}
	var l *lrkscSolver
	settings.progress = settings.progress.reporting(func(it Iteration) {
		if it.Number == 1 {
			return // the penalty has not grown yet
		}
		if bound := l.residualBound(1 / settings.eta); bound < it.Residual || bound > 30*it.Residual {
			t.Errorf("iteration %d: bound %g of the residual %g", it.Number, bound, it.Residual)
		}
	})
	l = newLRKSCSolver(context.Background(), kernel, settings)
	if _, converged, err := l.run(context.Background()); err != nil || !converged {
		t.Fatal(converged, err)
	}
}

// TestDirectionsLeftOut: directions that hardly matter any more are left out, and
// change no coefficient by more than was allowed, nor what the report says.
func TestDirectionsLeftOut(t *testing.T) {
	const tolerance, share = 1e-4, 4e-4 // those of the members of LRKSC auto
	ctx := context.Background()
	data := benchmarkTracks(120, 20)
	for _, affine := range []bool{true, false} {
		s := lrkscSettingsOf(Input{Values: lrksc{}.Describe().ValuesFor(Trajectories), Report: func(Iteration) {}})
		s.affine, s.tolerance = affine, tolerance
		kernel, err := leadingKernel(ctx, kernelMatrix(data, lrksc{}.Describe().ValuesFor(Trajectories), 0), s)
		if err != nil {
			t.Fatal(err)
		}
		var last [2]Iteration
		var rank [2]int
		var c [2]*mat.Dense
		for i, leftOut := range []float64{1e-300, share} {
			s.leftOut = leftOut
			s.progress = newProgress(func(it Iteration) { last[i] = it })
			l := newLRKSCSolver(context.Background(), kernel, s)
			if c[i], _, err = l.run(ctx); err != nil {
				t.Fatal(err)
			}
			_, rank[i] = l.q.Dims()
		}
		var gap mat.Dense
		gap.Sub(c[0], c[1])
		t.Logf("affine %v: %d of %d directions left, C differs by %.2g, objective %v and %v, rank %d and %d", affine, rank[1], rank[0], maxAbs(&gap),
			last[0].Objective, last[1].Objective, last[0].Rank, last[1].Rank)
		if rank[1] > rank[0]/2 || rank[1] < 2 {
			t.Errorf("affine %v: %d of %d directions left", affine, rank[1], rank[0])
		}
		if d := maxAbs(&gap); d == 0 || d > tolerance/10 {
			t.Errorf("affine %v: C differs by %g", affine, d)
		}
		if last[0].Rank != last[1].Rank || math.Abs(last[0].Objective-last[1].Objective) > 1e-3*last[0].Objective {
			t.Errorf("affine %v: rank %d and %d, objective %v and %v", affine, last[0].Rank, last[1].Rank, last[0].Objective, last[1].Objective)
		}
		if affine && last[1].AffineResidual > tolerance {
			t.Errorf("sums of columns off by %g", last[1].AffineResidual)
		}
	}
}

// TestPreparationEnds has a solver whose context has ended prepare nothing of
// what takes time, and return.
func TestPreparationEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q := mat.NewDense(3, 1, []float64{1, 0, 0})
	l := newLRKSCSolver(ctx, lowRank{q, []float64{1}}, lrkscSettingsOf(Input{Values: lrksc{}.Describe().ValuesFor(Trajectories), Workers: 1}))
	if l.c != nil || l.panels != nil {
		t.Errorf("C %v and panels %v were prepared", l.c, l.panels)
	}
	if _, _, err := l.run(ctx); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestCoarserFactor holds what the factor of a member leaves out of its kernel to
// changing coefficients by less than the members' tolerance.
func TestCoarserFactor(t *testing.T) {
	ctx := context.Background()
	x := normalized(benchmarkTracks(300, 30))
	m := families[Trajectories].members[2]
	s := newAutoRun(Input{Values: lrkscAuto{}.Describe().ValuesFor(Trajectories)}).settings(m, newProgress(nil))
	var c [2]*mat.Dense
	for i, share := range []float64{choleskyShare / 100, s.cholesky} {
		kg := mat.NewDense(300, 300, nil)
		gram(ctx, kg, x, 0)
		polynomial(kg, m.a, m.b)
		s.cholesky = share
		kernel, err := leadingKernel(ctx, kg, s)
		if err != nil {
			t.Fatal(err)
		}
		if c[i], _, err = iterateLRKSC(ctx, kernel, s); err != nil {
			t.Fatal(err)
		}
	}
	var gap mat.Dense
	gap.Sub(c[0], c[1])
	if d := maxAbs(&gap); d == 0 || d > memberTolerance {
		t.Errorf("coefficients differ by %g", d)
	}
}

// TestKernelSpan holds eigenpairs from the span that kernels share to those from
// each kernel's own factor: coefficients differ by less than the members' tolerance,
// and the kernel is left as it was.
func TestKernelSpan(t *testing.T) {
	ctx := context.Background()
	data := benchmarkTracks(300, 30)
	run := newAutoRun(Input{Data: data, Values: lrkscAuto{}.Describe().ValuesFor(Trajectories)})
	inner := outer(normalized(data), true, 0)
	var span kernelSpan
	var trace float64
	for _, m := range families[Trajectories].members[:3] {
		s := run.settings(m, newProgress(nil))
		kg := mat.NewDense(300, 300, nil)
		trace = run.lift(kg, inner, m, trace)
		before := mat.DenseCopyOf(kg)
		spanned, err := span.leading(ctx, kg, s)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.Equal(kg, before) {
			t.Errorf("%v: the kernel has changed", m)
		}
		s.cholesky = choleskyShare / 100
		exact, err := leadingKernel(ctx, kg, s)
		if err != nil {
			t.Fatal(err)
		}
		if p, _ := span.rows.Dims(); p >= 290 || p <= len(exact.values) {
			t.Errorf("%v: a span of %d directions for %d", m, p, len(exact.values))
		}
		var c [2]*mat.Dense
		for i, kernel := range []lowRank{spanned, exact} {
			if c[i], _, err = iterateLRKSC(ctx, kernel, s); err != nil {
				t.Fatal(err)
			}
		}
		var gap mat.Dense
		gap.Sub(c[0], c[1])
		t.Logf("%v: %d directions, coefficients differ by %.2g", m, len(spanned.values), maxAbs(&gap))
		if d := maxAbs(&gap); d == 0 || d > memberTolerance/10 {
			t.Errorf("%v: coefficients differ by %g", m, d)
		}
	}
}

// TestEliminate eliminates a matrix with rows that depend on others.
func TestEliminate(t *testing.T) {
	const n, rank, columns = 70, 50, 9
	rng := rand.New(rand.NewPCG(1, 2))
	half := mat.NewDense(rank, n, nil)
	for i := range rank {
		for j := range n {
			half.Set(i, j, rng.NormFloat64())
		}
	}
	b := mat.NewDense(rank, columns, nil)
	b.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, b)
	joined := mat.NewDense(n, n+columns, nil)
	left, right := joined.Slice(0, n, 0, n).(*mat.Dense), joined.Slice(0, n, n, n+columns).(*mat.Dense)
	left.Mul(half.T(), half)
	right.Mul(half.T(), b)
	want := mat.DenseCopyOf(joined)
	eliminate(t.Context(), joined, 2)
	for i := range n {
		for j := range i {
			joined.Set(i, j, 0)
		}
	}
	for i := rank; i < n; i++ {
		for j, v := range joined.RawRowView(i) {
			if v != 0 {
				t.Fatalf("row %d depends on others: its entry %d is %g", i, j, v)
			}
		}
	}
	// Rᵀ[R R⁻ᵀB] is what it was, and of B, which lies in the span, nothing is lost.
	var again, square, whole mat.Dense
	again.Mul(left.T(), joined)
	again.Sub(&again, want)
	if d := maxAbs(&again); d > 1e-9 {
		t.Errorf("the product of the factors differs by %g", d)
	}
	square.Mul(right.T(), right)
	whole.Mul(b.T(), b)
	square.Sub(&square, &whole)
	if d := maxAbs(&square); d > 1e-9 {
		t.Errorf("the squares of B differ by %g", d)
	}
}

// TestInPlace compares C formed in place, by lists of few directions and of many,
// with C formed beside the last one, where no direction is left out.
func TestInPlace(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		lambda3 float64
		listed  bool
	}{{1e5, false}, {1e9, true}} {
		values := lrksc{}.Describe().ValuesFor(Trajectories)
		s := lrkscSettingsOf(Input{Values: values, Report: func(Iteration) {}})
		s.lambda3 = c.lambda3
		kernel, err := leadingKernel(ctx, kernelMatrix(benchmarkTracks(220, 15), values, 0), s)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := newLRKSCSolver(ctx, kernel, s).run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		s.leftOut = 1e-300
		l := newLRKSCSolver(ctx, kernel, s)
		if l.listed != c.listed || !l.inPlace() {
			t.Fatalf("%d directions: listed %v, in place %v", l.p, l.listed, l.inPlace())
		}
		got, converged, err := l.run(ctx)
		if err != nil || !converged {
			t.Fatal(converged, err)
		}
		var gap mat.Dense
		gap.Sub(got, want)
		if d := maxAbs(&gap); d > admmTolerance {
			t.Errorf("%d directions: C differs by %g", l.p, d)
		}
	}
}

// TestMembersBeginLater holds what the iterations add that members leave out at the
// start, far below what ends theirs.
func TestMembersBeginLater(t *testing.T) {
	ctx := context.Background()
	x := normalized(benchmarkTracks(200, 30))
	for _, m := range families[Trajectories].members {
		s := newAutoRun(Input{Values: lrkscAuto{}.Describe().ValuesFor(Trajectories)}).settings(m, newProgress(nil))
		kg := mat.NewDense(200, 200, nil)
		gram(ctx, kg, x, 0)
		polynomial(kg, m.a, m.b)
		kernel, err := leadingKernel(ctx, kg, s)
		if err != nil {
			t.Fatal(err)
		}
		var c [2]*mat.Dense
		for i, rho := range []float64{admmRho, s.rho} {
			s.rho = rho
			if c[i], _, err = iterateLRKSC(ctx, kernel, s); err != nil {
				t.Fatal(err)
			}
		}
		var gap mat.Dense
		gap.Sub(c[0], c[1])
		if d := maxAbs(&gap); d == 0 || d > memberTolerance/10 {
			t.Errorf("%v: coefficients differ by %g", m, d)
		}
	}
}
