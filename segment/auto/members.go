package auto

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/lrksc"
	"motionseg/segment/spectral"
)

const (
	// memberTolerance ends the iterations of the members. The residual falls by
	// 20 and more in an iteration, so that the coefficients are nearer still to
	// where they go, and affinities keep the largest alone.
	memberTolerance = 1e-4
	// memberRho is the penalty that members begin with. Below it all coefficients
	// are zero and the kernel is followed to some 1e-4; what the iterations left
	// out would add falls twentyfold with every one that is done.
	memberRho = lrksc.AdmmRho * lrksc.AdmmGrowth * lrksc.AdmmGrowth * lrksc.AdmmGrowth
)

// Gather solves for the kernels and adds up their affinities.
func (r *Run) Gather(ctx context.Context) (g gathered, err error) {
	if n := r.In.Data.Points(); r.In.Analysis == nil || r.iterations > 0 ||
		n > sharedCoefficients && n <= affinitiesLimit {
		return r.gather(ctx)
	}
	own := false
	v := r.In.Values
	key := membersKey{v["lambda2"], v["lambda3"], v["ratio"]}
	known, err := r.In.Analysis.Once(ctx, r.In.Data, key, func() (any, error) {
		own = true
		m := &sharedMembers{}
		announce := r.In.Report
		r.In.Report = func(it core.Iteration) {
			m.history = append(m.history, it)
			announce(it)
		}
		var err error
		m.gathered, err = r.gather(ctx)
		m.fused, m.coefficients, r.In.Report = r.Fused, r.Coefficients, announce
		return m, err
	})
	if err != nil {
		return gathered{}, err
	}
	m := known.(*sharedMembers)
	r.Fused, r.Coefficients, r.shared = m.fused, slices.Clone(m.coefficients), true
	if !own {
		for _, it := range m.history {
			r.iterations = it.Number
			r.In.Report(it)
		}
		r.In.Progress().Part(0, 3, 5).Advance(1)
	}
	return m.gathered, ctx.Err()
}

// sharedMembers is what an Analysis keeps of solving for the kernels, which the number
// of motions does not change: its history is reported anew by whoever makes use of it.
type sharedMembers struct {
	gathered
	fused        eigen.Sparse
	coefficients []*mat.Dense
	history      []core.Iteration
}

// membersKey names them: the parameters that they depend on.
type membersKey struct{ lambda2, lambda3, ratio float64 }

// sharedCoefficients is the number of points up to which the members' coefficients are
// kept in an Analysis. From affinitiesLimit on there are none to keep; between the two
// the members are solved anew, in place of keeping hundreds of megabytes.
const sharedCoefficients = 2000

// ownCoefficients returns those of a member, transposed, to be changed.
func (r *Run) ownCoefficients(member int) *mat.Dense {
	if r.shared {
		return mat.DenseCopyOf(r.Coefficients[member])
	}
	return r.Coefficients[member]
}

// gather is Gather with nothing known.
func (r *Run) gather(ctx context.Context) (g gathered, err error) {
	if g.Affinities, g.converged, err = r.solveMembers(ctx); err != nil {
		return gathered{}, err
	}
	for _, m := range r.family.members {
		g.names = append(g.names, m.String())
	}
	r.Fused = spectral.SumNormalized(ctx, g.Affinities, r.In.Workers)
	g.Affinities, g.names = append(g.Affinities, r.Fused), append(g.names, "sum of all kernels")
	return g, ctx.Err()
}

// solveMembers solves for the kernels of the family and returns their
// affinities.
func (r *Run) solveMembers(ctx context.Context) (affinities []eigen.Sparse, converged bool, err error) {
	n := r.In.Data.Points()
	converged = true
	kernels := memberKernels{
		Run: r, x: lrksc.Normalized(r.In.Data), matrices: &dense.Workspace{N: n}, known: map[member]lrksc.LowRank{},
	}
	matrices := kernels.matrices
	solving := r.In.Progress().Part(0, 3, 5)
	for i, m := range r.family.members {
		s := r.settings(m, solving.Part(i, i+1, len(r.family.members)))
		s.Workspace = matrices
		ct, ok, err := kernels.solve(ctx, i, s)
		if err != nil {
			return nil, false, err
		}
		converged = converged && ok
		affinities = append(affinities, spectral.SparseAffinity(ctx, ct, r.In.Values["ratio"], r.In.Workers))
		if n <= affinitiesLimit {
			r.Coefficients = append(r.Coefficients, ct)
		} else {
			matrices.Give(ct)
		}
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		lrksc.Collect(n)
	}
	if n < lrksc.CollectPoints {
		matrices.Give(kernels.inner)
		r.workspace = matrices
	}
	return affinities, converged, nil
}

