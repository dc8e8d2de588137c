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

// MayMoveApart reports whether in.Motions groups may move apart: those of some source alone do.
// It takes some hundredths of what MovesApartOf takes, which never
// found groups that move apart where it says no (see the log). The error is as of MovesApartOf.
func MayMoveApart(ctx context.Context, in core.Input) (bool, error) {
	e, err := PairEvidenceOf(ctx, in, core.Progress{})
	if err != nil {
		return false, err
	}
	found, err := e.group(ctx, in.Motions, in.Seed, in.Workers, core.Progress{})
	if err != nil {
		return false, err
	}
	odds, err := e.odds(ctx, in)
	if err != nil {
		return false, err
	}
	k, err := e.comparer(ctx, in)
	if err != nil {
		return false, err
	}
	var different [][]int
	seen := map[string]bool{}
	for _, f := range found {
		if key := spectral.LabelKey(f.Labels); !seen[key] {
			seen[key], different = true, append(different, f.Labels)
		}
	}
	var may atomic.Bool
	failures := make([]error, len(different))
	parallel.Each(len(different), in.Workers, func(_, i int) {
		if may.Load() {
			return
		}
		all, err := k.AllApart(ctx, odds, different[i], in.Motions)
		if failures[i] = err; all {
			may.Store(true)
		}
	})
	return may.Load(), cmp.Or(failures...)
}

// apart tells whether the groups of labels, in the order of the evidence, move apart.
func (e *pairEvidence) apart(ctx context.Context, in core.Input, labels []int) (kinship.Apart, error) {
	odds, err := e.odds(ctx, in)
	if err != nil {
		return kinship.Apart{}, err
	}
	k, err := e.comparer(ctx, in)
	if err != nil {
		return kinship.Apart{}, err
	}
	return k.Apart(ctx, odds, labels, in.Motions)
}
