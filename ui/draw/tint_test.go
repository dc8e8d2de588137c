package draw

import (
	"image"
	"image/color"
	"testing"
)

func TestTinted(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 6, 4))
	for i := range picture.Pix {
		picture.Pix[i] = 100
	}
	m := image.NewGray(picture.Rect)
	for y := range 4 {
		for x := 2; x < 6; x++ {
			m.Pix[6*y+x] = 3
		}
	}
	var style Style
	style.Labels[2] = color.RGBA{200, 0, 100, 255}
	calls := 0
	labels := func() *image.Gray { calls++; return m }
	var tint Tinted
	out := tint.Of(picture, m, labels, style, 0.5).(*image.RGBA)
	// Without a label as it was, inside by a quarter.
	if got := out.RGBAAt(0, 1); got != (color.RGBA{100, 100, 100, 255}) {
		t.Errorf("without a label: found %v", got)
	}
	if got := out.RGBAAt(4, 1); got != (color.RGBA{125, 75, 100, 255}) {
		t.Errorf("inside: found %v", got)
	}
	if again := tint.Of(picture, m, labels, style, 0.5); again != image.Image(out) || calls != 1 {
		t.Errorf("the same picture was tinted %d times", calls)
	}
	if other := tint.Of(picture, m, labels, style, 0.25); other == image.Image(out) || out.RGBAAt(4, 1).R != 125 {
		t.Errorf("another share changed the picture that may still be drawn")
	}
	small := image.NewRGBA(image.Rect(0, 0, 3, 2))
	if got := tint.Of(small, m, labels, style, 0.5); got != image.Image(small) {
		t.Errorf("a picture of another size was tinted")
	}
}
