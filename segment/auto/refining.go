package auto

import (
	"cmp"
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

// nearBest is how far behind the best grouping, by its score, others may be that the coarse scale may still
// make better than it: of 33 runs on films and driving scenes the one with the best score was 0.002 behind at most.
const nearBest = 0.0075

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
	// believed tells of the labels with the best score whether they are taken by it; nil for always.
	believed func(labels []int) (bool, error)
	// givesUp returns an error where groupings need not be refined any further, the best of which is not believed;
	// nil where all are refined.
	givesUp func(best []int, found []geometry.Grouping) error
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

// refineAll refines groupings, side by side: all by the scale and, where that is fine, also from where the
// coarse one takes them. Where the best score is believed, only those near it are, see nearBest.
func (r *refining) refineAll(ctx context.Context, chosen []*sourceGrouping, p core.Progress) error {
	var keys []string
	var labels [][]int
	for _, f := range chosen {
		if key := spectral.LabelKey(f.Labels); !slices.Contains(keys, key) {
			keys, labels = append(keys, key), append(labels, f.Labels)
		}
	}
	found := make([]geometry.Grouping, len(keys))
	all := make([]int, len(keys))
	for i := range all {
		all[i] = i
	}
	first := p
	if r.coarse != nil {
		first = p.Part(0, 1, 2)
	}
	err := r.refineEach(all, found, first, func(i int) (geometry.Grouping, error) {
		return r.g.Refine(ctx, labels[i], r.in.Motions, r.total)
	})
	if err == nil && r.coarse != nil {
		if all, err = r.hopeful(found, all); err == nil {
			err = r.refineEach(all, found, p.Part(1, 2, 2), func(i int) (geometry.Grouping, error) {
				return r.byCoarse(ctx, labels[i], found[i])
			})
		}
	}
	if err != nil {
		return err
	}
	for i, key := range keys {
		r.refined[key] = found[i]
	}
	return ctx.Err()
}

// hopeful returns those of the places of groupings that may be taken in the end: all, or where the best score is
// believed those near it.
func (r *refining) hopeful(found []geometry.Grouping, places []int) ([]int, error) {
	if len(places) == 0 {
		return places, nil
	}
	best := slices.MinFunc(found, func(a, b geometry.Grouping) int { return cmp.Compare(a.Score(), b.Score()) })
	if r.believed != nil {
		ok, err := r.believed(best.Labels)
		if err == nil && !ok && r.givesUp != nil {
			err = r.givesUp(best.Labels, found)
		}
		if err != nil || !ok {
			return places, err
		}
	}
	return slices.DeleteFunc(places, func(i int) bool { return found[i].Score() > best.Score()+nearBest }), nil
}

// refineEach puts what refine makes of each of the groupings at these places there, side by side.
func (r *refining) refineEach(
	places []int, found []geometry.Grouping, p core.Progress, refine func(i int) (geometry.Grouping, error),
) error {
	failures := make([]error, len(places))
	parallel.EachInOrder(len(places), r.in.Workers, func(_, at int) {
		found[places[at]], failures[at] = refine(places[at])
	}, func(at int) {
		if failures[at] == nil {
			r.announce(found[places[at]])
		}
		p.Advance(float64(at+1) / float64(len(places)))
	})
	return cmp.Or(failures...)
}

// refine refines a grouping by the scale and, where that is fine, also from where the
// coarse scale takes it.
func (r *refining) refine(ctx context.Context, labels []int) (geometry.Grouping, error) {
	best, err := r.g.Refine(ctx, labels, r.in.Motions, r.total)
	if err != nil || r.coarse == nil {
		return best, err
	}
	return r.byCoarse(ctx, labels, best)
}

// byCoarse refines a grouping from where the coarse scale takes it, by which tracks get farther from where
// they begin, and returns that if it is better than best.
func (r *refining) byCoarse(ctx context.Context, labels []int, best geometry.Grouping) (geometry.Grouping, error) {
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
