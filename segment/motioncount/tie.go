package motioncount

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
)

// breakTie decides between the best number of motions and the largest that is as
// credible, within e times, by what describes the motions of exact tracks. A body
// that rests is often cut along its depth before two that move alike are told
// apart: the spectrum then has a gap before either cut and one after both. Of the
// groups of the larger number the two whose union takes least are merged while
// that saves distinctNats in all, down to the best number; where it stops is the
// number that both speak for. w is all the evidence. The error is ctx.Err().
func (e *MotionsEstimate) breakTie(
	ctx context.Context, data core.Data, labels [][]int, w *mat.Dense, workers int,
) error {
	best, last := 0, 0
	for i, s := range e.Scores {
		if s > e.Scores[best] {
			best = i
		}
	}
	for i, s := range e.Scores {
		if s > e.Scores[best]-1 {
			last = i
		}
	}
	scale, fine := geometry.FineScale(data, e.Low+last)
	if last <= best || !fine {
		return nil
	}
	g, err := geometry.NewScorer(ctx, data, scale, workers)
	if err != nil {
		return err
	}
	at, now := last, labels[last]
	nats, err := g.Cost(ctx, now, e.Low+at)
	if err != nil {
		return err
	}
	for at > best {
		merged, err := g.MergeDown(ctx, now, e.Low+at, e.Low+at-1, w)
		if err != nil {
			return err
		}
		less, err := g.Cost(ctx, merged, e.Low+at-1)
		if err != nil {
			return err
		}
		if (nats-less)*float64(data.Points())*g.ViewsOfTrack() <= distinctNats {
			break
		}
		at, now, nats = at-1, merged, less
	}
	if at == best {
		return nil
	}
	e.Scores[at] = e.Scores[best] + math.Log1p(math.Exp(e.Scores[last]-e.Scores[best]))
	labels[at] = now
	return nil
}
