package draw

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"
	"reflect"

	"motionseg/ui/shown"
)

// pixelated is the magnification from which on a picture shows its pixels as
// squares rather than smoothly.
const pixelated = 6

// backdrop draws the pictures of a view. It keeps them as they were last
// converted and as they were last drawn, so that unchanged pictures under an
// unchanged camera cost one copy.
type backdrop struct {
	sources [2]source
	drawn   backdropKey
	image   *image.RGBA
	overlay *image.RGBA // the second picture before it is blended
	columns []column
	row     []uint64
}

// backdropKey is everything that a drawn backdrop depends on.
type backdropKey struct {
	pictures   [2]image.Image
	layout     shown.Layout
	below      bool
	dim        float64
	background color.RGBA
	transform  shown.Transform
	size       image.Point
}

// source is a picture as opaque RGBA, dimmed, and reduced by a whole factor
// when it is shown much smaller.
type source struct {
	picture    image.Image
	dim        float64
	background color.RGBA
	factor     int
	pixels     *image.RGBA // the result: the picture itself, full or reduced
	full       *image.RGBA
	reduced    *image.RGBA
}

// column says where a column of the view lies in the picture: between two
// columns, at frac/256 of the way.
type column struct {
	left, right int32
	frac        uint64
}

// same reports whether two pictures are the same one; pictures of types that
// cannot be compared never are.
func same(a, b image.Image) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case *image.RGBA:
		return b == image.Image(a)
	case *image.YCbCr:
		return b == image.Image(a)
	}
	return b != nil && reflect.TypeOf(a) == reflect.TypeOf(b) && reflect.ValueOf(a).Comparable() && a == b
}

// paint fills the whole of dst with the view's pictures over its background.
func (b *backdrop) paint(dst *image.RGBA, v *View, t shown.Transform) {
	c := onto(dst)
	background := inkOf(v.Style.Background)
	key := backdropKey{v.Pictures, v.Layout, v.Below, v.Dim, v.Style.Background, t, dst.Rect.Size()}
	if v.Layout == shown.OneFrame {
		key.pictures[1] = nil
	}
	for k, p := range key.pictures {
		if p != nil && p.Bounds().Empty() || !(v.Dim < 1) {
			key.pictures[k] = nil
		}
	}
	if key.pictures == [2]image.Image{} {
		c.clear(background)
		return
	}
	if b.image == nil || !b.drawn.equal(key) {
		b.image = resized(b.image, key.size)
		back := onto(b.image)
		back.clear(background)
		r := v.Scene.Bounds()
		b.draw(back, 0, key, r)
		switch {
		case key.pictures[1] == nil:
		case v.Layout == shown.SideBySide:
			dx, dy := v.offset()
			b.draw(back, 1, key, shown.Rect{MinX: r.MinX + dx, MinY: r.MinY + dy, MaxX: r.MaxX + dx, MaxY: r.MaxY + dy})
		case key.pictures[0] == nil:
			b.draw(back, 1, key, r)
		default:
			b.overlay = resized(b.overlay, key.size)
			over := onto(b.overlay)
			over.clear(background)
			b.draw(over, 1, key, r)
			average(back.pix, over.pix)
		}
		b.drawn = key
	}
	for y := range c.h {
		copy(c.pix[y*c.stride:y*c.stride+4*c.w], b.image.Pix[y*b.image.Stride:])
	}
}

func (k backdropKey) equal(other backdropKey) bool {
	if !same(k.pictures[0], other.pictures[0]) || !same(k.pictures[1], other.pictures[1]) {
		return false
	}
	k.pictures, other.pictures = [2]image.Image{}, [2]image.Image{}
	return k == other
}

// resized returns an image of the given size, m itself when it has it.
func resized(m *image.RGBA, size image.Point) *image.RGBA {
	if m != nil && m.Rect.Size() == size {
		return m
	}
	return image.NewRGBA(image.Rectangle{Max: size})
}

// average replaces every byte of a by its mean with that of b.
func average(a, b []uint8) {
	for ; len(a) >= 8 && len(b) >= 8; a, b = a[8:], b[8:] {
		p, q := binary.LittleEndian.Uint64(a), binary.LittleEndian.Uint64(b)
		binary.LittleEndian.PutUint64(a, p&q+(p^q)>>1&0x7F7F7F7F7F7F7F7F)
	}
	for k := range a {
		a[k] = uint8((int(a[k]) + int(b[k])) / 2)
	}
}

