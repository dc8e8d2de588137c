package ui

import (
	"image"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins/track"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// What is drawn on a film, and what it means.
const (
	rectangle = "rectangle"
	outline   = "outline"
	trackIn   = "begin points in it"
	leaveOut  = "leave it out"
)

// regionEditor draws on a film where points are to be followed, over a surface
// that shows it.
type regionEditor struct {
	pad     *regionPad
	shape   *kit.Radio
	meaning *kit.Radio
	clear   *kit.Button
	object  fyne.CanvasObject // the controls
	surface *kit.Surface
	bounds  shown.Rect // of the film; empty while it is not known
	limits  session.Limits
	changed func(session.Limits)
}

func newRegionEditor(k *kit.Kit, surface *kit.Surface, changed func(session.Limits)) *regionEditor {
	e := &regionEditor{surface: surface, changed: changed}
	e.pad = newRegionPad(e.drawn, e.place)
	e.shape = k.Radio([]string{rectangle, outline}, func(word string) { e.pad.outline = word == outline })
	e.meaning = k.Radio([]string{trackIn, leaveOut}, nil)
	e.clear = k.Button("Whole picture", nil, "Take back what was drawn", func() { e.take(session.Limits{}) })
	e.object = container.NewBorder(nil, nil, widget.NewLabel("Draw a"), e.clear,
		container.NewHBox(e.shape.Row, widget.NewLabel("to"), e.meaning.Row))
	e.show(session.Limits{})
	return e
}

// show shows limits.
func (e *regionEditor) show(l session.Limits) {
	e.limits = l
	kit.Enable(e.clear, len(l.Only)+len(l.Without) > 0)
	e.pad.only, e.pad.without = l.Only, l.Without
	e.pad.Refresh()
}

// take shows limits and hands them on.
func (e *regionEditor) take(l session.Limits) {
	e.show(l)
	e.changed(l)
}

// setBounds says how large the pictures of the film are.
func (e *regionEditor) setBounds(size image.Point) {
	bounds := shown.Rect{MaxX: float64(size.X), MaxY: float64(size.Y)}
	if bounds != e.bounds {
		e.bounds = bounds
		e.pad.Refresh()
	}
}

// way is how the pictures of the film lie on the surface.
func (e *regionEditor) way() shown.Transform {
	return shown.Camera{}.Transform(e.bounds, e.surface.Pixels())
}

// place returns where a point of the film is on the pad, and whether that is
// known.
func (e *regionEditor) place(p track.Point) (fyne.Position, bool) {
	if e.bounds == (shown.Rect{}) || e.surface.Pixels().X == 0 {
		return fyne.Position{}, false
	}
	x, y := e.way().ToScreen(p.X, p.Y)
	return fyne.NewPos(float32(x/e.surface.Scale), float32(y/e.surface.Scale)), true
}

// leastRegion is how wide and high something drawn is at least, in pixels of the
// film; less is a click.
const leastRegion = 4

// drawn takes a closed line on the pad.
func (e *regionEditor) drawn(line []fyne.Position) {
	if e.bounds == (shown.Rect{}) {
		return
	}
	way := e.way()
	var region track.Region
	least, most := track.Point{X: math.Inf(1), Y: math.Inf(1)}, track.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, at := range line {
		x, y := way.ToWorld(e.surface.ToPixels(at))
		p := track.Point{X: min(max(x, 0), e.bounds.MaxX), Y: min(max(y, 0), e.bounds.MaxY)}
		region = append(region, p)
		least, most = track.Point{X: min(least.X, p.X), Y: min(least.Y, p.Y)},
			track.Point{X: max(most.X, p.X), Y: max(most.Y, p.Y)}
	}
	if len(region) < 3 || most.X-least.X < leastRegion || most.Y-least.Y < leastRegion {
		return
	}
	l := e.limits
	if e.meaning.Selected == leaveOut {
		l.Without = append(slices.Clone(l.Without), region)
	} else {
		l.Only = append(slices.Clone(l.Only), region)
	}
	e.take(l)
}

// regionPad is where regions are drawn by dragging, and shown.
type regionPad struct {
	widget.BaseWidget
	only, without []track.Region
	outline       bool            // draws a line, not a rectangle
	line          []fyne.Position // that is being drawn: all of it, or two corners
	drawn         func(line []fyne.Position)
	place         func(track.Point) (fyne.Position, bool)
}

func newRegionPad(drawn func([]fyne.Position), place func(track.Point) (fyne.Position, bool)) *regionPad {
	p := &regionPad{drawn: drawn, place: place}
	p.ExtendBaseWidget(p)
	return p
}

// Dragged draws a line or a rectangle.
func (p *regionPad) Dragged(e *fyne.DragEvent) {
	if p.line == nil {
		p.line = []fyne.Position{e.Position.SubtractXY(e.Dragged.DX, e.Dragged.DY)}
	}
	if !p.outline {
		p.line = p.line[:1]
	}
	p.line = append(p.line, e.Position)
	p.Refresh()
}

// closed returns the line that is being drawn as it would be taken.
func (p *regionPad) closed() []fyne.Position {
	if p.outline || len(p.line) < 2 {
		return p.line
	}
	a, b := p.line[0], p.line[1]
	return []fyne.Position{a, fyne.NewPos(b.X, a.Y), b, fyne.NewPos(a.X, b.Y)}
}

// DragEnd takes what was drawn.
func (p *regionPad) DragEnd() {
	line := p.closed()
	p.line = nil
	p.Refresh()
	if line != nil {
		p.drawn(line)
	}
}

// MinSize lets the film become small.
func (p *regionPad) MinSize() fyne.Size { return fyne.NewSize(240, 150) }

// CreateRenderer shows the regions, and what is being drawn.
func (p *regionPad) CreateRenderer() fyne.WidgetRenderer { return &padRenderer{pad: p} }

// padRenderer draws lines.
type padRenderer struct {
	pad   *regionPad
	lines []fyne.CanvasObject
}

func (r *padRenderer) Destroy() {}

func (r *padRenderer) Layout(fyne.Size) { r.build() }

func (r *padRenderer) MinSize() fyne.Size { return r.pad.MinSize() }

func (r *padRenderer) Objects() []fyne.CanvasObject { return r.lines }

func (r *padRenderer) Refresh() {
	r.build()
	canvas.Refresh(r.pad)
}

// build makes the lines anew.
func (r *padRenderer) build() {
	r.lines = nil
	closed := func(places []fyne.Position, c color.Color) {
		for i, a := range places {
			l := canvas.NewLine(c)
			l.StrokeWidth = 2
			l.Position1, l.Position2 = a, places[(i+1)%len(places)]
			r.lines = append(r.lines, l)
		}
	}
	for name, regions := range map[fyne.ThemeColorName][]track.Region{theme.ColorNameSuccess: r.pad.only,
		theme.ColorNameError: r.pad.without} {
		for _, region := range regions {
			var places []fyne.Position
			for _, p := range region {
				if at, known := r.pad.place(p); known {
					places = append(places, at)
				}
			}
			closed(places, theme.Color(name))
		}
	}
	closed(r.pad.closed(), theme.Color(theme.ColorNamePrimary))
}
