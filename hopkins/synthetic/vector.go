package synthetic

import "math"

// vec is a point or direction in space.
type vec struct{ x, y, z float64 }

func (a vec) add(b vec) vec              { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) sub(b vec) vec              { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) scale(s float64) vec        { return vec{a.x * s, a.y * s, a.z * s} }
func (a vec) dot(b vec) float64          { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vec) norm() float64              { return math.Sqrt(a.dot(a)) }
func (a vec) unit() vec                  { return a.scale(1 / a.norm()) }
func (a vec) along(d vec, t float64) vec { return a.add(d.scale(t)) }

func (a vec) cross(b vec) vec {
	return vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

// coordinate returns the i-th coordinate, i in 0…2.
func (a vec) coordinate(i int) float64 {
	switch i {
	case 0:
		return a.x
	case 1:
		return a.y
	}
	return a.z
}

// tangents returns two unit vectors that make an orthonormal frame with the
// unit vector a.
func (a vec) tangents() (u, v vec) {
	axis := vec{1, 0, 0}
	if math.Abs(a.x) > 0.7 {
		axis = vec{0, 1, 0}
	}
	u = a.cross(axis).unit()
	return u, a.cross(u)
}

// rotation is an orthonormal 3×3 matrix, held as its columns.
type rotation struct{ x, y, z vec }

// turn returns R·a.
func (r rotation) turn(a vec) vec {
	return r.x.scale(a.x).add(r.y.scale(a.y)).add(r.z.scale(a.z))
}

// back returns Rᵀ·a.
func (r rotation) back(a vec) vec { return vec{r.x.dot(a), r.y.dot(a), r.z.dot(a)} }

// times returns R·S.
func (r rotation) times(s rotation) rotation {
	return rotation{r.turn(s.x), r.turn(s.y), r.turn(s.z)}
}

// about returns the rotation by an angle in radians about a unit axis
// (Rodrigues' formula).
func about(axis vec, angle float64) rotation {
	s, c := math.Sincos(angle)
	column := func(e vec) vec {
		return e.scale(c).add(axis.cross(e).scale(s)).add(axis.scale(axis.dot(e) * (1 - c)))
	}
	return rotation{column(vec{1, 0, 0}), column(vec{0, 1, 0}), column(vec{0, 0, 1})}
}

// pose places a body's own frame in the world: world = R·own + T.
type pose struct {
	r rotation
	t vec
}

func (p pose) toWorld(a vec) vec { return p.r.turn(a).add(p.t) }
func (p pose) toOwn(a vec) vec   { return p.r.back(a.sub(p.t)) }
