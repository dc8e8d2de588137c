package assets

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"
)

func TestIcon(t *testing.T) {
	icon, err := png.Decode(bytes.NewReader(Icon))
	if err != nil {
		t.Fatal(err)
	}
	if size := icon.Bounds().Size(); size.X != 512 || size.Y != 512 {
		t.Errorf("icon is %v, expected 512×512", size)
	}
	if _, _, _, a := icon.At(0, 0).RGBA(); a != 0 {
		t.Errorf("corner has alpha %d, expected the square to be rounded", a)
	}
	// One dot of each motion in its Okabe–Ito colour.
	for _, dot := range []struct {
		name string
		x, y int
		want color.NRGBA
	}{
		{"blue", 140, 206, color.NRGBA{0x56, 0xB4, 0xE9, 0xFF}},
		{"orange", 400, 120, color.NRGBA{0xE6, 0x9F, 0x00, 0xFF}},
		{"green", 384, 410, color.NRGBA{0x00, 0x9E, 0x73, 0xFF}},
	} {
		if got := color.NRGBAModel.Convert(icon.At(dot.x, dot.y)); got != dot.want {
			t.Errorf("%s dot is %v, expected %v", dot.name, got, dot.want)
		}
	}
}
