package ui

import (
	"image"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// matrixView is the affinity matrix of one side.
type matrixView struct {
	widget.BaseWidget
	affinity *affinity
	side     session.Side
	surface  *kit.Surface
	painter  draw.MatrixPainter // only used by the surface's goroutine
	empty    *canvas.Text

	matrix   *draw.Matrix     // nil until it is prepared
	outcome  *session.Outcome // of matrix, or being prepared
	order    []int
	groups   []int
	selected []bool
	hovered  draw.Cell
	view     draw.MatrixView
	pressed  desktop.MouseEvent
	dragged  bool
	corner   draw.Cell // where a block that is being selected begins
	inside   bool      // whether that is an entry
	stepped  bool      // whether the block has been selected once
}

func newMatrixView(a *affinity, side session.Side) *matrixView {
	v := &matrixView{affinity: a, side: side, surface: kit.NewSurface(a.kit),
		hovered: draw.Cell{I: draw.NoTrack, J: draw.NoTrack}}
	v.empty = canvas.NewText("", color.Transparent)
	v.empty.Alignment = fyne.TextAlignCenter
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer shows the painted matrix, or a hint before there is one.
func (v *matrixView) CreateRenderer() fyne.WidgetRenderer {
	return &matrixRenderer{view: v}
}

type matrixRenderer struct{ view *matrixView }

func (r *matrixRenderer) MinSize() fyne.Size { return fyne.NewSize(80, 80) }

func (r *matrixRenderer) Layout(size fyne.Size) {
	r.view.surface.Raster.Resize(size)
	r.view.empty.Resize(size)
}

func (r *matrixRenderer) Refresh() {
	r.view.empty.Text = r.view.hint()
	r.view.empty.Color = theme.Color(theme.ColorNamePlaceHolder)
	r.view.empty.TextSize = theme.TextSize()
	if r.view.matrix == nil && r.view.outcome == nil {
		r.view.empty.Show()
		r.view.surface.Raster.Hide()
	} else {
		r.view.empty.Hide()
		r.view.surface.Raster.Show()
	}
	r.view.empty.Refresh()
}

// hint says why there is no matrix.
func (v *matrixView) hint() string {
	if v.affinity.session.Sides.State(v.side) == session.Running {
		return "Computing …"
	}
	return "Not run yet"
}

func (r *matrixRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.view.surface.Raster, r.view.empty}
}

func (r *matrixRenderer) Destroy() {}

// rebuild prepares the matrix of the side's result in the chosen order on a
// goroutine of its own.
func (v *matrixView) rebuild() {
	o := v.affinity.session.Sides.Outcome(v.side)
	if o == nil || o.Result.W == nil {
		v.outcome, v.matrix = nil, nil
		v.Refresh()
		return
	}
	labels := v.affinity.labelsOf(o)
	order := draw.FileOrder(len(o.Points))
	if labels != nil {
		order = draw.LabelOrder(labels)
	}
	if v.outcome != nil && v.matrix != nil && o.Result.W == v.outcome.Result.W && slices.Equal(order, v.order) {
		// It may be compared with another truth since.
		v.outcome = o
		v.groups = draw.Groups(labels, order)
		return
	}
	if o != v.outcome {
		// The old matrix has other points; it must not be hit any more.
		v.matrix = nil
	}
	v.outcome, v.order = o, order
	v.surface.Workers.Go(func() {
		matrix, err := draw.NewMatrix(o.Result.W, order)
		v.surface.Run(func() {
			if err != nil || v.outcome != o || !slices.Equal(order, v.order) {
				return
			}
			v.matrix, v.groups = matrix, draw.Groups(labels, order)
			v.takeSelection()
			v.Refresh()
			v.affinity.redraw()
		})
	})
}

// takeSelection marks the columns of the selected tracks.
func (v *matrixView) takeSelection() {
	if v.outcome == nil {
		return
	}
	v.selected = make([]bool, len(v.outcome.Points))
	for i, track := range v.outcome.Points {
		v.selected[i] = v.affinity.session.Selection.Has(track)
	}
}

// redraw has the matrix painted and returns what is painted, nil for nothing.
func (v *matrixView) redraw(largest float64) *draw.MatrixView {
	if v.matrix == nil {
		return nil
	}
	a := v.affinity
	view := draw.NewMatrixView(v.matrix)
	view.Map, view.Gamma, view.Max, view.Camera = a.colors, a.gamma, largest, a.camera
	view.Selected, view.Hovered, view.Style = v.selected, v.hovered, labelStyle(v.affinity.session, kit.Style())
	if a.boundaries {
		view.Groups = v.groups
	}
	v.view = view
	v.surface.Paint(func(dst *image.RGBA, scale float64) {
		view.Scale = scale
		v.painter.Paint(dst, &view)
	})
	return &v.view
}

func (v *matrixView) hit(p fyne.Position) (draw.Cell, bool) {
	if v.matrix == nil || v.surface.Pixels().X == 0 {
		return draw.Cell{}, false
	}
	x, y := v.surface.ToPixels(p)
	v.view.Scale = v.surface.Scale
	return v.view.HitTest(v.surface.Pixels(), x, y)
}

// MouseIn is part of hovering.
func (v *matrixView) MouseIn(e *desktop.MouseEvent) { v.MouseMoved(e) }

// MouseMoved shows the entry under the pointer, or drags with the right button.
func (v *matrixView) MouseMoved(e *desktop.MouseEvent) {
	if drag := rightDrag(&v.pressed, e, v.dragged); drag != nil {
		v.Dragged(drag)
		return
	}
	cell, ok := v.hit(e.Position)
	if !ok {
		cell = draw.Cell{I: draw.NoTrack, J: draw.NoTrack}
	}
	if cell != v.hovered {
		v.hovered = cell
		v.affinity.hover(v.side, cell, ok)
		v.affinity.redraw()
	}
}

// MouseOut shows no entry.
func (v *matrixView) MouseOut() {
	v.hovered = draw.Cell{I: draw.NoTrack, J: draw.NoTrack}
	v.affinity.hover(v.side, v.hovered, false)
	v.affinity.redraw()
}

// MouseDown remembers how a click or drag begins.
func (v *matrixView) MouseDown(e *desktop.MouseEvent) {
	v.pressed, v.dragged, v.stepped = *e, false, false
}

// MouseUp selects the two tracks of the entry under the pointer; shift adds
// them.
func (v *matrixView) MouseUp(e *desktop.MouseEvent) {
	if v.dragged {
		return
	}
	if cell, ok := v.hit(e.Position); ok {
		add := e.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierControl) != 0
		v.affinity.session.Selection.Select([]int{v.outcome.Points[cell.I], v.outcome.Points[cell.J]}, add)
	}
}

