package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// affinity shows the affinity matrices of both sides in one order and with one
// colour bar.
type affinity struct {
	session *session.Session
	kit     *kit.Kit
	object  fyne.CanvasObject

	views  [2]*matrixView
	bars   [2]*colorBar    // the second where each matrix has a scale of its own
	own    *widget.Label   // says so
	beside *fyne.Container // the bars and what can be chosen
	cell   *widget.Label

	order      int         // index into orders
	ordered    *kit.Choice // shows it
	colors     *draw.ColorMap
	gamma      float64
	boundaries bool
	camera     shown.Camera
	follow     func() // has rebuild run in a later turn: it waits for nobody
}

// orders are the orders of rows and columns.
var orders = []string{"truth", "left result", "right result", "file"}

// gammas are the exponents to choose from.
var gammas = []float64{1, 0.7, 0.5, 0.35, 0.25}

func newAffinity(s *session.Session, k *kit.Kit) *affinity {
	a := &affinity{session: s, kit: k, colors: draw.Viridis, gamma: 0.5, boundaries: true}
	for _, side := range session.Both {
		a.views[side] = newMatrixView(a, side)
	}
	a.bars = [2]*colorBar{newColorBar(k), newColorBar(k)}
	a.bars[1].Hide()
	a.own = widget.NewLabel("")
	a.own.Wrapping = fyne.TextWrapWord
	a.own.Importance = widget.LowImportance
	a.cell = widget.NewLabel("")
	a.cell.Wrapping = fyne.TextWrapWord
	a.cell.Importance = widget.LowImportance
	order := k.Choice("Order of rows and columns", 104, orders, func(i int) {
		a.order = i + a.withoutTruth()
		a.rebuild()
	})
	a.ordered = order
	a.showOrder()
	var maps, exponents []string
	for _, m := range draw.ColorMaps() {
		maps = append(maps, m.Name)
	}
	for _, g := range gammas {
		exponents = append(exponents, fmt.Sprintf("%g", g))
	}
	colors := k.Choice("Colour map", 104, maps, func(i int) { a.colors = draw.ColorMaps()[i]; a.redraw() })
	colors.Set(maps, 0)
	gamma := k.Choice("Gamma: exponents below 1 lift small affinities", 104, exponents, func(i int) {
		a.gamma = gammas[i]
		a.redraw()
	})
	gamma.Set(exponents, 2)
	groups := k.Check("Group boundaries", "Lines between the groups of the order", func(on bool) {
		a.boundaries = on
		a.redraw()
	})
	groups.Set(true)
	fit := k.Button("Fit", theme.ViewFullScreenIcon(), "Show the whole matrices", func() { a.setCamera(shown.Camera{}) })
	row := func(name string, control fyne.CanvasObject) fyne.CanvasObject {
		return container.NewBorder(nil, nil, kit.Text(name, theme.ColorNamePlaceHolder, theme.SizeNameText), nil, control)
	}
	controls := container.NewVScroll(container.NewVBox(row("Order", order), row("Colour", colors), row("Gamma", gamma),
		groups, fit, a.own, a.cell))
	bars := container.NewHBox(kit.FixedWidth(64, a.bars[0]), kit.FixedWidth(64, a.bars[1]))
	a.beside = container.NewBorder(nil, nil, bars, nil, kit.FixedWidth(164, controls))
	side := a.beside
	panes := make([]fyne.CanvasObject, 2)
	for _, side := range session.Both {
		panes[side] = a.views[side]
	}
	a.object = container.New(layout.NewCustomPaddedLayout(2, 2, 2, 2),
		container.NewBorder(nil, nil, nil, side, container.NewGridWithColumns(2, panes...)))
	a.follow = k.Once(func() {
		a.showOrder()
		a.rebuild()
	})
	s.Watch(a.changed)
	return a
}

func (a *affinity) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged:
		a.camera = shown.Camera{}
		for _, v := range a.views {
			v.outcome, v.matrix = nil, nil // of other tracks, which must not be hit any more
		}
		a.follow()
	case session.MineChanged:
		a.showOrder()
	case session.ResultChanged:
		a.follow()
	case session.StyleChanged:
		a.redraw()
	case session.SelectionChanged:
		for _, v := range a.views {
			v.takeSelection()
		}
		a.redraw()
	}
}

// withoutTruth is 1 where there is no truth to order by, else 0.
func (a *affinity) withoutTruth() int {
	if a.session.Doc.Sequence() == nil && a.session.Doc.Set() == nil || a.session.Doc.Truth() != nil {
		return 0
	}
	return 1
}

// effective is the order that is shown: the chosen one, and where none is and no
// truth is known, by the labels of the left side, or of the right where it alone
// has some.
func (a *affinity) effective() int {
	sides := a.session.Sides
	switch {
	case a.order > 0 || a.withoutTruth() == 0:
		return a.order
	case sides.Labels(session.Left) == nil && sides.Labels(session.Right) != nil:
		return 2
	}
	return 1
}

// showOrder offers the orders that there are.
func (a *affinity) showOrder() {
	none := a.withoutTruth()
	a.ordered.Set(orders[none:], a.effective()-none)
}

// labelsOf returns the labels that the chosen order sorts by, of the columns
// of an outcome; nil for the order of the file or when there are none.
func (a *affinity) labelsOf(o *session.Outcome) []int {
	var all []int
	switch a.effective() {
	case 0:
		all = a.session.Doc.Truth()
	case 1:
		all = a.session.Sides.Labels(session.Left)
	case 2:
		all = a.session.Sides.Labels(session.Right)
	}
	if all == nil {
		return nil
	}
	labels := make([]int, len(o.Points))
	for i, track := range o.Points {
		labels[i] = all[track]
	}
	return labels
}

// rebuild prepares both matrices again where they or their order have changed.
func (a *affinity) rebuild() {
	for _, v := range a.views {
		v.rebuild()
	}
	a.redraw()
}

// redraw has both matrices painted, with one scale and colour bar or, where their
// entries are too different for that, each with its own.
func (a *affinity) redraw() {
	scale := draw.SharedScale(a.views[session.Left].matrix, a.views[session.Right].matrix)
	var shown []*draw.MatrixView
	for _, v := range a.views {
		if view := v.redraw(scale); view != nil {
			shown = append(shown, view)
		}
	}
	own := len(shown) == 2 && scale == 0
	text := ""
	if own {
		text = fmt.Sprintf("Each has its own scale: left to %.2g, right to %.2g", a.views[session.Left].matrix.Max(),
			a.views[session.Right].matrix.Max())
	}
	kit.SetText(a.own, text)
	for i, bar := range a.bars {
		if i < len(shown) && (i == 0 || own) {
			bar.show(shown[i])
		} else {
			bar.show(nil)
		}
	}
	a.beside.Refresh()
}

func (a *affinity) setCamera(c shown.Camera) {
	a.camera = c
	a.redraw()
}

// hover says what entry is under the pointer.
func (a *affinity) hover(side session.Side, cell draw.Cell, ok bool) {
	if !ok {
		a.cell.SetText("")
		a.session.Selection.Hover(draw.NoTrack)
		return
	}
	o := a.session.Sides.Outcome(side)
	i, j := o.Points[cell.I], o.Points[cell.J]
	a.cell.SetText(fmt.Sprintf("%s: %s %d, %d: %.4g", side, a.session.Doc.Words().Points, i+1, j+1, cell.Value))
	a.session.Selection.Hover(i)
}
