package motioncount

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/auto"
	"motionseg/segment/coding"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/kinship"
	"motionseg/segment/lowrank"
	"motionseg/segment/multimodel"
	"motionseg/segment/solve"
	"motionseg/segment/spectral"
)

// The range of motions that EstimateMotions is meant for.
const (
	MinMotions = 1
	MaxMotions = 10
)

// MotionsConfig says how to estimate the number of motions.
type MotionsConfig struct {
	// Low and High bound the estimate, 1 ≤ Low ≤ High; 0 stands for MinMotions and
	// MaxMotions. High is lowered to N − 1.
	Low, High int
	Seed      uint64
	// Workers is the number of goroutines to use; 0 takes all cores.
	Workers int
	// Analysis, when not nil, keeps what is worked out about the data for Run.
	Analysis *core.Analysis
	// Evidence has the pairwise evidence of tracks with gaps worked out beside what filled ones
	// tell, for Analysis to keep: a method that takes gaps asks for it whatever these tell.
	Evidence bool
	// Interim, when not nil, is called from the goroutine that called EstimateMotions
	// with labels of all points of tracks with gaps as soon as there are some: from 1, 0
	// for points of which nothing is known yet.
	Interim func(labels []int)
	// Progress, when not nil, is called with the share of the work done, 0…1.
	Progress func(share float64)
}

// half returns cfg for the first half of the work, 0, or the second, 1.
func (cfg MotionsConfig) half(which int) MotionsConfig {
	if whole := cfg.Progress; whole != nil {
		cfg.Progress = func(share float64) { whole((float64(which) + share) / 2) }
	}
	return cfg
}

// MotionsEstimate is an estimate of the number of motions.
type MotionsEstimate struct {
	Motions  int // the best number
	RunnerUp int // the second best; 0 when there is only one
	// Confidence is 0…1: of the cases with that confidence, as many are right; 0
	// where it is not known.
	Confidence float64
	Low        int // the number that Scores and Labels begin with
	// Scores are for Low, Low+1, …: larger is better, −∞ for a number that no
	// grouping was found with. A difference of one makes a number e times as
	// credible.
	Scores []float64
	// Labels are the best grouping found with each number, one a column of the
	// data: 1…K, 0 for an outlier and where a column was not looked at. nil for a
	// number without one.
	Labels [][]int
	// Landmarks are the columns that were looked at where there are too many, ascending;
	// nil for all.
	Landmarks []int
	// MayBeOne says that two motions may be one: they do not clearly move apart, or merging tells one. So it is
	// in nine of 38 labelled films and scenes, and in ten of the eleven of a single motion that are said to
	// have two.
	MayBeOne bool
	// Of the best number by what moves apart, alike is kinship.Apart.Alike of its groups, and merged
	// says whether merging tells the same, see kinship.Tree.
	alike  float64
	merged bool
}

// spread gives labels of landmarks their places among n columns; nil stands for all.
func (e *MotionsEstimate) spread(landmarks []int, n int) {
	if landmarks == nil {
		return
	}
	e.Landmarks = landmarks
	for k, labels := range e.Labels {
		if labels == nil {
			continue
		}
		e.Labels[k] = make([]int, n)
		for i, c := range landmarks {
			e.Labels[k][c] = labels[i]
		}
	}
}

// Reasons for the score of a grouping, which adds them up by weights.
const (
	tailFit     = iota // nats a point of its trajectories beyond two dimensions
	epipolarFit        // nats a point across the epipolar lines between frames
	logCut             // logarithm of the mean normalised cut
	labelCode          // nats a point of the labels, told by the neighbours'
	fieldFit           // mean logarithm of how a point moves against its neighbours
	number             // tenths of the number of motions
	single             // 1 for one motion
	motionCode         // nats a point and view of its motions, see geometry.Scorer.Cost
	reasonCount
)

// reasons are the values of one grouping.
type reasons [reasonCount]float64

