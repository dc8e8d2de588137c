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
	"motionseg/segment/spectral"
)

// refining refines groupings, each once.
type refining struct {
	g     *geometry.Scorer
	fine  bool // g is by the fine scale
	in    core.Input
	total *mat.Dense
	// refined are groupings by the labels that they were refined from.
	refined map[string]geometry.Grouping
	least   float64 // the score announced last
}

// newRefining returns what refines groupings of in.Data: by the fine scale where that can be, by
// the coarse one elsewhere. total is all the evidence. The error is ctx.Err().
func newRefining(ctx context.Context, in core.Input, total *mat.Dense) (*refining, error) {
	scale, fine := geometry.FineScale(in.Data, in.Motions)
	if !fine {
		scale = geometry.CoarseScale(in.Data).Among(in.Data.Points(), in.Motions)
	}
	g, err := geometry.SharedScorer(ctx, in.Analysis, in.Data, scale, in.Workers)
	return &refining{
		g: g, fine: fine, in: in, total: total, least: math.Inf(1), refined: map[string]geometry.Grouping{},
	}, err
}

// announce tells of a grouping that is better than all before.
func (r *refining) announce(g geometry.Grouping) {
	if r.in.Interim != nil && g.Score() < r.least {
		r.least = g.Score()
		r.in.Interim(slices.Clone(g.Labels))
	}
}

// refineAll refines groupings, side by side and those that are the same once, and keeps what they become in
// r.refined. The error is ctx.Err().
func (r *refining) refineAll(ctx context.Context, chosen []*sourceGrouping, p core.Progress) error {
	var keys []string
	var labels [][]int
	for _, f := range chosen {
		if key := spectral.LabelKey(f.Labels); !slices.Contains(keys, key) {
			keys, labels = append(keys, key), append(labels, f.Labels)
		}
	}
	found, failures := make([]geometry.Grouping, len(keys)), make([]error, len(keys))
	parallel.EachInOrder(len(keys), r.in.Workers, func(_, i int) {
		found[i], failures[i] = r.refine(ctx, labels[i])
	}, func(i int) {
		if failures[i] == nil {
			r.announce(found[i])
		}
		p.Advance(float64(i+1) / float64(len(keys)))
	})
	if err := cmp.Or(failures...); err != nil {
		return err
	}
	for i, key := range keys {
		r.refined[key] = found[i]
	}
	return ctx.Err()
}

// refine refines a grouping by r's scale and all the evidence.
func (r *refining) refine(ctx context.Context, labels []int) (geometry.Grouping, error) {
	return r.g.Refine(ctx, labels, r.in.Motions, r.total)
}
