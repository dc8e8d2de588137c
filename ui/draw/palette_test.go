package draw

import (
	"image/color"
	"math"
	"testing"
)

// linear returns a colour's channels without the sRGB transfer function.
func linear(c color.RGBA) [3]float64 {
	var out [3]float64
	for k, v := range []uint8{c.R, c.G, c.B} {
		f := float64(v) / 255
		if f <= 0.04045 {
			out[k] = f / 12.92
		} else {
			out[k] = math.Pow((f+0.055)/1.055, 2.4)
		}
	}
	return out
}

// lab returns CIE L*a*b* of linear channels under D65.
func lab(rgb [3]float64) [3]float64 {
	m := [3][3]float64{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}
	white := [3]float64{0.9505, 1, 1.089}
	var f [3]float64
	for k := range f {
		v := (m[k][0]*rgb[0] + m[k][1]*rgb[1] + m[k][2]*rgb[2]) / white[k]
		if v > 0.008856 {
			f[k] = math.Cbrt(v)
		} else {
			f[k] = 7.787*v + 16.0/116
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

// dichromat returns what an eye without one kind of cone makes of linear
// channels, by the matrices of G. Machado, M. Oliveira and L. Fernandes (2009)
// at full severity.
func dichromat(kind string, c [3]float64) [3]float64 {
	m := map[string][3][3]float64{
		"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	}[kind]
	var out [3]float64
	for k := range out {
		out[k] = min(max(m[k][0]*c[0]+m[k][1]*c[1]+m[k][2]*c[2], 0), 1)
	}
	return out
}

func TestLabelColorsStayApart(t *testing.T) {
	for _, kind := range []string{"normal", "protanopia", "deuteranopia", "tritanopia"} {
		for a := 1; a <= LabelColors; a++ {
			for b := a + 1; b <= LabelColors; b++ {
				p, q := lab(dichromat(kind, linear(LabelColor(a)))), lab(dichromat(kind, linear(LabelColor(b))))
				d := math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
				// The first colours carry nearly all scenes; of many labels the
				// markers tell those apart that come close.
				least := 5.0
				if b <= 4 {
					least = 15
				} else if b <= 7 {
					least = 8
				}
				if d < least && labelMarker(a) == labelMarker(b) || d < least && b <= 7 {
					t.Errorf("%s: colours of labels %d and %d are %.1f apart, expected %.0f", kind, a, b, d, least)
				}
			}
		}
	}
}

func TestLabelsDiffer(t *testing.T) {
	seen := map[any]int{}
	for label := 0; label <= 60; label++ {
		look := struct {
			c color.RGBA
			m Marker
		}{LabelColor(label), labelMarker(label)}
		if other, ok := seen[look]; ok {
			t.Errorf("labels %d and %d look the same", other, label)
		}
		seen[look] = label
	}
	if LabelColor(-3) != LabelColor(0) || labelMarker(-3) != Disc {
		t.Error("a negative label does not look like none")
	}
}

// The stored values are those of the published tables.
func TestColorMaps(t *testing.T) {
	for _, c := range []struct {
		m    *ColorMap
		at   float64
		want color.RGBA
	}{
		{Viridis, 0, color.RGBA{0x44, 0x01, 0x54, 0xFF}},
		{Viridis, 128.0 / 255, color.RGBA{0x21, 0x91, 0x8C, 0xFF}},
		{Viridis, 1, color.RGBA{0xFD, 0xE7, 0x25, 0xFF}},
		{Magma, 0, color.RGBA{0x00, 0x00, 0x04, 0xFF}},
		{Magma, 64.0 / 255, color.RGBA{0x51, 0x12, 0x7C, 0xFF}},
		{Magma, 1, color.RGBA{0xFC, 0xFD, 0xBF, 0xFF}},
		{Grey, 0.5, color.RGBA{0x80, 0x80, 0x80, 0xFF}},
		{Magma, math.NaN(), color.RGBA{0x00, 0x00, 0x04, 0xFF}},
		{Viridis, -7, color.RGBA{0x44, 0x01, 0x54, 0xFF}},
		{Viridis, 7, color.RGBA{0xFD, 0xE7, 0x25, 0xFF}},
	} {
		if got := c.m.At(c.at); got != c.want {
			t.Errorf("%s at %g: %v, expected %v", c.m.Name, c.at, got, c.want)
		}
	}
	for _, m := range ColorMaps() {
		last := -1.0
		for k, c := range m.Colors() {
			l := lab(linear(c.(color.RGBA)))[0]
			if l < last-0.2 {
				t.Errorf("%s gets darker at %d", m.Name, k)
			}
			last = l
		}
	}
}
