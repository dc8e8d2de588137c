package track

import (
	"context"
	"image"

	"motionseg/hopkins/internal/pool"
	"motionseg/hopkins/track/internal/lanes"
)

// padding is how many pixels each level is continued beyond its border, by
// reflection, so that patches may reach over it.
const padding = 24

// bandWidth is how many rows or columns are worked on as one task. It is fixed,
// whatever the number of cores.
const bandWidth = 32

// level is a grey picture in one resolution, column by column: so the rows of a
// patch lie side by side, each in a lane of its own.
type level struct {
	width, height int
	stride        int       // from a pixel to the one on its right
	origin        int       // the place of pixel (0, 0) in pix
	pix           []float32 // with the padding around it
}

func newLevel(width, height int) *level {
	// Columns begin where cache lines do, an odd number of them apart, so that
	// neighbouring ones do not take each other's place.
	const line = 16
	stride := (height + 2*padding + line - 1) / line
	stride = (stride | 1) * line
	return &level{
		width: width, height: height, stride: stride,
		origin: padding*stride + padding,
		// The rows too many of the last patch may lie behind the last column.
		pix: make([]float32, stride*(width+2*padding)+lanes.Width),
	}
}

// column returns column x without its padding; x may lie in the padding.
func (l *level) column(x int) []float32 {
	start := l.origin + x*l.stride
	return l.pix[start : start+l.height]
}

// pyramid is a picture in halved resolutions, the finest first: pixel (x, y) of
// level k lies over pixel (2ᵏx, 2ᵏy) of the picture.
type pyramid struct {
	levels []*level
}

// newPyramid makes room for a picture. It has at most the given number of
// levels, and fewer for a small picture: none is smaller than smallestLevel.
func newPyramid(width, height, levels int) *pyramid {
	p := &pyramid{}
	for len(p.levels) < levels && (len(p.levels) == 0 || width >= smallestLevel && height >= smallestLevel) {
		p.levels = append(p.levels, newLevel(width, height))
		width, height = (width+1)/2, (height+1)/2
	}
	return p
}

// smallestLevel is the least width and height of a level that was halved.
const smallestLevel = 16

// fill takes in a picture. What it leaves behind is of no use where ctx has ended.
func (p *pyramid) fill(ctx context.Context, picture *image.Gray, workers int) {
	finest := p.levels[0]
	bands(ctx, finest.width, workers, func(first, last int) {
		for y := range finest.height {
			at := picture.PixOffset(picture.Rect.Min.X+first, picture.Rect.Min.Y+y)
			to := finest.origin + first*finest.stride + y
			for _, v := range picture.Pix[at : at+last-first] {
				finest.pix[to] = float32(v)
				to += finest.stride
			}
		}
		for x := first; x < last; x++ {
			finest.padColumn(x)
		}
	})
	finest.padEnds()
	for k, coarse := range p.levels[1:] {
		coarse.halve(ctx, p.levels[k], workers)
	}
}

// halve fills the level from one of twice its resolution, smoothed by the
// binomial weights 1, 4, 6, 4, 1 in both directions, downwards first.
func (l *level) halve(ctx context.Context, fine *level, workers int) {
	bands(ctx, l.width, workers, func(first, last int) {
		// The columns of the fine level that are smoothed and halved downwards.
		var smooth [5][]float32
		for i := range smooth {
			smooth[i] = make([]float32, l.height)
		}
		for x := 2*first - 2; x <= 2*last; x++ {
			out := smooth[(x+5)%5]
			start := fine.origin + x*fine.stride - 2
			in := fine.pix[start : start+2*len(out)+3]
			for y := range out {
				c := in[2*y : 2*y+5 : 2*y+5]
				out[y] = (c[0] + c[4]) + float32(4*(c[1]+c[3])) + float32(6*c[2])
			}
			if middle := x - 2; middle >= 2*first && middle%2 == 0 {
				out := l.column(middle / 2)
				n := len(out)
				c0, c1, c2, c3, c4 := smooth[(x+1)%5][:n], smooth[(x+2)%5][:n], smooth[(x+3)%5][:n],
					smooth[(x+4)%5][:n], smooth[x%5][:n]
				for y := range out {
					out[y] = ((c0[y] + c4[y]) + float32(4*(c1[y]+c3[y])) + float32(6*c2[y])) * (1.0 / 256)
				}
				l.padColumn(middle / 2)
			}
		}
	})
	l.padEnds()
}

// padColumn fills the padding above and below column x.
func (l *level) padColumn(x int) {
	start := l.origin + x*l.stride
	column := l.pix[start-padding : start+l.height+padding]
	for i := 1; i <= padding; i++ {
		column[padding-i] = column[padding+reflect(-i, l.height)]
		column[padding+l.height-1+i] = column[padding+reflect(l.height-1+i, l.height)]
	}
}

// padEnds fills the padding on both sides, when all columns are padded.
func (l *level) padEnds() {
	whole := func(x int) []float32 {
		start := (padding + x) * l.stride
		return l.pix[start : start+l.stride]
	}
	for i := 1; i <= padding; i++ {
		copy(whole(-i), whole(reflect(-i, l.width)))
		copy(whole(l.width-1+i), whole(reflect(l.width-1+i, l.width)))
	}
}

// reflect returns the place among 0…n−1 that i is the mirror image of, the
// first and the last pixel being the mirrors.
func reflect(i, n int) int {
	if n == 1 {
		return 0
	}
	period := 2 * (n - 1)
	i %= period
	if i < 0 {
		i += period
	}
	return min(i, period-i)
}

// bands calls work for 0…n−1 in bands of fixed size, from first to before last,
// side by side. It begins no more of them once ctx has ended.
func bands(ctx context.Context, n, workers int, work func(first, last int)) {
	pool.Run(ctx, (n+bandWidth-1)/bandWidth, workers, func(band int) {
		work(band*bandWidth, min(n, (band+1)*bandWidth))
	})
}

// sample fills dst with the square of n×n pixels whose upper left one is at
// (x, y), between pixels by bilinear interpolation: n columns of lanes.Rows(n).
// It reports whether the square lies within the level and its padding.
func (l *level) sample(dst []float32, n int, x, y float64) bool {
	at, fx, fy, ok := l.place(n, x, y)
	if !ok {
		return false
	}
	lanes.Sample(dst, lanes.Rows(n), n, l.pix[at:], l.stride, fx, fy)
	return true
}

// place returns where in pix the square of n×n pixels with its upper left one at
// (x, y) begins, and how far (x, y) lies beyond that pixel. It reports whether
// the square lies within the level and its padding.
func (l *level) place(n int, x, y float64) (at int, fx, fy float32, ok bool) {
	const reach = padding
	// Written so that it is false for NaN.
	if !(x >= -reach && y >= -reach && x < float64(l.width+reach-n) && y < float64(l.height+reach-n)) {
		return 0, 0, 0, false
	}
	// x + reach is not negative, so that the conversion rounds down.
	ix, iy := int(x+reach)-reach, int(y+reach)-reach
	return l.origin + ix*l.stride + iy, float32(x - float64(ix)), float32(y - float64(iy)), true
}
