package session

import (
	"context"
	"fmt"
	"runtime"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Estimate returns the last estimate of the number of motions for the open
// sequence, nil when there is none.
func (p *Plan) Estimate() *segment.MotionsEstimate {
	if p.estimate == nil || p.estimateKey != p.countedKey(
		hopkins.Task{Frames: p.frames, Incomplete: p.gaps.Incomplete, Outliers: p.outliers, Seed: p.seed}) {
		return nil // of other frames, or other tracks
	}
	return p.estimate
}

// countedKey identifies what the number of motions is estimated from.
func (p *Plan) countedKey(t hopkins.Task) string {
	incomplete := hopkins.Automatic
	if p.doc.HasGaps() {
		incomplete = t.Incomplete
	}
	return fmt.Sprintf("%d,%d,%d|%d|%d|%d", t.Frames.Mode, t.Frames.I, t.Frames.J, incomplete, t.Outliers, t.Seed)
}

// EstimateLabels returns the best grouping that was found with k motions, one
// label a track, 0 for none and for tracks that the estimate did not look at; nil where
// there is none. One motion needs no looking for.
func (p *Plan) EstimateLabels(k int) []int {
	e := p.Estimate()
	if e != nil && k == 1 && e.Low > 1 {
		labels := make([]int, p.doc.Points())
		for _, track := range p.estimateOf {
			labels[track] = 1
		}
		return labels
	}
	if e == nil || k < e.Low || k-e.Low >= len(e.Labels) || len(e.Labels[k-e.Low]) != len(p.estimateOf) {
		return nil
	}
	labels := make([]int, p.doc.Points())
	for c, track := range p.estimateOf {
		labels[track] = e.Labels[k-e.Low][c]
	}
	return labels
}

// Estimating reports whether an estimate is being computed.
func (p *Plan) Estimating() bool { return p.stopEstimate != nil }

// EstimateMotions estimates the number of motions from the tracks on a
// goroutine of its own and then sets it; where there is no truth and none was
// set, runs take it anyway. A failure is reported as a Problem.
func (p *Plan) EstimateMotions() {
	if p.doc.sequence == nil || p.Estimating() {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.stopEstimate = cancel
	sequence, points, task := p.doc.sequence, p.doc.points, p.task(p.setups[Left].now)
	task.Workers = max(1, runtime.GOMAXPROCS(0)/2)
	p.announce(ScopeChanged)
	p.workers.Go(func() {
		estimate, of, err := points.EstimateMotions(ctx, task)
		stopped := ctx.Err() != nil
		cancel()
		p.later(func() {
			if stopped || p.doc.sequence != sequence {
				return
			}
			p.stopEstimate = nil
			if err != nil {
				p.announce(ScopeChanged)
				p.cfg.Problem(Problem{
					Title: "The number of motions could not be estimated", File: p.doc.key, Reason: err.Error(),
					Advice: "Set the number of motions by hand, or choose other frames.",
				})
				return
			}
			p.estimate, p.estimateOf, p.estimateKey = estimate, of, p.countedKey(task)
			if p.Estimate() != nil && (p.motions > 0 || p.doc.TrueMotions() > 0) {
				p.SetMotions(estimate.Motions)
			}
			p.announce(ScopeChanged)
		})
	})
}

// estimated takes the estimate that a run began with.
func (p *Plan) estimated(o *Outcome) {
	if o.Estimate != nil && o.Estimate != p.estimate {
		p.estimate, p.estimateOf, p.estimateKey = o.Estimate, o.Estimated, p.countedKey(o.Task)
		p.announce(ScopeChanged)
	}
}

// dropEstimate forgets the estimate of another sequence, and stops one that is
// being computed.
func (p *Plan) dropEstimate() {
	if p.stopEstimate != nil {
		p.stopEstimate()
	}
	p.estimate, p.estimateOf, p.estimateKey, p.stopEstimate = nil, nil, "", nil
}
