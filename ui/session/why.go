package session

import (
	"context"
	"slices"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Why is what speaks for the motion of a track.
type Why struct {
	Side       Side        // by whose affinity
	Shares     []float64   // of the track's affinity, by motion; 0 is to tracks without one
	Motion     int         // its label by hand, or on that side
	Second     int         // the motion with the next largest share; 0 for none
	Neighbours []Neighbour // all, the strongest first
	Labels     []int       // of every track, that the shares go by; must not be changed
	// Distances is how far the track is from motion k, at k−1, in pixels, see
	// segment.MotionDistances; nil for anything but tracks.
	Distances []float64
}

// Why returns what speaks for the motion of a track; ok is false where no method
// was given it. Nothing of it must be changed.
func (m *Mine) Why(track int) (w Why, ok bool) {
	side, ok := m.Base()
	if !ok {
		return w, false
	}
	now := m.reasons(side, track)
	if !now.equal(m.told.reasons) {
		m.told = now.tell()
	}
	return m.told.why, m.told.ok
}

// reasons are what a Why is told from, on any goroutine: none of it ever changes.
type reasons struct {
	side     Side
	track    int
	outcome  *Outcome
	labels   []int // those by hand, or of the side
	sequence *hopkins.Sequence
}

// told is a Why with what it was told from: three parts of the window ask for it at every
// question, and its distances take milliseconds.
type told struct {
	reasons
	why Why
	ok  bool
}

// reasons returns what speaks for a track's motion by the affinity of a side.
func (m *Mine) reasons(side Side, track int) reasons {
	labels := m.Labels()
	if labels == nil {
		labels = m.sides.Labels(side)
	}
	return reasons{side: side, track: track, outcome: m.sides.sides[side].outcome, labels: labels,
		sequence: m.doc.Sequence()}
}

// equal reports whether the same is told from both.
func (r reasons) equal(o reasons) bool {
	return r.side == o.side && r.track == o.track && r.outcome == o.outcome && r.sequence == o.sequence &&
		len(r.labels) == len(o.labels) && (len(r.labels) == 0 || &r.labels[0] == &o.labels[0])
}

// tell finds what speaks for the motion.
func (r reasons) tell() told {
	all := neighbours(r.outcome, r.track, len(r.labels))
	if len(all) == 0 {
		return told{reasons: r}
	}
	w := Why{Side: r.side, Shares: make([]float64, slices.Max(r.labels)+1), Motion: r.labels[r.track], Neighbours: all,
		Labels: r.labels}
	var total float64
	for _, n := range all {
		total += n.Affinity
	}
	for _, n := range all {
		w.Shares[r.labels[n.Track]] += n.Affinity / total
	}
	for motion := 1; motion < len(w.Shares); motion++ {
		if motion != w.Motion && w.Shares[motion] > 0 && (w.Second == 0 || w.Shares[motion] > w.Shares[w.Second]) {
			w.Second = motion
		}
	}
	if q := r.sequence; q != nil {
		// An error is of an argument only; nothing is said of distances then.
		w.Distances, _ = segment.MotionDistances(context.Background(), q.Pixels, q.Visible, r.labels, r.track)
	}
	return told{r, w, true}
}
