package ui

import (
	"fmt"
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins/imageset"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// imageWall is the set of pictures as one side groups it: a wall of
// thumbnails, painted into one picture.
type imageWall struct {
	widget.BaseWidget
	pointing
	side    session.Side
	painter draw.WallPainter // only used by the surface's goroutine

	set  *imageset.Set // whose pictures are in wall, or being prepared
	wall draw.Wall
}

func newImageWall(s *session.Session, side session.Side, k *kit.Kit) *imageWall {
	v := &imageWall{pointing: pointing{session: s, surface: kit.NewSurface(k)}, side: side}
	v.on = v
	v.ExtendBaseWidget(v)
	s.Watch(v.changed)
	return v
}

// CreateRenderer shows the painted pixels.
func (v *imageWall) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.surface.Raster)
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
	set := v.session.Doc.Set()
	v.set, v.wall = set, draw.Wall{}
	if set == nil {
		return
	}
	v.surface.Workers.Go(func() {
		pictures, err := draw.NewThumbnails(set.Images(), set.Width, set.Height, set.Thumbnail)
		v.surface.Run(func() {
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

// newMarks takes labels, selection and filters. The slices are new ones
// because the painter may still read the old.
func (v *imageWall) newMarks() {
	if v.wall.Pictures == nil {
		return
	}
	s, n := v.session, v.wall.Pictures.Count()
	v.wall.Labels, v.wall.Truth, v.wall.Wrong = s.View.Labels(v.side), s.Doc.Truth(), s.Sides.Wrong(v.side)
	if s.View.Display().Truth[v.side] {
		v.wall.Wrong = nil
	}
	v.wall.Selected, v.wall.Hidden = make([]bool, n), make([]bool, n)
	for i := range n {
		v.wall.Selected[i] = s.Selection.Has(i)
		v.wall.Hidden[i] = !s.View.Shown(v.side, i)
	}
}

// redraw has the wall painted as it is now.
func (v *imageWall) redraw() {
	if v.wall.Pictures == nil {
		return
	}
	v.wall.Camera, v.wall.Hovered, v.wall.Style = v.session.View.Camera(), v.session.Selection.Hovered(), kit.Style()
	v.wall.Closest, v.wall.Affinities = nil, nil
	if shown := v.wall.Shown(); shown != draw.NoTrack {
		for _, n := range v.session.Sides.Neighbours(v.side, shown, 2*neighbours) {
			v.wall.Closest, v.wall.Affinities = append(v.wall.Closest, n.Track), append(v.wall.Affinities, n.Affinity)
		}
	}
	wall := v.wall
	v.surface.Paint(func(dst *image.RGBA, scale float64) {
		wall.Scale = scale
		v.painter.Paint(dst, &wall)
	})
}

// pointAt returns the picture under a position, draw.NoTrack for none.
func (v *imageWall) pointAt(p fyne.Position) int {
	if v.wall.Pictures == nil || v.surface.Pixels().X == 0 {
		return draw.NoTrack
	}
	x, y := v.surface.ToPixels(p)
	v.wall.Scale = v.surface.Scale
	return v.wall.HitTest(v.surface.Pixels(), x, y)
}

func (v *imageWall) shown() bool { return v.wall.Pictures != nil }

func (v *imageWall) within(r image.Rectangle) []int { return v.wall.InRect(v.surface.Pixels(), r) }

func (v *imageWall) inside([]image.Point) []int { return nil }

// setLasso is not for pictures, which lie in rows.
func (v *imageWall) setLasso([]image.Point) bool { return false }

func (v *imageWall) setBand(r image.Rectangle) {
	v.wall.Band = r
	v.redraw()
}

func (v *imageWall) pan(dx, dy float64) {
	if !v.session.View.Camera().Fitted() {
		v.session.View.SetCamera(v.wall.Pan(v.surface.Pixels(), dx, dy))
	}
}

func (v *imageWall) zoomAt(x, y, factor float64) {
	v.wall.Scale = v.surface.Scale
	v.session.View.SetCamera(v.wall.ZoomAt(v.surface.Pixels(), x, y, factor))
}

// step selects the next picture on the wall, or the one before.
func (v *imageWall) step(by int) {
	from := draw.NoTrack
	if selected := v.session.Selection.Tracks(); len(selected) > 0 {
		from = selected[len(selected)-1]
	}
	if next := v.wall.Step(from, by); next != draw.NoTrack {
		v.session.Selection.Select([]int{next}, false)
	}
}
