package kit

import (
	"fmt"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

type person struct {
	name string
	age  float64
}

func TestTable(t *testing.T) {
	test.NewTempApp(t)
	var typed string
	k := New(func(f func()) { f() }, func(error) {})
	k.Char = func(r rune) { typed += string(r) }
	k.Key = func(n fyne.KeyName) { typed += string(n) }
	var chosen []string
	table := NewTable(k, []Column[person]{
		{Title: "Name", Width: 90, Text: func(p person) string {
			return p.name
		}, Order: ByText(func(p person) string { return p.name })},
		{Title: "Age", Width: 60, Text: func(p person) string {
			return fmt.Sprint(p.age)
		}, Order: ByNumber(func(p person) float64 { return p.age }),
			Level: func(p person) widget.Importance {
				if p.age > 50 {
					return widget.DangerImportance
				}
				return widget.MediumImportance
			}},
		{Title: "Note", Width: 60, Text: func(person) string { return "–" }},
	}, func(p person) { chosen = append(chosen, p.name) })
	w := test.NewTempWindow(t, table)
	w.Resize(fyne.NewSize(400, 300))
	table.SetRows([]person{{"Cem", 60}, {"Ada", math.NaN()}, {"Bo", 7}})
	names := func() (all string) {
		for _, p := range table.Rows() {
			all += p.name + " "
		}
		return all
	}
	heads := map[string]*Button{}
	for _, o := range test.LaidOutObjects(table) {
		if b, ok := o.(*Button); ok && b.Text != "" {
			heads[b.Text] = b
		}
	}
	if got := names(); got != "Cem Ada Bo " || len(heads) != 3 {
		t.Fatalf("rows are %q below %d headings", got, len(heads))
	}
	for i, step := range []struct{ head, want string }{{"Age", "Bo Cem Ada "}, {"Age", "Ada Cem Bo "},
		{"Name", "Ada Bo Cem "}, {"Note", "Ada Bo Cem "}} {
		test.Tap(heads[step.head])
		if got := names(); got != step.want {
			t.Errorf("after click %d, on %s, rows are %q, want %q", i+1, step.head, got, step.want)
		}
	}
	table.SetRows([]person{{"Eva", 1}, {"Dan", 2}})
	if got := names(); got != "Dan Eva " {
		t.Errorf("new rows are %q, want them sorted as the old", got)
	}
	label := table.CreateCell().(*cell)
	table.SetRows([]person{{"Old", 51}, {"Young", 3}})
	table.UpdateCell(widget.TableCellID{Row: 0, Col: 1}, label)
	if label.Text != "51" || label.Importance != widget.DangerImportance {
		t.Errorf("the cell says %q in colour %v", label.Text, label.Importance)
	}
	// A click takes the keyboard; letters must still reach the window.
	test.TapAt(table, fyne.NewPos(20, 50))
	if len(chosen) != 1 || w.Canvas().Focused() != fyne.Focusable(table) {
		t.Fatalf("chosen are %v, the keyboard is with %T", chosen, w.Canvas().Focused())
	}
	table.TypedRune('r')
	for _, key := range []fyne.KeyName{fyne.KeySpace, fyne.KeyEscape, fyne.KeyLeft, fyne.KeyF1, fyne.KeyDown,
		fyne.KeyReturn} {
		table.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if typed != "rSpaceEscapeLeftF1" || len(chosen) != 2 {
		t.Errorf("the window got %q, chosen are %v", typed, chosen)
	}
}

// TestNumbersStandRight: numbers are to the right of their column, as their heading is,
// and bold where that is asked for.
func TestNumbersStandRight(t *testing.T) {
	test.NewTempApp(t)
	number := func(r int) string { return fmt.Sprint(r) }
	table := NewTable(New(func(f func()) { f() }, func(error) {}), []Column[int]{
		{Title: "Word", Width: 80, Text: number},
		{Title: "Number", Width: 80, Text: number, Number: true, Bold: func(r int) bool { return r == 2 }},
	}, nil)
	table.SetRows([]int{1, 2})
	for _, want := range []struct {
		id    widget.TableCellID
		align fyne.TextAlign
		bold  bool
	}{{widget.TableCellID{Row: 1}, fyne.TextAlignLeading, false},
		{widget.TableCellID{Col: 1}, fyne.TextAlignTrailing, false},
		{widget.TableCellID{Row: 1, Col: 1}, fyne.TextAlignTrailing, true}} {
		c := table.CreateCell().(*cell)
		table.UpdateCell(want.id, c)
		if c.Alignment != want.align || c.TextStyle.Bold != want.bold {
			t.Errorf("cell %v is aligned %v, bold %v", want.id, c.Alignment, c.TextStyle.Bold)
		}
	}
	head := table.CreateHeader().(*Button)
	table.UpdateHeader(widget.TableCellID{Row: -1, Col: 1}, head)
	if head.Alignment != widget.ButtonAlignTrailing {
		t.Error("the heading of numbers is on the left")
	}
}
