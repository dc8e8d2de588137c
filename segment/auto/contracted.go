package auto

import (
	"context"

	"motionseg/segment/geometry"
	"motionseg/segment/kinship"
)

const (
	// leastMore is by how much more, of all that they say, pairs of tracks must speak for the grouping that they tell by
	// themselves: for less the other mostly is as good.
	leastMore = 0.05
	// agreementShare is the share of a score that it counts when all pairs of tracks speak for a grouping: scores differ
	// the more the larger they are, as where nothing fits well.
	agreementShare = 0.4
)

// contracted returns the groupings, and before them the one that pairs of tracks tell by themselves, see
// kinship.Odds.Contract, refined, if it is worth more than the first: pairs speak clearly more for it, that counts
// more than what it costs more, and nothing is lost, see losesNothing. Pairs that tear the first are not asked.
func (e *pairEvidence) contracted(
	ctx context.Context, r *refining, found []*sourceGrouping,
) ([]*sourceGrouping, error) {
	in, k, first := r.in, r.in.Motions, found[0]
	t, err := e.kin(ctx, in)
	if err != nil || t == nil {
		return found, err
	}
	odds, err := e.odds(ctx, in)
	if err != nil || odds.Tear(first.Labels) {
		return found, err
	}
	before := odds.Agreement(first.Labels)
	labels := odds.Climb(ctx, odds.Contract(ctx, k), k)
	if odds.Agreement(labels) <= before+leastMore {
		return found, ctx.Err()
	}
	other, err := r.refine(ctx, labels)
	if err != nil {
		return nil, err
	}
	more := odds.Agreement(other.Labels) - before
	if !worthMore(other, first.Grouping, more) {
		return found, nil
	}
	than, err := e.apart(ctx, in, first.Labels)
	if err != nil {
		return nil, err
	}
	groups, err := e.apart(ctx, in, other.Labels)
	if err != nil || !losesNothing(groups, than, more) {
		return found, err
	}
	own, err := e.ofAll(ctx, "as pairs of tracks tell", k, other)
	if err != nil {
		return nil, err
	}
	return append(own, found...), nil
}

// worthMore reports whether a grouping for which pairs of tracks speak so much more than for another counts more by
// that than it costs more.
func worthMore(g, than geometry.Grouping, more float64) bool {
	return more > leastMore && g.Score()-than.Score() < float64(agreementShare*more*max(than.Score(), 0))
}

// losesNothing reports whether groups all move apart where others do, and farther if those surely do, and have borders
// where others do or pairs of tracks speak clearly more for them, by so much of all that they say.
func losesNothing(a, than kinship.Apart, more float64) bool {
	return (bordered(a) || !bordered(than) || more > overBorders) && (a.All || !than.All) &&
		(a.Alike < than.Alike || !surelyApart(than))
}
