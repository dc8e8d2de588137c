package ui

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/track"
	drawing "motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// trailFrames is how many frames back the trails of the tracking reach.
const trailFrames = 10

// trackingPane shows how points are followed through a film, in place of the views:
// the film with the points and their trails as they grow, how far it is, and what
// can be changed.
type trackingPane struct {
	session  *session.Session
	object   *fyne.Container
	surface  *kit.Surface
	painter  drawing.Painter // only used by the surface's goroutine
	look     *lookInto       // at the frames, which the tracker has grey
	regions  *regionEditor
	line     *widget.Label
	progress *kit.Bar
	density  *densityChoice
	ask      *kit.Button
	keep     *kit.Button
	limits   *fyne.Container // what is hidden where nothing can be changed
	trails   trails
}

// trails are the places of points in the last frames that were reported.
type trails struct {
	frames [][]track.Point
	ids    [][]int
}

// add takes the places in one more frame.
func (t *trails) add(ids []int, points []track.Point) {
	t.ids, t.frames = append(t.ids, ids), append(t.frames, points)
	if over := len(t.frames) - trailFrames; over > 0 {
		t.ids, t.frames = slices.Clone(t.ids[over:]), slices.Clone(t.frames[over:])
	}
}

// scene returns the trails of the points of the last frame, as one track each;
// nil without any.
func (t *trails) scene(width, height int) *drawing.Scene {
	if len(t.frames) == 0 || len(t.ids[len(t.ids)-1]) == 0 {
		return nil
	}
	now := t.ids[len(t.ids)-1]
	column := make(map[int]int, len(now))
	for c, id := range now {
		column[id] = c
	}
	pixels := mat.NewDense(2*len(t.frames), len(now), nil)
	visible := make([][]bool, len(now))
	for c := range visible {
		visible[c] = make([]bool, len(t.frames))
	}
	for f, ids := range t.ids {
		for k, id := range ids {
			if c, ok := column[id]; ok {
				pixels.Set(2*f, c, t.frames[f][k].X)
				pixels.Set(2*f+1, c, t.frames[f][k].Y)
				visible[c][f] = true
			}
		}
	}
	scene, err := drawing.NewScene(pixels, visible, width, height, false)
	if err != nil {
		return nil
	}
	return scene
}

// follower shows how points are followed through a film, and follows more.
type follower struct {
	ground
	sides    [2]*sidePane
	middle   *fyne.Container // the views, or a film that points are followed through
	views    *fyne.Container // with the analysis below them
	tracking *trackingPane   // nil while no points are followed
}

// trackingChanged shows the film while points are followed through it.
func (f *follower) trackingChanged() {
	if f.session.Tracking.Film() == "" {
		if f.tracking != nil {
			f.tracking.look.close()
			f.middle.Remove(f.tracking.object)
			f.tracking = nil
			if f.session.Queue.Awaited() == nil {
				f.views.Show()
			}
		}
		return
	}
	if f.tracking == nil {
		f.tracking = newTrackingPane(f.session, f.kit, f.win)
		f.views.Hide()
		f.middle.Add(f.tracking.object)
	}
	f.tracking.begin()
}

func newTrackingPane(s *session.Session, k *kit.Kit, over fyne.Window) *trackingPane {
	d := &trackingPane{session: s, surface: kit.NewSurface(k), line: widget.NewLabel(""), progress: kit.NewBar()}
	d.line.Truncation = fyne.TextTruncateEllipsis
	d.regions = newRegionEditor(k, d.surface, s.Tracking.SetLimits)
	d.density = newDensityChoice(s, over, k)
	d.ask = k.Button("Frames and size …", nil, "Choose which frames are tracked, and how large; begins again",
		s.Tracking.Ask)
	d.keep = k.Button("Stop here", nil, "Take the tracks as far as they are", s.Tracking.Keep)
	d.keep.Importance = widget.HighImportance
	drop := k.Button("Cancel", nil, "Track nothing (Esc)", s.Tracking.Drop)
	d.limits = container.NewVBox(d.density.object, d.regions.object)
	controls := container.NewVBox(
		container.NewBorder(nil, nil, nil, container.NewHBox(d.ask, drop, d.keep),
			container.NewBorder(nil, nil, nil, nil, d.line)),
		d.progress, d.limits)
	d.object = container.NewBorder(nil, container.NewPadded(controls), nil, nil,
		container.NewStack(d.surface.Raster, d.regions.pad))
	return d
}

