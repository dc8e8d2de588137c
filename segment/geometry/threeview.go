package geometry

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/logs"
	"motionseg/segment/internal/moments"
	"motionseg/segment/internal/places"
)

// threeView is three frames at equal distances: what moves the points from the
// first to the last says, for a rigid motion, where they are in the middle one
// (Hartley & Zisserman, Multiple View Geometry, 2003, chapters 13 and 15). Two
// frames leave the place along an epipolar line to a point's depth; a third
// one does not.
type threeView struct {
	*TwoView               // the first and the last frame, in the data's units
	s, t     []float64     // x and y in the middle frame
	inMiddle []float64     // the precision from the first to the middle frame, see TwoView
	all      *tripleMotion // of all points; nil before it is fitted
	// parallaxes are those of all points by that motion, if it is by places in space;
	// nil where they are not known.
	parallaxes []float64
}

// threeViewOf returns three frames with the points seen in all of them, or as
// many of these as are looked at.
func threeViewOf(data core.Data, first, middle, last int) *threeView {
	w := PlainViewOf(data, first, last)
	var all []int
	for i, point := range w.Points {
		if data.Visible == nil || data.Visible[point][middle] {
			all = append(all, i)
		}
	}
	t := &threeView{TwoView: w.only(all).thinned(JudgedPoints)}
	for _, point := range t.Points {
		t.s = append(t.s, data.X.At(2*middle, point))
		t.t = append(t.t, data.X.At(2*middle+1, point))
	}
	return t
}

// transferParameters is how many numbers take three views from the first to
// the last and the middle one: a homography and an epipole, and a projection.
const transferParameters = 21

// tripleMotion is the motion of one group of points over three views: that from
// the first to the last and to the middle one by maps of the same kind, or places
// in space that both of them show.
type tripleMotion struct {
	view          *threeView
	outer, middle *groupMotion // to the last and to the middle frame
	kind          motionKind   // byEpipolarHomography for places in space
	nats          float64      // what the group costs
	scale         motionScale
	// toLast and toMiddle project places, (x, y, 1, parallax) in the coordinates
	// normalised for outer, to those of outer and middle.
	toLast, toMiddle [dense.SmallSize]float64
}

// describe fits the motion of a group over the three frames, by the cheapest of
// a shift, an affine map and a homography to each of the last and the middle
// frame, and of places in space.
func (w *threeView) describe(members []int, scale motionScale) viewMotion {
	m := &tripleMotion{view: w, scale: scale, nats: math.Inf(1)}
	inner := w.inner()
	m.outer, m.middle = newGroupMotion(w.TwoView, members), newGroupMotion(inner, members)
	defer m.outer.forget()
	defer m.middle.forget()
	// A kind whose parameters alone take as much as another in all is not fitted.
	kind := byShift
	for ; kind <= byHomography && 2*priceOf(parameters[kind], len(members)) < m.nats; kind++ {
		m.fit(kind)
		if !m.outer.can(kind) || !m.middle.can(kind) {
			continue
		}
		nats := m.outer.costs(w.TwoView, members, kind, scale, m.nats)
		if nats < m.nats {
			nats += m.middle.costs(inner, members, kind, scale, m.nats-nats)
		}
		if nats < m.nats {
			m.nats, m.kind = nats, kind
		}
	}
	if len(members) < FundamentalModel.Fitted() || priceOf(transferParameters, len(members)) >= m.nats {
		return m
	}
	parallax := make([]float64, len(members))
	if all := w.all; all != nil && all.kind == byEpipolarHomography {
		// The places of a part of the points are near those of all.
		for k, i := range members {
			parallax[k] = w.parallaxes[i]
		}
		return m.better(m.withPlaces(members, parallax, partRounds))
	}
	for ; kind <= byEpipolarHomography; kind++ {
		m.fit(kind)
	}
	// Either of the two frames may be the one that shows parallax.
	best := m
	for _, g := range []*groupMotion{m.outer, m.middle} {
		p := planeAndParallax(g)
		for k := range members {
			parallax[k] = places.ParallaxOf(&p, g.x[k], g.y[k], g.u[k], g.v[k])
		}
		best = best.better(m.withPlaces(members, parallax, fitRounds))
	}
	return best
}

// inner returns the first and the middle frame.
func (w *threeView) inner() *TwoView {
	return &TwoView{Points: w.Points, X: w.X, Y: w.Y, U: w.s, V: w.t, precision: w.inMiddle}
}

// renumbered returns the view with other columns for its points.
func (w *threeView) renumbered(columns []int) motionView {
	o := *w
	o.TwoView = w.TwoView.renumbered(columns).(*TwoView)
	return &o
}

// weigh keeps the precision by this scale to both frames.
func (w *threeView) weigh(scale motionScale) {
	w.TwoView.weigh(scale)
	middle := w.inner()
	middle.weigh(scale)
	w.inMiddle = middle.precision
}

// fit fits a kind of motion to both frames.
func (m *tripleMotion) fit(kind motionKind) {
	m.outer.fit(kind, m.scale)
	m.middle.fit(kind, m.scale)
}

// setAll makes m the motion of all points of the view.
func (w *threeView) setAll(m *tripleMotion) {
	w.all = m
	if m.kind != byEpipolarHomography {
		return
	}
	n := w.Len()
	buffer := make([]float64, 3*n)
	w.parallaxes = buffer[:n:n]
	m.frames().Find(w.points(), w.parallaxes, buffer[n:2*n], buffer[2*n:])
}

// better returns the one of two motions that costs less.
func (m *tripleMotion) better(other *tripleMotion) *tripleMotion {
	if other.nats < m.nats {
		return other
	}
	return m
}

