package geometry

import (
	"math"

	"motionseg/segment/internal/dense"
)

const (
	// adjustSteps is how many steps adjust takes at most.
	adjustSteps = 8
	// threeViewNumbers is how many numbers three views of a rigid body determine.
	threeViewNumbers = 18
	// adjustedEnough ends it: the share of the cost that a step must save.
	adjustedEnough = 1e-4
	// The damping of the first step, as a share of the diagonal, and what it is
	// multiplied by after a step that helped and after one that did not.
	firstDamping = 1e-3
	lessDamping  = 0.1
	moreDamping  = 10
	// projections is how many numbers the projections to two frames have.
	projections = 2 * leastSize
)

// shown is how far a place is from where a frame shows it, in units of the noise,
// and how that changes with the place's parallax and with its projection.
type shown struct {
	u, v     float64 // where the projection has it, in normalised coordinates
	off      [2]float64
	parallax [2]float64
	// place is what off changes by with the first and the second row of the
	// projection; with the third it is by −u and −v times as much.
	place [4]float64
}

// shows returns how far place (x, y) with parallax d is from where the frame that g
// goes to shows member k of it, by projection p and noise sigma.
func (g *groupMotion) shows(p *[leastSize]float64, k int, x, y, d, sigma float64) (s shown) {
	var du, dv float64
	s.u, s.v, du, dv = projected(p, x, y, d)
	unit := g.unit[1] / sigma
	s.off = [2]float64{(s.u - g.u[k]) * unit, (s.v - g.v[k]) * unit}
	s.parallax = [2]float64{du * unit, dv * unit}
	scale := unit / offZero(p[8]*x+p[9]*y+p[10]+p[11]*d)
	s.place = [4]float64{x * scale, y * scale, scale, d * scale}
	return s
}

// square returns the squared deviation.
func (s *shown) square() float64 { return s.off[0]*s.off[0] + s.off[1]*s.off[1] }

// adjust improves both projections of a motion and the parallaxes of its members
// together, towards the least of what the members cost: bundle adjustment (Triggs,
// McLauchlan, Hartley & Fitzgibbon, Bundle Adjustment: A Modern Synthesis, 2000) by
// steps of Levenberg and Marquardt from which the parallaxes are eliminated, with
// weights for points that deviate. Fitted in turns, each with the other as it is,
// they would come to rest far off where a group has both near and far points.
func (m *tripleMotion) adjust(members []int, parallax []float64) {
	e := newAdjustment(m, members)
	damping, fresh := firstDamping, true
	before := e.Cost(&m.toLast, &m.toMiddle, parallax)
	next := make([]float64, len(members))
	for range adjustSteps {
		if fresh {
			e.linearise(parallax)
		}
		fresh = false
		last, middle := e.step(damping, parallax, next)
		after := e.Cost(&last, &middle, next)
		if !(after < before) {
			damping *= moreDamping
			continue
		}
		m.toLast, m.toMiddle = last, middle
		copy(parallax, next)
		if before-after < adjustedEnough*after {
			return
		}
		before, damping, fresh = after, damping*lessDamping, true
	}
}

// adjustment is the normal equations of a bundle adjustment.
type adjustment struct {
	m     *tripleMotion
	sigma [][2]float64 // noise of every member in the last and the middle frame
	// normal, of which the lower triangle is used, and right are of both
	// projections; own, slope and along, of every member, are of its parallax, by
	// itself and with the projections.
	normal [projections * projections]float64
	right  [projections]float64
	own    []float64
	slope  []float64
	along  [][projections]float64
}

func newAdjustment(m *tripleMotion, members []int) *adjustment {
	n := len(members)
	e := &adjustment{m: m, sigma: make([][2]float64, n), own: make([]float64, n), slope: make([]float64, n), along: make([][projections]float64, n)}
	w := m.view
	for k, i := range members {
		e.sigma[k] = [2]float64{math.Sqrt(m.scale.at(w.X[i], w.Y[i], w.U[i], w.V[i])), math.Sqrt(m.scale.at(w.X[i], w.Y[i], w.s[i], w.t[i]))}
	}
	return e
}

