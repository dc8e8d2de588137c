package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// badge is a few words in the upper left corner of a picture, light on dark so that
// they are seen on any.
type badge struct {
	object *fyne.Container
	text   *canvas.Text
}

func newBadge() *badge {
	b := &badge{text: canvas.NewText("", color.White)}
	b.text.TextSize = 11
	back := canvas.NewRectangle(color.NRGBA{A: 0xA0})
	back.CornerRadius = 4
	words := container.NewStack(back, container.New(layout.NewCustomPaddedLayout(2, 2, 6, 6), b.text))
	b.object = container.NewVBox(container.NewHBox(container.New(layout.NewCustomPaddedLayout(6, 0, 6, 0), words)))
	b.object.Hide()
	return b
}

// show shows words, or no badge where there are none.
func (b *badge) show(words string) {
	if words != b.text.Text {
		b.text.Text = words
		b.object.Refresh()
	}
	if on := words != ""; on && !b.object.Visible() {
		b.object.Show()
	} else if !on && b.object.Visible() {
		b.object.Hide()
	}
}
