package auto

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/coding"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/lowrank"
	"motionseg/segment/outliers"
	"motionseg/segment/spectral"
)

// leastSetAside is the share of tracks that must be far from those they should
// move with for LRKSC auto to set any aside: fewer do no harm.
const leastSetAside = 0.02

// farMedian is how many times the median distance counts as far, outliers.FarFromNeighbours of the
// spread or more.
const farMedian = 8

// solveCorrupted is LRKSC auto on tracks some points of which may lie anywhere, and
// some of which may move with no others: what follows the affinities trusts the
// coordinates, and would code them. Such points are completed first (see
// lowrank.RepairTracks); such tracks are set aside once the affinities tell them (see
// outliers.OutliersBeside), the others are grouped without them, and they are given the
// group to which they have the largest affinity, if that grouping of the others
// scores better than the one of all. Where there are none, nothing changes, and none
// is set aside where a search for outliers has taken what it leaves for right. Where it
// doubts tracks, all are grouped, and groupings are judged by the
// retained ones (see judgeByRetained). filled says that tracks had gaps, but were mostly seen. corrupted says
// whether points were completed or tracks found that no motion explains, set aside or not.
func solveCorrupted(ctx context.Context, in core.Input, filled bool) (s core.Solution, corrupted bool, err error) {
	var gross []lowrank.Cell
	if in.Data.X, gross, err = lowrank.RepairTracks(ctx, in.Data, in.Seed, in.Workers); err != nil {
		return core.Solution{}, false, err
	}
	auto := NewRun(in)
	auto.filled = filled
	g, err := auto.Gather(ctx)
	if err != nil {
		return core.Solution{}, false, err
	}
	if len(in.Trimmed) > 0 {
		auto.retained = core.Complement(in.Trimmed, in.Data.Points())
	}
	var distances []float64
	if auto.retained == nil && !in.Searched {
		distances = auto.farTracks(ctx, g.Affinities[0])
	}
	var coefficients []*mat.Dense
	if distances != nil { // some may be set aside
		auto.In = in.Part(3, 4, 5)
		coefficients = slices.Clone(auto.Coefficients)
	}
	s, err = auto.group(ctx, g)
	if err == nil && distances != nil {
		auto.In, auto.Coefficients = in.Part(4, 5, 5), coefficients
		var setAside []int
		if setAside, err = auto.outlierTracks(ctx, distances, s.Labels); setAside != nil {
			corrupted = true
			s, err = auto.groupWithout(ctx, g, setAside, s)
		}
	}
	if err != nil {
		return core.Solution{}, false, err
	}
	in.Progress().Advance(1)
	if gross != nil {
		corrupted = true
		rows, n := in.Data.X.Dims()
		s.Warnings = append(s.Warnings, lowrank.CorruptedWarning(gross, n*rows/2))
	}
	return s, corrupted, nil
}

// farTracks returns how far every track is from those most like it, see
// outliers.NeighbourDistances, and nil where so few are far that none will be set aside.
func (r *Run) farTracks(ctx context.Context, affinity eigen.Sparse) []float64 {
	n := r.In.Data.Points()
	if r.In.Data.Kind != core.Trajectories || n < outliers.FewestViewed {
		return nil
	}
	distances := outliers.NeighbourDistances(ctx, r.In.Data.X, nil, affinity, r.In.Workers)
	far := max(outliers.FarFromNeighbours*coding.RMS(r.In.Data.X), farMedian*dense.Median(distances))
	count := 0
	for _, d := range distances {
		if d > far {
			count++
		}
	}
	if !enoughOutliers(count, n) {
		return nil
	}
	return distances
}

// enoughOutliers reports whether so many of n tracks would be set aside.
func enoughOutliers(count, n int) bool { return float64(count) >= leastSetAside*float64(n) }

// outlierTracks returns the tracks to set aside, ascending; nil for none: those that no
// motion explains, neither one of the groups that labels say nor one that is looked
// for among all tracks. Tracks in perspective are far from those most like them
// too, but the motions of their groups explain them: only where these leave tracks
// unexplained is there a search, which takes as long as a few kernels.
func (r *Run) outlierTracks(ctx context.Context, distances []float64, labels []int) ([]int, error) {
	data, n := r.In.Data, r.In.Data.Points()
	evidence, err := outliers.GroupedEvidence(ctx, data, labels, r.In.Motions, r.In.Workers)
	if err != nil {
		return nil, err
	}
	unexplained := outliers.OutliersByScore(outliers.TrackScores(data, evidence, distances))
	if !enoughOutliers(len(unexplained), n) {
		return nil, nil
	}
	setAside, _, err := outliers.OutliersBeside(ctx, data, distances, r.In.Workers, core.Progress{})
	if err != nil {
		return nil, err
	}
	setAside = slices.DeleteFunc(setAside, func(i int) bool {
		_, found := slices.BinarySearch(unexplained, i)
		return !found
	})
	if !enoughOutliers(len(setAside), n) || len(setAside) > n-max(2, r.In.Motions) {
		return nil, nil
	}
	return setAside, nil
}

