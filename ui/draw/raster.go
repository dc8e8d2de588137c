package draw

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
)

// canvas draws into an opaque RGBA image. All coordinates are device pixels,
// the top left corner of the first pixel at (0, 0); whatever lies outside is
// clipped. Opacities are 0…256.
type canvas struct {
	pix    []uint8
	stride int
	w, h   int
}

func onto(m *image.RGBA) canvas {
	return canvas{m.Pix[m.PixOffset(m.Rect.Min.X, m.Rect.Min.Y):], m.Stride, m.Rect.Dx(), m.Rect.Dy()}
}

// ink is an opaque colour spread over two words, so that two channels are
// blended by one multiplication.
type ink struct{ rb, ga uint32 }

func inkOf(c color.RGBA) ink {
	return ink{uint32(c.R) | uint32(c.B)<<16, uint32(c.G) | 0xFF<<16}
}

// word returns the colour as it lies in memory.
func (k ink) word() uint32 { return k.rb | k.ga<<8 }

const lanes = 0x00FF00FF

// blend puts the ink over four bytes of a pixel with an opacity of 0…256.
func (k ink) blend(px []uint8, a uint32) {
	d := binary.LittleEndian.Uint32(px)
	b := 256 - a
	rb := ((d&lanes)*b + k.rb*a) >> 8 & lanes
	ga := ((d>>8&lanes)*b + k.ga*a) & (lanes << 8)
	binary.LittleEndian.PutUint32(px, rb|ga|0xFF<<24)
}

// clear fills the canvas.
func (c *canvas) clear(k ink) {
	c.fill(0, 0, c.w, c.h, k, 256)
}

// fill covers the rectangle from (x0, y0) to (x1, y1), excluded.
func (c *canvas) fill(x0, y0, x1, y1 int, k ink, a uint32) {
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, c.w), min(y1, c.h)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	if a < 256 {
		for y := y0; y < y1; y++ {
			row := c.pix[y*c.stride+4*x0 : y*c.stride+4*x1]
			for len(row) >= 4 {
				k.blend(row[:4:4], a)
				row = row[4:]
			}
		}
		return
	}
	first := c.pix[y0*c.stride+4*x0 : y0*c.stride+4*x1]
	binary.LittleEndian.PutUint32(first, k.word())
	for done := 4; done < len(first); done *= 2 {
		copy(first[done:], first[:done])
	}
	for y := y0 + 1; y < y1; y++ {
		copy(c.pix[y*c.stride+4*x0:], first)
	}
}

// frame draws the edge of a rectangle, thick pixels wide, inside of it.
func (c *canvas) frame(x0, y0, x1, y1, thick int, k ink, a uint32) {
	c.fill(x0, y0, x1, y0+thick, k, a)
	c.fill(x0, y1-thick, x1, y1, k, a)
	c.fill(x0, y0+thick, x0+thick, y1-thick, k, a)
	c.fill(x1-thick, y0+thick, x1, y1-thick, k, a)
}

// line draws a straight line of some width with smooth edges. Its ends are cut
// along the pixel columns (rows, when it is steep), and a column covered in
// part is drawn with that part of the opacity: the pieces of a trail join
// without gap or overlap.
func (c *canvas) line(x0, y0, x1, y1, width float32, k ink, opacity float32) {
	dx, dy := x1-x0, y1-y0
	steep := abs(dy) > abs(dx)
	if steep {
		x0, y0, x1, y1, dx, dy = y0, x0, y1, x1, dy, dx
	}
	if dx < 0 {
		x0, y0, x1, y1 = x1, y1, x0, y0
	}
	if !(x1 > x0) {
		return
	}
	// Steps of one pixel along the major axis, runs across it.
	along, across, alongStep, acrossStep := c.w, c.h, 4, c.stride
	if steep {
		along, across, alongStep, acrossStep = c.h, c.w, c.stride, 4
	}
	slope := dy / dx
	half := width / 2 * float32(math.Sqrt(float64(1+slope*slope)))
	if !(x1 > 0 && x0 < float32(along)) || max(y0, y1)+half <= 0 || min(y0, y1)-half >= float32(across) {
		return
	}
	opacity *= 256
	first, last := 0, along
	if x0 > 0 {
		first = int(x0)
	}
	if x1 < float32(along) {
		last = int(x1) + 1
	}
	for x := first; x < last; x++ {
		l, r := float32(x), float32(x+1)
		if l < x0 {
			l = x0
		}
		if r > x1 {
			r = x1
		}
		middle := y0 + slope*((l+r)/2-x0)
		top, bottom := middle-half, middle+half
		if bottom <= 0 || top >= float32(across) {
			continue
		}
		y, end := 0, across
		if top > 0 {
			y = int(top)
		}
		if bottom < float32(across) {
			end = int(bottom) + 1
		}
		strength := (r - l) * opacity
		at := x*alongStep + y*acrossStep
		for ; y < end; y++ {
			part := float32(1)
			if over := top - float32(y); over > 0 {
				part -= over
			}
			if over := float32(y+1) - bottom; over > 0 {
				part -= over
			}
			if a := uint32(strength * part); a > 0 {
				k.blend(c.pix[at:at+4:at+4], a)
			}
			at += acrossStep
		}
	}
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}

// finite reports whether a value can be drawn.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
