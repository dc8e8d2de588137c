package motioncount

import (
	"context"

	"motionseg/segment/auto"
	"motionseg/segment/core"
)

// leastAgreement is from which agreement on with the best grouping the odds of single pairs
// of tracks are asked about other numbers: where they speak for it five times as much as
// against it. Where a camera passes near things, tracks of one still world move apart
// as bodies do, and the odds tear it.
const leastAgreement = 2.0 / 3

// byPairs goes on from an estimate of tracks with gaps to a larger number of motions, or
// else to a smaller one, as long as the odds of single pairs of tracks find the grouping by
// the method likelier, see kinship.Odds. Where that leads to another number nothing
// is known of how sure it is. The error is ctx.Err(), or that an affinity has no
// embedding.
func (e *MotionsEstimate) byPairs(ctx context.Context, data core.Data, cfg MotionsConfig) error {
	at := func(k int) (*auto.PairsAgree, error) {
		in := core.Input{Data: data, Motions: k, Seed: cfg.Seed, Workers: cfg.Workers, Analysis: cfg.Analysis}
		return auto.PairsAgreeOf(ctx, in)
	}
	best, err := at(e.Motions)
	if err != nil || best.Agreement < leastAgreement {
		return err
	}
	first, k := e.Motions, e.Motions
	for _, step := range []int{1, -1} {
		for k == first || step > 0 {
			next := k + step
			if next < max(e.Low, 2) || next >= e.Low+len(e.Scores) {
				break
			}
			found, err := at(next)
			if err != nil {
				return err
			}
			if found.Together <= best.Together {
				break
			}
			k, best = next, found
		}
	}
	if k != first {
		e.take(k, best.Labels)
	}
	return nil
}

// take makes k the number, as credible as the one before and all between, without a
// confidence.
func (e *MotionsEstimate) take(k int, labels []int) {
	top := e.Scores[e.Motions-e.Low]
	e.Scores[k-e.Low] = top + 1
	e.Labels[k-e.Low] = labels
	e.decide(nil)
	e.Confidence = 0
}
