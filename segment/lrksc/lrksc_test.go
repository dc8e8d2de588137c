package lrksc

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/scenes"
)

// TestClippedPart compares QᵀC, which the solver follows by what changes, with
// the product itself.
func TestClippedPart(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	values := LRKSC{}.Describe().ValuesFor(core.Trajectories)
	settings := settingsOf(core.Input{Values: values, Workers: 2})
	kernel, err := LeadingKernel(context.Background(), kernelMatrix(data, values, 2), settings)
	if err != nil {
		t.Fatal(err)
	}
	var l *solver
	followed := 0
	settings.Progress = settings.Progress.Reporting(func(core.Iteration) {
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
	l = newSolver(context.Background(), kernel, settings)
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
	data, _ := scenes.ReferenceData(t)
	settings := settingsOf(core.Input{Values: LRKSC{}.Describe().ValuesFor(core.Trajectories), Workers: 2})
	kernel, err := LeadingKernel(context.Background(),
		kernelMatrix(data, LRKSC{}.Describe().ValuesFor(core.Trajectories), 2), settings)
	if err != nil {
		t.Fatal(err)
	}
	var l *solver
	settings.Progress = settings.Progress.Reporting(func(it core.Iteration) {
		if it.Number == 1 {
			return // the penalty has not grown yet
		}
		if bound := l.residualBound(1 / settings.Eta); bound < it.Residual || bound > 30*it.Residual {
			t.Errorf("iteration %d: bound %g of the residual %g", it.Number, bound, it.Residual)
		}
	})
	l = newSolver(context.Background(), kernel, settings)
	if _, converged, err := l.run(context.Background()); err != nil || !converged {
		t.Fatal(converged, err)
	}
}

// TestDirectionsLeftOut: directions that hardly matter any more are left out, and
// change no coefficient by more than was allowed, nor what the report says.
func TestDirectionsLeftOut(t *testing.T) {
	const tolerance, share = 1e-4, 4e-4 // those of the members of LRKSC auto
	ctx := context.Background()
	data := scenes.BenchmarkTracks(120, 20)
	for _, affine := range []bool{true, false} {
		s := settingsOf(core.Input{Values: LRKSC{}.Describe().ValuesFor(core.Trajectories), Report: func(core.Iteration) {}})
		s.Affine, s.Tolerance = affine, tolerance
		kernel, err := LeadingKernel(ctx, kernelMatrix(data, LRKSC{}.Describe().ValuesFor(core.Trajectories), 0), s)
		if err != nil {
			t.Fatal(err)
		}
		var last [2]core.Iteration
		var rank [2]int
		var c [2]*mat.Dense
		for i, leftOut := range []float64{1e-300, share} {
			s.LeftOut = leftOut
			s.Progress = core.NewProgress(func(it core.Iteration) { last[i] = it })
			l := newSolver(context.Background(), kernel, s)
			if c[i], _, err = l.run(ctx); err != nil {
				t.Fatal(err)
			}
			_, rank[i] = l.q.Dims()
		}
		var gap mat.Dense
		gap.Sub(c[0], c[1])
		t.Logf("affine %v: %d of %d directions left, C differs by %.2g, objective %v and %v, rank %d and %d", affine,
			rank[1], rank[0], floats.Norm(gap.RawMatrix().Data, math.Inf(1)),
			last[0].Objective, last[1].Objective, last[0].Rank, last[1].Rank)
		if rank[1] > rank[0]/2 || rank[1] < 2 {
			t.Errorf("affine %v: %d of %d directions left", affine, rank[1], rank[0])
		}
		if d := floats.Norm(gap.RawMatrix().Data, math.Inf(1)); d == 0 || d > tolerance/10 {
			t.Errorf("affine %v: C differs by %g", affine, d)
		}
		if last[0].Rank != last[1].Rank || math.Abs(last[0].Objective-last[1].Objective) > 1e-3*last[0].Objective {
			t.Errorf("affine %v: rank %d and %d, objective %v and %v", affine, last[0].Rank, last[1].Rank,
				last[0].Objective, last[1].Objective)
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
	l := newSolver(ctx, LowRank{q, []float64{1}},
		settingsOf(core.Input{Values: LRKSC{}.Describe().ValuesFor(core.Trajectories), Workers: 1}))
	if l.c != nil || l.panels != nil {
		t.Errorf("C %v and panels %v were prepared", l.c, l.panels)
	}
	if _, _, err := l.run(ctx); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
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
	if d := floats.Norm(again.RawMatrix().Data, math.Inf(1)); d > 1e-9 {
		t.Errorf("the product of the factors differs by %g", d)
	}
	square.Mul(right.T(), right)
	whole.Mul(b.T(), b)
	square.Sub(&square, &whole)
	if d := floats.Norm(square.RawMatrix().Data, math.Inf(1)); d > 1e-9 {
		t.Errorf("the squares of B differ by %g", d)
	}
}

// TestInPlace compares C formed in place, of few directions and of many, with C formed
// beside the last one, where no direction is left out.
func TestInPlace(t *testing.T) {
	ctx := context.Background()
	for _, lambda3 := range []float64{1e5, 1e9} {
		values := LRKSC{}.Describe().ValuesFor(core.Trajectories)
		s := settingsOf(core.Input{Values: values, Report: func(core.Iteration) {}})
		s.Lambda3 = lambda3
		kernel, err := LeadingKernel(ctx, kernelMatrix(scenes.BenchmarkTracks(220, 15), values, 0), s)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := newSolver(ctx, kernel, s).run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		s.LeftOut = 1e-300
		l := newSolver(ctx, kernel, s)
		if !l.inPlace() || l.p > 100 != (lambda3 > 1e5) {
			t.Fatalf("%d directions, in place %v", l.p, l.inPlace())
		}
		got, converged, err := l.run(ctx)
		if err != nil || !converged {
			t.Fatal(converged, err)
		}
		var gap mat.Dense
		gap.Sub(got, want)
		if d := floats.Norm(gap.RawMatrix().Data, math.Inf(1)); d > admmTolerance {
			t.Errorf("%d directions: C differs by %g", l.p, d)
		}
	}
}

// TestLongestBeyond compares the longest rows, which blocks of them are looked through for,
// with those of all, each of which stands in another block.
func TestLongestBeyond(t *testing.T) {
	const n, columns, first = 250, 4, 1
	m := mat.NewDense(n, columns, nil)
	for i := range n {
		for j := range columns {
			m.Set(i, j, math.Sin(float64(7*i+3*j)))
		}
	}
	m.Set(20, 1, 3)
	m.Set(130, 2, 2.5)
	m.Set(249, 3, 2)
	l := &solver{n: n, Settings: Settings{Workers: 2}}
	got := l.longestBeyond(m, first, columns)
	for i, v := range got {
		var want float64
		for j := range n {
			row := m.RawRowView(j)[first+i:]
			want = max(want, floats.Dot(row, row))
		}
		if math.Abs(v-want) > 1e-12 {
			t.Errorf("from column %d on %g, want %g", first+i, v, want)
		}
	}
	if len(got) != columns-first {
		t.Errorf("%d columns, want %d", len(got), columns-first)
	}
}
