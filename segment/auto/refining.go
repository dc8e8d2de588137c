package auto

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/spectral"
)

const (
	// firstRefined is how many groupings are refined whatever their scores: what these gain
	// says how much the others may. The groupings come with the best by score, by motion
	// and by cut first.
	firstRefined = 3
	// fewTracks is up to how many tracks all groupings are refined: that takes little time,
	// and a few tracks that move change the score by much, which the first may not show.
	fewTracks = 300
)

// refining refines groupings, each once.
type refining struct {
	g, coarse *geometry.Scorer // coarse is nil unless tracks are exact
	in        core.Input
	total     *mat.Dense
	// refined are groupings by the labels that they were refined from, and fromCoarse those
	// from where the coarse scale took them.
	refined, fromCoarse map[string]geometry.Grouping
	least               float64 // the score announced last
}

func newRefining(g *geometry.Scorer, in core.Input, total *mat.Dense) *refining {
	return &refining{
		g: g, in: in, total: total, least: math.Inf(1),
		refined: map[string]geometry.Grouping{}, fromCoarse: map[string]geometry.Grouping{},
	}
}

// announce tells of a grouping that is better than all before.
func (r *refining) announce(g geometry.Grouping) {
	if r.in.Interim != nil && g.Score() < r.least {
		r.least = g.Score()
		r.in.Interim(slices.Clone(g.Labels))
	}
}

// refineAll refines the groupings that may become the best: of more than a few tracks the
// first ones, and then those that are no farther from the best so far than the largest gain
// so far. The others are
// refined when somebody chooses among all of them, see geometry.Refined.
func (r *refining) refineAll(ctx context.Context, chosen []*sourceGrouping, p core.Progress) (*geometry.Refined, error) {
	all := &geometry.Refined{Scorer: r.g}
	var left [][]int
	var gain float64
	least := math.Inf(1)
	for i, f := range chosen {
		key := spectral.LabelKey(f.Labels)
		if _, ok := r.refined[key]; ok {
			continue
		}
		if len(f.Labels) > fewTracks && i >= firstRefined && f.Score()-gain > least {
			left = append(left, f.Labels)
			continue
		}
		better, err := r.refine(ctx, f.Labels)
		if err != nil {
			return nil, err
		}
		r.refined[key] = better
		all.Groupings = append(all.Groupings, better)
		r.announce(better)
		gain, least = max(gain, f.Score()-better.Score()), min(least, better.Score())
		p.Advance(float64(i+1) / float64(len(chosen)))
	}
	p.Advance(1)
	later := newRefining(r.g.Anew(), r.in, r.total)
	if r.coarse != nil {
		later.coarse = r.coarse.Anew()
	}
	all.Later = func(ctx context.Context) (more []geometry.Grouping, err error) {
		for _, labels := range left {
			g, err := later.refine(ctx, labels)
			if err != nil {
				return nil, err
			}
			more = append(more, g)
		}
		return more, nil
	}
	return all, ctx.Err()
}

// refine refines a grouping by the scale and, where that is fine, also from where the
// coarse scale takes it: by that tracks get farther from where they begin.
func (r *refining) refine(ctx context.Context, labels []int) (geometry.Grouping, error) {
	best, err := r.g.Refine(ctx, labels, r.in.Motions, r.total)
	if err != nil || r.coarse == nil {
		return best, err
	}
	begun, err := r.coarse.Refine(ctx, labels, r.in.Motions, r.total)
	if err != nil {
		return best, err
	}
	at := spectral.LabelKey(begun.Labels)
	other, ok := r.fromCoarse[at]
	if !ok {
		if other, err = r.g.Refine(ctx, begun.Labels, r.in.Motions, r.total); err != nil {
			return best, err
		}
		r.fromCoarse[at] = other
	}
	if other.Score() < best.Score() {
		best = other
	}
	return best, nil
}