// reasonWeights make the probability of a grouping proportional to the
// exponential of its score. They were fitted to scenes whose motions are known;
// motions.md beside this file says which, and what else was tried.
var reasonWeights = reasons{tailFit: -0.96, epipolarFit: -11.7, logCut: -6.5, labelCode: -5.2, fieldFit: -25.7,
	number: 16, single: -9.1, motionCode: -22}

const (
	// tailNoise is the noise of trajectories, in units of their spread.
	tailNoise = 0.03
	// depictedDimensions is how many dimensions of a motion's trajectories say
	// where its points are in the picture.
	depictedDimensions = 2
	// usualMotions is how many motions the principal components are to tell.
	usualMotions = 3
	// fieldNeighbours is how many neighbours a point's motion is compared with,
	// and fieldNoise what it may differ at least, in units of the spread.
	fieldNeighbours = 4
	fieldNoise      = 0.005
	// shownMotions is up to which number groupings are always looked for; beyond,
	// until two in a row are hopelessScore worse than the best.
	shownMotions  = 6
	hopelessScore = 6
)

// fewTracks are too few to tell how credible a number of motions is: two bodies of one or
// two tracks each are one as well.
const fewTracks = 8

// EstimateMotions estimates the number of motions in data, of one and more.
//
// Trajectories, points that lie anywhere replaced, are grouped into every number
// of motions in the ways of LRKSC auto. A grouping is scored by how its motions fit affine cameras over all
// frames and any cameras between pairs of frames, by the cut in the sum of all
// affinities, and by how well neighbours agree; the best with every number also by
// what it takes to describe its motions between pairs and triples of frames. More
// than one motion also by how steady the grouping is however it is found. A motion more is taken where its two
// most alike groups are clearly two and the score is nearly the same, and of noisy tracks one less where no view
// tells them apart.
// Two frames are divided as by FindOutliers. Trajectories whose gaps a
// low rank fills tell as complete ones do. Where what these tell is not credible, and of other
// trajectories with gaps, the number is the largest for which all groups move apart, see
// kinship.Apart, with a confidence where it is more than one and tracks are not few, and the others are as credible
// as merging has them, see kinship.Tree. Of images it is the largest
// relative gap in the spectrum of an affinity less the bits that the groups take, with a
// confidence of 0. So is that of fewer than fewTracks.
//
// The error is ctx.Err() when ctx ends first, otherwise it says what is wrong
// with the data or the range.
func EstimateMotions(ctx context.Context, data core.Data, cfg MotionsConfig) (estimate *MotionsEstimate, err error) {
	defer func() {
		if v := recover(); v != nil {
			estimate, err = nil, core.Recovered("estimate of the number of motions", v)
		}
		if estimate != nil && data.Points() < fewTracks {
			estimate.Confidence = 0
		}
	}()
	if err := core.CheckData(data); err != nil {
		return nil, err
	}
	n := data.Points()
	if cfg.Low == 0 {
		cfg.Low = MinMotions
	}
	if cfg.High == 0 {
		cfg.High = MaxMotions
	}
	cfg.High = min(cfg.High, n-1)
	if cfg.Low < 1 || cfg.High < cfg.Low {
		return nil, fmt.Errorf("motions: expected a range within 1 to %d, found %d to %d", n-1, cfg.Low, cfg.High)
	}
	data = geometry.Pooled(data)
	switch {
	case data.Kind == core.TwoFrames:
		return estimateTwoFrames(ctx, data, cfg)
	case data.Kind == core.Trajectories && data.Visible == nil:
		return estimateComplete(ctx, data, cfg)
	case data.Kind == core.Trajectories:
		return estimateWithGaps(ctx, data, cfg)
	}
	return estimateBySpectrum(ctx, data, cfg)
}

// decide fills in what follows from the scores of all groupings met: score of
// the best with every number, and the sum of all credibilities.
func (e *MotionsEstimate) decide(credibility []float64) {
	best := 0
	for i, s := range e.Scores {
		if s > e.Scores[best] {
			best = i
		}
	}
	e.choose(e.Low + best)
	if credibility == nil {
		return
	}
	var total float64
	for _, c := range credibility {
		total += c
	}
	e.Confidence = credibility[best] / total
}

