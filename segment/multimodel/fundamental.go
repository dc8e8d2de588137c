package multimodel

import (
	"math"

	"motionseg/segment/coding"
	"motionseg/segment/internal/dense"
)

// Correspondence is the places of a point in two pictures: x, y, x′, y′.
type Correspondence [4]float64

// fundamental is the epipolar constraint qᵀFp = 0 of one rigid motion between
// two pictures (Hartley & Zisserman, Multiple View Geometry, 2003, chapter 11),
// in coordinates moved and scaled so that its points spread about the origin.
type fundamental struct {
	f     [coding.EpipolarTerms]float64 // row by row, of q times column of p
	mean  Correspondence
	scale [2]float64 // of either picture
	// affine leaves the products of coordinates of both pictures out: the epipolar
	// constraint between affine cameras, which small or distant bodies obey.
	affine bool
	// spread is the lower Cholesky factor of the information that the matches of
	// the fit give about f, in units of the squared noise, with no doubt along f.
	spread [coding.EpipolarTerms * coding.EpipolarTerms]float64
}

// fit fits the constraint to members of points by the least weighted sum of
// squares: of Sampson distances as the constraint so far has them where renew is
// set, else of algebraic ones. For any cameras its rank is made 2. It reports
// whether the members decide anything; what it was before is lost if not.
func (e *fundamental) fit(points []Correspondence, members []int, weights []float64, renew bool) bool {
	gradients := make([]float64, len(members))
	for t, i := range members {
		gradients[t] = 1
		if renew {
			_, gradients[t] = e.value(&points[i])
		}
	}
	var total float64
	var mean Correspondence
	for t, i := range members {
		total += weights[t]
		for r, v := range points[i] {
			mean[r] += weights[t] * v
		}
	}
	if !(total > 0) {
		return false
	}
	var scale [2]float64
	for r := range mean {
		mean[r] /= total
	}
	for t, i := range members {
		for r, v := range points[i] {
			scale[r/2] += weights[t] * (v - mean[r]) * (v - mean[r])
		}
	}
	for p, v := range scale {
		if v <= 0 {
			return false
		}
		scale[p] = math.Sqrt(v / (2 * total))
	}
	e.mean, e.scale = mean, scale
	var s [coding.EpipolarTerms * coding.EpipolarTerms]float64
	for t, i := range members {
		terms := e.terms(&points[i])
		w := weights[t] / (gradients[t] + dense.MachineEpsilon)
		for a, v := range terms {
			v *= w
			for b := range terms[:a+1] {
				s[a*coding.EpipolarTerms+b] += v * terms[b]
			}
		}
	}
	var trace float64
	for a := range coding.EpipolarTerms {
		trace += s[a*coding.EpipolarTerms+a]
	}
	if !(trace > 0) || math.IsInf(trace, 0) {
		return false
	}
	shift := 1e-13 * trace
	if e.affine {
		for _, a := range [...]int{0, 1, 3, 4} {
			for b := range coding.EpipolarTerms {
				s[max(a, b)*coding.EpipolarTerms+min(a, b)] = 0
			}
			s[a*coding.EpipolarTerms+a] = 1e9 * trace
		}
	}
	if !leastVector(&s, &e.f, shift) {
		return false
	}
	for a, v := range e.f {
		for b, u := range e.f[:a+1] {
			s[a*coding.EpipolarTerms+b] += trace * v * u
		}
	}
	cholesky(&s, &e.spread, shift)
	if !e.affine {
		e.lowerRank()
	}
	return true
}

// lowerRank moves f to the nearest matrix of rank 2, near in the metric of what
// the matches say about it.
func (e *fundamental) lowerRank() {
	const n = coding.EpipolarTerms
	for range 3 {
		f := &e.f
		g := [n]float64{
			f[4]*f[8] - f[5]*f[7], f[5]*f[6] - f[3]*f[8], f[3]*f[7] - f[4]*f[6],
			f[2]*f[7] - f[1]*f[8], f[0]*f[8] - f[2]*f[6], f[1]*f[6] - f[0]*f[7],
			f[1]*f[5] - f[2]*f[4], f[2]*f[3] - f[0]*f[5], f[0]*f[4] - f[1]*f[3],
		}
		determinant := f[0]*g[0] + f[1]*g[1] + f[2]*g[2]
		y := g
		e.forward(&y)
		var along float64
		for _, v := range y {
			along += v * v
		}
		if !(along > 0) {
			return
		}
		for i := n - 1; i >= 0; i-- {
			for k := i + 1; k < n; k++ {
				y[i] -= e.spread[k*n+i] * y[k]
			}
			y[i] /= e.spread[i*n+i]
		}
		var norm float64
		for i := range f {
			f[i] -= determinant / along * y[i]
			norm += f[i] * f[i]
		}
		norm = math.Sqrt(norm)
		for i := range f {
			f[i] /= norm
		}
	}
}

// forward multiplies v by the inverse of the spread's factor.
func (e *fundamental) forward(v *[coding.EpipolarTerms]float64) {
	const n = coding.EpipolarTerms
	for i := range n {
		for k, x := range v[:i] {
			v[i] -= e.spread[i*n+k] * x
		}
		v[i] /= e.spread[i*n+i]
	}
}

// freedom is the number of numbers that a fit is free to choose.
func (e *fundamental) freedom() float64 {
	if e.affine {
		return affineFreedom
	}
	return fundamentalFreedom
}

const affineFreedom, fundamentalFreedom = 4, 7

