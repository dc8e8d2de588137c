package auto

import (
	"cmp"
	"context"
	"slices"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/kinship"
	"motionseg/segment/spectral"
)

const (
	// agreementWeight is what it counts, in nats per point and view, when all pairs of tracks
	// speak for a grouping: what a score may be wrong by.
	agreementWeight = 0.02
	// leastSpeaking is from which agreement on pairs of tracks are heard: when they speak for
	// a grouping three times as much as against it.
	leastSpeaking = 0.5
	// unsureWeight is what the same counts where the groups of the best do not move apart, so that
	// its score is no reason to believe in it: as much as the scores of very different groupings
	// differ by. Drawn scenes are the same from 0.25 to 0.7.
	unsureWeight = 0.4
	// overBorders is by how much more, of all that they say, pairs of tracks must speak for a grouping to go before
	// one whose groups have borders: of a film with a person who moves little by 0.21 for what is wrong, of five drawn
	// films by 0.28 and more for what is right.
	overBorders = 0.25
)

// choose puts the best of the groupings, in the order of their scores, first. Tracks that the
// evidence has in another group are assigned anew, see geometry.ReassignLeftOut, and as that
// may cost more than it promised, in the next best too while that costs less. Of groupings
// that cost about the same, single pairs of tracks prefer one, see kinship.Odds: which of them
// costs a little less depends on what was drawn and on the direction of time.
func (e *pairEvidence) choose(
	ctx context.Context, in core.Input, g *geometry.Scorer, found []*sourceGrouping,
) error {
	best := 0
	reassigned := map[string]geometry.Grouping{} // by the labels before
	for i, f := range found {
		if i > 0 && f.Score() >= found[best].Score() {
			break
		}
		key := spectral.LabelKey(f.Labels)
		after, ok := reassigned[key]
		if !ok {
			var err error
			if after, err = g.ReassignLeftOut(ctx, f.Grouping, in.Motions, e.total); err != nil {
				return err
			}
			reassigned[key] = after
		}
		f.Grouping = after
		if f.Score() < found[best].Score() {
			best = i
		}
	}
	best, err := e.likeliest(ctx, in, found, best)
	if err != nil {
		return err
	}
	putFirst(found, best)
	return nil
}

// putFirst puts one of the groupings before all others, which stay in their order.
func putFirst(found []*sourceGrouping, at int) {
	first := found[at]
	copy(found[1:at+1], found[:at])
	found[0] = first
}

// likeliest returns which of the groupings costs least when single pairs of tracks are heard,
// best if none that they speak for does. They were learnt from tracks with gaps.
func (e *pairEvidence) likeliest(ctx context.Context, in core.Input, found []*sourceGrouping, best int) (int, error) {
	limit := found[best].Score() + 2*agreementWeight
	near := func(f *sourceGrouping) bool {
		return f.Score() < limit && !slices.Equal(f.Labels, found[best].Labels)
	}
	if !haveGaps(in.Data) || !slices.ContainsFunc(found, near) {
		return best, nil
	}
	odds, err := e.odds(ctx, in)
	if err != nil {
		return 0, err
	}
	first := odds.Agreement(found[best].Labels)
	least := found[best].Score() - agreementWeight*first
	for i, f := range found {
		if !near(f) {
			continue
		}
		agreement := odds.Agreement(f.Labels)
		cost := f.Score() - agreementWeight*agreement
		if agreement >= leastSpeaking && agreement > first && cost < least {
			best, least = i, cost
		}
	}
	return best, ctx.Err()
}

// acceptable reports whether a grouping with these groups may be taken where the best is not to be believed:
// none is scattered, and they surely move apart, or at all where it is the first, or where pairs of tracks
// speak for it instead of one with a handful.
func acceptable(a kinship.Apart, first, instead bool) bool {
	return !a.Scattered && (surelyApart(a) || a.All && (first || instead && a.Heard))
}

// byAgreement returns the groupings, each once, in the order of what they cost when pairs of tracks count as much as
// scores that are not to be believed.
func byAgreement(odds *kinship.Odds, found []*sourceGrouping) (order []int) {
	cost := make([]float64, len(found))
	seen := map[string]bool{}
	for i, f := range found {
		if key := spectral.LabelKey(f.Labels); !seen[key] {
			seen[key], order = true, append(order, i)
			cost[i] = f.Score() - float64(unsureWeight*odds.Agreement(f.Labels))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cost[a], cost[b]) })
	return order
}

// bordered reports whether all groups have borders, see kinship.Apart, and none is scattered among another.
func bordered(a kinship.Apart) bool { return a.Bordered && !a.Scattered }

// mostAgreed returns which of the groupings costs least when pairs of tracks count as much as scores that are not to
// be believed. If its groups do not all move apart, the first after it whose groups surely move apart is preferred;
// if one is a handful, the first that pairs of tracks speak for and whose groups move apart at all; or else the best
// by its score if its groups have borders, which pairs may not see, unless they clearly speak for the first in that
// order. best tells whether the groups of the best by its score, the first of found, move apart. The error is
// ctx.Err().
func (e *pairEvidence) mostAgreed(
	ctx context.Context, in core.Input, found []*sourceGrouping, best kinship.Apart,
) (int, error) {
	odds, err := e.odds(ctx, in)
	if err != nil {
		return 0, err
	}
	order := byAgreement(odds, found)
	k, err := e.comparer(ctx, in)
	if err != nil {
		return 0, err
	}
	instead := e.hasHandful(found[order[0]].Labels, in.Motions) // of a handful
	for i, at := range order {
		labels := found[at].Labels
		if e.hasHandful(labels, in.Motions) {
			continue
		}
		// Those that do not move apart are mostly told by two groups.
		may, err := k.MayMoveApart(ctx, odds, labels, in.Motions, true)
		if err != nil {
			return 0, err
		}
		if !may {
			continue
		}
		groups, err := k.Apart(ctx, odds, labels, in.Motions)
		if err != nil {
			return 0, err
		}
		if acceptable(groups, i == 0, instead) {
			return at, nil
		}
	}
	more := odds.Agreement(found[order[0]].Labels) - odds.Agreement(found[0].Labels)
	if bordered(best) && more <= overBorders {
		return 0, ctx.Err()
	}
	return order[0], ctx.Err()
}
