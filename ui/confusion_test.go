package ui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"motionseg/ui/session"
)

// TestConfusionCellsSelect: a click on a cell selects its tracks, one on a head
// those of its row or column.
func TestConfusionCellsSelect(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	c := r.analysis.tabs.Items[3].Content.(*confusion)
	c.surface.Raster.Generator(900, 240)
	// The first table has heads at x = 10 and y = 24, cells of 46×26.
	at := func(row, col int) fyne.Position {
		return fyne.NewPos(float32(10+46*(col+1)+20), float32(24+26*(row+1)+10))
	}
	click := func(p fyne.Position, modifier fyne.KeyModifier) []int {
		c.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Modifier: modifier})
		return r.session.Selection.Tracks()
	}
	if got := click(at(0, 1), 0); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("the cell of the misclassified selects %v", got)
	}
	if got := click(at(1, 1), fyne.KeyModifierShift); len(got) != 23 || !slices.Equal(got[:4], []int{0, 1, 2, 20}) {
		t.Errorf("a second cell with Shift makes %v", got)
	}
	if got := click(at(0, -1), 0); len(got) != 20 || got[19] != 19 {
		t.Errorf("the head of a row selects %v", got)
	}
	if got := click(at(-1, 0), 0); len(got) != 17 || got[0] != 3 {
		t.Errorf("the head of a column selects %v", got)
	}
	before := r.session.Selection.Tracks()
	if got := click(fyne.NewPos(880, 5), 0); !slices.Equal(got, before) {
		t.Errorf("a click beside the tables selects %v", got)
	}
	if wrong := r.session.Sides.Wrong(session.Left); !wrong[0] || wrong[3] {
		t.Error("the example is another one")
	}
}
