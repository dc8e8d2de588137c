package auto

import (
	"context"

	"motionseg/segment/core"
	"motionseg/segment/epipolar"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/multimodel"
	"motionseg/segment/outliers"
)

// Views tell how well groups of complete tracks explain them across the epipolar lines between pairs of
// frames far apart, see outliers.ViewPairs. What is near and what is far of one rigid body has the same lines.
type Views struct {
	// Pairs are all tracks in the frames of every pair.
	Pairs   []*multimodel.Matches
	points  int
	fits    []map[string]float64 // in every pair, the nats that one motion of some tracks saves, by labels of theirs
	workers int
}

// NewViews returns the views of complete tracks.
func NewViews(data core.Data, workers int) *Views {
	v := &Views{points: data.Points(), workers: workers}
	for _, pair := range outliers.ViewPairs(data) {
		points := make([]epipolar.Correspondence, v.points)
		for i := range points {
			points[i] = outliers.CorrespondenceOf(data, pair[0], pair[1], i)
		}
		v.Pairs = append(v.Pairs, multimodel.NewMatches(points, workers))
		v.fits = append(v.fits, map[string]float64{})
	}
	return v
}

// Fit finds the motions of the groups 1…k of groupings, for Saved to be asked about these from several
// goroutines. The error is ctx.Err().
func (v *Views) Fit(ctx context.Context, groupings [][]int, k int) error {
	// What was found in a pair is looked up and kept by one goroutine, and then only looked up.
	parallel.Each(len(v.Pairs), v.workers, func(_, pair int) {
		for _, labels := range groupings {
			for group := 1; group <= k && ctx.Err() == nil; group++ {
				v.saved(pair, labels, group)
			}
		}
	})
	return ctx.Err()
}

// Saved returns the nats, per point and pair of frames, that the motions of the groups 1…k of labels save across
// their epipolar lines.
func (v *Views) Saved(labels []int, k int) float64 {
	var nats float64
	for pair := range v.Pairs {
		for group := 1; group <= k; group++ {
			nats += v.saved(pair, labels, group)
		}
	}
	return nats / float64(v.points*max(len(v.Pairs), 1))
}

// saved returns how many nats the epipolar constraint of a group saves in a pair of frames.
func (v *Views) saved(pair int, labels []int, group int) float64 {
	key := make([]byte, len(labels))
	var members []int
	for i, l := range labels {
		if l == group {
			key[i] = 1
			members = append(members, i)
		}
	}
	nats, ok := v.fits[pair][string(key)]
	if !ok {
		nats = v.Pairs[pair].Support(members)
		v.fits[pair][string(key)] = nats
	}
	return nats
}
