package draw

import (
	"image"
	"image/color"
	"testing"

	"motionseg/ui/shown"
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
	out := tint.Of(picture, m, labels, style, shown.MaskLook{Share: 0.5}).(*image.RGBA)
	// Without a label as it was, inside by a quarter.
	if got := out.RGBAAt(0, 1); got != (color.RGBA{100, 100, 100, 255}) {
		t.Errorf("without a label: found %v", got)
	}
	if got := out.RGBAAt(4, 1); got != (color.RGBA{125, 75, 100, 255}) {
		t.Errorf("inside: found %v", got)
	}
	if again := tint.Of(picture, m, labels, style, shown.MaskLook{Share: 0.5}); again != image.Image(out) || calls != 1 {
		t.Errorf("the same picture was tinted %d times", calls)
	}
	if other := tint.Of(picture, m, labels, style, shown.MaskLook{Share: 0.25}); other == image.Image(out) ||
		out.RGBAAt(4, 1).R != 125 {
		t.Errorf("another share changed the picture that may still be drawn")
	}
	small := image.NewRGBA(image.Rect(0, 0, 3, 2))
	if got := tint.Of(small, m, labels, style, shown.MaskLook{Share: 0.5}); got != image.Image(small) {
		t.Errorf("a picture of another size was tinted")
	}
}

func TestViewsOfMasks(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 96, 8))
	for i := range picture.Pix {
		picture.Pix[i] = 100
	}
	// The left half has no label, then come 3 and 2.
	m := func() *image.Gray {
		g := image.NewGray(picture.Rect)
		for i := range g.Pix {
			if x := i % 96; x >= 72 {
				g.Pix[i] = 2
			} else if x >= 48 {
				g.Pix[i] = 3
			}
		}
		return g
	}
	var style Style
	style.Labels[1], style.Labels[2] = color.RGBA{0, 200, 0, 255}, color.RGBA{200, 0, 100, 255}
	grey := func(v uint8) color.RGBA { return color.RGBA{v, v, v, 255} }
	var hidden [256]bool
	hidden[2] = true
	for _, c := range []struct {
		name string
		look shown.MaskLook
		// at pixels 3 (of a dark check), 48, 60 and 80 of row 5
		want [4]color.RGBA
	}{
		{"overlay", shown.MaskLook{View: shown.MaskOverlay, Share: 1},
			[4]color.RGBA{grey(100), {200, 0, 100, 255}, {150, 50, 100, 255}, {50, 150, 50, 255}}},
		{"outline", shown.MaskLook{View: shown.MaskOutline, Share: 1},
			[4]color.RGBA{grey(100), {200, 0, 100, 255}, grey(100), grey(100)}},
		{"on black", shown.MaskLook{View: shown.MaskOnBlack}, [4]color.RGBA{grey(0), grey(100), grey(100), grey(100)}},
		{"on white", shown.MaskLook{View: shown.MaskOnWhite}, [4]color.RGBA{grey(255), grey(100), grey(100), grey(100)}},
		{"on checks", shown.MaskLook{View: shown.MaskOnChecks},
			[4]color.RGBA{grey(darkCheck), grey(100), grey(100), grey(100)}},
		{"one hidden", shown.MaskLook{View: shown.MaskOnBlack, Hidden: hidden},
			[4]color.RGBA{grey(0), grey(100), grey(100), grey(0)}},
	} {
		var tint Tinted
		out, ok := tint.Of(picture, c.name, m, style, c.look).(*image.RGBA)
		if !ok || !c.look.Draws() {
			t.Fatalf("%s: nothing was drawn", c.name)
		}
		for i, x := range []int{3, 48, 60, 80} {
			if got := out.RGBAAt(x, 5); got != c.want[i] {
				t.Errorf("%s: found %v at column %d, expected %v", c.name, got, x, c.want[i])
			}
		}
	}
	off := shown.MaskLook{View: shown.MaskOff, Share: 1}
	var tint Tinted
	if got := tint.Of(picture, "off", m, style, off); got != image.Image(picture) || off.Draws() {
		t.Error("masks that are off are drawn")
	}
}
