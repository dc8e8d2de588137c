package motioncount

import (
	"context"
	"math"

	"motionseg/segment/auto"
	"motionseg/segment/core"
)

const (
	// kinCredible is the confidence from which the number that merging tells is taken: it
	// is more credible than all others together, with something to spare.
	kinCredible = 0.55
	// oneCredible is the same for a single motion, which is seldom what a film is looked
	// at for, and which spoils everything where it is wrong.
	oneCredible = 0.9
)

// estimateByKinship estimates the number of motions of tracks with gaps by what was
// learnt of groups that move as one, see package kinship. It returns nil where that is not
// credible, as on many roads, and where the number is out of range.
func estimateByKinship(ctx context.Context, data core.Data, cfg MotionsConfig) (*MotionsEstimate, error) {
	in := core.Input{Data: data, Seed: cfg.Seed, Workers: cfg.Workers, Analysis: cfg.Analysis}
	tree, err := auto.KinshipOf(ctx, in, core.Progress{Moved: cfg.Progress, To: 1})
	if err != nil || tree == nil {
		return nil, err
	}
	k, scores := tree.Number()
	if k < cfg.Low || k > cfg.High {
		return nil, nil
	}
	e := newEstimate(cfg.Low, cfg.High)
	credibility := make([]float64, len(e.Scores))
	for at := range e.Scores {
		if number := cfg.Low + at; number <= len(scores) {
			e.Labels[at], e.Scores[at] = tree.Labels[number-1], scores[number-1]
			credibility[at] = math.Exp(scores[number-1])
		}
	}
	e.decide(credibility)
	if e.Confidence <= kinCredible || k == 1 && e.Confidence <= oneCredible {
		return nil, nil
	}
	return e, nil
}