// leverage returns what the doubt about f adds to the variance of a match's
// distance, in units of the squared noise.
func (e *fundamental) leverage(m *Correspondence) float64 {
	v := e.terms(m)
	_, gradient := e.value(m)
	e.forward(&v)
	var h float64
	for _, x := range v {
		h += x * x
	}
	return h / (gradient + math.SmallestNonzeroFloat64)
}

// terms returns the products that f weighs.
func (e *fundamental) terms(m *Correspondence) [coding.EpipolarTerms]float64 {
	a, b := (m[0]-e.mean[0])/e.scale[0], (m[1]-e.mean[1])/e.scale[0]
	c, d := (m[2]-e.mean[2])/e.scale[1], (m[3]-e.mean[3])/e.scale[1]
	return [...]float64{c * a, c * b, c, d * a, d * b, d, a, b, 1}
}

// value returns the constraint's value at a match and the squared length of its
// gradient in the four coordinates.
func (e *fundamental) value(m *Correspondence) (value, gradient float64) {
	f := &e.f
	a, b := (m[0]-e.mean[0])/e.scale[0], (m[1]-e.mean[1])/e.scale[0]
	c, d := (m[2]-e.mean[2])/e.scale[1], (m[3]-e.mean[3])/e.scale[1]
	u, v, w := f[0]*a+f[1]*b+f[2], f[3]*a+f[4]*b+f[5], f[6]*a+f[7]*b+f[8]
	s, t := f[0]*c+f[3]*d+f[6], f[1]*c+f[4]*d+f[7]
	return u*c + v*d + w, (u*u+v*v)/(e.scale[1]*e.scale[1]) + (s*s+t*t)/(e.scale[0]*e.scale[0])
}

// squaredDistance returns the squared Sampson distance of a match: to first
// order, how far its four coordinates are from satisfying the constraint.
func (e *fundamental) squaredDistance(m *Correspondence) float64 {
	value, gradient := e.value(m)
	return value * value / (gradient + math.SmallestNonzeroFloat64)
}

// share returns how much of the gradient's length lies in the picture that has
// less of it, 0…√½: what a distance in all four coordinates is of the distance
// from the epipolar line in that picture.
func (e *fundamental) share(m *Correspondence) float64 {
	f := &e.f
	a, b := (m[0]-e.mean[0])/e.scale[0], (m[1]-e.mean[1])/e.scale[0]
	c, d := (m[2]-e.mean[2])/e.scale[1], (m[3]-e.mean[3])/e.scale[1]
	u, v := f[0]*a+f[1]*b+f[2], f[3]*a+f[4]*b+f[5]
	s, t := f[0]*c+f[3]*d+f[6], f[1]*c+f[4]*d+f[7]
	p, q := (s*s+t*t)/(e.scale[0]*e.scale[0]), (u*u+v*v)/(e.scale[1]*e.scale[1])
	return math.Sqrt(min(p, q) / (p + q + math.SmallestNonzeroFloat64))
}

// line returns the direction of the epipolar line of a match's first point in
// the second picture, of unit length.
func (e *fundamental) line(m *Correspondence) (dx, dy float64) {
	f := &e.f
	a, b := (m[0]-e.mean[0])/e.scale[0], (m[1]-e.mean[1])/e.scale[0]
	u, v := f[0]*a+f[1]*b+f[2], f[3]*a+f[4]*b+f[5]
	n := math.Hypot(u, v)
	if n == 0 {
		return 1, 0
	}
	return -v / n, u / n
}

// leastVector finds the eigenvector of the smallest eigenvalue of the symmetric
// s, of which the lower triangle is given, by inverse iteration.
func leastVector(s *[coding.EpipolarTerms * coding.EpipolarTerms]float64, f *[coding.EpipolarTerms]float64, shift float64) bool {
	const n = coding.EpipolarTerms
	var l [n * n]float64
	cholesky(s, &l, shift)
	// No direction of the start is special, so that none is missed.
	v := [n]float64{1, -0.9, 0.8, 0.7, -1.1, 0.6, -0.5, 1.2, 0.4}
	for range inverseRounds {
		for i := range n {
			for k := range i {
				v[i] -= l[i*n+k] * v[k]
			}
			v[i] /= l[i*n+i]
		}
		for i := n - 1; i >= 0; i-- {
			for k := i + 1; k < n; k++ {
				v[i] -= l[k*n+i] * v[k]
			}
			v[i] /= l[i*n+i]
		}
		var norm float64
		for _, x := range v {
			norm += x * x
		}
		norm = math.Sqrt(norm)
		if !(norm > 0) || math.IsInf(norm, 0) {
			return false
		}
		for i := range v {
			v[i] /= norm
		}
	}
	*f = v
	return true
}

// inverseRounds is how often inverse iteration multiplies; each takes off the
// ratio of the two smallest eigenvalues.
const inverseRounds = 6

// cholesky factors s + shift·I, of which the lower triangle is given.
func cholesky(s, l *[coding.EpipolarTerms * coding.EpipolarTerms]float64, shift float64) {
	const n = coding.EpipolarTerms
	for i := range n {
		for j := range i + 1 {
			v := s[i*n+j]
			if i == j {
				v += shift
			}
			for k := range j {
				v -= l[i*n+k] * l[j*n+k]
			}
			if i == j {
				l[i*n+i] = math.Sqrt(max(v, shift))
			} else {
				l[i*n+j] = v / l[j*n+j]
			}
		}
	}
}
