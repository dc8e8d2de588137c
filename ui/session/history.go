package session

// historyLimit is how many steps can be undone.
const historyLimit = 200

// History holds the changes of settings that can be undone and done again. It
// does not know what they are: each part of the session records its own.
type History struct {
	*core
	past, future []step
}

// step is a change that was made.
type step struct {
	topic      string // the same topic again is the same step
	undo, redo func()
}

// record remembers a change that has been made, and how to undo it and to make
// it again. Changes with the same non-empty topic that follow each other are
// undone together.
func (h *History) record(topic string, undo, redo func()) {
	if n := len(h.past); n > 0 && topic != "" && topic == h.past[n-1].topic && len(h.future) == 0 {
		h.past[n-1].redo = redo
	} else {
		h.past = append(h.past, step{topic, undo, redo})
		if len(h.past) > historyLimit {
			h.past = h.past[1:]
		}
	}
	h.future = nil
	h.announce(HistoryChanged)
}

// reset forgets every step.
func (h *History) reset() { h.past, h.future = nil, nil }

// CanUndo reports whether there is a step to undo.
func (h *History) CanUndo() bool { return len(h.past) > 0 }

// CanRedo reports whether there is an undone step.
func (h *History) CanRedo() bool { return len(h.future) > 0 }

// Undo takes the last change back.
func (h *History) Undo() {
	n := len(h.past)
	if n == 0 {
		return
	}
	last := h.past[n-1]
	h.past, h.future = h.past[:n-1], append(h.future, last)
	last.undo()
	h.announce(HistoryChanged)
}

// Redo makes an undone change again.
func (h *History) Redo() {
	n := len(h.future)
	if n == 0 {
		return
	}
	next := h.future[n-1]
	// What follows is a step of its own, also when it has the same topic.
	next.topic = ""
	h.past, h.future = append(h.past, next), h.future[:n-1]
	next.redo()
	h.announce(HistoryChanged)
}
