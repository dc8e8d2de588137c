package segment

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/shrink"
)

// adaptationLimit is how large λ2/(2λ3), which scales the change of the kernel,
// may be in units of the rank cut-off for solveLRKSC to keep the eigenvectors
// of K_G. Beyond it the kernel rotates visibly and the exact solver is used.
const adaptationLimit = 0.15

// choleskyShare is the part of the rank cut-off that the pivoted Cholesky
// factor of the kernel may leave on its diagonal, where nothing else is said.
const choleskyShare = 1e-3

// frozenCutoff is the eigenvalue below which a kernel that never adapts is cut:
// the penalty passes it long before any coefficient leaves zero.
const frozenCutoff = 1e-6

// The shares of the work after which the kernel matrix, its Cholesky factor and
// its eigenvectors are there; the iterations are the rest. Measured on 1R2RC.
const (
	kernelShare = 0.1
	factorShare = 0.3
	basisShare  = 0.5
)

// solveLRKSC runs Algorithm 1 of LRKSC, or KSSC with a frozen kernel, on the
// kernel matrix K_G (N×N), which it overwrites, and returns C, whether the
// stopping rule was met, and ctx.Err() when ctx ends.
//
// It does the same iterations as solveLRKSCExactly in far fewer operations:
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
func solveLRKSC(ctx context.Context, kg *mat.Dense, s lrkscSettings) (*mat.Dense, bool, error) {
	if s.adaptsStrongly() {
		return solveLRKSCExactly(ctx, kg, s)
	}
	kernel, err := leadingKernel(ctx, kg, s)
	if err != nil {
		return nil, false, err
	}
	c, converged, err := iterateLRKSC(ctx, kernel, s)
	if err != nil {
		return nil, false, err
	}
	transpose(c)
	return c, converged, nil
}

// adaptsStrongly reports whether the kernel rotates visibly.
func (s lrkscSettings) adaptsStrongly() bool {
	return !s.frozen && s.lambda2/(2*s.lambda3) > adaptationLimit*rankCutoff(s.lambda3)
}

// leadingKernel returns the eigenpairs of K_G that solveLRKSC works with, those
// beyond the rank cut-off, from a pivoted Cholesky factor. It overwrites K_G.
func leadingKernel(ctx context.Context, kg *mat.Dense, s lrkscSettings) (lowRank, error) {
	cutoff := rankCutoff(s.lambda3)
	if s.frozen {
		cutoff = frozenCutoff
	}
	s.progress.advance(kernelShare)
	factor, err := pivotedCholesky(ctx, kg, s.cholesky*cutoff, s.workers)
	if err != nil {
		return lowRank{}, err
	}
	s.progress.advance(factorShare)
	return leadingOf(ctx, factor, cutoff, s.spares, s.workers)
}

// iterateLRKSC is solveLRKSC from the eigenpairs on. It returns Cᵀ.
func iterateLRKSC(ctx context.Context, kernel lowRank, s lrkscSettings) (*mat.Dense, bool, error) {
	s.progress.advance(basisShare)
	s.progress = s.progress.part(basisShare, 1)
	return newLRKSCSolver(ctx, kernel, s).run(ctx)
}

// lrkscSolver is the state of solveLRKSC.
type lrkscSolver struct {
	lrkscSettings
	n, p    int
	sigma   []float64  // eigenvalues of K_G, 0 for the direction of 1
	k       []float64  // eigenvalues of K
	basis   *mat.Dense // V, which may be Q, and others may use
	q       *mat.Dense // Q, N×p
	qFactor factor     // Q
	qt      factor     // Qᵀ
	ones    []float64  // Qᵀ1
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
	listed    bool       // whether clippedPart follows C
	y         []float64

	clipped clippedPart
	panels  *shrink.Panels // Q
	scratch []blockScratch
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
	rowSummary
	nonzero int
	l1      float64
}

