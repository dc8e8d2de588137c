package draw

import (
	"image"
	"image/color"

	"motionseg/ui/shown"
)

// Tinted lays masks over pictures, and keeps the last one.
type Tinted struct {
	picture image.Image
	mask    any
	style   Style
	look    shown.MaskLook
	out     *image.RGBA
}

// Of returns the picture with the labels of its pixels, 0 for none, as the look says,
// or the picture itself where it is not of the masks' size. mask says which masks labels
// returns: the same one has the same.
func (t *Tinted) Of(
	picture image.Image, mask any, labels func() *image.Gray, style Style, look shown.MaskLook,
) image.Image {
	from, ok := picture.(*image.RGBA)
	if !ok {
		return picture
	}
	if same(t.picture, picture) && t.mask == mask && t.style == style && t.look == look {
		return t.out
	}
	m := labels()
	if m.Rect.Size() != from.Rect.Size() {
		return picture
	}
	// A new picture each time: the one before may still be drawn.
	*t = Tinted{picture, mask, style, look, image.NewRGBA(m.Rect)}
	for i, v := range m.Pix {
		if look.Hidden[v] {
			m.Pix[i] = 0
		}
	}
	switch look.View {
	case shown.MaskOverlay:
		t.colour(from, m, int(256*look.Share/2), int(256*look.Share), 1)
	case shown.MaskOutline:
		t.colour(from, m, 0, int(256*look.Share), max(m.Rect.Dx()/500, 1))
	case shown.MaskOnBlack, shown.MaskOnWhite, shown.MaskOnChecks:
		t.cut(from, m)
	default:
		return picture
	}
	return t.out
}

// colour lays the colours of labels over the picture by so many parts of 256: inside, and
// where another label is so many pixels to the left or right, above or below.
func (t *Tinted) colour(from *image.RGBA, m *image.Gray, inside, edge, within int) {
	var colours [256]color.RGBA
	for v := 1; v < len(colours); v++ {
		colours[v] = t.style.LabelColor(v)
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range h {
		in, out := from.Pix[y*from.Stride:], t.out.Pix[y*t.out.Stride:]
		row := m.Pix[y*m.Stride : y*m.Stride+w]
		above, below := m.Pix[max(y-within, 0)*m.Stride:], m.Pix[min(y+within, h-1)*m.Stride:]
		for x, v := range row {
			part, c := inside, colours[v]
			if row[max(x-within, 0)] != v || row[min(x+within, w-1)] != v || above[x] != v || below[x] != v {
				part = edge
			}
			if v == 0 {
				part = 0
			}
			p, q := in[4*x:4*x+4], out[4*x:4*x+4]
			q[0] = uint8((int(p[0])*(256-part) + int(c.R)*part) >> 8)
			q[1] = uint8((int(p[1])*(256-part) + int(c.G)*part) >> 8)
			q[2] = uint8((int(p[2])*(256-part) + int(c.B)*part) >> 8)
			q[3] = 255
		}
	}
}

// The greys of the checks that stand for nothing, and how many there are across.
const (
	darkCheck, lightCheck = 0x66, 0x99
	checks                = 48
)

// cut takes what has a label out of the picture.
func (t *Tinted) cut(from *image.RGBA, m *image.Gray) {
	side := max(m.Rect.Dx()/checks, 1)
	for y := range m.Rect.Dy() {
		in, out := from.Pix[y*from.Stride:], t.out.Pix[y*t.out.Stride:]
		for x, v := range m.Pix[y*m.Stride : y*m.Stride+m.Rect.Dx()] {
			q := out[4*x : 4*x+4]
			if v != 0 {
				copy(q, in[4*x:4*x+3])
				q[3] = 255
				continue
			}
			ground := uint8(0)
			switch t.look.View {
			case shown.MaskOnWhite:
				ground = 255
			case shown.MaskOnChecks:
				ground = darkCheck
				if (x/side+y/side)%2 == 0 {
					ground = lightCheck
				}
			}
			q[0], q[1], q[2], q[3] = ground, ground, ground, 255
		}
	}
}
