package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// welcome is the card of the first start: it asks what the user has, over the example,
// and goes when anything is opened or run, by its button or Esc.
type welcome struct {
	object  *fyne.Container
	choices []*kit.Button
}

// welcomeChoice is one of its answers.
type welcomeChoice struct {
	name, says string
	do         func()
}

func newWelcome(s *session.Session, k *kit.Kit, choices []welcomeChoice) *welcome {
	w := &welcome{}
	grid := container.New(layout.NewGridLayout(2))
	for _, c := range choices {
		b := k.Button(c.name, nil, c.says, func() { w.object.Hide(); c.do() })
		b.Importance = widget.HighImportance
		w.choices = append(w.choices, b)
		says := widget.NewLabel(c.says)
		says.Wrapping = fyne.TextWrapWord
		says.Importance = widget.LowImportance
		grid.Add(container.NewBorder(b, nil, nil, nil, says))
	}
	example := k.Flat("Look at the example first (Esc)", nil, "", func() { w.object.Hide() })
	back := canvas.NewRectangle(theme.Color(theme.ColorNameOverlayBackground))
	back.CornerRadius, back.StrokeWidth, back.StrokeColor = 8, 1, theme.Color(theme.ColorNameInputBorder)
	card := container.NewStack(back, container.New(layout.NewCustomPaddedLayout(14, 10, 18, 18),
		container.NewBorder(kit.Text("What do you want to open?", theme.ColorNameForeground, theme.SizeNameHeadingText),
			example, nil, nil, grid)))
	w.object = container.NewCenter(container.NewGridWrap(fyne.NewSize(560, 300), card))
	w.object.Hide()
	opened := false
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.SequenceChanged:
			if opened { // the first is the example
				w.object.Hide()
			}
			opened = true
		case session.ResultChanged, session.TrackingChanged, session.QueueChanged:
			w.object.Hide()
		case session.StyleChanged:
			back.FillColor, back.StrokeColor = theme.Color(theme.ColorNameOverlayBackground),
				theme.Color(theme.ColorNameInputBorder)
			back.Refresh()
		}
	})
	return w
}

// end takes the card away and reports whether it was there.
func (w *welcome) end() bool {
	was := w.object.Visible()
	if was {
		w.object.Hide()
	}
	return was
}
