package ui

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// trackTable lists the tracks that pass the filters with their labels and
// confidences; a click on a row selects its track.
type trackTable struct {
	session *session.Session
	table   *kit.Table[int]
}

// selectedColumn is the column that says which tracks are selected.
const selectedColumn = 7

func newTrackTable(s *session.Session, k *kit.Kit) *trackTable {
	t := &trackTable{session: s}
	t.table = kit.NewTable(k, t.columns(), func(track int) { s.Selection.Select([]int{track}, false) })
	t.table.SortBy(0, false)
	s.Watch(t.changed)
	return t
}

func (t *trackTable) columns() []kit.Column[int] {
	s := t.session
	side := func(side session.Side) kit.Column[int] {
		c := labelColumn(hopkins.Capital(side.String()), func() []int { return s.Sides.Labels(side) })
		c.Level = func(track int) widget.Importance {
			if wrong := s.Sides.Wrong(side); wrong != nil && wrong[track] {
				return widget.DangerImportance
			}
			return widget.MediumImportance
		}
		return c
	}
	sure := func(side session.Side) kit.Column[int] {
		return numberColumn("Confidence "+side.String(), 124, func(track int) string {
			if v := confidence(s, side, track); v >= 0 {
				return fmt.Sprintf("%.3f", v)
			}
			return "–"
		}, func(track int) float64 { return confidence(s, side, track) })
	}
	truth := labelColumn("Truth", s.Doc.Truth)
	known := truth.Text
	truth.Text = func(track int) string {
		if all := s.Doc.Truth(); all != nil && all[track] == 0 {
			return "none"
		}
		return known(track)
	}
	return []kit.Column[int]{
		numberColumn("Track", 64, func(track int) string { return fmt.Sprint(track + 1) }, func(track int) float64 {
			return float64(track)
		}),
		truth,
		side(session.Left), side(session.Right), sure(session.Left), sure(session.Right),
		numberColumn("Visible frames", 110, func(track int) string {
			if s.Doc.Set() != nil {
				return "–"
			}
			return fmt.Sprint(seen(s, track))
		}, func(track int) float64 { return float64(seen(s, track)) }),
		numberColumn("Selected", 80, func(track int) string {
			if s.Selection.Has(track) {
				return "•"
			}
			return ""
		}, func(track int) float64 {
			if s.Selection.Has(track) {
				return -1
			}
			return 0
		}),
	}
}

// numberColumn is a column of tracks in the order of a number.
func numberColumn(title string, width float32, text func(int) string, value func(int) float64) kit.Column[int] {
	return kit.Column[int]{Title: title, Width: width, Text: text, Order: kit.ByNumber(value)}
}

// labelColumn is a column of labels, which may be nil.
func labelColumn(title string, labels func() []int) kit.Column[int] {
	of := func(track int) int {
		if all := labels(); all != nil {
			return all[track]
		}
		return 0
	}
	text := func(track int) string {
		if labels() == nil {
			return "–"
		}
		return labelText(of(track))
	}
	return numberColumn(title, 88, text, func(track int) float64 { return float64(of(track)) })
}

func (t *trackTable) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged:
		t.table.SetTitle(0, hopkins.Capital(t.session.Doc.Words().Point))
		t.fill()
	case session.ResultChanged, session.FiltersChanged, session.DisplayChanged:
		t.fill()
	case session.SelectionChanged:
		if t.table.SortedBy() == selectedColumn || t.session.View.Filters().Selected {
			t.fill()
			return
		}
		if selected := t.session.Selection.Tracks(); len(selected) == 1 {
			if row := slices.Index(t.table.Rows(), selected[0]); row >= 0 {
				t.table.ScrollTo(widget.TableCellID{Row: row})
			}
		}
		t.table.Refresh()
	}
}

// fill lists the tracks that either view shows.
func (t *trackTable) fill() {
	var shown []int
	for i := range t.session.Doc.Points() {
		if t.session.View.Shown(session.Left, i) || t.session.View.Shown(session.Right, i) {
			shown = append(shown, i)
		}
	}
	t.table.SetRows(shown)
}

// confidence returns the confidence of a track on a side, −1 without one.
func confidence(s *session.Session, side session.Side, track int) float64 {
	o := s.Sides.Outcome(side)
	if o == nil || o.Columns[track] < 0 || o.Columns[track] >= len(o.Result.Confidence) {
		return -1
	}
	return o.Result.Confidence[o.Columns[track]]
}

// seen counts the frames in which a track is visible.
func seen(s *session.Session, track int) int {
	q := s.Doc.Sequence()
	if q == nil {
		return 0
	}
	if q.Visible == nil {
		return q.Frames()
	}
	n := 0
	for _, v := range q.Visible[track] {
		if v {
			n++
		}
	}
	return n
}
