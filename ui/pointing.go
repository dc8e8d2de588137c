package ui

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// pointed is a painted view of points, tracks or pictures, as the pointer
// meets it. Places and lengths are in pixels of its surface.
type pointed interface {
	// shown reports whether there is anything to point at.
	shown() bool
	// pointAt returns the number of the point there, or draw.NoTrack.
	pointAt(p fyne.Position) int
	// within returns the numbers of the points in a rectangle.
	within(r image.Rectangle) []int
	// setBand shows the rectangle that is being dragged out.
	setBand(r image.Rectangle)
	// inside returns the numbers of the points inside a closed line.
	inside(line []image.Point) []int
	// setLasso shows the line that is being drawn, and reports whether it can.
	setLasso(line []image.Point) bool
	pan(dx, dy float64)
	zoomAt(x, y, factor float64)
}

// pointing is what the pointer does in a view: it names and selects points,
// moves and zooms. A widget embeds it.
type pointing struct {
	session *session.Session
	surface *kit.Surface
	on      pointed

	over    bool // the pointer is here
	pressed desktop.MouseEvent
	dragged bool
	band    image.Rectangle // being dragged out where banding
	banding bool
	lasso   []image.Point              // being drawn around points; nil otherwise
	once    func(band image.Rectangle) // takes the next rectangle; nil while none is asked for
	menu    func(at fyne.Position)     // shows what can be done with the selection; may be nil
	// region returns the points that a place between them stands for, none where it
	// stands for nothing; may be nil.
	region func(p fyne.Position) []int

	brushing bool          // a brush is drawn along
	brushed  fyne.Position // where it was last
	carrying bool          // the selection is dragged to somewhere
	carried  fyne.Position // where it was last
	// carry is told where the selection is dragged, and drop where it is let go;
	// both may be nil.
	carry, drop func(at fyne.Position)
}

// brushRadius is how far from the pointer the brush selects.
const brushRadius = 14

// MouseIn names the point under the pointer.
func (p *pointing) MouseIn(e *desktop.MouseEvent) { p.MouseMoved(e) }

// leastDrag is how far the pointer moves with the right button down until that is a drag, and no
// click of a hand that shakes.
const leastDrag = 4

// rightDrag returns the drag that a move of the pointer is where the right button was pressed and
// still is, nil for another: the toolkit tells drags of the left button alone.
func rightDrag(pressed, moved *desktop.MouseEvent, dragged bool) *fyne.DragEvent {
	const right = desktop.MouseButtonSecondary
	way := moved.Position.Subtract(pressed.Position)
	if pressed.Button != right || moved.Button != right ||
		!dragged && math.Hypot(float64(way.X), float64(way.Y)) < leastDrag {
		return nil
	}
	return &fyne.DragEvent{PointEvent: moved.PointEvent}
}

// MouseMoved names the point under the pointer, or drags with the right button.
func (p *pointing) MouseMoved(e *desktop.MouseEvent) {
	if drag := rightDrag(&p.pressed, e, p.dragged); drag != nil {
		p.Dragged(drag)
		return
	}
	p.over = true
	p.session.Selection.Hover(p.on.pointAt(e.Position))
}

// MouseOut names no point. A drag with the right button ends here, since nothing tells where the
// button is let go.
func (p *pointing) MouseOut() {
	if p.banding && p.pressed.Button == desktop.MouseButtonSecondary {
		p.DragEnd()
	}
	p.over = false
	p.session.Selection.Hover(draw.NoTrack)
}

// MouseDown remembers how a click or drag begins.
func (p *pointing) MouseDown(e *desktop.MouseEvent) { p.pressed, p.dragged = *e, false }

// MouseUp selects the point under the pointer, or those of the region there, when
// nothing was dragged: shift or control adds to the selection.
func (p *pointing) MouseUp(e *desktop.MouseEvent) {
	if p.dragged {
		p.DragEnd()
		return
	}
	if e.Button == desktop.MouseButtonSecondary && p.menu != nil {
		if point := p.on.pointAt(e.Position); point != draw.NoTrack && !p.session.Selection.Has(point) {
			p.session.Selection.Select([]int{point}, false)
		}
		p.menu(e.AbsolutePosition)
		return
	}
	add := e.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0
	point := p.on.pointAt(e.Position)
	if point == draw.NoTrack && p.region != nil {
		if around := p.region(e.Position); len(around) > 0 {
			p.session.Selection.Select(around, add)
			return
		}
	}
	switch {
	case point == draw.NoTrack && !add:
		p.session.Selection.Clear()
	case point != draw.NoTrack && add:
		p.session.Selection.Toggle(point)
	case point != draw.NoTrack:
		p.session.Selection.Select([]int{point}, false)
	}
}

