package outliers

import (
	"context"

	"motionseg/segment/core"
	"motionseg/segment/multimodel"
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
func FindOutliers(ctx context.Context, data core.Data, cfg SearchConfig) (outliers, trimmed []int, err error) {
	defer func() {
		if v := recover(); v != nil {
			outliers, trimmed, err = nil, nil, core.Recovered("search for outliers", v)
		}
	}()
	if err := core.CheckData(data); err != nil {
		return nil, nil, err
	}
	p := core.SharesTo(cfg.Progress)
	switch data.Kind {
	case core.TwoFrames:
		d, _, err := multimodel.DivideTwoFrames(ctx, data, cfg.Workers, p)
		if err != nil {
			return nil, nil, err
		}
		if d != nil {
			outliers = outliersIn(d.Labels)
		}
	case core.Trajectories:
		if outliers, trimmed, err = trackOutliers(ctx, data, cfg.Workers, p); err != nil {
			return nil, nil, err
		}
	}
	p.Advance(1)
	return outliers, trimmed, nil
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
