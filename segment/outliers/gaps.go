package outliers

import (
	"context"
	"math"
	"slices"

	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/lowrank"
)

// gappedGaps are how far apart frames are between which tracks with gaps are
// compared, as shares of how long half of the tracks are seen. Pairs of one gap begin
// half of it behind one another, or so that there are gappedViews of them, but a whole
// gap at most.
var gappedGaps = [...]float64{0.75, 0.4, 0.2}

const gappedViews = 100

// gappedPairs returns the pairs of frames that tracks with gaps are compared between.
// A track is seen in some of them only, the shorter it is the closer they must be, and
// between any two frames a random path may pass for one that some motion takes.
func gappedPairs(data core.Data) [][2]int {
	rows, _ := data.X.Dims()
	last := rows/2 - 1
	lengths := make([]float64, len(data.Visible))
	for i, seen := range data.Visible {
		for _, ok := range seen {
			if ok {
				lengths[i]++
			}
		}
	}
	usual := dense.Median(lengths)
	var pairs [][2]int
	for _, share := range gappedGaps {
		gap := min(max(1, int(usual*share)), last)
		step := max(1, gap/2, min(gap, (last-gap)/gappedViews))
		for from := 0; from+gap <= last; from += step {
			if pair := [2]int{from, from + gap}; !slices.Contains(pairs, pair) {
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs
}

// gappedOutliers is trackOutliers of tracks with gaps. Where gaps can be filled, it
// judges the filled tracks as complete ones, each by the views and the frames that it is
// seen in; elsewhere the views alone tell.
func gappedOutliers(
	ctx context.Context, data core.Data, workers int, p core.Progress,
) (outliers, trimmed []int, err error) {
	evidence, err := trackEvidence(ctx, data, workers, p.Part(0, 3, 5))
	if err != nil {
		return nil, nil, err
	}
	// A whole body that views speak against is not filled by others, so all are asked first.
	filled, ok, err := fillBeside(ctx, data, nil, workers)
	if err == nil && !ok {
		filled, ok, err = fillBeside(ctx, data, below(evidence, 0), workers)
	}
	if err != nil {
		return nil, nil, err
	}
	if !ok {
		share := likeliestShare(evidence)
		return below(evidence, countedViews*math.Log(share/(1-share))), nil, nil
	}
	affinity, err := trackAffinity(ctx, core.Data{X: filled.X, Kind: filled.Kind}, workers,
		p.Part(3, 5, 5))
	if err != nil {
		return nil, nil, err
	}
	found, scores := scoredOutliers(filled, evidence, NeighbourDistances(ctx, filled.X, filled.Visible, affinity, workers))
	return settledOutliers(ctx, filled, affinity, found, scores, workers)
}

// likeliestShare returns the share of outliers, mostOutliers at most, that makes scores
// likeliest, each being countedViews times the logarithm of how much likelier its track is
// none (Dempster, Laird & Rubin, Maximum Likelihood from Incomplete Data via the EM
// Algorithm, 1977). Of tracks that views alone tell, many score so that each is doubtful:
// counting those below a limit would then find fewer and fewer (see OutliersByScore), where
// together they say how many there are.
func likeliestShare(scores []float64) float64 {
	share := firstOutliers
	for range shareRounds {
		var expected float64
		for _, s := range scores {
			expected += share / (share + (1-share)*math.Exp(s/countedViews))
		}
		share = shareOf(expected, len(scores))
	}
	return share
}

// fillBeside fills the gaps of tracks by the low rank that those have which are no
// suspects (see lowrank.CompleteTracks): paths that move with no others would make it
// another. ok is false where the trial says that filled points are too far off, see
// lowrank.FillFrom, where a track is never seen, where there are more than core.LandmarkLimit, and
// where too few are left to tell.
func fillBeside(
	ctx context.Context, data core.Data, suspects []int, workers int,
) (filled core.Data, ok bool, err error) {
	n := data.Points()
	if n > core.LandmarkLimit || n-len(suspects) < FewestViewed || float64(len(suspects)) > mostOutliers*float64(n) {
		return filled, false, nil
	}
	var retained []int // in an order that is not that of the tracks
	for _, i := range core.PlaceOrder(data) {
		if _, suspect := slices.BinarySearch(suspects, i); !suspect {
			retained = append(retained, i)
		}
	}
	return lowrank.FillFrom(ctx, data, retained, workers)
}
