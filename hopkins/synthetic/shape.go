package synthetic

import (
	"math"
	"math/rand/v2"
)

// surface is a place on a shape, in the shape's own frame.
type surface struct {
	at     vec
	normal vec // unit length, towards the side that is seen
	face   int // which face of the shape, from 0
	u, v   float64
}

// shape is a solid, or the inside of a room, in its own frame. u and v of a
// surface are metres along the face, from its centre.
type shape interface {
	// hit returns the first place where the ray o + t·d meets the side that is
	// seen, with t > grazing; d need not have unit length.
	hit(o, d vec) (t float64, face int, ok bool)
	// surface describes the place of a face that is nearest to at.
	surface(at vec, face int) surface
	// sample returns a place drawn evenly by area.
	sample(r *rand.Rand) surface
	// radius is that of the bounding sphere about the origin.
	radius() float64
}

// grazing is the smallest ray parameter that counts as a hit, so that a ray
// that starts on a surface does not meet it again at once.
const grazing = 1e-7

var (
	_ shape = box{}
	_ shape = room{}
	_ shape = ball{}
	_ shape = cylinder{}
)

// box is a solid box of the given half extents. Its faces are +x, −x, +y, −y,
// +z, −z.
type box struct{ half vec }

func (b box) radius() float64 { return b.half.norm() }

func (b box) hit(o, d vec) (float64, int, bool) {
	enter, face := math.Inf(-1), -1
	leave := math.Inf(1)
	for axis := range 3 {
		oi, di, h := o.coordinate(axis), d.coordinate(axis), b.half.coordinate(axis)
		if di == 0 {
			if math.Abs(oi) > h {
				return 0, 0, false
			}
			continue
		}
		// A ray that runs towards −axis enters by the + face.
		first, last, entry := (-h-oi)/di, (h-oi)/di, 2*axis+1
		if di < 0 {
			first, last, entry = last, first, 2*axis
		}
		if first > enter {
			enter, face = first, entry
		}
		leave = min(leave, last)
	}
	return enter, face, enter > grazing && enter < leave
}

func (b box) surface(at vec, face int) surface { return boxFace(b.half, at, face, 1) }

func (b box) sample(r *rand.Rand) surface {
	at, face := sampleBox(b.half, r)
	return b.surface(at, face)
}

// boxFace describes a place on a face of a box; side is 1 for its outside and
// −1 for its inside. u and v are upright on the side faces.
func boxFace(half, at vec, face int, side float64) surface {
	s := surface{at: at, face: face}
	sign := 1.0
	if face%2 == 1 {
		sign = -1
	}
	switch face / 2 {
	case 0:
		s.at.x = sign * half.x
		s.normal = vec{sign * side, 0, 0}
		s.u, s.v = -sign*side*at.z, at.y
	case 1:
		s.at.y = sign * half.y
		s.normal = vec{0, sign * side, 0}
		s.u, s.v = at.x, -sign*side*at.z
	default:
		s.at.z = sign * half.z
		s.normal = vec{0, 0, sign * side}
		s.u, s.v = sign*side*at.x, at.y
	}
	return s
}

// sampleBox draws a place on a box evenly by area.
func sampleBox(half vec, r *rand.Rand) (vec, int) {
	ax, ay, az := half.y*half.z, half.x*half.z, half.x*half.y
	pick := r.Float64() * (ax + ay + az)
	axis := 0
	switch {
	case pick >= ax+ay:
		axis = 2
	case pick >= ax:
		axis = 1
	}
	face := 2*axis + r.IntN(2)
	p := func(h float64) float64 { return (2*r.Float64() - 1) * h }
	return vec{p(half.x), p(half.y), p(half.z)}, face
}

// room is a box seen from inside, with the faces of box.
type room struct{ half vec }

func (m room) radius() float64 { return m.half.norm() }

