package session

import (
	"context"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Estimate returns the last estimate of the number of motions for the open
// sequence, nil when there is none.
func (p *Plan) Estimate() *segment.MotionsEstimate { return p.estimate }

// Estimating reports whether an estimate is being computed.
func (p *Plan) Estimating() bool { return p.stopEstimate != nil }

// EstimateMotions estimates the number of motions from the tracks on a
// goroutine of its own and then sets it. A failure is reported as a Problem.
func (p *Plan) EstimateMotions() {
	if p.doc.sequence == nil || p.Estimating() {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.stopEstimate = cancel
	sequence, points, scope := p.doc.sequence, p.doc.points, p.scope()
	p.announce(ScopeChanged)
	p.workers.Go(func() {
		var estimate *segment.MotionsEstimate
		prepared, err := points.data(ctx, scope)
		if err == nil {
			estimate, err = hopkins.EstimateMotions(ctx, prepared.Data, scope.seed, solverWorkers())
		}
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
			p.estimate = estimate
			p.SetMotions(estimate.Motions)
			p.announce(ScopeChanged)
		})
	})
}

// dropEstimate forgets the estimate of another sequence, and stops one that is
// being computed.
func (p *Plan) dropEstimate() {
	if p.stopEstimate != nil {
		p.stopEstimate()
	}
	p.estimate, p.stopEstimate = nil, nil
}
