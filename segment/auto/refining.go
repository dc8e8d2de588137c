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

// refineAll refines groupings and returns what they come to.
func (r *refining) refineAll(ctx context.Context, chosen []*sourceGrouping, p core.Progress) (*geometry.Refined, error) {
	all := &geometry.Refined{Scorer: r.g}
	for i, f := range chosen {
		key := spectral.LabelKey(f.Labels)
		if _, ok := r.refined[key]; !ok {
			better, err := r.refine(ctx, f.Labels)
			if err != nil {
				return nil, err
			}
			r.refined[key] = better
			all.Groupings = append(all.Groupings, better)
			r.announce(better)
		}
		p.Advance(float64(i+1) / float64(len(chosen)))
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
