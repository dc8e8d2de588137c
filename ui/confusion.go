package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// confusion shows the tables truth against left, truth against right and left
// against right.
type confusion struct {
	widget.BaseWidget
	session *session.Session
	surface *kit.Surface
	painter draw.ConfusionPainter // only used by the surface's goroutine

	tables     []draw.Confusion
	labellings []labellings // of each table
}

func newConfusion(s *session.Session, k *kit.Kit) *confusion {
	c := &confusion{session: s, surface: kit.NewSurface(k)}
	c.ExtendBaseWidget(c)
	follow := k.Once(c.redraw)
	s.Watch(func(change session.Change) {
		switch change.Event {
		case session.SequenceChanged, session.ResultChanged, session.MineChanged, session.StyleChanged:
			follow()
		}
	})
	c.redraw()
	return c
}

// CreateRenderer shows the painted tables.
func (c *confusion) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(c.surface.Raster)
}

// MinSize lets the tables become small.
func (c *confusion) MinSize() fyne.Size { return fyne.NewSize(200, 80) }

func (c *confusion) redraw() {
	c.labellings = c.pairs()
	c.tables = nil
	for _, p := range c.labellings {
		c.tables = append(c.tables, confusionTable(c.session.Doc.Words().Points, p.rowTitle, p.colTitle, p.rows, p.cols))
	}
	tables, st := c.tables, labelStyle(c.session, kit.Style())
	c.surface.Paint(func(dst *image.RGBA, scale float64) {
		c.painter.Paint(dst, tables, "Run to see how the labels agree with the truth and with each other.", st, scale)
	})
}

// labellings are two labellings of all points that a table compares.
type labellings struct {
	rowTitle, colTitle string
	rows, cols         []int
}

// pairs returns the labellings that there are to compare.
func (c *confusion) pairs() []labellings {
	s := c.session
	titles := [2]string{}
	for _, side := range session.Both {
		titles[side] = side.String()
		if o := s.Sides.Outcome(side); o != nil {
			titles[side] = side.String() + " " + s.Plan.Title(o.Setup.Method)
		}
	}
	left, right, truth := s.Sides.Labels(session.Left), s.Sides.Labels(session.Right), s.Doc.Truth()
	name := strings.ToLower(truthWord(s))
	return slices.DeleteFunc([]labellings{
		{name, titles[0], truth, left},
		{name, titles[1], truth, right},
		{titles[0], titles[1], left, right},
	}, func(l labellings) bool { return l.rows == nil || l.cols == nil })
}

// MouseUp selects the points of a cell, or of the row or column of a head; with
// Shift or Ctrl they are added.
func (c *confusion) MouseUp(e *desktop.MouseEvent) {
	x, y := c.surface.ToPixels(e.Position)
	k, row, col, ok := draw.ConfusionAt(c.surface.Pixels(), c.tables, c.surface.Scale, x, y)
	if !ok {
		return
	}
	t, l := c.tables[k], c.labellings[k]
	var points []int
	for i := range l.rows {
		counted := l.rows[i] != 0 && l.cols[i] != 0
		if counted && (row < 0 || l.rows[i] == t.Rows[row]) && (col < 0 || l.cols[i] == t.Cols[col]) {
			points = append(points, i)
		}
	}
	c.session.Selection.Select(points, e.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierControl) != 0)
}

// MouseDown is part of clicking.
func (c *confusion) MouseDown(*desktop.MouseEvent) {}

// Cursor points at what can be clicked.
func (c *confusion) Cursor() desktop.Cursor { return desktop.PointerCursor }

// confusionTable counts how rows and cols meet. Points without one of the two
// labels are left out.
func confusionTable(points, rowTitle, colTitle string, rows, cols []int) draw.Confusion {
	var r, c []int
	for i := range rows {
		if rows[i] != 0 && cols[i] != 0 {
			r, c = append(r, rows[i]), append(c, cols[i])
		}
	}
	t := draw.Confusion{Title: rowTitle + " (rows), " + colTitle + " (columns)"}
	t.Counts, t.Rows, t.Cols = segment.Confusion(c, r)
	agree := 0
	for i, name := range t.Rows {
		if j := slices.Index(t.Cols, name); j >= 0 {
			agree += t.Counts[i][j]
		}
	}
	t.Foot = fmt.Sprintf("%d of %d %s agree", agree, len(r), points)
	return t
}
