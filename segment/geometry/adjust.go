package geometry

import (
	"math"

	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/moments"
	"motionseg/segment/internal/places"
)

const (
	// adjustSteps is how many steps adjust takes at most.
	adjustSteps = 8
	// adjustedEnough ends it: the share of the cost that a step must save.
	adjustedEnough = 1e-4
	// The damping of the first step, as a share of the diagonal, and what it is
	// multiplied by after a step that helped, and divided by after one that did not.
	firstDamping = 1e-3
	lessDamping  = 0.1
	// projections is how many numbers the projections to two frames have.
	projections = 2 * dense.SmallSize
)

// adjust improves both projections of a motion and the parallaxes of its members
// together, towards the least of what the members cost: bundle adjustment (Triggs,
// McLauchlan, Hartley & Fitzgibbon, Bundle Adjustment: A Modern Synthesis, 2000) by
// steps of Levenberg and Marquardt from which the parallaxes are eliminated, with
// weights for points that deviate. Fitted in turns, each with the other as it is,
// they would come to rest far off where a group has both near and far points.
func (m *tripleMotion) adjust(members []int, parallax []float64) {
	e := newAdjustment(m, members)
	defer giveTables(e.places, e.monomials, e.weights, e.slopes, e.along, e.members)
	damping, fresh := firstDamping, true
	before := e.cost(&m.toLast, &m.toMiddle, parallax)
	next := make([]float64, len(members))
	for range adjustSteps {
		if fresh {
			e.linearise(parallax)
		}
		fresh = false
		last, middle := e.step(damping, parallax, next)
		after := e.cost(&last, &middle, next)
		if !(after < before) {
			damping *= 1 / lessDamping
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

const (
	// projectionRows is how many rows the two projections have, of four numbers each.
	projectionRows = 6
	// The weights of the monomials of the places in the equations: of either frame
	// w, wu, wv and w(u² + v²), and what the parallaxes take of every two rows.
	ownWeights   = 2 * 4
	takenWeights = projectionRows * (projectionRows + 1) / 2
)

// adjustment is the normal equations of a bundle adjustment. What changes a member's
// deviation in a frame by one of the projection's numbers is a factor for the row times
// that number's coordinate of the place, (x, y, 1, parallax): all sums over members are of
// weights times monomials of their places.
type adjustment struct {
	m *tripleMotion
	// sigma is a unit of the last and the middle frame in units of the noise, of
	// every member.
	sigma [2][]float64
	// places are the members' coordinates, and monomials the products of two.
	places, monomials *moments.Table
	weights           *moments.Table // of monomials
	slopes            *moments.Table // of coordinates, two for every row
	along             *moments.Table // how each row changes the slope of the parallax
	own, slope        []float64      // of every member's parallax
	inverse           []float64      // of own, 0 where that is 0
	squares           []float64      // by what every member is off in a frame
	members           *moments.Table // holds own, slope, inverse, squares and sigma
	sums              [(ownWeights + takenWeights) * spaceMonomials]float64
	right             [2 * projectionRows * 4]float64
}

func newAdjustment(m *tripleMotion, members []int) *adjustment {
	n := len(members)
	e := &adjustment{
		m: m, places: takeTable(4, n), monomials: takeTable(spaceMonomials, n),
		weights: takeTable(ownWeights+takenWeights, n),
		slopes:  takeTable(2*projectionRows, n), along: takeTable(projectionRows, n),
		members: takeTable(6, n),
	}
	w := m.view
	for r, to := range []*[]float64{&e.own, &e.slope, &e.inverse, &e.squares, &e.sigma[0], &e.sigma[1]} {
		*to = e.members.Row(r)
	}
	x, y, one := e.places.Row(0), e.places.Row(1), e.places.Row(2)
	for k, i := range members {
		e.sigma[0][k] = m.outer.unit[1] / math.Sqrt(m.scale.at(w.X[i], w.Y[i], w.U[i], w.V[i]))
		e.sigma[1][k] = m.middle.unit[1] / math.Sqrt(m.scale.at(w.X[i], w.Y[i], w.s[i], w.t[i]))
		x[k], y[k], one[k] = m.outer.x[k], m.outer.y[k], 1
	}
	for i := range 3 {
		for j := i; j < 3; j++ {
			e.multiply(i, j)
		}
	}
	return e
}

// multiply fills in the monomial of coordinates i and j.
func (e *adjustment) multiply(i, j int) {
	moments.Multiply(e.monomials.Row(triangle(4, i, j)), e.places.Row(i), e.places.Row(j))
}

// frame returns the motion to the last frame, 0, or to the middle one, 1.
func (e *adjustment) frame(f int) *groupMotion {
	if f == 0 {
		return e.m.outer
	}
	return e.m.middle
}

// cost returns the sum of the logarithms that the members cost.
func (e *adjustment) cost(last, middle *[dense.SmallSize]float64, parallax []float64) float64 {
	sum := newNatSum(e.m.scale)
	x, y := e.places.Row(0), e.places.Row(1)
	for f, p := range [2]*[dense.SmallSize]float64{last, middle} {
		g, sigma := e.frame(f), e.sigma[f]
		places.Squares(p, x, y, parallax, g.u, g.v, sigma, e.squares)
		for _, square := range e.squares {
			sum.add(square)
		}
	}
	return sum.nats()
}

// linearise sets up the equations around the motion as it is.
func (e *adjustment) linearise(parallax []float64) {
	copy(e.places.Row(3), parallax)
	for i := range 4 {
		e.multiply(i, 3)
	}
	clear(e.own)
	clear(e.slope)
	e.lineariseFrame(0, &e.m.toLast)
	e.lineariseFrame(1, &e.m.toMiddle)
	e.takeParallaxes()
	moments.Sums(e.sums[:], e.weights, ownWeights+takenWeights, e.monomials, spaceMonomials)
	moments.Sums(e.right[:], e.slopes, 2*projectionRows, e.places, 4)
}

// lineariseFrame fills in what one of the two frames, seen by projection p, adds.
func (e *adjustment) lineariseFrame(f int, p *[dense.SmallSize]float64) {
	g := e.frame(f)
	l := places.Linear{Own: e.own, Slope: e.slope}
	for r := range l.Slopes {
		l.Slopes[r], l.Along[r] = e.slopes.Row(3*f+r), e.along.Row(3*f+r)
	}
	for i := range l.Weights {
		l.Weights[i] = e.weights.Row(4*f + i)
	}
	l.Linearise(p, e.places.Row(0), e.places.Row(1), e.places.Row(3), g.u, g.v, e.sigma[f], e.m.scale.lost)
}

// takeParallaxes fills in what the equations are less by where every parallax follows
// the projections.
func (e *adjustment) takeParallaxes() {
	for k, v := range e.own {
		e.inverse[k] = 1 / (v + math.SmallestNonzeroFloat64)
		if v == 0 {
			e.inverse[k] = 0
		}
	}
	for i := range projectionRows {
		taken := e.slopes.Row(projectionRows + i)
		moments.Multiply(taken, e.along.Row(i), e.inverse)
		for j := i; j < projectionRows; j++ {
			moments.Multiply(e.weights.Row(ownWeights+triangle(projectionRows, i, j)), taken, e.along.Row(j))
		}
		moments.Multiply(taken, taken, e.slope)
	}
}

// step solves the equations with their diagonal enlarged by the share damping. It
// returns the projections after the step, and sets to the parallaxes.
func (e *adjustment) step(damping float64, parallax, to []float64) (last, middle [dense.SmallSize]float64) {
	var reduced [projections * projections]float64
	var right [projections]float64
	var trace float64
	damped := 1 + damping
	for row := range projectionRows {
		for c := range 4 {
			right[4*row+c] = e.right[row*4+c] - e.right[(projectionRows+row)*4+c]/damped
		}
		for other := range row + 1 {
			own, sign := e.ownSums(row, other)
			taken := e.sums[(ownWeights+triangle(projectionRows, row, other))*spaceMonomials:][:spaceMonomials]
			for c, monomials := range pairMonomials {
				to := reduced[(4*row+c)*projections+4*other:][:4]
				for d, monomial := range monomials {
					v := sign * own[monomial]
					if row == other && c == d {
						v *= damped
						trace += v
					}
					to[d] = v - taken[monomial]/damped
				}
			}
		}
	}
	dense.SolvePositive(reduced[:], right[:], dense.MachineEpsilon*trace)
	for i := range dense.SmallSize {
		last[i], middle[i] = e.m.toLast[i]-right[i], e.m.toMiddle[i]-right[dense.SmallSize+i]
	}
	e.follow(&right, damped, parallax, to)
	return last, middle
}

// follow sets to the parallaxes after the projections have changed by this, less.
func (e *adjustment) follow(change *[projections]float64, damped float64, parallax, to []float64) {
	var along [projectionRows][]float64
	for row := range along {
		along[row] = e.along.Row(row)
	}
	places.Follow(change, damped, e.places.Row(0), e.places.Row(1), parallax, e.own, e.slope, &along, to)
}

// pairMonomials are the monomials of two coordinates of a place.
var pairMonomials = [4][4]int{{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}}

// ownSums returns the sums of all monomials for two rows of the projections, before anything is taken, and
// their sign: rows of one frame meet by 1, −u, −v and u² + v², others do not.
func (e *adjustment) ownSums(row, other int) (sums []float64, sign float64) {
	var weight int
	switch a, b := max(row, other)%3, min(row, other)%3; {
	case a == b && row/3 == other/3:
		weight, sign = a/2*3, 1
	case a == 2 && row/3 == other/3:
		weight, sign = 1+b, -1
	}
	return e.sums[(row/3*4+weight)*spaceMonomials:][:spaceMonomials], sign
}
