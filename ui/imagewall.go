package ui

import (
	"fmt"
	"image"
	"math"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins/images"
	"motionseg/ui/draw"
	"motionseg/ui/session"
)

// imageWall is the set of pictures as one side groups it: a wall of
// thumbnails, painted into one picture.
type imageWall struct {
	widget.BaseWidget
	session *session.Session
	side    session.Side
	surface *surface
	painter draw.WallPainter // only used by the surface's goroutine

	set     *images.Set // whose pictures are in wall, or being prepared
	wall    draw.Wall
	pressed desktop.MouseEvent
	dragged bool
	band    bool // a rectangle is being dragged out
}

func newImageWall(s *session.Session, side session.Side, run func(func())) *imageWall {
	v := &imageWall{session: s, side: side, surface: newSurface(run)}
	v.ExtendBaseWidget(v)
	s.Watch(v.changed)
	return v
}

// CreateRenderer shows the painted pixels.
func (v *imageWall) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.surface.raster)
}

// MinSize lets the wall become small.
func (v *imageWall) MinSize() fyne.Size { return fyne.NewSize(120, 90) }

func (v *imageWall) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged:
		v.newSet()
	case session.ResultChanged, session.SelectionChanged, session.FiltersChanged, session.DisplayChanged:
		v.newMarks()
	case session.CameraChanged, session.HoverChanged, session.StyleChanged:
	default:
		return
	}
	v.redraw()
}

// newSet prepares the pictures of the open set on a goroutine of its own.
func (v *imageWall) newSet() {
	set := v.session.Set()
	v.set, v.wall = set, draw.Wall{}
	if set == nil {
		return
	}
	v.surface.workers.Go(func() {
		pictures, err := draw.NewThumbnails(set.Images(), set.Width, set.Height, set.Thumbnail)
		v.surface.run(func() {
			if err != nil || v.set != set {
				return
			}
			v.wall = draw.NewWall(pictures)
			v.wall.Names = make([]string, set.Images())
			for i := range v.wall.Names {
				v.wall.Names[i] = fmt.Sprintf("%d · %s", i+1, className(set, i))
			}
			v.newMarks()
			v.redraw()
		})
	})
}

// className names the class of a picture: a number is not enough of a name.
func className(set *images.Set, i int) string {
	name := set.Classes[set.Truth[i]-1]
	if _, err := strconv.Atoi(name); err == nil {
		return "class " + name
	}
	return name
}

// newMarks takes labels, selection and filters. The slices are new ones
// because the painter may still read the old.
func (v *imageWall) newMarks() {
	if v.wall.Pictures == nil {
		return
	}
	s, n := v.session, v.wall.Pictures.Count()
	v.wall.Labels, v.wall.Truth, v.wall.Wrong = s.ViewLabels(v.side), s.Truth(), s.Wrong(v.side)
	if s.Display().Truth[v.side] {
		v.wall.Wrong = nil
	}
	v.wall.Selected, v.wall.Hidden = make([]bool, n), make([]bool, n)
	for i := range n {
		v.wall.Selected[i] = s.Selected(i)
		v.wall.Hidden[i] = !s.Shown(v.side, i)
	}
}

// redraw has the wall painted as it is now.
func (v *imageWall) redraw() {
	if v.wall.Pictures == nil {
		return
	}
	v.wall.Camera, v.wall.Hovered, v.wall.Style = v.session.Camera(), v.session.Hovered(), style()
	v.wall.Closest, v.wall.Affinities = nil, nil
	if shown := v.wall.Shown(); shown != draw.NoTrack {
		for _, n := range v.session.Neighbours(v.side, shown, 2*neighbours) {
			v.wall.Closest, v.wall.Affinities = append(v.wall.Closest, n.Track), append(v.wall.Affinities, n.Affinity)
		}
	}
	wall := v.wall
	v.surface.paint(func(dst *image.RGBA, scale float64) {
		wall.Scale = scale
		v.painter.Paint(dst, &wall)
	})
}

