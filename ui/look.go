package ui

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// look changes how the views draw picture, points, trails and masks, by sliders.
type look struct {
	session *session.Session
	object  fyne.CanvasObject
	sliders []*slider
	lines   []lookLine
}

// lookLine is one of its sliders, in percent.
type lookLine struct {
	name     string
	from, to int
	get      func(d session.Display) float64
	set      func(d *session.Display, share float64)
}

// lookLines are the sliders. That of the masks does nothing where there are none.
var lookLines = []lookLine{
	{"Brightness of the picture", 0, 100, func(d session.Display) float64 {
		return d.Picture
	}, func(d *session.Display, v float64) { d.Picture = v }},
	{"Size of points", 100 * session.LeastSize, 100 * session.MostSize, func(d session.Display) float64 {
		return cmp.Or(d.Size, 1)
	}, func(d *session.Display, v float64) { d.Size = v }},
	{"Opacity of points", 0, 100, func(d session.Display) float64 {
		return 1 - d.Faint
	}, func(d *session.Display, v float64) { d.Faint = 1 - v }},
	{"Opacity of trails and lines", 0, 100, func(d session.Display) float64 {
		return 1 - d.FaintTrails
	}, func(d *session.Display, v float64) { d.FaintTrails = 1 - v }},
	{"Opacity of the background's points", 0, 100, func(d session.Display) float64 {
		return 1 - d.Still
	}, func(d *session.Display, v float64) { d.Still = 1 - v }},
	{"Opacity of masks", 0, 100, func(d session.Display) float64 {
		return d.Overlay
	}, func(d *session.Display, v float64) { d.Overlay = v }},
}

func newLook(s *session.Session, k *kit.Kit) *look {
	l := &look{session: s, lines: lookLines}
	grid := container.New(layout.NewFormLayout())
	for _, line := range l.lines {
		slide := newSlider(k, line.from, line.to, func(percent int) {
			d := s.View.Display()
			line.set(&d, float64(percent)/100)
			s.View.SetDisplay(d)
		})
		slide.moves = true
		l.sliders = append(l.sliders, slide)
		grid.Add(kit.Text(line.name, theme.ColorNameForeground, theme.SizeNameText))
		grid.Add(kit.FixedWidth(200, kit.Rail(slide)))
	}
	l.object = container.NewPadded(grid)
	l.update()
	return l
}

// update shows how the views draw now.
func (l *look) update() {
	for i, line := range l.lines {
		l.sliders[i].show(int(100*line.get(l.session.View.Display()) + 0.5))
	}
}

// popLook shows the sliders over the window, where the views are still seen.
func popLook(s *session.Session, k *kit.Kit, over fyne.Window) *look {
	l := newLook(s, k)
	pop := widget.NewPopUp(l.object, over.Canvas())
	pop.ShowAtPosition(fyne.NewPos(max(0, over.Canvas().Size().Width-pop.MinSize().Width-12), 84))
	return l
}
