package ui

import (
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// legend names the colours of the labels and filters what the views show.
type legend struct {
	session *session.Session
	kit     *kit.Kit
	object  fyne.CanvasObject
	chips   *fyne.Container
	none    *chip // stands for tracks without a label

	selected, wrong, differing *kit.Check
	all                        *kit.Button
}

func newLegend(s *session.Session, k *kit.Kit) *legend {
	l := &legend{session: s, kit: k, chips: container.NewHBox()}
	l.none = newChip(l, 0)
	l.selected = k.Check("selected", "Show only selected tracks", s.View.SetOnlySelected)
	l.wrong = k.Check("misclassified", "Show only tracks that each side misclassified (M)", s.View.SetOnlyWrong)
	l.differing = k.Check("differing", "Show only tracks on which the two sides differ", s.View.SetOnlyDiffering)
	l.all = k.Flat("Show all", nil, "Take all filters off", s.View.ShowAll)
	l.object = container.New(layout.NewCustomPaddedLayout(0, 0, 6, 3), container.NewBorder(nil, nil,
		nil, container.NewHBox(l.all, container.NewCenter(kit.Text("Only", theme.ColorNamePlaceHolder, theme.SizeNameText)), l.selected, l.wrong, l.differing),
		container.NewHScroll(container.NewHBox(l.chips, l.none))))
	s.Watch(l.changed)
	l.update()
	return l
}

func (l *legend) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged, session.ResultChanged, session.FiltersChanged, session.DisplayChanged:
		l.update()
	}
}

func (l *legend) update() {
	f := l.session.View.Filters()
	l.selected.Set(f.Selected)
	l.wrong.Set(f.Wrong)
	l.differing.Set(f.Differing)
	if l.session.Doc.Truth() == nil {
		l.wrong.Disable()
	} else {
		l.wrong.Enable()
	}
	if f.Any() {
		l.all.Show()
	} else {
		l.all.Hide()
	}
	count := 0
	if l.session.Sides.Labels(session.Left) != nil || l.session.Sides.Labels(session.Right) != nil || l.session.Doc.Truth() != nil {
		count = l.session.Sides.LabelCount()
	}
	for len(l.chips.Objects) < count {
		l.chips.Add(newChip(l, len(l.chips.Objects)+1))
	}
	for i, o := range l.chips.Objects {
		chip := o.(*chip)
		if i < count {
			chip.hidden = f.Hidden[i+1]
			chip.Show()
			chip.Refresh()
		} else {
			chip.Hide()
		}
	}
	l.chips.Refresh()
	l.none.hidden = f.Hidden[0]
	if l.session.View.AnyUnlabelled() {
		l.none.Show()
		l.none.Refresh()
	} else {
		l.none.Hide()
	}
}

// chip stands for a label, 0 for none: a click hides or shows its tracks, a click with the
// other button shows them alone.
type chip struct {
	widget.BaseWidget
	legend *legend
	label  int
	hidden bool
}

func newChip(l *legend, label int) *chip {
	c := &chip{legend: l, label: label}
	c.ExtendBaseWidget(c)
	return c
}

// Tapped hides or shows the label.
func (c *chip) Tapped(*fyne.PointEvent) { c.legend.session.View.ToggleLabel(c.label) }

// TappedSecondary shows the label alone, or all again.
func (c *chip) TappedSecondary(*fyne.PointEvent) { c.legend.session.View.Solo(c.label) }

// MouseIn shows what clicks do.
func (c *chip) MouseIn(*desktop.MouseEvent) {
	words := c.legend.session.Doc.Words()
	if c.label == 0 {
		c.legend.kit.Tips.Enter(c, "Outliers and "+words.Points+" that were left out: click hides or shows them")
		return
	}
	c.legend.kit.Tips.Enter(c, fmt.Sprintf("%s %d: click hides or shows its %s (%d), right click shows them alone", kit.Capital(words.Group), c.label, words.Points, c.label))
}

// MouseMoved is part of hovering.
func (c *chip) MouseMoved(*desktop.MouseEvent) {}

// MouseOut takes the tooltip away.
func (c *chip) MouseOut() { c.legend.kit.Tips.Leave() }

// CreateRenderer shows the label's colour and number.
func (c *chip) CreateRenderer() fyne.WidgetRenderer {
	r := &chipRenderer{chip: c, dot: canvas.NewRectangle(draw.LabelColor(c.label)), number: canvas.NewText(labelText(c.label), color.Transparent)}
	r.dot.CornerRadius = 4
	r.Refresh()
	return r
}

type chipRenderer struct {
	chip   *chip
	dot    *canvas.Rectangle
	number *canvas.Text
}

func (r *chipRenderer) MinSize() fyne.Size {
	return fyne.NewSize(20+r.number.MinSize().Width, max(18, r.number.MinSize().Height))
}

func (r *chipRenderer) Layout(size fyne.Size) {
	r.dot.Resize(fyne.NewSize(12, 12))
	r.dot.Move(fyne.NewPos(1, (size.Height-12)/2))
	text := r.number.MinSize()
	r.number.Resize(text)
	r.number.Move(fyne.NewPos(17, (size.Height-text.Height)/2))
}

func (r *chipRenderer) Refresh() {
	color := draw.LabelColor(r.chip.label)
	r.dot.FillColor, r.dot.StrokeColor, r.dot.StrokeWidth = color, color, 2
	r.number.Color = theme.Color(theme.ColorNameForeground)
	if r.chip.label == 0 {
		// As hollow as their points.
		r.dot.FillColor = theme.Color(theme.ColorNameBackground)
	}
	if r.chip.hidden {
		r.dot.FillColor = theme.Color(theme.ColorNameBackground)
		if r.chip.label == 0 {
			r.dot.StrokeColor = theme.Color(theme.ColorNameDisabled)
		}
		r.number.Color = theme.Color(theme.ColorNameDisabled)
	}
	r.number.TextSize = theme.TextSize()
	r.dot.Refresh()
	r.number.Refresh()
}

func (r *chipRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.dot, r.number} }

func (r *chipRenderer) Destroy() {}