// Dragged moves both matrices; with shift or the right button it selects the
// tracks of a block.
func (v *matrixView) Dragged(e *fyne.DragEvent) {
	if v.matrix == nil {
		return
	}
	first := !v.dragged
	v.dragged = true
	if v.pressed.Modifier&fyne.KeyModifierShift != 0 || v.pressed.Button == desktop.MouseButtonSecondary {
		v.dragBlock(e.Position, first)
		return
	}
	dx, dy := float64(e.Dragged.DX)*v.surface.Scale, float64(e.Dragged.DY)*v.surface.Scale
	v.affinity.setCamera(v.affinity.camera.Pan(v.view.Bounds(), v.surface.Pixels(), dx, dy))
}

// dragBlock selects the tracks of the rows and columns from where the drag began to
// a position.
func (v *matrixView) dragBlock(to fyne.Position, first bool) {
	if first {
		v.corner, v.inside = v.hit(v.pressed.Position)
	}
	end, ok := v.hit(to)
	if !ok || !v.inside {
		return
	}
	var tracks []int
	for _, side := range [][2]int{{v.corner.I, end.I}, {v.corner.J, end.J}} {
		from, last := slices.Index(v.order, side[0]), slices.Index(v.order, side[1])
		for k := min(from, last); k <= max(from, last); k++ {
			tracks = append(tracks, v.outcome.Points[v.order[k]])
		}
	}
	choose := func() { v.affinity.session.Selection.Select(tracks, false) }
	if !v.stepped {
		v.stepped = true
		choose()
		return
	}
	v.affinity.session.Selection.Further(choose) // one step back, not one for each move
}

// DragEnd is part of dragging.
func (v *matrixView) DragEnd() {}

// Scrolled zooms both matrices at the pointer, down to single entries.
func (v *matrixView) Scrolled(e *fyne.ScrollEvent) {
	if v.matrix == nil {
		return
	}
	x, y := v.surface.ToPixels(e.Position)
	factor := math.Pow(1.0075, float64(e.Scrolled.DY))
	camera := v.affinity.camera.ZoomAt(v.view.Bounds(), v.surface.Pixels(), x, y, factor)
	if camera.Zoom <= 1 {
		camera = shown.Camera{}
	}
	v.affinity.setCamera(camera)
}

// colorBar is the colour bar of both matrices.
type colorBar struct {
	widget.BaseWidget
	surface *kit.Surface
}

func newColorBar(k *kit.Kit) *colorBar {
	b := &colorBar{surface: kit.NewSurface(k)}
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer shows the painted bar.
func (b *colorBar) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(b.surface.Raster)
}

// show paints the bar of a view; nil hides it.
func (b *colorBar) show(v *draw.MatrixView) {
	if v == nil {
		b.Hide()
		return
	}
	b.Show()
	view := *v
	b.surface.Paint(func(dst *image.RGBA, scale float64) {
		view.Scale = scale
		draw.PaintColorBar(dst, &view)
	})
}
