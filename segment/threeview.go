package segment

import (
	"math"
	"slices"
)

// threeView is three frames at equal distances: what moves the points from the
// first to the last says, for a rigid motion, where they are in the middle one
// (Hartley & Zisserman, Multiple View Geometry, 2003, chapters 13 and 15). Two
// frames leave the place along an epipolar line to a point's depth; a third
// one does not.
type threeView struct {
	*twoView           // the first and the last frame, in the data's units
	s, t     []float64 // x and y in the middle frame
}

// transferParameters is how many numbers take three views from the first to
// the last and the middle one: a homography and an epipole, and a projection.
const transferParameters = 21

// cost returns what it takes to describe the motion of a group over the three
// frames, by the cheapest of a shift, an affine map and a homography to each of
// the last and the middle frame, and of places in space.
func (w *threeView) cost(members []int, scale motionScale) float64 {
	if len(members) == 0 {
		return 0
	}
	n := float64(len(members))
	outer := fitGroupMotion(w.twoView, members, scale)
	inner := &twoView{x: w.x, y: w.y, u: w.s, v: w.t}
	middle := fitGroupMotion(inner, members, scale)
	best := math.Inf(1)
	for kind := byShift; kind <= byHomography; kind++ {
		if outer.can(kind) && middle.can(kind) {
			best = min(best, outer.costs(w.twoView, members, kind, scale)+middle.costs(inner, members, kind, scale))
		}
	}
	if !outer.can(byEpipolarHomography) {
		return best
	}
	// Where the last frame shows a point off the homography along its epipolar
	// line says how far it is from the plane (plane and parallax).
	epipole := secondEpipole(&outer.fundamental)
	places := make([][4]float64, len(members))
	size := make([]float64, len(members))
	h := &outer.homography
	for k := range members {
		x, y := outer.x[k], outer.y[k]
		on := [3]float64{h[0]*x + h[1]*y + h[2], h[3]*x + h[4]*y + h[5], h[6]*x + h[7]*y + h[8]}
		q := [3]float64{outer.u[k], outer.v[k], 1}
		a, b := cross(q, on), cross(q, epipole)
		parallax := -(a[0]*b[0] + a[1]*b[1] + a[2]*b[2]) / (b[0]*b[0] + b[1]*b[1] + b[2]*b[2] + machineEpsilon)
		places[k] = [4]float64{x, y, 1, parallax}
		size[k] = math.Abs(parallax)
	}
	slices.Sort(size)
	unit := size[len(size)/2] + machineEpsilon
	for k := range places {
		p := &places[k]
		p[3] /= unit
		length := math.Sqrt(p[0]*p[0] + p[1]*p[1] + 1 + p[3]*p[3])
		for c := range p {
			p[c] /= length
		}
	}
	_, squares := fitProjection(places, 4, middle.u, middle.v, middle.deviance, scale.noise/middle.unit[1])
	cost := (transferParameters - parameters[byEpipolarHomography]) / 2 * math.Log1p(n)
	cost += outer.costs(w.twoView, members, byEpipolarHomography, scale)
	for k, i := range members {
		cost += math.Log1p(squares[k] * middle.unit[1] * middle.unit[1] / scale.at(w.x[i], w.y[i], w.s[i], w.t[i]))
	}
	return min(best, cost)
}

// secondEpipole returns e with eᵀf = 0.
func secondEpipole(f *[9]float64) [3]float64 {
	var s [3][3]float64 // ffᵀ
	for i := range 3 {
		for j := range 3 {
			s[i][j] = f[3*i]*f[3*j] + f[3*i+1]*f[3*j+1] + f[3*i+2]*f[3*j+2]
		}
	}
	return leastAxis(&s)
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
