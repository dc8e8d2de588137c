package lrksc

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/shrink"
	"motionseg/segment/subspace"
)

// CollectPoints is the number of points from which Collect does something.
const CollectPoints = 1000

// Collect frees what a member of the family left behind, of many points: every
// step leaves matrices of N times the rank, and the collector by itself would
// let as much of them lie as there is of use.
func Collect(n int) {
	if n >= CollectPoints {
		runtime.GC()
	}
}

// adaptationLimit is how large λ2/(2λ3), which scales the change of the kernel,
// may be in units of the rank cut-off for solve to keep the eigenvectors
// of K_G. Beyond it the kernel rotates visibly and the exact solver is used.
const adaptationLimit = 0.15

const (
	// choleskyShare is the part of the rank cut-off that the pivoted Cholesky factor of the
	// kernel may leave on its diagonal. It moves eigenvalues near the cut-off by a few hundredths
	// of them, where they weigh next to nothing: coefficients by 2e-5.
	choleskyShare = 1e-2
	// manyCholeskyShare takes its place from CollectPoints on, where an eigenvalue is what many
	// points have of it, so that what is left out of each matters less.
	manyCholeskyShare = 0.05
	// leftOutShare is what the directions of the kernel that are left out, once they hardly
	// matter, may add to a coefficient, in units of the tolerance. Coefficients differ by a
	// fortieth of it at most.
	leftOutShare = 4
	// leastSingle is the least tolerance of products in single precision, whose rounding that is.
	leastSingle = 0x1p-23
)

// solve runs Algorithm 1 of LRKSC, or KSSC with a frozen kernel, on the
// kernel matrix K_G (N×N), which it overwrites, and returns C, whether the
// stopping rule was met, and ctx.Err() when ctx ends.
//
// It does the same iterations as SolveExactly in far fewer operations:
//
//   - K stays in the span of the r leading eigenvectors V of K_G, and only its
//     eigenvalues adapt. The change of the kernel is at most of the order
//     λ2/(2λ3), far below the gaps that matter, unless λ3 is small: then the
//     exact solver takes over.
//   - With Q an orthonormal basis of span(V, 1) and P = C − Y/ρ, the A step is
//     A = P + D, D = QB, B = (T + ρI)⁻¹(T(Qᵀ − QᵀP) − Qᵀ1 y), where T is
//     diagonal plus rank one. The multiplier update gives Y = ρD, so that QᵀP
//     needs only QᵀC, which costs what C has non-zeros, and A + Y/ρ, which the
//     soft threshold makes the next C of, is C and one product of rank r + 1. Both
//     products are in single precision while that is finer than the tolerance.
//   - Directions that no longer matter are left out (narrow).
//   - Bounds tell whether A − C is within the tolerance, where they can.
//   - While the penalty is so small that no entry of A + Y/ρ can pass the
//     threshold λ1/ρ, C is zero and even that product is left out.
//
// Matrices are stored transposed: row j belongs to point j.
func solve(ctx context.Context, kg *mat.Dense, s Settings) (*mat.Dense, bool, error) {
	if s.AdaptsStrongly() {
		return SolveExactly(ctx, kg, s)
	}
	kernel, err := LeadingKernel(ctx, kg, s)
	if err != nil {
		return nil, false, err
	}
	c, converged, err := Iterate(ctx, kernel, s)
	if err != nil {
		return nil, false, err
	}
	dense.Transpose(c)
	return c, converged, nil
}

// AdaptsStrongly reports whether the kernel rotates visibly.
func (s Settings) AdaptsStrongly() bool {
	return !s.frozen && s.Lambda2/(2*s.Lambda3) > adaptationLimit*rankCutoff(s.Lambda3)
}

// LeadingKernel returns the eigenpairs of K_G that solve works with, those
// beyond the rank cut-off, from a pivoted Cholesky factor.
func LeadingKernel(ctx context.Context, kg *mat.Dense, s Settings) (LowRank, error) {
	cutoff := rankCutoff(s.Lambda3)
	if s.frozen {
		cutoff = admmTolerance // the penalty passes it long before any coefficient leaves zero
	}
	share := choleskyShare
	if n, _ := kg.Dims(); n >= CollectPoints {
		share = manyCholeskyShare
	}
	s.Progress.Part(1, 6, 6).Advance(0) // the kernel is there
	factor, err := pivotedCholesky(ctx, kg, cmp.Or(s.Cholesky, share)*cutoff, s.Workers)
	if err != nil {
		return LowRank{}, err
	}
	s.Progress.Part(2, 6, 6).Advance(0) // its factor too
	return leadingOf(ctx, factor, cutoff, s.Workspace, s.Workers)
}

