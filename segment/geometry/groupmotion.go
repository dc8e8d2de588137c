package geometry

import (
	"math"

	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/logs"
	"motionseg/segment/internal/moments"
	"motionseg/segment/internal/places"
)

// motionKind is what a group's motion between two frames is described by.
type motionKind int

const (
	byShift      motionKind = iota // one displacement
	byAffine                       // an affine map
	byHomography                   // a homography
	// Points near their epipolar lines, and along these near a map.
	byEpipolarAffine
	byEpipolarHomography
)

// parameters is how many numbers describe each kind of motion: those of the
// map and, for the epipole and the spread along the lines, three.
var parameters = [...]float64{2, 6, 8, 9, 11}

// fitRounds is how often the weights of a fit are renewed; of a projection, how often it is fitted, with
// weights renewed between.
const fitRounds = 5

// groupMotion is the motion of one group of points between two frames, fitted
// with small weights for points that deviate (least sum of distances, by
// iteratively reweighted least squares) in coordinates normalised for the group.
type groupMotion struct {
	Count          int
	centre         [4]float64 // of x, y, u, v
	unit           [2]float64 // length of a normalised unit in either frame
	affine         [6]float64
	homography     [9]float64
	fundamental    [9]float64
	hasAffine      bool
	hasHomography  bool
	hasFundamental bool
	Kind           motionKind // the one that describes the group shortest
	nats           float64    // what the group costs with it, see costs
	x, y, u, v     []float64  // of the members, normalised
	// members holds x to v; places are the monomials of the members' places in the
	// first frame, and weighted what they are weighed by in a fit; nil before the first.
	members, places, weighted *moments.Table
}

// FitGroupMotion fits to the members of a view that keeps the data's units the kinds
// of motion up to the one that describes them shortest: none of those left out, whose
// parameters alone take as much, would.
func FitGroupMotion(w *TwoView, members []int, scale motionScale) *groupMotion {
	g := newGroupMotion(w, members)
	if g.Count == 0 {
		return g
	}
	g.nats = math.Inf(1)
	for kind := byShift; kind <= byEpipolarHomography && priceOf(parameters[kind], g.Count) < g.nats; kind++ {
		g.fit(kind, scale)
		if g.can(kind) {
			if cost := g.costs(w, members, kind, scale, g.nats); cost < g.nats {
				g.nats, g.Kind = cost, kind
			}
		}
	}
	return g
}

// newGroupMotion returns the members in coordinates normalised for the group, to
// which nothing is fitted yet.
func newGroupMotion(w *TwoView, members []int) *groupMotion {
	g := &groupMotion{Count: len(members)}
	if g.Count == 0 {
		return g
	}
	g.members = takeTable(4, g.Count)
	for r, to := range []*[]float64{&g.x, &g.y, &g.u, &g.v} {
		*to = g.members.Row(r)
	}
	for k, i := range members {
		g.x[k], g.y[k], g.u[k], g.v[k] = w.X[i], w.Y[i], w.U[i], w.V[i]
	}
	g.unit[0], g.centre[0], g.centre[1] = normalise(g.x, g.y)
	g.unit[1], g.centre[2], g.centre[3] = normalise(g.u, g.v)
	return g
}

// fit fits what a kind of motion needs beyond those before it, where the members
// are enough.
func (g *groupMotion) fit(kind motionKind, scale motionScale) {
	noise := scale.noise / g.unit[1]
	switch {
	case kind == byAffine && g.Count >= AffineModel.Fitted():
		g.fitAffine(noise)
	case kind == byHomography && g.Count >= HomographyModel.Fitted():
		g.fitHomography(noise)
	case kind == byEpipolarAffine && g.Count >= FundamentalModel.Fitted():
		g.fitFundamental(noise)
	}
}

// forget lets go of the members' coordinates, once all is fitted.
func (g *groupMotion) forget() {
	giveTables(g.members, g.places, g.weighted)
	g.x, g.y, g.u, g.v = nil, nil, nil, nil
	g.members, g.places, g.weighted = nil, nil, nil
}

// normalise is hartley that tells the centre as well.
func normalise(x, y []float64) (unit, cx, cy float64) {
	x0, y0 := x[0], y[0]
	unit = hartley(x, y)
	return unit, x0 - x[0]*unit, y0 - y[0]*unit
}

// can reports whether the kind of motion was fitted.
func (g *groupMotion) can(kind motionKind) bool {
	switch kind {
	case byAffine:
		return g.hasAffine
	case byHomography:
		return g.hasHomography
	case byEpipolarAffine:
		return g.hasAffine && g.hasFundamental
	case byEpipolarHomography:
		return g.hasHomography && g.hasFundamental
	}
	return true
}

