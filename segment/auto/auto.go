package auto

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/coding"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/lrksc"
	"motionseg/segment/spectral"
	"motionseg/segment/subspace"
)

// LRKSCAuto is LRKSC with its kernel chosen without labels. It solves
// Algorithm 1 for a few kernels that share one Gram matrix and adds the sum of
// their normalised affinities. Every affinity is clustered by its spectrum, and
// also divided into more pieces than there are motions, which are merged by
// coding length. Every grouping is refined in the picture coordinates, and the
// one with the least score is kept: how many bits the points' motion takes,
// how much affinity it cuts, and between those that these hardly tell apart how
// well motions between pairs of frames explain it (see compareRivals).
//
// Points of tracks that lie anywhere, and tracks that move with no others, are
// kept from all that, see solveCorrupted.
//
// lrksc_auto.md beside this file has what was tried and how it was measured.
type LRKSCAuto struct{}

func (LRKSCAuto) Describe() core.Description {
	return core.Description{
		Name:  "lrksc-auto",
		Title: "LRKSC auto",
		Summary: "LRKSC with the kernel chosen without labels: several kernels and their fusions are solved, their " +
			"affinities are grouped in several ways, " +
			"the groups are refined geometrically, and the grouping is kept whose motions are coded shortest at the least cut.",
		Citation: lrksc.Citation +
			" Merging, choice and refinement by coding length: Y. Ma, H. Derksen, W. Hong, J. Wright. " +
			"Segmentation of Multivariate Mixed Data via Lossy Data Coding and Compression. IEEE TPAMI 29(9), 2007.",
		Kinds: []core.Kind{core.Trajectories, core.TwoFrames},
		Gaps:  true,
		Params: []core.Param{
			{Name: "noise", Symbol: "σ", Words: "noise", Kind: core.Real, Default: 0.02, Min: 1e-6, Max: 1,
				Help: "Noise of the coordinates that the choice allows for, in units of their spread."},
			{Name: "merge", Symbol: "", Words: "merged groups too", Kind: core.Boolean, Default: 1, Min: 0, Max: 1,
				Help: "Beside the spectral groups of every affinity, try groups merged from smaller spectral pieces " +
					"by coding length."},
			{Name: "refine", Symbol: "", Words: "refine by geometry", Kind: core.Boolean, Default: 1, Min: 0, Max: 1,
				Help: "Move points to the group whose geometry in the picture fits them best. Off leaves the groups " +
					"that the affinities give."},
			{Name: "refine-noise", Symbol: "σr", Words: "noise in refining", Kind: core.Real, Default: 0.015, Min: 1e-6, Max: 1,
				Help: "Noise of the coordinates that the refinement allows for, in units of their spread."},
			{Name: "lambda2", Symbol: "λ2", Words: "weight of the data", Kind: core.Real, Default: 12.6, Min: 0,
				MinOpen: true, Max: 1e9,
				Help: "Weight of self-expression in feature space, for every kernel."},
			{Name: "lambda3", Symbol: "λ3", Words: "kernel near K", Kind: core.Real, Default: 1e5, Min: 0,
				MinOpen: true, Max: 1e12,
				Help: "Weight of ‖K_G − K‖², for every kernel."},
			subspace.RatioParam(0.6),
		},
		Presets: []core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"lambda2": 12.6, "noise": 0.02, "refine-noise": 0.015},
				Source: "fixed on half of the base clips of Hopkins155"},
			{Kind: core.TwoFrames, Values: core.Values{"lambda2": 5.5, "noise": 0.006, "refine-noise": 0.008},
				Source: "fixed on half of the base clips of Hopkins155"},
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
	// nor from lrksc.CollectPoints on, where products with whole kernels take as long as the
	// factors that they save, and memory.
	spanned bool
	// pieces are the numbers of spectral pieces that groups are merged from, in
	// units of the number of motions.
	pieces []int
	// mergeNoise is the noise that merging allows for, in units of the
	// coordinates' spread.
	mergeNoise float64
}

