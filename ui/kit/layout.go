package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// FixedWidth gives an object a width at least.
func FixedWidth(width float32, object fyne.CanvasObject) *fyne.Container {
	return container.New(&widthLayout{width}, object)
}

// widthLayout gives its one object a least width.
type widthLayout struct{ width float32 }

func (l *widthLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.width, objects[0].MinSize().Height)
}

func (l *widthLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// Whole gives an object never less than what it asks for: where there is less it is cut, and
// nothing in it has a size below 0.
func Whole(object fyne.CanvasObject) *fyne.Container { return container.New(wholeLayout{}, object) }

// wholeLayout gives its one object all that there is, and its least size at least.
type wholeLayout struct{}

func (wholeLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (wholeLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(size.Max(objects[0].MinSize()))
}

// middleLayout puts an object in the middle of the height that it is given, as wide
// as there is.
type middleLayout struct{}

func (middleLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (middleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := objects[0].MinSize().Height
	objects[0].Resize(fyne.NewSize(size.Width, height))
	objects[0].Move(fyne.NewPos(0, (size.Height-height)/2))
}

func Middle(object fyne.CanvasObject) *fyne.Container { return container.New(middleLayout{}, object) }

// FixedHeight gives an object a height, whatever it asks for.
func FixedHeight(height float32, object fyne.CanvasObject) *fyne.Container {
	return container.New(&heightLayout{height}, object)
}

// heightLayout gives its one object a height.
type heightLayout struct{ height float32 }

func (l *heightLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(50, l.height) }

func (l *heightLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }
