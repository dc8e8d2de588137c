package segment

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/eigen"
)

// lrkscAuto is LRKSC with its kernel chosen without labels. It solves
// Algorithm 1 for a few kernels that share one Gram matrix and adds sums of
// their normalised affinities. Every affinity is clustered by its spectrum, and
// also divided into more pieces than there are motions, which are merged by
// coding length. Every grouping is refined in the picture coordinates, and the
// one with the least score is kept: how many bits the points' motion takes,
// how much affinity it cuts, and between those that these hardly tell apart how
// well motions between pairs of frames explain it (see compareRivals).
//
// Points of tracks that lie anywhere, and tracks that move with no others, are
// kept from all that, see solveSpoilt.
//
// lrksc_auto.md beside this file has what was tried and how it was measured.
type lrkscAuto struct{}

func (lrkscAuto) Describe() Description {
	return Description{
		Name:  "lrksc-auto",
		Title: "LRKSC auto",
		Summary: "LRKSC with the kernel chosen without labels: several kernels and their fusions are solved, their affinities are grouped in several ways, " +
			"the groups are refined geometrically, and the grouping is kept whose motions are coded shortest at the least cut.",
		Citation: lrkscCitation + " Merging, choice and refinement by coding length: Y. Ma, H. Derksen, W. Hong, J. Wright. " +
			"Segmentation of Multivariate Mixed Data via Lossy Data Coding and Compression. IEEE TPAMI 29(9), 2007.",
		Kinds: []Kind{Trajectories, TwoFrames},
		Gaps:  true,
		Params: []Param{
			{Name: "noise", Symbol: "σ", Words: "noise", Kind: Real, Default: 0.02, Min: 1e-6, Max: 1,
				Help: "Noise of the coordinates that the choice allows for, in units of their spread."},
			{Name: "merge", Symbol: "", Words: "merged groups too", Kind: Boolean, Default: 1, Min: 0, Max: 1,
				Help: "Beside the spectral groups of every affinity, try groups merged from smaller spectral pieces by coding length."},
			{Name: "refine", Symbol: "", Words: "refine by geometry", Kind: Boolean, Default: 1, Min: 0, Max: 1,
				Help: "Move points to the group whose geometry in the picture fits them best. Off leaves the groups that the affinities give."},
			{Name: "refine-noise", Symbol: "σr", Words: "noise in refining", Kind: Real, Default: 0.015, Min: 1e-6, Max: 1,
				Help: "Noise of the coordinates that the refinement allows for, in units of their spread."},
			{Name: "lambda2", Symbol: "λ2", Words: "weight of the data", Kind: Real, Default: 12.6, Min: 0, MinOpen: true, Max: 1e9,
				Help: "Weight of self-expression in feature space, for every kernel."},
			{Name: "lambda3", Symbol: "λ3", Words: "kernel near K", Kind: Real, Default: 1e5, Min: 0, MinOpen: true, Max: 1e12,
				Help: "Weight of ‖K_G − K‖², for every kernel."},
			ratioParam(0.6),
		},
		Presets: []Preset{
			{Kind: Trajectories, Values: Values{"lambda2": 12.6, "noise": 0.02, "refine-noise": 0.015}, Source: "fixed on half of the base clips of Hopkins155"},
			{Kind: TwoFrames, Values: Values{"lambda2": 5.5, "noise": 0.006, "refine-noise": 0.008}, Source: "fixed on half of the base clips of Hopkins155"},
		},
	}
}

// member is one kernel of the family.
type member struct {
	a       float64 // offset of the polynomial kernel
	b       int     // degree; 1 with a = 0 is the linear kernel
	lambda1 float64
}

