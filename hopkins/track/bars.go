package track

import (
	"image"
	"slices"
)

const (
	// barDark is the largest grey value of a bar, in the middle of its outermost line: black, as
	// films write it (16 of 255), with noise.
	barDark = 24
	// barPlay is how much lighter a pixel of the bar is at most, by noise and compression, and
	// barShare of how much of a line that is so.
	barPlay, barShare = 12, 0.95
	// barEdge is over how many lines a bar turns into the picture at most: one by the
	// picture's scaling and one by the halved resolution of colours.
	barEdge = 2
	// barMost is the most of the picture that one bar takes: a film of a telephone held upright in a
	// wide one has a third on either side.
	barMost = 3.0 / 8
)

// bars are the lines without a picture at its sides: films of another shape come with black
// bars, and those that were digitised with black borders. Where the picture moves behind their
// edges, corners slide along these.
type bars struct{ top, bottom, left, right int }

// look takes in the next picture of a film. A bar is as wide as there are dark lines, where
// over half of its length the picture begins at once behind it; that tells it from a dark
// scene. What is lit is no bar any more.
func (b *bars) look(picture *image.Gray) {
	w, h := picture.Rect.Dx(), picture.Rect.Dy()
	row := func(y, x int) uint8 {
		return picture.Pix[picture.PixOffset(picture.Rect.Min.X+x, picture.Rect.Min.Y+y)]
	}
	column := func(x, y int) uint8 { return row(y, x) }
	back := func(at func(i, k int) uint8, n int) func(i, k int) uint8 {
		return func(i, k int) uint8 { return at(n-1-i, k) }
	}
	b.top = barOf(b.top, h, w, row)
	b.bottom = barOf(b.bottom, h, w, back(row, h))
	b.left = barOf(b.left, w, h, column)
	b.right = barOf(b.right, w, h, back(column, w))
}

// barOf returns how wide a bar is that was so wide before, of lines 0…n−1 from the outside
// with m pixels each.
func barOf(before, n, m int, at func(line, k int) uint8) int {
	outermost := make([]uint8, m)
	for k := range outermost {
		outermost[k] = at(0, k)
	}
	slices.Sort(outermost)
	black := outermost[m/2]
	if black > barDark {
		return 0
	}
	dark := func(line int) int {
		count := 0
		for k := range m {
			if at(line, k) <= black+barPlay {
				count++
			}
		}
		return count
	}
	most := int(barMost*float64(n)) - barEdge // of a dark picture no more is looked at
	wide := 0
	for wide <= most && float64(dark(wide)) >= barShare*float64(m) {
		wide++
	}
	if wide == 0 {
		return 0
	}
	inner := wide + barEdge
	if wide <= most && 2*dark(inner) < m {
		return inner
	}
	return min(before, inner)
}

// none reports whether there is no bar.
func (b bars) none() bool { return b == bars{} }

// without returns the picture continued over its bars by reflection, as it is continued beyond
// its border.
func (b bars) without(picture *image.Gray) *image.Gray {
	out := copyOf(picture)
	w, h := out.Rect.Dx(), out.Rect.Dy()
	inner := out.Pix[b.top*out.Stride:]
	height, width := h-b.top-b.bottom, w-b.left-b.right
	for y := range height {
		line := inner[y*out.Stride:][:w]
		for x := range line {
			if x < b.left || x >= w-b.right {
				line[x] = line[b.left+reflect(x-b.left, width)]
			}
		}
	}
	for y := range h {
		if y < b.top || y >= h-b.bottom {
			from := (b.top + reflect(y-b.top, height)) * out.Stride
			copy(out.Pix[y*out.Stride:][:w], out.Pix[from:from+w])
		}
	}
	return out
}