// shown returns how the two frames show member k with parallax d.
func (e *adjustment) shown(last, middle *[leastSize]float64, k int, d float64) [2]shown {
	x, y := e.m.outer.x[k], e.m.outer.y[k]
	return [2]shown{e.m.outer.shows(last, k, x, y, d, e.sigma[k][0]), e.m.middle.shows(middle, k, x, y, d, e.sigma[k][1])}
}

// Cost returns the sum of the logarithms that the members cost.
func (e *adjustment) Cost(last, middle *[leastSize]float64, parallax []float64) float64 {
	var sum float64
	for k, d := range parallax {
		s := e.shown(last, middle, k, d)
		sum += e.m.scale.nats(s[0].square()) + e.m.scale.nats(s[1].square())
	}
	return sum
}

// linearise sets up the equations around the motion as it is.
func (e *adjustment) linearise(parallax []float64) {
	e.normal, e.right = [projections * projections]float64{}, [projections]float64{}
	for k, d := range parallax {
		along := &e.along[k]
		e.own[k], e.slope[k] = 0, 0
		for frame, s := range e.shown(&e.m.toLast, &e.m.toMiddle, k, d) {
			weight := e.m.scale.weight(s.square())
			e.own[k] += weight * (s.parallax[0]*s.parallax[0] + s.parallax[1]*s.parallax[1])
			e.slope[k] += weight * (s.parallax[0]*s.off[0] + s.parallax[1]*s.off[1])
			for c, v := range s.place {
				v *= weight
				// The rows of u, of v and of the depth.
				first := frame*leastSize + c
				second, third := first+4, first+8
				e.right[first] += v * s.off[0]
				e.right[second] += v * s.off[1]
				e.right[third] -= v * (s.u*s.off[0] + s.v*s.off[1])
				along[first] = v * s.parallax[0]
				along[second] = v * s.parallax[1]
				along[third] = -v * (s.u*s.parallax[0] + s.v*s.parallax[1])
				for f, other := range s.place {
					both := v * other
					at := frame*leastSize + f
					e.normal[third*projections+at] -= both * s.u
					e.normal[third*projections+at+4] -= both * s.v
					if f <= c {
						e.normal[first*projections+at] += both
						e.normal[second*projections+at+4] += both
						e.normal[third*projections+at+8] += both * (s.u*s.u + s.v*s.v)
					}
				}
			}
		}
	}
}

// step solves the equations with their diagonal enlarged by the share damping. It
// returns the projections after the step, and sets to the parallaxes.
func (e *adjustment) step(damping float64, parallax, to []float64) (last, middle [leastSize]float64) {
	reduced, right := e.normal, e.right
	var trace float64
	for i := range right {
		reduced[i*projections+i] *= 1 + damping
		trace += reduced[i*projections+i]
	}
	for k := range e.along {
		along, own := &e.along[k], e.ownDamped(k, damping)
		for i, v := range along {
			v /= own
			right[i] -= v * e.slope[k]
			row := reduced[i*projections:]
			for j, u := range along[:i+1] {
				row[j] -= v * u
			}
		}
	}
	dense.SolvePositive(reduced[:], right[:], dense.MachineEpsilon*trace)
	for i := range leastSize {
		last[i], middle[i] = e.m.toLast[i]-right[i], e.m.toMiddle[i]-right[leastSize+i]
	}
	for k, d := range parallax {
		slope := e.slope[k]
		for i, v := range e.along[k] {
			slope -= v * right[i]
		}
		to[k] = d - slope/e.ownDamped(k, damping)
	}
	return last, middle
}

// ownDamped returns what member k's parallax has on the enlarged diagonal.
func (e *adjustment) ownDamped(k int, damping float64) float64 {
	return e.own[k]*(1+damping) + math.SmallestNonzeroFloat64
}
