package auto

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/lowrank"
	"motionseg/segment/spectral"
)

// clearlyMore is by how much more, of all that they say, pairs of tracks must speak for one of two groupings to
// decide between them, see takeFilled: of 131 sequences of Hopkins155 with gaps they speak by up to 0.15 more for
// the worse one, of 67 drawn films, whose cameras come near, by 0.26 and more for what is right where a low rank tears.
const clearlyMore = 0.2

// solveGaps is LRKSC auto on tracks with gaps: it groups them by the evidence from
// pairs of frames. Where a low rank, as tracks before a nearly affine camera have, tells
// where they went while they were not seen, the filled tracks are also grouped as complete
// ones are, at the same time, and one of the two groupings is kept: the one that pairs of tracks speak for, if they
// clearly do for one, as a camera that comes near is torn by a low rank; else the one whose motions take less to
// describe: what either cuts of its own evidence says nothing about the other. That tells unless
// tracks are exact and few (see geometry.FineScale), which are not filled, or so noisy that the
// description of a wrong grouping may be the shorter by far: a pair of frames has the noise of two
// points against one displacement, all frames together have much less, and the grouping of
// the filled tracks is kept.
func solveGaps(ctx context.Context, in core.Input) (core.Solution, error) {
	if err := announceFirst(ctx, in); err != nil {
		return core.Solution{}, err
	}
	var s core.Solution
	var filled *filledGrouping
	var failures [2]error
	var laps *core.Laps
	parallel.Both(in.Workers, func() {
		s, failures[0] = solvePairwise(ctx, in.Part(0, 5, 6))
		laps = core.NewLaps()
	}, func() { filled, failures[1] = groupFilled(ctx, in) })
	if err := cmp.Or(failures[:]...); err != nil {
		return core.Solution{}, err
	}
	laps.Lap("filled tracks")
	s.Stages = append(s.Stages, laps.Stages...)
	in.Progress().Advance(1)
	if filled == nil {
		return s, ctx.Err()
	}
	g := s.Refinement.(*geometry.Scorer)
	nats, reason, err := takeFilled(ctx, in, g, s.Labels, filled)
	if err != nil || reason == "" {
		return s, err
	}
	chooseFilled(&s, filled.Solution, geometry.Grouping{Labels: filled.Labels, Motion: nats,
		Cuts: g.CutCost(spectral.NormalizedCut(s.Fused, filled.Labels, in.Motions))}, reason)
	return s, ctx.Err()
}

// takeFilled returns why the grouping of filled tracks is to be taken instead of labels, which pairs of frames tell,
// "" where it is not, and what its motions take. The error is ctx.Err().
func takeFilled(
	ctx context.Context, in core.Input, g *geometry.Scorer, labels []int, filled *filledGrouping,
) (nats float64, reason string, err error) {
	if nats, err = g.Cost(ctx, filled.Labels, in.Motions); err != nil || filled.noisy {
		return nats, "since tracks are noisy", err
	}
	e, err := PairEvidenceOf(ctx, in, core.Progress{})
	if err != nil {
		return 0, "", err
	}
	odds, err := e.odds(ctx, in)
	if err != nil {
		return 0, "", err
	}
	switch more := odds.Agreement(e.ordered(filled.Labels)) - odds.Agreement(e.ordered(labels)); {
	case more > clearlyMore:
		return nats, "since pairs of tracks speak for them", nil
	case more < -clearlyMore:
		return nats, "", nil
	}
	byPairs, err := g.Cost(ctx, labels, in.Motions)
	if nats < byPairs {
		reason = "for their bits alone"
	}
	return nats, reason, err
}

// chooseFilled makes the grouping of the filled tracks the one that is chosen, for a reason. Tracks without
// evidence stay undecided: a low rank fills them from next to nothing.
func chooseFilled(s *core.Solution, filled core.Solution, best geometry.Grouping, reason string) {
	filled.Labels, filled.Confidence = slices.Clone(filled.Labels), slices.Clone(filled.Confidence)
	for i, l := range s.Labels {
		if l == 0 {
			filled.Labels[i], filled.Confidence[i] = 0, 0
		}
	}
	for i := range s.Candidates {
		s.Candidates[i].Chosen = false
	}
	chosen := core.Candidate{
		Name: "filled tracks, " + reason, Bits: best.Motion / math.Ln2, Cut: best.Cuts / math.Ln2,
		Score:  best.Score() / math.Ln2,
		Chosen: true, Labels: filled.Labels, W: func() *mat.Dense { return filled.W }, Confidence: filled.Confidence,
	}
	for _, c := range filled.Candidates {
		if c.Chosen {
			chosen.Spectrum = c.Spectrum
		}
	}
	s.Candidates = append([]core.Candidate{chosen}, s.Candidates...)
	s.W, s.Embedding = filled.W, filled.Embedding
	s.Labels, s.Confidence = slices.Clone(filled.Labels), slices.Clone(filled.Confidence)
}

// filledGrouping is how filled tracks are grouped, and whether the tracks are noisy.
type filledGrouping struct {
	core.Solution
	noisy bool
}

// groupFilled fills the gaps and groups the tracks as complete ones, beside whatever else is done; nil where they
// cannot be filled. Noise is measured off so many motions: a camera that shakes moves tracks as noise does.
func groupFilled(ctx context.Context, in core.Input) (*filledGrouping, error) {
	if _, fine := geometry.FineScale(in.Data, in.Motions); !fine && geometry.ExactTracks(in.Data) {
		return nil, nil
	}
	f, fills, err := lowrank.FillingOf(ctx, in.Data, in.Seed, in.Workers, in.Analysis)
	if err != nil || !fills {
		return nil, err
	}
	visible, mostlySeen := in.Data.Visible, lowrank.MostlySeen(in.Data)
	if in.Data, err = f.Fill(ctx, in.Data, in.Workers, in.Analysis); err != nil {
		return nil, err
	}
	noisy := lowrank.Noisy(core.Data{X: in.Data.X, Kind: in.Data.Kind, Visible: visible}, in.Motions)
	in.Report, in.Advance = func(core.Iteration) {}, nil // the pairs of frames tell of theirs
	s, _, err := solveCorrupted(ctx, in, mostlySeen)
	return &filledGrouping{s, noisy}, err
}
