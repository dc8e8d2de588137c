// Package places finds where in space points are that three frames show: by how much each is
// nearer than a plane, its parallax, given how places are projected to the frames; and what fits of such
// projections, of both together and of epipolar constraints need of every point (fits.go).
//
// In go points, with their noise, and the projections; out come parallaxes, and how far the
// points are off with them. Vector code does four points at a time, with the same operations
// in the same order as compiled code, which does what is left over: the same to the bit.
package places

import (
	"math"

	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/dense"
)

// Points are points in three frames: (X, Y) in the first, (U, V) in the last and (S, T) in the
// middle one, and 1 over the square of the noise, in the same units, in the last and the middle
// frame. All lists are of the same length.
type Points struct {
	X, Y, U, V, S, T, InLast, InMiddle []float64
}

// Only returns the points with these numbers.
func (p *Points) Only(some []int) *Points {
	var o Points
	n := len(some)
	buffer := make([]float64, 8*n)
	from := [...][]float64{p.X, p.Y, p.U, p.V, p.S, p.T, p.InLast, p.InMiddle}
	for r, to := range []*[]float64{&o.X, &o.Y, &o.U, &o.V, &o.S, &o.T, &o.InLast, &o.InMiddle} {
		*to = buffer[r*n:][:n:n]
		for k, i := range some {
			(*to)[k] = from[r][i]
		}
	}
	return &o
}

// Frame is how places (x, y, 1, parallax), x and y normalised, are projected to a frame: by a
// 3×4 matrix, by rows, to coordinates that are scaled by Unit and moved by Centre.
type Frame struct {
	P      [dense.SmallSize]float64
	Centre [2]float64
	Unit   float64
}

// Frames are how places are projected to the last and the middle frame. Places have the
// coordinates of the first frame, less Centre and in units of Unit.
type Frames struct {
	Centre       [2]float64
	Unit         float64
	Last, Middle Frame
}

// NearlyInfinite is how near to zero OffZero leaves a number.
const NearlyInfinite = 1e-9

// OffZero returns w, moved away from zero.
func OffZero(w float64) float64 {
	if math.Abs(w) < NearlyInfinite {
		return math.Copysign(NearlyInfinite, w)
	}
	return w
}

// ParallaxOf returns the parallax with which the projection p shows (x, y) nearest to (u, v), in
// the algebraic sense.
func ParallaxOf(p *[dense.SmallSize]float64, x, y, u, v float64) float64 {
	q := [3]float64{u, v, 1}
	a := cross(q, [3]float64{p[0]*x + p[1]*y + p[2], p[4]*x + p[5]*y + p[6], p[8]*x + p[9]*y + p[10]})
	b := cross(q, [3]float64{p[3], p[7], p[11]})
	return -(a[0]*b[0] + a[1]*b[1] + a[2]*b[2]) / (b[0]*b[0] + b[1]*b[1] + b[2]*b[2] + dense.MachineEpsilon)
}

// cross returns the cross product a × b.
func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// projected returns where p shows the place (x, y) with parallax d, and how far a unit of
// parallax moves it there.
func projected(p *[dense.SmallSize]float64, x, y, d float64) (u, v, du, dv float64) {
	scale := 1 / OffZero(p[8]*x+p[9]*y+p[10]+p[11]*d)
	u, v = (p[0]*x+p[1]*y+p[2]+p[3]*d)*scale, (p[4]*x+p[5]*y+p[6]+p[7]*d)*scale
	return u, v, (p[3] - u*p[11]) * scale, (p[7] - v*p[11]) * scale
}

// off returns how far point i, in the first frame at (x, y), is from where parallax d has it in
// the two frames, squared in units of the noise, and the step of the parallax that lessens that
// the most (Gauss–Newton).
func (f *Frames) off(d, x, y float64, of *Points, i int) (last, middle, step float64) {
	u, v, du, dv := projected(&f.Last.P, x, y, d)
	s, t, ds, dt := projected(&f.Middle.P, x, y, d)
	a, b := f.Last.Unit, f.Middle.Unit
	u, v = u*a+f.Last.Centre[0]-of.U[i], v*a+f.Last.Centre[1]-of.V[i]
	s, t = s*b+f.Middle.Centre[0]-of.S[i], t*b+f.Middle.Centre[1]-of.T[i]
	du, dv, ds, dt = du*a, dv*a, ds*b, dt*b
	inLast, inMiddle := of.InLast[i], of.InMiddle[i]
	slope := (u*du+v*dv)*inLast + (s*ds+t*dt)*inMiddle
	step = -slope / ((du*du+dv*dv)*inLast + (ds*ds+dt*dt)*inMiddle + math.SmallestNonzeroFloat64)
	return (u*u + v*v) * inLast, (s*s + t*t) * inMiddle, step
}

