package session

import (
	"context"
	"fmt"
	"math"

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
func (p *Plan) scope() scope {
	sc := scope{frames: p.frames, seed: p.seed}
	if p.doc.HasGaps() {
		sc.incomplete = p.gaps.Incomplete
	}
	return sc
}

// Gaps returns what becomes of tracks with gaps.
func (p *Plan) Gaps() Gaps { return p.gaps }

// SetGaps says what becomes of tracks with gaps.
func (p *Plan) SetGaps(g Gaps) {
	if g == p.gaps {
		return
	}
	p.change("gaps", func() { p.gaps = g })
}

// Kept tells what becomes of the tracks in the next run; nil without a sequence.
func (p *Plan) Kept() *hopkins.Kept {
	k, err := p.doc.Keep(p.scope().frames, p.scope().incomplete)
	if err != nil {
		return nil
	}
	return k
}

// AssignedTracks tells for every track whether a side gave it its label only
// after the segmentation; nil when there are none.
func (s *Sides) AssignedTracks(side Side) []bool { return s.sides[side].assigned }

// AssignedSummary is what assigning the tracks left out came to.
type AssignedSummary struct {
	Assigned, Undecided int
	// Error is the clustering error in % of all tracks with a label, NaN when
	// the truth is unknown.
	Error float64
}

// AssignedSummary tells what assigning the tracks left out came to on a side,
// and whether that is shown.
func (s *Sides) AssignedSummary(side Side) (sum AssignedSummary, ok bool) {
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
func (s *Sides) assignLeftOut() {
	if !s.plan.gaps.Assign || s.doc.sequence == nil {
		return
	}
	for _, side := range Both {
		o := s.sides[side].outcome
		if o == nil || o.Assigned != nil || o.Prepared == nil || len(o.Prepared.LeftOut) == 0 {
			continue
		}
		sequence := s.doc.sequence
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
				if s.doc.sequence == sequence && s.sides[side].outcome == o {
					s.align()
					for _, side := range Both {
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
func (s *Sides) alignAssigned(p *side, aligned []int) {
	if !s.plan.gaps.Assign || p.outcome.Assigned == nil {
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
func (s *Sides) LabelTable(side Side) (table hopkins.LabelTable, ok bool) {
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
	if s.doc.sequence == nil || p.outcome.Prepared == nil {
		return hopkins.LabelTable{Tracks: p.outcome.Tracks, Labels: of(p.outcome.Tracks), Truth: s.doc.TruthOf(p.outcome.Tracks)}, true
	}
	var assigned []int
	if p.assigned != nil {
		assigned = of(p.outcome.Prepared.LeftOut)
	}
	return hopkins.NewLabelTable(s.doc.sequence, p.outcome.Prepared, of(p.outcome.Tracks), assigned), true
}
