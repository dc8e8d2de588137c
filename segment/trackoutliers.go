package segment

import (
	"context"
	"slices"
)

const (
	// trackSeeds is how many tracks motions are grown from between two frames:
	// most tracks are right.
	trackSeeds = 100
	// oneView is how much the evidence of one pair of frames counts at most, for
	// or against a track, in nats: what it says, a track that is lost for a while
	// or one chance hit says as well.
	oneView = 6
	// fewestViewed is how many tracks two frames must share to be compared.
	fewestViewed = 20
)

// viewPairs returns the pairs of frames that tracks are compared between:
// first and last, the halves and the middle of complete tracks; of tracks with
// gaps, pairs as far apart as three quarters of what half of the tracks are seen
// for, each beginning half as far behind the one before.
func viewPairs(data Data) [][2]int {
	rows, _ := data.X.Dims()
	last := rows/2 - 1
	var pairs [][2]int
	if data.Visible == nil {
		for _, p := range [][2]int{{0, last}, {0, last / 2}, {last / 2, last}, {last / 4, 3 * last / 4}} {
			if p[0] < p[1] && !slices.Contains(pairs, p) {
				pairs = append(pairs, p)
			}
		}
		return pairs
	}
	lengths := make([]int, len(data.Visible))
	for i, seen := range data.Visible {
		for _, s := range seen {
			if s {
				lengths[i]++
			}
		}
	}
	slices.Sort(lengths)
	gap := min(max(1, lengths[len(lengths)/2]*3/4), last)
	for from := 0; from+gap <= last; from += max(1, gap/2) {
		pairs = append(pairs, [2]int{from, from + gap})
	}
	return pairs
}

// trackOutliers returns the tracks that move with no others, ascending: those
// that the divisions of the tracks between pairs of frames together speak
// against by more than one of them can. Tracks seen in too few frames to be compared are kept.
func trackOutliers(ctx context.Context, data Data, workers int) ([]int, error) {
	evidence, err := trackEvidence(ctx, data, workers)
	if err != nil {
		return nil, err
	}
	var outliers []int
	for i, e := range evidence {
		if e < -oneView {
			outliers = append(outliers, i)
		}
	}
	return outliers, nil
}

// trackEvidence returns how much likelier every track moves with others than on
// its own, in nats added over the views.
func trackEvidence(ctx context.Context, data Data, workers int) ([]float64, error) {
	n := data.Points()
	evidence := make([]float64, n)
	for _, pair := range viewPairs(data) {
		var points []correspondence
		var tracks []int
		for i := range n {
			if data.Visible == nil || data.Visible[i][pair[0]] && data.Visible[i][pair[1]] {
				points = append(points, data.between(pair[0], pair[1], i))
				tracks = append(tracks, i)
			}
		}
		if len(points) < fewestViewed {
			continue
		}
		d, _, err := divideMatches(ctx, points, trackSeeds, workers)
		if err != nil {
			return nil, err
		}
		if d == nil {
			continue
		}
		for t, i := range tracks {
			best := -float64(oneView)
			for _, e := range d.evidence {
				best = max(best, e[t])
			}
			evidence[i] += min(best, oneView)
		}
	}
	return evidence, nil
}

// between returns where trajectory i is in two frames.
func (d Data) between(f, g, i int) correspondence {
	return correspondence{d.X.At(2*f, i), d.X.At(2*f+1, i), d.X.At(2*g, i), d.X.At(2*g+1, i)}
}
