package track

import (
	"context"
	"image"

	"motionseg/hopkins/internal/pool"
)

// padding is how many pixels each level is continued beyond its border, by
// reflection, so that patches may reach over it.
const padding = 24

// bandRows is how many rows are worked on as one task. It is fixed, whatever
// the number of cores.
const bandRows = 32

// level is a grey picture in one resolution.
type level struct {
	width, height int
	stride        int
	origin        int       // the place of pixel (0, 0) in pix
	pix           []float32 // with the padding around it
}

func newLevel(width, height int) *level {
	stride := width + 2*padding
	return &level{
		width: width, height: height, stride: stride,
		origin: padding*stride + padding,
		pix:    make([]float32, stride*(height+2*padding)),
	}
}

// row returns row y without its padding; y may lie in the padding.
func (l *level) row(y int) []float32 {
	start := l.origin + y*l.stride
	return l.pix[start : start+l.width]
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

// fill takes in a picture.
func (p *pyramid) fill(picture *image.Gray, workers int) {
	finest := p.levels[0]
	bands(finest.height, workers, func(y int) {
		from := picture.Pix[picture.PixOffset(picture.Rect.Min.X, picture.Rect.Min.Y+y):]
		to := finest.row(y)
		for x, v := range from[:len(to)] {
			to[x] = float32(v)
		}
		finest.padRow(y)
	})
	finest.padEnds()
	for k, coarse := range p.levels[1:] {
		coarse.halve(p.levels[k], workers)
	}
}

// halve fills the level from one of twice its resolution, smoothed by the
// binomial weights 1, 4, 6, 4, 1 in both directions.
func (l *level) halve(fine *level, workers int) {
	tasks := (l.height + bandRows - 1) / bandRows
	pool.Run(context.Background(), tasks, workers, func(band int) {
		// A row of the fine level with two pixels of padding on each side,
		// smoothed downwards.
		column := make([]float32, fine.width+5)
		for y := band * bandRows; y < min(l.height, (band+1)*bandRows); y++ {
			var rows [5][]float32
			for i := range rows {
				start := fine.origin + (2*y+i-2)*fine.stride - 2
				rows[i] = fine.pix[start : start+len(column)]
			}
			r0, r1, r2, r3, r4 := rows[0][:len(column)], rows[1][:len(column)], rows[2][:len(column)], rows[3][:len(column)], rows[4][:len(column)]
			for x := range column {
				column[x] = (r0[x] + r4[x]) + float32(4*(r1[x]+r3[x])) + float32(6*r2[x])
			}
			out := l.row(y)
			for x := range out {
				c := column[2*x : 2*x+5 : 2*x+5]
				out[x] = ((c[0] + c[4]) + float32(4*(c[1]+c[3])) + float32(6*c[2])) * (1.0 / 256)
			}
			l.padRow(y)
		}
	})
	l.padEnds()
}

// padRow fills the padding on both sides of row y.
func (l *level) padRow(y int) {
	start := l.origin + y*l.stride
	row := l.pix[start-padding : start+l.width+padding]
	for i := 1; i <= padding; i++ {
		row[padding-i] = row[padding+reflect(-i, l.width)]
		row[padding+l.width-1+i] = row[padding+reflect(l.width-1+i, l.width)]
	}
}

// padEnds fills the padding above and below, when all rows are padded.
func (l *level) padEnds() {
	whole := func(y int) []float32 {
		start := (padding + y) * l.stride
		return l.pix[start : start+l.stride]
	}
	for i := 1; i <= padding; i++ {
		copy(whole(-i), whole(reflect(-i, l.height)))
		copy(whole(l.height-1+i), whole(reflect(l.height-1+i, l.height)))
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

// bands calls row for 0…n−1, in bands of fixed size side by side.
func bands(n, workers int, row func(y int)) {
	pool.Run(context.Background(), (n+bandRows-1)/bandRows, workers, func(band int) {
		for y := band * bandRows; y < min(n, (band+1)*bandRows); y++ {
			row(y)
		}
	})
}

// sample fills dst, n×n row by row, from the square of pixels whose upper left
// one is at (x, y), between pixels by bilinear interpolation. It reports whether
// the square lies within the level and its padding.
func (l *level) sample(dst []float32, n int, x, y float64) bool {
	at, fx, fy, ok := l.place(n, x, y)
	if !ok {
		return false
	}
	for r := range n {
		row := dst[r*n : r*n+n]
		upper := l.pix[at : at+n+1][:len(row)+1]
		lower := l.pix[at+l.stride : at+l.stride+n+1][:len(row)+1]
		left := upper[0] + float32(fy*(lower[0]-upper[0]))
		for c := range row {
			right := upper[c+1] + float32(fy*(lower[c+1]-upper[c+1]))
			row[c] = left + float32(fx*(right-left))
			left = right
		}
		at += l.stride
	}
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
	return l.origin + iy*l.stride + ix, float32(x - float64(ix)), float32(y - float64(iy)), true
}