func (m room) hit(o, d vec) (float64, int, bool) {
	t, face := math.Inf(1), -1
	for axis := range 3 {
		oi, di, h := o.coordinate(axis), d.coordinate(axis), m.half.coordinate(axis)
		if di == 0 {
			continue
		}
		leave, exit := (h-oi)/di, 2*axis
		if di < 0 {
			leave, exit = (-h-oi)/di, 2*axis+1
		}
		if leave < t {
			t, face = leave, exit
		}
	}
	return t, face, face >= 0 && t > grazing
}

func (m room) surface(at vec, face int) surface { return boxFace(m.half, at, face, -1) }

func (m room) sample(r *rand.Rand) surface {
	at, face := sampleBox(m.half, r)
	return m.surface(at, face)
}

// ball is a sphere; u and v are metres along its equator and meridian.
type ball struct{ r float64 }

func (b ball) radius() float64 { return b.r }

func (b ball) hit(o, d vec) (float64, int, bool) {
	dd, od := d.dot(d), o.dot(d)
	root := od*od - dd*(o.dot(o)-b.r*b.r)
	if root < 0 {
		return 0, 0, false
	}
	t := (-od - math.Sqrt(root)) / dd
	return t, 0, t > grazing
}

func (b ball) surface(at vec, _ int) surface {
	n := at.unit()
	return surface{
		at: n.scale(b.r), normal: n,
		u: b.r * math.Atan2(n.x, n.z), v: b.r * math.Asin(max(-1, min(1, n.y))),
	}
}

func (b ball) sample(r *rand.Rand) surface {
	y := 2*r.Float64() - 1
	s, c := math.Sincos(2 * math.Pi * r.Float64())
	rim := math.Sqrt(1 - y*y)
	return b.surface(vec{rim * s, y, rim * c}, 0)
}

// cylinder stands upright: its faces are the mantle, the top and the bottom.
type cylinder struct{ r, half float64 }

func (c cylinder) radius() float64 { return math.Hypot(c.r, c.half) }

func (c cylinder) hit(o, d vec) (float64, int, bool) {
	best, face := math.Inf(1), -1
	dd, od := d.x*d.x+d.z*d.z, o.x*d.x+o.z*d.z
	if dd > 0 {
		if root := od*od - dd*(o.x*o.x+o.z*o.z-c.r*c.r); root >= 0 {
			t := (-od - math.Sqrt(root)) / dd
			if t > grazing && math.Abs(o.y+t*d.y) <= c.half {
				best, face = t, 0
			}
		}
	}
	if d.y != 0 {
		lid, height := 1, c.half
		if d.y > 0 {
			lid, height = 2, -c.half
		}
		if t := (height - o.y) / d.y; t > grazing && t < best {
			x, z := o.x+t*d.x, o.z+t*d.z
			if x*x+z*z <= c.r*c.r {
				best, face = t, lid
			}
		}
	}
	return best, face, face >= 0
}

func (c cylinder) surface(at vec, face int) surface {
	switch face {
	case 1:
		return surface{at: vec{at.x, c.half, at.z}, normal: vec{0, 1, 0}, face: 1, u: at.x, v: -at.z}
	case 2:
		return surface{at: vec{at.x, -c.half, at.z}, normal: vec{0, -1, 0}, face: 2, u: at.x, v: at.z}
	}
	n := vec{at.x, 0, at.z}.unit()
	return surface{
		at: vec{n.x * c.r, at.y, n.z * c.r}, normal: n,
		u: c.r * math.Atan2(n.x, n.z), v: at.y,
	}
}

func (c cylinder) sample(r *rand.Rand) surface {
	s, cos := math.Sincos(2 * math.Pi * r.Float64())
	mantle, lid := 2*c.half, c.r/2 // areas, divided by 2πr
	pick := r.Float64() * (mantle + 2*lid)
	if pick < mantle {
		return c.surface(vec{c.r * s, (2*r.Float64() - 1) * c.half, c.r * cos}, 0)
	}
	face := 1
	if pick >= mantle+lid {
		face = 2
	}
	rim := c.r * math.Sqrt(r.Float64())
	return c.surface(vec{rim * s, 0, rim * cos}, face)
}
