package session

import (
	"time"

	"motionseg/hopkins"
)

// State is what a side is doing.
type State int

// The states of a side.
const (
	Idle      State = iota // nothing computed yet
	Running                // being computed
	Done                   // the result belongs to the settings
	Stale                  // the result belongs to other settings
	Cancelled              // the last run was cancelled and nothing is shown
	Failed                 // the last run failed; Failure says why
	Pinned                 // a run of the list is shown, see Runs.Pin
)

// Sides are the runs of both sides on what is open, and what came of them.
type Sides struct {
	*core
	doc      *Document
	plan     *Plan
	finished func(Side, *Outcome) // is told of every result
	// alone returns the side that is shown without the other, if one is.
	alone func() (Side, bool)

	sides     [2]side
	lead      Side // whose labels keep their numbers where no truth says any
	cache     resultCache
	stopAhead func() // see lookAhead
}

// side is one of the two compared methods.
type side struct {
	outcome   *Outcome // what is shown
	labels    []int    // aligned, one a track
	wrong     []bool   // one a track
	assigned  []bool   // one a track: its label was given after the segmentation
	run       *run     // nil when nothing runs
	failure   error
	cancelled bool
	pinned    int // number of the run that was chosen to be shown, 0 for none
}

// Outcome is a segmentation and the settings that gave it.
type Outcome struct {
	*hopkins.Segmentation
	Setup Setup
	Took  time.Duration // of the whole run, with what came before the method; 0 where that is not known
	// plain is the outcome without the tracks that were assigned afterwards, once
	// it was asked for, and result that of which this shows a candidate.
	plain, result *Outcome
	// judged is the outcome as it compares with the truth by.
	judged *Outcome
	by     *byHand
	key    string
	ahead  bool // computed before anybody asked for it, see lookAhead
}

// bytes is roughly how much memory the outcome takes.
func (o *Outcome) bytes() int {
	n := len(o.Points)
	size := 8 * n * n
	if o.Result.C != nil {
		size *= 2
	}
	for _, c := range o.Result.Candidates {
		if c.W != nil {
			size += n * n // by rows, of few entries
		}
	}
	return size
}

// labelsOnly returns the outcome without its affinity, and without what was prepared for it.
func (o *Outcome) labelsOnly() *Outcome {
	g := hopkins.Restored(hopkins.SourceOf(o.Source.Sequence), o.Task, o.Labels, o.How)
	g.Preset, g.Estimate, g.Estimated = o.Preset, o.Estimate, o.Estimated
	g.Result.Method, g.Result.Values, g.Result.Motions = o.Result.Method, o.Result.Values, o.Result.Motions
	return &Outcome{Segmentation: g, Setup: o.Setup, Took: o.Took}
}

// withoutAssigned returns the outcome as it is shown where tracks that were left
// out are not to be assigned.
func (o *Outcome) withoutAssigned() *Outcome {
	if o.plain == nil {
		plain := *o
		plain.judged, plain.by = nil, nil
		plain.Segmentation = o.Segmentation.WithoutAssigned()
		o.plain = &plain
	}
	return o.plain
}

// judgedBy returns the outcome as it compares with labels by hand.
func (o *Outcome) judgedBy(truth *byHand) *Outcome {
	if o.by != truth {
		judged := *o
		judged.Segmentation = o.Segmentation.JudgedBy(truth.labels, truth.excluded)
		o.judged, o.by = &judged, truth
	}
	return o.judged
}

// ShowLabels shows labels that a method gave elsewhere, as in a benchmark, as the
// result of a side: labels[i] is that of tracks[i]. There is no affinity with
// them. A result that is there already stays.
func (s *Sides) ShowLabels(side Side, method string, tracks, labels []int) {
	setup := s.plan.Setup(side)
	if s.doc.points == nil || setup.Method != method || s.State(side) == Done {
		return
	}
	for _, t := range tracks {
		if t < 0 || t >= s.doc.Points() {
			return
		}
	}
	s.CancelSide(side)
	g := hopkins.Labelled(s.doc.points, s.plan.task(setup), tracks, labels)
	s.sides[side].failure, s.sides[side].cancelled = nil, false
	s.sides[side].outcome = &Outcome{Segmentation: g, Setup: setup, key: s.plan.resultKey(side)}
	s.align()
	for _, side := range Both {
		s.announceSide(ResultChanged, side)
	}
}

