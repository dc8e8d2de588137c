package auto

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
)

// exactShare is what the factor of a kernel leaves out, in units of the rank cut-off, that
// coarser ones are compared with.
const exactShare = 1e-5

// TestCoarserFactor holds what the factor of a member leaves out of its kernel to
// changing coefficients by less than the members' tolerance, of few points and of many.
func TestCoarserFactor(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{300, lrksc.CollectPoints} {
		data := scenes.BenchmarkTracks(n, 30)
		x := lrksc.Normalized(data)
		m := families[core.Trajectories].members[2]
		run := NewRun(core.Input{Data: data, Values: LRKSCAuto{}.Describe().ValuesFor(core.Trajectories)})
		s := run.settings(m, core.NewProgress(nil))
		var c [2]*mat.Dense
		for i, share := range []float64{exactShare, 0} {
			kg := mat.NewDense(n, n, nil)
			dense.Gram(ctx, kg, x, 0)
			lrksc.Polynomial(kg, m.a, m.b)
			s.Cholesky = share
			kernel, err := lrksc.LeadingKernel(ctx, kg, s)
			if err != nil {
				t.Fatal(err)
			}
			if c[i], _, err = lrksc.Iterate(ctx, kernel, s); err != nil {
				t.Fatal(err)
			}
		}
		var gap mat.Dense
		gap.Sub(c[0], c[1])
		d := floats.Norm(gap.RawMatrix().Data, math.Inf(1))
		t.Logf("%d points: coefficients differ by %.2g", n, d)
		if d == 0 || d > memberTolerance {
			t.Errorf("%d points: coefficients differ by %g", n, d)
		}
	}
}

// TestKernelSpan holds eigenpairs from the span that kernels share to those from
// each kernel's own factor: coefficients differ by less than the members' tolerance,
// and the kernel is left as it was.
func TestKernelSpan(t *testing.T) {
	ctx := context.Background()
	data := scenes.BenchmarkTracks(300, 30)
	run := NewRun(core.Input{Data: data, Values: LRKSCAuto{}.Describe().ValuesFor(core.Trajectories)})
	inner := dense.Outer(lrksc.Normalized(data), true, 0)
	var span lrksc.KernelSpan
	var trace float64
	for _, m := range families[core.Trajectories].members[:3] {
		s := run.settings(m, core.NewProgress(nil))
		kg := mat.NewDense(300, 300, nil)
		trace = run.lift(kg, inner, m, trace)
		before := mat.DenseCopyOf(kg)
		spanned, err := span.Leading(ctx, kg, s)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.Equal(kg, before) {
			t.Errorf("%v: the kernel has changed", m)
		}
		s.Cholesky = exactShare
		exact, err := lrksc.LeadingKernel(ctx, kg, s)
		if err != nil {
			t.Fatal(err)
		}
		if p, _ := span.Rows.Dims(); p >= 290 || p <= len(exact.Values) {
			t.Errorf("%v: a span of %d directions for %d", m, p, len(exact.Values))
		}
		var c [2]*mat.Dense
		for i, kernel := range []lrksc.LowRank{spanned, exact} {
			if c[i], _, err = lrksc.Iterate(ctx, kernel, s); err != nil {
				t.Fatal(err)
			}
		}
		var gap mat.Dense
		gap.Sub(c[0], c[1])
		d := floats.Norm(gap.RawMatrix().Data, math.Inf(1))
		t.Logf("%v: %d directions, coefficients differ by %.2g", m, len(spanned.Values), d)
		if d == 0 || d > memberTolerance/10 {
			t.Errorf("%v: coefficients differ by %g", m, d)
		}
	}
}

// TestMembersBeginLater holds what the iterations add that members leave out at the
// start, far below what ends theirs.
func TestMembersBeginLater(t *testing.T) {
	ctx := context.Background()
	x := lrksc.Normalized(scenes.BenchmarkTracks(200, 30))
	for _, m := range families[core.Trajectories].members {
		s := NewRun(core.Input{Values: LRKSCAuto{}.Describe().ValuesFor(core.Trajectories)}).settings(m,
			core.NewProgress(nil))
		kg := mat.NewDense(200, 200, nil)
		dense.Gram(ctx, kg, x, 0)
		lrksc.Polynomial(kg, m.a, m.b)
		kernel, err := lrksc.LeadingKernel(ctx, kg, s)
		if err != nil {
			t.Fatal(err)
		}
		var c [2]*mat.Dense
		for i, rho := range []float64{lrksc.AdmmRho, s.Rho} {
			s.Rho = rho
			if c[i], _, err = lrksc.Iterate(ctx, kernel, s); err != nil {
				t.Fatal(err)
			}
		}
		var gap mat.Dense
		gap.Sub(c[0], c[1])
		if d := floats.Norm(gap.RawMatrix().Data, math.Inf(1)); d == 0 || d > memberTolerance/10 {
			t.Errorf("%v: coefficients differ by %g", m, d)
		}
	}
}

// The members of one Analysis are solved once, by kernel settings; what a run makes of
// them leaves them as they are.
func TestMembersOnce(t *testing.T) {
	ctx := context.Background()
	var known core.Analysis
	gather := func(ratio float64) (*Run, gathered) {
		values := LRKSCAuto{}.Describe().ValuesFor(core.Trajectories)
		values["ratio"] = ratio
		r := NewRun(core.Input{Data: scenes.BenchmarkTracks(90, 10), Motions: 3, Values: values, Analysis: &known,
			Report: func(core.Iteration) {}})
		g, err := r.Gather(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return r, g
	}
	first, g := gather(0.6)
	var before []*mat.Dense
	for _, c := range first.Coefficients {
		before = append(before, mat.DenseCopyOf(c))
	}
	if _, err := first.group(ctx, g); err != nil {
		t.Fatal(err)
	}
	second, again := gather(0.6)
	if &g.Affinities[0].Value[0] != &again.Affinities[0].Value[0] {
		t.Error("the members are solved twice")
	}
	for i, c := range second.Coefficients {
		if !mat.Equal(c, before[i]) {
			t.Errorf("the coefficients of member %d changed", i)
		}
	}
	if second.iterations != first.iterations || second.iterations == 0 {
		t.Errorf("%d iterations are told of, want %d", second.iterations, first.iterations)
	}
	if _, other := gather(0.7); &g.Affinities[0].Value[0] == &other.Affinities[0].Value[0] {
		t.Error("other settings have the same members")
	}
}
