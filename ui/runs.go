package ui

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// runTable lists what has been computed for the open sequence; a click in one of
// its first two columns shows a run on that side.
type runTable struct {
	session *session.Session
	table   *kit.Table[session.Run]
}

func newRunTable(s *session.Session, k *kit.Kit) *runTable {
	t := &runTable{session: s}
	t.table = kit.NewTable(k, t.columns(), nil)
	t.table.CellChosen = func(run session.Run, column int) {
		if column < len(session.Both) {
			s.Runs.Pin(session.Side(column), run.Number)
		}
	}
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.SequenceChanged, session.RunsChanged, session.ResultChanged:
			t.table.SetRows(s.Runs.List())
		}
	})
	return t
}

func (t *runTable) columns() []kit.Column[session.Run] {
	s := t.session
	type column = kit.Column[session.Run]
	side := func(side session.Side) column {
		return column{Title: hopkins.Capital(side.String()), Width: 74, Text: func(r session.Run) string {
			switch {
			case s.Runs.Shown(side) != r.Number:
				return "show"
			case s.Sides.State(side) == session.Pinned:
				return "• pinned"
			}
			return "• shown"
		}, Level: func(r session.Run) widget.Importance {
			if s.Runs.Shown(side) == r.Number {
				return widget.HighImportance
			}
			return widget.LowImportance
		}}
	}
	number := func(title string, width float32, text func(session.Run) string, value func(session.Run) float64) column {
		return column{Title: title, Width: width, Text: text, Order: kit.ByNumber(value)}
	}
	name := func(r session.Run) string { return r.Method }
	return []column{
		side(session.Left), side(session.Right),
		number("Run", 48, func(r session.Run) string { return fmt.Sprint(r.Number) }, func(r session.Run) float64 {
			return float64(r.Number)
		}),
		{Title: "Method", Width: 118, Text: name, Order: kit.ByText(name)},
		number("Motions", 70, func(r session.Run) string { return fmt.Sprint(r.Motions) }, func(r session.Run) float64 {
			return float64(r.Motions)
		}),
		number("Error", 70, func(r session.Run) string {
			if math.IsNaN(r.Now) {
				return "–"
			}
			return fmt.Sprintf("%.2f %%", r.Now)
		}, func(r session.Run) float64 { return r.Now }),
		number("Time", 70, func(r session.Run) string {
			return fmt.Sprintf("%.2f s", r.Seconds)
		}, func(r session.Run) float64 { return r.Seconds }),
		{Title: "Settings", Width: 420, Text: runSettings},
	}
}

// runSettings says what a run was given beyond the method and the number of
// motions.
func runSettings(r session.Run) string {
	var parts []string
	switch {
	case len(r.Setup.Values) > 0:
		for _, name := range slices.Sorted(maps.Keys(r.Setup.Values)) {
			parts = append(parts, fmt.Sprintf("%s %g", name, r.Setup.Values[name]))
		}
	case r.Setup.Preset != "":
		parts = append(parts, r.Setup.Preset)
	default:
		parts = append(parts, "published")
	}
	if r.Frames != "" && r.Frames != "all" {
		parts = append(parts, "frames "+r.Frames)
	}
	if r.Seed != 0 {
		parts = append(parts, fmt.Sprintf("seed %d", r.Seed))
	}
	return strings.Join(parts, ", ")
}
