package footage

import (
	"image"
	"math"
	"slices"
)

// grey is the brightness of a picture, 0…255.
type grey struct {
	width, height int
	level         []float32 // row by row
}

func newGrey(picture *image.RGBA) grey {
	w, h := picture.Rect.Dx(), picture.Rect.Dy()
	g := grey{w, h, make([]float32, w*h)}
	for y := range h {
		row := picture.Pix[y*picture.Stride:]
		for x := range w {
			g.level[y*w+x] = 0.299*float32(row[4*x]) + 0.587*float32(row[4*x+1]) + 0.114*float32(row[4*x+2])
		}
	}
	return g
}

// at returns the brightness between pixels, that of the border outside.
func (g grey) at(x, y float64) float64 {
	x = max(0, min(float64(g.width-1), x))
	y = max(0, min(float64(g.height-1), y))
	i, j := min(int(x), g.width-2), min(int(y), g.height-2)
	fx, fy := x-float64(i), y-float64(j)
	at := j*g.width + i
	top := float64(g.level[at])*(1-fx) + float64(g.level[at+1])*fx
	below := float64(g.level[at+g.width])*(1-fx) + float64(g.level[at+g.width+1])*fx
	return top*(1-fy) + below*fy
}

// patchDifference is the mean difference of brightness between the squares
// about (x, y) in a and about (u, v) in b.
func patchDifference(a, b grey, x, y, u, v float64) float64 {
	sum := 0.0
	for dy := -patchHalf; dy <= patchHalf; dy++ {
		for dx := -patchHalf; dx <= patchHalf; dx++ {
			fx, fy := float64(dx), float64(dy)
			sum += math.Abs(a.at(x+fx, y+fy) - b.at(u+fx, v+fy))
		}
	}
	const side = 2*patchHalf + 1
	return sum / (side * side)
}

// texture ranks the places of a picture by how much they look like corners.
type texture struct {
	width, height int
	strength      []float32 // row by row
	ranked        []float32 // the strengths, ascending
}

// newTexture computes the smaller eigenvalue of the structure tensor over
// squares of 7×7 pixels (Shi and Tomasi, Good features to track, 1994), and
// its largest value within two pixels.
func newTexture(picture *image.RGBA) *texture {
	w, h := picture.Rect.Dx(), picture.Rect.Dy()
	t := &texture{width: w, height: h, strength: make([]float32, w*h)}
	grey := newGrey(picture).level
	xx, xy, yy := make([]float32, w*h), make([]float32, w*h), make([]float32, w*h)
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			at := y*w + x
			gx, gy := grey[at+1]-grey[at-1], grey[at+w]-grey[at-w]
			xx[at], xy[at], yy[at] = gx*gx, gx*gy, gy*gy
		}
	}
	const half = 3
	for _, plane := range [][]float32{xx, xy, yy} {
		boxSum(plane, w, h, half)
	}
	corner := make([]float32, w*h)
	for at := range corner {
		trace, gap := xx[at]+yy[at], float64(xx[at]-yy[at])
		corner[at] = max(0, trace-float32(math.Sqrt(gap*gap+4*float64(xy[at])*float64(xy[at]))))
	}
	boxMax(corner, t.strength, w, h, 2)
	t.ranked = slices.Clone(t.strength)
	slices.Sort(t.ranked)
	return t
}

// share returns the share of the picture that has less texture than (x, y).
func (t *texture) share(x, y int) float64 {
	below, _ := slices.BinarySearch(t.ranked, t.strength[y*t.width+x])
	return float64(below) / float64(len(t.ranked))
}

// boxSum replaces every value by the sum over the square of 2·half+1 about it.
func boxSum(plane []float32, w, h, half int) {
	sums := make([]float32, max(w, h))
	line := func(start, step, n int) {
		for i := range n {
			sum := float32(0)
			for k := max(0, i-half); k <= min(n-1, i+half); k++ {
				sum += plane[start+k*step]
			}
			sums[i] = sum
		}
		for i := range n {
			plane[start+i*step] = sums[i]
		}
	}
	for y := range h {
		line(y*w, 1, w)
	}
	for x := range w {
		line(x, w, h)
	}
}

// boxMax sets out to the largest value over the square of 2·half+1 about each
// place.
func boxMax(in, out []float32, w, h, half int) {
	rows := make([]float32, w*h)
	for y := range h {
		for x := range w {
			rows[y*w+x] = slices.Max(in[y*w+max(0, x-half) : y*w+min(w-1, x+half)+1])
		}
	}
	for y := range h {
		for x := range w {
			most := float32(0)
			for k := max(0, y-half); k <= min(h-1, y+half); k++ {
				most = max(most, rows[k*w+x])
			}
			out[y*w+x] = most
		}
	}
}
