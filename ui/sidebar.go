package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// grip is the narrow strip beside a side panel by which its width is changed.
type grip struct {
	widget.BaseWidget
	moved func(dx float32)
}

func newGrip(moved func(dx float32)) *grip {
	g := &grip{moved: moved}
	g.ExtendBaseWidget(g)
	return g
}

// Dragged changes the width.
func (g *grip) Dragged(e *fyne.DragEvent) { g.moved(e.Dragged.DX) }

// DragEnd is part of dragging.
func (g *grip) DragEnd() {}

// Cursor tells that the strip can be dragged.
func (g *grip) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// CreateRenderer shows a line.
func (g *grip) CreateRenderer() fyne.WidgetRenderer {
	return &gripRenderer{line: canvas.NewRectangle(theme.Color(theme.ColorNameSeparator))}
}

type gripRenderer struct{ line *canvas.Rectangle }

func (r *gripRenderer) MinSize() fyne.Size { return fyne.NewSize(5, 1) }

func (r *gripRenderer) Layout(size fyne.Size) {
	r.line.Resize(fyne.NewSize(1, size.Height))
	r.line.Move(fyne.NewPos(size.Width/2, 0))
}

func (r *gripRenderer) Refresh() {
	r.line.FillColor = theme.Color(theme.ColorNameSeparator)
	r.line.Refresh()
}

func (r *gripRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.line} }

func (r *gripRenderer) Destroy() {}

// panels lays out a left panel, its grip, the middle, the right grip and its
// panel. Hidden panels take no room.
type panels struct {
	left, right float32 // widths
}

// The widths of side panels stay between these.
const (
	minPanel = 160
	maxPanel = 420
)

func (p *panels) widths(objects []fyne.CanvasObject) [5]float32 {
	w := [5]float32{p.left, 5, 0, 5, p.right}
	for i, o := range objects {
		if !o.Visible() {
			w[i] = 0
		}
	}
	return w
}

// MinSize is that of the middle and the panels' widths.
func (p *panels) MinSize(objects []fyne.CanvasObject) fyne.Size {
	w := p.widths(objects)
	size := objects[2].MinSize()
	size.Width += w[0] + w[1] + w[3] + w[4]
	return size
}

// Layout gives the middle what the panels leave.
func (p *panels) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w := p.widths(objects)
	w[2] = size.Width - w[0] - w[1] - w[3] - w[4]
	x := float32(0)
	for i, o := range objects {
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(w[i], size.Height))
		x += w[i]
	}
}

// clampPanel keeps the width of a side panel within its limits.
func clampPanel(width float32) float32 { return max(minPanel, min(width, maxPanel)) }