// Dragged pans, or from a selected point drags the selection to somewhere. With
// shift or the right button it drags out a rectangle that selects, with control it
// draws a line around what it selects, and with both it selects as a brush does.
func (p *pointing) Dragged(e *fyne.DragEvent) {
	if !p.on.shown() {
		return
	}
	first := !p.dragged
	p.dragged = true
	if p.once != nil {
		p.dragBand(e)
		return
	}
	if p.brushes() && p.brush(e.Position, first) {
		return
	}
	if first && p.carry != nil && p.pressed.Modifier == 0 && p.pressed.Button != desktop.MouseButtonSecondary {
		point := p.on.pointAt(p.pressed.Position)
		p.carrying = point != draw.NoTrack && p.session.Selection.Has(point)
	}
	if p.carrying {
		p.carried = e.AbsolutePosition
		p.carry(p.carried)
		return
	}
	if p.pressed.Modifier&fyne.KeyModifierControl != 0 && p.pressed.Button != desktop.MouseButtonSecondary {
		x, y := p.surface.ToPixels(e.Position)
		if next := append(p.lasso[:len(p.lasso):len(p.lasso)], image.Pt(int(x), int(y))); p.on.setLasso(next) {
			p.lasso = next
			return
		}
	}
	if p.pressed.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierControl) != 0 ||
		p.pressed.Button == desktop.MouseButtonSecondary {
		p.dragBand(e)
		return
	}
	p.on.pan(float64(e.Dragged.DX)*p.surface.Scale, float64(e.Dragged.DY)*p.surface.Scale)
}

// dragBand drags out a rectangle from where the pointer was pressed.
func (p *pointing) dragBand(e *fyne.DragEvent) {
	x0, y0 := p.surface.ToPixels(p.pressed.Position)
	x1, y1 := p.surface.ToPixels(e.Position)
	p.banding, p.band = true, image.Rect(int(x0), int(y0), int(x1), int(y1))
	p.on.setBand(p.band)
}

// brushes reports whether what is pressed makes a brush of the pointer.
func (p *pointing) brushes() bool {
	const keys = fyne.KeyModifierControl | fyne.KeyModifierShift
	return p.pressed.Modifier&keys == keys && p.pressed.Button != desktop.MouseButtonSecondary
}

// brush selects what is under a brush on its way from where it was to a position,
// and reports whether it can.
func (p *pointing) brush(to fyne.Position, first bool) bool {
	if first {
		p.brushed, p.brushing = p.pressed.Position, false
	}
	if !p.on.setLasso(p.circle(to)) {
		return false
	}
	way := to.Subtract(p.brushed)
	steps := max(1, int(math.Hypot(float64(way.X), float64(way.Y))/(brushRadius/2)))
	var found []int
	for k := 1; k <= steps; k++ {
		part := float32(k) / float32(steps)
		found = append(found, p.on.inside(p.circle(p.brushed.AddXY(part*way.X, part*way.Y)))...)
	}
	if len(found) > 0 {
		add := func() { p.session.Selection.Select(found, true) }
		if p.brushing {
			p.session.Selection.Further(add)
		} else {
			add()
		}
		p.brushing = true
	}
	p.brushed = to
	return true
}

// circle returns the edge of the brush around a position.
func (p *pointing) circle(at fyne.Position) []image.Point {
	const corners = 24
	x, y := p.surface.ToPixels(at)
	line := make([]image.Point, corners)
	for i := range line {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		line[i] = image.Pt(int(x+cos*brushRadius*p.surface.Scale), int(y+sin*brushRadius*p.surface.Scale))
	}
	return line
}

// DragEnd selects what the rectangle or line holds, or lets the selection go where
// it was dragged.
func (p *pointing) DragEnd() {
	if p.brushes() && !p.banding {
		p.on.setLasso(nil)
		return
	}
	if p.carrying {
		p.carrying = false
		p.drop(p.carried)
		return
	}
	if p.lasso != nil {
		line := p.lasso
		p.lasso = nil
		if p.on.shown() {
			found := p.on.inside(line)
			p.on.setLasso(nil)
			p.session.Selection.Select(found, true)
		}
		return
	}
	if !p.banding {
		return
	}
	p.banding = false
	if !p.on.shown() {
		return
	}
	p.on.setBand(image.Rectangle{})
	if p.once != nil {
		p.once(p.band)
		return
	}
	found := p.on.within(p.band)
	p.session.Selection.Select(found, true)
}

// Scrolled zooms at the pointer; both views follow.
func (p *pointing) Scrolled(e *fyne.ScrollEvent) {
	if !p.on.shown() {
		return
	}
	x, y := p.surface.ToPixels(e.Position)
	p.on.zoomAt(x, y, math.Pow(1.0075, float64(e.Scrolled.DY)))
}

// zoom magnifies by a factor about the middle.
func (p *pointing) zoom(factor float64) {
	if !p.on.shown() {
		return
	}
	size := p.surface.Pixels()
	p.on.zoomAt(float64(size.X)/2, float64(size.Y)/2, factor)
}