// draw draws picture k over the rectangle r.
func (b *backdrop) draw(c canvas, k int, key backdropKey, r shown.Rect) {
	picture, t := key.pictures[k], key.transform
	if picture == nil || r.MaxX <= r.MinX || r.MaxY <= r.MinY {
		return
	}
	left, top := t.ToScreen(r.MinX, r.MinY)
	right, bottom := t.ToScreen(r.MaxX, r.MaxY)
	x0, x1 := clampInt(left, c.w), clampInt(right, c.w)
	y0, y1 := clampInt(top, c.h), clampInt(bottom, c.h)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	size := picture.Bounds().Size()
	shrink := min(float64(size.X)/(right-left), float64(size.Y)/(bottom-top))
	src := b.sources[k].load(picture, key.dim, key.background, max(1, int(min(shrink, float64(max(size.X, size.Y))))))
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	// Device pixels per pixel of the source in both directions.
	fx, fy := (right-left)/float64(sw), (bottom-top)/float64(sh)

	smooth := fx < pixelated
	b.columns = b.columns[:0]
	for x := x0; x < x1; x++ {
		b.columns = append(b.columns, sample((float64(x)+0.5-left)/fx, sw, smooth))
	}
	// Of the source, only the columns between these are read.
	first, end := int(b.columns[0].left), int(b.columns[len(b.columns)-1].right)+1
	if cap(b.row) < end-first {
		b.row = make([]uint64, end-first)
	}
	row := b.row[:end-first]
	last := column{-1, -1, 0}
	for y := y0; y < y1; y++ {
		at := sample((float64(y)+0.5-top)/fy, sh, smooth)
		out := c.pix[y*c.stride+4*x0 : y*c.stride+4*x1]
		if at == last {
			copy(out, c.pix[(y-1)*c.stride+4*x0:(y-1)*c.stride+4*x1])
			continue
		}
		last = at
		blendRows(row, src.Pix[int(at.left)*src.Stride+4*first:], src.Pix[int(at.right)*src.Stride+4*first:], at.frac)
		for _, col := range b.columns {
			p, q := row[int(col.left)-first], row[int(col.right)-first]
			p = (p*(256-col.frac) + q*col.frac) >> 8 & lanes4
			binary.LittleEndian.PutUint32(out, uint32(p|p>>24)|0xFF<<24)
			out = out[4:]
		}
	}
}

// lanes4 masks four channels of a pixel, 16 bits each: one multiplication
// weighs all of them.
const lanes4 = 0x00FF00FF00FF00FF

// spread puts the channels of a pixel into lanes: red, blue, green, alpha.
func spread(d uint32) uint64 { return uint64(d&lanes) | uint64(d>>8&lanes)<<32 }

// blendRows mixes two rows of pixels, frac/256 of the second, into lanes.
func blendRows(row []uint64, a, b []uint8, frac uint64) {
	for k := range row {
		p := spread(binary.LittleEndian.Uint32(a))
		if frac > 0 {
			p = (p*(256-frac) + spread(binary.LittleEndian.Uint32(b))*frac) >> 8 & lanes4
		}
		row[k] = p
		if len(a) > 4 && len(b) > 4 {
			a, b = a[4:], b[4:]
		}
	}
}

// sample returns where position u, in pixels from the edge, lies among n
// pixels.
func sample(u float64, n int, smooth bool) column {
	if !smooth {
		k := int32(min(max(int(u), 0), n-1))
		return column{k, k, 0}
	}
	u = min(max(u-0.5, 0), float64(n-1))
	k := int(u)
	return column{int32(k), int32(min(k+1, n-1)), uint64(256 * (u - float64(k)))}
}

// clampInt rounds to the nearest whole number within 0…n.
func clampInt(v float64, n int) int {
	return int(min(max(math.Round(v), 0), float64(n)))
}

// load returns the picture converted, from the last time when nothing changed.
func (s *source) load(picture image.Image, dim float64, background color.RGBA, factor int) *image.RGBA {
	if s.pixels != nil && s.factor == factor && s.dim == dim && s.background == background && same(s.picture, picture) {
		return s.pixels
	}
	s.picture, s.dim, s.background, s.factor = picture, dim, background, factor
	r := picture.Bounds()
	if rgba, ok := picture.(*image.RGBA); ok && dim <= 0 && factor == 1 && rgba.Opaque() {
		s.pixels = rgba
		if r.Min != (image.Point{}) {
			s.pixels = rgba.SubImage(r).(*image.RGBA)
			s.pixels.Rect = r.Sub(r.Min)
		}
		return s.pixels
	}
	s.full = resized(s.full, r.Size())
	opaque, ok := picture.(interface{ Opaque() bool })
	if ok && opaque.Opaque() {
		draw.Draw(s.full, s.full.Rect, picture, r.Min, draw.Src)
	} else {
		c := onto(s.full)
		c.clear(inkOf(background))
		draw.Draw(s.full, s.full.Rect, picture, r.Min, draw.Over)
	}
	s.pixels = s.full
	if factor > 1 {
		s.reduced = resized(s.reduced, image.Pt((r.Dx()+factor-1)/factor, (r.Dy()+factor-1)/factor))
		reduce(s.reduced, s.full, factor)
		s.pixels = s.reduced
	}
	if dim > 0 {
		dimTowards(s.pixels.Pix, background, dim)
	}
	return s.pixels
}

// dimTowards takes opaque pixels back towards a colour.
func dimTowards(pix []uint8, background color.RGBA, dim float64) {
	k, a := inkOf(background), uint32(256*dim)
	for len(pix) >= 4 {
		k.blend(pix[:4:4], a)
		pix = pix[4:]
	}
}

// reduce writes m reduced by a whole factor into out, every pixel the mean of
// those that it covers.
func reduce(out, m *image.RGBA, factor int) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			var r, g, b, n uint32
			for sy := y * factor; sy < min((y+1)*factor, h); sy++ {
				row := m.Pix[sy*m.Stride+4*x*factor : sy*m.Stride+4*min((x+1)*factor, w)]
				for ; len(row) >= 4; row = row[4:] {
					r, g, b, n = r+uint32(row[0]), g+uint32(row[1]), b+uint32(row[2]), n+1
				}
			}
			at := out.PixOffset(x, y)
			out.Pix[at], out.Pix[at+1], out.Pix[at+2], out.Pix[at+3] = uint8(r/n), uint8(g/n), uint8(b/n), 255
		}
	}
}
