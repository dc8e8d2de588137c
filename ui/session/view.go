package session

import (
	"maps"
	"slices"

	"motionseg/hopkins/mask"
	"motionseg/ui/shown"
)

// View is how and which tracks the views of both sides draw.
type View struct {
	*core
	doc       *Document
	sides     *Sides
	selection *Selection
	mine      *Mine
	settings  *Settings // hold in which mode films are opened

	mode     Mode
	films    bool        // a film is open
	displays [2]Display  // of the mode that is not shown
	own      *[2]Display // how the modes draw but for an open project; nil without one that says how
	filters  Filters
	display  Display
	covered  [2]bool // Display.Mine before the truth came in its place in both views
	camera   shown.Camera
}

func newView(c *core, doc *Document, sides *Sides, selection *Selection, mine *Mine, settings *Settings) *View {
	return &View{
		core: c, doc: doc, sides: sides, selection: selection, mine: mine, settings: settings,
		display: Display{Trail: 8, Picture: 0.65, Overlay: 0.5}, displays: [2]Display{FilmMode: filmDisplay},
		filters: Filters{Hidden: map[int]bool{}},
	}
}

// reset shows all of what has just been opened.
func (v *View) reset() {
	v.filters = Filters{Hidden: map[int]bool{}}
	v.covered = [2]bool{}
	v.camera = shown.Camera{}
}

// Filters say which tracks the views show. Filters of the same kind add up:
// a track is shown when it passes all of them.
type Filters struct {
	Selected  bool         // only selected tracks
	Wrong     bool         // only tracks that the view's side misclassified
	Differing bool         // only tracks on which the two sides differ
	Hidden    map[int]bool // labels that are not shown, 0 for tracks without one
}

// Any reports whether anything is filtered.
func (f Filters) Any() bool { return f.Selected || f.Wrong || f.Differing || len(f.Hidden) > 0 }

// Filters returns the filters. Its map must not be changed.
func (v *View) Filters() Filters { return v.filters }

// SetOnlySelected shows only selected tracks.
func (v *View) SetOnlySelected(on bool) {
	v.setFilters(func(f *Filters) bool { changed := f.Selected != on; f.Selected = on; return changed })
}

// SetOnlyWrong shows only misclassified tracks.
func (v *View) SetOnlyWrong(on bool) {
	v.setFilters(func(f *Filters) bool { changed := f.Wrong != on; f.Wrong = on; return changed })
}

// SetOnlyDiffering shows only tracks on which the two sides differ.
func (v *View) SetOnlyDiffering(on bool) {
	v.setFilters(func(f *Filters) bool { changed := f.Differing != on; f.Differing = on; return changed })
}

// ToggleLabel hides the tracks of a label, 0 for those without one, or shows
// them again.
func (v *View) ToggleLabel(label int) {
	if !slices.ContainsFunc(v.Present(), func(p Presence) bool { return p.Label == label }) && !v.filters.Hidden[label] {
		return
	}
	v.setFilters(func(f *Filters) bool {
		if f.Hidden[label] {
			delete(f.Hidden, label)
		} else {
			f.Hidden[label] = true
		}
		return true
	})
}