// family is the kernels tried for one kind of data. Every K_G is scaled to the
// trace that the first member's has, so that one λ suits all.
type family struct {
	members []member
	// spanned is whether the eigenvectors of all kernels but the linear one are
	// sought in one span. It is not worth it where the kernels have few directions,
	// nor from collectPoints on, where products with whole kernels take as long as the
	// factors that they save, and memory.
	spanned bool
	// sums are fusions, by the numbers of their members; the last is of all.
	sums [][]int
	// pieces are the numbers of spectral pieces that groups are merged from, in
	// units of the number of motions.
	pieces []int
	// mergeNoise is the noise that merging allows for, in units of the
	// coordinates' spread.
	mergeNoise float64
}

var families = map[Kind]family{
	Trajectories: {
		members:    []member{{2.2, 3, 1.1}, {5, 3, 1.1}, {2, 2, 1.1}, {0, 1, 1.1}},
		spanned:    true,
		sums:       [][]int{{0, 1, 2}, {0, 1, 2, 3}},
		pieces:     []int{2},
		mergeNoise: 0.01,
	},
	TwoFrames: {
		members:    []member{{2, 2, 0.23}, {30, 2, 0.23}, {2, 2, 0.1}},
		sums:       [][]int{{0, 1, 2}},
		pieces:     []int{2, 4, 10},
		mergeNoise: 0.016,
	},
}

const (
	// memberTolerance ends the iterations of the members. The residual falls by
	// 20 and more in an iteration, so that the coefficients are nearer still to
	// where they go, and affinities keep the largest alone.
	memberTolerance = 1e-4
	// memberLeftOut bounds what the directions of a kernel that are left out, once
	// they hardly matter, would add to a coefficient. Coefficients differ by a
	// fortieth of it at most.
	memberLeftOut = 4 * memberTolerance
	// memberCholesky takes the place of choleskyShare. What a factor leaves out
	// moves eigenvalues near the rank cut-off by a few hundredths of them, where
	// they weigh next to nothing: coefficients by less than memberTolerance.
	memberCholesky = 1e-2
	// memberRho is the penalty that members begin with. Below it all coefficients
	// are zero and the kernel is followed to some 1e-4; what the iterations left
	// out would add falls twentyfold with every one that is done.
	memberRho = admmRho * admmGrowth * admmGrowth * admmGrowth
	// candidateTolerance bounds the residual of the eigenvectors that points are
	// grouped by, of which k-means tells what is near from what is far.
	candidateTolerance = 1e-5
	// membersShare is the share of the work that solving for the kernels is taken
	// for; what grows from their affinities is the rest.
	membersShare = 0.6
	// logCutWeight weighs the logarithm of the normalised cut against a bit per
	// coordinate.
	logCutWeight = 1.0 / 32
	// perspectiveNoise is the noise that the last refinement of two-frame data
	// allows for in its 9 rows, in units of their spread.
	perspectiveNoise = 0.004
	// affinitiesLimit is the number of points up to which every candidate keeps
	// its affinity for whoever looks at it, and the chosen one its coefficients; of
	// more only the affinity of the one chosen is kept.
	affinitiesLimit = 3000
	// leastPiece is how many points a piece has on average at least.
	leastPiece = 4
)

// collectPoints is the number of points from which collect does something.
const collectPoints = 1000

// pieceRestarts is how often k-means starts for the pieces, which need not
// be the best.
const pieceRestarts = 3

// smallCut keeps the logarithm finite for groups without any cut.
const smallCut = 0.01

func (lrkscAuto) Solve(ctx context.Context, in Input) (Solution, error) {
	if in.Data.Visible != nil {
		return solveGaps(ctx, in)
	}
	return solveSpoilt(ctx, in)
}

