package session

import (
	"maps"
	"slices"
)

// Selection is which tracks are selected, and which one is pointed at.
type Selection struct {
	*core
	doc *Document

	selected     map[int]bool // never changed, only replaced
	hovered      int
	past, future []map[int]bool
}

// reset selects nothing, as of what has just been opened.
func (s *Selection) reset() {
	s.selected, s.hovered = map[int]bool{}, -1
	s.past, s.future = nil, nil
}

// Has reports whether a track is selected.
func (s *Selection) Has(track int) bool { return s.selected[track] }

// Count returns how many tracks are selected.
func (s *Selection) Count() int { return len(s.selected) }

// Tracks returns the selected tracks in ascending order.
func (s *Selection) Tracks() []int { return slices.Sorted(maps.Keys(s.selected)) }

// Select replaces the selection, or adds to it.
func (s *Selection) Select(tracks []int, add bool) {
	next := map[int]bool{}
	if add {
		maps.Copy(next, s.selected)
	}
	for _, t := range tracks {
		if t >= 0 && t < s.doc.Points() {
			next[t] = true
		}
	}
	s.set(next)
}

// Further makes what change does to the selection part of the step before, as the
// strokes of a brush are one.
func (s *Selection) Further(change func()) {
	past, future := s.past, s.future
	change()
	s.past, s.future = past, future
}

// Toggle adds a track to the selection, or takes it out.
func (s *Selection) Toggle(track int) {
	next := maps.Clone(s.selected)
	if next[track] {
		delete(next, track)
	} else {
		next[track] = true
	}
	s.set(next)
}

// Clear selects nothing.
func (s *Selection) Clear() { s.set(map[int]bool{}) }

func (s *Selection) set(next map[int]bool) {
	if maps.Equal(next, s.selected) {
		return
	}
	s.past, s.future = append(s.past, s.selected), nil
	if len(s.past) > historyLimit {
		s.past = s.past[1:]
	}
	s.selected = next
	s.announce(SelectionChanged)
}

// CanBack reports whether there was another selection before.
func (s *Selection) CanBack() bool { return len(s.past) > 0 }

// CanForward reports whether Back was called since the last change.
func (s *Selection) CanForward() bool { return len(s.future) > 0 }

// Back selects what was selected before. Selections have a history of their own:
// looking at tracks must not stand between the user and the setting to undo.
func (s *Selection) Back() { s.move(&s.past, &s.future) }

// Forward takes Back back.
func (s *Selection) Forward() { s.move(&s.future, &s.past) }

func (s *Selection) move(from, to *[]map[int]bool) {
	n := len(*from)
	if n == 0 {
		return
	}
	next := (*from)[n-1]
	*from, *to = (*from)[:n-1], append(*to, s.selected)
	s.selected = next
	s.announce(SelectionChanged)
}

// Hovered returns the track under the pointer, −1 for none.
func (s *Selection) Hovered() int { return s.hovered }

// Hover names the track under the pointer, −1 for none.
func (s *Selection) Hover(track int) {
	if track == s.hovered {
		return
	}
	s.hovered = track
	s.announce(HoverChanged)
}
