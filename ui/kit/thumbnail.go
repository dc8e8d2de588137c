package kit

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Thumbnail is a small picture in a frame of one size, whatever its own.
type Thumbnail struct {
	widget.BaseWidget
	picture *canvas.Image
	content fyne.CanvasObject
}

// NewThumbnail returns a frame without a picture, of a size at scale 1.
func NewThumbnail(width, height float32) *Thumbnail {
	t := &Thumbnail{picture: canvas.NewImageFromImage(nil)}
	t.picture.FillMode = canvas.ImageFillContain
	t.picture.SetMinSize(fyne.NewSize(width, height))
	back := canvas.NewRectangle(color.NRGBA{A: 0x30})
	back.SetMinSize(fyne.NewSize(width, height))
	back.CornerRadius = 3
	t.content = container.NewCenter(container.NewStack(back, t.picture))
	t.ExtendBaseWidget(t)
	return t
}

// CreateRenderer shows the picture.
func (t *Thumbnail) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.content) }

// Set shows a picture, or none.
func (t *Thumbnail) Set(m image.Image) {
	if m != t.picture.Image {
		t.picture.Image = m
		t.picture.Refresh()
	}
}

// Picture returns the picture that is shown, nil for none.
func (t *Thumbnail) Picture() image.Image { return t.picture.Image }
