package draw

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// histogram counts colours, six bits a channel, and keeps their exact sums.
type histogram struct {
	counts []int
	sums   [][3]int
}

func newHistogram() *histogram { return &histogram{make([]int, colorBins), make([][3]int, colorBins)} }

const colorBins = 1 << 18

// bin returns the number of a colour in the histogram.
func bin(px []uint8) int { return int(px[0]>>2)<<12 | int(px[1]>>2)<<6 | int(px[2]>>2) }

// channel returns a channel, by its shift, of a bin's colour.
func channel(bin, shift int) int { return (bin >> shift) & 63 }

func (h *histogram) add(m *image.RGBA) {
	for px := m.Pix; len(px) >= 4; px = px[4:] {
		k := bin(px)
		h.counts[k]++
		for c := range 3 {
			h.sums[k][c] += int(px[c])
		}
	}
}

// box is a set of bins in the median cut.
type box struct {
	bins   []int
	weight int
	axis   int // the channel of the largest extent, by its shift
	extent int
}

// palette returns at most n colours: the fixed ones, and the others by the
// median cut of P. Heckbert, Color Image Quantization for Frame Buffer Display
// (1982). Boxes are cut in the order of extent times weight, so that neither
// small but distinct colours nor large even areas are lost.
func (h *histogram) palette(n int, fixed []color.RGBA) color.Palette {
	var p color.Palette
	for _, c := range fixed {
		if len(p) < n && !slices.Contains(p, color.Color(c)) {
			p = append(p, c)
		}
	}
	var all []int
	for k, count := range h.counts {
		if count > 0 {
			all = append(all, k)
		}
	}
	if len(all) == 0 {
		return p
	}
	boxes := []box{h.box(all)}
	for len(boxes) < n-len(p) {
		widest := 0
		for k, b := range boxes {
			if b.extent*b.weight > boxes[widest].extent*boxes[widest].weight {
				widest = k
			}
		}
		b := boxes[widest]
		if b.extent == 0 {
			break
		}
		low, high := h.cut(b)
		boxes[widest] = low
		boxes = append(boxes, high)
	}
	for _, b := range boxes[:min(len(boxes), n-len(p))] {
		p = append(p, h.mean(b))
	}
	return p
}

// box returns the box of some bins.
func (h *histogram) box(bins []int) box {
	b := box{bins: bins}
	for _, shift := range []int{12, 6, 0} {
		low, high := 63, 0
		for _, k := range bins {
			low, high = min(low, channel(k, shift)), max(high, channel(k, shift))
		}
		if high-low > b.extent {
			b.axis, b.extent = shift, high-low
		}
	}
	for _, k := range bins {
		b.weight += h.counts[k]
	}
	return b
}

// cut parts a box at the median of its longest axis.
func (h *histogram) cut(b box) (low, high box) {
	slices.SortFunc(b.bins, func(x, y int) int {
		return cmp.Or(cmp.Compare(channel(x, b.axis), channel(y, b.axis)), cmp.Compare(x, y))
	})
	half, at := 0, 0
	for at < len(b.bins)-1 && half < b.weight/2 {
		half += h.counts[b.bins[at]]
		at++
	}
	at = max(at, 1)
	return h.box(b.bins[:at]), h.box(b.bins[at:])
}

// mean returns the mean colour of a box.
func (h *histogram) mean(b box) color.RGBA {
	var sum [3]int
	for _, k := range b.bins {
		for c := range sum {
			sum[c] += h.sums[k][c]
		}
	}
	return color.RGBA{uint8(sum[0] / b.weight), uint8(sum[1] / b.weight), uint8(sum[2] / b.weight), 255}
}

// colorIndex finds the colours of a palette.
type colorIndex struct {
	palette     color.Palette // the last one is transparent
	transparent uint8
	colors      [][3]int
	known       []int16 // by bin; −1 where not yet found
}

// newColorIndex takes a palette of at most 255 colours.
func newColorIndex(p color.Palette) *colorIndex {
	x := &colorIndex{transparent: uint8(len(p)), known: make([]int16, colorBins)}
	for _, c := range p {
		c := c.(color.RGBA)
		x.colors = append(x.colors, [3]int{int(c.R), int(c.G), int(c.B)})
	}
	x.palette = append(slices.Clone(p), color.RGBA{})
	for k := range x.known {
		x.known[k] = -1
	}
	return x
}

// apply returns the nearest colour of the palette for every pixel.
func (x *colorIndex) apply(m *image.RGBA) []uint8 {
	out := make([]uint8, m.Rect.Dx()*m.Rect.Dy())
	for k := range out {
		px := m.Pix[4*k : 4*k+4]
		b := bin(px)
		if x.known[b] < 0 {
			x.known[b] = int16(x.nearest(int(px[0]), int(px[1]), int(px[2])))
		}
		out[k] = uint8(x.known[b])
	}
	return out
}

// nearest returns the colour of the palette that is nearest to another.
func (x *colorIndex) nearest(r, g, b int) int {
	best, least := 0, 1<<30
	for k, c := range x.colors {
		dr, dg, db := r-c[0], g-c[1], b-c[2]
		// Weights near the sensitivity of the eye.
		if d := 3*dr*dr + 6*dg*dg + db*db; d < least {
			best, least = k, d
		}
	}
	return best
}
