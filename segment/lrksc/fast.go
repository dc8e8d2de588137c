package lrksc

import (
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

// CholeskyShare is the part of the rank cut-off that the pivoted Cholesky
// factor of the kernel may leave on its diagonal, where nothing else is said.
const CholeskyShare = 1e-3

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
//     needs only QᵀC, which costs what C has non-zeros or, later, what the soft
//     threshold cuts off differently from the last iteration (clippedPart), and
//     one product of rank r + 1 remains in an iteration.
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
	s.Progress.Part(1, 6, 6).Advance(0) // the kernel is there
	factor, err := pivotedCholesky(ctx, kg, s.Cholesky*cutoff, s.Workers)
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
	next      *mat.Dense // the next Cᵀ
	qc        *mat.Dense // (QᵀC)ᵀ
	b         *mat.Dense // Bᵀ
	previousB *mat.Dense
	d         *mat.Dense // Dᵀ; nil while C is zero, and in place
	begun     bool       // whether C may differ from zero
	y         []float64

	clipped clippedPart
	panels  *shrink.Panels // Q
	scratch []dense.BlockScratch
	rows    []columnSummary
	along   [][]float64 // for every block and row q of Qᵀ: Σ of qA·q, ‖qA‖² and ‖q(I−C)‖²

	costs    []float64 // what every direction adds to the cost
	moved    []float64 // by how much adapt lowers every eigenvalue before it shrinks it
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
	}
	copy(l.sigma, kernel.Values)
	copy(l.k, kernel.Values)
	unlessEnded(ctx,
		func() { l.c = s.Workspace.TakeZero(n) },
		func() {
			if !l.inPlace() {
				l.next = s.Workspace.TakeZero(n)
			}
		},
		func() {
			l.qc, l.b, l.previousB = s.Workspace.Rows(n, p), s.Workspace.Rows(n, p), s.Workspace.Rows(n, p)
			l.qc.Zero()
			l.previousB.Zero()
		},
		func() {
			l.clipped, l.scratch = newClippedPart(n, p, !l.inPlace(), s.Workers), s.Workspace.Blocks(n, s.Workers)
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
	unlessEnded(ctx,
		func() { l.qFactor = l.qFactor.Renewed(q, false, l.inPlace()) },
		func() { l.qt = l.qt.Renewed(q, true, l.inPlace()) },
		func() {
			if !l.inPlace() || !l.begun {
				l.panels = l.panels.Renewed(q, l.Workers)
			} else {
				l.panels = nil
			}
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
		nextRho := min(l.Eta*rho, l.RhoMax)
		threshold := l.Lambda1 / nextRho
		if it.AffineResidual <= l.Tolerance {
			it.Residual = l.residualBound(previousRho / rho)
		}
		// Where both are met C stands: D need not be formed to see it.
		if it.AffineResidual > l.Tolerance || it.Residual > l.Tolerance {
			it.Residual = l.nextC(ctx, previousRho/rho, rho/nextRho, threshold)
		}
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		l.adapt(&it)
		converged := it.Residual <= l.Tolerance && it.AffineResidual <= l.Tolerance
		if converged || iteration == l.Iterations {
			it.Share = 1
		}
		l.Progress.Report(it)
		if converged {
			return l.result(), true, nil
		}
		if l.Affine {
			for j := range l.y {
				l.y[j] += rho * l.rows[j].Sum
			}
		}
		if !l.inPlace() {
			l.c, l.next = l.next, l.c
		}
		l.b, l.previousB = l.previousB, l.b
		rho, previousRho = nextRho, rho
		l.narrow(ctx)
	}
	if !l.inPlace() {
		l.c, l.next = l.next, l.c // as they were before they were swapped
	}
	return l.result(), false, nil
}

// nextC forms C for these ratios of the penalty and this threshold, and returns its
// residual or a bound of it.
func (l *solver) nextC(ctx context.Context, before, after, threshold float64) float64 {
	switch {
	case !l.begun && l.staysZero(before, after, threshold):
		return l.diagonalOfA(before)
	case l.inPlace():
		l.stepCInPlace(ctx, before, after, threshold)
		return l.residualBound(before)
	}
	l.stepC(ctx, before, after, threshold)
	var residual float64
	for _, row := range l.rows {
		residual = max(residual, row.Residual)
	}
	return residual
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

// residualBound returns a bound above the largest entry of A − C, which is
// Q(B − decay·previousB): the longest row of Q times the longest column.
func (l *solver) residualBound(decay float64) float64 {
	return l.longestRow * math.Sqrt(l.largest(func(j int) float64 {
		return squaredGap(l.b.RawRowView(j), l.previousB.RawRowView(j), 1, decay)
	}))
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

// staysZero reports whether the next C is zero for certain: every entry of
// A + Y/ρ is a product of a row of Q, of length at most 1, and a column in the
// basis whose length is known. growth is this penalty over the next.
func (l *solver) staysZero(decay, growth, threshold float64) bool {
	return math.Sqrt(l.largest(func(j int) float64 {
		return squaredGap(l.b.RawRowView(j), l.previousB.RawRowView(j), 1+growth, decay)
	})) <= threshold
}

// diagonalOfA returns the largest diagonal entry of A while C is zero. A is
// then a filtered projection, whose largest entry stands on the diagonal.
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

// stepC forms D = QB, measures A − C and thresholds A + Y/ρ into the next C.
func (l *solver) stepC(ctx context.Context, decay, growth, threshold float64) {
	l.begun = true
	if l.d == nil {
		l.d = l.Workspace.Take(l.n)
		parallel.Blocks(l.n, l.Workers, func(_, lo, hi int) {
			if ctx.Err() == nil {
				l.qt.MultiplyRows(l.d, l.previousB, lo, hi)
			}
		})
	}
	l.clipped.decay, l.clipped.growth, l.clipped.threshold = decay, growth, threshold
	parallel.Blocks(l.n, l.Workers, func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		work := &l.scratch[worker]
		l.qt.MultiplyBlock(work.Dense, l.b, lo, hi)
		v := work.Value[:l.n]
		for j := lo; j < hi; j++ {
			row, last, next := &l.rows[j], l.c.RawRowView(j), l.next.RawRowView(j)
			row.Residual = shrink.Residual(v, work.Row(j-lo), l.d.RawRowView(j), decay, growth)
			l.threshold(j, v, last, next, threshold)
			l.clipped.record(j, v, last, next, row.nonzero, work.Index[:l.n])
		}
	})
}

// threshold forms row j of the next C, whose diagonal is zero, from v and the last one,
// which may be the same memory, and takes the diagonal out of v.
func (l *solver) threshold(j int, v, last, next []float64, threshold float64) {
	row := &l.rows[j]
	row.nonzero, row.l1 = shrink.Threshold(next, v, last, threshold)
	if next[j] != 0 {
		row.nonzero--
		row.l1 -= math.Abs(next[j])
		next[j] = 0
	}
	l.clipped.diagonal[j], v[j] = v[j], 0
}

// inPlace reports whether C is formed in place, and by products in single precision,
// which err by far less than what directions are left out for.
func (l *solver) inPlace() bool { return l.LeftOut > 0 }

// stepCInPlace is stepC without the residual A − C, which residualBound bounds:
// A + Y/ρ − C is one product, D need not be kept, and C takes the place of the
// last one. Nor does clippedPart follow it: products in single precision with all of C
// take no longer than lists of what changes.
func (l *solver) stepCInPlace(ctx context.Context, decay, growth, threshold float64) {
	l.begun = true
	parallel.Blocks(l.n, l.Workers, func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		work, weights := &l.scratch[worker], l.clipped.scratch[worker].other
		for j := lo; j < hi; j++ {
			w, bj, last := weights.RawRowView(j - lo)[:l.p], l.b.RawRowView(j)[:l.p], l.previousB.RawRowView(j)[:l.p]
			for i, b := range bj {
				w[i] = (1+growth)*b - decay*last[i]
			}
		}
		l.qt.MultiplyBlock(work.Dense, weights, 0, hi-lo)
		for j := lo; j < hi; j++ {
			c := l.c.RawRowView(j)
			l.threshold(j, work.Row(j-lo), c, c, threshold)
		}
	})
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

// leastNarrowing is the share of the directions that narrow leaves out at least.
const leastNarrowing = 0.15

// narrow leaves out the directions of the least eigenvalues that no longer matter:
// those along which D, and what it adds to C from here on, has no entry beyond
// leftOut, by the longest row of Q and the longest column of B along them. What
// they add falls as the penalty grows, so that in the last iterations, of which
// each costs N² times the rank, few directions are left. The sums of the columns
// stay exact. When ctx ends it leaves the rest as it is, for nobody.
func (l *solver) narrow(ctx context.Context) {
	if l.LeftOut == 0 || !l.begun {
		return
	}
	// The direction of 1 beside the kernel is the last.
	inKernel := l.p
	for inKernel > 0 && l.sigma[inKernel-1] == 0 {
		inKernel--
	}
	kept, stay, leave := l.dispensable(inKernel)
	if leave == nil {
		return
	}
	for _, i := range leave {
		l.leftCost += l.costs[i]
		l.leftRank++
	}
	// What of 1 lies along them joins the direction that stays.
	outside := append(chosen(l.ones, leave), l.ones[inKernel:]...)
	var weights []float64
	for i := inKernel; i < l.p; i++ {
		leave = append(leave, i)
	}
	l.ones, l.sigma, l.k = chosen(l.ones, stay), chosen(l.sigma, stay), chosen(l.k, stay)
	if inOnes := floats.Norm(outside, 2); inOnes > dense.Rounding*math.Sqrt(float64(l.n)) {
		weights = outside
		floats.Scale(1/inOnes, weights)
		l.ones, l.sigma, l.k = append(l.ones, inOnes), append(l.sigma, 0), append(l.k, 0)
	}
	l.p = len(l.ones)
	d := directions{kept, stay, leave, weights, l.p}
	l.qc, l.b = firstColumns(l.qc, l.p), firstColumns(l.b, l.p) // computed anew
	unlessEnded(ctx, func() { l.previousB = d.within(l.previousB, l.previousB.RawMatrix().Data, l.Workers) })
	for i := range l.clipped.scratch {
		s := &l.clipped.scratch[i]
		s.other = firstColumns(s.other, l.p)
	}
	unlessEnded(ctx, func() {
		to := l.q.RawMatrix().Data
		if l.q == l.basis { // which others may use
			to = l.Workspace.Rows(l.n, l.p).RawMatrix().Data
		}
		l.setBasis(ctx, d.within(l.q, to, l.Workers))
	})
}

// directions are those that stay, the first kept among them, and those that leave: what the
// weights, if any, take of these is one more of the width that are left.
type directions struct {
	kept        int
	stay, leave []int
	weights     []float64
	width       int
}

// within moves what stays of m to the front of to, which may be m's own numbers: every block
// of rows is narrowed where it stands in m, and moves then.
func (d directions) within(m *mat.Dense, to []float64, workers int) *mat.Dense {
	rows, p := m.Dims()
	if len(to) >= rows*p {
		parallel.Blocks(rows, workers, func(_, lo, hi int) { d.narrow(m, lo, hi, to[lo*p:]) })
		for lo := 0; lo < rows; lo += parallel.BlockRows {
			copy(to[lo*d.width:], to[lo*p:][:min(parallel.BlockRows, rows-lo)*d.width])
		}
	} else {
		parallel.Blocks(rows, workers, func(_, lo, hi int) { d.narrow(m, lo, hi, to[lo*d.width:]) })
	}
	return mat.NewDense(rows, d.width, to[:rows*d.width])
}

// narrow stores what stays of rows lo…hi−1 of m at to.
func (d directions) narrow(m *mat.Dense, lo, hi int, to []float64) {
	for j := lo; j < hi; j++ {
		from, to := m.RawRowView(j), to[(j-lo)*d.width:][:d.width]
		var along float64
		switch {
		case d.weights == nil:
		case d.kept == len(d.stay): // all beyond leave
			along = floats.Dot(d.weights, from[d.kept:])
		default:
			for k, i := range d.leave {
				along += d.weights[k] * from[i]
			}
		}
		copy(to, from[:d.kept])
		for k := d.kept; k < len(d.stay); k++ {
			to[k] = from[d.stay[k]]
		}
		if d.weights != nil {
			to[len(d.stay)] = along
		}
	}
}

// dispensable divides the directions in the kernel into those that stay, the first kept
// among them, and those that may leave; nil where too few of them could.
func (l *solver) dispensable(inKernel int) (kept int, stay, leave []int) {
	if l.inQ == nil {
		l.inQ = l.longestBeyond(l.q, 0, inKernel)
	}
	inQ := l.inQ
	// Most often it is plain from a few directions that too few could go.
	most := inKernel - int(math.Ceil(leastNarrowing*float64(l.p)))
	if most < 1 || inQ[most]*l.longestBeyond(l.previousB, most, inKernel)[0] > l.LeftOut*l.LeftOut {
		return inKernel, nil, nil
	}
	inB := l.longestBeyond(l.previousB, 0, inKernel)
	kept = inKernel
	for kept > 1 && inQ[kept-1]*inB[kept-1] <= l.LeftOut*l.LeftOut {
		kept--
	}
	for i := range inKernel {
		if i < kept || l.rankOpen(i) {
			stay = append(stay, i)
		} else {
			leave = append(leave, i)
		}
	}
	if float64(len(leave)) < leastNarrowing*float64(l.p) {
		return inKernel, nil, nil
	}
	return kept, stay, leave
}

// chosen returns the values of some columns, with room for one more.
func chosen(values []float64, columns []int) []float64 {
	some := make([]float64, len(columns), len(columns)+1)
	for k, i := range columns {
		some[k] = values[i]
	}
	return some
}

// rankOpen reports whether direction i of the kernel may yet lose or regain its
// rank: whether it would have none if adapt lowered its eigenvalue by twice as much
// as it does. That is λ2/(2λ3) times the squared length of the direction times
// I − C, which hardly changes any more when directions are left out.
func (l *solver) rankOpen(i int) bool {
	return !l.frozen && l.sigma[i]-2*l.moved[i] <= rankCutoff(l.Lambda3)
}

// firstColumns returns a matrix of as many rows as m has, and p columns, in the
// memory of m.
func firstColumns(m *mat.Dense, p int) *mat.Dense {
	rows, _ := m.Dims()
	return mat.NewDense(rows, p, m.RawMatrix().Data[:rows*p])
}

// longestBeyond returns for the columns first…inKernel−1 of m, N×p, the largest
// squared length of a row from that column up to inKernel.
func (l *solver) longestBeyond(m *mat.Dense, first, inKernel int) []float64 {
	blocks := make([][]float64, parallel.BlockCount(l.n))
	parallel.Blocks(l.n, l.Workers, func(_, lo, hi int) {
		longest := make([]float64, inKernel-first)
		blocks[lo/parallel.BlockRows] = longest
		// Four rows side by side do not wait for each other's sums.
		for j := lo; j < hi; j += 4 {
			row := func(k int) []float64 { return m.RawRowView(min(j+k, hi-1))[first:inKernel] }
			r0, r1, r2, r3 := row(0), row(1), row(2), row(3)
			r1, r2, r3 = r1[:len(r0)], r2[:len(r0)], r3[:len(r0)]
			longest := longest[:len(r0)]
			var s0, s1, s2, s3 float64
			for i := len(r0) - 1; i >= 0; i-- {
				s0 += r0[i] * r0[i]
				s1 += r1[i] * r1[i]
				s2 += r2[i] * r2[i]
				s3 += r3[i] * r3[i]
				// A new longest is seldom.
				most := longest[i]
				if s0 > most || s1 > most || s2 > most || s3 > most {
					longest[i] = max(s0, s1, s2, s3)
				}
			}
		}
	})
	longest := blocks[0]
	for _, block := range blocks[1:] {
		for i, v := range block {
			longest[i] = max(longest[i], v)
		}
	}
	return longest
}

// result returns Cᵀ and gives back the other matrices.
func (l *solver) result() *mat.Dense {
	l.Workspace.Give(l.next, l.d)
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
