package session

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// quiet returns the core of parts that are tested on their own, and the events
// that they announce.
func quiet() (*core, *[]Event) {
	events := new([]Event)
	c := &core{}
	c.Watch(func(change Change) { *events = append(*events, change.Event) })
	return c, events
}

func TestHistoryKeepsStepsApart(t *testing.T) {
	c, events := quiet()
	h := &History{core: c}
	value := 0
	set := func(topic string, to int) {
		from := value
		value = to
		h.record(topic, func() { value = from }, func() { value = to })
	}
	h.Undo()
	h.Redo()
	if len(*events) != 0 || h.CanUndo() || h.CanRedo() {
		t.Error("an empty history has nothing to undo")
	}
	// Typing the digits of one number is one step.
	set("a", 1)
	set("a", 12)
	set("b", 13)
	set("", 14)
	set("", 15)
	for _, want := range []int{14, 13, 12, 0} {
		if h.Undo(); value != want {
			t.Fatalf("undo gives %d, want %d", value, want)
		}
	}
	h.Redo()
	if value != 12 {
		t.Errorf("redo gives %d, want all digits at once", value)
	}
	// After undo or redo the same topic is another step.
	set("a", 20)
	if h.CanRedo() {
		t.Error("a new change leaves nothing to redo")
	}
	if h.Undo(); value != 12 {
		t.Errorf("undo gives %d, want 12", value)
	}
	for i := range 2 * historyLimit {
		set("", i)
	}
	n := 0
	for h.CanUndo() {
		h.Undo()
		n++
	}
	if n != historyLimit {
		t.Errorf("%d steps were kept, want %d", n, historyLimit)
	}
}

// TestHistoryIsAWalk: any steps, undone and done again, lead to the values that
// were there before.
func TestHistoryIsAWalk(t *testing.T) {
	c, _ := quiet()
	r := rand.New(rand.NewPCG(1, 2))
	h := &History{core: c}
	value, trace, at := 0, []int{0}, 0
	for i := range 2000 {
		switch r.IntN(3) {
		case 0:
			from, to := value, i+1
			value = to
			h.record("", func() { value = from }, func() { value = to })
			trace = append(trace[:at+1], to)
			if at++; at > historyLimit {
				trace, at = slices.Delete(trace, 0, 1), historyLimit
			}
		case 1:
			h.Undo()
			at = max(0, at-1)
		default:
			h.Redo()
			at = min(len(trace)-1, at+1)
		}
		if value != trace[at] || h.CanUndo() != (at > 0) || h.CanRedo() != (at < len(trace)-1) {
			t.Fatalf("after %d steps the value is %d, want %d", i+1, value, trace[at])
		}
	}
}
