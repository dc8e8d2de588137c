package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Bar is a thin line that says how much of something is done; what it is stands beside
// or above it.
type Bar struct {
	widget.BaseWidget
	Value float64 // 0…1
}

// barHeight is how thick a bar is.
const barHeight = 5

// NewBar returns a bar of which nothing is done.
func NewBar() *Bar {
	b := &Bar{}
	b.ExtendBaseWidget(b)
	return b
}

// SetValue says how much is done, 0…1.
func (b *Bar) SetValue(share float64) {
	if share = max(0, min(share, 1)); share != b.Value {
		b.Value = share
		b.Refresh()
	}
}

// CreateRenderer shows the line.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &barRenderer{bar: b, whole: canvas.NewRectangle(theme.Color(theme.ColorNameInputBorder)),
		done: canvas.NewRectangle(theme.Color(theme.ColorNamePrimary))}
	r.whole.CornerRadius, r.done.CornerRadius = barHeight/2.0, barHeight/2.0
	return r
}

type barRenderer struct {
	bar         *Bar
	whole, done *canvas.Rectangle
}

func (r *barRenderer) MinSize() fyne.Size { return fyne.NewSize(80, barHeight) }

func (r *barRenderer) Layout(size fyne.Size) {
	y := (size.Height - barHeight) / 2
	for _, o := range []*canvas.Rectangle{r.whole, r.done} {
		o.Move(fyne.NewPos(0, y))
	}
	r.whole.Resize(fyne.NewSize(size.Width, barHeight))
	r.done.Resize(fyne.NewSize(size.Width*float32(r.bar.Value), barHeight))
}

func (r *barRenderer) Refresh() {
	r.whole.FillColor, r.done.FillColor = theme.Color(theme.ColorNameInputBorder), theme.Color(theme.ColorNamePrimary)
	r.Layout(r.bar.Size())
	canvas.Refresh(r.bar)
}

func (r *barRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.whole, r.done} }

func (r *barRenderer) Destroy() {}
