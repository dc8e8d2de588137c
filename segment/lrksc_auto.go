package segment

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lrkscAuto is LRKSC with its kernel chosen without labels. It solves
// Algorithm 1 for a few kernels that share one Gram matrix, adds sums of their
// normalised affinities, clusters every candidate, and keeps the clustering
// with the least score: the coding length of the groups in the input space plus
// the logarithm of the normalised cut over the first eigenvalue beyond the K
// leading ones. Then points are moved to the group that codes them best.
//
// lrksc_auto.md beside this file has what was tried and how it was measured.
type lrkscAuto struct{}

func (lrkscAuto) Describe() Description {
	return Description{
		Name:    "lrksc-auto",
		Title:   "LRKSC auto",
		Summary: "LRKSC with the kernel chosen without labels: several kernels and their fusions are solved, and the grouping that codes the tracks shortest is kept and refined.",
		Citation: lrkscCitation + " Choice and refinement by coding length: Y. Ma, H. Derksen, W. Hong, J. Wright. " +
			"Segmentation of Multivariate Mixed Data via Lossy Data Coding and Compression. IEEE TPAMI 29(9), 2007.",
		Params: []Param{
			{Name: "noise", Symbol: "σ", Kind: Real, Default: 0.01, Min: 1e-6, Max: 1,
				Help: "Noise of the coordinates that the choice allows for, in units of their spread."},
			{Name: "refine-noise", Symbol: "σr", Kind: Real, Default: 0.015, Min: 1e-6, Max: 1,
				Help: "Noise of the coordinates that the refinement allows for, in units of their spread."},
			{Name: "refine", Symbol: "", Kind: Boolean, Default: 1, Min: 0, Max: 1,
				Help: "Move points to the group whose subspace fits them best after the choice."},
			{Name: "lambda2", Symbol: "λ2", Kind: Real, Default: 12.6, Min: 0, MinOpen: true, Max: 1e9,
				Help: "Weight of self-expression in feature space, for every kernel."},
			{Name: "lambda3", Symbol: "λ3", Kind: Real, Default: 1e5, Min: 0, MinOpen: true, Max: 1e12,
				Help: "Weight of ‖K_G − K‖², for every kernel."},
			ratioParam(0.6),
		},
		Presets: []Preset{
			{Kind: Trajectories, Values: Values{"lambda2": 12.6, "noise": 0.01, "refine-noise": 0.015}, Source: "fixed on half of the base clips of Hopkins155"},
			{Kind: TwoFrames, Values: Values{"lambda2": 5.5, "noise": 0.002, "refine-noise": 0.002}, Source: "fixed on half of the base clips of Hopkins155"},
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
	sums    [][]int // fusions, by the numbers of their members
}

var families = map[Kind]family{
	Trajectories: {
		members: []member{{2.2, 3, 1.1}, {5, 3, 1.1}, {2, 2, 1.1}, {0, 1, 1.1}},
		sums:    [][]int{{0, 1, 2}, {0, 1, 2, 3}},
	},
	TwoFrames: {
		members: []member{{2, 2, 0.23}, {0.5, 2, 0.23}, {8, 2, 0.23}, {30, 2, 0.23}, {2, 2, 0.1}, {2, 2, 0.5}},
	},
}

var errAutoImages = errors.New("lrksc-auto: its kernels are for tracks and two frames; choose lrksc or lrksc-robust for images")

func (lrkscAuto) Solve(ctx context.Context, in Input) (Solution, error) {
	fam, ok := families[in.Data.Kind]
	if !ok {
		return Solution{}, errAutoImages
	}
	auto := autoRun{in: in, unit: spread(in.Data.X)}
	g := outer(normalized(in.Data), true, in.Workers)
	if in.Data.Kind == TwoFrames {
		g.Scale(TwoFrameRepeat, g)
	}
	coefficients := make([]*mat.Dense, len(fam.members))
	affinities := make([]*mat.Dense, len(fam.members))
	converged := true
	var trace float64
	for i, m := range fam.members {
		kg := mat.DenseCopyOf(g)
		polynomial(kg, m.a, m.b)
		if i == 0 {
			trace = mat.Trace(kg)
		} else if own := mat.Trace(kg); own > 0 {
			kg.Scale(trace/own, kg)
		}
		c, ok, err := solveLRKSC(ctx, kg, auto.settings(m))
		if err != nil {
			return Solution{}, err
		}
		converged = converged && ok
		coefficients[i], affinities[i] = c, Affinity(c, in.Values["ratio"])
		if err := auto.weigh(ctx, m.String(), affinities[i], i); err != nil {
			return Solution{}, err
		}
	}
	for _, members := range fam.sums {
		n := in.Data.Points()
		sum := mat.NewDense(n, n, nil)
		name := "sum of kernels"
		for _, i := range members {
			addNormalized(sum, affinities[i])
			name += fmt.Sprintf(" %d", i+1)
		}
		if err := auto.weigh(ctx, name, sum, -1); err != nil {
			return Solution{}, err
		}
	}
	best := &auto.candidates[auto.best]
	best.Chosen = true
	labels := best.Labels
	if in.Values["refine"] != 0 && auto.unit > 0 {
		labels = refineLabels(in.Data.X, labels, in.Motions, in.Values["refine-noise"]*auto.unit)
	}
	s := Solution{W: best.W, Labels: labels, Converged: converged, Candidates: auto.candidates}
	if i := auto.members[auto.best]; i >= 0 {
		s.C = coefficients[i]
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

// autoRun collects the candidates of one run of lrksc-auto.
type autoRun struct {
	in         Input
	unit       float64 // spread of the coordinates
	iterations int     // reported so far
	candidates []Candidate
	members    []int // the family member of every candidate, −1 for a fusion
	best       int
}

// settings returns LRKSC's published settings for one member, its iterations
// reported as a continuation of those before.
func (r *autoRun) settings(m member) lrkscSettings {
	before := r.iterations
	return lrkscSettings{
		lambda1: m.lambda1, lambda2: r.in.Values["lambda2"], lambda3: r.in.Values["lambda3"], affine: true,
		rho: 1e-8, rhoMax: 1e10, eta: 20, tolerance: 1e-6, iterations: 1000, workers: r.in.Workers,
		report: func(it Iteration) {
			it.Number += before
			r.iterations = it.Number
			r.in.Report(it)
		},
	}
}

// scoreOffset keeps the logarithm of the cut finite for groups without any.
const scoreOffset = 1e-3

// weigh clusters an affinity and keeps it as a candidate.
func (r *autoRun) weigh(ctx context.Context, name string, w *mat.Dense, member int) error {
	k := r.in.Motions
	e, err := embed(ctx, w, k, r.in.Workers)
	if err != nil {
		return err
	}
	unitRows(e.rows)
	labels, confidence := cluster(e.rows, k, r.in.Seed)
	score := math.Log(scoreOffset + normalizedCut(w, labels, k)/(e.spectrum[min(k, len(e.spectrum)-1)]+scoreOffset))
	if r.unit > 0 {
		score += codingLength(r.in.Data.X, labels, k, r.in.Values["noise"]*r.unit)
	}
	r.candidates = append(r.candidates, Candidate{Name: name, Score: score, Labels: labels, W: w, Spectrum: e.spectrum, Confidence: confidence})
	r.members = append(r.members, member)
	if score < r.candidates[r.best].Score {
		r.best = len(r.candidates) - 1
	}
	return nil
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
	var cut float64
	for group := 1; group <= k; group++ {
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
			to[j] += scale[i] * v * scale[j]
		}
	}
}
