package session

import (
	"slices"
	"testing"

	"motionseg/hopkins"
)

// sixPoints is a document of six tracks.
func sixPoints(c *core) *Document {
	return &Document{core: c, points: hopkins.SourceOf(sixTracks("six"))}
}

func TestSelection(t *testing.T) {
	c, events := quiet()
	s := &Selection{core: c, doc: sixPoints(c)}
	s.reset()
	s.Select([]int{1, 99, -1}, false)
	s.Select([]int{3}, true)
	s.Toggle(1)
	if got := s.Tracks(); !slices.Equal(got, []int{3}) || s.Count() != 1 || !s.Has(3) || s.Has(1) {
		t.Errorf("selection is %v", got)
	}
	if n := len(*events); n != 3 {
		t.Errorf("%d announcements, want one for each change", n)
	}
	s.Select([]int{3}, false)
	if n := len(*events); n != 3 {
		t.Error("selecting the same again is no change")
	}
	s.Back()
	if got := s.Tracks(); !slices.Equal(got, []int{1, 3}) || !s.CanForward() {
		t.Errorf("the selection before is %v", got)
	}
	s.Forward()
	s.Clear()
	if s.Count() != 0 || s.CanForward() || !s.CanBack() {
		t.Error("after a change there is nothing to go forward to")
	}
	for s.CanBack() {
		s.Back()
	}
	if s.Count() != 0 {
		t.Error("at first nothing was selected")
	}
	s.Hover(2)
	s.Hover(2)
	if s.Hovered() != 2 || (*events)[len(*events)-1] != HoverChanged {
		t.Error("the track under the pointer is not announced")
	}
}

// TestUndoPassesSelectionsOver: one press takes a setting back, however much was
// selected since.
func TestUndoPassesSelectionsOver(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.Plan.SetMotions(4)
	for i := range 5 {
		b.Selection.Toggle(i)
	}
	b.History.Undo()
	if b.Plan.Motions() != 0 || b.Selection.Count() != 5 {
		t.Errorf("%d motions and %d tracks selected", b.Plan.Motions(), b.Selection.Count())
	}
}