// memberKernels is what the members' kernels have in common.
type memberKernels struct {
	*Run
	x        *mat.Dense // the points, normalized
	matrices *dense.Workspace
	span     lrksc.KernelSpan
	inner    *mat.Dense               // xᵀy of all points, kept for every kernel where they are few
	known    map[member]lrksc.LowRank // by offset and degree
	trace    float64                  // of the kernel before
}

// solve returns the coefficients of member i, transposed, and whether they converged.
func (k *memberKernels) solve(ctx context.Context, i int, s lrksc.Settings) (ct *mat.Dense, ok bool, err error) {
	m, n := k.family.members[i], k.In.Data.Points()
	kernel, again := k.known[m.kernel()]
	if !again {
		kg, err := k.lifted(ctx, m)
		if err != nil {
			return nil, false, err
		}
		strongly, decompose := s.AdaptsStrongly(), lrksc.LeadingKernel
		if k.family.spanned && m.b > 1 && n < lrksc.CollectPoints {
			decompose = k.span.Leading
		}
		if strongly {
			if ct, ok, err = lrksc.SolveExactly(ctx, kg, s); err != nil {
				return nil, false, err
			}
			dense.Transpose(ct)
		} else if kernel, err = decompose(ctx, kg, s); err != nil {
			return nil, false, err
		}
		k.matrices.Give(kg)
		lrksc.Collect(n)
		if !strongly && k.family.repeats(i) {
			k.known[m.kernel()] = kernel
		}
	}
	if ct == nil {
		if ct, ok, err = lrksc.Iterate(ctx, kernel, s); err != nil {
			return nil, false, err
		}
	}
	if n < lrksc.CollectPoints && !again && !k.family.repeats(i) {
		k.matrices.GiveRows(kernel.V)
	}
	return ct, ok, nil
}

// lifted returns the kernel of a member between all points, in a matrix of the workspace.
func (k *memberKernels) lifted(ctx context.Context, m member) (*mat.Dense, error) {
	n := k.In.Data.Points()
	kg := k.matrices.Take(n)
	from := k.inner
	if from == nil {
		from = kg
		if n < lrksc.CollectPoints {
			k.inner = mat.NewDense(n, n, nil)
			from = k.inner
		}
		dense.Gram(ctx, from, k.x, k.In.Workers)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k.trace = k.lift(kg, from, m, k.trace)
	return kg, nil
}

// lift stores in kg the kernel of m of points whose products xᵀy inner holds, which
// may be kg itself, scaled to trace where that is not 0. It returns the trace of kg.
func (r *Run) lift(kg, inner *mat.Dense, m member, trace float64) float64 {
	repeat, factor := 1.0, 1.0
	if r.In.Data.Kind == core.TwoFrames {
		repeat = core.TwoFrameRepeat
	}
	n, _ := kg.Dims()
	var own float64
	for i := range n {
		own += spectral.Power(repeat*inner.At(i, i)+m.a, m.b)
	}
	if trace == 0 {
		trace = own
	} else if own > 0 {
		factor = trace / own
	}
	parallel.Blocks(n, r.In.Workers, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			to := kg.RawRowView(i)
			lrksc.Raise(to, inner.RawRowView(i)[:len(to)], repeat, m.a, m.b, factor)
		}
	})
	return trace
}

// kernel returns m without what does not belong to its kernel.
func (m member) kernel() member { return member{a: m.a, b: m.b} }

// repeats reports whether the kernel of member i is that of a later one too.
func (f family) repeats(i int) bool {
	for _, m := range f.members[i+1:] {
		if m.kernel() == f.members[i].kernel() {
			return true
		}
	}
	return false
}

// settings returns LRKSC's published settings for one member, its iterations
// reported as a continuation of those before.
func (r *Run) settings(m member, progress core.Progress) lrksc.Settings {
	before := r.iterations
	reports := progress.Reporting(func(it core.Iteration) {
		it.Number += before
		it.Part = m.String()
		r.iterations = it.Number
		progress.Iterated(it)
	})
	return lrksc.Settings{
		Lambda1: m.lambda1, Lambda2: r.In.Values["lambda2"], Lambda3: r.In.Values["lambda3"], Affine: true,
		Rho: memberRho, RhoMax: lrksc.AdmmRhoMax, Eta: lrksc.AdmmGrowth, Tolerance: memberTolerance,
		Iterations: lrksc.AdmmIterations, Workers: r.In.Workers, Progress: reports,
	}
}
