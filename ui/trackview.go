package ui

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/draw"
	"motionseg/ui/session"
)

// neighbours is how many of the strongest affinities of a selected track are
// drawn, and linkedTracks of how many selected tracks.
const (
	neighbours   = 8
	linkedTracks = 12
)

// trackView is the moving picture of one side: picture, points, trails.
type trackView struct {
	widget.BaseWidget
	session *session.Session
	side    session.Side
	surface *surface
	painter draw.Painter // only used by the surface's goroutine

	sequence *hopkins.Sequence // of which view is, or is being prepared
	view     draw.View
	ready    bool // there is a scene
	pressed  desktop.MouseEvent
	dragged  bool
	band     bool // a rectangle is being dragged out
}

func newTrackView(s *session.Session, side session.Side, run func(func())) *trackView {
	v := &trackView{session: s, side: side, surface: newSurface(run)}
	v.ExtendBaseWidget(v)
	s.Watch(v.changed)
	return v
}

// CreateRenderer shows the painted pixels.
func (v *trackView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.surface.raster)
}

// MinSize lets the view become small.
func (v *trackView) MinSize() fyne.Size { return fyne.NewSize(120, 90) }

// changed brings what a change concerns up to date and has it painted.
func (v *trackView) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged, session.PicturesChanged:
		v.newScene()
	case session.ResultChanged, session.SelectionChanged, session.FiltersChanged, session.DisplayChanged:
		v.newMarks()
	case session.FrameChanged, session.CameraChanged, session.HoverChanged, session.ScopeChanged, session.StyleChanged:
	default:
		return
	}
	v.redraw()
}

// newScene takes the tracks of the open sequence on a goroutine of its own.
func (v *trackView) newScene() {
	q, up := v.session.Sequence(), v.session.Upward()
	if q != v.sequence {
		// The old tracks must not be hit any more.
		v.sequence, v.ready, v.view = q, false, draw.View{}
	}
	if q == nil {
		return
	}
	v.surface.workers.Go(func() {
		scene, err := draw.NewScene(q.Pixels, q.Visible, q.Width, q.Height, up)
		v.surface.run(func() {
			if err != nil || v.sequence != q || v.session.Upward() != up {
				return
			}
			v.view, v.ready = draw.NewView(scene), true
			v.newMarks()
			v.redraw()
		})
	})
}

// newMarks takes labels, selection and filters. The slices are new ones
// because the painter may still read the old.
func (v *trackView) newMarks() {
	if !v.ready {
		return
	}
	s, n := v.session, v.view.Scene.Points()
	v.view.Labels = s.ViewLabels(v.side)
	v.view.Wrong, v.view.Given = s.Wrong(v.side), s.AssignedTracks(v.side)
	d := s.Display()
	if d.Truth[v.side] {
		v.view.Wrong, v.view.Given = nil, nil
	}
	v.view.Selected, v.view.Hidden = make([]bool, n), make([]bool, n)
	for i := range n {
		v.view.Selected[i] = s.Selected(i)
		v.view.Hidden[i] = !s.Shown(v.side, i)
	}
	v.view.Links = v.links()
	v.view.Past, v.view.Future = d.Trail, 0
	if d.Future {
		v.view.Future = d.Trail
	}
	v.view.Dim = 1 - d.Picture
	v.view.Layout = d.Layout
}

// links returns the strongest affinities of the selected tracks.
func (v *trackView) links() []draw.Link {
	selected := v.session.Selection()
	if len(selected) > linkedTracks {
		return nil
	}
	var links []draw.Link
	for _, from := range selected {
		found := v.session.Neighbours(v.side, from, neighbours)
		for _, n := range found {
			links = append(links, draw.Link{From: from, To: n.Track, Strength: n.Affinity / found[0].Affinity})
		}
	}
	return links
}

// secondFrame is the other frame of the two that the layouts of two frames
// show: that of the frames to segment, otherwise the last.
func secondFrame(s *session.Session) int {
	if f := s.Frames(); f.Mode == hopkins.FramePair {
		return f.J
	}
	return s.FrameCount() - 1
}

// firstFrame is the frame that the view shows.
func firstFrame(s *session.Session) int {
	if s.Display().Layout == draw.OneFrame {
		return s.Frame()
	}
	if f := s.Frames(); f.Mode == hopkins.FramePair {
		return f.I
	}
	return min(s.Frame(), max(0, secondFrame(s)-1))
}

