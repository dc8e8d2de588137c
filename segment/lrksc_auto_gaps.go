package segment

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

const (
	// triedShare is the share of the work that is done when it has been tried whether gaps
	// can be filled, and pairsShare when grouping by pairs of frames has followed;
	// filling and grouping the filled tracks is the rest.
	triedShare = 0.03
	pairsShare = 0.85
	// filledShare is the share of the rest that filling is.
	filledShare = 0.6
	// noisyTracks is the share of the noise that motion allows for from which motions
	// between pairs of frames do not tell which grouping is better.
	noisyTracks = 2.0 / 3
)

// filledTrial is how many tracks of either sort, with gaps and without, a trial
// is made with, or as many as there are.
const filledTrial = 100

// filledNoise is within how many times the noise, that which motion allows for or the
// tracks' own where that is more, half of the points hidden for a trial must come back,
// for filled tracks to be as good as seen.
const filledNoise = 2

// solveGaps is LRKSC auto on tracks with gaps: it groups them by the evidence from
// pairs of frames. Where a low rank, as tracks before a nearly affine camera have, tells
// where they went while they were not seen, the filled tracks are also grouped as complete
// ones are, and of the two groupings the one whose motions take less to describe is kept:
// what either cuts of its own evidence says nothing about the other. That tells unless
// tracks are exact and few (see fineScale), which are not filled, or so noisy that the
// description of a wrong grouping may be the shorter by far: a pair of frames has the noise of two
// points against one displacement, all frames together have much less, and the grouping of
// the filled tracks is kept.
func solveGaps(ctx context.Context, in Input) (Solution, error) {
	var f filling
	_, ok := fineScale(in.Data, in.Motions)
	ok = ok || !exactTracks(in.Data)
	var err error
	if ok {
		if f, ok, err = fillingOf(ctx, in.Data, in.Seed, in.Workers, in.Analysis); err != nil {
			return Solution{}, err
		}
	}
	if !ok {
		return solvePairwise(ctx, in)
	}
	progress := in.progress()
	progress.advance(triedShare)
	s, err := solvePairwise(ctx, in.part(triedShare, pairsShare))
	if err != nil {
		return Solution{}, err
	}
	filled, err := groupFilled(ctx, f, in, progress.part(pairsShare, 1))
	if err != nil {
		return Solution{}, err
	}
	refined := s.refinement.(*refinement)
	g := refined.geometry
	byPairs, err := g.cost(ctx, s.Labels, in.Motions)
	if err != nil {
		return Solution{}, err
	}
	byFilled, err := g.cost(ctx, filled.Labels, in.Motions)
	noisy := trackNoise(in.Data) > noisyTracks*motionNoise*seenSpread(in.Data)
	if err != nil || !(noisy || byFilled < byPairs) {
		return s, err
	}
	best := grouping{labels: filled.Labels, motion: byFilled, cuts: g.cutCost(normalizedCut(s.Fused, filled.Labels, in.Motions))}
	// Groupings that cut less of the pairs' evidence are no alternatives to this one.
	refined.groupings = append(slices.DeleteFunc(refined.groupings, func(other grouping) bool { return other.score() < best.score() }), best)
	for i := range s.Candidates {
		s.Candidates[i].Chosen = false
	}
	reason := "for their bits alone"
	if noisy {
		reason = "since tracks are noisy"
	}
	chosen := Candidate{
		Name: "filled tracks, " + reason, Bits: best.motion / math.Ln2, Cut: best.cuts / math.Ln2, Score: best.score() / math.Ln2,
		Chosen: true, Labels: filled.Labels, W: func() *mat.Dense { return filled.W }, Confidence: filled.Confidence,
	}
	for _, c := range filled.Candidates {
		if c.Chosen {
			chosen.Spectrum = c.Spectrum
		}
	}
	s.Candidates = append([]Candidate{chosen}, s.Candidates...)
	s.W, s.Labels, s.Confidence = filled.W, slices.Clone(filled.Labels), slices.Clone(filled.Confidence)
	return s, ctx.Err()
}

// filling is how the gaps of tracks are filled.
type filling struct {
	order []int // of the tracks, by place
	rank  int
	held  []float64 // the distances of the trial
}

// fillingOf finds out how to fill the gaps. ok is false where the trial says that they
// cannot be filled.
func fillingOf(ctx context.Context, data Data, seed uint64, workers int, known *Analysis) (f filling, ok bool, err error) {
	tried, err := known.once(ctx, data, fillingKey{seed}, func() (any, error) {
		var t triedFilling
		var err error
		t.order = placeOrder(data)
		t.rank, t.held, t.ok, err = tryFilling(ctx, data, t.order, seed, workers)
		return t, err
	})
	if err != nil {
		return filling{}, false, err
	}
	t := tried.(triedFilling)
	return t.filling, t.ok, nil
}

// fillingKey names a filling in an Analysis, and triedFilling is what it keeps.
type (
	fillingKey   struct{ seed uint64 }
	triedFilling struct {
		filling
		ok bool
	}
)

// tryFilling finds the rank that fills the gaps of some tracks best, given in an order that
// is not that of the data, and the distances of the trial. ok is false where a track is
// never seen, or the trial, of a few of them, says that they cannot be filled.
func tryFilling(ctx context.Context, data Data, order []int, seed uint64, workers int) (rank int, held []float64, ok bool, err error) {
	if slices.ContainsFunc(data.Visible, func(frames []bool) bool { return !slices.Contains(frames, true) }) {
		return 0, nil, false, nil
	}
	x, seen := columns(data.X, order), rowsOf(data.Visible, order)
	few := trialTracks(seen)
	rank, held, err = completionRank(ctx, columns(x, few), rowsOf(seen, few), seed, workers)
	return rank, held, err == nil && cameBack(data, held), err
}

// cameBack reports whether half of the points hidden for a trial came back as near as
// tracks are measured.
func cameBack(data Data, held []float64) bool {
	trial := Completion{HeldOut: held}
	return trial.Quantile(0.5) <= filledNoise*max(motionNoise*seenSpread(data), trackNoise(data))
}

// fill returns the tracks with their gaps filled.
func (f filling) fill(ctx context.Context, data Data, workers int) (Data, error) {
	completion, err := completeTracks(ctx, columns(data.X, f.order), rowsOf(data.Visible, f.order), f.rank, f.held, workers)
	if err != nil {
		return Data{}, err
	}
	place := make([]int, len(f.order))
	for at, point := range f.order {
		place[point] = at
	}
	return Data{X: columns(completion.X, place), Kind: data.Kind}, nil
}

// groupFilled fills the gaps and groups the tracks as complete ones.
func groupFilled(ctx context.Context, f filling, in Input, p progress) (Solution, error) {
	var err error
	if in.Data, err = f.fill(ctx, in.Data, in.Workers); err != nil {
		return Solution{}, err
	}
	p.advance(filledShare)
	in.Report = func(Iteration) {} // what is reported of iterations is about what is kept
	in.Advance = p.part(filledShare, 1).advance
	return solveSpoilt(ctx, in)
}

// trialTracks returns up to filledTrial tracks with gaps and as many without, taken
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
		count := min(len(tracks), filledTrial)
		for k := range count {
			few = append(few, tracks[k*len(tracks)/count])
		}
	}
	slices.Sort(few)
	return few
}
