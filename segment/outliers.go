package segment

import (
	"context"
	"fmt"
	"slices"
)

// SearchConfig says how to look for outliers.
type SearchConfig struct {
	// Workers is the number of goroutines to use; 0 takes all cores.
	Workers int
	// Progress, when not nil, is called with the share of the work done, 0…1.
	Progress func(share float64)
}

// FindOutliers returns the columns of data that belong to no motion, ascending,
// nil where there are none, and those of the others by which motions are better
// not known, ascending, nil where all can be told: where many tracks are as likely
// wrong as right, most of the wrong ones are among the quarter that least speaks
// for. Neither labels nor the number of motions are needed.
//
// Two frames are divided into motions and wrong matches by what describes where
// the points of one picture are in the other in the fewest bits; motions are
// proposed from matches that are near each other in both pictures, so that they
// are found among three wrong matches of four. Fewer than nine matches, and such
// on a line, tell nothing. Trajectories are divided so between several pairs of
// frames in which they are seen, and complete ones are compared with those to
// which LRKSC's affinity is largest; those are outliers that all this together
// speaks against. Of images none is called an outlier.
//
// It returns ctx.Err() when ctx ends first; otherwise the error says what is
// wrong with the data.
func FindOutliers(ctx context.Context, data Data, cfg SearchConfig) (outliers, doubted []int, err error) {
	defer func() {
		if v := recover(); v != nil {
			outliers, doubted, err = nil, nil, Recovered("search for outliers", v)
		}
	}()
	if err := checkData(data); err != nil {
		return nil, nil, err
	}
	p := sharesTo(cfg.Progress)
	switch data.Kind {
	case TwoFrames:
		d, _, err := divideTwoFrames(ctx, data, cfg.Workers, p)
		if err != nil {
			return nil, nil, err
		}
		if d != nil {
			outliers = outliersIn(d.labels)
		}
	case Trajectories:
		if outliers, doubted, err = trackOutliers(ctx, data, cfg.Workers, p); err != nil {
			return nil, nil, err
		}
	}
	p.advance(1)
	return outliers, doubted, nil
}

// outliersIn returns where labels are 0, ascending; nil for nowhere.
func outliersIn(labels []int) []int {
	var outliers []int
	for i, l := range labels {
		if l == 0 {
			outliers = append(outliers, i)
		}
	}
	return outliers
}

// mostMotions is how many motions are looked for.
const mostMotions = 10

// divideTwoFrames finds the motions and the wrong matches of two frames, see
// matches.divide; best is nil where the matches tell nothing.
func divideTwoFrames(ctx context.Context, data Data, workers int, p progress) (best *division, byCount []*division, err error) {
	points := make([]correspondence, data.Points())
	for i := range points {
		for r, row := range [...]int{2, 5, 6, 7} {
			points[i][r] = data.X.At(row, i)
		}
	}
	return divideMatches(ctx, points, seedCount(len(points)), workers, p)
}

// withoutOutliers runs cfg on the points that are no outliers, and returns a
// result about all.
func withoutOutliers(ctx context.Context, data Data, cfg Config, p progress) (*Result, error) {
	n := data.Points()
	if err := checkColumns("outliers", cfg.Outliers, n); err != nil {
		return nil, err
	}
	outliers := slices.Clone(cfg.Outliers)
	kept := complement(outliers, n)
	if cfg.Motions > len(kept) {
		return nil, fmt.Errorf("motions: expected 1 to the number of points that are no outliers, %d of %d, found %d", len(kept), n, cfg.Motions)
	}
	if len(kept) < 2 {
		return nil, fmt.Errorf("data: expected at least 2 points that are no outliers, found %d of %d", len(kept), n)
	}
	rest := data.Columns(kept)
	if err := checkData(rest); err != nil {
		return nil, fmt.Errorf("without outliers: %w", err)
	}
	cfg.Doubted = among(cfg.Doubted, kept)
	r, err := run(ctx, rest, cfg, p)
	if err != nil {
		return nil, err
	}
	spread := func(from []int) []int {
		if from == nil {
			return nil
		}
		to := make([]int, n)
		for k, i := range kept {
			to[i] = from[k]
		}
		return to
	}
	spreadConfidence := func(from []float64) []float64 {
		if from == nil {
			return nil
		}
		to := make([]float64, n)
		for k, i := range kept {
			to[i] = from[k]
		}
		return to
	}
	pick := func(points []int) []int {
		for k, i := range points {
			points[k] = kept[i]
		}
		return points
	}
	r.Outliers = outliers
	r.Labels, r.Confidence = spread(r.Labels), spreadConfidence(r.Confidence)
	for i := range r.Candidates {
		c := &r.Candidates[i]
		c.Labels, c.Confidence = spread(c.Labels), spreadConfidence(c.Confidence)
	}
	for i := range r.Warnings {
		r.Warnings[i].Points = pick(r.Warnings[i].Points)
	}
	if r.Landmarks == nil {
		r.Landmarks = kept
	} else {
		r.Landmarks = pick(r.Landmarks)
	}
	return r, nil
}

// checkColumns returns what is wrong with ascending columns of n, called name.
func checkColumns(name string, columns []int, n int) error {
	for k, i := range columns {
		if i < 0 || i >= n || k > 0 && i <= columns[k-1] {
			return fmt.Errorf("%s: expected ascending columns from 0 to %d, found %d", name, n-1, i)
		}
	}
	return nil
}

// among returns the places in kept, ascending, of some numbers that are there.
func among(some, kept []int) []int {
	var places []int
	for _, i := range some {
		if k, found := slices.BinarySearch(kept, i); found {
			places = append(places, k)
		}
	}
	return places
}

// complement returns the numbers of 0…n−1 that are not in some ascending ones.
func complement(some []int, n int) []int {
	rest := make([]int, 0, n-len(some))
	next := 0
	for i := range n {
		if next < len(some) && some[next] == i {
			next++
			continue
		}
		rest = append(rest, i)
	}
	return rest
}

// Columns returns the data of some points only.
func (d Data) Columns(some []int) Data {
	return Data{X: columns(d.X, some), Kind: d.Kind, Visible: rowsOf(d.Visible, some)}
}
