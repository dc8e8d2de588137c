package epipolar

import (
	"math"

	"motionseg/segment/internal/dense"
)

// Terms is the number of coefficients of the constraint.
const Terms = 9

// Correspondence is the places of a point in two pictures: x, y, x′, y′.
type Correspondence [4]float64

// Constraint is the epipolar constraint qᵀFp = 0 of one rigid motion between
// two pictures (Hartley & Zisserman, Multiple View Geometry, 2003, chapter 11),
// in coordinates moved and scaled so that its points spread about the origin. The zero
// value is one between any two cameras that nothing was fitted to.
type Constraint struct {
	// Camera says what is known of the cameras.
	Camera Camera
	f      [Terms]float64 // row by row, of q times column of p
	mean   Correspondence
	scale  [2]float64 // of either picture
	// information is what the matches of the fit say about f, factorised, in units of the
	// squared noise, with no doubt along f.
	information dense.SmallFactor
}

// Camera is what a fit takes for known of the two cameras.
type Camera int

const (
	// Perspective cameras make F of rank 2.
	Perspective Camera = iota
	// Affine cameras leave the products of coordinates of both pictures out, as small or
	// distant bodies do.
	Affine
	// FreeRank leaves the rank of F free, which takes less time.
	FreeRank
)

// Fit fits the constraint to members of points by the least weighted sum of
// squares: of Sampson distances as the constraint so far has them where renew is
// set, else of algebraic ones. It reports whether the members decide anything; what it
// was before is lost if not.
func (e *Constraint) Fit(points []Correspondence, members []int, weights []float64, renew bool) bool {
	gradients := make([]float64, len(members))
	for t, i := range members {
		gradients[t] = 1
		if renew {
			_, first, second := e.value(&points[i])
			gradients[t] = first + second
		}
	}
	var ok bool
	if e.mean, e.scale, ok = spreadOf(points, members, weights); !ok {
		return false
	}
	var s dense.Small
	wanted := e.wanted()
	for t, i := range members {
		terms := e.terms(&points[i])
		w := weights[t] / (gradients[t] + dense.MachineEpsilon)
		for a, of := range wanted {
			v := terms[of] * w
			for b := a; b < len(wanted); b++ {
				s[a][b] += v * terms[wanted[b]]
			}
		}
	}
	trace := s.Trace(len(wanted))
	if !(trace > 0) || math.IsInf(trace, 0) {
		return false
	}
	least := s.LeastVector(len(wanted))
	e.f = [Terms]float64{}
	for a, of := range wanted {
		if e.f[of] = least[a]; math.IsNaN(least[a]) || math.IsInf(least[a], 0) {
			return false
		}
		for b := a; b < len(wanted); b++ {
			s[a][b] += trace * least[a] * least[b]
		}
	}
	s.Factor(&e.information, len(wanted), dense.SmallShift*trace)
	if e.Camera == Perspective {
		e.lowerRank()
	}
	return true
}

// spreadOf returns the weighted mean of members of points and the root mean square of the
// coordinates about it in either picture. ok is false where nothing has weight, or all is in
// one place of a picture.
func spreadOf(
	points []Correspondence, members []int, weights []float64,
) (mean Correspondence, scale [2]float64, ok bool) {
	var total float64
	for t, i := range members {
		total += weights[t]
		for r, v := range points[i] {
			mean[r] += weights[t] * v
		}
	}
	if !(total > 0) {
		return mean, scale, false
	}
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
			return mean, scale, false
		}
		scale[p] = math.Sqrt(v / (2 * total))
	}
	return mean, scale, true
}

// wanted returns which terms a fit weighs.
func (e *Constraint) wanted() []int {
	if e.Camera == Affine {
		return affineTerms
	}
	return allTerms
}

var allTerms, affineTerms = []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, []int{2, 5, 6, 7, 8}

// rankRounds is how often the determinant is linearised and made 0.
const rankRounds = 3

