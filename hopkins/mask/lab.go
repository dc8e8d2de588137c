package mask

import (
	"image"
	"math"
)

// labOne is L = 100 in the colours of a level: they are CIE Lab (D65) in
// hundredths of it, as whole numbers, so that every processor has the same.
const labOne = 8192

// The tables of the conversion. Their steps are so fine, and their values so far
// from halves, that rounding is the same everywhere.
var (
	linearOf = linearTable()
	rootOf   = rootTable()
	fromRGB  = rgbMatrix()
)

const (
	linearBits = 15 // of linear intensities
	rootBits   = 13 // of the index of rootOf
)

// linearTable undoes the gamma of sRGB for each of the 256 values.
func linearTable() (t [256]int32) {
	for i := range t {
		v := float64(i) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		t[i] = int32(math.Round(v * (1 << linearBits)))
	}
	return t
}

// rootTable is the function f of Lab, a cube root with a straight beginning, times
// labOne.
func rootTable() (t [1<<rootBits + 2]int32) {
	for i := range t {
		v := float64(i) / (1 << rootBits)
		if v > 216.0/24389 {
			v = math.Cbrt(v)
		} else {
			v = (24389.0/27*v + 16) / 116
		}
		t[i] = int32(math.Round(v * labOne))
	}
	return t
}

// rgbMatrix turns linear sRGB into X, Y and Z over those of white.
func rgbMatrix() (m [3][3]int32) {
	for i, row := range [3][3]float64{
		{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
		{0.2126729, 0.7151522, 0.0721750},
		{0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883},
	} {
		for j, v := range row {
			m[i][j] = int32(math.Round(v * (1 << 14)))
		}
	}
	return m
}

// labOf returns the colour of a pixel in CIE Lab.
func labOf(r, g, b uint8) (l, a, bb int32) {
	lr, lg, lb := linearOf[r], linearOf[g], linearOf[b]
	var f [3]int32
	for i := range f {
		m := &fromRGB[i]
		// 15 + 14 bits, of which the index keeps rootBits.
		const shift = linearBits + 14 - rootBits
		v := (m[0]*lr + m[1]*lg + m[2]*lb + 1<<(shift-1)) >> shift
		f[i] = rootOf[min(v, 1<<rootBits)]
	}
	return (116*f[1] - 16*labOne) / 100, 5 * (f[0] - f[1]), 2 * (f[1] - f[2])
}

// channels is how many numbers a pixel of a level has: L, a, b and how steeply
// they change there.
const channels = 4

// level is a picture at one size.
type level struct {
	width, height int
	pix           []int16 // channels a pixel, row by row
}

func (l *level) resize(width, height int) {
	l.width, l.height = width, height
	if n := channels * width * height; cap(l.pix) < n {
		l.pix = make([]int16, n)
	} else {
		l.pix = l.pix[:n]
	}
}

// fill makes the level that of a picture, smoothed a little (σ = 0.7). scratch is
// of the same size.
func (l *level) fill(picture *image.RGBA, scratch *level) {
	w, h := picture.Rect.Dx(), picture.Rect.Dy()
	l.resize(w, h)
	scratch.resize(w, h)
	for y := range h {
		in, out := picture.Pix[y*picture.Stride:], scratch.pix[y*w*channels:]
		for x := range w {
			a, b, c := labOf(in[4*x], in[4*x+1], in[4*x+2])
			out[4*x], out[4*x+1], out[4*x+2] = int16(a), int16(b), int16(c)
		}
	}
	l.smooth(scratch)
}

// smooth fills the level with another one under the weights 1, 2, 1 both ways.
func (l *level) smooth(from *level) {
	w, h := l.width, l.height
	line := make([]int32, channels*w)
	for y := range h {
		above, here, below := from.row(max(y-1, 0)), from.row(y), from.row(min(y+1, h-1))
		for i := range line {
			line[i] = int32(above[i]) + 2*int32(here[i]) + int32(below[i])
		}
		out := l.row(y)
		for x := range w {
			left, right := channels*max(x-1, 0), channels*min(x+1, w-1)
			for c := range channels - 1 {
				out[channels*x+c] = int16((line[left+c] + 2*line[channels*x+c] + line[right+c] + 8) >> 4)
			}
		}
	}
}

func (l *level) row(y int) []int16 { return l.pix[channels*l.width*y : channels*l.width*(y+1)] }

// halve fills the level with half the size of another, the means of two by two
// pixels; odd ones at the right and bottom stand alone.
func (l *level) halve(from *level) {
	l.resize((from.width+1)/2, (from.height+1)/2)
	for y := range l.height {
		a, b := from.row(2*y), from.row(min(2*y+1, from.height-1))
		out := l.row(y)
		for x := range l.width {
			left, right := channels*2*x, channels*min(2*x+1, from.width-1)
			for c := range channels - 1 {
				out[channels*x+c] = int16((int32(a[left+c]) + int32(a[right+c]) + int32(b[left+c]) + int32(b[right+c]) + 2) >> 2)
			}
		}
	}
}

// slopes fills in how much the colours change at each pixel, half the sum over
// the channels of the differences of its neighbours across and along.
func (l *level) slopes() {
	w, h := l.width, l.height
	for y := range h {
		above, here, below := l.row(max(y-1, 0)), l.row(y), l.row(min(y+1, h-1))
		for x := range w {
			left, right := channels*max(x-1, 0), channels*min(x+1, w-1)
			sum := int32(0)
			for c := range channels - 1 {
				across := int32(here[right+c]) - int32(here[left+c])
				along := int32(below[channels*x+c]) - int32(above[channels*x+c])
				sum += max(across, -across) + max(along, -along)
			}
			here[channels*x+3] = int16(min(sum/2, math.MaxInt16))
		}
	}
}
