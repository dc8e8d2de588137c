package coding

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
)

const (
	// EpipolarTerms is the number of coefficients of the epipolar constraint.
	EpipolarTerms = 9
	// epipolarRounds is how often the weights of the fit are renewed.
	epipolarRounds = 4
)

// epipolar is the epipolar constraint of one rigid motion between two pictures,
// with coefficients f of the Kronecker product of the homogeneous points
// p = (x, y, 1) and q = (x′, y′, 1), both normalised: fᵀ(p ⊗ q) = 0 (Hartley &
// Zisserman, Multiple View Geometry, 2003, chapter 11).
type epipolar struct {
	f     [EpipolarTerms]float64
	mean  [4]float64
	scale [2]float64 // root mean square of the coordinates in either picture
}

// fitEpipolar fits the constraint to the columns members of x, 4×N with rows x,
// y, x′, y′, by the least sum of squared Sampson distances, as far as a few
// rounds of reweighted least squares find it; the rank of the fundamental
// matrix is left free. Nothing is fitted to fewer than 9 points or to points
// that coincide in a picture.
func fitEpipolar(x *mat.Dense, members []int) (epipolar, bool) {
	var e epipolar
	n := float64(len(members))
	if len(members) < EpipolarTerms {
		return e, false
	}
	for _, i := range members {
		for r := range e.mean {
			e.mean[r] += x.At(r, i) / n
		}
	}
	for _, i := range members {
		for r, m := range e.mean {
			v := x.At(r, i) - m
			e.scale[r/2] += v * v / (2 * n)
		}
	}
	for p, v := range e.scale {
		if v == 0 {
			return e, false
		}
		e.scale[p] = math.Sqrt(v)
	}
	weights := make([]float64, len(members))
	terms := make([][EpipolarTerms]float64, len(members))
	for t, i := range members {
		weights[t], terms[t] = 1, e.terms(x, i)
	}
	for range epipolarRounds {
		s := mat.NewSymDense(EpipolarTerms, nil)
		raw := s.RawSymmetric()
		for t, w := range weights {
			for a, v := range terms[t] {
				row := raw.Data[a*raw.Stride:]
				for b := a; b < EpipolarTerms; b++ {
					row[b] += w * v * terms[t][b]
				}
			}
		}
		var eigen mat.EigenSym
		if !eigen.Factorize(s, true) {
			return e, false
		}
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		for a := range e.f {
			e.f[a] = vectors.At(a, 0)
		}
		for t := range weights {
			weights[t] = 1 / (e.gradient(terms[t]) + dense.MachineEpsilon)
		}
	}
	return e, true
}

// terms returns the Kronecker product of column i of x, normalised.
func (e *epipolar) terms(x *mat.Dense, i int) [EpipolarTerms]float64 {
	a, b := (x.At(0, i)-e.mean[0])/e.scale[0], (x.At(1, i)-e.mean[1])/e.scale[0]
	c, d := (x.At(2, i)-e.mean[2])/e.scale[1], (x.At(3, i)-e.mean[3])/e.scale[1]
	return [...]float64{a * c, a * d, a, b * c, b * d, b, c, d, 1}
}

// gradient returns the squared length of the constraint's gradient in the four
// coordinates.
func (e *epipolar) gradient(terms [EpipolarTerms]float64) float64 {
	f := &e.f
	a, b, c, d := terms[2], terms[5], terms[6], terms[7]
	ga, gb := f[0]*c+f[1]*d+f[2], f[3]*c+f[4]*d+f[5]
	gc, gd := f[0]*a+f[3]*b+f[6], f[1]*a+f[4]*b+f[7]
	return (ga*ga+gb*gb)/(e.scale[0]*e.scale[0]) + (gc*gc+gd*gd)/(e.scale[1]*e.scale[1])
}

// squaredDistance returns the squared Sampson distance of column i of x: to
// first order, how far its four coordinates are from satisfying the constraint.
func (e *epipolar) squaredDistance(x *mat.Dense, i int) float64 {
	terms := e.terms(x, i)
	var value float64
	for a, f := range e.f {
		value += f * terms[a]
	}
	return value * value / (e.gradient(terms) + math.SmallestNonzeroFloat64)
}