var families = map[core.Kind]family{
	core.Trajectories: {
		members:    []member{{2.2, 3, 1.1}, {5, 3, 1.1}, {2, 2, 1.1}, {0, 1, 1.1}},
		spanned:    true,
		pieces:     []int{2},
		mergeNoise: 0.01,
	},
	core.TwoFrames: {
		members:    []member{{2, 2, 0.23}, {2, 2, 0.1}},
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
	// memberCholesky takes the place of lrksc.CholeskyShare. What a factor leaves out
	// moves eigenvalues near the rank cut-off by a few hundredths of them, where
	// they weigh next to nothing: coefficients by less than memberTolerance.
	memberCholesky = 1e-2
	// memberRho is the penalty that members begin with. Below it all coefficients
	// are zero and the kernel is followed to some 1e-4; what the iterations left
	// out would add falls twentyfold with every one that is done.
	memberRho = lrksc.AdmmRho * lrksc.AdmmGrowth * lrksc.AdmmGrowth * lrksc.AdmmGrowth
	// candidateTolerance bounds the residual of the eigenvectors that points are
	// grouped by, of which k-means tells what is near from what is far.
	candidateTolerance = 1e-5
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

// Solve implements core.Method.
func (LRKSCAuto) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	if in.Data.Visible != nil {
		return solveGaps(ctx, in)
	}
	return solveCorrupted(ctx, in)
}

// group groups the points by what was gathered, and keeps the best grouping.
func (r *Run) group(ctx context.Context, g gathered) (core.Solution, error) {
	in := r.In
	var err error
	if r.where, err = coding.CoordinatesOf(ctx, in.Data, in.Motions, in.Workers); err != nil {
		return core.Solution{}, err
	}
	tried := make([][]attempt, len(g.Affinities))
	choosing := in.Progress().Part(3, 5, 5)
	for i, w := range g.Affinities {
		if tried[i], err = r.attempts(ctx, g.names[i], w); err != nil {
			return core.Solution{}, err
		}
		choosing.Advance(float64(i+1) / float64(len(g.Affinities)+1))
	}
	if r.movesPieces() {
		for i := range tried {
			if tried[i], err = r.withMovedPieces(ctx, tried[i]); err != nil {
				return core.Solution{}, err
			}
		}
	}
	if err := r.compareRivals(ctx); err != nil {
		return core.Solution{}, err
	}
	best := 0
	for i, attempts := range tried {
		r.candidates = append(r.candidates, r.candidateOf(attempts, r.embeddings[i]))
		if r.candidates[i].Score < r.candidates[best].Score {
			best = i
		}
	}
	choosing.Advance(1)
	chosen := &r.candidates[best]
	chosen.Chosen = true
	s := core.Solution{Labels: chosen.Labels, Confidence: chosen.Confidence, Converged: g.converged,
		Candidates: r.candidates, Embedding: &r.embeddings[best]}
	if best < len(r.Coefficients) {
		s.C = r.ownCoefficients(best)
		dense.Transpose(s.C)
	}
	r.Coefficients = nil // not to be kept beside the affinities
	if err := ctx.Err(); err != nil {
		return core.Solution{}, err
	}
	for i, w := range g.Affinities {
		if i == best || in.Data.Points() <= affinitiesLimit {
			r.candidates[i].W = func() *mat.Dense { return spectral.DenseOf(context.Background(), w) }
		}
	}
	n := in.Data.Points()
	s.W, s.Fused = r.workspace.TakeZero(n), r.workspace.TakeZero(n)
	parallel.Each(2, in.Workers, func(_, i int) {
		spectral.DenseIn(ctx, [2]*mat.Dense{s.W, s.Fused}[i], [2]eigen.Sparse{g.Affinities[best], r.Fused}[i])
	})
	if in.Data.Kind == core.TwoFrames && r.refines() {
		s.Labels = coding.RefineLabels(ctx, in.Data.X, s.Labels, in.Motions, perspectiveNoise*coding.RMS(in.Data.X))
		s.Confidence = spectral.LabelConfidences(r.embeddings[best].Rows, s.Labels, in.Motions)
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

// Run holds the affinities and judged groupings of one run of lrksc-auto.
type Run struct {
	In     core.Input
	family family
	where  coding.Coordinates
	// Coefficients are those of the members, transposed; none of many points.
	Coefficients []*mat.Dense
	shared       bool         // whether they are others' too, and stay as they are
	Fused        eigen.Sparse // the sum of all members' normalised affinities
	iterations   int          // reported so far
	candidates   []core.Candidate
	embeddings   []spectral.Embedding // of the candidates, N×K, unit rows
	start        *eigen.Start         // of the embedding before
	ways         [][]int              // groupings by every affinity, spectral and merged, before refinement
	pieces       [][]int              // of all affinities, members ascending
	// Groupings often repeat: what became of those seen, and the scores of
	// refined ones, by their labels.
	judged    map[string]*judgement
	scores    map[string]*judgement
	met       []*judgement // those that may be chosen, in the order in which they were met
	rivals    rivals
	workspace *dense.Workspace // what the members no longer use; nil of many points
	// retained are the points that motions are known by where not all are to be, see
	// judgeByRetained; nil for all.
	retained []int
}

// NewRun returns a run that has not begun.
func NewRun(in core.Input) *Run {
	return &Run{In: in, family: families[in.Data.Kind], judged: map[string]*judgement{}, scores: map[string]*judgement{}}
}

// gathered is the affinities of the kernels and of their sum, the last, with their names.
type gathered struct {
	Affinities []eigen.Sparse
	names      []string
	converged  bool
}

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
	r.Fused = spectral.SumNormalized(ctx, g.Affinities)
	g.Affinities, g.names = append(g.Affinities, r.Fused), append(g.names, "sum of all kernels")
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
func (r *Run) refines() bool { return r.In.Values["refine"] != 0 && r.where.Unit > 0 }

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
		Cholesky: memberCholesky, Iterations: lrksc.AdmmIterations, LeftOut: memberLeftOut, Workers: r.In.Workers,
		Progress: reports,
	}
}

// attempts groups the points by an affinity in several ways, and keeps the embedding.
func (r *Run) attempts(ctx context.Context, name string, w eigen.Sparse) ([]attempt, error) {
	k, n := r.In.Motions, r.In.Data.Points()
	var pieces []int
	largest := k
	if r.In.Values["merge"] != 0 && r.where.Unit > 0 && r.retained == nil {
		for _, factor := range r.family.pieces {
			if m := min(factor*k, n/leastPiece); m > largest {
				pieces = append(pieces, m)
				largest = m
			}
		}
	}
	e, err := spectral.EmbedSparse(ctx, w, r.start, largest, candidateTolerance, r.In.Workers)
	if err != nil {
		return nil, err
	}
	r.start, e.Start = e.Start, nil
	rows := spectral.LeadingRows(e.Rows, k)
	labels, _ := spectral.Cluster(ctx, rows, k, r.In.Seed)
	r.ways = append(r.ways, labels)
	j, err := r.judge(ctx, labels)
	if err != nil {
		return nil, err
	}
	r.meet(j)
	tried := []attempt{{name, j}}
	for _, m := range pieces {
		assigned, _ := spectral.Kmeans(ctx, spectral.LeadingRows(e.Rows, m), m, r.In.Seed, spectral.PieceRestarts)
		assigned = spectral.InOrderOfAppearance(assigned)
		if r.movesPieces() {
			r.keepPieces(assigned, m)
		}
		merged := coding.MergePieces(r.where.All, assigned, m, k, r.family.mergeNoise*r.where.Unit)
		r.ways = append(r.ways, merged)
		j, err := r.judge(ctx, merged)
		if err != nil {
			return nil, err
		}
		r.meet(j)
		tried = append(tried, attempt{fmt.Sprintf("%s; merged from %d pieces", name, m), j})
	}
	e.Rows, e.Spectrum = rows, e.Spectrum[:min(len(e.Spectrum), max(k+1, spectral.SpectrumLength))]
	r.embeddings = append(r.embeddings, e)
	return tried, nil
}

// candidateOf returns the best of the groupings by one affinity, with its embedding.
func (r *Run) candidateOf(tried []attempt, e spectral.Embedding) core.Candidate {
	best := tried[0]
	for _, a := range tried[1:] {
		if a.score() < best.score() {
			best = a
		}
	}
	return core.Candidate{
		Name: best.name, Score: best.score(), Bits: best.bits, Cut: best.cut, Motion: best.motion, Labels: best.labels,
		Spectrum: e.Spectrum, Confidence: spectral.LabelConfidences(e.Rows, best.labels, r.In.Motions),
	}
}

// judge refines labels, named in the order of their first points, and scores
// the result.
func (r *Run) judge(ctx context.Context, labels []int) (*judgement, error) {
	key := spectral.LabelKey(labels)
	if j, ok := r.judged[key]; ok {
		return j, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	refined := labels
	if r.refines() {
		refined = spectral.InOrderOfAppearance(
			coding.RefineLabels(ctx, r.where.All, labels, r.In.Motions, r.In.Values["refine-noise"]*r.where.Unit))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	same := spectral.LabelKey(refined)
	j, ok := r.scores[same]
	if !ok {
		if r.retained != nil {
			j = r.judgeByRetained(refined)
		} else {
			j = &judgement{
				labels: refined,
				cut: logCutWeight * math.Log(
					spectral.SmallCut+spectral.SparseCut(r.Fused, refined, r.In.Motions, r.In.Workers)),
			}
			if r.where.Unit > 0 {
				j.bits = r.where.MotionBits(refined, r.In.Motions, r.In.Values["noise"]*r.where.Unit)
			}
		}
		r.scores[same] = j
	}
	r.judged[key] = j
	return j, nil
}

// meet keeps a judgement among those that were met.
func (r *Run) meet(j *judgement) {
	if !slices.Contains(r.met, j) {
		r.met = append(r.met, j)
	}
}

// Groupings returns the different groupings into k motions that the affinities
// give, refined, and what every way gave before.
func (r *Run) Groupings(ctx context.Context, k int, affinities []eigen.Sparse) (refined, ways [][]int, err error) {
	n := r.In.Data.Points()
	if k == 1 {
		one := make([]int, n)
		for i := range one {
			one[i] = 1
		}
		return [][]int{one}, nil, nil
	}
	search := *r
	search.In.Motions = k
	search.judged, search.scores = map[string]*judgement{}, map[string]*judgement{}
	search.embeddings, search.ways, search.met = nil, nil, nil
	if search.where, err = coding.CoordinatesOf(ctx, r.In.Data, k, r.In.Workers); err != nil {
		return nil, nil, err
	}
	for _, w := range affinities {
		if _, err := search.attempts(ctx, "", w); err != nil {
			return nil, nil, err
		}
	}
	// In an order that does not depend on the map's.
	for _, key := range slices.Sorted(maps.Keys(search.scores)) {
		refined = append(refined, search.scores[key].labels)
	}
	return refined, search.ways, nil
}
