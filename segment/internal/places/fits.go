package places

import (
	"math"

	"motionseg/segment/epipolar"
	"motionseg/segment/internal/dense"
)

// numbers are what vector code for fits is told of a projection, and of what is usual.
type numbers struct {
	p               [2 * dense.SmallSize]float64 // one projection, or what two change by
	near, sign, one float64                      // NearlyInfinite, the bit of the sign, and 1
	// own is the squared noise, the weight of a point that is not off, or what damping enlarges; lost
	// is what a point far off counts less, or what keeps a division from zero.
	own, lost float64
}

// lists are where vector code for fits finds and puts its numbers, count of each.
type lists struct {
	numbers *numbers
	count   int
	in      [6]*float64
	out     [12]*float64
}

// told returns what vector code for fits is told of lists of n numbers: none where there is none.
func told(p []float64, own, lost float64, n int) lists {
	if !vectorCode || n < lanes {
		return lists{}
	}
	all := &numbers{near: NearlyInfinite, sign: math.Copysign(0, -1), one: 1, own: own, lost: lost}
	copy(all.p[:], p)
	return lists{numbers: all, count: n / lanes * lanes}
}

// Reweigh sets the weights with which places (x, y, z) or (x, y, z, d), d not nil, are fitted anew by
// a projection to (u, v) after they were by p, for about the least sum of distances above noise: w, and w
// times u, v and u² + v². They are 1 over the distance and over the depth twice.
func Reweigh(p *[dense.SmallSize]float64, x, y, z, d, u, v []float64, noise float64, w, wu, wv, wq []float64) {
	n := len(x)
	square := noise * noise
	t := told(p[:], square, 0, n)
	if t.count > 0 {
		t.in = [6]*float64{&x[0], &y[0], &z[0], nil, &u[0], &v[0]}
		if d != nil {
			t.in[3] = &d[0]
		}
		t.out = [12]*float64{&w[0], &wu[0], &wv[0], &wq[0]}
		reweighVector(&t)
	}
	for i := t.count; i < n; i++ {
		a := p[0]*x[i] + p[1]*y[i] + p[2]*z[i]
		b := p[4]*x[i] + p[5]*y[i] + p[6]*z[i]
		c := p[8]*x[i] + p[9]*y[i] + p[10]*z[i]
		if d != nil {
			a, b, c = a+p[3]*d[i], b+p[7]*d[i], c+p[11]*d[i]
		}
		c = OffZero(c)
		// In units of the depth: (a/c − u)² c² is (a − uc)².
		du, dv, cc := a-u[i]*c, b-v[i]*c, c*c
		weight := 1 / math.Sqrt((du*du+dv*dv+square*cc)*cc)
		w[i], wu[i], wv[i], wq[i] = weight, weight*u[i], weight*v[i], weight*(u[i]*u[i]+v[i]*v[i])
	}
}

// ReweighLines sets the weights with which an epipolar constraint (u, v, 1) f (x, y, 1) = 0, f by rows, is fitted
// anew, for about the least sum of Sampson's distances above noise: w times u², uv, u, v², v and 1. They are 1 over
// the distance and over the slope of the constraint twice.
func ReweighLines(f *[9]float64, x, y, u, v []float64, noise float64, to *[6][]float64) {
	n := len(x)
	square := noise * noise
	t := told(f[:], square, dense.MachineEpsilon, n)
	if t.count > 0 {
		t.in = [6]*float64{&x[0], &y[0], &u[0], &v[0]}
		for r, of := range to {
			t.out[r] = &of[0]
		}
		reweighLinesVector(&t)
	}
	for i := t.count; i < n; i++ {
		r, a, b, c, d := epipolar.Gradient(f, x[i], y[i], u[i], v[i])
		all := float64(a*a) + float64(b*b) + float64(c*c) + float64(d*d) + dense.MachineEpsilon
		// 1/slope of the distance r/√slope, whose own weight is 1/√(r²/slope + noise²).
		w := 1 / math.Sqrt(all*(float64(r*r)+float64(square*all)))
		wu, wv := w*u[i], w*v[i]
		to[0][i], to[1][i], to[2][i], to[3][i], to[4][i], to[5][i] = wu*u[i], wu*v[i], wu, wv*v[i], wv, w
	}
}

// Squares sets to to how far places (x, y, 1, parallax) that p projects are from (u, v), squared, in units that are
// sigma times the noise.
func Squares(p *[dense.SmallSize]float64, x, y, parallax, u, v, sigma, to []float64) {
	n := len(x)
	t := told(p[:], 0, 0, n)
	if t.count > 0 {
		t.in = [6]*float64{&x[0], &y[0], &parallax[0], &u[0], &v[0], &sigma[0]}
		t.out[0] = &to[0]
		squaresVector(&t)
	}
	for k := t.count; k < n; k++ {
		d := parallax[k]
		scale := 1 / OffZero(float64(p[8]*x[k])+float64(p[9]*y[k])+p[10]+float64(p[11]*d))
		du := float64((float64(p[0]*x[k])+float64(p[1]*y[k])+p[2]+float64(p[3]*d))*scale) - u[k]
		dv := float64((float64(p[4]*x[k])+float64(p[5]*y[k])+p[6]+float64(p[7]*d))*scale) - v[k]
		to[k] = (float64(du*du) + float64(dv*dv)) * sigma[k] * sigma[k]
	}
}

