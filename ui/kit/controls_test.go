package kit

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestKeyboardShowsOnBlueButtons: a button of high importance that has the keyboard looks
// another way than one that has it not.
func TestKeyboardShowsOnBlueButtons(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(NewTheme())
	k := New(func(f func()) { f() }, func(error) {})
	b := k.Button("A film", nil, "", func() {})
	b.Importance = widget.HighImportance
	w := test.NewTempWindow(t, b)
	w.Resize(fyne.NewSize(200, 60))
	different := func(a, b image.Image) (n int) {
		for y := range a.Bounds().Dy() {
			for x := range a.Bounds().Dx() {
				if a.At(x, y) != b.At(x, y) {
					n++
				}
			}
		}
		return n
	}
	without := w.Canvas().Capture()
	w.Canvas().Focus(b)
	if n := different(without, w.Canvas().Capture()); n < 300 {
		t.Errorf("with the keyboard %d pixels are others", n)
	}
	w.Canvas().Unfocus()
	if n := different(without, w.Canvas().Capture()); n > 0 {
		t.Errorf("after it had the keyboard %d pixels are others", n)
	}
}