// lowerRank moves f to the nearest matrix of rank 2, near in the metric of what
// the matches say about it.
func (e *Constraint) lowerRank() {
	for range rankRounds {
		f := &e.f
		g := [dense.SmallSize]float64{
			f[4]*f[8] - f[5]*f[7], f[5]*f[6] - f[3]*f[8], f[3]*f[7] - f[4]*f[6],
			f[2]*f[7] - f[1]*f[8], f[0]*f[8] - f[2]*f[6], f[1]*f[6] - f[0]*f[7],
			f[1]*f[5] - f[2]*f[4], f[2]*f[3] - f[0]*f[5], f[0]*f[4] - f[1]*f[3],
		}
		determinant := f[0]*g[0] + f[1]*g[1] + f[2]*g[2]
		y := g
		e.information.Forward(&y)
		var along float64
		for _, v := range y {
			along += v * v
		}
		if !(along > 0) {
			return
		}
		e.information.Backward(&y)
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

// DegreesOfFreedom is the number of numbers that a fit is free to choose.
func (e *Constraint) DegreesOfFreedom() float64 {
	return [...]float64{7, AffineDegreesOfFreedom, 8}[e.Camera]
}

// AffineDegreesOfFreedom are those of a constraint between affine cameras, the least.
const AffineDegreesOfFreedom = 4

// Leverage returns what the doubt about f adds to the variance of a match's
// distance, in units of the squared noise.
func (e *Constraint) Leverage(m *Correspondence) float64 {
	var v [dense.SmallSize]float64
	terms := e.terms(m)
	for a, of := range e.wanted() {
		v[a] = terms[of]
	}
	_, first, second := e.value(m)
	e.information.Forward(&v)
	var h float64
	for _, x := range v {
		h += x * x
	}
	return h / (first + second + math.SmallestNonzeroFloat64)
}

// terms returns the products that f weighs.
func (e *Constraint) terms(m *Correspondence) [Terms]float64 {
	x, y, u, v := e.at(m)
	return [...]float64{u * x, u * y, u, v * x, v * y, v, x, y, 1}
}

// at returns a match in the constraint's own coordinates.
func (e *Constraint) at(m *Correspondence) (x, y, u, v float64) {
	return (m[0] - e.mean[0]) / e.scale[0], (m[1] - e.mean[1]) / e.scale[0],
		(m[2] - e.mean[2]) / e.scale[1], (m[3] - e.mean[3]) / e.scale[1]
}

// value returns the constraint's value at a match and the squared lengths of its
// gradient in the coordinates of the first picture and of the second.
func (e *Constraint) value(m *Correspondence) (value, first, second float64) {
	x, y, u, v := e.at(m)
	value, byU, byV, byX, byY := Gradient(&e.f, x, y, u, v)
	return value, (byX*byX + byY*byY) / (e.scale[0] * e.scale[0]), (byU*byU + byV*byV) / (e.scale[1] * e.scale[1])
}

// SquaredDistance returns the squared Sampson distance of a match: to first
// order, how far its four coordinates are from satisfying the constraint.
func (e *Constraint) SquaredDistance(m *Correspondence) float64 {
	value, first, second := e.value(m)
	return value * value / (first + second + math.SmallestNonzeroFloat64)
}

// Share returns how much of the gradient's length lies in the picture that has
// less of it, 0…√½: what a distance in all four coordinates is of the distance
// from the epipolar line in that picture.
func (e *Constraint) Share(m *Correspondence) float64 {
	_, first, second := e.value(m)
	return math.Sqrt(min(first, second) / (first + second + math.SmallestNonzeroFloat64))
}

// Line returns the direction of the epipolar line of a match's first point in
// the second picture, of unit length.
func (e *Constraint) Line(m *Correspondence) (dx, dy float64) {
	x, y, u, v := e.at(m)
	_, byU, byV, _, _ := Gradient(&e.f, x, y, u, v)
	n := math.Hypot(byU, byV)
	if n == 0 {
		return 1, 0
	}
	return -byV / n, byU / n
}