// choose makes k the number, and the one with the largest score of all others the second best.
func (e *MotionsEstimate) choose(k int) {
	e.Motions, e.RunnerUp = k, 0
	second := math.Inf(-1)
	for i, s := range e.Scores {
		if e.Low+i != k && s > second {
			e.RunnerUp, second = e.Low+i, s
		}
	}
}

// newEstimate returns an estimate with nothing found yet.
func newEstimate(low, high int) *MotionsEstimate {
	e := &MotionsEstimate{Low: low, Scores: make([]float64, high-low+1), Labels: make([][]int, high-low+1)}
	for i := range e.Scores {
		e.Scores[i] = math.Inf(-1)
	}
	return e
}

// twoFrameTrust is how many nats of the description make a number of motions e
// times as credible: neighbouring matches are not as independent as they count.
const twoFrameTrust = 8

// estimateTwoFrames estimates by the description of matches.
func estimateTwoFrames(ctx context.Context, data core.Data, cfg MotionsConfig) (*MotionsEstimate, error) {
	_, byCount, err := multimodel.DivideTwoFrames(ctx, data, cfg.Workers, core.SharesTo(cfg.Progress))
	if err != nil {
		return nil, err
	}
	e := newEstimate(cfg.Low, cfg.High)
	credibility := make([]float64, len(e.Scores))
	found := false
	for k, d := range byCount {
		if d == nil || k < cfg.Low || k > cfg.High {
			continue
		}
		found = true
		e.Scores[k-cfg.Low] = -d.Nats / twoFrameTrust
		e.Labels[k-cfg.Low] = d.Labels
	}
	if !found { // nothing tells motions apart
		e.Scores[0] = 0
		e.decide(nil)
		return e, nil
	}
	top := slices.Max(e.Scores)
	for i, s := range e.Scores {
		e.Scores[i] = s - top
		credibility[i] = math.Exp(s - top)
	}
	e.decide(credibility)
	return e, nil
}

// motionSearch holds what groupings of trajectories are judged by.
type motionSearch struct {
	fused    eigen.Sparse // the sum of all affinities
	where    coding.Coordinates
	views    *auto.Views
	geometry *geometry.Scorer
	field    *mat.Dense // displacements from the first frame, 2F×N
	unit     float64
	workers  int
}

// newMotionSearch prepares the judgement of groupings of the data of run.
func newMotionSearch(ctx context.Context, run *auto.Run) (*motionSearch, error) {
	data := run.In.Data
	s := &motionSearch{fused: run.Fused, unit: coding.RMS(data.X), workers: run.In.Workers}
	var err error
	if s.where, err = coding.CoordinatesOf(ctx, data, usualMotions, run.In.Workers); err != nil {
		return nil, err
	}
	if s.geometry, err = geometry.NewScorer(ctx, data, geometry.CoarseScale(data), run.In.Workers); err != nil {
		return nil, err
	}
	rows, _ := data.X.Dims()
	s.views = auto.NewViews(data, run.In.Workers)
	s.field = mat.DenseCopyOf(data.X)
	for r := range rows {
		row, first := s.field.RawRowView(r), data.X.RawRowView(r%2)
		for i := range row {
			row[i] -= first[i]
		}
	}
	return s, nil
}

