package auto

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/kinship"
	"motionseg/segment/spectral"
)

// MovesApart is a grouping of LRKSC auto and whether its groups move apart.
type MovesApart struct {
	Labels []int // 1…K of the tracks as they were given; nil where it was given up
	kinship.Apart
}

// MovesApartOf groups in.Data into in.Motions, as Solve of Pairwise does, and asks whether the
// groups move apart. Where that alone is asked, briefly, it gives up as soon as they hardly will, see
// pairEvidence.givesUp. The error is ctx.Err(), or that an affinity has no embedding.
func MovesApartOf(ctx context.Context, in core.Input, briefly bool, p core.Progress) (*MovesApart, error) {
	e, err := PairEvidenceOf(ctx, in, core.Progress{})
	if err != nil {
		return nil, err
	}
	found, _, err := e.groupings(ctx, in, briefly, p, core.NewLaps())
	var up gaveUp
	if errors.As(err, &up) {
		return &MovesApart{Apart: up.best}, nil
	}
	if err != nil {
		return nil, err
	}
	labels := found[0].Labels
	m := &MovesApart{Labels: spectral.InOrderOfAppearance(core.Spread(labels, e.Order, len(e.Order)))}
	m.Apart, err = e.apart(ctx, in, labels)
	return m, err
}

// gaveUp is the error of groupings that were given up; the best until then do not move apart.
type gaveUp struct{ best kinship.Apart }

func (gaveUp) Error() string { return "groupings given up: their groups do not move apart" }

// givesUp returns a gaveUp where two groups of the best, by its score, of some groupings more likely move as one,
// and of none of them all groups move apart, nor those put together by kinship: refining them from the coarse scale,
// about half of the time that a number takes, hardly makes any that do. The error may be ctx.Err() too.
func (e *pairEvidence) givesUp(ctx context.Context, in core.Input, best []int, found []geometry.Grouping) error {
	tree, err := e.kin(ctx, in)
	if err != nil {
		return err
	}
	groupings := [][]int{tree.Labels[in.Motions-1]}
	for _, f := range found {
		groupings = append(groupings, f.Labels)
	}
	may, err := e.mayMoveApart(ctx, in, groupings, true)
	if err != nil || may {
		return err
	}
	apart, err := e.apart(ctx, in, best)
	if err != nil || apart.Alike < 0 {
		return err
	}
	return gaveUp{apart}
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
	return e.mayMoveApart(ctx, in, groupings, false)
}

// mayMoveApart reports whether one of some groupings of the tracks in the order of the evidence, refined ones or
// others, is of groups that all may move apart, see kinship.Comparer.MayMoveApart.
func (e *pairEvidence) mayMoveApart(
	ctx context.Context, in core.Input, groupings [][]int, refined bool,
) (bool, error) {
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
		all, err := k.MayMoveApart(ctx, odds, different[i], in.Motions, refined)
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
