package auto

import (
	"context"
	"slices"

	"motionseg/segment/core"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/spectral"
)

// PairsAgree is how the groupings of LRKSC auto into in.Motions go with the odds of single
// pairs of tracks.
type PairsAgree struct {
	Labels []int // 1…K of the tracks as they were given
	// Together is as of kinship.Odds, the larger the likelier the grouping, and Agreement
	// the share of the odds that speak for it less that of those against it, −1…1.
	Together, Agreement float64
}

// PairsAgreeOf groups in.Data into in.Motions, as Solve of Pairwise does, and asks the odds
// of pairs of tracks. The error is ctx.Err(), or that an affinity has no embedding.
func PairsAgreeOf(ctx context.Context, in core.Input, p core.Progress) (*PairsAgree, error) {
	e, err := PairEvidenceOf(ctx, in, core.Progress{})
	if err != nil {
		return nil, err
	}
	odds, err := e.odds(ctx, in)
	if err != nil {
		return nil, err
	}
	labels := make([]int, len(e.Order))
	if in.Motions == 1 {
		for i := range labels {
			labels[i] = 1
		}
	} else {
		found, _, err := e.groupings(ctx, in, p, core.NewLaps())
		if err != nil {
			return nil, err
		}
		labels = found[0].Labels
	}
	a := &PairsAgree{Labels: spectral.InOrderOfAppearance(core.Spread(labels, e.Order, len(e.Order)))}
	a.Together, a.Agreement = odds.Together(labels), odds.Agreement(labels)
	return a, ctx.Err()
}

// PairsPromise returns how likely the odds of pairs of tracks find the likeliest of the
// groupings into in.Motions by single sources, before any is refined: about what the method's
// own grouping may come to, in a small part of the time. The error is as of PairsAgreeOf.
func PairsPromise(ctx context.Context, in core.Input) (float64, error) {
	e, err := PairEvidenceOf(ctx, in, core.Progress{})
	if err != nil {
		return 0, err
	}
	odds, err := e.odds(ctx, in)
	if err != nil {
		return 0, err
	}
	found, err := e.group(ctx, in.Motions, in.Seed, in.Workers, core.Progress{})
	if err != nil {
		return 0, err
	}
	together := make([]float64, len(found))
	parallel.Each(len(found), in.Workers, func(_, i int) { together[i] = odds.Together(found[i].Labels) })
	return slices.Max(together), ctx.Err()
}
