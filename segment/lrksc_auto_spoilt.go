package segment

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/eigen"
)

// straysToSetAside is the share of tracks that must be far from those they should
// move with for LRKSC auto to set any aside: fewer do no harm.
const straysToSetAside = 0.02

// strayMedian is how many times the median distance counts as far, strayFar of the
// spread or more.
const strayMedian = 8

// groupedShare is the share of the work that is done when all tracks are grouped,
// where some may then be set aside and the others grouped again, which is seldom.
const groupedShare = 0.85

// solveSpoilt is LRKSC auto on tracks some points of which may lie anywhere, and
// some of which may move with no others: what follows the affinities trusts the
// coordinates, and would code them. Such points are completed first (see
// repairTracks); such tracks are set aside once the affinities tell them (see
// outliersBeside), the others are grouped without them, and they are given the
// group to which they have the largest affinity, if that grouping of the others
// scores better than the one of all. Where there are none, nothing changes, and none
// is set aside where a search for outliers has taken what it leaves for right. Where it
// doubts tracks, all are grouped, and groupings are judged by the
// trusted ones (see judgeByTrusted).
func solveSpoilt(ctx context.Context, in Input) (Solution, error) {
	var wild []cell
	var err error
	if in.Data.X, wild, err = repairTracks(ctx, in.Data, in.Seed, in.Workers); err != nil {
		return Solution{}, err
	}
	auto := newAutoRun(in)
	g, err := auto.gather(ctx)
	if err != nil {
		return Solution{}, err
	}
	if len(in.Doubted) > 0 {
		auto.trusted = complement(in.Doubted, in.Data.Points())
	}
	var distances []float64
	if auto.trusted == nil && !in.Searched {
		distances = auto.farTracks(ctx, g.affinities[0])
	}
	var coefficients []*mat.Dense
	if distances != nil { // some may be set aside
		auto.in = in.part(membersShare, groupedShare)
		coefficients = slices.Clone(auto.coefficients)
	}
	s, err := auto.group(ctx, g)
	if err == nil && distances != nil {
		auto.in, auto.coefficients = in.part(groupedShare, 1), coefficients
		var strays []int
		if strays, err = auto.strays(ctx, distances, s.Labels); strays != nil {
			s, err = auto.groupWithout(ctx, g, strays, s)
		}
	}
	if err != nil {
		return Solution{}, err
	}
	in.progress().advance(1)
	if wild != nil {
		rows, n := in.Data.X.Dims()
		s.Warnings = append(s.Warnings, spoiltWarning(wild, n*rows/2))
	}
	return s, nil
}

// farTracks returns how far every track is from those most like it, see
// strayDistances, and nil where so few are far that none will be set aside.
func (r *autoRun) farTracks(ctx context.Context, affinity eigen.Sparse) []float64 {
	n := r.in.Data.Points()
	if r.in.Data.Kind != Trajectories || n < fewestViewed {
		return nil
	}
	distances := strayDistances(ctx, r.in.Data.X, nil, affinity, r.in.Workers)
	far := max(strayFar*spread(r.in.Data.X), strayMedian*middle(distances))
	count := 0
	for _, d := range distances {
		if d > far {
			count++
		}
	}
	if !enoughStrays(count, n) {
		return nil
	}
	return distances
}

// enoughStrays reports whether so many of n tracks would be set aside.
func enoughStrays(count, n int) bool { return float64(count) >= straysToSetAside*float64(n) }

// strays returns the tracks to set aside, ascending; nil for none: those that no
// motion explains, neither one of the groups that labels say nor one that is looked
// for among all tracks. Tracks in perspective are far from those most like them
// too, but the motions of their groups explain them: only where these leave tracks
// unexplained is there a search, which takes as long as a few kernels.
func (r *autoRun) strays(ctx context.Context, distances []float64, labels []int) ([]int, error) {
	data, n := r.in.Data, r.in.Data.Points()
	evidence, err := groupedEvidence(ctx, data, labels, r.in.Motions, r.in.Workers)
	if err != nil {
		return nil, err
	}
	unexplained := outliersByScore(trackScores(data, evidence, distances))
	if !enoughStrays(len(unexplained), n) {
		return nil, nil
	}
	strays, _, err := outliersBeside(ctx, data, distances, r.in.Workers, progress{})
	if err != nil {
		return nil, err
	}
	strays = slices.DeleteFunc(strays, func(i int) bool {
		_, found := slices.BinarySearch(unexplained, i)
		return !found
	})
	if !enoughStrays(len(strays), n) || len(strays) > n-max(2, r.in.Motions) {
		return nil, nil
	}
	return strays, nil
}

