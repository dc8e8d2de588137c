package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
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

// Cursor shows that the strip can be dragged.
func (g *grip) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// CreateRenderer shows a line.
func (g *grip) CreateRenderer() fyne.WidgetRenderer {
	return &gripRenderer{line: canvas.NewRectangle(theme.Color(theme.ColorNameSeparator))}
}

type gripRenderer struct{ line *canvas.Rectangle }

func (r *gripRenderer) MinSize() fyne.Size { return fyne.NewSize(gripWidth, 1) }

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

// panels are the middle of the window between two side panels that can be hidden
// and made wider. Where the window is too narrow for both, the one that was shown
// longer ago gives way until there is room again.
type panels struct {
	object      *fyne.Container
	left, right *sidePanel
	middle      fyne.CanvasObject
	first       *sidePanel             // gives way last
	changed     func(left, right bool) // is told which are shown; may be nil
}

// sidePanel is one of them, with the strip by which its width is changed.
type sidePanel struct {
	content fyne.CanvasObject
	grip    *grip
	width   float32
}

// The width of a side panel at first, and what it stays between.
const (
	firstPanel = 228
	minPanel   = 160
	maxPanel   = 420
	gripWidth  = 5
)

func newPanels(left, middle, right fyne.CanvasObject) *panels {
	p := &panels{left: &sidePanel{content: left, width: firstPanel}, middle: middle,
		right: &sidePanel{content: right, width: firstPanel}}
	p.first = p.left
	p.left.grip = newGrip(func(dx float32) { p.drag(p.left, dx) })
	p.right.grip = newGrip(func(dx float32) { p.drag(p.right, -dx) })
	p.object = container.New(p, left, p.left.grip, middle, p.right.grip, right)
	return p
}

// resize gives a side panel a width, within its limits.
func (p *panels) resize(side *sidePanel, width float32) {
	side.width = max(minPanel, min(width, maxPanel))
	p.relayout()
}

// drag makes a side panel wider, as far as there is room beside the other, which would
// go without a word.
func (p *panels) drag(side *sidePanel, by float32) {
	width := side.width + by
	if other := p.other(side); p.fits(other) {
		content, grip := other.room()
		width = min(width, p.object.Size().Width-p.middle.MinSize().Width-content-grip-gripWidth)
	}
	p.resize(side, width)
}

// relayout places the panels anew.
func (p *panels) relayout() { relay(p.object) }

// relay lays out anew what is in a container. Refreshing it would draw all of that anew,
// too.
func relay(c *fyne.Container) {
	c.Layout.Layout(c.Objects, c.Size())
	canvas.Refresh(c)
}

// show shows or hides a side panel.
func (p *panels) show(side *sidePanel, on bool) {
	if side.show(on) {
		p.follow()
	}
}

// showBoth shows or hides both side panels.
func (p *panels) showBoth(left, right bool) {
	l, r := p.left.show(left), p.right.show(right)
	if l || r {
		p.follow()
	}
}

// follow lays out anew after a side panel has come or gone, and tells who asked.
func (p *panels) follow() {
	p.relayout()
	if p.changed != nil {
		p.changed(p.left.shown(), p.right.shown())
	}
}

// show shows or hides the panel, and reports whether it was the other way.
func (p *sidePanel) show(on bool) (changed bool) {
	if on == p.shown() {
		return false
	}
	for _, o := range []fyne.CanvasObject{p.content, p.grip} {
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
	return true
}

// toggle shows a side panel, or hides it. One that is hidden because there was no
// room takes the room of the other.
func (p *panels) toggle(side *sidePanel) {
	if side.shown() && !p.fits(side) {
		p.first = side
		p.relayout()
		return
	}
	p.first = side
	p.show(side, !side.shown())
}

// fits reports whether a side panel has room.
func (p *panels) fits(side *sidePanel) bool {
	room := p.object.Size().Width - p.middle.MinSize().Width
	need := func(s *sidePanel) float32 { content, grip := s.room(); return content + grip }
	if other := p.other(side); p.first == other {
		room -= need(other)
	}
	return need(side) <= room
}

func (p *panels) other(side *sidePanel) *sidePanel {
	if side == p.left {
		return p.right
	}
	return p.left
}

func (p *sidePanel) shown() bool { return p.content.Visible() }

// room returns how wide a panel and its grip are.
func (p *sidePanel) room() (content, grip float32) {
	if !p.shown() {
		return 0, 0
	}
	return p.width, gripWidth
}

// MinSize is that of the middle: side panels give way.
func (p *panels) MinSize([]fyne.CanvasObject) fyne.Size { return p.middle.MinSize() }

// Layout gives the middle what the panels leave.
func (p *panels) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	if size.IsZero() {
		return // not shown yet
	}
	x := float32(0)
	place := func(o fyne.CanvasObject, width float32) {
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(width, size.Height))
		x += width
	}
	var content, grip [2]float32
	for i, side := range []*sidePanel{p.left, p.right} {
		if p.fits(side) {
			content[i], grip[i] = side.room()
			continue
		}
		// Out of sight: hiding it here would ask for a new layout.
		for _, o := range []fyne.CanvasObject{side.content, side.grip} {
			o.Resize(fyne.NewSize(side.width, size.Height))
			o.Move(fyne.NewPos(size.Width+outOfSight, 0))
		}
	}
	if content[0] > 0 {
		place(p.left.content, content[0])
		place(p.left.grip, grip[0])
	}
	place(p.middle, size.Width-content[0]-grip[0]-content[1]-grip[1])
	if content[1] > 0 {
		place(p.right.grip, grip[1])
		place(p.right.content, content[1])
	}
}

// outOfSight is how far beyond the window a panel without room is.
const outOfSight = 40
