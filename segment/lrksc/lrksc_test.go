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

// TestAlongBasis compares QᵀC with the product itself, in single precision and in double.
func TestAlongBasis(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	values := LRKSC{}.Describe().ValuesFor(core.Trajectories)
	for _, tolerance := range []float64{admmTolerance, leastSingle / 10} {
		settings := settingsOf(core.Input{Values: values, Workers: 2})
		settings.Tolerance = tolerance
		kernel, err := LeadingKernel(t.Context(), kernelMatrix(data, values, 2), settings)
		if err != nil {
			t.Fatal(err)
		}
		var l *solver
		beside := mat.NewDense(data.Points(), 1, nil) // QᵀC, one column
		compared := 0
		settings.Progress = settings.Progress.Reporting(func(it core.Iteration) {
			if it.Residual <= tolerance {
				return
			}
			c := mat.DenseCopyOf(l.c)
			parallel.Blocks(l.n, 1, func(_, lo, hi int) { l.alongBasis(0, lo, hi) })
			for i := range l.p {
				beside.Mul(c, l.q.ColView(i))
				for j := range l.n {
					if got, want := l.qc.At(j, i), beside.At(j, 0); math.Abs(got-want) > tolerance {
						t.Fatalf("iteration %d: entry %d of column %d is %v, want %v", it.Number, i, j, got, want)
					}
				}
			}
			if l.begun {
				compared++
			}
		})
		l = newSolver(t.Context(), kernel, settings)
		if _, converged, err := l.run(t.Context()); err != nil || !converged {
			t.Fatal(converged, err)
		}
		if compared < 5 {
			t.Errorf("tolerance %g: %d products compared", tolerance, compared)
		}
	}
}

// TestResidualBounds holds the residual between its bounds, the upper of which is near it,
// and the residual that ends the iterations to what A − C is by itself.
func TestResidualBounds(t *testing.T) {
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
		decay := 1 / settings.Eta
		var changed, gap mat.Dense
		changed.Scale(decay, l.previousB)
		changed.Sub(l.b, &changed)
		gap.Mul(&changed, l.q.T())
		residual := floats.Norm(gap.RawMatrix().Data, math.Inf(1))
		above, below := l.residualBounds(decay)
		if above < residual || above > 30*residual || below > residual {
			t.Errorf("iteration %d: %g is not from %g to %g", it.Number, residual, below, above)
		}
		if got := l.residual(t.Context(), decay); math.Abs(got-residual) > 1e-5*residual {
			t.Errorf("iteration %d: residual %g, want %g", it.Number, got, residual)
		}
		if it.Residual > settings.Tolerance && math.Abs(it.Residual-residual) > 1e-5*residual+1e-7 {
			t.Errorf("iteration %d: %g reported for %g", it.Number, it.Residual, residual)
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
	const tolerance = 1e-4 // of the members of LRKSC auto
	ctx := context.Background()
	data := scenes.BenchmarkTracks(120, 20)
	for _, affine := range []bool{true, false} {
		s := settingsOf(core.Input{Values: LRKSC{}.Describe().ValuesFor(core.Trajectories), Report: func(core.Iteration) {}})
		s.Affine, s.Tolerance, s.measured = affine, tolerance, false
		kernel, err := LeadingKernel(ctx, kernelMatrix(data, LRKSC{}.Describe().ValuesFor(core.Trajectories), 0), s)
		if err != nil {
			t.Fatal(err)
		}
		var last [2]core.Iteration
		var rank [2]int
		var c [2]*mat.Dense
		for i, leftOut := range []float64{0, leftOutShare * tolerance} {
			s.Progress = core.NewProgress(func(it core.Iteration) { last[i] = it })
			l := newSolver(context.Background(), kernel, s)
			l.leftOut = leftOut
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

// TestAgainstExact compares C with that of the solver that decomposes the kernel in full in
// every iteration, where few directions matter and where many do.
func TestAgainstExact(t *testing.T) {
	ctx := context.Background()
	for _, lambda3 := range []float64{1e5, 1e9} {
		values := LRKSC{}.Describe().ValuesFor(core.Trajectories)
		s := settingsOf(core.Input{Values: values, Report: func(core.Iteration) {}})
		s.Lambda3 = lambda3
		kernel := kernelMatrix(scenes.BenchmarkTracks(120, 15), values, 0)
		want, _, err := SolveExactly(ctx, mat.DenseCopyOf(kernel), s)
		if err != nil {
			t.Fatal(err)
		}
		got, converged, err := solve(ctx, kernel, s)
		if err != nil || !converged {
			t.Fatal(converged, err)
		}
		var gap mat.Dense
		gap.Sub(got, want)
		d := floats.Norm(gap.RawMatrix().Data, math.Inf(1))
		t.Logf("λ3 %g: C differs by %.2g", lambda3, d)
		if d > 1e-5 {
			t.Errorf("λ3 %g: C differs by %g", lambda3, d)
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