// Iterate is solve from the eigenpairs on. It returns Cᵀ.
func Iterate(ctx context.Context, kernel LowRank, s Settings) (*mat.Dense, bool, error) {
	s.Progress = s.Progress.Part(1, 2, 2)
	s.Progress.Advance(0)
	return newSolver(ctx, kernel, s).run(ctx)
}

// solver is the state of solve.
type solver struct {
	Settings
	n, p    int
	sigma   []float64    // eigenvalues of K_G, 0 for the direction of 1
	k       []float64    // eigenvalues of K
	basis   *mat.Dense   // V, which may be Q, and others may use
	q       *mat.Dense   // Q, N×p
	qFactor dense.Factor // Q
	qt      dense.Factor // Qᵀ
	ones    []float64    // Qᵀ1
	// longestRow is the length of the longest row of Q.
	longestRow float64
	inQ        []float64 // longestBeyond of Q; nil while it is not known

	c         *mat.Dense // Cᵀ
	qc        *mat.Dense // (QᵀC)ᵀ
	b         *mat.Dense // Bᵀ
	previousB *mat.Dense
	d         *mat.Dense // Dᵀ, where it is measured and C may differ from zero
	begun     bool       // whether C may differ from zero
	y         []float64

	panels  *shrink.Panels // Q; nil once directions are left out and C may differ from zero
	scratch []dense.BlockScratch
	weights []*mat.Dense // for every worker what a block of columns has of Q
	rows    []columnSummary
	along   [][]float64 // for every block and row q of Qᵀ: Σ of qA·q, ‖qA‖² and ‖q(I−C)‖²

	costs    []float64 // what every direction adds to the cost
	moved    []float64 // by how much adapt lowers every eigenvalue before it shrinks it
	leftOut  float64   // see leftOutShare
	leftRank int       // the rank of what was left out, see narrow
	leftCost float64   // and what it adds to the cost
}

// columnSummary is what one column of C contributes to the report and to the
// choice of products.
type columnSummary struct {
	subspace.RowSummary
	nonzero int
	l1      float64
}

// newSolver prepares the iterations. When ctx ends it leaves out what is not
// done yet, as run does.
func newSolver(ctx context.Context, kernel LowRank, s Settings) *solver {
	n, r := kernel.V.Dims()
	q, ones := kernel.V, make([]float64, r)
	if s.Affine {
		q, ones = subspace.WithOnes(kernel.V, s.Workspace)
	}
	p := len(ones)
	l := &solver{
		Settings: s, n: n, p: p,
		sigma: make([]float64, p), k: make([]float64, p),
		ones:  ones,
		y:     make([]float64, n),
		rows:  make([]columnSummary, n),
		along: make([][]float64, parallel.BlockCount(n)),

		leftOut: leftOutShare * s.Tolerance,
	}
	copy(l.sigma, kernel.Values)
	copy(l.k, kernel.Values)
	unlessEnded(ctx,
		func() { l.c = s.Workspace.TakeZero(n) },
		func() {
			l.qc, l.b, l.previousB = s.Workspace.Rows(n, p), s.Workspace.Rows(n, p), s.Workspace.Rows(n, p)
			l.qc.Zero()
			l.previousB.Zero()
		},
		func() {
			l.scratch, l.weights = s.Workspace.Blocks(n, s.Workers), make([]*mat.Dense, len(l.along))
			l.weights = l.weights[:parallel.Workers(s.Workers, len(l.along))]
			for worker := range l.weights {
				l.weights[worker] = mat.NewDense(min(parallel.BlockRows, n), p, nil)
			}
		},
		func() {
			l.basis, l.qFactor, l.qt = kernel.V, s.Workspace.Factor(), s.Workspace.Factor()
			l.setBasis(ctx, q)
		},
	)
	return l
}

