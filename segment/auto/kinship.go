package auto

import (
	"context"
	"slices"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/kinship"
	"motionseg/segment/spectral"
)

// treeKey names the groups that move as one in an Analysis.
type treeKey struct{ seed uint64 }

// KinshipOf returns how pieces of in.Data are put together that move as one, worked out
// once for an Analysis; nil of fewer than four tracks. Labels are of the tracks as they
// were given. The error is ctx.Err(), or that an affinity has no embedding.
func KinshipOf(ctx context.Context, in core.Input, p core.Progress) (*kinship.Tree, error) {
	evidence, err := PairEvidenceOf(ctx, in, p.Part(0, 3, 5))
	if err != nil {
		return nil, err
	}
	t, err := evidence.tree(ctx, in, p.Part(3, 5, 5))
	if t == nil || err != nil {
		return nil, err
	}
	given := *t
	given.Labels = nil
	for _, labels := range t.Labels {
		given.Labels = append(given.Labels, spectral.InOrderOfAppearance(core.Spread(labels, evidence.Order, len(labels))))
	}
	return &given, nil
}

// of returns in with the tracks in the order of the evidence.
func (e *pairEvidence) of(in core.Input) core.Input {
	in.Data = e.data
	return in
}

// comparerKey names what compares groups of tracks in an Analysis.
type comparerKey struct{ seed uint64 }

// comparer returns what compares groups of the tracks in the order of the evidence.
func (e *pairEvidence) comparer(ctx context.Context, in core.Input) (*kinship.Comparer, error) {
	k, err := in.Analysis.Once(ctx, e.data, comparerKey{in.Seed}, func() (any, error) {
		return kinship.NewComparer(ctx, e.of(in), e.total)
	})
	if err != nil {
		return nil, err
	}
	return k.(*kinship.Comparer), nil
}

// tree returns the tree of the tracks in the order of the evidence.
func (e *pairEvidence) tree(ctx context.Context, in core.Input, p core.Progress) (*kinship.Tree, error) {
	t, err := in.Analysis.Once(ctx, e.data, treeKey{in.Seed}, func() (any, error) {
		k, err := e.comparer(ctx, in)
		if err != nil {
			return nil, err
		}
		return kinship.TreeOf(ctx, k, in.Seed, in.Workers, p.Advance)
	})
	if err != nil {
		return nil, err
	}
	return t.(*kinship.Tree), nil
}

// oddsKey names how likely tracks move as one in an Analysis.
type oddsKey struct{ seed uint64 }

// odds returns how likely two tracks move as one, in the order of the evidence.
func (e *pairEvidence) odds(ctx context.Context, in core.Input) (*kinship.Odds, error) {
	o, err := in.Analysis.Once(ctx, e.data, oddsKey{in.Seed}, func() (any, error) {
		return kinship.OddsOf(ctx, e.data, e.total, in.Workers)
	})
	if err != nil {
		return nil, err
	}
	return o.(*kinship.Odds), nil
}

// KinshipExamples compares groups of tracks with gaps whose motions are known, truth, from 1
// and 0 where they are not, see kinship.Examples. The error is as of KinshipOf.
func KinshipExamples(ctx context.Context, in core.Input, truth []int) ([]kinship.Example, error) {
	e, ordered, err := evidenceAndTruth(ctx, in, truth)
	if err != nil {
		return nil, err
	}
	return kinship.Examples(ctx, e.of(in), e.total, ordered)
}

// KinshipPairs compares up to so many pairs of tracks, see kinship.PairExamples. The error
// is as of KinshipOf.
func KinshipPairs(ctx context.Context, in core.Input, truth []int, count int) ([]kinship.PairExample, error) {
	e, ordered, err := evidenceAndTruth(ctx, in, truth)
	if err != nil {
		return nil, err
	}
	return kinship.PairExamples(ctx, e.data, e.total, ordered, count, in.Seed, in.Workers)
}

// evidenceAndTruth returns the evidence and the motions of the tracks in its order.
func evidenceAndTruth(ctx context.Context, in core.Input, truth []int) (e *pairEvidence, ordered []int, err error) {
	if e, err = PairEvidenceOf(ctx, in, core.Progress{}); err != nil {
		return nil, nil, err
	}
	return e, e.ordered(truth), nil
}

// ordered returns labels of the tracks as they were given in the order of the evidence.
func (e *pairEvidence) ordered(labels []int) []int {
	ordered := make([]int, len(labels))
	for i, point := range e.Order {
		ordered[i] = labels[point]
	}
	return ordered
}

// kin returns the tree of the tracks in the order of the evidence where kinship is asked about groupings into
// in.Motions: of tracks with gaps, from which it was learnt, and enough of them; else nil.
func (e *pairEvidence) kin(ctx context.Context, in core.Input) (*kinship.Tree, error) {
	if !haveGaps(in.Data) || !kinship.Learnt(in.Data.Points()) {
		return nil, nil
	}
	t, err := e.tree(ctx, in, core.Progress{})
	if err != nil || t == nil || in.Motions < 2 || in.Motions > len(t.Labels) {
		return nil, err
	}
	return t, nil
}

