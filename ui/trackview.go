package ui

import (
	"cmp"
	"image"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
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
	pointing
	side    session.Side
	painter draw.Painter // only used by the surface's goroutine
	tinted  draw.Tinted  // likewise

	sequence *hopkins.Sequence // of which view is, or is being prepared
	view     draw.View
	ready    bool           // there is a scene
	met      *segment.Doubt // the question that was moved to last
	grounded []int          // labels that the still world was looked for in, or is being looked for
}

// The least distance of points, as FittingMarker words it, below which a question
// zooms in, and how far.
const (
	closeMarker  = 5.5
	questionZoom = 2.5
)

// meet moves the picture to the track of a new question, where it would be lost
// among others or lies at the edge.
func (v *trackView) meet() {
	doubt := v.session.Mine.Doubt()
	if doubt == nil || doubt == v.met || !v.ready || v.side != mainSide(v.session, session.Left) {
		return
	}
	v.met = doubt
	x, y, seen := v.view.Scene.At(doubt.Point, firstFrame(v.session))
	size := v.surface.Pixels()
	if !seen || size.X == 0 || v.view.Layout != shown.OneFrame {
		return
	}
	c := v.session.View.Camera()
	v.view.Camera, v.view.Scale = c, v.surface.Scale
	sx, sy := v.view.Transform(size).ToScreen(x, y)
	central := sx > 0.15*float64(size.X) && sx < 0.85*float64(size.X) && sy > 0.15*float64(size.Y) &&
		sy < 0.85*float64(size.Y)
	switch {
	case c.Fitted() && v.view.FittingMarker(size) < closeMarker:
		v.session.View.SetCamera(shown.Camera{X: x, Y: y, Zoom: questionZoom})
	case !c.Fitted() && !central:
		v.session.View.SetCamera(shown.Camera{X: x, Y: y, Zoom: c.Zoom})
	}
}

func newTrackView(s *session.Session, side session.Side, k *kit.Kit) *trackView {
	v := &trackView{pointing: pointing{session: s, surface: kit.NewSurface(k)}, side: side}
	v.on, v.region = v, v.regionAt
	v.ExtendBaseWidget(v)
	s.Watch(v.changed)
	return v
}

// CreateRenderer shows the painted pixels.
func (v *trackView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.surface.Raster)
}

// MinSize lets the view become small.
func (v *trackView) MinSize() fyne.Size { return fyne.NewSize(120, 90) }

// changed brings what a change concerns up to date and has it painted.
func (v *trackView) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged, session.PicturesChanged:
		v.newScene()
	case session.ResultChanged, session.SelectionChanged, session.FiltersChanged, session.DisplayChanged,
		session.MineChanged:
		v.newMarks()
		if c.Event == session.MineChanged {
			v.meet()
		}
	case session.BrushChanged:
		if !v.session.Brush.On() {
			v.view.Lasso = nil
		}
	case session.FrameChanged, session.CameraChanged, session.HoverChanged, session.ScopeChanged, session.StyleChanged,
		session.MasksChanged:
	default:
		return
	}
	v.redraw()
}

