// Package lanes has the passes over pixels that take the time when points are
// followed.
//
// Pictures and patches are stored column by column, so that the rows of a patch
// lie in the lanes of vectors: every lane sums its own row from left to right,
// and nothing is summed over lanes. The number of rows of a patch is a multiple
// of Width; what stands in those too many counts for nothing.
//
// On amd64 with AVX2 and on arm64 the passes run in assembler, elsewhere in Go.
// All compute the same numbers to the last bit: every operation is rounded by
// itself, in the same order. The environment variable MOTIONSEG_NOASM, read once
// when the program starts, does without the assembler, as in package segment.
package lanes

import (
	"math"
	"os"
)

// Width is what the number of rows is a multiple of.
const Width = 8

// Most is the largest number of rows of a patch.
const Most = 72

// Rows returns the least number of rows that holds n.
func Rows(n int) int { return (n + Width - 1) / Width * Width }

// Sums has one of the sums of a pass for every row.
type Sums [Most]float32

// allowed reports whether off, the value of MOTIONSEG_NOASM, leaves the
// assembler of AVX2 and NEON.
func allowed(off string) bool { return off == "" || off == "0" || off == "avx512" }

var vectorCode = supported() && allowed(os.Getenv("MOTIONSEG_NOASM"))

// Sample fills dst, so many columns and rows, with a picture between its pixels,
// by bilinear interpolation. The picture has a column every stride numbers; the
// first pixel lies fx columns and fy rows, 0 to 1, after the first of src.
func Sample(dst []float32, rows, columns int, src []float32, stride int, fx, fy float32) {
	dst, src = dst[:rows*columns], src[:columns*stride+rows+1]
	check(rows, columns)
	if vectorCode {
		sampleVector(&dst[0], rows, columns, &src[0], stride, fx, fy)
		return
	}
	for c := range columns {
		out := dst[c*rows:][:rows]
		left, right := src[c*stride:][:rows+1], src[(c+1)*stride:][:rows+1]
		for r := range out {
			a := left[r] + float32(fy*(left[r+1]-left[r]))
			b := right[r] + float32(fy*(right[r+1]-right[r]))
			out[r] = a + float32(fx*(b-a))
		}
	}
}

// check panics where a patch has no pixels or rows that the assembler does not
// expect.
func check(rows, columns int) {
	if rows < Width || rows%Width != 0 || rows > Most || columns < 1 {
		panic("a patch of unexpected size")
	}
}

// Derive takes a patch out of one that has two columns more, wideRows rows, and
// begins one pixel further left and up: it fills patch, and dx and dy with the
// derivatives to the right and down. These are taken by the weights of Scharr,
// which are nearly the same in all directions. The sums are those of dx·dx,
// dx·dy, dy·dy, dx and dy.
func Derive(patch, dx, dy []float32, rows, columns int, wide []float32, wideRows int, sums *[5]Sums) {
	size := rows * columns
	patch, dx, dy, wide = patch[:size], dx[:size], dy[:size], wide[:(columns+1)*wideRows+rows+2]
	check(rows, columns)
	if vectorCode {
		deriveVector(&patch[0], &dx[0], &dy[0], rows, columns, &wide[0], wideRows, sums)
		return
	}
	for r := range rows {
		var xx, xy, yy, sx, sy float32
		for c := range columns {
			left, middle, right := wide[c*wideRows+r:][:3], wide[(c+1)*wideRows+r:][:3], wide[(c+2)*wideRows+r:][:3]
			gx := float32(5.0/16*(right[1]-left[1])) + float32(3.0/32*((right[0]-left[0])+(right[2]-left[2])))
			gy := float32(5.0/16*(middle[2]-middle[0])) + float32(3.0/32*((left[2]-left[0])+(right[2]-right[0])))
			at := c*rows + r
			patch[at], dx[at], dy[at] = middle[1], gx, gy
			xx += float32(gx * gx)
			xy += float32(gx * gy)
			yy += float32(gy * gy)
			sx += gx
			sy += gy
		}
		sums[0][r], sums[1][r], sums[2][r], sums[3][r], sums[4][r] = xx, xy, yy, sx, sy
	}
}

// Subtract takes v from every number; there are a multiple of Width.
func Subtract(x []float32, v float32) {
	if vectorCode && len(x) > 0 && len(x)%Width == 0 {
		subtractVector(&x[0], len(x), v)
		return
	}
	for i := range x {
		x[i] -= v
	}
}

