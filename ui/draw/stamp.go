package draw

import "math"

// phases is the number of positions within a pixel, in each direction, that a
// stamp is precomputed for: points move smoothly without being rasterised anew.
const phases = 4

// stamp is a small shape precomputed for quick drawing: how much of every
// pixel it covers, with and without its outline.
type stamp struct {
	size int // width and height in pixels
	// mask holds, for every phase, size·size pairs: the part of the pixel that
	// is covered, and the part of this that is outline, both 0…255.
	mask [phases * phases][]uint8
}

// distance is a shape: the signed distance of a point from its edge in pixels,
// negative inside.
type distance func(x, y float64) float64

// newStamp rasterises a shape with an outline of the given width around it.
// reach is the largest distance from its centre that the shape covers; the
// outline of a triangle reaches its width twice further at the corners.
func newStamp(shape distance, reach, outline float64) *stamp {
	half := int(math.Ceil(reach+2*outline+0.5)) + 1
	s := &stamp{size: 2 * half}
	for py := range phases {
		for px := range phases {
			// The centre of the shape lies in the middle of the phase's
			// interval.
			cx := float64(half) + (float64(px)+0.5)/phases
			cy := float64(half) + (float64(py)+0.5)/phases
			mask := make([]uint8, 2*s.size*s.size)
			for y := range s.size {
				for x := range s.size {
					d := shape(float64(x)+0.5-cx, float64(y)+0.5-cy)
					at := 2 * (y*s.size + x)
					total := covered(d - outline)
					mask[at] = uint8(255*total + 0.5)
					if total > 0 {
						mask[at+1] = uint8(255*(1-covered(d)/total) + 0.5)
					}
				}
			}
			s.mask[py*phases+px] = mask
		}
	}
	return s
}

// covered returns the part of a pixel at distance d from an edge that lies
// inside of it.
func covered(d float64) float64 { return min(max(0.5-d, 0), 1) }

// stamp draws a stamp with its centre at (x, y), its fill and outline with an
// opacity of 0…256.
func (c *canvas) stamp(s *stamp, x, y float32, fill, outline ink, opacity uint32) {
	reach := float32(s.size)
	if !(x > -reach && y > -reach && x < float32(c.w)+reach && y < float32(c.h)+reach) {
		return
	}
	// Added before the conversion so that it rounds down for negative values.
	const up = 1 << 12
	fx, fy := int((x+up)*phases), int((y+up)*phases)
	x0, y0 := fx/phases-up-s.size/2, fy/phases-up-s.size/2
	mask := s.mask[fy%phases*phases+fx%phases]
	left, right := max(0, -x0), min(s.size, c.w-x0)
	if left >= right {
		return
	}
	for row := max(0, -y0); row < min(s.size, c.h-y0); row++ {
		at := (y0+row)*c.stride + 4*(x0+left)
		px := c.pix[at : at+4*(right-left)]
		m := mask[2*(row*s.size+left) : 2*(row*s.size+right)]
		for len(px) >= 4 && len(m) >= 2 {
			if total := uint32(m[0]); total > 0 {
				// Where fill and outline share a pixel their colours mix
				// before both are blended.
				k := fill
				if edge := uint32(m[1]); edge > 0 {
					edge += edge >> 7
					k.rb = (fill.rb*(256-edge) + outline.rb*edge) >> 8 & lanes
					k.ga = (fill.ga*(256-edge) + outline.ga*edge) >> 8 & lanes
				}
				k.blend(px[:4:4], (total+total>>7)*opacity>>8)
			}
			px, m = px[4:], m[2:]
		}
	}
}

// The shapes of markers of a diameter of 2r. Their areas are about equal.

func disc(r float64) distance {
	return func(x, y float64) float64 { return math.Hypot(x, y) - r }
}

// polygon is a regular polygon of n sides whose corners lie at distance r, the
// first at the given angle.
func polygon(n int, r, angle float64) distance {
	inner := r * math.Cos(math.Pi/float64(n))
	normals := make([][2]float64, n)
	for k := range normals {
		// The side between corners k and k+1 faces the angle between them.
		sin, cos := math.Sincos(angle + 2*math.Pi*(float64(k)+0.5)/float64(n))
		normals[k] = [2]float64{cos, sin}
	}
	return func(x, y float64) float64 {
		d := math.Inf(-1)
		for _, normal := range normals {
			d = max(d, x*normal[0]+y*normal[1]-inner)
		}
		return d
	}
}

// saltire is an upright cross turned by 45°, its arms of length r.
func saltire(r float64) distance {
	half := 0.34 * r
	return func(x, y float64) float64 {
		u, v := math.Abs(x+y)/math.Sqrt2, math.Abs(x-y)/math.Sqrt2
		return min(max(u-r, v-half), max(v-r, u-half))
	}
}

// ring is a circle of radius r drawn with a pen of the given width.
func ring(r, width float64) distance {
	return func(x, y float64) float64 { return math.Abs(math.Hypot(x, y)-r) - width/2 }
}

// corners returns the corners of a marker of a diameter, y downwards; nil for
// a disc.
func (m Marker) corners(diameter float64) [][2]float64 {
	n, r, angle := m.polygon(diameter)
	if m == Cross {
		half, end := 0.34*r/math.Sqrt2, r/math.Sqrt2
		var corners [][2]float64
		// One notch and one arm, turned by right angles.
		for x, y := 1.0, 0.0; len(corners) < 12; x, y = -y, x {
			turned := func(u, v float64) [2]float64 { return [2]float64{u*x - v*y, u*y + v*x} }
			corners = append(corners, turned(2*half, 0), turned(end+half, end-half), turned(end-half, end+half))
		}
		return corners
	}
	corners := make([][2]float64, n)
	for k := range corners {
		sin, cos := math.Sincos(angle + 2*math.Pi*float64(k)/float64(n))
		corners[k] = [2]float64{r * cos, r * sin}
	}
	return corners
}

// polygon returns the number of corners of a marker of a diameter, 0 for those
// that are not regular polygons, their distance from the centre and the angle
// of the first.
func (m Marker) polygon(diameter float64) (n int, r, angle float64) {
	r = diameter / 2
	switch m {
	case Square:
		return 4, 1.27 * r, math.Pi / 4
	case Triangle:
		return 3, 1.45 * r, -math.Pi / 2
	case TriangleDown:
		return 3, 1.45 * r, math.Pi / 2
	case Diamond:
		return 4, 1.3 * r, 0
	case Hexagon:
		return 6, 1.1 * r, math.Pi / 6
	case Cross:
		return 0, 1.25 * r, 0
	}
	return 0, r, 0
}

// shape returns a marker's shape for a diameter, and its reach.
func (m Marker) shape(diameter float64) (distance, float64) {
	n, r, angle := m.polygon(diameter)
	switch {
	case m == Cross:
		return saltire(r), 1.1 * r
	case n == 0:
		return disc(r), r
	}
	return polygon(n, r, angle), r
}
