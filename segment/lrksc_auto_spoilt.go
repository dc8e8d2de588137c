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
// where some may then be set aside and the others grouped again, which is seldom;
// doubtedDone that when this has been tried without doubted tracks.
const (
	groupedShare = 0.85
	doubtedDone  = 0.92
)

// solveSpoilt is LRKSC auto on tracks some points of which may lie anywhere, and
// some of which may move with no others: what follows the affinities trusts the
// coordinates, and would code them. Such points are completed first (see
// repairTracks); such tracks are set aside once the affinities tell them (see
// outliersBeside), the others are grouped without them, and they are given the
// group to which they have the largest affinity, if that grouping of the others
// scores better than the one of all. Where there are none, nothing changes. Tracks
// that a search for outliers doubts are set aside before any others are, if that
// leaves tracks less unexplained besides (see unexplained).
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
	distances := auto.farTracks(ctx, g.affinities[0])
	doubted := in.Doubted
	if len(doubted) > in.Data.Points()-max(2, in.Motions) {
		doubted = nil
	}
	again := doubted != nil || distances != nil // some may be set aside
	var coefficients []*mat.Dense
	if again {
		auto.in = in.part(membersShare, groupedShare)
		coefficients = slices.Clone(auto.coefficients)
	}
	s, err := auto.group(ctx, g)
	done := false
	if err == nil && doubted != nil {
		auto.in, auto.coefficients = in.part(groupedShare, doubtedDone), coefficients
		s, done, err = auto.groupWithout(ctx, g, doubted, s, true)
	}
	if err == nil && distances != nil && !done {
		auto.in, auto.coefficients = in.part(doubtedDone, 1), coefficients
		var strays []int
		if strays, err = auto.strays(ctx, distances, s.Labels); strays != nil {
			s, _, err = auto.groupWithout(ctx, g, strays, s, false)
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
	distances := strayDistances(ctx, r.in.Data.X, affinity, r.in.Workers)
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
// tracks gave. It returns plain, the solution for all tracks, and false, where that
// groups the others no worse, and of doubted tracks also where it explains more of
// all, or where most of a group is doubted.
func (r *autoRun) groupWithout(ctx context.Context, all gathered, strays []int, plain Solution, doubted bool) (s Solution, better bool, err error) {
	n := r.in.Data.Points()
	kept := complement(strays, n)
	in := r.in
	in.Data = in.Data.Columns(kept)
	auto := newAutoRun(in)
	auto.iterations = r.iterations
	g, err := auto.gather(ctx)
	if err != nil {
		return Solution{}, false, err
	}
	r.iterations = auto.iterations
	s, err = auto.group(ctx, g)
	if err != nil {
		return Solution{}, false, err
	}
	best := math.Inf(1)
	for _, c := range s.Candidates {
		best = min(best, c.Score)
	}
	of := make([]int, len(kept))
	for k, i := range kept {
		of[k] = plain.Labels[i]
	}
	// A group of strays alone is none that the others could be grouped into.
	if groupCount(of) == r.in.Motions {
		if j, err := auto.judge(ctx, inOrderOfAppearance(of)); err != nil || j.score() <= best {
			return plain, false, err
		}
	}
	if doubted && (mostlyLost(plain.Labels, of, r.in.Motions) || r.unexplained(kept, s.Labels) >= r.unexplained(kept, of)) {
		return plain, false, nil
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
	if !doubted {
		s.Warnings = append(s.Warnings, strayWarning(strays, n))
	}
	return s, true, nil
}

// mostlyLost reports whether most points of one of the groups 1…k of labels are not
// among those that are left: it is no longer known without them.
func mostlyLost(labels, left []int, k int) bool {
	count := make([]int, k+1)
	for _, l := range labels {
		count[l]++
	}
	for _, l := range left {
		count[l] -= 2
	}
	return slices.Max(count[1:]) > 0
}

// unexplained returns the mean logarithm of how far the three quarters of all tracks
// that are nearest lie from the affine subspaces of groups, known by the kept tracks
// alone, whose labels 1…K these are. A grouping of the kept tracks that takes two
// bodies for one may be coded short where most of one of these is set aside; it
// leaves that one far from both its motions.
func (r *autoRun) unexplained(kept, labels []int) float64 {
	columns := mat.DenseCopyOf(r.in.Data.X.T())
	distances := slices.Repeat([]float64{math.Inf(1)}, r.in.Data.Points())
	members := make([][]int, r.in.Motions)
	for k, i := range kept {
		members[labels[k]-1] = append(members[labels[k]-1], i)
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
		sum += math.Log(d + machineEpsilon)
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
