package session

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Gaps says what becomes of tracks that are not seen in every frame that is
// segmented.
type Gaps struct {
	Incomplete hopkins.Incomplete
	// Assign gives the tracks that were left out to the motions afterwards.
	Assign bool
}

// scope returns which data the next run segments.
func (s *Session) scope() scope {
	sc := scope{frames: s.frames, seed: s.seed}
	if s.HasGaps() {
		sc.incomplete = s.gaps.Incomplete
	}
	return sc
}

// HasGaps tells whether some tracks of the open sequence are not seen in every
// frame.
func (s *Session) HasGaps() bool { return s.sequence != nil && s.sequence.Visible != nil }

// Gaps returns what becomes of tracks with gaps.
func (s *Session) Gaps() Gaps { return s.gaps }

// SetGaps says what becomes of tracks with gaps.
func (s *Session) SetGaps(g Gaps) {
	if g == s.gaps {
		return
	}
	s.record("gaps")
	s.gaps = g
	s.scopeChanged()
}

// Coverage tells how many tracks of the open sequence are seen; nil without one.
func (s *Session) Coverage() *hopkins.Coverage {
	if s.sequence != nil && s.coverage == nil {
		s.coverage = s.sequence.Coverage()
	}
	return s.coverage
}

// Keep tells what becomes of the tracks of the open sequence when these frames
// are segmented in this way.
func (s *Session) Keep(f hopkins.FrameSelection, incomplete hopkins.Incomplete) (*hopkins.Kept, error) {
	if s.sequence == nil {
		return nil, fmt.Errorf("frames: open a sequence first")
	}
	return s.sequence.Keep(f, incomplete)
}

// Kept tells what becomes of the tracks in the next run; nil without a sequence.
func (s *Session) Kept() *hopkins.Kept {
	k, err := s.Keep(s.scope().frames, s.scope().incomplete)
	if err != nil {
		return nil
	}
	return k
}

// AssignedTracks tells for every track whether a side gave it its label only
// after the segmentation; nil when there are none.
func (s *Session) AssignedTracks(side Side) []bool { return s.sides[side].assigned }

// AssignedSummary is what assigning the tracks left out came to.
type AssignedSummary struct {
	Assigned, Undecided int
	// Error is the clustering error in % of all tracks with a label, NaN when
	// the truth is unknown.
	Error float64
}

// AssignedSummary tells what assigning the tracks left out came to on a side,
// and whether that is shown.
func (s *Session) AssignedSummary(side Side) (sum AssignedSummary, ok bool) {
	p := &s.sides[side]
	if p.assigned == nil {
		return sum, false
	}
	sum.Undecided = p.outcome.Assigned.Undecided()
	sum.Assigned = len(p.outcome.Assigned.Labels) - sum.Undecided
	sum.Error = math.NaN()
	if p.wrong != nil {
		wrong, labelled := 0, 0
		for i, l := range p.labels {
			if l != 0 {
				labelled++
				if p.wrong[i] {
					wrong++
				}
			}
		}
		sum.Error = 100 * float64(wrong) / float64(max(labelled, 1))
	}
	return sum, true
}

// assignLeftOut gives the tracks that the shown outcomes have left out to their
// motions, on goroutines of their own, where that is wanted and not done.
func (s *Session) assignLeftOut() {
	if !s.gaps.Assign || s.sequence == nil {
		return
	}
	for _, side := range Sides {
		o := s.sides[side].outcome
		if o == nil || o.Assigned != nil || o.Prepared == nil || len(o.Prepared.LeftOut) == 0 {
			continue
		}
		sequence := s.sequence
		s.workers.Go(func() {
			a, err := assignSafely(s.living, sequence, o)
			s.later(func() {
				if err != nil || o.Assigned != nil {
					if err != nil && s.living.Err() == nil {
						s.cfg.Problem(Problem{
							Title: "The tracks left out could not be assigned", File: sequence.Path, Reason: err.Error(),
							Advice: "The segmentation itself stays. Turn assigning off under Tracks with gaps.",
						})
					}
					return
				}
				o.Assigned = a
				if s.sequence == sequence && s.sides[side].outcome == o {
					s.align()
					for _, side := range Sides {
						s.announceSide(ResultChanged, side)
					}
				}
			})
		})
	}
}

// assignSafely assigns the tracks left out; a panic becomes an error.
func assignSafely(ctx context.Context, sequence *hopkins.Sequence, o *Outcome) (a *segment.Assignment, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	return sequence.Assign(ctx, o.Prepared, o.Result.Labels)
}

// alignAssigned adds the labels of the assigned tracks to those of a side; aligned
// holds what became of the labels of its columns.
func (s *Session) alignAssigned(p *side, aligned []int) {
	if !s.gaps.Assign || p.outcome.Assigned == nil {
		return
	}
	names := map[int]int{}
	for i, raw := range p.outcome.Result.Labels {
		names[raw] = aligned[i]
	}
	p.assigned = make([]bool, len(p.labels))
	for k, raw := range p.outcome.Assigned.Labels {
		if raw != 0 {
			track := p.outcome.Prepared.LeftOut[k]
			p.labels[track], p.assigned[track] = names[raw], true
		}
	}
}

// LabelTable returns the labels of a side as they are written to a file, with
// those of the assigned tracks where they are shown; ok is false without a
// result.
func (s *Session) LabelTable(side Side) (table hopkins.LabelTable, ok bool) {
	p := &s.sides[side]
	if p.outcome == nil {
		return table, false
	}
	of := func(tracks []int) []int {
		labels := make([]int, len(tracks))
		for i, t := range tracks {
			labels[i] = p.labels[t]
		}
		return labels
	}
	if s.sequence == nil || p.outcome.Prepared == nil {
		return hopkins.LabelTable{Tracks: p.outcome.Tracks, Labels: of(p.outcome.Tracks), Truth: s.TruthOf(p.outcome.Tracks)}, true
	}
	var assigned []int
	if p.assigned != nil {
		assigned = of(p.outcome.Prepared.LeftOut)
	}
	return hopkins.NewLabelTable(s.sequence, p.outcome.Prepared, of(p.outcome.Tracks), assigned), true
}

// keepTables forgets how tables were read that are no longer recent.
func (s *Session) keepTables() {
	maps.DeleteFunc(s.settings.Tables, func(path string, _ hopkins.Options) bool { return !slices.Contains(s.settings.Recent, path) })
}
