package filmset

import (
	"image"
	"math"
)

// flicker counts the pixels whose label changes from one frame to the next along the
// dense flow of the pictures.
type flicker struct {
	before struct {
		frame       int // from 1, 0 before the first
		mask, truth *image.Gray
		grey        *grey
	}
	// compared are the pixels that lead to the next frame and back, masks those of them
	// that have another motion there though their region stays, truth those that have
	// another region there.
	compared, masks, truth int
}

// add looks at a frame; what is compared with it is the one before, where that was
// looked at too.
func (f *flicker) add(frame int, mask, truth *image.Gray, picture *image.RGBA) {
	g := greyOf(picture)
	b := &f.before
	if b.grey != nil && b.frame == frame && b.mask.Rect == mask.Rect && b.grey.width == g.width &&
		b.grey.height == g.height {
		f.compare(mask, truth, b.grey.flowTo(g), g.flowTo(b.grey))
	}
	b.frame, b.mask, b.truth, b.grey = frame+1, mask, truth, g
}

// compare counts the pixels of the frame before.
func (f *flicker) compare(mask, truth *image.Gray, there, back *flow) {
	b := &f.before
	width, height := mask.Rect.Dx(), mask.Rect.Dy()
	at := func(m *image.Gray, x, y int) uint8 { return m.Pix[y*m.Stride+x] }
	nearest := func(v float32) int { return int(math.Floor(float64(v) + 0.5)) }
	for y := range height {
		for x := range width {
			u, v, ok := there.leads(back, x/2, y/2)
			// The flow is that of pictures of half the size.
			toX, toY := x+nearest(2*(u-float32(x/2))), y+nearest(2*(v-float32(y/2)))
			if !ok || toX < 0 || toY < 0 || toX >= width || toY >= height {
				continue
			}
			f.compared++
			switch {
			case at(b.truth, x, y) != at(truth, toX, toY):
				f.truth++
			case at(b.mask, x, y) != at(mask, toX, toY):
				f.masks++
			}
		}
	}
}

// shares returns the changes of masks and of the truth, in % of the pixels compared.
func (f *flicker) shares() (masks, truth float64) {
	n := float64(max(f.compared, 1))
	return 100 * float64(f.masks) / n, 100 * float64(f.truth) / n
}