// nearestSteps is how many steps improve a parallax at most; vector code takes as many.
const nearestSteps = 2

// nearest improves the parallax of point i as long as steps help, and returns with it how far
// the point is off in the two frames, see off.
func (f *Frames) nearest(d, x, y float64, of *Points, i int) (best, last, middle float64) {
	last, middle, step := f.off(d, x, y, of, i)
	for range nearestSteps {
		l, c, next := f.off(d+step, x, y, of, i)
		if !(l+c < last+middle) {
			break
		}
		d, last, middle, step = d+step, l, c, next
	}
	return d, last, middle
}

// at returns where point i is in the first frame, normalised.
func (f *Frames) at(of *Points, i int) (x, y float64) {
	return (of.X[i] - f.Centre[0]) / f.Unit, (of.Y[i] - f.Centre[1]) / f.Unit
}

// find returns the parallax of point i, from where either frame shows it, and how far the point
// is off in the two frames.
func (f *Frames) find(of *Points, i int) (best, last, middle float64) {
	x, y := f.at(of, i)
	least := math.Inf(1)
	for _, d := range [2]float64{
		ParallaxOf(&f.Last.P, x, y, (of.U[i]-f.Last.Centre[0])/f.Last.Unit, (of.V[i]-f.Last.Centre[1])/f.Last.Unit),
		ParallaxOf(&f.Middle.P, x, y, (of.S[i]-f.Middle.Centre[0])/f.Middle.Unit, (of.T[i]-f.Middle.Centre[1])/f.Middle.Unit),
	} {
		d, l, m := f.nearest(d, x, y, of, i)
		if l+m < least {
			best, last, middle, least = d, l, m, l+m
		}
	}
	return best, last, middle
}

// Find sets parallax to the parallax of every point, and last and middle to how far it is off
// with that in the two frames, squared in units of the noise.
func (f *Frames) Find(of *Points, parallax, last, middle []float64) {
	n := len(of.X)
	a := f.forVector(of, parallax)
	if a.count > 0 {
		a.last, a.middle = &last[0], &middle[0]
		findVector(&a)
	}
	for i := a.count; i < n; i++ {
		parallax[i], last[i], middle[i] = f.find(of, i)
	}
}

// Improve improves the parallax of every point as long as steps help, two at most.
func (f *Frames) Improve(of *Points, parallax []float64) {
	n := len(of.X)
	a := f.forVector(of, parallax)
	if a.count > 0 {
		improveVector(&a)
	}
	for i := a.count; i < n; i++ {
		x, y := f.at(of, i)
		parallax[i], _, _ = f.nearest(parallax[i], x, y, of, i)
	}
}

// lanes is how many points vector code does at a time.
const lanes = 4

// constantCount is how many numbers vector code makes use of.
const constantCount = 39

// constants are those numbers, each once for every lane.
type constants [constantCount][lanes]float64

// arguments is what vector code is told, in the order in which it looks for it.
type arguments struct {
	c                                  *constants
	x, y, u, v, s, t, inLast, inMiddle *float64
	parallax, last, middle             *float64
	count                              int
}

// forVector returns what vector code is told of as many points as it takes: none where there
// is none.
func (f *Frames) forVector(of *Points, parallax []float64) arguments {
	count := len(of.X) / lanes * lanes
	if !vectorCode || count == 0 {
		return arguments{}
	}
	return arguments{
		c: f.constants(), x: &of.X[0], y: &of.Y[0], u: &of.U[0], v: &of.V[0], s: &of.S[0], t: &of.T[0],
		inLast: &of.InLast[0], inMiddle: &of.InMiddle[0], parallax: &parallax[0], count: count,
	}
}

func (f *Frames) constants() *constants {
	all := make([]float64, 0, constantCount)
	all = append(all, f.Centre[0], f.Centre[1], f.Unit)
	for _, to := range [2]*Frame{&f.Last, &f.Middle} {
		all = append(append(all, to.P[:]...), to.Centre[0], to.Centre[1], to.Unit)
	}
	bounds := []float64{dense.MachineEpsilon, math.SmallestNonzeroFloat64, NearlyInfinite}
	all = append(append(all, bounds...), math.Copysign(0, -1), math.Inf(1), 1)
	var c constants
	for i, v := range all {
		c[i] = [lanes]float64{v, v, v, v}
	}
	return &c
}

// vectorCode reports whether this package's assembler runs.
var vectorCode = hasVector && blas.VectorCode()
