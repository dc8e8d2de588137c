package kit

import (
	"cmp"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Column is a column of a Table over rows of type R.
type Column[R any] struct {
	Title string
	Width float32
	Text  func(R) string
	// Order compares two rows; the table cannot be sorted by a column without.
	Order func(a, b R) int
	// Level says in which colour the text is, the ordinary one when nil.
	Level func(R) widget.Importance
	// Number puts text and title to the right, where digits stand below digits.
	Number bool
	// Bold says where the text is bold, nowhere when nil.
	Bold func(R) bool
	// Tip says more about a cell while the pointer rests on it; nil for nothing.
	Tip func(R) string
}

// Table shows rows, sorted by the column whose heading was clicked, the other
// way round by a second click. Keys that it does not need are left to the
// window.
type Table[R any] struct {
	widget.Table
	kit     *Kit
	columns []Column[R]
	rows    []R // as they are shown
	by      int // the column that they are sorted by, −1 for none
	falling bool
	chosen  func(R)
	// CellChosen is told of the row and column that were clicked; it may be nil.
	CellChosen func(row R, column int)
}

// NewTable returns an empty table, in the order in which rows are given until a
// heading is clicked. chosen is told of the row that was clicked; it may be nil.
func NewTable[R any](k *Kit, columns []Column[R], chosen func(R)) *Table[R] {
	t := &Table[R]{kit: k, columns: columns, by: -1, chosen: chosen}
	t.Length = func() (int, int) { return len(t.rows), len(t.columns) }
	t.CreateCell = func() fyne.CanvasObject {
		c := &cell{tips: k.Tips, table: t}
		c.Truncation = fyne.TextTruncateEllipsis
		c.ExtendBaseWidget(c)
		return c
	}
	t.UpdateCell = t.updateCell
	t.ShowHeaderRow = true
	t.StickyColumnCount = 0
	t.CreateHeader = func() fyne.CanvasObject { return k.Head() }
	t.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) { t.updateHead(id.Col, o.(*Button)) }
	t.OnSelected = t.selected
	t.ExtendBaseWidget(t)
	for i, c := range columns {
		t.SetColumnWidth(i, c.Width)
	}
	return t
}

func (t *Table[R]) updateCell(id widget.TableCellID, o fyne.CanvasObject) {
	if id.Row >= len(t.rows) || id.Col >= len(t.columns) {
		return
	}
	label, column, row := o.(*cell), t.columns[id.Col], t.rows[id.Row]
	label.tip = ""
	if column.Tip != nil {
		label.tip = column.Tip(row)
	}
	label.Importance = widget.MediumImportance
	if column.Level != nil {
		label.Importance = column.Level(row)
	}
	label.Alignment = fyne.TextAlignLeading
	if column.Number {
		label.Alignment = fyne.TextAlignTrailing
	}
	label.TextStyle.Bold = column.Bold != nil && column.Bold(row)
	label.SetText(column.Text(row))
}

// cell is the text of a cell, with a tooltip. What the pointer does on it is the
// table's, which marks the cell.
type cell struct {
	widget.Label
	tips  *tips
	table desktop.Hoverable
	tip   string
}

func (c *cell) MouseIn(e *desktop.MouseEvent) {
	c.table.MouseIn(c.above(e))
	c.tips.Enter(c, c.tip)
}

func (c *cell) MouseMoved(e *desktop.MouseEvent) { c.table.MouseMoved(c.above(e)) }

func (c *cell) MouseOut() {
	c.table.MouseOut()
	c.tips.Leave()
}

// above returns an event as the table has it.
func (c *cell) above(e *desktop.MouseEvent) *desktop.MouseEvent {
	of := *e
	of.Position = e.AbsolutePosition.Subtract(
		fyne.CurrentApp().Driver().AbsolutePositionForObject(c.table.(fyne.CanvasObject)))
	return &of
}

func (t *Table[R]) updateHead(column int, head *Button) {
	if column < 0 || column >= len(t.columns) {
		return
	}
	head.OnTapped = nil
	head.Alignment = widget.ButtonAlignLeading
	if t.columns[column].Number {
		head.Alignment = widget.ButtonAlignTrailing
	}
	if t.columns[column].Order != nil {
		head.OnTapped = func() { t.SortBy(column, column == t.by && !t.falling) }
	}
	head.Sorted(t.columns[column].Title, column == t.by, t.falling)
}

func (t *Table[R]) selected(id widget.TableCellID) {
	t.UnselectAll()
	if t.chosen != nil && id.Row >= 0 && id.Row < len(t.rows) {
		t.chosen(t.rows[id.Row])
	}
	if t.CellChosen != nil && id.Row >= 0 && id.Row < len(t.rows) {
		t.CellChosen(t.rows[id.Row], id.Col)
	}
}

// SetRows shows rows, sorted as those before.
func (t *Table[R]) SetRows(rows []R) {
	t.rows = slices.Clone(rows)
	t.sort()
}

// Rows returns the rows as they are shown. They must not be changed.
func (t *Table[R]) Rows() []R { return t.rows }

// Titles returns the titles of the columns.
func (t *Table[R]) Titles() []string {
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		titles[i] = c.Title
	}
	return titles
}

// SetTitle changes the title of a column.
func (t *Table[R]) SetTitle(column int, title string) {
	if t.columns[column].Title != title {
		t.columns[column].Title = title
		t.Refresh()
	}
}

// Cell returns the text of a cell.
func (t *Table[R]) Cell(row, column int) string { return t.columns[column].Text(t.rows[row]) }

// SortBy sorts by a column, from the largest when falling. Rows that are equal
// in it stay in their order.
func (t *Table[R]) SortBy(column int, falling bool) {
	t.by, t.falling = column, falling
	t.sort()
}

// SortedBy returns the column that the rows are sorted by, −1 for none.
func (t *Table[R]) SortedBy() int { return t.by }

func (t *Table[R]) sort() {
	if t.by >= 0 {
		order := t.columns[t.by].Order
		slices.SortStableFunc(t.rows, func(a, b R) int {
			if t.falling {
				return order(b, a)
			}
			return order(a, b)
		})
	}
	t.Refresh()
}

// TypedRune leaves a letter to the window.
func (t *Table[R]) TypedRune(r rune) { t.kit.Char(r) }

// TypedKey moves up and down, and chooses by Enter; other keys are the window's.
func (t *Table[R]) TypedKey(e *fyne.KeyEvent) {
	t.kit.rowKey(t, e, t.Table.TypedKey)
}

// ByText orders rows by the text of a column.
func ByText[R any](text func(R) string) func(a, b R) int {
	return func(a, b R) int { return cmp.Compare(text(a), text(b)) }
}

// ByNumber orders rows by a number; those where it is unknown, NaN, come after
// all others.
func ByNumber[R any](number func(R) float64) func(a, b R) int {
	return func(a, b R) int {
		x, y := number(a), number(b)
		switch {
		case math.IsNaN(x) && math.IsNaN(y):
			return 0
		case math.IsNaN(x):
			return 1
		case math.IsNaN(y):
			return -1
		}
		return cmp.Compare(x, y)
	}
}
