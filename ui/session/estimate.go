package session

import (
	"context"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Estimate returns the last estimate of the number of motions for the open
// sequence, nil when there is none.
func (s *Session) Estimate() *segment.MotionsEstimate { return s.estimate }

// Estimating tells whether an estimate is being computed.
func (s *Session) Estimating() bool { return s.stopEstimate != nil }

// EstimateMotions estimates the number of motions from the tracks on a
// goroutine of its own and then sets it. A failure is reported as a Problem.
func (s *Session) EstimateMotions() {
	if s.sequence == nil || s.Estimating() {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stopEstimate = cancel
	sequence, points, scope := s.sequence, s.points, s.scope()
	s.announce(ScopeChanged)
	s.workers.Go(func() {
		var estimate *segment.MotionsEstimate
		prepared, err := points.data(ctx, scope)
		if err == nil {
			estimate, err = hopkins.EstimateMotions(ctx, prepared.Data, scope.seed, solverWorkers())
		}
		stopped := ctx.Err() != nil
		cancel()
		s.later(func() {
			if stopped || s.sequence != sequence {
				return
			}
			s.stopEstimate = nil
			if err != nil {
				s.announce(ScopeChanged)
				s.cfg.Problem(Problem{
					Title: "The number of motions could not be estimated", File: s.key, Reason: err.Error(),
					Advice: "Set the number of motions by hand, or choose other frames.",
				})
				return
			}
			s.estimate = estimate
			s.SetMotions(estimate.Motions)
			s.announce(ScopeChanged)
		})
	})
}

// dropEstimate forgets the estimate of another sequence, and stops one that is
// being computed.
func (s *Session) dropEstimate() {
	if s.stopEstimate != nil {
		s.stopEstimate()
	}
	s.estimate, s.stopEstimate = nil, nil
}
