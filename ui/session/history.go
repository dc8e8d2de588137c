package session

import "motionseg/hopkins"

// historyLimit is how many steps can be undone.
const historyLimit = 200

// snapshot is what undo brings back: settings and selection.
type snapshot struct {
	setups    [2]Setup
	motions   int
	frames    hopkins.FrameSelection
	gaps      Gaps
	seed      uint64
	selection map[int]bool
}

// history holds the steps that can be undone and done again. Snapshots are
// never changed once taken.
type history struct {
	past, future []snapshot
	topic        string // of the last step; the same topic again is the same step
}

func (s *Session) snapshot() snapshot {
	return snapshot{
		setups:  [2]Setup{s.sides[Left].setup, s.sides[Right].setup},
		motions: s.motions, frames: s.frames, gaps: s.gaps, seed: s.seed, selection: s.selection,
	}
}

// record remembers the present state before a change. Changes with the same
// non-empty topic that follow each other are one step.
func (s *Session) record(topic string) {
	h := &s.history
	if topic == "" || topic != h.topic {
		h.past = append(h.past, s.snapshot())
		if len(h.past) > historyLimit {
			h.past = h.past[1:]
		}
	}
	h.topic, h.future = topic, nil
	s.announce(HistoryChanged)
}

// CanUndo tells whether there is a step to undo.
func (s *Session) CanUndo() bool { return len(s.history.past) > 0 }

// CanRedo tells whether there is an undone step.
func (s *Session) CanRedo() bool { return len(s.history.future) > 0 }

// Undo takes the last change of settings or selection back.
func (s *Session) Undo() {
	if h := &s.history; len(h.past) > 0 {
		last := h.past[len(h.past)-1]
		h.past = h.past[:len(h.past)-1]
		h.future = append(h.future, s.snapshot())
		s.restore(last)
	}
}

// Redo does an undone change again.
func (s *Session) Redo() {
	if h := &s.history; len(h.future) > 0 {
		next := h.future[len(h.future)-1]
		h.future = h.future[:len(h.future)-1]
		h.past = append(h.past, s.snapshot())
		s.restore(next)
	}
}

func (s *Session) restore(to snapshot) {
	s.history.topic = ""
	for _, side := range Sides {
		if !s.sides[side].setup.equal(to.setups[side]) {
			s.sides[side].setup = to.setups[side]
			s.announceSide(SetupChanged, side)
		}
	}
	s.motions, s.frames, s.gaps, s.seed = to.motions, to.frames, to.gaps, to.seed
	s.selection = to.selection
	s.announce(SelectionChanged, HistoryChanged)
	s.scopeChanged()
}
