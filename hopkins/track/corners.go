package track

import (
	"cmp"
	"container/heap"
	"context"
	"image"
	"iter"
	"math"
	"slices"
)

// blockRadius is how far the block over which a corner is measured reaches: it
// is 7×7.
const blockRadius = 3

// corner is a pixel where the picture changes in all directions.
type corner struct {
	x, y int
	// strength is the smaller eigenvalue of the 2×2 matrix of the products of
	// derivatives, summed over the block.
	strength float32
}

// corners finds the pixels of the picture where the strength of Shi and Tomasi
// is largest among their neighbours. It keeps the memory between frames.
type corners struct {
	width, height int
	strength      []float32 // width×height
	bands         []cornerBand
}

// cornerBand is what was found in bandWidth rows: the largest strength, and the
// corners, the strongest first.
type cornerBand struct {
	most  float32
	found []corner
}

// order is below 0 where a corner comes before another: the stronger one, of equal ones
// that of the row above, or that on the left.
func (a corner) order(b corner) int {
	return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x))
}

func newCorners(width, height int) *corners {
	return &corners{
		width: width, height: height,
		strength: make([]float32, width*height),
		bands:    make([]cornerBand, (height+bandWidth-1)/bandWidth),
	}
}

// find goes through the corners with at least the share quality of the strongest
// one's strength, the strongest first, at least margin pixels inside the picture,
// and among them those that wanted is true of, which is called side by side. It
// ends soon after ctx has ended.
func (c *corners) find(
	ctx context.Context, picture *image.Gray, quality float64, margin, workers int, wanted func(corner) bool,
) iter.Seq[corner] {
	return func(yield func(corner) bool) {
		margin = max(margin, 1)
		if c.width <= 2*margin || c.height <= 2*margin {
			return
		}
		bands(ctx, c.height, workers, func(first, last int) {
			c.bands[first/bandWidth].most = c.measure(picture, first, last, margin)
		})
		var most float32
		for _, b := range c.bands {
			most = max(most, b.most)
		}
		least := max(float32(quality*float64(most)), weakest)
		bands(ctx, c.height, workers, func(first, last int) {
			band := &c.bands[first/bandWidth]
			band.found = c.peaks(band.found[:0], least, max(first, margin), min(last, c.height-margin), margin, wanted)
			slices.SortFunc(band.found, corner.order)
		})
		if ctx.Err() != nil {
			return // some bands hold what an earlier picture had
		}
		// The bands are merged no further than they are asked for.
		var rest cornerHeap
		for _, b := range c.bands {
			if len(b.found) > 0 {
				rest = append(rest, b.found)
			}
		}
		for heap.Init(&rest); len(rest) > 0 && ctx.Err() == nil; {
			if !yield(rest[0][0]) {
				return
			}
			if rest[0] = rest[0][1:]; len(rest[0]) == 0 {
				heap.Pop(&rest)
			} else {
				heap.Fix(&rest, 0)
			}
		}
	}
}

var _ heap.Interface = (*cornerHeap)(nil)

// cornerHeap holds corners in their order, none empty, by the first of each.
type cornerHeap [][]corner

func (h cornerHeap) Len() int           { return len(h) }
func (h cornerHeap) Less(i, j int) bool { return h[i][0].order(h[j][0]) < 0 }
func (h cornerHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *cornerHeap) Push(x any)        { *h = append(*h, x.([]corner)) }
func (h *cornerHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// weakest is the least strength of a corner whatever the picture: that of
// rounding to whole grey values.
const weakest = 49

// measure fills rows from first to before last of the strength, and returns the
// largest one that lies margin pixels inside the picture. Sums of whole numbers
// are exact, so that it does not matter where a band begins.
func (c *corners) measure(picture *image.Gray, first, last, margin int) float32 {
	w, h := c.width, c.height
	// The sums over the rows of the block, with columns without any on both
	// sides of the picture.
	const side = 2*blockRadius + 1
	memory := make([]int32, 3*(w+side))
	xx, xy, yy := memory[:w+side], memory[w+side:2*(w+side)], memory[2*(w+side):]
	line := func(y int) []uint8 {
		at := picture.PixOffset(picture.Rect.Min.X, picture.Rect.Min.Y+min(max(y, 0), h-1))
		return picture.Pix[at : at+w]
	}
	// add adds the products of the derivatives of a row sign times.
	add := func(y int, sign int32) {
		if y < 0 || y >= h {
			return
		}
		above, here, below := line(y - 1)[:w], line(y)[:w], line(y + 1)[:w]
		const inset = blockRadius + 1
		xx, xy, yy := xx[inset:][:w], xy[inset:][:w], yy[inset:][:w]
		for x := 1; x < w-1; x++ {
			dx := int32(here[x+1]) - int32(here[x-1])
			dy := int32(below[x]) - int32(above[x])
			xx[x] += sign * dx * dx
			xy[x] += sign * dx * dy
			yy[x] += sign * dy * dy
		}
	}
	// The sums begin from scratch in every band and then follow the rows.
	for y := first - blockRadius; y < first+blockRadius; y++ {
		add(y, 1)
	}
	var most float32
	for y := first; y < last; y++ {
		add(y+blockRadius, 1)
		out := c.strength[y*w : (y+1)*w]
		var a, b, d int32
		for x := range side - 1 {
			a, b, d = a+xx[x+1], b+xy[x+1], d+yy[x+1]
		}
		inXX, inXY, inYY := xx[side:][:w], xy[side:][:w], yy[side:][:w]
		outXX, outXY, outYY := xx[:w], xy[:w], yy[:w]
		for x := range out {
			a += inXX[x] - outXX[x]
			b += inXY[x] - outXY[x]
			d += inYY[x] - outYY[x]
			half := 0.5 * float64(a-d)
			off := float64(b)
			out[x] = float32(0.5*float64(a+d) - math.Sqrt(float64(half*half)+float64(off*off)))
		}
		if y >= margin && y < h-margin {
			for _, v := range out[margin : w-margin] {
				if v > most {
					most = v
				}
			}
		}
		add(y-blockRadius, -1)
	}
	return most
}

// peaks appends the pixels of rows from first to before last, margin pixels from
// both sides, that have the least strength or more, are as strong as all their
// neighbours and stronger than those that come before, and are wanted.
func (c *corners) peaks(found []corner, least float32, first, last, margin int, wanted func(corner) bool) []corner {
	w := c.width
	for y := first; y < last; y++ {
		row := func(y int) []float32 { return c.strength[y*w+margin-1:][:w-2*margin+2] }
		above, here, below := row(y-1), row(y), row(y+1)
		above, below = above[:len(here)], below[:len(here)]
		for x := 1; x < len(here)-1; x++ {
			v := here[x]
			if v >= least && v >= here[x+1] && v > here[x-1] &&
				v >= below[x] && v > above[x] && v > above[x-1] && v > above[x+1] && v >= below[x-1] && v >= below[x+1] {
				if p := (corner{x + margin - 1, y, v}); wanted(p) {
					found = append(found, p)
				}
			}
		}
	}
	return found
}
