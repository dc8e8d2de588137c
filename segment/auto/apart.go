package auto

import (
	"cmp"
	"context"
	"sync/atomic"

	"motionseg/segment/core"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/kinship"
	"motionseg/segment/spectral"
)

// MovesApart is a grouping of LRKSC auto and whether its groups move apart.
type MovesApart struct {
	Labels []int // 1…K of the tracks as they were given
	kinship.Apart
}

// MovesApartOf groups in.Data into in.Motions, as Solve of Pairwise does, and asks whether the
// groups move apart. The error is ctx.Err(), or that an affinity has no embedding.
func MovesApartOf(ctx context.Context, in core.Input, p core.Progress) (*MovesApart, error) {
	e, err := PairEvidenceOf(ctx, in, core.Progress{})
	if err != nil {
		return nil, err
	}
	found, _, err := e.groupings(ctx, in, p, core.NewLaps())
	if err != nil {
		return nil, err
	}
	labels := found[0].Labels
	m := &MovesApart{Labels: spectral.InOrderOfAppearance(core.Spread(labels, e.Order, len(e.Order)))}
	m.Apart, err = e.apart(ctx, in, labels)
	return m, err
}

// MayMoveApart reports whether in.Motions groups may move apart: those by some source alone may,
// see kinship.Comparer.MayMoveApart. It takes a fraction of the time of MovesApartOf.
// The error is as of MovesApartOf.
func MayMoveApart(ctx context.Context, in core.Input) (bool, error) {
	e, err := PairEvidenceOf(ctx, in, core.Progress{})
	if err != nil {
		return false, err
	}
	found, err := e.group(ctx, in.Motions, in.Seed, in.Workers, core.Progress{})
	if err != nil {
		return false, err
	}
	var groupings [][]int
	for _, f := range found {
		groupings = append(groupings, f.Labels)
	}
	return e.mayMoveApart(ctx, in, groupings)
}

// mayMoveApart reports whether one of some groupings of the tracks in the order of the evidence, not refined yet,
// is of groups that all may move apart, see kinship.Comparer.MayMoveApart.
func (e *pairEvidence) mayMoveApart(ctx context.Context, in core.Input, groupings [][]int) (bool, error) {
	k, odds, err := e.compared(ctx, in)
	if err != nil {
		return false, err
	}
	var different [][]int
	seen := map[string]bool{}
	for _, labels := range groupings {
		if key := spectral.LabelKey(labels); !seen[key] {
			seen[key], different = true, append(different, labels)
		}
	}
	var may atomic.Bool
	failures := make([]error, len(different))
	parallel.Each(len(different), in.Workers, func(_, i int) {
		if may.Load() {
			return
		}
		all, err := k.MayMoveApart(ctx, odds, different[i], in.Motions, false)
		if failures[i] = err; all {
			may.Store(true)
		}
	})
	return may.Load(), cmp.Or(failures...)
}

// apart tells whether the groups of labels, in the order of the evidence, move apart.
func (e *pairEvidence) apart(ctx context.Context, in core.Input, labels []int) (kinship.Apart, error) {
	k, odds, err := e.compared(ctx, in)
	if err != nil {
		return kinship.Apart{}, err
	}
	return k.Apart(ctx, odds, labels, in.Motions)
}

// compared returns what compares groups and pairs of the tracks in the order of the evidence.
func (e *pairEvidence) compared(ctx context.Context, in core.Input) (*kinship.Comparer, *kinship.Odds, error) {
	odds, err := e.odds(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	k, err := e.comparer(ctx, in)
	return k, odds, err
}
