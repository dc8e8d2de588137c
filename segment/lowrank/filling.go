package lowrank

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/dense"
)

const (
	// filledNoise is within how many times the noise, that which motion allows for or the
	// tracks' own where that is more, half of the points hidden for a trial must come back,
	// for filled tracks to be as good as seen, and noisyFilled for them to be better than pairs of frames
	// where tracks are noisy, so that these tell nothing, and not few.
	filledNoise = 2
	noisyFilled = 3
	// leftOfNoise is the share of the noise of noisy tracks that must be left off the motions: less is motion, of
	// a camera that shakes or drives near what it shows, and of usualMotions motions, as many as there mostly are.
	leftOfNoise  = 0.75
	usualMotions = 3
)

// Filling is how the gaps of tracks are filled.
type Filling struct {
	order []int // of the tracks, by place
	rank  int
}

// FillingOf finds out how to fill the gaps. ok is false where the trial says that they
// cannot be filled.
func FillingOf(
	ctx context.Context, data core.Data, seed uint64, workers int, known *core.Analysis,
) (f Filling, ok bool, err error) {
	tried, err := known.Once(ctx, data, fillingKey{seed}, func() (any, error) {
		var t triedFilling
		var err error
		t.order = core.PlaceOrder(data)
		t.rank, t.ok, err = tryFilling(ctx, data, t.order, seed, workers)
		return t, err
	})
	if err != nil {
		return Filling{}, false, err
	}
	t := tried.(triedFilling)
	return t.Filling, t.ok, nil
}

// fillingKey names a filling in an Analysis, and triedFilling is what it keeps.
type (
	fillingKey   struct{ seed uint64 }
	triedFilling struct {
		Filling
		ok bool
	}
)

// tryFilling finds the rank that fills the gaps of some tracks best, given in an order that
// is not that of the data. ok is false where a track is never seen, or the trial, of a few
// of them, says that they cannot be filled.
func tryFilling(
	ctx context.Context, data core.Data, order []int, seed uint64, workers int,
) (rank int, ok bool, err error) {
	if slices.ContainsFunc(data.Visible, func(frames []bool) bool { return !slices.Contains(frames, true) }) {
		return 0, false, nil
	}
	x, seen := dense.Columns(data.X, order), core.RowsOf(data.Visible, order)
	few := trialTracks(seen)
	rank, held, err := completionRank(ctx, dense.Columns(x, few), core.RowsOf(seen, few), seed, workers)
	trial := Completion{HeldOut: held}
	measured := max(geometry.MotionNoise*geometry.RMSOfSeen(data), geometry.TrackNoise(data))
	// Where no point could be hidden for a trial it is NaN, and noisy tracks are filled untried.
	off := trial.Quantile(0.5)
	if err != nil || off <= filledNoise*measured || off > noisyFilled*measured || !geometry.NoisyTracks(data) ||
		data.Points() < geometry.LeastAdjusted*usualMotions || !MostlySeen(data) {
		return rank, err == nil && off <= filledNoise*measured, err
	}
	filled := core.Data{Kind: data.Kind, Visible: data.Visible}
	if filled.X, err = fillBy(ctx, data, order, rank, workers); err != nil {
		return 0, false, err
	}
	return rank, noiseOf(filled, usualMotions) >= leftOfNoise*geometry.TrackNoise(data), nil
}

// MostlySeen reports whether as much of tracks with gaps is seen as is not: then what is filled of noisy ones is more
// than a guess.
func MostlySeen(data core.Data) bool {
	rows, n := data.X.Dims()
	var seen int
	for _, frames := range data.Visible {
		for _, s := range frames {
			if s {
				seen++
			}
		}
	}
	return 4*seen >= rows*n
}

// Fill returns the tracks with their gaps filled, which known keeps.
func (f Filling) Fill(ctx context.Context, data core.Data, workers int, known *core.Analysis) (core.Data, error) {
	// What is filled depends on nothing of the trial but the rank.
	filled, err := known.Once(ctx, data, filledKey{f.rank}, func() (any, error) {
		x, err := fillBy(ctx, data, f.order, f.rank, workers)
		return core.Data{X: x, Kind: data.Kind}, err
	})
	if err != nil {
		return core.Data{}, err
	}
	return filled.(core.Data), nil
}

// filledKey names filled tracks in an Analysis.
type filledKey struct{ rank int }

// trialTracks returns up to maxHidden / 2 tracks with gaps and as many without, taken
// evenly, ascending.
func trialTracks(seen [][]bool) []int {
	var kinds [2][]int
	for i, frames := range seen {
		kind := 0
		if slices.Contains(frames, false) {
			kind = 1
		}
		kinds[kind] = append(kinds[kind], i)
	}
	var few []int
	for _, tracks := range kinds {
		for _, k := range core.Evenly(len(tracks), maxHidden/2) {
			few = append(few, tracks[k])
		}
	}
	slices.Sort(few)
	return few
}

// FillFrom fills the gaps of all tracks by the low rank that the retained ones have; ok is
// false where the trial says that filled points are too far off, see tryFilling, and where
// a track is never seen.
func FillFrom(ctx context.Context, data core.Data, retained []int, workers int) (filled core.Data, ok bool, err error) {
	rank, ok, err := tryFilling(ctx, data, retained, 0, workers)
	if !ok {
		return filled, false, err
	}
	x, err := fillBy(ctx, data, retained, rank, workers)
	return core.Data{X: x, Kind: data.Kind, Visible: data.Visible}, err == nil, err
}

// fillBy returns all tracks with their gaps filled by the subspace of a rank that the
// retained ones have.
func fillBy(ctx context.Context, data core.Data, retained []int, rank, workers int) (*mat.Dense, error) {
	c, err := newCompleter(ctx, dense.Columns(data.X, retained), core.RowsOf(data.Visible, retained), workers)
	if err != nil {
		return nil, err
	}
	c.start(rank)
	if _, err := c.run(ctx, completionLimit); err != nil {
		return nil, err
	}
	all, err := newCompleter(ctx, data.X, data.Visible, workers)
	if err != nil {
		return nil, err
	}
	all.start(rank)
	all.u, all.ridge = c.u, c.ridge
	all.updateV()
	return all.filled(data.X, data.Visible), nil
}
