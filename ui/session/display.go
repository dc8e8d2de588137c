package session

import (
	"maps"

	"motionseg/ui/draw"
)

// Filters say which tracks the views show. Filters of the same kind add up:
// a track is shown when it passes all of them.
type Filters struct {
	Selected  bool         // only selected tracks
	Wrong     bool         // only tracks that the view's side misclassified
	Differing bool         // only tracks on which the two sides differ
	Hidden    map[int]bool // labels that are not shown, 0 for tracks without one
}

// Any tells whether anything is filtered.
func (f Filters) Any() bool { return f.Selected || f.Wrong || f.Differing || len(f.Hidden) > 0 }

// Filters returns the filters. Its map must not be changed.
func (s *Session) Filters() Filters { return s.filters }

// SetOnlySelected shows only selected tracks.
func (s *Session) SetOnlySelected(on bool) {
	s.setFilters(func(f *Filters) bool { changed := f.Selected != on; f.Selected = on; return changed })
}

// SetOnlyWrong shows only misclassified tracks.
func (s *Session) SetOnlyWrong(on bool) {
	s.setFilters(func(f *Filters) bool { changed := f.Wrong != on; f.Wrong = on; return changed })
}

// SetOnlyDiffering shows only tracks on which the two sides differ.
func (s *Session) SetOnlyDiffering(on bool) {
	s.setFilters(func(f *Filters) bool { changed := f.Differing != on; f.Differing = on; return changed })
}

// ToggleLabel hides the tracks of a label, 0 for those without one, or shows
// them again.
func (s *Session) ToggleLabel(label int) {
	if label < 0 || label > s.LabelCount() {
		return
	}
	s.setFilters(func(f *Filters) bool {
		if f.Hidden[label] {
			delete(f.Hidden, label)
		} else {
			f.Hidden[label] = true
		}
		return true
	})
}

// Solo shows the tracks of one label only; doing it again shows all labels.
func (s *Session) Solo(label int) {
	s.setFilters(func(f *Filters) bool {
		others := map[int]bool{}
		for l := range s.LabelCount() + 1 {
			if l != label {
				others[l] = true
			}
		}
		if maps.Equal(others, f.Hidden) {
			others = map[int]bool{}
		}
		f.Hidden = others
		return true
	})
}

// ShowAll takes every filter off.
func (s *Session) ShowAll() {
	s.setFilters(func(f *Filters) bool {
		changed := f.Any()
		*f = Filters{Hidden: map[int]bool{}}
		return changed
	})
}

func (s *Session) setFilters(change func(*Filters) bool) {
	next := s.filters
	next.Hidden = maps.Clone(next.Hidden)
	if !change(&next) {
		return
	}
	s.filters = next
	s.announce(FiltersChanged)
}

// ViewLabels returns the labels that the view of a side draws: its own, the
// truth where that was chosen; nil when there are none.
func (s *Session) ViewLabels(side Side) []int {
	if s.display.Truth[side] && s.Truth() != nil {
		return s.Truth()
	}
	return s.sides[side].labels
}

// Shown tells whether the view of a side shows a track in any frame in which
// it is visible.
func (s *Session) Shown(side Side, track int) bool {
	f := s.filters
	if f.Selected && !s.selection[track] || f.Differing && !s.Differ(track) {
		return false
	}
	if f.Wrong {
		if wrong := s.sides[side].wrong; wrong == nil || !wrong[track] {
			return false
		}
	}
	if labels := s.ViewLabels(side); labels != nil && f.Hidden[labels[track]] {
		return false
	}
	return true
}

// Display says how the views are drawn.
type Display struct {
	Truth   [2]bool     // draw the truth instead of the side's labels
	Trail   int         // past frames of the trails, 0 for none
	Future  bool        // draw the trails into the future too
	Layout  draw.Layout // one frame, or two of them
	Picture float64     // brightness of the picture, 0…1; 0 is a plain background
}

// Trails lists the trail lengths that can be chosen.
var Trails = []int{0, 4, 8, 16, 32}

// Display returns how the views are drawn.
func (s *Session) Display() Display { return s.display }

// SetDisplay changes how the views are drawn.
func (s *Session) SetDisplay(d Display) {
	if d == s.display {
		return
	}
	s.display = d
	s.announce(DisplayChanged)
}

// ToggleTruth shows the truth in both views, or the labels again when both
// show it.
func (s *Session) ToggleTruth() {
	d := s.display
	on := !(d.Truth[Left] && d.Truth[Right])
	d.Truth = [2]bool{on, on}
	s.SetDisplay(d)
}

// Restyle tells everyone that the colours of the program are others.
func (s *Session) Restyle() { s.announce(StyleChanged) }

// Camera returns what part of the picture the views show; both show the same.
func (s *Session) Camera() draw.Camera { return s.camera }

// SetCamera moves both views.
func (s *Session) SetCamera(c draw.Camera) {
	if c == s.camera {
		return
	}
	s.camera = c
	s.announce(CameraChanged)
}