// pictureAt returns the picture under a position, draw.NoTrack for none.
func (v *imageWall) pictureAt(p fyne.Position) int {
	if v.wall.Pictures == nil || v.surface.pixels().X == 0 {
		return draw.NoTrack
	}
	x, y := v.surface.toPixels(p)
	v.wall.Scale = v.surface.scale
	return v.wall.HitTest(v.surface.pixels(), x, y)
}

// MouseIn is part of hovering.
func (v *imageWall) MouseIn(e *desktop.MouseEvent) { v.MouseMoved(e) }

// MouseMoved names the picture under the pointer.
func (v *imageWall) MouseMoved(e *desktop.MouseEvent) { v.session.Hover(v.pictureAt(e.Position)) }

// MouseOut names no picture.
func (v *imageWall) MouseOut() { v.session.Hover(draw.NoTrack) }

// MouseDown remembers how a click or drag begins.
func (v *imageWall) MouseDown(e *desktop.MouseEvent) {
	v.pressed, v.dragged = *e, false
}

// MouseUp selects the picture under the pointer when nothing was dragged: shift
// or control adds to the selection.
func (v *imageWall) MouseUp(e *desktop.MouseEvent) {
	if v.dragged {
		v.endBand()
		return
	}
	add := e.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0
	switch picture := v.pictureAt(e.Position); {
	case picture == draw.NoTrack && !add:
		v.session.ClearSelection()
	case picture != draw.NoTrack && add:
		v.session.Toggle(picture)
	case picture != draw.NoTrack:
		v.session.Select([]int{picture}, false)
	}
}

// Dragged moves both walls, and with shift or the right button drags out a
// rectangle that selects.
func (v *imageWall) Dragged(e *fyne.DragEvent) {
	if v.wall.Pictures == nil {
		return
	}
	v.dragged = true
	if v.pressed.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierControl) != 0 || v.pressed.Button == desktop.MouseButtonSecondary {
		x0, y0 := v.surface.toPixels(v.pressed.Position)
		x1, y1 := v.surface.toPixels(e.Position)
		v.band = true
		v.wall.Band = image.Rect(int(x0), int(y0), int(x1), int(y1))
		v.redraw()
		return
	}
	if v.session.Camera().Fitted() {
		return
	}
	dx, dy := float64(e.Dragged.DX)*v.surface.scale, float64(e.Dragged.DY)*v.surface.scale
	v.session.SetCamera(v.wall.Pan(v.surface.pixels(), dx, dy))
}

// DragEnd selects what the rectangle touches.
func (v *imageWall) DragEnd() { v.endBand() }

func (v *imageWall) endBand() {
	if !v.band {
		return
	}
	v.band = false
	found := v.wall.InRect(v.surface.pixels(), v.wall.Band)
	v.wall.Band = image.Rectangle{}
	v.session.Select(found, true)
	v.redraw()
}

// step selects the next picture on the wall, or the one before.
func (v *imageWall) step(by int) {
	from := draw.NoTrack
	if selected := v.session.Selection(); len(selected) > 0 {
		from = selected[len(selected)-1]
	}
	if next := v.wall.Step(from, by); next != draw.NoTrack {
		v.session.Select([]int{next}, false)
	}
}

// Scrolled zooms both walls at the pointer.
func (v *imageWall) Scrolled(e *fyne.ScrollEvent) {
	x, y := v.surface.toPixels(e.Position)
	v.zoomAt(x, y, math.Pow(1.0075, float64(e.Scrolled.DY)))
}

// zoom magnifies by a factor about the middle.
func (v *imageWall) zoom(factor float64) {
	size := v.surface.pixels()
	v.zoomAt(float64(size.X)/2, float64(size.Y)/2, factor)
}

func (v *imageWall) zoomAt(x, y, factor float64) {
	if v.wall.Pictures == nil {
		return
	}
	v.wall.Scale = v.surface.scale
	v.session.SetCamera(v.wall.ZoomAt(v.surface.pixels(), x, y, factor))
}
