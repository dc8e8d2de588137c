package ui

import (
	"cmp"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// trackTable lists the tracks with their labels and confidences; a click on a
// heading sorts by it.
type trackTable struct {
	session *session.Session
	object  fyne.CanvasObject
	table   *widget.Table
	rows    []int // tracks in the order of the table
	sortBy  int
	falling bool
	quiet   bool
}

// trackColumns are the columns of the table.
var trackColumns = []struct {
	title string
	width float32
}{{"Track", 64}, {"Truth", 64}, {"Left", 64}, {"Right", 64}, {"Confidence left", 124}, {"Confidence right", 124}, {"Visible frames", 110}, {"Selected", 80}}

func newTrackTable(s *session.Session, k *kit.Kit) *trackTable {
	t := &trackTable{session: s}
	t.table = widget.NewTableWithHeaders(
		func() (int, int) { return len(t.rows), len(trackColumns) },
		func() fyne.CanvasObject { return widget.NewLabel("") },
		func(id widget.TableCellID, o fyne.CanvasObject) {
			label := o.(*widget.Label)
			label.Importance = widget.MediumImportance
			track := t.rows[id.Row]
			if column := id.Col; column == 2 || column == 3 {
				if wrong := s.Sides.Wrong(session.Side(column - 2)); wrong != nil && wrong[track] {
					label.Importance = widget.DangerImportance
				}
			}
			label.SetText(t.cell(track, id.Col))
		})
	t.table.ShowHeaderColumn = false
	t.table.CreateHeader = func() fyne.CanvasObject { return k.Head() }
	t.table.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) {
		head := o.(*kit.Button)
		if id.Col < 0 {
			return
		}
		title := trackColumns[id.Col].title
		if id.Col == 0 {
			title = kit.Capital(s.Doc.Words().Point)
		}
		head.OnTapped = func() { t.sort(id.Col) }
		head.Sorted(title, id.Col == t.sortBy, t.falling)
	}
	for i, c := range trackColumns {
		t.table.SetColumnWidth(i, c.width)
	}
	t.table.OnSelected = func(id widget.TableCellID) {
		if !t.quiet && id.Row >= 0 && id.Row < len(t.rows) {
			s.Selection.Select([]int{t.rows[id.Row]}, false)
			t.table.UnselectAll()
		}
	}
	t.object = container.NewStack(t.table)
	s.Watch(t.changed)
	return t
}

func (t *trackTable) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged:
		t.rows = make([]int, t.session.Doc.Points())
		for i := range t.rows {
			t.rows[i] = i
		}
		t.order()
	case session.ResultChanged:
		t.order()
	case session.SelectionChanged:
		if selected := t.session.Selection.Tracks(); len(selected) == 1 && t.sortBy != 7 {
			if row := slices.Index(t.rows, selected[0]); row >= 0 {
				t.table.ScrollTo(widget.TableCellID{Row: row})
			}
		}
		if t.sortBy == 7 {
			t.order()
			return
		}
		t.table.Refresh()
	}
}

// sort sorts by a column, and the other way round when it was sorted by it.
func (t *trackTable) sort(column int) {
	t.falling = column == t.sortBy && !t.falling
	t.sortBy = column
	t.order()
}

func (t *trackTable) order() {
	slices.SortStableFunc(t.rows, func(a, b int) int {
		c := cmp.Compare(t.value(a, t.sortBy), t.value(b, t.sortBy))
		if t.falling {
			c = -c
		}
		if c == 0 {
			c = a - b
		}
		return c
	})
	t.table.Refresh()
}

// value returns what a column sorts a track by.
func (t *trackTable) value(track, column int) float64 {
	s := t.session
	switch column {
	case 1:
		if truth := s.Doc.Truth(); truth != nil {
			return float64(truth[track])
		}
	case 2, 3:
		if labels := s.Sides.Labels(session.Side(column - 2)); labels != nil {
			return float64(labels[track])
		}
	case 4, 5:
		return confidence(s, session.Side(column-4), track)
	case 6:
		return float64(seen(s, track))
	case 7:
		if s.Selection.Has(track) {
			return -1
		}
	default:
		return float64(track)
	}
	return 0
}

func (t *trackTable) cell(track, column int) string {
	s := t.session
	switch column {
	case 0:
		return fmt.Sprint(track + 1)
	case 1, 2, 3:
		if column == 1 && s.Doc.Truth() == nil || column > 1 && s.Sides.Labels(session.Side(column-2)) == nil {
			return "–"
		}
		return labelText(int(t.value(track, column)))
	case 4, 5:
		if v := t.value(track, column); v >= 0 {
			return fmt.Sprintf("%.3f", v)
		}
		return "–"
	case 6:
		if s.Doc.Set() != nil {
			return "–"
		}
		return fmt.Sprint(seen(s, track))
	}
	if s.Selection.Has(track) {
		return "•"
	}
	return ""
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