// begin shows a film from its first frame on.
func (d *trackingPane) begin() {
	t := d.session.Tracking
	d.trails = trails{}
	if d.look != nil {
		d.look.close()
	}
	d.look = newLookInto(d.surface, t.Footage())
	d.look.show(0)
	d.progress.SetValue(0)
	d.line.SetText("Opening " + track.NameOf(t.Film()) + " …")
	d.density.update()
	for o, on := range map[fyne.CanvasObject]bool{d.limits: t.Adjustable(), d.regions.pad: t.Adjustable(),
		d.ask: t.CanAsk()} {
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
	d.regions.show(t.Limits())
	kit.Enable(d.keep, false)
}

// update shows how far the film is.
func (d *trackingPane) update() {
	p := d.session.Tracking.Progress()
	if p.Picture == nil {
		return
	}
	kit.Enable(d.keep, true)
	kit.SetText(d.line, "Following points: "+trackingText(p))
	if p.Frames > 0 {
		d.progress.SetValue(float64(p.Done) / float64(p.Frames))
	}
	d.trails.add(p.IDs, p.Points)
	size := p.Picture.Rect.Size()
	d.regions.setBounds(size)
	scene := d.trails.scene(size.X, size.Y)
	if scene == nil {
		return
	}
	view := drawing.NewView(scene)
	view.Frame, view.Past, view.Dots, view.Style = scene.Frames()-1, trailFrames, true, kit.Style()
	picture, look := p.Picture, d.look
	d.surface.Paint(func(dst *image.RGBA, scale float64) {
		view.Scale = scale
		view.MarkerSize = view.FittingMarker(dst.Rect.Size())
		view.Pictures[0] = look.frame(p.Frame)
		if view.Pictures[0] == nil { // in grey, as the tracker has it
			grey := image.NewRGBA(picture.Rect)
			draw.Draw(grey, grey.Rect, picture, picture.Rect.Min, draw.Src)
			view.Pictures[0] = grey
		}
		d.painter.Paint(dst, &view)
	})
}

// trackingText says how far a film is.
func trackingText(p session.TrackingProgress) string {
	text := fmt.Sprintf("Frame %d", p.Frame+1)
	if p.Frames > 0 {
		text = fmt.Sprintf("%d of %d frames", p.Done, p.Frames)
	}
	text += fmt.Sprintf(" · %d points", len(p.Points))
	if p.Left > 0 {
		text += " · " + leftText(p.Left)
	}
	return text
}

// leftText words the time that something still takes.
func leftText(left time.Duration) string {
	if left > 90*time.Second {
		return fmt.Sprintf("about %.0f min left", math.Ceil(left.Minutes()))
	}
	return fmt.Sprintf("about %.0f s left", math.Ceil(left.Seconds()))
}

// trackingItems are the items of the menu about following points.
func (f *follower) trackingItems() []*fyne.MenuItem {
	t := f.session.Tracking
	on := item("Follow points on from this frame", t.TrackOn)
	more := item("Add points in the visible part", f.addPoints)
	inside := item("Add points in a rectangle …", f.askRectangle)
	able := t.CanTrackOn()
	on.Disabled, more.Disabled, inside.Disabled = !able, !able, !able
	again := item("Track again …", t.TrackAgain)
	again.Disabled = !t.CanTrackAgain()
	return []*fyne.MenuItem{on, more, inside, again}
}

// askRectangle takes the next rectangle that is dragged out on either view as
// where to add points.
func (f *follower) askRectangle() {
	f.status.hold("Drag a rectangle on the picture: points are added in it. Esc ends this.")
	for _, side := range session.Both {
		v := f.sides[side].view
		v.once = func(band image.Rectangle) {
			f.endRectangle()
			way := v.view.Transform(v.surface.Pixels())
			x0, y0 := way.ToWorld(float64(band.Min.X), float64(band.Min.Y))
			x1, y1 := way.ToWorld(float64(band.Max.X), float64(band.Max.Y))
			if x1-x0 < leastRegion || y1-y0 < leastRegion {
				return
			}
			f.session.Tracking.AddPoints(track.Rectangle(track.Point{X: x0, Y: y0}, track.Point{X: x1, Y: y1}))
		}
	}
}

// endRectangle lets dragging move the picture again, and reports whether it did
// not.
func (f *follower) endRectangle() bool {
	asked := false
	for _, side := range session.Both {
		v := f.sides[side].view
		asked = asked || v.once != nil
		v.once = nil
	}
	if asked {
		f.status.say("")
	}
	return asked
}

// addPoints follows more points through what the view shows of the frame.
func (f *follower) addPoints() {
	v := f.sides[mainSide(f.session, session.Left)].view
	if !v.ready {
		return
	}
	size := v.surface.Pixels()
	way := v.view.Transform(size)
	x0, y0 := way.ToWorld(0, 0)
	x1, y1 := way.ToWorld(float64(size.X), float64(size.Y))
	f.session.Tracking.AddPoints(track.Rectangle(track.Point{X: x0, Y: y0}, track.Point{X: x1, Y: y1}))
}
