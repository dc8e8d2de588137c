package draw

import (
	"fmt"
	"image"
)

// Thumbnails holds the grey pictures of a set, all of one size, with their
// reductions to half, a quarter … the size. It does not change after
// NewThumbnails and may be shared by walls.
type Thumbnails struct {
	count  int
	levels []thumbnailLevel
}

// thumbnailLevel is all pictures reduced by a power of two, one behind the
// other, by rows.
type thumbnailLevel struct {
	w, h   int
	values []uint8
}

// of returns picture i.
func (l *thumbnailLevel) of(i int) []uint8 { return l.values[i*l.w*l.h : (i+1)*l.w*l.h] }

// NewThumbnails takes count pictures of w×h pixels; picture returns them, nil
// for one that is to stay blank. w and h are 0 where the size is unknown: all
// are blank squares then. It takes a while: not for the user interface's
// goroutine. An error says which picture has another size.
func NewThumbnails(count, w, h int, picture func(i int) *image.Gray) (*Thumbnails, error) {
	if count < 1 || w < 0 || h < 0 || (w == 0) != (h == 0) {
		return nil, fmt.Errorf("draw: %d pictures of %d×%d, expected at least one and a size", count, w, h)
	}
	t := &Thumbnails{count: count}
	if w == 0 {
		const blank = 0x60
		t.levels = []thumbnailLevel{{1, 1, make([]uint8, count)}}
		for i := range t.levels[0].values {
			t.levels[0].values[i] = blank
		}
		return t, nil
	}
	full := thumbnailLevel{w, h, make([]uint8, count*w*h)}
	for i := range count {
		p := picture(i)
		if p == nil {
			continue
		}
		if p.Rect.Dx() != w || p.Rect.Dy() != h {
			return nil, fmt.Errorf("draw: picture %d is %d×%d, expected %d×%d", i, p.Rect.Dx(), p.Rect.Dy(), w, h)
		}
		out := full.of(i)
		for y := range h {
			copy(out[y*w:(y+1)*w], p.Pix[y*p.Stride:])
		}
	}
	t.levels = []thumbnailLevel{full}
	for last := full; last.w > 3 && last.h > 3; {
		last = last.half(count)
		t.levels = append(t.levels, last)
	}
	return t, nil
}

// half returns the level reduced by two; an odd row or column is left out.
func (l *thumbnailLevel) half(count int) thumbnailLevel {
	h := thumbnailLevel{l.w / 2, l.h / 2, nil}
	h.values = make([]uint8, count*h.w*h.h)
	for i := range count {
		from, out := l.of(i), h.of(i)
		for y := range h.h {
			top, bottom := from[2*y*l.w:], from[(2*y+1)*l.w:]
			for x := range h.w {
				out[y*h.w+x] = uint8((int(top[2*x]) + int(top[2*x+1]) + int(bottom[2*x]) + int(bottom[2*x+1]) + 2) / 4)
			}
		}
	}
	return h
}

// Count returns the number of pictures.
func (t *Thumbnails) Count() int { return t.count }

// aspect returns height over width.
func (t *Thumbnails) aspect() float64 { return float64(t.levels[0].h) / float64(t.levels[0].w) }

// paint draws picture i over the rectangle from (x0, y0) to (x1, y1) of device
// pixels, smoothly unless it is much enlarged.
func (t *Thumbnails) paint(c *canvas, i int, x0, y0, x1, y1 float64) {
	left, right := clampInt(x0, c.w), clampInt(x1, c.w)
	top, bottom := clampInt(y0, c.h), clampInt(y1, c.h)
	if left >= right || top >= bottom {
		return
	}
	l := &t.levels[0]
	for k := 1; k < len(t.levels) && float64(t.levels[k].w) >= 0.9*(x1-x0); k++ {
		l = &t.levels[k]
	}
	values := l.of(i)
	// Pixels of the picture per device pixel.
	fx, fy := float64(l.w)/(x1-x0), float64(l.h)/(y1-y0)
	smooth := 1/fx < pixelated
	for y := top; y < bottom; y++ {
		row := sample((float64(y)+0.5-y0)*fy, l.h, smooth)
		upper, lower := values[int(row.left)*l.w:], values[int(row.right)*l.w:]
		out := c.pix[y*c.stride+4*left : y*c.stride+4*right]
		u := (float64(left) + 0.5 - x0) * fx
		for len(out) >= 4 {
			at := sample(u, l.w, smooth)
			a := uint64(upper[at.left])*(256-at.frac) + uint64(upper[at.right])*at.frac
			b := uint64(lower[at.left])*(256-at.frac) + uint64(lower[at.right])*at.frac
			g := uint8((a*(256-row.frac) + b*row.frac) >> 16)
			out[0], out[1], out[2], out[3] = g, g, g, 0xFF
			out, u = out[4:], u+fx
		}
	}
}
