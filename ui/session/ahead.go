package session

import (
	"context"
	"runtime"
	"time"

	"motionseg/hopkins"
)

// aheadLimit is the longest run that others follow by themselves: what takes longer warms
// the machine for what may never be asked for.
const aheadLimit = 20 * time.Second

// lookAhead computes what a side comes to with one motion more and with one fewer than it
// shows, while nothing else is computed, so that these numbers show at once. It does so for
// LRKSC auto, which has most of it from the run before, and ends where anything else
// begins. Nothing is announced.
func (s *Sides) lookAhead(side Side) {
	s.stopAhead()
	o, setup := s.sides[side].outcome, s.plan.Setup(side)
	if !s.cfg.Ahead || o == nil || o.key != s.plan.resultKey(side) || o.Took > aheadLimit || setup.Method != lrkscAuto {
		return
	}
	points, shown := s.doc.points, o.Result.Motions
	ctx, cancel := context.WithCancel(s.living)
	s.stopAhead = cancel
	tasks := map[string]hopkins.Task{}
	var keys []string // one motion more is asked for more often
	for _, motions := range []int{shown + 1, shown - 1} {
		key := s.plan.resultKeyOf(side, motions)
		if motions < 1 || motions > points.Points() || s.cache.get(key) != nil {
			continue
		}
		task := s.plan.task(setup)
		task.Motions, task.Workers = motions, max(1, runtime.GOMAXPROCS(0)/2)
		tasks[key] = task
		keys = append(keys, key)
	}
	s.workers.Go(func() {
		defer cancel()
		for _, key := range keys {
			start := time.Now()
			g, err := hopkins.Segment(ctx, points, tasks[key])
			if err != nil {
				return // who asks for this number is told
			}
			s.later(func() {
				if s.doc.points == points {
					s.cache.put(&Outcome{Segmentation: g, Setup: setup, Took: time.Since(start), key: key, ahead: true})
				}
			})
		}
	})
}