// Preview shows labels on a side until a run of it ends, as those that were found
// with another number of motions when it was estimated. They pass for no result of
// the settings.
func (s *Sides) Preview(side Side, labels []int) {
	if s.doc.points == nil || len(labels) != s.doc.Points() {
		return
	}
	tracks := make([]int, len(labels))
	for i := range tracks {
		tracks[i] = i
	}
	setup := s.plan.Setup(side)
	g := hopkins.Labelled(s.doc.points, s.plan.task(setup), tracks, labels)
	s.sides[side].failure, s.sides[side].cancelled, s.sides[side].pinned = nil, false, 0
	s.sides[side].outcome = &Outcome{Segmentation: g, Setup: setup, key: s.plan.docKey() + "preview"}
	s.align()
	for _, side := range Both {
		s.announceSide(ResultChanged, side)
	}
}

// ShowCandidate shows one of the alternatives that the method of a side weighed
// in place of its result, or the result again for −1. It does nothing while
// there is no result, or for landmarks, whose candidates do not know all points.
func (s *Sides) ShowCandidate(side Side, i int) {
	now := s.sides[side].outcome
	if now == nil || now.Candidate == i || now.Result.Landmarks != nil {
		return
	}
	result := now
	if now.result != nil {
		result = now.result
	}
	show := func(g *hopkins.Segmentation) {
		if s.sides[side].outcome != now {
			return
		}
		s.sides[side].outcome = result
		if g != result.Segmentation {
			s.sides[side].outcome = &Outcome{Segmentation: g, Setup: result.Setup, result: result, key: result.key}
		}
		s.align()
		s.announceSide(ResultChanged, side)
	}
	if len(now.Prepared.LeftOut) == 0 {
		// Only assigning tracks can take a while or fail.
		if g, err := result.Choose(s.living, i); err == nil {
			show(g)
		}
		return
	}
	s.workers.Go(func() {
		g, err := result.Choose(s.living, i)
		s.later(func() {
			if err != nil {
				s.cfg.Problem(s.runProblem(side, err))
				return
			}
			show(g)
		})
	})
}

// State returns what a side is doing.
func (s *Sides) State(side Side) State {
	p := &s.sides[side]
	switch {
	case p.run != nil:
		return Running
	case p.failure != nil:
		return Failed
	case p.outcome == nil && p.cancelled:
		return Cancelled
	case p.outcome == nil:
		return Idle
	case p.outcome.key == s.plan.resultKey(side):
		return Done
	case p.pinned > 0:
		return Pinned
	}
	return Stale
}

// Pinned returns the number of the run that was chosen to be shown on a side, 0
// for none.
func (s *Sides) Pinned(side Side) int { return s.sides[side].pinned }

// Outcome returns the result that a side shows, nil when there is none. It
// stays while a newer one is computed.
func (s *Sides) Outcome(side Side) *Outcome {
	o := s.sides[side].outcome
	if o == nil {
		return nil
	}
	if !s.plan.gaps.Assign {
		o = o.withoutAssigned()
	}
	if s.doc.byHand != nil {
		o = o.judgedBy(s.doc.byHand)
	}
	return o
}

// judge compares what both sides show with another truth.
func (s *Sides) judge() {
	s.align()
	for _, side := range Both {
		s.announceSide(ResultChanged, side)
	}
}

// Failure returns why the last run of a side failed, nil otherwise.
func (s *Sides) Failure(side Side) error { return s.sides[side].failure }

// Labels returns the label of every track on a side, 0 for tracks that were
// left out; nil without a result. Labels are aligned with the truth, or, where
// that is unknown, those of the side that came later with those of the other.
func (s *Sides) Labels(side Side) []int { return s.sides[side].labels }

// Wrong tells for every track whether a side misclassified it; nil when that
// is unknown.
func (s *Sides) Wrong(side Side) []bool { return s.sides[side].wrong }