// prepare fills in the monomials of the places, once.
func (g *groupMotion) prepare() {
	if g.places != nil {
		return
	}
	g.places, g.weighted = takeTable(planeMonomials, g.Count), takeTable(planeMonomials, g.Count)
	xx, xy, x1 := g.places.Row(0), g.places.Row(1), g.places.Row(2)
	yy, y1, one := g.places.Row(3), g.places.Row(4), g.places.Row(5)
	for k, x := range g.x {
		y := g.y[k]
		xx[k], xy[k], x1[k], yy[k], y1[k], one[k] = x*x, x*y, x, y*y, y, 1
	}
}

func (g *groupMotion) fitAffine(noise float64) {
	g.prepare()
	w, wu, wv, wq := g.weighted.Row(0), g.weighted.Row(1), g.weighted.Row(2), g.weighted.Row(3)
	for k, u := range g.u {
		w[k], wu[k], wv[k] = 1, u, g.v[k]
	}
	var sums [planeMonomials * 3]float64
	for round := range fitRounds + 1 {
		moments.Sums(sums[:], g.places, planeMonomials, g.weighted, 3)
		m := [9]float64{sums[0], sums[3], sums[6], sums[3], sums[9], sums[12], sums[6], sums[12], sums[15]}
		u, v := [3]float64{sums[7], sums[13], sums[16]}, [3]float64{sums[8], sums[14], sums[17]}
		inverse, det := adjugate(&m)
		if !(math.Abs(det) > 1e-12) {
			return
		}
		a := &g.affine
		for r := range 3 {
			i := inverse[3*r : 3*r+3]
			a[r] = (i[0]*u[0] + i[1]*u[1] + i[2]*u[2]) / det
			a[3+r] = (i[0]*v[0] + i[1]*v[1] + i[2]*v[2]) / det
		}
		g.hasAffine = true
		if round == fitRounds {
			return
		}
		by := [dense.SmallSize]float64{a[0], a[1], a[2], 0, a[3], a[4], a[5], 0, 0, 0, 1, 0}
		places.Reweigh(&by, g.x, g.y, g.places.Row(5), nil, g.u, g.v, noise, w, wu, wv, wq)
	}
}

func (g *groupMotion) fitHomography(noise float64) {
	g.prepare()
	h := fitProjection(g.places, [][]float64{g.x, g.y, g.places.Row(5)}, g.u, g.v, g.weighted, noise, fitRounds)
	copy(g.homography[:], h[:])
	g.hasHomography = true
}

func (g *groupMotion) fitFundamental(noise float64) {
	g.prepare()
	f := &g.fundamental
	var weighted [planeMonomials][]float64
	for r := range weighted {
		weighted[r] = g.weighted.Row(r)
	}
	for k, u := range g.u {
		v := g.v[k]
		weighted[0][k], weighted[1][k], weighted[2][k] = u*u, u*v, u
		weighted[3][k], weighted[4][k], weighted[5][k] = v*v, v, 1
	}
	var sums [planeMonomials * planeMonomials]float64
	for round := range fitRounds + 1 {
		moments.Sums(sums[:], g.weighted, planeMonomials, g.places, planeMonomials)
		var m dense.Small
		setEpipolar(&m, &sums)
		least := m.LeastVector(9)
		copy(f[:], least[:])
		singular(f)
		if round < fitRounds {
			places.ReweighLines(f, g.x, g.y, g.u, g.v, noise, &weighted)
		}
	}
	g.hasFundamental = true
}

// fitProjection fits the 3×k matrix that takes homogeneous places of k numbers
// to (u, v) with about the least sum of distances, k 3 or 4. of holds their
// monomials, and coordinates their numbers. It returns the matrix by rows; weighted is
// scratch of four rows.
func fitProjection(
	of *moments.Table, coordinates [][]float64, u, v []float64, weighted *moments.Table, noise float64, rounds int,
) (p [dense.SmallSize]float64) {
	k := len(coordinates)
	monomials := k * (k + 1) / 2
	w, wu, wv, wq := weighted.Row(0), weighted.Row(1), weighted.Row(2), weighted.Row(3)
	for i := range w {
		w[i], wu[i], wv[i], wq[i] = 1, u[i], v[i], u[i]*u[i]+v[i]*v[i]
	}
	var sums [4 * spaceMonomials]float64
	for round := range rounds {
		moments.Sums(sums[:4*monomials], of, monomials, weighted, 4)
		var m dense.Small
		setProjected(&m, sums[:], k)
		p = m.LeastVector(3 * k)
		if round == rounds-1 {
			break
		}
		by, d := p, []float64(nil)
		if k == 4 {
			d = coordinates[3]
		} else {
			by = [dense.SmallSize]float64{p[0], p[1], p[2], 0, p[3], p[4], p[5], 0, p[6], p[7], p[8], 0}
		}
		places.Reweigh(&by, coordinates[0], coordinates[1], coordinates[2], d, u, v, noise, w, wu, wv, wq)
	}
	return p
}