// kindred returns the place of the grouping to take among found, the best of which is the first, and found, at its
// end what beside finds, what pairs of tracks agree with most, and the groups that were put together because they
// move as one, where they may be taken. The cut would rather have a handful of tracks apart, or a still world in two,
// than a small body; what tells it was learnt from tracks with gaps. Where the groups of the best all move apart and
// none is a handful, those put together are taken if they do so more surely and are described shorter; where they do
// not, the score has not found what it looks for, and pairs of tracks are asked, see mostAgreed, unless they tear the
// best: of what beside finds, too, where that has a handful.
func (e *pairEvidence) kindred(
	ctx context.Context, in core.Input, found []*sourceGrouping, r *refining,
	beside func() ([]*sourceGrouping, error),
) ([]*sourceGrouping, int, error) {
	k := in.Motions
	t, err := e.kin(ctx, in)
	if err != nil || t == nil {
		return found, 0, err
	}
	best, err := e.apart(ctx, in, found[0].Labels)
	if err != nil {
		return found, 0, err
	}
	handful := e.hasHandful(found[0].Labels, k)
	bodies := best.All && !handful
	if bodies {
		pieces, err := e.apart(ctx, in, t.Labels[k-1])
		if err != nil || !fartherApart(pieces, best) {
			return found, 0, err
		}
	}
	together, err := e.putTogether(ctx, in, t.Labels[k-1], r.g)
	if err != nil || bodies && together.Motion >= found[0].Motion {
		return found, 0, err
	}
	if bodies {
		return append(slices.Clip(found), together), len(found), nil
	}
	odds, err := e.odds(ctx, in)
	if err != nil || odds.Tear(found[0].Labels) {
		return found, 0, err
	}
	found = slices.Clip(found)
	if handful {
		more, err := beside()
		if err != nil {
			return found, 0, err
		}
		found = append(found, more...)
	}
	agreed, err := e.agreed(ctx, r, odds, found)
	if err != nil {
		return found, 0, err
	}
	found = append(append(found, agreed...), together)
	at, err := e.mostAgreed(ctx, in, found, best)
	return found, at, err
}

// agreed returns groupings that pairs of tracks agree with as much as with any that differs by one track, from each of
// those found on, refined: those for which pairs clearly speak instead of the best, the same ones once, and none of
// which pairs leave a group few tracks, as they speak for fewer groups.
func (e *pairEvidence) agreed(
	ctx context.Context, r *refining, odds *kinship.Odds, found []*sourceGrouping,
) ([]*sourceGrouping, error) {
	k := r.in.Motions
	var climbed [][]int
	seen := map[string]bool{}
	for _, f := range found {
		if key := spectral.LabelKey(f.Labels); !seen[key] {
			seen[key], climbed = true, append(climbed, f.Labels)
		}
	}
	parallel.Each(len(climbed), r.in.Workers, func(_, i int) { climbed[i] = odds.Climb(ctx, climbed[i], k) })
	groupings := make([]geometry.Grouping, len(climbed))
	for i, labels := range climbed {
		groupings[i].Labels = labels
	}
	agreed, err := e.ofAll(ctx, "as pairs of tracks agree", k, groupings...)
	if err != nil {
		return nil, err
	}
	if err := r.refineAll(ctx, agreed, core.Progress{}); err != nil {
		return nil, err
	}
	limit := odds.Agreement(found[0].Labels) + clearlyMore
	clear(seen)
	return slices.DeleteFunc(agreed, func(f *sourceGrouping) bool {
		f.Grouping = r.refined[spectral.LabelKey(f.Labels)]
		key := spectral.LabelKey(f.Labels)
		again := seen[key]
		seen[key] = true
		return again || kinship.LeavesFew(f.Labels, k) || odds.Agreement(f.Labels) <= limit
	}), nil
}

// putTogether is the grouping with these labels, which pieces put together by kinship have.
func (e *pairEvidence) putTogether(
	ctx context.Context, in core.Input, labels []int, g *geometry.Scorer,
) (*sourceGrouping, error) {
	judged, err := g.Judge(ctx, labels, in.Motions, e.total)
	if err != nil {
		return nil, err
	}
	together, err := e.ofAll(ctx, "put together by kinship", in.Motions, judged)
	if err != nil {
		return nil, err
	}
	return together[0], nil
}

// ofAll returns groupings into k groups, told by all the evidence in a way. The error is as of embedded.
func (e *pairEvidence) ofAll(
	ctx context.Context, way string, k int, groupings ...geometry.Grouping,
) ([]*sourceGrouping, error) {
	all := len(e.Sources)
	rows, spectrum, err := e.embedded(ctx, all, k)
	if err != nil {
		return nil, err
	}
	of := make([]*sourceGrouping, len(groupings))
	for i, g := range groupings {
		of[i] = &sourceGrouping{
			name: "all the evidence, " + way, source: all, rows: rows, spectrum: spectrum, Grouping: g,
		}
	}
	return of, nil
}

// surelyApart reports whether groups all move apart by what was learnt of groups too.
func surelyApart(a kinship.Apart) bool { return a.All && a.Kin < 0 }

// fartherApart reports whether groups surely move apart, and more so than others, by groups and by
// tracks.
func fartherApart(a, than kinship.Apart) bool {
	return surelyApart(a) && a.Kin < than.Kin && a.Alike < than.Alike
}