// Differ reports whether both sides have a label for the track and they differ.
func (s *Sides) Differ(track int) bool {
	l, r := s.sides[Left].labels, s.sides[Right].labels
	return l != nil && r != nil && l[track] != 0 && r[track] != 0 && l[track] != r[track]
}

// align takes the labels of both sides from their outcomes. A result that was there
// alone keeps its numbers: somebody may have looked at it and exported it.
func (s *Sides) align() {
	other := s.lead.Other()
	if first := &s.sides[s.lead]; first.outcome == nil && first.run == nil && s.sides[other].outcome != nil {
		s.lead = other
	}
	for _, side := range []Side{s.lead, s.lead.Other()} {
		p := &s.sides[side]
		p.labels, p.wrong, p.assigned = nil, nil, nil
		o := s.Outcome(side)
		if o == nil {
			continue
		}
		p.labels, p.wrong = o.Labels, o.Wrong()
		if first := s.sides[s.lead].labels; s.doc.Truth() == nil && side != s.lead && first != nil {
			p.labels = o.Aligned(first)
		}
		if o.Count(hopkins.Assigned) > 0 {
			p.assigned = make([]bool, len(p.labels))
			for track, how := range o.How {
				p.assigned[track] = how == hopkins.Assigned
			}
		}
	}
}

// reset shows what was computed earlier for what has just been opened.
func (s *Sides) reset() {
	s.stopAhead()
	s.lead = Left
	if side, alone := s.alone(); alone {
		s.lead = side
	}
	for _, side := range Both {
		s.sides[side].outcome, s.sides[side].failure = nil, nil
		s.recall(side)
	}
	s.align()
}

// recall shows the result of the present settings of a side if it has been
// computed before; otherwise the shown one stays and is stale.
func (s *Sides) recall(side Side) {
	if s.doc.points == nil {
		return
	}
	s.sides[side].failure = nil
	s.sides[side].cancelled = false
	s.sides[side].pinned = 0
	o := s.cache.get(s.plan.resultKey(side))
	if o == nil {
		return
	}
	s.sides[side].outcome = o
	if o.ahead { // nobody has seen it yet
		o.ahead = false
		s.finished(side, o)
		s.lookAhead(side)
	}
}

// recallAll follows a change of the settings of some sides.
func (s *Sides) recallAll(sides ...Side) {
	for _, side := range sides {
		s.recall(side)
	}
	if s.doc.points == nil {
		return
	}
	s.align()
	for _, side := range Both {
		s.announceSide(ResultChanged, side)
	}
}

// cacheLimit is how many bytes of results are kept for coming back to.
const cacheLimit = 768 << 20

// resultCache keeps the results of this session, the least recently used ones
// leave first when they take too much memory.
type resultCache struct {
	outcomes []*Outcome // the least recently used first
}

func (c *resultCache) get(key string) *Outcome {
	for i, o := range c.outcomes {
		if o.key == key {
			c.outcomes = append(append(c.outcomes[:i:i], c.outcomes[i+1:]...), o)
			return o
		}
	}
	return nil
}

func (c *resultCache) put(o *Outcome) {
	for i, old := range c.outcomes {
		if old.key == o.key {
			c.outcomes = append(c.outcomes[:i:i], c.outcomes[i+1:]...)
			break
		}
	}
	c.outcomes = append(c.outcomes, o)
	total := 0
	for _, o := range c.outcomes {
		total += o.bytes()
	}
	for len(c.outcomes) > 1 && total > cacheLimit {
		total -= c.outcomes[0].bytes()
		c.outcomes = c.outcomes[1:]
	}
}

// AssignedTracks tells for every track whether a side gave it its label only
// after the segmentation; nil when there are none.
func (s *Sides) AssignedTracks(side Side) []bool { return s.sides[side].assigned }

// LabelTable returns the labels of a side as they are written to a file; ok is
// false without a result.
func (s *Sides) LabelTable(side Side) (table hopkins.LabelTable, ok bool) {
	o := s.Outcome(side)
	if o == nil {
		return table, false
	}
	return o.LabelTableOf(s.sides[side].labels), true
}