// squares sets off to how far points are from where a kind of motion takes them, squared, in the
// data's units: for an epipolar kind from their epipolar lines (Sampson's distance), and along to how far from
// there along these. The points, (x, y) to (u, v), are normalised for the group.
func (g *groupMotion) squares(kind motionKind, x, y, u, v, off, along []float64) {
	off, along = off[:len(x)], along[:len(x)]
	h := g.homography
	switch kind {
	case byShift:
		ratio := g.unit[0] / g.unit[1]
		h = [9]float64{0: ratio, 4: ratio, 8: 1}
	case byAffine, byEpipolarAffine:
		a := g.affine
		h = [9]float64{a[0], a[1], a[2], a[3], a[4], a[5], 0, 0, 1}
	}
	places.Mapped(&h, x, y, u, v, off, along)
	unit := g.unit[1] * g.unit[1]
	if kind >= byEpipolarAffine {
		places.FromLines(&g.fundamental, x, y, u, v, unit, unit/(g.unit[0]*g.unit[0]), off, along)
		return
	}
	for i, du := range off {
		off[i] = (float64(du*du) + float64(along[i]*along[i])) * unit
	}
}

// costs returns what it takes to describe where the members go by a kind of
// motion: for every point the logarithm of its squared deviation in units of
// the noise, which hardly grows for points far off; along epipolar lines the
// logarithm of the group's mean deviation, since depths may spread; and the
// price of the parameters (Schwarz, Estimating the Dimension of a Model, Annals
// of Statistics 6(2), 1978). From limit on it need not be exact, only no less.
func (g *groupMotion) costs(w *TwoView, members []int, kind motionKind, scale motionScale, limit float64) float64 {
	n := float64(g.Count)
	price := priceOf(parameters[kind], g.Count)
	share := 1.0 // what a nat of a point counts
	if kind >= byEpipolarAffine {
		share = 0.5
	}
	var spread float64
	points := newNatSum(scale)
	var off, along [costsBetween]float64
	for from := 0; from < g.Count; from += costsBetween {
		if price+share*points.nats() >= limit {
			return price + share*points.nats()
		}
		to := min(from+costsBetween, g.Count)
		g.squares(kind, g.x[from:to], g.y[from:to], g.u[from:to], g.v[from:to], off[:], along[:])
		for k, i := range members[from:to] {
			inverse := w.precisionOf(i, scale)
			points.add(off[k] * inverse)
			if kind >= byEpipolarAffine {
				spread += math.Sqrt(along[k] * inverse)
			}
		}
	}
	cost := price + share*points.nats()
	if kind >= byEpipolarAffine {
		cost += alongShare * n * math.Log1p(spread/n)
	}
	return cost
}

// costsBetween is after how many points it is seen whether a kind costs too much already.
const costsBetween = 32

// parameterPrice is what a parameter counts of the half logarithm of the number
// of points that Schwarz's criterion has for it. The full one is for residuals
// that spread as the noise does; that allowed for here is larger, so that what
// separate motions gain is small beside it, and groupings with a group of few
// points would be the shortest.
const parameterPrice = 0.5

// priceOf returns what that many parameters of the motion of count points take.
func priceOf(parameters float64, count int) float64 {
	return parameterPrice * parameters / 2 * math.Log1p(float64(count))
}

// PointCosts sets to, as long as the view has points, to the nats that it takes to describe where each of these
// goes by a kind of motion that was fitted, see costs.
func (g *groupMotion) PointCosts(w *TwoView, kind motionKind, scale motionScale, to []float64) {
	var spread []float64
	if kind >= byEpipolarAffine {
		spread = make([]float64, len(to))
	}
	var x, y, u, v, along [costsBetween]float64
	c, first, second := g.centre, 1/g.unit[0], 1/g.unit[1]
	for from := 0; from < len(to); from += costsBetween {
		n := min(costsBetween, len(to)-from)
		for k := range n {
			i := from + k
			x[k], y[k] = (w.X[i]-c[0])*first, (w.Y[i]-c[1])*first
			u[k], v[k] = (w.U[i]-c[2])*second, (w.V[i]-c[3])*second
		}
		off := to[from : from+n]
		g.squares(kind, x[:n], y[:n], u[:n], v[:n], off, along[:])
		for k, square := range off {
			inverse := w.precisionOf(from+k, scale)
			off[k] = scale.odds(square * inverse)
			if spread != nil {
				spread[from+k] = math.Sqrt(along[k] * inverse)
			}
		}
	}
	logs.Of(to)
	for i, s := range spread {
		to[i] = to[i]/2 + float64(alongShare*math.Log1p(s))
	}
}

// pairMotion is the motion of one group between two views.
type pairMotion struct {
	*groupMotion
	view  *TwoView
	scale motionScale
}

// describe fits the motion of a group between the two frames.
func (w *TwoView) describe(members []int, scale motionScale) viewMotion {
	g := FitGroupMotion(w, members, scale)
	g.forget()
	return pairMotion{g, w, scale}
}

func (m pairMotion) Cost() float64 { return m.nats }

func (m pairMotion) price() float64 { return priceOf(parameters[m.Kind], m.Count) }

func (m pairMotion) pointCosts(to []float64) {
	m.PointCosts(m.view, m.Kind, m.scale, to)
}