// setBasis takes q for Q and prepares what follows from it.
func (l *solver) setBasis(ctx context.Context, q *mat.Dense) {
	l.q = q
	l.longestRow, l.inQ = 0, nil
	for i := range l.along {
		l.along[i] = make([]float64, 3*l.p)
	}
	l.costs, l.moved = make([]float64, l.p), make([]float64, l.p)
	single := l.Tolerance >= leastSingle
	unlessEnded(ctx,
		func() { l.qFactor = l.qFactor.Renewed(q, false, single) },
		func() { l.qt = l.qt.Renewed(q, true, single) },
		func() {
			if l.begun {
				l.panels = nil
				return
			}
			l.panels = l.panels.Renewed(q, l.Workers)
		},
		func() {
			l.longestRow = math.Sqrt(l.largest(func(j int) float64 {
				row := q.RawRowView(j)
				return floats.Dot(row, row)
			}))
		},
	)
}

// unlessEnded calls one function after the other, none any more once ctx has ended.
func unlessEnded(ctx context.Context, steps ...func()) {
	for _, step := range steps {
		if ctx.Err() != nil {
			return
		}
		step()
	}
}

// run returns Cᵀ.
func (l *solver) run(ctx context.Context) (*mat.Dense, bool, error) {
	rho, previousRho := l.Rho, l.Rho
	shares := l.shares()
	for iteration := 1; iteration <= l.Iterations; iteration++ {
		it := core.Iteration{Number: iteration, Limit: l.Iterations, Share: shares(iteration)}
		l.stepB(ctx, rho, previousRho/rho)
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		for _, row := range l.rows {
			it.AffineResidual = max(it.AffineResidual, row.Affine)
			it.Objective += row.Cost
		}
		decay := previousRho / rho
		bound, least := l.residualBounds(decay)
		it.Residual = bound
		unsure := it.AffineResidual <= l.Tolerance && bound > l.Tolerance && least <= l.Tolerance
		if unsure || l.measured && iteration == l.Iterations {
			it.Residual = l.residual(ctx, decay)
		}
		l.adapt(&it)
		converged := it.Residual <= l.Tolerance && it.AffineResidual <= l.Tolerance
		last := converged || iteration == l.Iterations
		nextRho := min(l.Eta*rho, l.RhoMax)
		if last {
			it.Share = 1
		} else if residual := l.nextC(ctx, decay, rho/nextRho, l.Lambda1/nextRho); l.measured {
			it.Residual = residual
		}
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		l.Progress.Report(it)
		if last {
			return l.result(), converged, nil
		}
		if l.Affine {
			for j := range l.y {
				l.y[j] += rho * l.rows[j].Sum
			}
		}
		l.b, l.previousB = l.previousB, l.b
		rho, previousRho = nextRho, rho
		l.narrow(ctx)
	}
	return l.result(), false, nil
}

// denseColumns is the share of non-zeros beyond which C is multiplied as a dense matrix: what
// a non-zero costs by lists is what some twenty entries cost by the kernels of dense products
// in single precision.
const denseColumns = 0.05

// alongBasis stores QᵀC, for columns lo…hi−1 of C, in the same rows of qc.
func (l *solver) alongBasis(worker, lo, hi int) {
	if !l.begun {
		return // C and qc are still zero
	}
	columns := l.c.RawMatrix().Data[lo*l.n : hi*l.n]
	count := 0
	for _, row := range l.rows[lo:hi] {
		count += row.nonzero
	}
	limit := int(denseColumns * float64(len(columns)))
	if count > limit || l.panels == nil {
		raw := l.qc.RawMatrix()
		l.qFactor.MultiplyInto(raw.Data[lo*raw.Stride:], raw.Stride, columns, l.n, hi-lo)
		return
	}
	work := &l.scratch[worker]
	work.SparseRows(columns, hi-lo, limit)
	l.panels.Multiply(l.qc, lo, work.Sparse)
}

