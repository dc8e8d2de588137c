package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/session"
)

// Runs are listed; a click shows one on either side, and the head names it.
func TestRunsAreListedAndPinned(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	table := r.analysis.runs.table
	if len(table.Rows()) != 2 {
		t.Fatalf("%d runs are listed", len(table.Rows()))
	}
	row := 0
	if table.Cell(0, 3) != "SSC" {
		row = 1
	}
	if table.Cell(row, 0) != "• shown" || table.Cell(row, 1) != "show" || table.Cell(row, 4) != "2" ||
		table.Cell(row, 5) != "7.50 %" || table.Cell(row, 7) != "published" {
		t.Errorf("the run of SSC is listed as %q %q %q %q %q", table.Cell(row, 0), table.Cell(row, 1),
			table.Cell(row, 4), table.Cell(row, 5), table.Cell(row, 7))
	}
	table.Select(widget.TableCellID{Row: row, Col: 1})
	r.settle()
	s := r.session
	if s.Sides.State(session.Right) != session.Pinned || s.Sides.Outcome(session.Right).Score.Wrong != 3 ||
		table.Cell(row, 1) != "• pinned" {
		t.Errorf("right is %d, listed as %q", s.Sides.State(session.Right), table.Cell(row, 1))
	}
	texts := headTexts(s, session.Right, s.Sides.Outcome(session.Right))
	if !strings.Contains(texts[0], "run ") || !strings.Contains(texts[0], "SSC") ||
		!strings.HasPrefix(texts[len(texts)-1], "run ") {
		t.Errorf("the head says %q", texts)
	}
	table.Select(widget.TableCellID{Row: row, Col: 5}) // shows nothing
	test.Tap(r.toolbar.run)
	r.settle()
	if s.Sides.State(session.Right) != session.Done || s.Sides.Outcome(session.Right).Score.Wrong != 0 {
		t.Errorf("after a run right is %d", s.Sides.State(session.Right))
	}
}
