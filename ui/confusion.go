package ui

import (
	"fmt"
	"image"
	"slices"

	"fyne.io/fyne/v2"
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
}

func newConfusion(s *session.Session, k *kit.Kit) *confusion {
	c := &confusion{session: s, surface: kit.NewSurface(k)}
	c.ExtendBaseWidget(c)
	s.Watch(func(change session.Change) {
		switch change.Event {
		case session.SequenceChanged, session.ResultChanged, session.StyleChanged:
			c.redraw()
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
	tables, st := c.tables(), kit.Style()
	c.surface.Paint(func(dst *image.RGBA, scale float64) {
		c.painter.Paint(dst, tables, "Run to see how the labels agree with the truth and with each other.", st, scale)
	})
}

// tables counts how the labels that there are meet.
func (c *confusion) tables() []draw.Confusion {
	s := c.session
	titles := [2]string{}
	for _, side := range session.Both {
		titles[side] = side.String()
		if o := s.Sides.Outcome(side); o != nil {
			titles[side] = side.String() + " " + s.Plan.Title(o.Setup.Method)
		}
	}
	var tables []draw.Confusion
	add := func(rowTitle, colTitle string, rows, cols []int) {
		if rows != nil && cols != nil {
			tables = append(tables, confusionTable(s.Doc.Words().Points, rowTitle, colTitle, rows, cols))
		}
	}
	left, right, truth := s.Sides.Labels(session.Left), s.Sides.Labels(session.Right), s.Doc.Truth()
	add("truth", titles[0], truth, left)
	add("truth", titles[1], truth, right)
	add(titles[0], titles[1], left, right)
	return tables
}

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