// Solo shows the tracks of one label only; doing it again shows all labels.
func (v *View) Solo(label int) {
	v.setFilters(func(f *Filters) bool {
		others := map[int]bool{}
		for _, p := range v.Present() {
			if p.Label != label {
				others[p.Label] = true
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
func (v *View) ShowAll() {
	v.setFilters(func(f *Filters) bool {
		changed := f.Any()
		*f = Filters{Hidden: map[int]bool{}}
		return changed
	})
}

func (v *View) setFilters(change func(*Filters) bool) {
	next := v.filters
	next.Hidden = maps.Clone(next.Hidden)
	if !change(&next) {
		return
	}
	v.filters = next
	v.announce(FiltersChanged)
}

// Labels returns the labels that the view of a side draws: its own, those given
// by hand or the truth where that was chosen; before there are any, those that the run
// gives on the way; nil when there are none.
func (v *View) Labels(side Side) []int {
	if v.ShowsMine(side) {
		return v.mine.Labels()
	}
	if v.display.Truth[side] && v.doc.Truth() != nil {
		return v.doc.Truth()
	}
	if labels := v.sides.Labels(side); labels != nil {
		return labels
	}
	return v.sides.Interim(side)
}

// OnTheWay reports whether the labels that the view of a side draws are those that a run
// gives on the way, which better ones soon follow.
func (v *View) OnTheWay(side Side) bool {
	return v.sides.Interim(side) != nil && !v.ShowsMine(side) && !(v.display.Truth[side] && v.doc.Truth() != nil)
}

// ShowsMine reports whether the view of a side draws the labels given by hand.
func (v *View) ShowsMine(side Side) bool { return v.display.Mine[side] && v.mine.Labels() != nil }

// Strokes returns the strokes over what the view of a side draws, those of the labels by
// hand. They must not be changed.
func (v *View) Strokes(side Side) []mask.Stroke {
	if l, ok := v.mine.Labelling(); ok && v.ShowsMine(side) {
		return l.Strokes
	}
	return nil
}

// Wrong reports for every track whether the labels that the view of a side draws
// differ from the truth; nil when that is unknown, or is what is drawn.
func (v *View) Wrong(side Side) []bool {
	switch {
	case v.ShowsMine(side):
		return v.mine.Wrong()
	case v.display.Truth[side]:
		return nil
	}
	return v.sides.Wrong(side)
}

// Shown reports whether the view of a side shows a track in any frame in which
// it is visible.
func (v *View) Shown(side Side, track int) bool {
	f := v.filters
	if f.Selected && !v.selection.Has(track) || f.Differing && !v.sides.Differ(track) {
		return false
	}
	if f.Wrong {
		if wrong := v.Wrong(side); wrong == nil || !wrong[track] {
			return false
		}
	}
	if labels := v.Labels(side); labels != nil && f.Hidden[labels[track]] {
		return false
	}
	return true
}

// Display returns how the views are drawn.
func (v *View) Display() Display { return v.display }

// Alone returns the side whose view is shown without the other, if one is.
func (v *View) Alone() (Side, bool) {
	switch v.display.Views {
	case LeftView:
		return Left, true
	case RightView:
		return Right, true
	}
	return Left, false
}

// SetDisplay changes how the views are drawn.
func (v *View) SetDisplay(d Display) {
	if d == v.display {
		return
	}
	v.display = d
	v.announce(DisplayChanged)
}

// NextMasks shows the masks in the next of their views, round and round.
func (v *View) NextMasks() {
	d := v.display
	d.Masks = (d.Masks + 1) % (shown.MaskOff + 1)
	v.SetDisplay(d)
}

// MaskLook returns how the masks are drawn.
func (v *View) MaskLook() shown.MaskLook {
	look := shown.MaskLook{View: v.display.Masks, Share: v.display.Overlay}
	for label := range look.Hidden {
		look.Hidden[label] = v.filters.Hidden[label]
	}
	return look
}

// ToggleTruth shows the truth in both views, or what they drew before when both
// show it.
func (v *View) ToggleTruth() {
	d := v.display
	on := !(d.Truth[Left] && d.Truth[Right])
	if on {
		v.covered, d.Mine = d.Mine, [2]bool{}
	} else {
		v.covered, d.Mine = [2]bool{}, v.covered
	}
	d.Truth = [2]bool{on, on}
	v.SetDisplay(d)
}

// Camera returns what part of the picture the views show; both show the same.
func (v *View) Camera() shown.Camera { return v.camera }

// SetCamera moves both views.
func (v *View) SetCamera(c shown.Camera) {
	if c == v.camera {
		return
	}
	v.camera = c
	v.announce(CameraChanged)
}

// Presence is a label that the views show, and on how many tracks.
type Presence struct {
	Label  int    // 0 for tracks without one
	Tracks [2]int // in the view of each side
}

// Present returns the labels that the views show, in ascending order. Those of the
// truth are among them.
func (v *View) Present() []Presence {
	found := map[int]Presence{}
	shown, alone := v.Alone()
	for _, side := range Both {
		if alone && side != shown {
			continue // nobody sees what would be counted
		}
		for _, l := range v.Labels(side) {
			p := found[l]
			p.Tracks[side]++
			found[l] = p
		}
	}
	for _, l := range v.doc.Truth() {
		if _, ok := found[l]; !ok && l != 0 {
			found[l] = Presence{}
		}
	}
	all := make([]Presence, 0, len(found))
	for _, l := range slices.Sorted(maps.Keys(found)) {
		p := found[l]
		p.Label = l
		all = append(all, p)
	}
	return all
}
