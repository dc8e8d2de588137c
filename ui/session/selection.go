package session

import (
	"cmp"
	"maps"
	"slices"
)

// Selected tells whether a track is selected.
func (s *Session) Selected(track int) bool { return s.selection[track] }

// Selection returns the selected tracks in ascending order.
func (s *Session) Selection() []int { return slices.Sorted(maps.Keys(s.selection)) }

// Select replaces the selection, or adds to it.
func (s *Session) Select(tracks []int, add bool) {
	next := map[int]bool{}
	if add {
		maps.Copy(next, s.selection)
	}
	for _, t := range tracks {
		if t >= 0 && t < s.Points() {
			next[t] = true
		}
	}
	s.setSelection(next)
}

// Toggle adds a track to the selection, or takes it out.
func (s *Session) Toggle(track int) {
	next := maps.Clone(s.selection)
	if next[track] {
		delete(next, track)
	} else {
		next[track] = true
	}
	s.setSelection(next)
}

// ClearSelection selects nothing.
func (s *Session) ClearSelection() { s.setSelection(map[int]bool{}) }

func (s *Session) setSelection(next map[int]bool) {
	if maps.Equal(next, s.selection) {
		return
	}
	s.record("")
	s.selection = next
	s.announce(SelectionChanged)
}

// Hovered returns the track under the pointer, −1 for none.
func (s *Session) Hovered() int { return s.hovered }

// Hover names the track under the pointer, −1 for none.
func (s *Session) Hover(track int) {
	if track == s.hovered {
		return
	}
	s.hovered = track
	s.announce(HoverChanged)
}

// Neighbour is a track and its affinity to another one.
type Neighbour struct {
	Track    int
	Affinity float64
}

// Neighbours returns the tracks with the largest affinity to a track on a
// side, the largest first, at most count.
func (s *Session) Neighbours(side Side, track, count int) []Neighbour {
	o := s.sides[side].outcome
	if o == nil || o.Result.W == nil || track < 0 || track >= len(o.Rows) || o.Rows[track] < 0 {
		return nil
	}
	row := o.Rows[track]
	var found []Neighbour
	for j, w := range o.Result.W.RawRowView(row) {
		if w > 0 && j != row {
			found = append(found, Neighbour{o.Points[j], w})
		}
	}
	slices.SortFunc(found, func(a, b Neighbour) int {
		if c := cmp.Compare(b.Affinity, a.Affinity); c != 0 {
			return c
		}
		return a.Track - b.Track
	})
	return found[:min(count, len(found))]
}