// judge returns the best of groupings into k motions. How its motions are
// described takes the most time, and is asked of the one that the other reasons
// speak for most.
func (s *motionSearch) judge(ctx context.Context, groupings [][]int, k int) (scoredGrouping, error) {
	if err := s.views.Fit(ctx, groupings, k); err != nil {
		return scoredGrouping{}, err
	}
	found := make([]reasons, len(groupings))
	parallel.Each(len(groupings), s.workers, func(_, i int) {
		if ctx.Err() == nil {
			found[i] = s.reasons(groupings[i], k)
		}
	})
	if err := ctx.Err(); err != nil {
		return scoredGrouping{}, err
	}
	best := scoredGrouping{score: math.Inf(-1)}
	for at, l := range groupings {
		g := scoredGrouping{labels: l, motions: k}
		for i, v := range found[at] {
			g.score += reasonWeights[i] * v
		}
		if g.score > best.score {
			best = g
		}
	}
	if best.labels == nil {
		return best, nil
	}
	nats, err := s.geometry.Cost(ctx, best.labels, k)
	best.score += reasonWeights[motionCode] * nats
	best.saved = s.views.Saved(best.labels, k)
	return best, err
}

// reasons returns what speaks for and against labels 1…k, except motionCode.
func (s *motionSearch) reasons(labels []int, k int) reasons {
	var r reasons
	n := float64(len(labels))
	groups := coding.ScatterOf(s.where.All, labels, k)
	for _, g := range groups {
		r[tailFit] += s.tail(g) / n
	}
	r[epipolarFit] = float64(k)*math.Log(n)/n - s.views.Saved(labels, k)
	r[logCut] = math.Log(spectral.SmallCut + spectral.SparseCut(s.fused, labels, k, 1)/float64(k))
	r[labelCode] = s.labelNats(labels, k) / n
	r[fieldFit] = s.fieldDifference(labels) / n
	r[number] = float64(k) / 10
	if k == 1 {
		r[single] = 1
	}
	return r
}

// tail returns the nats of a group's trajectories beyond the dimensions that say
// where its points are.
func (s *motionSearch) tail(g coding.Scatter) float64 {
	d := len(g.Mean)
	if g.N == 0 || s.unit == 0 {
		return 0
	}
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(d, slices.Clone(g.S)), false) {
		return 0
	}
	var nats float64
	for _, v := range e.Values(nil)[:max(0, d-depictedDimensions)] {
		nats += g.N / 2 * math.Log1p(max(v, 0)/(g.N*s.unit*s.unit*tailNoise*tailNoise))
	}
	return nats
}

// labelNats returns the length of the labels, each told by those of its
// neighbours in the first frame that were told before.
func (s *motionSearch) labelNats(labels []int, k int) float64 {
	if len(s.views.Pairs) == 0 {
		return 0
	}
	m := s.views.Pairs[0]
	counts := make([]float64, k)
	for _, l := range labels {
		counts[l-1]++
	}
	chances := make([]float64, k)
	var nats float64
	for i, l := range labels {
		multimodel.LabelChances(m, i, labels, 1, counts, chances, func(j int) bool { return m.Rank[j] < m.Rank[i] })
		nats -= math.Log(chances[l-1])
	}
	return nats
}

// fieldDifference returns the sum over the points of the logarithm of how much
// their displacements differ from the mean of their neighbours' in the group.
func (s *motionSearch) fieldDifference(labels []int) float64 {
	if len(s.views.Pairs) == 0 || s.unit == 0 {
		return 0
	}
	rows, _ := s.field.Dims()
	mean := make([]float64, rows)
	var sum float64
	for i, l := range labels {
		clear(mean)
		count := 0.0
		for _, j := range s.views.Pairs[0].Near[i] {
			if labels[j] != l {
				continue
			}
			for r := range mean {
				mean[r] += s.field.At(r, int(j))
			}
			if count++; count == fieldNeighbours {
				break
			}
		}
		if count == 0 {
			continue
		}
		var square float64
		for r, v := range mean {
			v = s.field.At(r, i) - v/count
			square += v * v
		}
		sum += math.Log(math.Sqrt(square/float64(rows))/s.unit + fieldNoise)
	}
	return sum
}

