package golden

import (
	"image"
	"image/color"
	"testing"
)

// TestOnePixelIsEnough: a comparison that lets one pixel pass would let a wrong
// track pass.
func TestOnePixelIsEnough(t *testing.T) {
	a, b := image.NewRGBA(image.Rect(0, 0, 40, 30)), image.NewRGBA(image.Rect(5, 5, 45, 35))
	if count, worst, _ := Compare(a, b); count != 0 || worst != 0 {
		t.Errorf("equal pictures differ in %d pixels by %d", count, worst)
	}
	b.SetRGBA(5+7, 5+3, color.RGBA{Tolerance, 0, 0, 0})
	if count, worst, _ := Compare(a, b); count != 0 || worst != Tolerance {
		t.Errorf("%d pixels differ by %d, want none by more than the tolerance", count, worst)
	}
	b.SetRGBA(5+7, 5+3, color.RGBA{0, 0, Tolerance + 1, 0})
	count, worst, marked := Compare(a, b)
	if count != 1 || worst != Tolerance+1 {
		t.Errorf("%d pixels differ by %d, want one by %d", count, worst, Tolerance+1)
	}
	if marked.RGBAAt(7, 3) != (color.RGBA{255, 0, 0, 255}) || marked.RGBAAt(8, 3).R != marked.RGBAAt(8, 3).G {
		t.Error("the difference is not marked where it is")
	}
}
