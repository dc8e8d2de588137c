package ui

import (
	"fmt"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/session"
)

// confusion shows the tables truth against left, truth against right and left
// against right.
type confusion struct {
	session *session.Session
	object  fyne.CanvasObject
	tables  *fyne.Container
}

func newConfusion(s *session.Session) *confusion {
	c := &confusion{session: s, tables: container.NewHBox()}
	c.object = container.NewScroll(container.NewPadded(c.tables))
	s.Watch(func(change session.Change) {
		switch change.Event {
		case session.SequenceChanged, session.ResultChanged, session.StyleChanged:
			c.update()
		}
	})
	c.update()
	return c
}

func (c *confusion) update() {
	s := c.session
	c.tables.RemoveAll()
	titles := [2]string{}
	for _, side := range session.Sides {
		titles[side] = side.String()
		if o := s.Outcome(side); o != nil {
			titles[side] = side.String() + " " + s.Title(o.Setup.Method)
		}
	}
	left, right, truth := s.Labels(session.Left), s.Labels(session.Right), s.Truth()
	if left != nil && truth != nil {
		c.tables.Add(confusionTable(s.Words().Points, "truth", titles[0], truth, left))
	}
	if right != nil && truth != nil {
		c.tables.Add(confusionTable(s.Words().Points, "truth", titles[1], truth, right))
	}
	if left != nil && right != nil {
		c.tables.Add(confusionTable(s.Words().Points, titles[0], titles[1], left, right))
	}
	if len(c.tables.Objects) == 0 {
		hint := widget.NewLabel("Run to see how the labels agree with the truth and with each other.")
		hint.Importance = widget.LowImportance
		c.tables.Add(hint)
	}
	c.tables.Refresh()
}

// confusionTable counts how rows and cols meet. Points without one of the two
// labels are left out.
func confusionTable(points, rowTitle, colTitle string, rows, cols []int) fyne.CanvasObject {
	var r, c []int
	for i := range rows {
		if rows[i] != 0 && cols[i] != 0 {
			r, c = append(r, rows[i]), append(c, cols[i])
		}
	}
	counts, rowNames, colNames := segment.Confusion(c, r)
	grid := container.NewGridWithColumns(len(colNames) + 2)
	cell := func(s string, bold bool, back fyne.CanvasObject) {
		t := canvas.NewText(s, theme.Color(theme.ColorNameForeground))
		t.TextSize = theme.TextSize()
		t.Alignment = fyne.TextAlignCenter
		t.TextStyle.Bold = bold
		if back == nil {
			back = canvas.NewRectangle(color.Transparent)
		}
		grid.Add(fixedWidth(52, container.NewStack(back, container.NewPadded(t))))
	}
	swatch := func(label int) {
		dot := canvas.NewRectangle(draw.LabelColor(label))
		dot.CornerRadius = 3
		dot.SetMinSize(fyne.NewSize(12, 12))
		grid.Add(container.NewCenter(container.NewHBox(container.NewCenter(dot), widget.NewLabel(fmt.Sprint(label)))))
	}
	cell("", false, nil)
	for _, name := range colNames {
		swatch(name)
	}
	cell("total", false, nil)
	for i, name := range rowNames {
		swatch(name)
		total := 0
		for j, n := range counts[i] {
			total += n
			var back *canvas.Rectangle
			switch {
			case rowNames[i] == colNames[j]:
				back = canvas.NewRectangle(tint(theme.ColorNameSuccess))
			case n > 0:
				back = canvas.NewRectangle(tint(theme.ColorNameError))
			default:
				back = canvas.NewRectangle(theme.Color(theme.ColorNameHeaderBackground))
			}
			back.CornerRadius = 3
			cell(fmt.Sprint(n), n > 0, back)
		}
		cell(fmt.Sprint(total), false, nil)
	}
	agree := 0
	for i, name := range rowNames {
		if j := slices.Index(colNames, name); j >= 0 {
			agree += counts[i][j]
		}
	}
	title := widget.NewLabel(rowTitle + " (rows), " + colTitle + " (columns)")
	title.TextStyle.Bold = true
	foot := widget.NewLabel(fmt.Sprintf("%d of %d %s agree", agree, len(r), points))
	foot.Importance = widget.LowImportance
	return container.NewHBox(container.NewVBox(title, grid, foot), fixedWidth(28, canvas.NewRectangle(color.Transparent)))
}