// estimateTrajectories estimates by groupings of all numbers. Tracks are complete, or filled: then data says where
// they were seen.
func estimateTrajectories(ctx context.Context, data core.Data, cfg MotionsConfig) (*MotionsEstimate, error) {
	n := data.Points()
	whole := true
	x, _, err := lowrank.RepairTracks(ctx, core.Data{X: data.X, Kind: data.Kind}, cfg.Seed, cfg.Workers)
	if err != nil {
		return nil, err
	}
	data.X = x
	if count := solve.LandmarkCount(solve.Config{}, n, false); count < n {
		data, whole = data.Columns(solve.DrawLandmarks(n, count, cfg.Seed)), false
		cfg.High = min(cfg.High, count-1)
	}
	seen := data
	data.Visible = nil
	report := cfg.Progress
	if report == nil {
		report = func(float64) {}
	}
	run := auto.NewRun(core.Input{
		Data: data, Motions: MinMotions, Values: auto.LRKSCAuto{}.Describe().ValuesFor(data.Kind), Seed: cfg.Seed,
		Workers: cfg.Workers, Analysis: cfg.Analysis,
		Report: func(it core.Iteration) { report(it.Share) }, Advance: report,
	})
	kernels, err := run.Gather(ctx)
	if err != nil {
		return nil, err
	}
	run.Coefficients = nil
	search, err := newMotionSearch(ctx, run)
	if err != nil {
		return nil, err
	}
	e := newEstimate(cfg.Low, cfg.High)
	all, ways, err := search.bestOfEach(ctx, run, kernels.Affinities, cfg, report)
	if err != nil {
		return nil, err
	}
	addStability(all, ways)
	noisy := lowrank.Noisy(seen, all[bestAt(all)].motions)
	search.addLead(all, noisy)
	if noisy {
		search.addTorn(all)
	}
	top := all[bestAt(all)].score
	credibility := make([]float64, len(e.Scores))
	for at, g := range all {
		e.Scores[at] = (g.score - top) / kinship.Trust
		credibility[at] = math.Exp(e.Scores[at])
		if whole {
			e.Labels[at] = g.labels
		}
	}
	e.decide(credibility)
	return e, ctx.Err()
}

// bestOfEach returns the best grouping into every number of motions, and how the points
// were grouped before any was refined.
func (s *motionSearch) bestOfEach(
	ctx context.Context, run *auto.Run, affinities []eigen.Sparse, cfg MotionsConfig, report func(share float64),
) (all []scoredGrouping, ways map[int][][]int, err error) {
	ways = map[int][][]int{}
	found := map[int][][]int{}
	for k := cfg.Low; k <= cfg.High; k++ {
		sure := max(k, shownMotions)
		if few := len(all); k > shownMotions && few > 1 {
			hopeless := all[bestAt(all)].score - hopelessScore
			last := all[few-1].score < hopeless
			if last && all[few-2].score < hopeless {
				break
			}
			if !last { // one more is looked for after k, unless k is far better than all before
				sure++
			}
		}
		if _, ok := found[k]; !ok {
			if err := groupingsFrom(ctx, run, affinities, k, min(sure, cfg.High), cfg.Workers, found, ways); err != nil {
				return nil, nil, err
			}
		}
		best, err := s.judge(ctx, found[k], k)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, best)
		core.SharesTo(report).Part(3, 5, 5).Advance(float64(k-cfg.Low+1) / float64(cfg.High-cfg.Low+1))
	}
	return all, ways, nil
}

// groupingsFrom adds to found and to ways the groupings into k up to sure motions, side by side: the
// largest number, which takes longest, first.
func groupingsFrom(
	ctx context.Context, run *auto.Run, affinities []eigen.Sparse, k, sure, workers int, found, ways map[int][][]int,
) error {
	count := sure - k + 1
	refined, unrefined, failures := make([][][]int, count), make([][][]int, count), make([]error, count)
	parallel.Each(count, workers, func(_, i int) {
		i = count - 1 - i
		refined[i], unrefined[i], failures[i] = run.Groupings(ctx, k+i, affinities)
	})
	for i, err := range failures {
		if err != nil {
			return err
		}
		found[k+i], ways[k+i] = refined[i], unrefined[i]
	}
	return nil
}