const (
	// placeTurns is how often projections and places are fitted in turns.
	placeTurns = 4
	// partRounds is how often projections are fitted in a first turn that begins with the
	// places of all points, with weights renewed between; in later turns half as often.
	partRounds = 3
)

// withPlaces returns the motion by places in space and their projections, fitted
// in turns from these parallaxes of the members, which it overwrites, and then,
// where there are enough of them, adjusted together.
func (m *tripleMotion) withPlaces(members []int, parallax []float64, rounds int) *tripleMotion {
	p := *m
	size := make([]float64, len(members))
	for k, d := range parallax {
		size[k] = math.Abs(d)
	}
	unit := dense.Ordered(size, len(size)/2) + dense.MachineEpsilon
	for k := range parallax {
		parallax[k] /= unit
	}
	f := newSpaceFit(len(members))
	defer giveTables(f.coordinates, f.monomials, f.weighted)
	shown := m.view.points().Only(members)
	for turn := range placeTurns {
		if turn > 0 {
			p.frames().Improve(shown, parallax)
		}
		f.place(p.outer.x, p.outer.y, parallax)
		p.toMiddle = f.projection(p.middle, p.scale.noise, rounds)
		p.toLast = f.projection(p.outer, p.scale.noise, rounds)
		if turn == 0 {
			rounds /= 2
		}
	}
	least := m.scale.adjusted
	if m.view.all == nil {
		least *= 2 // all points are of two bodies or more
	}
	if len(members) >= least {
		p.adjust(members, parallax)
	}
	p.kind, p.nats = byEpipolarHomography, priceOf(transferParameters, len(members))
	points := newNatSum(p.scale)
	buffer := make([]float64, 2*len(members))
	last, middle := buffer[:len(members)], buffer[len(members):]
	p.frames().Find(shown, parallax, last, middle)
	for k, off := range last {
		points.add(off)
		points.add(middle[k])
	}
	p.nats += placeShare * points.nats()
	return &p
}

// frames are how the motion projects places.
func (m *tripleMotion) frames() *places.Frames {
	to := func(g *groupMotion, p [dense.SmallSize]float64) places.Frame {
		return places.Frame{P: p, Centre: [2]float64{g.centre[2], g.centre[3]}, Unit: g.unit[1]}
	}
	first := m.outer
	return &places.Frames{
		Centre: [2]float64{first.centre[0], first.centre[1]}, Unit: first.unit[0],
		Last: to(m.outer, m.toLast), Middle: to(m.middle, m.toMiddle),
	}
}

// points are the points of the view.
func (w *threeView) points() *places.Points {
	return &places.Points{X: w.X, Y: w.Y, U: w.U, V: w.V, S: w.s, T: w.t, InLast: w.precision, InMiddle: w.inMiddle}
}

// spaceFit is places in space that projections are fitted to.
type spaceFit struct {
	coordinates, monomials, weighted *moments.Table
}

// newSpaceFit returns room for that many places.
func newSpaceFit(count int) *spaceFit {
	return &spaceFit{takeTable(4, count), takeTable(spaceMonomials, count), takeTable(4, count)}
}

// place puts the places at (x, y, 1, d), scaled to unit length.
func (f *spaceFit) place(x, y, d []float64) {
	var p [4][]float64
	for c := range p {
		p[c] = f.coordinates.Row(c)
	}
	for k, depth := range d {
		scale := 1 / math.Sqrt(x[k]*x[k]+y[k]*y[k]+1+depth*depth)
		p[0][k], p[1][k], p[2][k], p[3][k] = x[k]*scale, y[k]*scale, scale, depth*scale
	}
	for i, of := range p {
		for j := i; j < len(p); j++ {
			moments.Multiply(f.monomials.Row(triangle(len(p), i, j)), of, p[j])
		}
	}
}

// projection fits the projection of the places to the frame that g goes to.
func (f *spaceFit) projection(g *groupMotion, noise float64, rounds int) [dense.SmallSize]float64 {
	c := f.coordinates
	rows := [][]float64{c.Row(0), c.Row(1), c.Row(2), c.Row(3)}
	return fitProjection(f.monomials, rows, g.u, g.v, f.weighted, noise/g.unit[1], rounds)
}

// planeAndParallax returns the projection of places to the second frame of a
// pair: the plane of the homography, and parallax along the epipolar lines.
func planeAndParallax(g *groupMotion) (p [dense.SmallSize]float64) {
	epipole := secondEpipole(&g.fundamental)
	for r, e := range epipole {
		copy(p[4*r:], g.homography[3*r:3*r+3])
		p[4*r+3] = e
	}
	return p
}

// placeShare is what the four coordinates in which two frames show a place count, of
// which its parallax explains one.
const placeShare = 0.75

func (m *tripleMotion) Cost() float64 { return m.nats }

func (m *tripleMotion) price() float64 {
	if m.kind < byEpipolarAffine {
		return 2 * priceOf(parameters[m.kind], m.outer.Count)
	}
	return priceOf(transferParameters, m.outer.Count)
}

func (m *tripleMotion) pointCosts(to []float64) {
	w := m.view
	if m.kind < byEpipolarAffine {
		toMiddle := make([]float64, len(to))
		m.outer.PointCosts(w.TwoView, m.kind, m.scale, to)
		m.middle.PointCosts(w.inner(), m.kind, m.scale, toMiddle)
		floats.Add(to, toMiddle)
		return
	}
	buffer := make([]float64, 2*len(to))
	last, middle := buffer[:len(to)], buffer[len(to):]
	m.frames().Find(w.points(), to, last, middle)
	lost := m.scale.lost
	for i, off := range last {
		to[i] = (1 + off) * (1 + middle[i]) / ((1 + lost*off) * (1 + lost*middle[i]))
	}
	logs.Of(to)
	for i := range to {
		to[i] *= placeShare
	}
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
