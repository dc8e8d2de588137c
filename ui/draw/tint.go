package draw

import (
	"image"
	"image/color"
)

// Tinted lays the colours of masks over pictures, and keeps the last one.
type Tinted struct {
	picture image.Image
	mask    any
	style   Style
	share   float64
	out     *image.RGBA
}

// Of returns the picture with each pixel's label over it in its colour, by a share of
// 0…1 that the edges of labels have twice, or the picture itself where it is not of the
// masks' size. mask says which masks labels returns: the same one has the same.
func (t *Tinted) Of(picture image.Image, mask any, labels func() *image.Gray, style Style, share float64) image.Image {
	from, ok := picture.(*image.RGBA)
	if !ok {
		return picture
	}
	if same(t.picture, picture) && t.mask == mask && t.style == style && t.share == share {
		return t.out
	}
	m := labels()
	if m.Rect.Size() != from.Rect.Size() {
		return picture
	}
	// A new picture each time: the one before may still be drawn.
	*t = Tinted{picture, mask, style, share, image.NewRGBA(m.Rect)}
	var colours [256]color.RGBA
	for v := 1; v < len(colours); v++ {
		colours[v] = style.LabelColor(v)
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	inside, edge := int(256*share/2), int(256*share)
	for y := range h {
		in, out := from.Pix[y*from.Stride:], t.out.Pix[y*t.out.Stride:]
		row := m.Pix[y*m.Stride : y*m.Stride+w]
		below := m.Pix[min(y+1, h-1)*m.Stride:]
		for x, v := range row {
			part := inside
			if row[min(x+1, w-1)] != v || below[x] != v {
				part = edge
			}
			p, q, c := in[4*x:4*x+4], out[4*x:4*x+4], colours[v]
			if v == 0 {
				part = 0
			}
			q[0] = uint8((int(p[0])*(256-part) + int(c.R)*part) >> 8)
			q[1] = uint8((int(p[1])*(256-part) + int(c.G)*part) >> 8)
			q[2] = uint8((int(p[2])*(256-part) + int(c.B)*part) >> 8)
			q[3] = 255
		}
	}
	return t.out
}