// Compare takes the picture, as Sample does, less the patch, and sums it times
// dx and dy.
func Compare(patch, dx, dy []float32, rows, columns int, src []float32, stride int, fx, fy float32, sums *[2]Sums) {
	size := rows * columns
	patch, dx, dy, src = patch[:size], dx[:size], dy[:size], src[:columns*stride+rows+1]
	check(rows, columns)
	if vectorCode {
		compareVector(&patch[0], &dx[0], &dy[0], rows, columns, &src[0], stride, fx, fy, sums)
		return
	}
	for r := range rows {
		left := src[r] + float32(fy*(src[r+1]-src[r]))
		var sx, sy float32
		for c := range columns {
			next := src[(c+1)*stride+r:][:2]
			right := next[0] + float32(fy*(next[1]-next[0]))
			at := c*rows + r
			d := left + float32(fx*(right-left)) - patch[at]
			left = right
			sx += float32(d * dx[at])
			sy += float32(d * dy[at])
		}
		sums[0][r], sums[1][r] = sx, sy
	}
}

// Planes is how many numbers a pixel has in Warped.
const Planes = 7

// One is a pixel in the coordinates of Warped.
const One = 1 << 16

// Affine is where the pixel of a patch in column c and row r lies: at
// X + c·XU + r·XV and Y + c·YU + r·YV, in parts of One from the first number of
// the picture. Adding a step is exact.
type Affine struct{ X, Y, XU, XV, YU, YV int }

// Warped takes the picture where an affine map lays a patch of so many columns
// and rows, of which the last are too many, by bilinear interpolation, and sums
// it times each of the planes, then it alone, and its square. The planes of a
// column stand together, each of so many rows. It panics where the patch
// leaves the picture.
func Warped(planes []float32, rows, few, columns int, src []float32, stride int, a Affine, sums *[Planes + 2]Sums) {
	planes = planes[:Planes*rows*columns]
	check(rows, columns)
	// The corners bound all pixels.
	spanX, spanY := (columns-1)*a.XU, (columns-1)*a.YU
	sideX, sideY := (few-1)*a.XV, (few-1)*a.YV
	left, top := a.X+min(spanX, 0)+min(sideX, 0), a.Y+min(spanY, 0)+min(sideY, 0)
	right, bottom := a.X+max(spanX, 0)+max(sideX, 0), a.Y+max(spanY, 0)+max(sideY, 0)
	if few < 1 || few > rows || left < 0 || top < 0 || bottom/One+1 >= stride {
		panic("a patch that leaves the picture")
	}
	first := left / One * stride
	src = src[first : first+(right/One-left/One+1)*stride+bottom/One+2]
	a.X -= left / One * One
	if vectorCode && right-left < 1<<30 && bottom < 1<<30 && len(src) <= math.MaxInt32 {
		var x, y [Most]int32
		for r := range rows {
			x[r], y[r] = int32(a.X+min(r, few-1)*a.XV), int32(a.Y+min(r, few-1)*a.YV)
		}
		warpedVector(&planes[0], rows, columns, &src[0], stride, &x, &y, int32(a.XU), int32(a.YU), sums)
		return
	}
	for r := range few {
		x, y := a.X+r*a.XV, a.Y+r*a.YV
		var p0, p1, p2, p3, p4, p5, p6, s, q float32
		for c := range columns {
			at := (x>>16)*stride + y>>16
			fx, fy := float32(x&(One-1))*(1.0/One), float32(y&(One-1))*(1.0/One)
			u, w := src[at:at+2:at+2], src[at+stride:at+stride+2:at+stride+2]
			v0 := u[0] + float32(fy*(u[1]-u[0]))
			v1 := w[0] + float32(fy*(w[1]-w[0]))
			v := v0 + float32(fx*(v1-v0))
			p := planes[c*Planes*rows+r:][:(Planes-1)*rows+1]
			p0 += float32(v * p[0])
			p1 += float32(v * p[rows])
			p2 += float32(v * p[2*rows])
			p3 += float32(v * p[3*rows])
			p4 += float32(v * p[4*rows])
			p5 += float32(v * p[5*rows])
			p6 += float32(v * p[6*rows])
			s += v
			q += float32(v * v)
			x += a.XU
			y += a.YU
		}
		for k, sum := range [...]float32{p0, p1, p2, p3, p4, p5, p6, s, q} {
			sums[k][r] = sum
		}
	}
}
