package outliers

import (
	"cmp"
	"context"
	"math"
	"slices"

	"motionseg/segment/coding"
	"motionseg/segment/core"
	"motionseg/segment/epipolar"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/lowrank"
	"motionseg/segment/lrksc"
	"motionseg/segment/multimodel"
	"motionseg/segment/spectral"
)

const (
	// oneView is how much the evidence of one pair of frames counts at most, for
	// or against a track, in nats: what it says, a track that is lost for a while
	// or one chance hit says as well.
	oneView = 6
	// countedViews is how many pairs of frames count for a track at most, as many as
	// complete ones are compared between; of more the mean counts so often. As many nats of
	// a score make a track e times as likely an outlier: the views are of one track, and
	// together say hardly more than one.
	countedViews = 4
	// FewestViewed is how many tracks two frames must share to be compared.
	FewestViewed = 20
)

// ViewPairs returns the pairs of frames that tracks are compared between: of complete
// ones first and last, the halves and the middle, of tracks with gaps those of
// gappedPairs.
func ViewPairs(data core.Data) [][2]int {
	if data.Visible != nil {
		return gappedPairs(data)
	}
	rows, _ := data.X.Dims()
	last := rows/2 - 1
	var pairs [][2]int
	for _, p := range [][2]int{{0, last}, {0, last / 2}, {last / 2, last}, {last / 4, 3 * last / 4}} {
		if p[0] < p[1] && !slices.Contains(pairs, p) {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// Weights of what speaks against a track, see TrackScores.
const (
	// distanceWeight is how many nats a track is less likely to move with others for
	// every e-fold of its distance from those it should move with. The distance that
	// says nothing is distanceMargin times the median of all, but FarFromNeighbours of the
	// spread at most; mostFolds is how many e-folds count at most.
	distanceWeight    = 6
	distanceMargin    = 10
	FarFromNeighbours = 0.012
	mostFolds         = 2
	// mostOutliers is the share of outliers beyond which none is.
	mostOutliers = 0.5
	// firstOutliers is the share that is assumed first.
	firstOutliers = 0.2
)

// trackOutliers returns the tracks that move with no others, ascending.
//
// Of complete tracks it asks the pairs of frames and the affinity, see
// TrackScores, and how many outliers there are: a score that is believed where a
// fifth of the tracks are outliers is not where hardly any other is. Those that
// larger groups of tracks explain are taken back (see reinstate). Where many scores
// speak against tracks that are none, the tracks that least speaks for are trimmed
// (see trimmedBeside). More than
// LandmarkLimit of them are outliers that the divisions between pairs of frames
// together speak against by more than one of them can. Tracks with gaps are looked at
// by gappedOutliers. Tracks seen in too few frames to be compared are kept.
func trackOutliers(
	ctx context.Context, data core.Data, workers int, p core.Progress,
) (outliers, trimmed []int, err error) {
	n := data.Points()
	if data.Visible != nil {
		return gappedOutliers(ctx, data, workers, p)
	}
	if n > core.LandmarkLimit || n < FewestViewed {
		evidence, err := trackEvidence(ctx, data, workers, p)
		if err != nil {
			return nil, nil, err
		}
		return below(evidence, -oneView), nil, nil
	}
	if data.X, _, err = lowrank.RepairTracks(ctx, data, 0, workers); err != nil {
		return nil, nil, err
	}
	affinity, err := trackAffinity(ctx, data, workers, p.Part(0, 2, 5))
	if err != nil {
		return nil, nil, err
	}
	found, scores, err := OutliersBeside(ctx, data, NeighbourDistances(ctx, data.X, nil, affinity, workers), workers,
		p.Part(2, 5, 5))
	if err != nil {
		return nil, nil, err
	}
	return settledOutliers(ctx, data, affinity, found, scores, workers)
}

// trackAffinity returns the affinity of complete tracks that LRKSC's published kernel
// gives.
func trackAffinity(ctx context.Context, data core.Data, workers int, p core.Progress) (eigen.Sparse, error) {
	solution, err := lrksc.LRKSC{}.Solve(ctx, core.Input{
		Data: data, Motions: 1, Values: lrksc.LRKSC{}.Describe().ValuesFor(data.Kind), Workers: workers,
		Report: func(it core.Iteration) { p.Advance(it.Share) }, Advance: p.Advance,
	})
	if err != nil {
		return eigen.Sparse{}, err
	}
	dense.Transpose(solution.C)
	return spectral.SparseAffinity(ctx, solution.C, solution.Ratio, workers), nil
}

// settledOutliers returns the outliers among tracks of which found are those that
// their own scores speak against: more where the scores part, fewer where pieces of
// the others explain some; and those that are trimmed.
func settledOutliers(
	ctx context.Context, data core.Data, affinity eigen.Sparse, found []int, scores []float64, workers int,
) (outliers, trimmed []int, err error) {
	if limit, ok := densityValley(scores); ok {
		if mode := below(scores, limit); len(mode) > len(found) {
			found = mode
		}
	}
	if outliers, err = reinstate(ctx, data, affinity, found, workers); err != nil {
		return nil, nil, err
	}
	return outliers, trimmedBeside(scores, outliers), nil
}

// trimmedBeside returns the tracks beside outliers by which motions are better not
// known, ascending; nil for none. Scores are sums of logarithms of how much likelier
// a track moves with others than not: where those below 0 that are no outliers are a
// mode, right and wrong tracks run into each other. Then, as is usual for estimates
// that trim (Rousseeuw & Van Driessen, Computing LTS Regression for Large Data Sets,
// 2006), the three quarters of the tracks that most speaks for are retained.
func trimmedBeside(scores []float64, outliers []int) []int {
	n := float64(len(scores))
	rest := core.Complement(outliers, len(scores))
	against := 0
	for _, i := range rest {
		if scores[i] < 0 {
			against++
		}
	}
	count := int(TrimmedShare*n) - len(outliers)
	if float64(against) < leastMode*n || count <= 0 {
		return nil
	}
	slices.SortStableFunc(rest, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	trimmed := rest[:count]
	slices.Sort(trimmed)
	return trimmed
}

// OutliersBeside returns the complete tracks that their own scores speak against,
// given the distances to those most like them (see NeighbourDistances), and the scores;
// nothing where most would be outliers.
func OutliersBeside(
	ctx context.Context, data core.Data, distances []float64, workers int, p core.Progress,
) (outliers []int, scores []float64, err error) {
	evidence, err := trackEvidence(ctx, data, workers, p)
	if err != nil {
		return nil, nil, err
	}
	outliers, scores = scoredOutliers(data, evidence, distances)
	return outliers, scores, nil
}

// scoredOutliers returns the tracks that evidence and distances together speak
// against, ascending, and the scores; nothing where most would be outliers.
func scoredOutliers(data core.Data, evidence, distances []float64) (outliers []int, scores []float64) {
	scores = TrackScores(data, evidence, distances)
	outliers = OutliersByScore(scores)
	if float64(len(outliers)) > mostOutliers*float64(data.Points()) {
		return nil, nil // there is nothing that they would lie outside of
	}
	return outliers, scores
}

// OutliersByScore returns the tracks that too little speaks for, ascending; nil
// for none.
func OutliersByScore(scores []float64) []int {
	share := firstOutliers
	var outliers []int
	for range shareRounds {
		outliers = below(scores, countedViews*math.Log(share/(1-share)))
		renewed := shareOf(float64(len(outliers)), len(scores))
		if renewed == share {
			break
		}
		share = renewed
	}
	return outliers
}

// shareOf returns the share of outliers among n tracks of which count are, mostOutliers at
// most: half a track of either kind is added (Krichevsky & Trofimov, The Performance of
// Universal Encoding, 1981), so that neither is impossible.
func shareOf(count float64, n int) float64 {
	return min((count+0.5)/float64(n+1), mostOutliers)
}

// densityValley returns where the scores of tracks part into two modes, of which the
// lower one speaks against its tracks: outliers that hardly move are all near
// where they should be, so that nothing speaks loudly against one of them, yet
// together they lie apart from the right tracks, where the density of scores has
// a valley. Of equally deep ones it is the lowest. It is false where there is no
// such mode of leastMode of the tracks and more.
func densityValley(scores []float64) (limit float64, ok bool) {
	sorted := slices.Sorted(slices.Values(scores))
	highest := float64(countedViews*oneView + mostFolds*distanceWeight) // that a score can be
	at := func(i int) float64 { return valleyStep*float64(i) - highest }
	density := make([]float64, int(2*highest/valleyStep)+1)
	for i := range density {
		for _, s := range sorted {
			z := (s - at(i)) / densityWidth
			density[i] += math.Exp(-z * z / 2)
		}
	}
	deepest := valleyDepth
	lower, peak := 0.0, -highest // the highest density so far, and where
	for i, d := range density {
		if d > lower {
			lower, peak = d, at(i)
		}
		if at(i) > highestParting || peak >= 0 {
			break
		}
		// One track more, so that no valley is infinitely deep.
		if depth := min(lower, slices.Max(density[i:])) / (d + 1); depth > deepest {
			deepest, limit = depth, at(i)
		}
	}
	count, _ := slices.BinarySearch(sorted, limit)
	share := float64(count) / float64(len(scores))
	return limit, deepest > valleyDepth && share >= leastMode && share <= mostOutliers
}

const (
	// densityWidth is the standard deviation of the normal kernel that the density of
	// scores is estimated with, in nats. The density is looked at in steps of
	// valleyStep, and for a limit up to highestParting.
	densityWidth   = 2.5
	valleyStep     = densityWidth / 5
	highestParting = 16
	// valleyDepth is how many times the density of a valley both modes must have.
	valleyDepth = 1.5
	// leastMode is the share of tracks that make a mode.
	leastMode = 0.05
	// TrimmedShare is the share of tracks that are trimmed, outliers among them,
	// where right and wrong ones run into each other.
	TrimmedShare = 0.25
)

// shareRounds bounds how often the share of outliers is renewed.
const shareRounds = 100

// below returns where scores are less than limit, ascending; nil for nowhere.
func below(scores []float64, limit float64) []int {
	var found []int
	for i, s := range scores {
		if s < limit {
			found = append(found, i)
		}
	}
	return found
}

// TrackScores returns how much speaks for every track moving with others, in
// nats: what the views say, and how far the track is from those to which its
// affinity is largest (see NeighbourDistances), which counts the less, the less is seen.
func TrackScores(data core.Data, evidence, distances []float64) []float64 {
	unit := coding.RMS(data.X)
	// The median is 0 where most tracks stand still.
	neutral := min(max(distanceMargin*dense.Median(distances), dense.Rounding*unit), FarFromNeighbours*unit)
	scores := make([]float64, len(evidence))
	for i, d := range distances {
		folds := math.Log(d/neutral + math.SmallestNonzeroFloat64)
		scores[i] = evidence[i] - toldShare(data.Visible, i)*distanceWeight*max(-mostFolds, min(folds, mostFolds))
	}
	return scores
}

// trackEvidence returns how much likelier every track moves with others than on
// its own, in nats added over the views. Motions are grown from the fewest matches: most
// tracks are right.
func trackEvidence(ctx context.Context, data core.Data, workers int, p core.Progress) ([]float64, error) {
	return evidenceOfViews(data, p,
		func(points []epipolar.Correspondence, _ []int, view core.Progress) ([][]float64, bool, error) {
			d, _, err := multimodel.Divide(ctx, points, multimodel.LeastSeeds, workers, view)
			if d == nil {
				return nil, false, err
			}
			return d.Evidence, true, nil
		})
}

// GroupedEvidence is trackEvidence where the motions are known to be those of the
// groups 1…k of labels, and need not be looked for; tracks of label 0 tell none.
func GroupedEvidence(ctx context.Context, data core.Data, labels []int, k, workers int) ([]float64, error) {
	return evidenceOfViews(data, core.Progress{},
		func(points []epipolar.Correspondence, tracks []int, _ core.Progress) ([][]float64, bool, error) {
			members := make([][]int, k)
			for t, i := range tracks {
				if labels[i] > 0 {
					members[labels[i]-1] = append(members[labels[i]-1], t)
				}
			}
			m := multimodel.NewMatches(points, workers)
			if m.TellNothing() {
				return nil, false, nil
			}
			var evidence [][]float64
			for _, group := range members {
				if motion, gain := m.Supported(group); gain > 0 {
					evidence = append(evidence, m.Evidence(&motion, nil))
				}
				if err := ctx.Err(); err != nil {
					return nil, false, err
				}
			}
			return evidence, true, nil
		})
}

// evidenceOfViews adds up over the views, as countedViews at most, what the motions of each say: motions
// returns the evidence of every motion between two frames, for the tracks that are
// seen in both, or that it can tell nothing.
func evidenceOfViews(data core.Data, p core.Progress,
	motions func(points []epipolar.Correspondence, tracks []int, view core.Progress) (evidence [][]float64, tell bool,
		err error),
) ([]float64, error) {
	n := data.Points()
	evidence, asked := make([]float64, n), make([]int, n)
	pairs := ViewPairs(data)
	for v, pair := range pairs {
		view := p.Part(v, v+1, len(pairs))
		tracks := data.SeenIn(pair)
		if len(tracks) < FewestViewed {
			continue
		}
		points := make([]epipolar.Correspondence, len(tracks))
		for t, i := range tracks {
			points[t] = CorrespondenceOf(data, pair[0], pair[1], i)
		}
		found, tell, err := motions(points, tracks, view)
		if err != nil {
			return nil, err
		}
		if !tell {
			continue
		}
		for t, i := range tracks {
			best := -float64(oneView)
			for _, e := range found {
				best = max(best, e[t])
			}
			evidence[i] += min(best, oneView)
			asked[i]++
		}
	}
	for i, views := range asked {
		// More views of one track say the same more surely, and no more.
		if views > countedViews {
			evidence[i] *= countedViews / float64(views)
		}
	}
	return evidence, nil
}

// CorrespondenceOf returns where trajectory i is in two frames.
func CorrespondenceOf(d core.Data, f, g, i int) epipolar.Correspondence {
	return epipolar.Correspondence{d.X.At(2*f, i), d.X.At(2*f+1, i), d.X.At(2*g, i), d.X.At(2*g+1, i)}
}