// group groups the points by what was gathered, and keeps the best grouping.
func (r *autoRun) group(ctx context.Context, g gathered) (Solution, error) {
	in := r.in
	var err error
	if r.where, err = coordinatesOf(ctx, in.Data, in.Motions, in.Workers); err != nil {
		return Solution{}, err
	}
	tried := make([][]attempt, len(g.affinities))
	choosing := in.progress().part(membersShare, 1)
	for i, w := range g.affinities {
		if tried[i], err = r.attempts(ctx, g.names[i], w); err != nil {
			return Solution{}, err
		}
		choosing.advance(float64(i+1) / float64(len(g.affinities)+1))
	}
	if r.movesPieces() {
		for i := range tried {
			if tried[i], err = r.withMovedPieces(ctx, tried[i]); err != nil {
				return Solution{}, err
			}
		}
	}
	if err := r.compareRivals(ctx); err != nil {
		return Solution{}, err
	}
	best := 0
	for i, attempts := range tried {
		r.candidates = append(r.candidates, r.candidateOf(attempts, r.embeddings[i]))
		if r.candidates[i].Score < r.candidates[best].Score {
			best = i
		}
	}
	choosing.advance(1)
	chosen := &r.candidates[best]
	chosen.Chosen = true
	s := Solution{Labels: chosen.Labels, Confidence: chosen.Confidence, Converged: g.converged, Candidates: r.candidates, embedding: &r.embeddings[best]}
	if best < len(r.coefficients) {
		s.C = r.coefficients[best]
		transpose(s.C)
	}
	r.coefficients = nil // not to be kept beside the affinities
	if err := ctx.Err(); err != nil {
		return Solution{}, err
	}
	for i, w := range g.affinities {
		if i == best || in.Data.Points() <= affinitiesLimit {
			r.candidates[i].W = func() *mat.Dense { return denseOf(context.Background(), w) }
		}
	}
	n := in.Data.Points()
	s.W, s.Fused = denseIn(ctx, r.spares.takeZero(n), g.affinities[best]), denseIn(ctx, r.spares.takeZero(n), r.fused)
	if in.Data.Kind == TwoFrames && r.refines() {
		s.Labels = refineLabels(ctx, in.Data.X, s.Labels, in.Motions, perspectiveNoise*spread(in.Data.X))
		s.Confidence = labelConfidences(r.embeddings[best].rows, s.Labels, in.Motions)
	}
	return s, nil
}

// String names the kernel as it is shown.
func (m member) String() string {
	if m.b == 1 && m.a == 0 {
		return fmt.Sprintf("linear, λ1 = %g", m.lambda1)
	}
	return fmt.Sprintf("(xᵀy + %g)^%d, λ1 = %g", m.a, m.b, m.lambda1)
}

// autoRun is one run of lrksc-auto.
type autoRun struct {
	in     Input
	family family
	where  coordinates
	// coefficients are those of the members, transposed; none of many points.
	coefficients []*mat.Dense
	fused        eigen.Sparse // the sum of all members' normalised affinities
	iterations   int          // reported so far
	candidates   []Candidate
	embeddings   []embedding  // of the candidates, N×K, unit rows
	start        *eigen.Start // of the embedding before
	ways         [][]int      // groupings by every affinity, spectral and merged, before refinement
	pieces       [][]int      // of all affinities, members ascending
	// Groupings often repeat: what became of those seen, and the scores of
	// refined ones, by their labels.
	judged map[string]*judgement
	scores map[string]*judgement
	met    []*judgement // those that may be chosen, in the order in which they were met
	rivals rivals
	spares *spares // what the members no longer use; nil of many points
	// trusted are the points that motions are known by where not all are to be, see
	// judgeByTrusted; nil for all.
	trusted []int
}

// newAutoRun returns a run that has not begun.
func newAutoRun(in Input) *autoRun {
	return &autoRun{in: in, family: families[in.Data.Kind], judged: map[string]*judgement{}, scores: map[string]*judgement{}}
}

// gathered is the affinities of kernels and sums, with their names.
type gathered struct {
	affinities []eigen.Sparse
	names      []string
	converged  bool
}

