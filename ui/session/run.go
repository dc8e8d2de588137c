package session

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Progress is how far the run of a side has come.
type Progress struct {
	Iteration segment.Iteration // the last one; Number 0 before the first
	Fraction  float64           // 0…1, of the whole work
	Elapsed   time.Duration
}

// run is one computation under way.
type run struct {
	cancel   context.CancelFunc
	start    time.Time
	progress Progress
	interim  []int // labels on the way, one a track; nil before the first

	mu        sync.Mutex
	latest    segment.Iteration
	posted    bool // an announcement is queued
	announced time.Time
}

// CanRun reports whether Run would start anything.
func (s *Sides) CanRun() bool { return s.doc.points != nil && !s.AnyRunning() }

// Running reports whether a side is being computed.
func (s *Sides) Running(side Side) bool { return s.sides[side].run != nil }

// AnyRunning reports whether a side is being computed.
func (s *Sides) AnyRunning() bool { return s.sides[Left].run != nil || s.sides[Right].run != nil }

// Run computes both sides concurrently, or the one that is shown alone: nobody
// waits for what is not seen. A side whose result is there already is left alone
// unless both are.
func (s *Sides) Run() {
	if !s.CanRun() {
		return
	}
	if side, alone := s.alone(); alone {
		s.RunSide(side)
		return
	}
	both := s.State(Left) == Done && s.State(Right) == Done
	var starting []Side
	for _, side := range Both {
		if both || s.State(side) != Done {
			starting = append(starting, side)
		}
	}
	workers := s.workersFor(len(starting))
	for _, side := range starting {
		s.start(side, workers)
	}
}

// RunSide computes one side.
func (s *Sides) RunSide(side Side) {
	if s.doc.points == nil || s.sides[side].run != nil {
		return
	}
	s.start(side, s.workersFor(1))
}

// workersFor returns how many goroutines each of some methods gets that start
// now: the cores are shared with those that run already.
func (s *Sides) workersFor(starting int) int {
	for _, side := range Both {
		if s.sides[side].run != nil {
			starting++
		}
	}
	return max(1, runtime.GOMAXPROCS(0)/starting)
}

// start computes a side on a goroutine of its own.
func (s *Sides) start(side Side, workers int) {
	s.stopAhead()
	ctx, cancel := context.WithCancel(context.Background())
	r := &run{cancel: cancel, start: time.Now()}
	p := &s.sides[side]
	p.run, p.failure, p.cancelled, p.pinned = r, nil, false, 0
	points, key, setup := s.doc.points, s.plan.resultKey(side), s.plan.Setup(side)
	task := s.plan.task(setup)
	task.Workers = workers
	task.Progress = func(it segment.Iteration) { s.report(side, r, it) }
	task.Interim = func(labels []int) { s.later(func() { s.takeInterim(side, r, labels) }) }
	s.announceSide(ResultChanged, side)
	s.workers.Go(func() {
		g, err := hopkins.Segment(ctx, points, task)
		cancel()
		s.later(func() {
			var o *Outcome
			if err == nil {
				o = &Outcome{Segmentation: g, Setup: setup, Took: time.Since(r.start), key: key}
			}
			s.finish(side, r, points, o, err)
		})
	})
}

// report is called from the solver's goroutine as its work goes on. It
// announces at most one change per progressInterval.
func (s *Sides) report(side Side, r *run, it segment.Iteration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.latest = it
	now := time.Now()
	if r.posted || now.Sub(r.announced) < progressInterval {
		return
	}
	r.posted, r.announced = true, now
	s.later(func() {
		r.mu.Lock()
		r.posted = false
		r.progress = Progress{Iteration: r.latest, Fraction: r.latest.Share, Elapsed: time.Since(r.start)}
		r.mu.Unlock()
		if s.sides[side].run == r {
			s.announceSide(ProgressChanged, side)
		}
	})
}

// takeInterim takes labels that a run gave on the way, named as those before.
func (s *Sides) takeInterim(side Side, r *run, labels []int) {
	if s.sides[side].run != r {
		return
	}
	if r.interim != nil {
		labels = segment.Align(labels, r.interim)
	}
	r.interim = labels
	if s.sides[side].outcome == nil {
		s.announceSide(ResultChanged, side)
	}
}

// Interim returns the labels that the run of a side has given on the way, one a track,
// while no result of that side is shown; nil where there are none. Better ones follow.
func (s *Sides) Interim(side Side) []int {
	if r := s.sides[side].run; r != nil && s.sides[side].outcome == nil {
		return r.interim
	}
	return nil
}

// Progress returns how far the run of a side has come; zero when none runs.
func (s *Sides) Progress(side Side) Progress {
	if r := s.sides[side].run; r != nil {
		return r.progress
	}
	return Progress{}
}

// Cancel ends every run within one iteration. What was shown before stays.
func (s *Sides) Cancel() {
	for _, side := range Both {
		s.CancelSide(side)
	}
}

// CancelSide ends the run of one side.
func (s *Sides) CancelSide(side Side) {
	p := &s.sides[side]
	if p.run == nil {
		return
	}
	p.run.cancel()
	p.run, p.cancelled = nil, true
	if !s.closed {
		s.announceSide(ResultChanged, side)
	}
}

// finish takes the outcome of a run. One that was cancelled is dropped, one
// whose settings have changed meanwhile is kept for coming back to.
func (s *Sides) finish(side Side, r *run, points *hopkins.Source, o *Outcome, err error) {
	if s.sides[side].run != r || s.doc.points != points {
		return
	}
	p := &s.sides[side]
	p.run = nil
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			p.failure = err
			s.cfg.Problem(s.runProblem(side, err))
		}
		s.announceSide(ResultChanged, side)
		return
	}
	s.cache.put(o)
	p.outcome = o
	s.align()
	s.announceSide(ResultChanged, side)
	if other := side.Other(); s.doc.Truth() == nil && side == s.lead && s.sides[other].outcome != nil {
		s.announceSide(ResultChanged, other) // it is aligned with this one
	}
	s.finished(side, o)
	if !s.AnyRunning() {
		s.lookAhead(side)
	}
	if o.Estimate == nil {
		return
	}
	// In a turn of its own: laying the inspector out anew takes as long as the rest, and
	// together they would take longer than a frame.
	s.later(func() {
		if s.sides[side].outcome == o {
			s.plan.estimated(o)
		}
	})
}

// runProblem words the failure of a run.
func (s *Sides) runProblem(side Side, err error) Problem {
	title := s.plan.Description(side).Title
	p := Problem{
		Title: title + " could not segment " + s.doc.points.Name, File: s.doc.key, Reason: err.Error(),
		Advice: "Check the frames, the number of motions and the parameters of the " + side.String() +
			" side in the panel Parameters. Results computed before are kept.",
	}
	if s.doc.HasGaps() {
		if kept, err := s.doc.Keep(s.plan.frames, s.plan.gaps.Incomplete); err == nil && len(kept.Tracks()) < 2 {
			p.Advice = "Tracks with gaps, in the menu Run, finds frames in which more tracks are complete, or fills " +
				"the gaps. LRKSC auto takes tracks with gaps as they are."
		}
	}
	var panicked *segment.PanicError
	if errors.As(err, &panicked) {
		p.Reason += "\n" + string(firstLines(panicked.Stack, 14))
		p.Advice = "This is a fault of the program. Nothing computed before is lost; please report it with this text " +
			"and the file."
	}
	return p
}