// stepB computes B from C, the previous B and the multipliers. decay is the
// previous penalty over this one. previousB holds the last B; afterwards
// qc holds QᵀC and b the new B. It also prepares the adaptation of the kernel.
func (l *solver) stepB(ctx context.Context, rho, decay float64) {
	// B = own·R + (force − correction)·shared for the right-hand side R, both
	// diagonal; the correction is the Woodbury term of 1.
	own, shared, weights := make([]float64, l.p), make([]float64, l.p), make([]float64, l.p)
	denominator, onesShared := 1.0, 0.0
	for i, k := range l.k {
		inverse := 1 / (l.Lambda2*k + rho)
		own[i], shared[i] = l.Lambda2*k*inverse, l.ones[i]*inverse
		weights[i] = l.ones[i] * own[i]
		denominator += rho * l.ones[i] * shared[i]
		onesShared += l.ones[i] * shared[i]
	}
	parallel.Blocks(l.n, l.Workers, func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		along := l.along[lo/parallel.BlockRows]
		clear(along)
		l.alongBasis(worker, lo, hi)
		for j := lo; j < hi; j++ {
			at := shrink.Column{Q: l.q.RawRowView(j), QC: l.qc.RawRowView(j), Last: l.previousB.RawRowView(j)}
			b := l.b.RawRowView(j)
			inOnes, ownInOnes := at.Right(b, l.ones, weights, decay)
			force := rho*inOnes - l.y[j]
			force -= (ownInOnes + force*onesShared) * rho / denominator
			sum := at.Solve(b, l.ones, own, shared, along, decay, force) - 1
			row := &l.rows[j]
			row.Cost = l.Lambda1 * row.l1
			if l.Affine {
				row.Sum = sum
				row.Affine = math.Abs(sum)
			}
		}
	})
}

// residualBounds returns bounds above and below the largest entry of A − C, which is
// Q(B − decay·previousB): the longest row of Q times the longest column, and the length of
// that column, which the orthonormal columns of Q keep, in the mean over its entries.
func (l *solver) residualBounds(decay float64) (above, below float64) {
	longest := l.longestColumn(1, decay)
	return l.longestRow * longest, longest / math.Sqrt(float64(l.n))
}

// longestColumn returns the length of the longest column of αB − β·previousB.
func (l *solver) longestColumn(alpha, beta float64) float64 {
	return math.Sqrt(l.largest(func(j int) float64 {
		return squaredGap(l.b.RawRowView(j), l.previousB.RawRowView(j), alpha, beta)
	}))
}

// residual returns the largest entry of A − C.
func (l *solver) residual(ctx context.Context, decay float64) float64 {
	blocks := make([]float64, parallel.BlockCount(l.n))
	l.eachOfQ(ctx, 1, decay, func(_, j int, column []float64) {
		most := &blocks[j/parallel.BlockRows]
		*most = max(*most, floats.Norm(column, math.Inf(1)))
	})
	return slices.Max(blocks)
}

// diagonalOfA returns the largest diagonal entry of A while C is zero. A is then a filtered
// projection, whose largest entry stands on the diagonal.
func (l *solver) diagonalOfA(decay float64) float64 {
	return l.largest(func(j int) float64 {
		qj, bj, last := l.q.RawRowView(j), l.b.RawRowView(j), l.previousB.RawRowView(j)
		var entry float64
		for i, v := range bj {
			entry += qj[i] * (v - decay*last[i])
		}
		return math.Abs(entry)
	})
}

// eachOfQ calls f with every column j of Q(αB − β·previousB), from several workers, one for
// all columns of a block, unless ctx has ended.
func (l *solver) eachOfQ(ctx context.Context, alpha, beta float64, f func(worker, j int, column []float64)) {
	parallel.Blocks(l.n, l.Workers, func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		work, weights := &l.scratch[worker], l.weights[worker]
		for j := lo; j < hi; j++ {
			w, bj, last := weights.RawRowView(j - lo)[:l.p], l.b.RawRowView(j)[:l.p], l.previousB.RawRowView(j)[:l.p]
			for i, b := range bj {
				w[i] = alpha*b - beta*last[i]
			}
		}
		l.qt.MultiplyBlock(work.Dense, weights, 0, hi-lo)
		for j := lo; j < hi; j++ {
			f(worker, j, work.Row(j-lo))
		}
	})
}

// largest returns the largest value of f over all columns, or 0.
func (l *solver) largest(f func(j int) float64) float64 {
	blocks := make([]float64, parallel.BlockCount(l.n))
	parallel.Blocks(l.n, l.Workers, func(_, lo, hi int) {
		most := &blocks[lo/parallel.BlockRows]
		for j := lo; j < hi; j++ {
			*most = max(*most, f(j))
		}
	})
	return slices.Max(blocks)
}