// groupWithout groups the tracks that are no strays, by affinities of their own,
// and returns a solution about all: what is about strays is taken from what all
// tracks gave. It returns plain, the solution for all tracks, where that groups the
// others no worse.
func (r *autoRun) groupWithout(ctx context.Context, all gathered, strays []int, plain Solution) (s Solution, err error) {
	n := r.in.Data.Points()
	kept := complement(strays, n)
	in := r.in
	in.Data = in.Data.Columns(kept)
	auto := newAutoRun(in)
	auto.iterations = r.iterations
	g, err := auto.gather(ctx)
	if err != nil {
		return Solution{}, err
	}
	r.iterations = auto.iterations
	s, err = auto.group(ctx, g)
	if err != nil {
		return Solution{}, err
	}
	of := make([]int, len(kept))
	for k, i := range kept {
		of[k] = plain.Labels[i]
	}
	// A group of strays alone is none that the others could be grouped into.
	if groupCount(of) == r.in.Motions {
		j, err := auto.judge(ctx, inOrderOfAppearance(of))
		if err == nil {
			auto.meet(j)
			err = auto.compareRivals(ctx)
		}
		if err != nil || !slices.ContainsFunc(auto.met, func(other *judgement) bool { return other.score() < j.score() }) {
			return plain, err
		}
	}
	labels := func(of []int) []int {
		whole := make([]int, n)
		for k, i := range kept {
			whole[i] = of[k]
		}
		own := make([]int, len(strays))
		for k, i := range strays {
			own[k] = likeliestGroup(r.fused, i, whole, r.in.Motions)
		}
		for k, i := range strays {
			whole[i] = own[k]
		}
		return whole
	}
	confidences := func(of []float64) []float64 {
		whole := make([]float64, n)
		for k, i := range kept {
			whole[i] = of[k]
		}
		return whole
	}
	for i := range s.Candidates {
		c := &s.Candidates[i]
		c.Labels, c.Confidence = labels(c.Labels), confidences(c.Confidence)
		if part := c.W; part != nil {
			c.W = func() *mat.Dense { return within(denseOf(context.Background(), all.affinities[i]), part(), kept) }
		}
		if !c.Chosen {
			continue
		}
		s.W = c.W()
		if r.coefficients == nil {
			s.C = nil // of the others alone
		}
		if s.C != nil {
			// Those of the candidate chosen before are no longer transposed.
			if !plain.Candidates[i].Chosen {
				transpose(r.coefficients[i])
			}
			s.C = within(r.coefficients[i], s.C, kept)
		}
	}
	s.Fused, s.embedding = within(denseOf(ctx, r.fused), s.Fused, kept), nil
	s.Labels, s.Confidence = labels(s.Labels), confidences(s.Confidence)
	s.Converged = s.Converged && all.converged
	s.Warnings = append(s.Warnings, strayWarning(strays, n))
	return s, nil
}

// judgeByTrusted judges a grouping where strays are among the points that cannot be
// told from the others. A code of all coordinates pays for strays as for a motion,
// and is shorter where they have a group; the affinity hardly minds them. So the
// coordinates count by how far most tracks lie from the motions of the trusted ones,
// in bits a coordinate of what the method allows for as noise, and the cut counts as
// many bits as its logarithm has. For the same reason groups merged by their code are
// not tried (see candidate).
func (r *autoRun) judgeByTrusted(labels []int) *judgement {
	return &judgement{
		labels: labels,
		bits:   r.unexplained(labels) - math.Log2(r.in.Values["noise"]*r.where.unit+machineEpsilon),
		cut:    math.Log2(smallCut + sparseCut(r.fused, labels, r.in.Motions)),
	}
}

// unexplained returns the mean binary logarithm of how far the three quarters of all
// tracks that are nearest lie from the affine subspaces of groups 1…K of labels, each
// known by its trusted tracks alone.
func (r *autoRun) unexplained(labels []int) float64 {
	columns := mat.DenseCopyOf(r.in.Data.X.T())
	distances := slices.Repeat([]float64{math.Inf(1)}, len(labels))
	members := make([][]int, r.in.Motions)
	for _, i := range r.trusted {
		members[labels[i]-1] = append(members[labels[i]-1], i)
	}
	for _, group := range members {
		if len(group) >= companions {
			lowerToPiece(distances, columns, group)
		}
	}
	slices.Sort(distances)
	nearest := distances[:len(distances)-int(doubtedShare*float64(len(distances)))]
	var sum float64
	for _, d := range nearest {
		sum += math.Log2(d + machineEpsilon)
	}
	return sum / float64(len(nearest))
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
