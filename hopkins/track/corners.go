package track

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"motionseg/hopkins/internal/pool"
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

// cornerBand is what was found in bandWidth rows.
type cornerBand struct {
	found []corner
	most  float32
}

func newCorners(width, height int) *corners {
	return &corners{
		width: width, height: height,
		strength: make([]float32, width*height),
		bands:    make([]cornerBand, (height+bandWidth-1)/bandWidth),
	}
}

// find returns the corners with at least the share quality of the strongest
// one's strength, the strongest first, at least margin pixels inside the picture.
func (c *corners) find(picture *image.Gray, quality float64, margin, workers int) []corner {
	margin = max(margin, 1)
	if c.width <= 2*margin || c.height <= 2*margin {
		return nil
	}
	pool.Run(context.Background(), len(c.bands), workers, func(b int) {
		c.measure(picture, b*bandWidth, min(c.height, (b+1)*bandWidth))
	})
	pool.Run(context.Background(), len(c.bands), workers, func(b int) {
		c.peaks(&c.bands[b], b*bandWidth, min(c.height, (b+1)*bandWidth), margin)
	})
	var most float32
	for _, b := range c.bands {
		most = max(most, b.most)
	}
	least := max(float32(quality*float64(most)), weakest)
	var all []corner
	for _, b := range c.bands {
		for _, p := range b.found {
			if p.strength >= least {
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b corner) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x))
	})
	return all
}

// weakest is the least strength of a corner whatever the picture: that of
// rounding to whole grey values.
const weakest = 49

// measure fills rows from first to before last of the strength. Sums of whole
// numbers are exact, so that it does not matter where a band begins.
func (c *corners) measure(picture *image.Gray, first, last int) {
	w, h := c.width, c.height
	type products struct{ xx, xy, yy int32 }
	const height = 2*blockRadius + 1
	var rows [height][]products
	for i := range rows {
		rows[i] = make([]products, w)
	}
	columns := make([]products, w)
	line := func(y int) []uint8 {
		at := picture.PixOffset(picture.Rect.Min.X, picture.Rect.Min.Y+min(max(y, 0), h-1))
		return picture.Pix[at : at+w]
	}
	enter := func(y int) {
		y = min(max(y, 0), h-1)
		above, here, below := line(y-1), line(y), line(y+1)
		row := rows[(y+height)%height]
		for x := 1; x < w-1; x++ {
			dx := int32(here[x+1]) - int32(here[x-1])
			dy := int32(below[x]) - int32(above[x])
			row[x] = products{dx * dx, dx * dy, dy * dy}
		}
	}
	// The sums begin from scratch in every band and then follow the rows.
	low, high := first-blockRadius, first+blockRadius
	for y := max(low, 0); y <= min(high, h-1); y++ {
		enter(y)
		for x, p := range rows[y%height] {
			s := &columns[x]
			s.xx, s.xy, s.yy = s.xx+p.xx, s.xy+p.xy, s.yy+p.yy
		}
	}
	for y := first; y < last; y++ {
		if y > first {
			if gone := y - blockRadius - 1; gone >= 0 {
				for x, p := range rows[gone%height] {
					s := &columns[x]
					s.xx, s.xy, s.yy = s.xx-p.xx, s.xy-p.xy, s.yy-p.yy
				}
			}
			if next := y + blockRadius; next < h {
				enter(next)
				for x, p := range rows[next%height] {
					s := &columns[x]
					s.xx, s.xy, s.yy = s.xx+p.xx, s.xy+p.xy, s.yy+p.yy
				}
			}
		}
		out := c.strength[y*w : (y+1)*w]
		var sum products
		for x := range min(blockRadius, w) {
			p := columns[x]
			sum.xx, sum.xy, sum.yy = sum.xx+p.xx, sum.xy+p.xy, sum.yy+p.yy
		}
		for x := range out {
			if right := x + blockRadius; right < w {
				p := columns[right]
				sum.xx, sum.xy, sum.yy = sum.xx+p.xx, sum.xy+p.xy, sum.yy+p.yy
			}
			if left := x - blockRadius - 1; left >= 0 {
				p := columns[left]
				sum.xx, sum.xy, sum.yy = sum.xx-p.xx, sum.xy-p.xy, sum.yy-p.yy
			}
			half := 0.5 * float64(sum.xx-sum.yy)
			off := float64(sum.xy)
			out[x] = float32(0.5*float64(sum.xx+sum.yy) - math.Sqrt(float64(half*half)+float64(off*off)))
		}
	}
}

// peaks lists the pixels of rows from first to before last that are as strong
// as all their neighbours and stronger than those that come before.
func (c *corners) peaks(band *cornerBand, first, last, margin int) {
	band.found, band.most = band.found[:0], 0
	w := c.width
	for y := max(first, margin); y < min(last, c.height-margin); y++ {
		s := c.strength
		for x := margin; x < w-margin; x++ {
			at := y*w + x
			v := s[at]
			band.most = max(band.most, v)
			if v > 0 && v >= s[at+1] && v > s[at-1] &&
				v >= s[at+w] && v > s[at-w] && v > s[at-w-1] && v > s[at-w+1] && v >= s[at+w-1] && v >= s[at+w+1] {
				band.found = append(band.found, corner{x, y, v})
			}
		}
	}
}
