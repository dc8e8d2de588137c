package session

import (
	"math"

	"motionseg/hopkins"
	"motionseg/segment"
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
)

// Sides are the runs of both sides on what is open, and what came of them.
type Sides struct {
	*core
	doc      *Document
	plan     *Plan
	finished func(Side, *Outcome) // is told of every result

	sides [2]side
	cache resultCache
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
}

// Outcome is a result and what its columns are in the sequence.
type Outcome struct {
	Result  *segment.Result
	Tracks  []int // of every column, the number of its track
	Columns []int // of every track, its column; −1 for one that was left out
	// Points holds, for every row of the affinity, the number of its track, and
	// Rows, for every track, its row or −1. They are Tracks and Columns unless
	// only landmarks were solved for.
	Points, Rows []int
	Error        float64 // clustering error in %, NaN when the truth is unknown
	Setup        Setup
	// Prepared says what became of the tracks that are not seen in every frame,
	// and Assigned which motions those left out were given, with labels as those
	// of Result; nil as long as they were not.
	Prepared *hopkins.Prepared
	Assigned *segment.Assignment
	// Candidate is which of the result's candidates is shown in its place; −1
	// for the result as the method gave it.
	Candidate int
	chosen    *Outcome // the outcome of which this is a candidate; nil for a result
	key       string
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
			size += 8 * n * n
		}
	}
	return size
}

func newOutcome(result *segment.Result, tracks, truth []int, points int) *Outcome {
	o := &Outcome{Result: result, Tracks: tracks, Columns: inverse(tracks, points), Error: math.NaN(), Candidate: -1}
	o.Points, o.Rows = o.Tracks, o.Columns
	if result.Landmarks != nil {
		o.Points = make([]int, len(result.Landmarks))
		for row, column := range result.Landmarks {
			o.Points[row] = tracks[column]
		}
		o.Rows = inverse(o.Points, points)
	}
	if truth != nil {
		o.Error = 100 * segment.ClusteringError(result.Labels, truth)
	}
	return o
}

// inverse returns, for each of points tracks, its place in tracks; −1 for none.
func inverse(tracks []int, points int) []int {
	places := make([]int, points)
	for i := range places {
		places[i] = -1
	}
	for place, track := range tracks {
		places[track] = place
	}
	return places
}

// candidate returns the outcome that shows the i-th candidate of the result.
func (o *Outcome) candidate(i int, truth []int) *Outcome {
	if o.chosen != nil {
		o = o.chosen
	}
	if i < 0 || i >= len(o.Result.Candidates) {
		return o
	}
	result := *o.Result
	c := result.Candidates[i]
	result.Labels, result.W, result.Spectrum, result.Confidence = c.Labels, c.W, c.Spectrum, c.Confidence
	shown := newOutcome(&result, o.Tracks, truth, len(o.Columns))
	shown.Setup, shown.key, shown.Candidate, shown.chosen, shown.Prepared = o.Setup, o.key, i, o, o.Prepared
	return shown
}

// ShowCandidate shows one of the alternatives that the method of a side weighed
// in place of its result, or the result again for −1. It does nothing while
// there is no result, or for landmarks, whose candidates do not know all points.
func (s *Sides) ShowCandidate(side Side, i int) {
	p := &s.sides[side]
	if p.outcome == nil || p.outcome.Candidate == i || p.outcome.Result.Landmarks != nil {
		return
	}
	p.outcome = p.outcome.candidate(i, s.doc.TruthOf(p.outcome.Tracks))
	s.align()
	s.announceSide(ResultChanged, side)
	s.assignLeftOut()
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
	case p.outcome.key != s.plan.resultKey(side):
		return Stale
	}
	return Done
}

// Outcome returns the result that a side shows, nil when there is none. It
// stays while a newer one is computed.
func (s *Sides) Outcome(side Side) *Outcome { return s.sides[side].outcome }

// Failure returns why the last run of a side failed, nil otherwise.
func (s *Sides) Failure(side Side) error { return s.sides[side].failure }

// Labels returns the label of every track on a side, 0 for tracks that were
// left out; nil without a result. Labels are aligned with the truth, or, where
// that is unknown, those of the right side with those of the left.
func (s *Sides) Labels(side Side) []int { return s.sides[side].labels }

// Wrong tells for every track whether a side misclassified it; nil when that
// is unknown.
func (s *Sides) Wrong(side Side) []bool { return s.sides[side].wrong }

// Differ reports whether both sides have a label for the track and they differ.
func (s *Sides) Differ(track int) bool {
	l, r := s.sides[Left].labels, s.sides[Right].labels
	return l != nil && r != nil && l[track] != 0 && r[track] != 0 && l[track] != r[track]
}

// LabelCount returns the largest label that any view shows.
func (s *Sides) LabelCount() int {
	largest := 0
	for _, labels := range [][]int{s.doc.Truth(), s.Labels(Left), s.Labels(Right)} {
		for _, l := range labels {
			largest = max(largest, l)
		}
	}
	return largest
}

// align recomputes the labels of both sides from their outcomes.
func (s *Sides) align() {
	for _, side := range Both {
		p := &s.sides[side]
		p.labels, p.wrong, p.assigned = nil, nil, nil
		if p.outcome == nil {
			continue
		}
		reference := s.doc.points.truth
		if reference == nil && side == Right {
			reference = s.sides[Left].labels
		}
		labels := p.outcome.Result.Labels
		if reference != nil {
			on := make([]int, len(p.outcome.Tracks))
			for i, track := range p.outcome.Tracks {
				on[i] = reference[track]
			}
			labels = segment.Align(labels, on)
		}
		p.labels = make([]int, s.doc.points.count)
		for i, track := range p.outcome.Tracks {
			p.labels[track] = labels[i]
		}
		s.alignAssigned(p, labels)
		if s.doc.points.truth != nil {
			p.wrong = make([]bool, len(p.labels))
			for track, l := range p.labels {
				t := s.doc.points.truth[track]
				p.wrong[track] = l != 0 && t != 0 && l != t
			}
		}
	}
}

// reset shows what was computed earlier for what has just been opened.
func (s *Sides) reset() {
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
	if o := s.cache.get(s.plan.resultKey(side)); o != nil {
		s.sides[side].outcome = o
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
	s.assignLeftOut()
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