// newLRKSCSolver prepares the iterations. When ctx ends it leaves out what is not
// done yet, as run does.
func newLRKSCSolver(ctx context.Context, kernel lowRank, s lrkscSettings) *lrkscSolver {
	n, r := kernel.v.Dims()
	q, ones := kernel.v, make([]float64, r)
	if s.affine {
		q, ones = withOnes(kernel.v, s.spares)
	}
	p := len(ones)
	l := &lrkscSolver{
		lrkscSettings: s, n: n, p: p,
		sigma: make([]float64, p), k: make([]float64, p),
		ones:  ones,
		y:     make([]float64, n),
		rows:  make([]columnSummary, n),
		along: make([][]float64, parallel.BlockCount(n)),
	}
	copy(l.sigma, kernel.values)
	copy(l.k, kernel.values)
	unlessEnded(ctx,
		func() { l.c = s.spares.takeZero(n) },
		func() {
			if !l.inPlace() {
				l.next = s.spares.takeZero(n)
			}
		},
		func() {
			l.qc, l.b, l.previousB = s.spares.rows(n, p), s.spares.rows(n, p), s.spares.rows(n, p)
			l.qc.Zero()
			l.previousB.Zero()
		},
		func() {
			l.listed = !l.inPlace() || p > denseDirections
			l.clipped, l.scratch = newClippedPart(n, p, l.listed, s.workers), s.spares.blocks(n, s.workers)
		},
		func() {
			l.basis, l.qFactor, l.qt = kernel.v, s.spares.factor(), s.spares.factor()
			l.setBasis(ctx, q)
		},
	)
	return l
}

