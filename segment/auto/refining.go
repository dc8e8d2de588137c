package auto

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/spectral"
)

// refining refines groupings, each once.
type refining struct {
	g, coarse *geometry.Scorer // coarse is nil unless tracks are exact
	in        core.Input
	total     *mat.Dense
	// refined are groupings by the labels that they were refined from, and fromCoarse those
	// from where the coarse scale took them, worked out under mu by whoever asks first.
	refined    map[string]geometry.Grouping
	mu         sync.Mutex
	fromCoarse map[string]func() (geometry.Grouping, error)
	least      float64 // the score announced last
}

// newRefining returns what refines groupings of in.Data: by the fine scale where that can be, by
// the coarse one elsewhere. total is all the evidence. The error is ctx.Err().
func newRefining(ctx context.Context, in core.Input, total *mat.Dense) (*refining, error) {
	coarse, err := geometry.SharedScorer(ctx, in.Analysis, in.Data,
		geometry.CoarseScale(in.Data).Among(in.Data.Points(), in.Motions), in.Workers)
	if err != nil {
		return nil, err
	}
	r := &refining{
		g: coarse, in: in, total: total, least: math.Inf(1),
		refined: map[string]geometry.Grouping{}, fromCoarse: map[string]func() (geometry.Grouping, error){},
	}
	if scale, fine := geometry.FineScale(in.Data, in.Motions); fine {
		r.coarse = coarse
		if r.g, err = geometry.SharedScorer(ctx, in.Analysis, in.Data, scale, in.Workers); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// announce tells of a grouping that is better than all before.
func (r *refining) announce(g geometry.Grouping) {
	if r.in.Interim != nil && g.Score() < r.least {
		r.least = g.Score()
		r.in.Interim(slices.Clone(g.Labels))
	}
}

// refineAll refines groupings, side by side.
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
	for i, err := range failures {
		if err != nil {
			return err
		}
		r.refined[keys[i]] = found[i]
	}
	return ctx.Err()
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
	other, err := r.refineOnce(ctx, begun.Labels)()
	if err == nil && other.Score() < best.Score() {
		best = other
	}
	return best, err
}

// refineOnce returns what refines a grouping by the scale from where the coarse one took it,
// and does so at its first call.
func (r *refining) refineOnce(ctx context.Context, labels []int) func() (geometry.Grouping, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := spectral.LabelKey(labels)
	once, ok := r.fromCoarse[at]
	if !ok {
		once = sync.OnceValues(func() (geometry.Grouping, error) { return r.g.Refine(ctx, labels, r.in.Motions, r.total) })
		r.fromCoarse[at] = once
	}
	return once
}