// groupWithout groups the tracks that are not set aside, by affinities of their own,
// and returns a solution about all: what is about those set aside is taken from what all
// tracks gave. It returns plain, the solution for all tracks, where that groups the
// others no worse.
func (r *Run) groupWithout(
	ctx context.Context, all gathered, setAside []int, plain core.Solution,
) (s core.Solution, err error) {
	n := r.In.Data.Points()
	kept := core.Complement(setAside, n)
	in := r.In
	in.Data = in.Data.Columns(kept)
	auto := NewRun(in)
	auto.iterations, auto.filled = r.iterations, r.filled
	g, err := auto.Gather(ctx)
	if err != nil {
		return core.Solution{}, err
	}
	r.iterations = auto.iterations
	s, err = auto.group(ctx, g)
	if err != nil {
		return core.Solution{}, err
	}
	of := make([]int, len(kept))
	for k, i := range kept {
		of[k] = plain.Labels[i]
	}
	if best, err := auto.isBest(ctx, of); best || err != nil {
		return plain, err
	}
	labels := func(of []int) []int { return r.withSetAside(of, kept, setAside) }
	for i := range s.Candidates {
		c := &s.Candidates[i]
		c.Labels, c.Confidence = labels(c.Labels), core.Spread(c.Confidence, kept, n)
		if part := c.W; part != nil {
			c.W = func() *mat.Dense {
				return within(spectral.DenseOf(context.Background(), all.Affinities[i], r.In.Workers), part(), kept)
			}
		}
		if !c.Chosen {
			continue
		}
		s.W = c.W()
		if r.Coefficients == nil {
			s.C = nil // of the others alone
		}
		if s.C != nil {
			c := r.ownCoefficients(i)
			// Those of the candidate chosen before are no longer transposed.
			if r.shared || !plain.Candidates[i].Chosen {
				dense.Transpose(c)
			}
			s.C = within(c, s.C, kept)
		}
	}
	s.Fused, s.Embedding = within(spectral.DenseOf(ctx, r.Fused, r.In.Workers), s.Fused, kept), nil
	s.Labels, s.Confidence = labels(s.Labels), core.Spread(s.Confidence, kept, n)
	s.Converged = s.Converged && all.converged
	s.Warnings = append(s.Warnings, outliers.SetAsideWarning(setAside, n))
	return s, nil
}

// withSetAside returns labels of all tracks: of those kept as they are, of those set aside
// the likeliest.
func (r *Run) withSetAside(labels, kept, setAside []int) []int {
	whole := core.Spread(labels, kept, r.In.Data.Points())
	own := make([]int, len(setAside))
	for k, i := range setAside {
		own[k] = likeliestGroup(r.Fused, i, whole, r.In.Motions)
	}
	for k, i := range setAside {
		whole[i] = own[k]
	}
	return whole
}

// isBest reports whether no grouping that was met scores better than labels. A group less is
// none that the points could be grouped into: one of tracks set aside alone.
func (r *Run) isBest(ctx context.Context, labels []int) (bool, error) {
	if spectral.GroupCount(labels) != r.In.Motions {
		return false, nil
	}
	j, err := r.judge(ctx, spectral.InOrderOfAppearance(labels))
	if err != nil {
		return false, err
	}
	r.meet(j)
	if err := r.compareRivals(ctx); err != nil {
		return false, err
	}
	return !slices.ContainsFunc(r.met, func(other *judgement) bool { return other.score() < j.score() }), nil
}

// within replaces the entries of whole between kept points by those of part.
func within(whole, part *mat.Dense, kept []int) *mat.Dense {
	for a, i := range kept {
		row := whole.RawRowView(i)
		for b, v := range part.RawRowView(a) {
			row[kept[b]] = v
		}
	}
	return whole
}

// likeliestGroup returns the group 1…k that point own has most affinity to, of
// points whose labels are not 0.
func likeliestGroup(affinity eigen.Sparse, own int, labels []int, k int) int {
	sums := make([]float64, k+1)
	column, value := affinity.Row(own)
	for t, i := range column {
		sums[labels[i]] += value[t]
	}
	best := 1
	for g := 2; g <= k; g++ {
		if sums[g] > sums[best] {
			best = g
		}
	}
	return best
}