// redraw has the view painted as it is now.
func (v *trackView) redraw() {
	if !v.ready {
		return
	}
	view := v.view
	view.Frame, view.Second = firstFrame(v.session), secondFrame(v.session)
	view.Camera = v.session.Camera()
	view.Hovered = v.session.Hovered()
	view.Style = style()
	pictures := v.session.Pictures()
	v.view = view
	if view.Dim >= 1 {
		pictures = nil
	}
	v.surface.paint(func(dst *image.RGBA, scale float64) {
		view.Scale = scale
		if pictures != nil {
			// A frame whose picture cannot be had is drawn without.
			view.Pictures[0], _ = pictures.Frame(view.Frame)
			if view.Layout != draw.OneFrame {
				view.Pictures[1], _ = pictures.Frame(view.Second)
			}
		}
		v.painter.Paint(dst, &view)
	})
}

// trackAt returns the track under a position, draw.NoTrack for none.
func (v *trackView) trackAt(p fyne.Position) int {
	if !v.ready || v.surface.pixels().X == 0 {
		return draw.NoTrack
	}
	x, y := v.surface.toPixels(p)
	return v.view.HitTest(v.surface.pixels(), x, y, 9*v.surface.scale)
}

// MouseIn is part of hovering.
func (v *trackView) MouseIn(e *desktop.MouseEvent) { v.MouseMoved(e) }

// MouseMoved names the track under the pointer.
func (v *trackView) MouseMoved(e *desktop.MouseEvent) { v.session.Hover(v.trackAt(e.Position)) }

// MouseOut names no track.
func (v *trackView) MouseOut() { v.session.Hover(draw.NoTrack) }

// MouseDown remembers where and how a click or drag begins.
func (v *trackView) MouseDown(e *desktop.MouseEvent) { v.pressed, v.dragged = *e, false }

// MouseUp selects the track under the pointer when nothing was dragged: shift
// or control adds to the selection.
func (v *trackView) MouseUp(e *desktop.MouseEvent) {
	if v.dragged {
		v.endBand()
		return
	}
	track := v.trackAt(e.Position)
	add := e.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0
	switch {
	case track == draw.NoTrack && !add:
		v.session.ClearSelection()
	case track != draw.NoTrack && add:
		v.session.Toggle(track)
	case track != draw.NoTrack:
		v.session.Select([]int{track}, false)
	}
}

// Dragged pans, and with shift or the right button drags out a rectangle that
// selects.
func (v *trackView) Dragged(e *fyne.DragEvent) {
	if !v.ready {
		return
	}
	v.dragged = true
	if v.pressed.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierControl) != 0 || v.pressed.Button == desktop.MouseButtonSecondary {
		x0, y0 := v.surface.toPixels(v.pressed.Position)
		x1, y1 := v.surface.toPixels(e.Position)
		v.band = true
		v.view.Band = image.Rect(int(x0), int(y0), int(x1), int(y1))
		v.redraw()
		return
	}
	dx, dy := float64(e.Dragged.DX)*v.surface.scale, float64(e.Dragged.DY)*v.surface.scale
	v.session.SetCamera(v.session.Camera().Pan(v.view.Bounds(), v.surface.pixels(), dx, dy))
}

// DragEnd selects what the rectangle holds.
func (v *trackView) DragEnd() { v.endBand() }

func (v *trackView) endBand() {
	if !v.band {
		return
	}
	v.band = false
	if !v.ready {
		return
	}
	tracks := v.view.InRect(v.surface.pixels(), v.view.Band, nil)
	v.view.Band = image.Rectangle{}
	v.session.Select(tracks, true)
	v.redraw()
}

// Scrolled zooms at the pointer; both views follow.
func (v *trackView) Scrolled(e *fyne.ScrollEvent) {
	if !v.ready {
		return
	}
	x, y := v.surface.toPixels(e.Position)
	factor := math.Pow(1.0075, float64(e.Scrolled.DY))
	v.session.SetCamera(v.session.Camera().ZoomAt(v.view.Bounds(), v.surface.pixels(), x, y, factor))
}

// zoom magnifies by a factor about the middle.
func (v *trackView) zoom(factor float64) {
	if !v.ready {
		return
	}
	size := v.surface.pixels()
	v.session.SetCamera(v.session.Camera().ZoomAt(v.view.Bounds(), size, float64(size.X)/2, float64(size.Y)/2, factor))
}

// Cursor is a cross over the points.
func (v *trackView) Cursor() desktop.Cursor { return desktop.CrosshairCursor }