// gather solves for the kernels and adds up their affinities.
func (r *autoRun) gather(ctx context.Context) (g gathered, err error) {
	if g.affinities, g.converged, err = r.solveMembers(ctx); err != nil {
		return gathered{}, err
	}
	for _, m := range r.family.members {
		g.names = append(g.names, m.String())
	}
	var before []int // members of the last sum
	for _, members := range r.family.sums {
		// What goes on where the last sum ended is added to it.
		var to eigen.Sparse
		known := 0
		if len(before) > 0 && len(before) <= len(members) && slices.Equal(before, members[:len(before)]) {
			to, known = g.affinities[len(g.affinities)-1], len(before)
		}
		before = members
		var parts []eigen.Sparse
		name := "sum of kernels"
		for k, i := range members {
			if k >= known {
				parts = append(parts, g.affinities[i])
			}
			name += fmt.Sprintf(" %d", i+1)
		}
		g.affinities, g.names = append(g.affinities, sumNormalized(ctx, to, parts)), append(g.names, name)
	}
	r.fused = g.affinities[len(g.affinities)-1]
	return g, ctx.Err()
}

// judgement is what became of a grouping.
type judgement struct {
	labels            []int // refined
	bits, cut, motion float64
	compared          bool // with another, which motion is against, see compareRivals
}

// score is smaller for a better grouping.
func (j *judgement) score() float64 { return j.bits + j.cut + j.motion }

// attempt is a grouping by an affinity, and the way it was found.
type attempt struct {
	name string
	*judgement
}

// refines reports whether points are moved to the groups that fit them.
func (r *autoRun) refines() bool { return r.in.Values["refine"] != 0 && r.where.unit > 0 }

// solveMembers solves for the kernels of the family and returns their
// affinities.
func (r *autoRun) solveMembers(ctx context.Context) (affinities []eigen.Sparse, converged bool, err error) {
	n := r.in.Data.Points()
	x := normalized(r.in.Data)
	converged = true
	var trace float64
	matrices := &spares{n: n}
	var span kernelSpan
	var inner *mat.Dense          // xᵀy of all points, kept for every kernel where they are few
	known := map[member]lowRank{} // by offset and degree
	solving := r.in.progress().part(0, membersShare)
	for i, m := range r.family.members {
		done := float64(i) / float64(len(r.family.members))
		s := r.settings(m, solving.part(done, done+1/float64(len(r.family.members))))
		s.spares = matrices
		kernel, again := known[m.kernel()]
		var ct *mat.Dense
		ok := false
		if !again {
			kg := matrices.take(n)
			from := inner
			if from == nil {
				from = kg
				if n < collectPoints {
					inner = mat.NewDense(n, n, nil)
					from = inner
				}
				gram(ctx, from, x, r.in.Workers)
			}
			if err := ctx.Err(); err != nil {
				return nil, false, err
			}
			trace = r.lift(kg, from, m, trace)
			strongly, decompose := s.adaptsStrongly(), leadingKernel
			if r.family.spanned && m.b > 1 && n < collectPoints {
				decompose = span.leading
			}
			if strongly {
				if ct, ok, err = solveLRKSCExactly(ctx, kg, s); err != nil {
					return nil, false, err
				}
				transpose(ct)
			} else if kernel, err = decompose(ctx, kg, s); err != nil {
				return nil, false, err
			}
			matrices.give(kg)
			collect(n)
			if !strongly && r.family.repeats(i) {
				known[m.kernel()] = kernel
			}
		}
		if ct == nil {
			if ct, ok, err = iterateLRKSC(ctx, kernel, s); err != nil {
				return nil, false, err
			}
		}
		converged = converged && ok
		if n < collectPoints && !again && !r.family.repeats(i) {
			matrices.giveRows(kernel.v)
		}
		affinities = append(affinities, sparseAffinity(ctx, ct, r.in.Values["ratio"], r.in.Workers))
		if n <= affinitiesLimit {
			r.coefficients = append(r.coefficients, ct)
		} else {
			matrices.give(ct)
		}
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		collect(n)
	}
	if n < collectPoints {
		matrices.give(inner)
		r.spares = matrices
	}
	return affinities, converged, nil
}