// newScene takes the tracks of the open sequence on a goroutine of its own.
func (v *trackView) newScene() {
	q, up := v.session.Doc.Sequence(), v.session.Doc.Upward()
	if q != v.sequence {
		// The old tracks must not be hit any more.
		v.sequence, v.ready, v.view = q, false, draw.View{}
	}
	if q == nil {
		return
	}
	v.surface.Workers.Go(func() {
		scene, err := draw.NewScene(q.Pixels, q.Visible, q.Width, q.Height, up)
		v.surface.Run(func() {
			if err != nil || v.sequence != q || v.session.Doc.Upward() != up {
				return
			}
			v.view, v.ready, v.grounded = draw.NewView(scene), true, nil
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
	v.view.Labels = s.View.Labels(v.side)
	v.view.Wrong, v.view.Given = s.View.Wrong(v.side), s.Sides.AssignedTracks(v.side)
	d := s.View.Display()
	if d.Truth[v.side] || s.View.ShowsMine(v.side) {
		v.view.Given = nil
	}
	v.view.Selected, v.view.Hidden = make([]bool, n), make([]bool, n)
	for i := range n {
		v.view.Selected[i] = s.Selection.Has(i)
		v.view.Hidden[i] = !s.View.Shown(v.side, i)
	}
	v.view.Links = v.links()
	v.view.Past, v.view.Future = d.Trail, 0
	if d.Future {
		v.view.Future = d.Trail
	}
	v.view.Dim = 1 - d.Picture
	v.view.Layout = d.Layout
	v.view.Faint, v.view.FaintTrails, v.view.StillFaint = d.Faint, d.FaintTrails, d.Still
	v.findStill()
	v.view.Dots = v.view.Labels == nil
	v.view.Asked = 0
	if doubt := s.Mine.Doubt(); doubt != nil && s.Selection.Has(doubt.Point) {
		v.view.Asked = doubt.Point + 1
	}
}

// findStill has the still world looked for, on a goroutine of its own, where the labels are
// others than those that it was looked for in.
func (v *trackView) findStill() {
	labels, q := v.view.Labels, v.sequence
	switch {
	case len(labels) == 0 || slices.Max(labels) < 2 || q.TwoFrame || v.view.StillFaint == 0:
		v.view.Still, v.grounded = 0, nil
		return
	case slices.Equal(labels, v.grounded):
		return
	}
	v.grounded = labels
	v.surface.Workers.Go(func() {
		still := mask.Background(q, labels)
		v.surface.Run(func() {
			if v.sequence == q && slices.Equal(labels, v.grounded) && still != v.view.Still {
				v.view.Still = still
				v.redraw()
			}
		})
	})
}

// arrangeFrames puts two frames below or beside each other, where they are larger.
func (v *trackView) arrangeFrames() {
	v.view.Below = v.view.Layout == shown.SideBySide && v.ready && v.view.FitsBelow(v.surface.Pixels())
}

// links returns the strongest affinities of the selected tracks.
func (v *trackView) links() []draw.Link {
	selected := v.session.Selection.Tracks()
	if len(selected) > linkedTracks {
		return nil
	}
	var links []draw.Link
	for _, from := range selected {
		found := v.session.Sides.Neighbours(v.side, from, neighbours)
		for _, n := range found {
			links = append(links, draw.Link{From: from, To: n.Track, Strength: n.Affinity / found[0].Affinity})
		}
	}
	return links
}

// secondFrame is the other frame of the two that the layouts of two frames
// show: that of the frames to segment, otherwise the last.
func secondFrame(s *session.Session) int {
	if f := s.Plan.Frames(); f.Mode == hopkins.FramePair {
		return f.J
	}
	return s.Doc.FrameCount() - 1
}

// firstFrame is the frame that the view shows.
func firstFrame(s *session.Session) int {
	if s.View.Display().Layout == shown.OneFrame {
		return s.Playback.Frame()
	}
	if f := s.Plan.Frames(); f.Mode == hopkins.FramePair {
		return f.I
	}
	return min(s.Playback.Frame(), max(0, secondFrame(s)-1))
}

// redraw has the view painted as it is now.
func (v *trackView) redraw() {
	if !v.ready {
		return
	}
	view := v.view
	view.Frame, view.Second = firstFrame(v.session), secondFrame(v.session)
	view.Camera = v.session.View.Camera()
	view.Hovered = v.session.Selection.Hovered()
	view.Style = labelStyle(v.session, kit.Style())
	pictures := v.session.Doc.Pictures()
	v.view = view
	v.arrangeFrames()
	if view.Dim >= 1 {
		pictures = nil
	}
	var masks *session.PackedMask
	look := v.session.View.MaskLook()
	if v.masked() {
		masks = v.session.Brush.Over(v.side, view.Frame, v.session.Masks.Of(v.side, view.Frame))
	}
	view.Soft = softPoints(masks, look)
	if masks != nil && look.CutsOut() {
		view.StillFaint = 1
	}
	size := cmp.Or(v.session.View.Display().Size, 1)
	v.surface.Paint(func(dst *image.RGBA, scale float64) {
		view.Scale = scale
		view.Below = view.Layout == shown.SideBySide && view.FitsBelow(dst.Rect.Size())
		view.MarkerSize = size * view.FittingMarker(dst.Rect.Size())
		if pictures != nil {
			// A frame whose picture cannot be had is drawn without.
			view.Pictures[0], _ = pictures.Frame(view.Frame)
			if masks != nil {
				view.Pictures[0] = v.tinted.Of(view.Pictures[0], masks, masks.Labels, view.Style, look)
			}
			if view.Layout != shown.OneFrame {
				view.Pictures[1], _ = pictures.Frame(view.Second)
			}
		}
		v.painter.Paint(dst, &view)
	})
}

// softPoints returns the soft points of a mask that are seen, nil without one.
func softPoints(masks *session.PackedMask, look shown.MaskLook) (points []draw.SoftPoint) {
	if masks == nil {
		return nil
	}
	for _, p := range masks.Soft {
		if !look.Hidden[p.Motion] {
			points = append(points, draw.SoftPoint{X: p.X, Y: p.Y, Label: p.Motion})
		}
	}
	return points
}

// masked reports whether masks lie over the pictures of the view, where they can be had.
func (v *trackView) masked() bool {
	return v.session.Doc.Pictures() != nil && v.view.Dim < 1 && v.session.View.MaskLook().Draws() &&
		v.view.Labels != nil && v.view.Layout == shown.OneFrame
}

// overlay returns what lays the masks that the view shows now over the picture of its frame,
// on any goroutine.
func (v *trackView) overlay() func(picture image.Image, style draw.Style) image.Image {
	look := v.session.View.MaskLook()
	var masks *session.PackedMask
	if v.masked() {
		masks = v.session.Masks.Of(v.side, v.view.Frame)
	}
	return func(picture image.Image, style draw.Style) image.Image {
		if masks == nil {
			return picture
		}
		return new(draw.Tinted).Of(picture, masks, masks.Labels, style, look)
	}
}

// pointAt returns the track under a position, draw.NoTrack for none.
func (v *trackView) pointAt(p fyne.Position) int {
	if !v.ready || v.surface.Pixels().X == 0 {
		return draw.NoTrack
	}
	x, y := v.surface.ToPixels(p)
	v.arrangeFrames()
	return v.view.HitTest(v.surface.Pixels(), x, y, 9*v.surface.Scale)
}

// placeAt returns the place of a position in the sequence's pictures, from their upper left
// corner, and how many of the surface's pixels one of theirs is.
func (v *trackView) placeAt(p fyne.Position) (x, y, scale float64) {
	view, bounds := v.view, v.view.Scene.Bounds()
	view.Camera, view.Scale = v.session.View.Camera(), v.surface.Scale
	t := view.Transform(v.surface.Pixels())
	sx, sy := v.surface.ToPixels(p)
	x, y = t.ToWorld(sx, sy)
	return x - bounds.MinX, y - bounds.MinY, t.Scale
}

// motionAt returns the motion whose mask is seen at a position, 0 for none.
func (v *trackView) motionAt(p fyne.Position) int {
	look := v.session.View.MaskLook()
	if !v.ready || v.surface.Pixels().X == 0 || v.view.Layout != shown.OneFrame || !look.Draws() {
		return 0
	}
	mask := v.session.Masks.Of(v.side, firstFrame(v.session))
	if mask == nil {
		return 0
	}
	bounds := v.view.Scene.Bounds()
	x, y, _ := v.placeAt(p)
	motion := mask.At(int(math.Floor(x/(bounds.MaxX-bounds.MinX)*float64(mask.Size.X))),
		int(math.Floor(y/(bounds.MaxY-bounds.MinY)*float64(mask.Size.Y))))
	if look.Hidden[motion] {
		return 0
	}
	return motion
}

// regionAt returns the tracks of the motion whose mask is seen at a position.
func (v *trackView) regionAt(p fyne.Position) []int {
	var tracks []int
	if motion := v.motionAt(p); motion > 0 {
		for i, label := range v.session.View.Labels(v.side) {
			if label == motion {
				tracks = append(tracks, i)
			}
		}
	}
	return tracks
}

func (v *trackView) shown() bool { return v.ready }

func (v *trackView) within(r image.Rectangle) []int {
	return v.view.InRect(v.surface.Pixels(), r)
}

func (v *trackView) inside(line []image.Point) []int {
	return v.view.InLasso(v.surface.Pixels(), line)
}

func (v *trackView) setLasso(line []image.Point) bool {
	v.view.Lasso = line
	v.redraw()
	return true
}

func (v *trackView) setBand(r image.Rectangle) {
	v.view.Band = r
	v.redraw()
}

func (v *trackView) pan(dx, dy float64) {
	v.session.View.SetCamera(v.session.View.Camera().Pan(v.view.Bounds(), v.surface.Pixels(), dx, dy))
}

func (v *trackView) zoomAt(x, y, factor float64) {
	v.session.View.SetCamera(v.session.View.Camera().ZoomAt(v.view.Bounds(), v.surface.Pixels(), x, y, factor))
}

// Cursor is a cross over the points.
func (v *trackView) Cursor() desktop.Cursor { return desktop.CrosshairCursor }