// setBasis takes q for Q and prepares what follows from it.
func (l *lrkscSolver) setBasis(ctx context.Context, q *mat.Dense) {
	l.q = q
	l.longestRow, l.inQ = 0, nil
	for i := range l.along {
		l.along[i] = make([]float64, 3*l.p)
	}
	l.costs, l.moved = make([]float64, l.p), make([]float64, l.p)
	unlessEnded(ctx,
		func() { l.qFactor = l.qFactor.renewed(q, false, l.inPlace()) },
		func() { l.qt = l.qt.renewed(q, true, l.inPlace()) },
		func() {
			if l.panels = nil; l.listed || !l.begun {
				l.panels = shrink.NewPanels(q)
			}
		},
		func() {
			for i := range l.n {
				row := q.RawRowView(i)
				l.longestRow = max(l.longestRow, floats.Dot(row, row))
			}
			l.longestRow = math.Sqrt(l.longestRow)
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

// onesCutoff is the share of the length of 1 that is rounding.
const onesCutoff = 1e-9

// withOnes appends to the orthonormal columns of v (N×r) the direction of 1
// that they lack, and returns the new basis Q, in spare memory, with Qᵀ1. When 1 already lies in
// the span of v within rounding, Q is v.
func withOnes(v *mat.Dense, s *spares) (*mat.Dense, []float64) {
	n, r := v.Dims()
	inside := make([]float64, r)
	rest := make([]float64, n)
	for i := range rest {
		rest[i] = 1
	}
	// Twice, for orthogonality to rounding.
	for range 2 {
		along := make([]float64, r)
		for i, x := range rest {
			axpy(x, v.RawRowView(i), along)
		}
		for i := range rest {
			rest[i] -= floats.Dot(along, v.RawRowView(i))
		}
		for j, x := range along {
			inside[j] += x
		}
	}
	var norm float64
	for _, x := range rest {
		norm += x * x
	}
	norm = math.Sqrt(norm)
	if norm < onesCutoff*math.Sqrt(float64(n)) {
		return v, inside
	}
	q := s.rows(n, r+1)
	for i := range n {
		row := q.RawRowView(i)
		copy(row, v.RawRowView(i))
		row[r] = rest[i] / norm
	}
	return q, append(inside, norm)
}

// run returns Cᵀ.
func (l *lrkscSolver) run(ctx context.Context) (*mat.Dense, bool, error) {
	rho, previousRho := l.rho, l.rho
	shares := l.shares()
	for iteration := 1; iteration <= l.iterations; iteration++ {
		it := Iteration{Number: iteration, Limit: l.iterations, Share: shares(iteration)}
		l.stepB(ctx, rho, previousRho/rho)
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		for _, row := range l.rows {
			it.AffineResidual = max(it.AffineResidual, row.affine)
			it.Objective += row.cost
		}
		nextRho := min(l.eta*rho, l.rhoMax)
		threshold := l.lambda1 / nextRho
		if it.AffineResidual <= l.tolerance {
			it.Residual = l.residualBound(previousRho / rho)
		}
		switch {
		case it.AffineResidual <= l.tolerance && it.Residual <= l.tolerance:
			// C stands: D need not be formed to see it.
		case !l.begun && l.staysZero(previousRho/rho, rho/nextRho, threshold):
			it.Residual = l.diagonalOfA(previousRho / rho)
		case l.inPlace():
			l.stepCInPlace(ctx, previousRho/rho, rho/nextRho, threshold)
			it.Residual = l.residualBound(previousRho / rho)
		default:
			l.stepC(ctx, previousRho/rho, rho/nextRho, threshold)
			it.Residual = 0
			for _, row := range l.rows {
				it.Residual = max(it.Residual, row.residual)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		l.adapt(&it)
		converged := it.Residual <= l.tolerance && it.AffineResidual <= l.tolerance
		if converged || iteration == l.iterations {
			it.Share = 1
		}
		l.progress.report(it)
		if converged {
			return l.result(), true, nil
		}
		if l.affine {
			for j := range l.y {
				l.y[j] += rho * l.rows[j].sum
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

// stepB computes B from C, the previous B and the multipliers. decay is the
// previous penalty over this one. previousB holds the last B; afterwards
// qc holds QᵀC and b the new B. It also prepares the adaptation of the kernel.
func (l *lrkscSolver) stepB(ctx context.Context, rho, decay float64) {
	// B = own·R + (force − correction)·shared for the right-hand side R, both
	// diagonal; the correction is the Woodbury term of 1.
	own, shared := make([]float64, l.p), make([]float64, l.p)
	denominator, onesShared := 1.0, 0.0
	for i, k := range l.k {
		inverse := 1 / (l.lambda2*k + rho)
		own[i], shared[i] = l.lambda2*k*inverse, l.ones[i]*inverse
		denominator += rho * l.ones[i] * shared[i]
		onesShared += l.ones[i] * shared[i]
	}
	p := l.p
	ones := l.ones[:p]
	parallel.Blocks(l.n, l.workers, func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		along := l.along[lo/parallel.BlockRows]
		clear(along)
		alongA, squareA, squareGap := along[:p], along[p:2*p], along[2*p:3*p]
		l.alongBasis(worker, lo, hi)
		for j := lo; j < hi; j++ {
			qj, qcj, bj, last := l.q.RawRowView(j)[:p], l.qc.RawRowView(j)[:p], l.b.RawRowView(j)[:p], l.previousB.RawRowView(j)[:p]
			var inOnes, ownInOnes float64
			for i, o := range ones {
				r := qj[i] - (qcj[i] - decay*last[i])
				bj[i] = r
				inOnes += o * r
				ownInOnes += o * r * own[i]
			}
			force := rho*inOnes - l.y[j]
			force -= (ownInOnes + force*onesShared) * rho / denominator
			sum := -1.0
			for i, o := range ones {
				b := own[i]*bj[i] + force*shared[i]
				qa := qcj[i] - decay*last[i] + b
				bj[i] = b
				sum += o * qa
				alongA[i] += qa * qj[i]
				squareA[i] += qa * qa
				gap := qj[i] - qcj[i]
				squareGap[i] += gap * gap
			}
			row := &l.rows[j]
			row.cost = l.lambda1 * row.l1
			if l.affine {
				row.sum = sum
				row.affine = math.Abs(sum)
			}
		}
	})
}

// residualBound returns a bound above the largest entry of A − C, which is
// Q(B − decay·previousB): the longest row of Q times the longest column.
func (l *lrkscSolver) residualBound(decay float64) float64 {
	var longest float64
	for j := range l.n {
		longest = max(longest, squaredGap(l.b.RawRowView(j), l.previousB.RawRowView(j), 1, decay))
	}
	return l.longestRow * math.Sqrt(longest)
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
func (l *lrkscSolver) staysZero(decay, growth, threshold float64) bool {
	for j := range l.n {
		if math.Sqrt(squaredGap(l.b.RawRowView(j), l.previousB.RawRowView(j), 1+growth, decay)) > threshold {
			return false
		}
	}
	return true
}

// diagonalOfA returns the largest diagonal entry of A while C is zero. A is
// then a filtered projection, whose largest entry stands on the diagonal.
func (l *lrkscSolver) diagonalOfA(decay float64) float64 {
	var largest float64
	for j := range l.n {
		qj, bj, last := l.q.RawRowView(j), l.b.RawRowView(j), l.previousB.RawRowView(j)
		var entry float64
		for i, v := range bj {
			entry += qj[i] * (v - decay*last[i])
		}
		largest = max(largest, math.Abs(entry))
	}
	return largest
}

// stepC forms D = QB, measures A − C and thresholds A + Y/ρ into the next C.
func (l *lrkscSolver) stepC(ctx context.Context, decay, growth, threshold float64) {
	l.begun = true
	if l.d == nil {
		l.d = l.spares.take(l.n)
		parallel.Blocks(l.n, l.workers, func(_, lo, hi int) {
			if ctx.Err() == nil {
				l.qt.multiplyRows(l.d, l.previousB, lo, hi)
			}
		})
	}
	l.clipped.decay, l.clipped.growth, l.clipped.threshold = decay, growth, threshold
	parallel.Blocks(l.n, l.workers, func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		work := &l.scratch[worker]
		l.qt.multiplyBlock(work.dense, l.b, lo, hi)
		v := work.value[:l.n]
		for j := lo; j < hi; j++ {
			row, last, next := &l.rows[j], l.c.RawRowView(j), l.next.RawRowView(j)
			row.residual = shrink.Residual(v, work.row(j-lo), l.d.RawRowView(j), decay, growth)
			l.threshold(j, v, last, next, threshold)
			l.clipped.record(j, v, last, next, row.nonzero, work.index[:l.n])
		}
	})
}

// threshold forms row j of the next C, whose diagonal is zero, from v and the last one,
// which may be the same memory, and takes the diagonal out of v.
func (l *lrkscSolver) threshold(j int, v, last, next []float64, threshold float64) {
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
func (l *lrkscSolver) inPlace() bool { return l.leftOut > 0 }

// stepCInPlace is stepC without the residual A − C, which residualBound bounds:
// A + Y/ρ − C is one product, D need not be kept, and C takes the place of the
// last one.
func (l *lrkscSolver) stepCInPlace(ctx context.Context, decay, growth, threshold float64) {
	l.begun = true
	l.clipped.decay, l.clipped.growth, l.clipped.threshold = decay, growth, threshold
	l.listed = l.p > denseDirections
	parallel.Blocks(l.n, l.workers, func(worker, lo, hi int) {
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
		l.qt.multiplyBlock(work.dense, weights, 0, hi-lo)
		before := work.value[:l.n]
		for j := lo; j < hi; j++ {
			row, v, c := &l.rows[j], work.row(j-lo), l.c.RawRowView(j)
			if l.listed {
				copy(before, c)
			}
			l.threshold(j, v, c, c, threshold)
			if l.listed {
				l.clipped.record(j, v, before, c, row.nonzero, work.index[:l.n])
			} else {
				l.clipped.few[j] = false
			}
		}
	})
}

// denseDirections is the number of directions up to which QᵀC is formed by a product
// with all of C in place.
const denseDirections = 160

// adapt moves the eigenvalues of K to the minimiser of the kernel step, to
// first order in the change of the kernel, and completes the report.
func (l *lrkscSolver) adapt(it *Iteration) {
	p := l.p
	total := make([]float64, 3*p)
	for _, along := range l.along {
		for i, v := range along {
			total[i] += v
		}
	}
	clear(l.costs)
	if !l.frozen {
		weight := l.lambda2 / (2 * l.lambda3)
		for i, sigma := range l.sigma {
			if sigma == 0 {
				continue
			}
			l.moved[i] = weight * (1 - 2*total[i] + total[p+i])
			gamma := shrinkEigenvalue(sigma-l.moved[i], l.lambda3)
			l.k[i] = gamma * gamma
			gap := sigma - l.k[i]
			l.costs[i] = gamma + l.lambda3/2*gap*gap
		}
	}
	it.Objective += l.leftCost
	it.Rank += l.leftRank
	for i, k := range l.k {
		l.costs[i] += l.lambda2 / 2 * k * total[2*p+i]
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
func (l *lrkscSolver) narrow(ctx context.Context) {
	if l.leftOut == 0 || !l.begun {
		return
	}
	// The direction of 1 beside the kernel is the last.
	inKernel := l.p
	for inKernel > 0 && l.sigma[inKernel-1] == 0 {
		inKernel--
	}
	if l.inQ == nil {
		l.inQ = l.longestBeyond(l.q, 0, inKernel)
	}
	inQ := l.inQ
	// Most often it is plain from a few directions that too few could go.
	most := inKernel - int(math.Ceil(leastNarrowing*float64(l.p)))
	if most < 1 || inQ[most]*l.longestBeyond(l.previousB, most, inKernel)[0] > l.leftOut*l.leftOut {
		return
	}
	inB := l.longestBeyond(l.previousB, 0, inKernel)
	kept := inKernel
	for kept > 1 && inQ[kept-1]*inB[kept-1] <= l.leftOut*l.leftOut {
		kept--
	}
	var stay, leave []int
	for i := range inKernel {
		if i < kept || l.rankOpen(i) {
			stay = append(stay, i)
		} else {
			leave = append(leave, i)
		}
	}
	if float64(len(leave)) < leastNarrowing*float64(l.p) {
		return
	}
	for _, i := range leave {
		l.leftCost += l.costs[i]
		l.leftRank++
	}
	chosen := func(values []float64, columns []int) []float64 {
		some := make([]float64, len(columns), len(columns)+1)
		for k, i := range columns {
			some[k] = values[i]
		}
		return some
	}
	// What of 1 lies along them joins the direction that stays.
	outside := append(chosen(l.ones, leave), l.ones[inKernel:]...)
	var weights []float64
	for i := inKernel; i < l.p; i++ {
		leave = append(leave, i)
	}
	l.ones, l.sigma, l.k = chosen(l.ones, stay), chosen(l.sigma, stay), chosen(l.k, stay)
	if inOnes := floats.Norm(outside, 2); inOnes > onesCutoff*math.Sqrt(float64(l.n)) {
		weights = outside
		floats.Scale(1/inOnes, weights)
		l.ones, l.sigma, l.k = append(l.ones, inOnes), append(l.sigma, 0), append(l.k, 0)
	}
	l.p = len(l.ones)
	within := func(m *mat.Dense) *mat.Dense {
		rows, _ := m.Dims()
		narrower := l.spares.rows(rows, l.p)
		for j := range rows {
			from, to := m.RawRowView(j), narrower.RawRowView(j)
			copy(to, from[:kept])
			for k := kept; k < len(stay); k++ {
				to[k] = from[stay[k]]
			}
			switch {
			case weights == nil:
			case kept == len(stay): // all beyond leave
				to[len(stay)] = floats.Dot(weights, from[kept:])
			default:
				var along float64
				for k, i := range leave {
					along += weights[k] * from[i]
				}
				to[len(stay)] = along
			}
		}
		return narrower
	}
	followed := []**mat.Dense{&l.previousB, &l.qc, &l.b, &l.clipped.signs}
	if !l.listed {
		followed = followed[:1] // the others are computed anew
		l.qc, l.b = firstColumns(l.qc, l.p), firstColumns(l.b, l.p)
	}
	for _, m := range followed {
		unlessEnded(ctx, func() {
			wider := *m
			*m = within(wider)
			l.giveRows(wider)
		})
	}
	for i := range l.clipped.scratch {
		s := &l.clipped.scratch[i]
		s.inside, s.other = firstColumns(s.inside, l.p), firstColumns(s.other, l.p)
	}
	unlessEnded(ctx, func() {
		wider := l.q
		l.setBasis(ctx, within(wider))
		if wider != l.basis {
			l.giveRows(wider)
		}
	})
}

// giveRows gives back matrices of few points; of many only as much memory is to be
// kept as is in use.
func (l *lrkscSolver) giveRows(matrices ...*mat.Dense) {
	if l.n < collectPoints {
		l.spares.giveRows(matrices...)
	}
}

// rankOpen reports whether direction i of the kernel may yet lose or regain its
// rank: whether it would have none if adapt lowered its eigenvalue by twice as much
// as it does. That is λ2/(2λ3) times the squared length of the direction times
// I − C, which hardly changes any more when directions are left out.
func (l *lrkscSolver) rankOpen(i int) bool {
	return !l.frozen && l.sigma[i]-2*l.moved[i] <= rankCutoff(l.lambda3)
}

// firstColumns returns a matrix of as many rows as m has, and p columns, in the
// memory of m.
func firstColumns(m *mat.Dense, p int) *mat.Dense {
	rows, _ := m.Dims()
	return mat.NewDense(rows, p, m.RawMatrix().Data[:rows*p])
}

// longestBeyond returns for the columns first…inKernel−1 of m, N×p, the largest
// squared length of a row from that column up to inKernel.
func (l *lrkscSolver) longestBeyond(m *mat.Dense, first, inKernel int) []float64 {
	longest := make([]float64, inKernel-first)
	// Four rows side by side do not wait for each other's sums.
	for j := 0; j < l.n; j += 4 {
		row := func(k int) []float64 { return m.RawRowView(min(j+k, l.n-1))[first:inKernel] }
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
	return longest
}

// result returns Cᵀ and gives back the other matrices.
func (l *lrkscSolver) result() *mat.Dense {
	l.spares.give(l.next, l.d)
	if l.n < collectPoints {
		l.spares.giveRows(l.qc, l.b, l.previousB)
		if l.q != l.basis {
			l.spares.giveRows(l.q)
		}
		l.spares.giveFactors(l.qFactor, l.qt)
		l.spares.giveBlocks(l.scratch)
	}
	return l.c
}
