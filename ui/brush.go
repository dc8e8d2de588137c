package ui

import (
	"fmt"
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"motionseg/ui/draw"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// toggleBrush makes a brush over the masks of the pointer, or takes it back.
func (l *labeller) toggleBrush() {
	b := l.session.Brush
	if !b.CanDraw() {
		l.status.say("The brush draws over the masks of a film, in its large view.")
		return
	}
	b.SetOn(!b.On())
	l.sayBrush()
	l.update()
}

// typedMasks does what keys do with masks, and reports whether this is one of them.
func (l *labeller) typedMasks(r rune) bool {
	s := l.session
	switch {
	case l.follower.tracking != nil:
		return false
	case r == 'k' || r == 'K':
		s.View.NextMasks()
		l.update()
	case r == 'b' || r == 'B':
		l.toggleBrush()
	case !s.Brush.On():
		return false
	case r == '[':
		s.Brush.Resize(-1)
		l.sayBrush()
	case r == ']':
		s.Brush.Resize(1)
		l.sayBrush()
	case r >= '1' && r <= '9':
		s.Brush.SetMotion(int(r - '0'))
		l.sayBrush()
	default:
		return false
	}
	return true
}

// endBrush takes the brush back, and reports whether there was one.
func (l *labeller) endBrush() bool {
	on := l.session.Brush.On()
	if on {
		l.toggleBrush()
	}
	return on
}

// sayBrush says what the brush does.
func (l *labeller) sayBrush() {
	b := l.session.Brush
	side := mainSide(l.session, session.Left)
	switch motion := b.Motion(side); {
	case !b.On():
		l.status.say("")
	case motion == 0:
		l.status.say("Brush: there is no motion to draw yet.")
	default:
		l.status.hold(fmt.Sprintf("Brush of motion %d, %.0f pixels wide. Shift or the right button draws background; "+
			"Esc ends it.", motion, 2*b.Radius()))
	}
}

// brushing reports whether the pointer draws over the masks.
func (v *trackView) brushing() bool {
	return v.session.Brush.On() && v.ready && v.surface.Pixels().X > 0 && v.view.Layout == shown.OneFrame
}

// MouseDown begins a stroke where the pointer is a brush.
func (v *trackView) MouseDown(e *desktop.MouseEvent) {
	v.pointing.MouseDown(e)
	if v.brushing() {
		x, y, _ := v.placeAt(e.Position)
		out := e.Button == desktop.MouseButtonSecondary || e.Modifier&fyne.KeyModifierShift != 0
		v.session.Playback.SetPlaying(false)
		v.session.Brush.Begin(v.side, firstFrame(v.session), x, y, v.motionAt(e.Position), out)
	}
}

// Dragged draws a stroke on where the pointer is a brush.
func (v *trackView) Dragged(e *fyne.DragEvent) {
	if !v.brushing() {
		v.pointing.Dragged(e)
		return
	}
	v.dragged = true
	x, y, _ := v.placeAt(e.Position)
	v.session.Brush.Along(x, y)
	v.showBrush(e.Position)
}

// DragEnd ends a stroke.
func (v *trackView) DragEnd() {
	if v.session.Brush.Drawing(v.side) != nil {
		v.session.Brush.End()
		return
	}
	v.pointing.DragEnd()
}

// MouseUp ends a stroke of one place where the pointer is a brush.
func (v *trackView) MouseUp(e *desktop.MouseEvent) {
	if v.brushing() {
		v.session.Brush.End()
		return
	}
	v.pointing.MouseUp(e)
}

// MouseMoved shows how large the brush is, or draws with the right button.
func (v *trackView) MouseMoved(e *desktop.MouseEvent) {
	if v.brushing() {
		if drag := rightDrag(&v.pressed, e, v.dragged); drag != nil {
			v.Dragged(drag)
			return
		}
		v.over = true
		v.session.Selection.Hover(draw.NoTrack)
		v.showBrush(e.Position)
		return
	}
	v.pointing.MouseMoved(e)
}

// MouseOut takes the circle of the brush away, and ends what is drawn with the right button.
func (v *trackView) MouseOut() {
	if v.pressed.Button == desktop.MouseButtonSecondary && v.session.Brush.Drawing(v.side) != nil {
		v.session.Brush.End()
	}
	if v.view.Lasso != nil && v.session.Brush.On() {
		v.setLasso(nil)
	}
	v.pointing.MouseOut()
}

// Scrolled sizes the brush, or zooms.
func (v *trackView) Scrolled(e *fyne.ScrollEvent) {
	if !v.brushing() {
		v.pointing.Scrolled(e)
		return
	}
	switch {
	case e.Scrolled.DY > 0:
		v.session.Brush.Resize(1)
	case e.Scrolled.DY < 0:
		v.session.Brush.Resize(-1)
	}
	v.showBrush(e.Position)
}

// showBrush draws the circle that the brush covers around a position.
func (v *trackView) showBrush(at fyne.Position) {
	const corners = 36
	_, _, scale := v.placeAt(at)
	radius := v.session.Brush.Radius() * scale
	x, y := v.surface.ToPixels(at)
	line := make([]image.Point, corners+1)
	for i := range line {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		line[i] = image.Pt(int(x+cos*radius), int(y+sin*radius))
	}
	v.setLasso(line)
}
