package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// stage arranges the views of both sides: beside or below each other, one alone,
// or one over the other with a line between them that is dragged.
type stage struct {
	object  *fyne.Container
	session *session.Session
	heads   [2]*fyne.Container
	tops    [2]*headLayout // of heads
	views   [2]fyne.CanvasObject
	clip    *container.Clip // shows the part of the right view that is to be seen
	line    *wipeHandle     // between the views where one is over the other
	at      float32         // the line's place, 0…1
	full    fyne.Size       // of the right view behind clip
	shift   float32         // how far it begins left of clip
}

// stageGap is the space between the views.
const stageGap = 2

func newStage(s *session.Session, k *kit.Kit, left, right *sidePane) *stage {
	g := &stage{session: s, heads: [2]*fyne.Container{left.head, right.head},
		tops: [2]*headLayout{left.layout, right.layout}, views: [2]fyne.CanvasObject{left.views, right.views}, at: 0.5}
	g.clip = container.NewClip(container.New(&shifted{g}, g.views[session.Right]))
	for _, top := range g.tops {
		top.changed = func() { g.object.Refresh() }
	}
	g.line = newWipeHandle(func(dx float32) {
		if width := g.object.Size().Width; width > 0 {
			g.at = max(0.02, min(g.at+dx/width, 0.98))
			g.object.Refresh()
		}
	})
	g.object = container.New(g, g.views[session.Left], g.clip, g.line, g.heads[session.Left], g.heads[session.Right])
	follow := k.Once(g.arrange)
	s.Watch(func(c session.Change) {
		if c.Event == session.DisplayChanged || c.Event == session.ModeChanged {
			follow()
		}
	})
	g.arrange()
	return g
}

// arrange shows what belongs to the chosen arrangement.
func (g *stage) arrange() {
	now := g.session.View.Display().Views
	show := func(o fyne.CanvasObject, on bool) {
		if on && !o.Visible() {
			o.Show()
		} else if !on && o.Visible() {
			o.Hide()
		}
	}
	left, right := now != session.RightView, now != session.LeftView
	show(g.views[session.Left], left)
	show(g.heads[session.Left], left)
	show(g.clip, right)
	show(g.heads[session.Right], right)
	show(g.line, now == session.WipedViews)
	g.object.Refresh()
}

// MinSize lets the views become small.
func (g *stage) MinSize([]fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for i := range g.views {
		head, view := g.heads[i].MinSize(), g.views[i].MinSize()
		size.Width = max(size.Width, head.Width, view.Width)
		size.Height = max(size.Height, head.Height+view.Height)
	}
	size.Width = 2*size.Width + stageGap
	return size
}

// Layout places heads and views.
func (g *stage) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	half := (size.Width - stageGap) / 2
	width := half
	switch g.session.View.Display().Views {
	case session.LeftView, session.RightView, session.StackedViews:
		width = size.Width
	}
	head := max(g.tops[session.Left].height(width), g.tops[session.Right].height(width))
	if size.Height < 2*head {
		return // not shown yet
	}
	place := func(o fyne.CanvasObject, x, y, width, height float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(width, height))
	}
	g.shift = 0
	switch g.session.View.Display().Views {
	case session.LeftView, session.RightView:
		for i := range g.heads {
			place(g.heads[i], 0, 0, size.Width, head)
		}
		g.full = fyne.NewSize(size.Width, size.Height-head)
		place(g.views[session.Left], 0, head, size.Width, size.Height-head)
		place(g.clip, 0, head, size.Width, size.Height-head)
	case session.StackedViews:
		part := (size.Height - stageGap) / 2
		g.full = fyne.NewSize(size.Width, part-head)
		place(g.heads[session.Left], 0, 0, size.Width, head)
		place(g.views[session.Left], 0, head, size.Width, part-head)
		place(g.heads[session.Right], 0, part+stageGap, size.Width, head)
		place(g.clip, 0, part+stageGap+head, size.Width, part-head)
	case session.WipedViews:
		x := size.Width * g.at
		g.full, g.shift = fyne.NewSize(size.Width, size.Height-head), x
		place(g.heads[session.Left], 0, 0, half, head)
		place(g.heads[session.Right], half+stageGap, 0, half, head)
		place(g.views[session.Left], 0, head, size.Width, size.Height-head)
		place(g.clip, x, head, size.Width-x, size.Height-head)
		place(g.line, x-wipeWidth/2, head, wipeWidth, size.Height-head)
	default:
		g.full = fyne.NewSize(half, size.Height-head)
		for i, o := range []fyne.CanvasObject{g.views[session.Left], g.clip} {
			x := float32(i) * (half + stageGap)
			place(g.heads[i], x, 0, half, head)
			place(o, x, head, half, size.Height-head)
		}
	}
	g.clip.Content.Refresh()
}

// wipeWidth is how wide the handle of the line between two views is.
const wipeWidth = 22

// wipeHandle is the line between two views of which one lies over the other, with a
// knob by which it is dragged.
type wipeHandle struct {
	widget.BaseWidget
	moved func(dx float32)
}

func newWipeHandle(moved func(dx float32)) *wipeHandle {
	h := &wipeHandle{moved: moved}
	h.ExtendBaseWidget(h)
	return h
}

// Dragged moves the line.
func (h *wipeHandle) Dragged(e *fyne.DragEvent) { h.moved(e.Dragged.DX) }

// DragEnd is part of dragging.
func (h *wipeHandle) DragEnd() {}

// Cursor shows that the line can be dragged.
func (h *wipeHandle) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// CreateRenderer shows the line and its knob, light on dark: they must be seen over
// any picture.
func (h *wipeHandle) CreateRenderer() fyne.WidgetRenderer {
	r := &wipeRenderer{edge: canvas.NewRectangle(color.NRGBA{A: 0xB0}), line: canvas.NewRectangle(color.White),
		knob: canvas.NewRectangle(color.White), arrows: canvas.NewText("< >", color.Black)}
	r.knob.CornerRadius, r.knob.StrokeWidth, r.knob.StrokeColor = wipeWidth/2, 1, color.NRGBA{A: 0xB0}
	r.arrows.TextSize, r.arrows.Alignment = 9, fyne.TextAlignCenter
	return r
}

type wipeRenderer struct {
	edge, line, knob *canvas.Rectangle
	arrows           *canvas.Text
}

func (r *wipeRenderer) MinSize() fyne.Size { return fyne.NewSize(wipeWidth, 1) }

func (r *wipeRenderer) Layout(size fyne.Size) {
	middle := size.Width / 2
	place := func(o fyne.CanvasObject, width, y, height float32) {
		o.Move(fyne.NewPos(middle-width/2, y))
		o.Resize(fyne.NewSize(width, height))
	}
	place(r.edge, 4, 0, size.Height)
	place(r.line, 2, 0, size.Height)
	place(r.knob, wipeWidth, size.Height/2-wipeWidth/2, wipeWidth)
	place(r.arrows, wipeWidth, size.Height/2-wipeWidth/2, wipeWidth)
}

func (r *wipeRenderer) Refresh() {}

func (r *wipeRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.edge, r.line, r.knob, r.arrows}
}

func (r *wipeRenderer) Destroy() {}

// shifted gives the right view its whole size behind what is seen of it.
type shifted struct{ stage *stage }

// MinSize asks for nothing.
func (l *shifted) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(1, 1) }

// Layout places the view.
func (l *shifted) Layout(objects []fyne.CanvasObject, _ fyne.Size) {
	objects[0].Move(fyne.NewPos(-l.stage.shift, 0))
	objects[0].Resize(l.stage.full)
}
