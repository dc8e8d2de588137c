package session

import "motionseg/hopkins"

// Gaps says what becomes of tracks that are not seen in every frame that is
// segmented.
type Gaps struct {
	Incomplete hopkins.Incomplete
	// Assign gives the tracks that were left out to the motions afterwards.
	Assign bool
}

// DefaultGaps is what becomes of tracks with gaps until the user chooses.
var DefaultGaps = Gaps{Assign: true}

// Gaps returns what becomes of tracks with gaps.
func (p *Plan) Gaps() Gaps { return p.gaps }

// SetGaps says what becomes of tracks with gaps.
func (p *Plan) SetGaps(g Gaps) {
	if g == p.gaps {
		return
	}
	p.change("gaps", func() { p.gaps = g })
}

// Kept tells what becomes of the tracks in the next run, with gaps left as they
// are only where both methods take them; nil without a sequence.
func (p *Plan) Kept() *hopkins.Kept {
	q := p.doc.sequence
	if q == nil {
		return nil
	}
	incomplete := p.gaps.Incomplete
	if incomplete == hopkins.Automatic {
		incomplete = hopkins.KeepGaps
		for _, side := range Both {
			if q.Incomplete(p.Description(side), p.frames) != incomplete {
				incomplete = hopkins.LeaveOut
			}
		}
	}
	k, err := q.Keep(p.frames, incomplete)
	if err != nil {
		return nil
	}
	return k
}