// Mapped sets off and along to how far (u, v) is, in either coordinate, from where the map h, 3×3 by rows, takes
// (x, y).
func Mapped(h *[9]float64, x, y, u, v, off, along []float64) {
	n := len(x)
	t := told(h[:], 0, 0, n)
	if t.count > 0 {
		t.in = [6]*float64{&x[0], &y[0], &u[0], &v[0]}
		t.out = [12]*float64{&off[0], &along[0]}
		mappedVector(&t)
	}
	for i := t.count; i < n; i++ {
		scale := 1 / OffZero(float64(h[6]*x[i])+float64(h[7]*y[i])+h[8])
		off[i] = u[i] - float64((float64(h[0]*x[i])+float64(h[1]*y[i])+h[2])*scale)
		along[i] = v[i] - float64((float64(h[3]*x[i])+float64(h[4]*y[i])+h[5])*scale)
	}
}

// FromLines sets off to Sampson's distances of (x, y) and (u, v) from satisfying the epipolar constraint f, squared
// (see epipolar.Gradient), and along to how far from a place, which is off and along in either coordinate, (u, v) is
// along its epipolar line, squared; both times unit. A unit of u and v is the root of ratio units of x and y.
func FromLines(f *[9]float64, x, y, u, v []float64, unit, ratio float64, off, along []float64) {
	n := len(x)
	t := told(f[:], unit, ratio, n)
	if t.count > 0 {
		t.numbers.p[9] = math.SmallestNonzeroFloat64
		t.in = [6]*float64{&x[0], &y[0], &u[0], &v[0]}
		t.out = [12]*float64{&off[0], &along[0]}
		fromLinesVector(&t)
	}
	for i := t.count; i < n; i++ {
		r, a, b, c, d := epipolar.Gradient(f, x[i], y[i], u[i], v[i])
		line := float64(a*a) + float64(b*b) + math.SmallestNonzeroFloat64
		beside := float64(along[i]*a) - float64(off[i]*b)
		off[i] = r * r / (line + float64((float64(c*c)+float64(d*d))*ratio)) * unit
		along[i] = beside * beside / line * unit
	}
}

// Linear is how what the members deviate by in a frame changes with its projection's numbers and
// with their parallaxes, as normal equations need it, with weights for members that deviate. All lists
// have a number for every member.
type Linear struct {
	// Own and Slope are of the parallax, its square and what it saves; a frame adds to them.
	Own, Slope []float64
	// Slopes are, for each row of the projection, of its numbers' coordinates, Along of these and the
	// parallax together, and Weights of products of coordinates: w, wu, wv and w(u² + v²).
	Slopes, Along [3][]float64
	Weights       [4][]float64
}

// Linearise fills in l around the projection p of places (x, y, 1, parallax) to (u, v), in units that
// are sigma times the noise. lost is what a point far off counts less, see geometry's scale.
func (l *Linear) Linearise(p *[dense.SmallSize]float64, x, y, parallax, u, v, sigma []float64, lost float64) {
	n := len(x)
	t := told(p[:], 1-lost, lost, n)
	if t.count > 0 {
		t.in = [6]*float64{&x[0], &y[0], &parallax[0], &u[0], &v[0], &sigma[0]}
		for i, of := range [12][]float64{l.Own, l.Slope, l.Slopes[0], l.Slopes[1], l.Slopes[2],
			l.Along[0], l.Along[1], l.Along[2], l.Weights[0], l.Weights[1], l.Weights[2], l.Weights[3]} {
			t.out[i] = &of[0]
		}
		lineariseVector(&t)
	}
	for k := t.count; k < n; k++ {
		d, s := parallax[k], sigma[k]
		scale := 1 / OffZero(p[8]*x[k]+p[9]*y[k]+p[10]+p[11]*d)
		a, b := (p[0]*x[k]+p[1]*y[k]+p[2]+p[3]*d)*scale, (p[4]*x[k]+p[5]*y[k]+p[6]+p[7]*d)*scale
		scale *= s // of the coordinates in what a number of the projection changes
		offU, offV := (a-u[k])*s, (b-v[k])*s
		byU, byV := (p[3]-a*p[11])*scale, (p[7]-b*p[11])*scale // what the parallax changes
		square := offU*offU + offV*offV
		weight := (1 - lost) / ((1 + square) * (1 + lost*square))
		l.Own[k] += weight * (byU*byU + byV*byV)
		l.Slope[k] += weight * (byU*offU + byV*offV)
		weight *= scale
		l.Slopes[0][k], l.Slopes[1][k], l.Slopes[2][k] = weight*offU, weight*offV, -weight*(a*offU+b*offV)
		l.Along[0][k], l.Along[1][k], l.Along[2][k] = weight*byU, weight*byV, -weight*(a*byU+b*byV)
		weight *= scale
		l.Weights[0][k], l.Weights[1][k], l.Weights[2][k] = weight, weight*a, weight*b
		l.Weights[3][k] = weight * (a*a + b*b)
	}
}

// Follow sets to to the parallaxes of places (x, y, 1, parallax) after the projections to the last and the
// middle frame have changed by this, less: along says how, for each of their six rows, and own and slope
// are those of Linear, own enlarged damped times.
func Follow(
	change *[2 * dense.SmallSize]float64, damped float64, x, y, parallax, own, slope []float64, along *[6][]float64,
	to []float64,
) {
	n := len(x)
	t := told(change[:], damped, math.SmallestNonzeroFloat64, n)
	if t.count > 0 {
		t.in = [6]*float64{&x[0], &y[0], &parallax[0], &own[0], &slope[0]}
		for r, of := range along {
			t.out[r] = &of[0]
		}
		t.out[len(along)] = &to[0]
		followVector(&t)
	}
	for k := t.count; k < n; k++ {
		left := slope[k]
		for r, of := range along {
			by := change[4*r:][:4]
			left -= of[k] * (by[0]*x[k] + by[1]*y[k] + by[2] + by[3]*parallax[k])
		}
		to[k] = parallax[k] - left/(own[k]*damped+math.SmallestNonzeroFloat64)
	}
}