// squaredGap returns ‖αx − βy‖², of four sums side by side that do not wait for each
// other.
func squaredGap(x, y []float64, alpha, beta float64) float64 {
	var s0, s1, s2, s3 float64
	for len(x) >= 4 && len(y) >= 4 {
		g0, g1, g2, g3 := alpha*x[0]-beta*y[0], alpha*x[1]-beta*y[1], alpha*x[2]-beta*y[2], alpha*x[3]-beta*y[3]
		s0 += g0 * g0
		s1 += g1 * g1
		s2 += g2 * g2
		s3 += g3 * g3
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		gap := alpha*v - beta*y[i]
		s0 += gap * gap
	}
	return s0 + s1 + (s2 + s3)
}

// nextC forms the next C: A + Y/ρ, which is C and Q((1 + after)B − before·previousB) for what
// the last penalty is of this one, before, and this of the next, after, without what the
// threshold cuts off. Its diagonal is zero. While the product has no column as long as the
// threshold, C is zero for certain. Where A − C is measured, of which D = QB is kept, it
// returns its largest entry.
func (l *solver) nextC(ctx context.Context, before, after, threshold float64) float64 {
	switch zero := !l.begun && l.longestColumn(1+after, before) <= threshold; {
	case zero && l.measured:
		return l.diagonalOfA(before)
	case zero:
		return 0
	}
	l.begun = true
	if !l.measured {
		l.eachOfQ(ctx, 1+after, before, func(_, j int, column []float64) { l.threshold(j, column, threshold) })
		return 0
	}
	if l.d == nil {
		l.d = l.Workspace.Take(l.n)
		l.eachOfQ(ctx, 0, -1, func(_, j int, column []float64) { copy(l.d.RawRowView(j), column) })
	}
	blocks := make([]float64, parallel.BlockCount(l.n))
	l.eachOfQ(ctx, 1, 0, func(worker, j int, column []float64) {
		v, most := l.scratch[worker].Value[:l.n], &blocks[j/parallel.BlockRows]
		*most = max(*most, shrink.Residual(v, column, l.d.RawRowView(j), before, after))
		l.threshold(j, v, threshold)
	})
	return slices.Max(blocks)
}

// threshold forms column j of the next C from what it is to differ by from this one.
func (l *solver) threshold(j int, v []float64, threshold float64) {
	row, c := &l.rows[j], l.c.RawRowView(j)
	row.nonzero, row.l1 = shrink.Threshold(c, v, c, threshold)
	if c[j] != 0 {
		row.nonzero--
		row.l1 -= math.Abs(c[j])
		c[j] = 0
	}
}

// adapt moves the eigenvalues of K to the minimiser of the kernel step, to
// first order in the change of the kernel, and completes the report.
func (l *solver) adapt(it *core.Iteration) {
	p := l.p
	total := make([]float64, 3*p)
	for _, along := range l.along {
		for i, v := range along {
			total[i] += v
		}
	}
	clear(l.costs)
	if !l.frozen {
		weight := l.Lambda2 / (2 * l.Lambda3)
		for i, sigma := range l.sigma {
			if sigma == 0 {
				continue
			}
			l.moved[i] = weight * (1 - 2*total[i] + total[p+i])
			gamma := shrinkEigenvalue(sigma-l.moved[i], l.Lambda3)
			l.k[i] = gamma * gamma
			gap := sigma - l.k[i]
			l.costs[i] = gamma + l.Lambda3/2*gap*gap
		}
	}
	it.Objective += l.leftCost
	it.Rank += l.leftRank
	for i, k := range l.k {
		l.costs[i] += l.Lambda2 / 2 * k * total[2*p+i]
		it.Objective += l.costs[i]
		if k > 0 {
			it.Rank++
		}
	}
}

// result returns Cᵀ and gives back the other matrices.
func (l *solver) result() *mat.Dense {
	l.Workspace.Give(l.d)
	if l.n < CollectPoints {
		l.Workspace.GiveRows(l.qc, l.b, l.previousB)
		if l.q != l.basis {
			l.Workspace.GiveRows(l.q)
		}
		l.Workspace.GiveFactors(l.qFactor, l.qt)
		l.Workspace.GiveBlocks(l.scratch)
	}
	return l.c
}
