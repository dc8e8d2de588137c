package ui

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"path/filepath"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/track"
	drawing "motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// The words for the densities, from few points to many.
var (
	densityWords = []string{"few", "medium", "many"}
	densities    = []track.Density{track.Sparse, track.Medium, track.Dense}
)

// What a rectangle that is drawn on the film means.
const (
	trackIn  = "begin points in it"
	leaveOut = "leave it out"
)

// trailFrames is how many frames back the trails of the tracking reach.
const trailFrames = 10

// trackingDialog shows how points are followed through a film: the film with the
// points and their trails as they grow, how far it is, and what can be changed.
type trackingDialog struct {
	session  *session.Session
	dialog   *dialog.CustomDialog
	surface  *kit.Surface
	painter  drawing.Painter // only used by the surface's goroutine
	pad      *regionPad
	line     *widget.Label
	progress *widget.ProgressBar
	density  *widget.RadioGroup
	meaning  *widget.RadioGroup
	clear    *widget.Button
	keep     *widget.Button
	limits   *fyne.Container // what is hidden where nothing can be changed
	bounds   drawing.Rect    // of the film
	trails   trails
	quiet    bool
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

// trackingChanged opens the dialog when points begin to be followed, and closes
// it at the end.
func (w *window) trackingChanged() {
	if w.session.Tracking.Film() == "" {
		if w.tracking != nil {
			w.tracking.dialog.Hide()
			w.tracking = nil
		}
		w.updateMenu()
		return
	}
	if w.tracking == nil {
		w.tracking = newTrackingDialog(w.session, w.kit, w.win)
		w.tracking.dialog.Show()
		w.updateMenu()
	}
	w.tracking.begin()
}

func newTrackingDialog(s *session.Session, k *kit.Kit, over fyne.Window) *trackingDialog {
	d := &trackingDialog{session: s, surface: kit.NewSurface(k), line: widget.NewLabel(""), progress: widget.NewProgressBar()}
	d.line.Truncation = fyne.TextTruncateEllipsis
	d.pad = newRegionPad(d.drawn)
	d.density = widget.NewRadioGroup(densityWords, func(word string) {
		if i := slices.Index(densityWords, word); i >= 0 && !d.quiet {
			s.Tracking.SetDensity(densities[i])
		}
	})
	d.meaning = widget.NewRadioGroup([]string{trackIn, leaveOut}, nil)
	d.density.Horizontal, d.density.Required = true, true
	d.meaning.Horizontal, d.meaning.Required = true, true
	d.meaning.Selected = trackIn
	d.clear = widget.NewButton("Whole picture", func() { s.Tracking.SetLimits(session.Limits{}) })
	d.keep = widget.NewButton("Stop and keep", s.Tracking.Keep)
	d.keep.Importance = widget.HighImportance
	drop := widget.NewButton("Cancel", s.Tracking.Drop)
	d.limits = container.NewVBox(
		container.NewBorder(nil, nil, widget.NewLabel("Points:"), nil, d.density),
		container.NewBorder(nil, nil, widget.NewLabel("Draw a rectangle to"), d.clear, d.meaning))
	controls := container.NewVBox(d.line, d.progress, d.limits)
	d.dialog = dialog.NewCustomWithoutButtons("Following points", container.NewBorder(nil, controls, nil, nil, container.NewStack(d.surface.Raster, d.pad)), over)
	d.dialog.SetButtons([]fyne.CanvasObject{drop, d.keep})
	size := over.Canvas().Size()
	d.dialog.Resize(fyne.NewSize(min(760, 0.94*size.Width), min(700, 0.94*size.Height)))
	return d
}

// begin shows a film from its first frame on.
func (d *trackingDialog) begin() {
	t := d.session.Tracking
	d.trails = trails{}
	d.progress.SetValue(0)
	d.line.SetText("Opening " + filepath.Base(t.Film()) + " …")
	d.quiet = true
	d.density.SetSelected(densityWords[slices.Index(densities, t.Density())])
	d.quiet = false
	if t.Adjustable() {
		d.limits.Show()
	} else {
		d.limits.Hide()
	}
	limits := t.Limits()
	kit.Enable(d.clear, len(limits.Only)+len(limits.Without) > 0)
	kit.Enable(d.keep, false)
}

// update shows how far the film is.
func (d *trackingDialog) update() {
	p := d.session.Tracking.Progress()
	if p.Picture == nil {
		return
	}
	kit.Enable(d.keep, true)
	kit.SetText(d.line, trackingText(p))
	if p.Frames > 0 {
		d.progress.SetValue(float64(p.Done) / float64(p.Frames))
	}
	d.trails.add(p.IDs, p.Points)
	size := p.Picture.Rect.Size()
	d.bounds = drawing.Rect{MaxX: float64(size.X), MaxY: float64(size.Y)}
	scene := d.trails.scene(size.X, size.Y)
	if scene == nil {
		return
	}
	view := drawing.NewView(scene)
	view.Frame, view.Past, view.MarkerSize, view.Style = scene.Frames()-1, trailFrames, 4, kit.Style()
	picture := p.Picture
	d.surface.Paint(func(dst *image.RGBA, scale float64) {
		colours := image.NewRGBA(picture.Rect)
		draw.Draw(colours, colours.Rect, picture, picture.Rect.Min, draw.Src)
		view.Pictures[0], view.Scale = colours, scale
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

// drawn takes a rectangle between two places of the pad.
func (d *trackingDialog) drawn(a, b fyne.Position) {
	t := d.session.Tracking
	if !t.Adjustable() || d.bounds == (drawing.Rect{}) {
		return
	}
	way := drawing.Camera{}.Transform(d.bounds, d.surface.Pixels())
	place := func(p fyne.Position) track.Point {
		x, y := way.ToWorld(d.surface.ToPixels(p))
		return track.Point{X: min(max(x, 0), d.bounds.MaxX), Y: min(max(y, 0), d.bounds.MaxY)}
	}
	p, q := place(a), place(b)
	const least = 4 // pixels; less is a click
	if math.Abs(p.X-q.X) < least || math.Abs(p.Y-q.Y) < least {
		return
	}
	limits := t.Limits()
	region := track.Rectangle(p, q)
	if d.meaning.Selected == leaveOut {
		limits.Without = append(slices.Clone(limits.Without), region)
	} else {
		limits.Only = append(slices.Clone(limits.Only), region)
	}
	t.SetLimits(limits)
}

// regionPad is where a rectangle is drawn by dragging.
type regionPad struct {
	widget.BaseWidget
	band     *canvas.Rectangle
	from, to fyne.Position
	dragging bool
	drawn    func(from, to fyne.Position)
}

func newRegionPad(drawn func(from, to fyne.Position)) *regionPad {
	p := &regionPad{band: canvas.NewRectangle(nil), drawn: drawn}
	p.band.StrokeWidth = 2
	p.band.Hide()
	p.ExtendBaseWidget(p)
	return p
}

// Dragged draws the rectangle.
func (p *regionPad) Dragged(e *fyne.DragEvent) {
	if !p.dragging {
		p.dragging = true
		p.from = e.Position.SubtractXY(e.Dragged.DX, e.Dragged.DY)
	}
	p.to = e.Position
	p.band.StrokeColor = theme.Color(theme.ColorNamePrimary)
	p.band.Move(fyne.NewPos(min(p.from.X, p.to.X), min(p.from.Y, p.to.Y)))
	p.band.Resize(fyne.NewSize(max(p.from.X, p.to.X)-min(p.from.X, p.to.X), max(p.from.Y, p.to.Y)-min(p.from.Y, p.to.Y)))
	p.band.Show()
	p.band.Refresh()
}

// DragEnd takes the rectangle.
func (p *regionPad) DragEnd() {
	if !p.dragging {
		return
	}
	p.dragging = false
	p.band.Hide()
	p.drawn(p.from, p.to)
}

// MinSize lets the film become small.
func (p *regionPad) MinSize() fyne.Size { return fyne.NewSize(240, 180) }

// CreateRenderer shows the rectangle while it is drawn.
func (p *regionPad) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout(p.band))
}

// trackingItems are the items of the menu about following points.
func (w *window) trackingItems() []*fyne.MenuItem {
	t := w.session.Tracking
	on := item("Follow points on from this frame", t.TrackOn)
	more := item("Add points in the visible part", w.addPoints)
	able := t.CanTrackOn()
	on.Disabled, more.Disabled = !able, !able
	return []*fyne.MenuItem{on, more}
}

// addPoints follows more points through what the left view shows of the frame.
func (w *window) addPoints() {
	v := w.sides[session.Left].view
	if !v.ready {
		return
	}
	size := v.surface.Pixels()
	way := v.view.Transform(size)
	x0, y0 := way.ToWorld(0, 0)
	x1, y1 := way.ToWorld(float64(size.X), float64(size.Y))
	w.session.Tracking.AddPoints(track.Rectangle(track.Point{X: x0, Y: y0}, track.Point{X: x1, Y: y1}))
}
