package synthetic

import (
	"math"
	"math/rand/v2"
)

// path is a smooth curve through space over the time of a sequence, which runs
// from −½ to ½.
type path struct {
	centre vec     // the place at time 0
	linear vec     // the displacement from the first frame to the last
	bend   vec     // how far the ends lie off the straight line
	sway   vec     // the amplitude of a swing
	cycles float64 // swings over the sequence
	phase  float64
}

func (p path) at(time float64) vec {
	swing := math.Sin(2*math.Pi*p.cycles*time+p.phase) - math.Sin(p.phase)
	return p.centre.along(p.linear, time).along(p.bend, 4*time*time).along(p.sway, swing)
}

// spin is a rotation whose speed varies over the time of a sequence.
type spin struct {
	start  rotation // the attitude at time 0
	axis   vec      // of unit length, in the world
	angle  float64  // radians from the first frame to the last
	wobble float64  // radians, a swing of the speed
	phase  float64
}

func (s spin) at(time float64) rotation {
	swing := math.Sin(2*math.Pi*time+s.phase) - math.Sin(s.phase)
	return about(s.axis, s.angle*time+s.wobble*swing).times(s.start)
}

// motion is the pose of a body over time.
type motion struct {
	path path
	spin spin
}

func (m motion) at(time float64) pose { return pose{m.spin.at(time), m.path.at(time)} }

// rest is the motion of what stands still at a place, turned about the upright.
func rest(place vec, turn float64) motion {
	return motion{path{centre: place}, spin{start: about(vec{0, 1, 0}, turn), axis: vec{0, 1, 0}}}
}

// between draws evenly from a…b.
func between(r *rand.Rand, a, b float64) float64 { return a + (b-a)*r.Float64() }

// either is between with a random sign.
func either(r *rand.Rand, a, b float64) float64 {
	v := between(r, a, b)
	if r.IntN(2) == 0 {
		return -v
	}
	return v
}

// direction draws a unit vector, tilted by at most tilt radians off the
// upright.
func direction(r *rand.Rand, tilt float64) vec {
	s, c := math.Sincos(between(r, 0, 2*math.Pi))
	st, ct := math.Sincos(between(r, 0, tilt))
	return vec{st * c, ct, st * s}
}

// randomWalk draws the path of a hand-held camera or of its aim: mostly
// straight, a little bent.
func randomWalk(r *rand.Rand, centre, reach vec) path {
	return path{
		centre: centre,
		linear: vec{either(r, 0.5, 1) * reach.x, either(r, 0.3, 1) * reach.y, either(r, 0.3, 1) * reach.z},
		bend:   vec{either(r, 0, 0.25) * reach.x, either(r, 0, 0.25) * reach.y, either(r, 0, 0.25) * reach.z},
		sway:   reach.scale(0.05),
		cycles: between(r, 0.8, 1.6),
		phase:  between(r, 0, 2*math.Pi),
	}
}