// lift stores in kg the kernel of m of points whose products xᵀy inner holds, which
// may be kg itself, scaled to trace where that is not 0. It returns the trace of kg.
func (r *autoRun) lift(kg, inner *mat.Dense, m member, trace float64) float64 {
	repeat, factor := 1.0, 1.0
	if r.in.Data.Kind == TwoFrames {
		repeat = twoFrameRepeat
	}
	n, _ := kg.Dims()
	var own float64
	for i := range n {
		own += power(repeat*inner.At(i, i)+m.a, m.b)
	}
	if trace == 0 {
		trace = own
	} else if own > 0 {
		factor = trace / own
	}
	for i := range n {
		to := kg.RawRowView(i)
		from := inner.RawRowView(i)[:len(to)]
		switch m.b { // the usual degrees without a loop
		case 2:
			for j, v := range from {
				base := repeat*v + m.a
				to[j] = factor * (base * base)
			}
		case 3:
			for j, v := range from {
				base := repeat*v + m.a
				to[j] = factor * (base * base * base)
			}
		default:
			for j, v := range from {
				base := repeat*v + m.a
				raised := base
				for range m.b - 1 {
					raised *= base
				}
				to[j] = factor * raised
			}
		}
	}
	return trace
}

// collect frees what a member of the family left behind, of many points: every
// step leaves matrices of N times the rank, and the collector by itself would
// let as much of them lie as there is of use.
func collect(n int) {
	if n >= collectPoints {
		runtime.GC()
	}
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
func (r *autoRun) settings(m member, progress progress) lrkscSettings {
	before := r.iterations
	reports := progress.reporting(func(it Iteration) {
		it.Number += before
		it.Part = m.String()
		r.iterations = it.Number
		progress.iterated(it)
	})
	return lrkscSettings{
		lambda1: m.lambda1, lambda2: r.in.Values["lambda2"], lambda3: r.in.Values["lambda3"], affine: true,
		rho: memberRho, rhoMax: admmRhoMax, eta: admmGrowth, tolerance: memberTolerance, cholesky: memberCholesky, iterations: admmIterations, leftOut: memberLeftOut, workers: r.in.Workers,
		progress: reports,
	}
}

// attempts groups the points by an affinity in several ways, and keeps the embedding.
func (r *autoRun) attempts(ctx context.Context, name string, w eigen.Sparse) ([]attempt, error) {
	k, n := r.in.Motions, r.in.Data.Points()
	var pieces []int
	largest := k
	if r.in.Values["merge"] != 0 && r.where.unit > 0 && r.trusted == nil {
		for _, factor := range r.family.pieces {
			if m := min(factor*k, n/leastPiece); m > largest {
				pieces = append(pieces, m)
				largest = m
			}
		}
	}
	e, err := embedSparse(ctx, w, r.start, largest, candidateTolerance, r.in.Workers)
	if err != nil {
		return nil, err
	}
	r.start, e.start = e.start, nil
	rows := leadingRows(e.rows, k)
	labels, _ := cluster(ctx, rows, k, r.in.Seed)
	r.ways = append(r.ways, labels)
	j, err := r.judge(ctx, labels)
	if err != nil {
		return nil, err
	}
	r.meet(j)
	tried := []attempt{{name, j}}
	for _, m := range pieces {
		assigned, _ := kmeans(ctx, leadingRows(e.rows, m), m, r.in.Seed, pieceRestarts)
		assigned = inOrderOfAppearance(assigned)
		if r.movesPieces() {
			r.keepPieces(assigned, m)
		}
		merged := mergePieces(r.where.all, assigned, m, k, r.family.mergeNoise*r.where.unit)
		r.ways = append(r.ways, merged)
		j, err := r.judge(ctx, merged)
		if err != nil {
			return nil, err
		}
		r.meet(j)
		tried = append(tried, attempt{fmt.Sprintf("%s; merged from %d pieces", name, m), j})
	}
	e.rows, e.spectrum = rows, e.spectrum[:min(len(e.spectrum), max(k+1, spectrumLength))]
	r.embeddings = append(r.embeddings, e)
	return tried, nil
}

// candidateOf returns the best of the groupings by one affinity, with its embedding.
func (r *autoRun) candidateOf(tried []attempt, e embedding) Candidate {
	best := tried[0]
	for _, a := range tried[1:] {
		if a.score() < best.score() {
			best = a
		}
	}
	return Candidate{
		Name: best.name, Score: best.score(), Bits: best.bits, Cut: best.cut, Motion: best.motion, Labels: best.labels,
		Spectrum: e.spectrum, Confidence: labelConfidences(e.rows, best.labels, r.in.Motions),
	}
}

// leadingRows returns a copy of the first k columns with rows of unit length.
func leadingRows(rows *mat.Dense, k int) *mat.Dense {
	n, _ := rows.Dims()
	leading := mat.DenseCopyOf(rows.Slice(0, n, 0, k))
	unitRows(leading)
	return leading
}

// judge refines labels, named in the order of their first points, and scores
// the result.
func (r *autoRun) judge(ctx context.Context, labels []int) (*judgement, error) {
	key := labelKey(labels)
	if j, ok := r.judged[key]; ok {
		return j, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	refined := labels
	if r.refines() {
		refined = inOrderOfAppearance(refineLabels(ctx, r.where.all, labels, r.in.Motions, r.in.Values["refine-noise"]*r.where.unit))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	same := labelKey(refined)
	j, ok := r.scores[same]
	if !ok {
		if r.trusted != nil {
			j = r.judgeByTrusted(refined)
		} else {
			j = &judgement{labels: refined, cut: logCutWeight * math.Log(smallCut+sparseCut(r.fused, refined, r.in.Motions))}
			if r.where.unit > 0 {
				j.bits = r.where.motionBits(refined, r.in.Motions, r.in.Values["noise"]*r.where.unit)
			}
		}
		r.scores[same] = j
	}
	r.judged[key] = j
	return j, nil
}

// meet keeps a judgement among those that were met.
func (r *autoRun) meet(j *judgement) {
	if !slices.Contains(r.met, j) {
		r.met = append(r.met, j)
	}
}

// labelKey returns a string that only the same labels give.
func labelKey(labels []int) string {
	key := make([]byte, 0, 2*len(labels))
	for _, l := range labels {
		key = binary.AppendUvarint(key, uint64(l))
	}
	return string(key)
}

// normalizedCut returns Σ over the groups 1…K of labels of the affinity that
// leaves the group over all affinity of its points (Shi & Malik 2000): 0…K. A
// group without affinity counts 1.
func normalizedCut(w *mat.Dense, labels []int, k int) float64 {
	volume := make([]float64, k+1)
	inside := make([]float64, k+1)
	for i, own := range labels {
		for j, v := range w.RawRowView(i) {
			if v != 0 {
				volume[own] += v
				if labels[j] == own {
					inside[own] += v
				}
			}
		}
	}
	return cutShares(volume, inside)
}

// cutShares returns the normalised cut of groups 1…K with that much affinity,
// and that much of it inside.
func cutShares(volume, inside []float64) float64 {
	var cut float64
	for group := 1; group < len(volume); group++ {
		if volume[group] > 0 {
			cut += 1 - inside[group]/volume[group]
		} else {
			cut++
		}
	}
	return cut
}

// addNormalized adds D^(−½)WD^(−½) to sum.
func addNormalized(sum, w *mat.Dense) {
	n, _ := w.Dims()
	scale := make([]float64, n)
	for i := range scale {
		scale[i] = 1 / math.Sqrt(floats.Sum(w.RawRowView(i))+machineEpsilon)
	}
	for i := range n {
		to := sum.RawRowView(i)
		for j, v := range w.RawRowView(i) {
			to[j] += v * (scale[i] * scale[j])
		}
	}
}
