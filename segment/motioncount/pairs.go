package motioncount

import (
	"context"
	"math"

	"motionseg/segment/auto"
	"motionseg/segment/core"
)

// leastAgreement is from which agreement on with the best grouping the odds of single pairs
// of tracks are asked about other numbers: where they speak for it five times as much as
// against it. Where a camera passes near things, tracks of one still world move apart
// as bodies do, and the odds tear it.
const leastAgreement = 2.0 / 3

// leastGain is by which part another number of motions must be likelier: half of what groupings
// into the same number differ by in the median that cost the same within a hundredth of a nat.
const leastGain = 0.005

// byPairs goes on from an estimate of tracks with gaps to a larger number of motions, or
// else to a smaller one, as long as the odds of single pairs of tracks find the grouping by
// the method likelier, see kinship.Odds. Where that leads to another number nothing
// is known of how sure it is. The error is ctx.Err(), or that an affinity has no
// embedding.
func (e *MotionsEstimate) byPairs(ctx context.Context, data core.Data, cfg MotionsConfig) error {
	in := core.Input{Data: data, Motions: e.Motions, Seed: cfg.Seed, Workers: cfg.Workers, Analysis: cfg.Analysis}
	p := core.SharesTo(cfg.Progress)
	rest := p.Part(1, 2, 2) // how many there will be is not known: each takes half of what is left
	best, err := auto.PairsAgreeOf(ctx, in, p.Part(0, 1, 2))
	if err != nil {
		return err
	}
	if best.Agreement < leastAgreement {
		p.Advance(1)
		return nil
	}
	first, k := e.Motions, e.Motions
	for _, step := range []int{1, -1} {
		for k == first || step > 0 {
			in.Motions = k + step
			if in.Motions < max(e.Low, 2) || in.Motions >= e.Low+len(e.Scores) {
				break
			}
			found, err := likelier(ctx, in, best, rest.Part(0, 1, 2))
			if err != nil {
				return err
			}
			if found == nil {
				break
			}
			k, best, rest = in.Motions, found, rest.Part(1, 2, 2)
		}
	}
	if k != first {
		e.take(k, best.Labels)
	}
	p.Advance(1)
	return nil
}

// likelier returns the grouping into in.Motions if it is likelier than the best so far, nil if
// not. Where no source alone has a likelier one, the method's own is not made.
func likelier(ctx context.Context, in core.Input, best *auto.PairsAgree, p core.Progress) (*auto.PairsAgree, error) {
	least := best.Together + leastGain*math.Abs(best.Together)
	promise, err := auto.PairsPromise(ctx, in)
	if err != nil || promise <= best.Together {
		return nil, err
	}
	found, err := auto.PairsAgreeOf(ctx, in, p)
	if err != nil || found.Together <= least {
		return nil, err
	}
	return found, nil
}

// take makes k the number, e times as credible as the one before, without a confidence.
func (e *MotionsEstimate) take(k int, labels []int) {
	top := e.Scores[e.Motions-e.Low]
	e.Scores[k-e.Low] = top + 1
	e.Labels[k-e.Low] = labels
	e.decide(nil)
	e.Confidence = 0
}
