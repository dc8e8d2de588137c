// Package residuals measures how far one point in two frames is from each of many motions
// between them, whose numbers lie side by side: the loops of ordered residual kernels.
//
// In go the numbers of the motions and a point, (x, y) in the first and (u, v) in the second
// frame; out come squared distances. Vector code does four motions at a time, with the same
// operations in the same order as compiled code, which does what is left over: the same to the
// bit.
package residuals

import (
	"math"

	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/places"
)

// Homographies have most numbers: those of a 3×3 matrix, by rows, and of its inverse.
const most = 18

// Point is a point in two frames.
type Point struct{ X, Y, U, V float64 }

// Affine sets into to the squared distances from where affine maps take p in the second frame.
// h is their six numbers, every list as long as into.
func Affine(h [][]float64, p Point, into []float64) {
	x, y, u, v := p.X, p.Y, p.U, p.V
	done := byVector(affine, h, p, into)
	into, c := into[done:], rest(h, done)
	for i := range into {
		du := c[0][i]*x + c[1][i]*y + c[2][i] - u
		dv := c[3][i]*x + c[4][i]*y + c[5][i] - v
		into[i] = du*du + dv*dv
	}
}

// Homographies sets into to the squared distances in both frames from where homographies, and
// their inverses, take p. h is their eighteen numbers, every list as long as into.
func Homographies(h [][]float64, p Point, into []float64) {
	x, y, u, v := p.X, p.Y, p.U, p.V
	done := byVector(homographies, h, p, into)
	into, c := into[done:], rest(h, done)
	for i := range into {
		there := 1 / places.OffZero(c[6][i]*x+c[7][i]*y+c[8][i])
		du := (c[0][i]*x+c[1][i]*y+c[2][i])*there - u
		dv := (c[3][i]*x+c[4][i]*y+c[5][i])*there - v
		back := 1 / places.OffZero(c[15][i]*u+c[16][i]*v+c[17][i])
		dx := (c[9][i]*u+c[10][i]*v+c[11][i])*back - x
		dy := (c[12][i]*u+c[13][i]*v+c[14][i])*back - y
		into[i] = du*du + dv*dv + dx*dx + dy*dy
	}
}

// Fundamental sets into to the squared distances of Sampson by fundamental matrices. h is their
// nine numbers, by rows, every list as long as into.
func Fundamental(h [][]float64, p Point, into []float64) {
	x, y, u, v := p.X, p.Y, p.U, p.V
	done := byVector(fundamental, h, p, into)
	into, m := into[done:], rest(h, done)
	for i := range into {
		a := m[0][i]*x + m[1][i]*y + m[2][i]
		b := m[3][i]*x + m[4][i]*y + m[5][i]
		c := m[6][i]*x + m[7][i]*y + m[8][i]
		d := m[0][i]*u + m[3][i]*v + m[6][i]
		e := m[1][i]*u + m[4][i]*v + m[7][i]
		r := u*a + v*b + c
		into[i] = r * r / (a*a + b*b + d*d + e*e + math.SmallestNonzeroFloat64)
	}
}

// rest returns the lists from a place on.
func rest(h [][]float64, from int) (c [most][]float64) {
	for i, list := range h {
		c[i] = list[from:]
	}
	return c
}

// lanes is how many motions vector code does at a time.
const lanes = 4

// constants are numbers that vector code makes use of, each once for every lane: the point's, the
// bound of places.OffZero, the sign of a number, one, and the smallest.
type constants [8][lanes]float64

// arguments is what vector code is told, in the order in which it looks for it.
type arguments struct {
	h     [most]*float64
	c     *constants
	into  *float64
	count int
}

// The kinds of motions.
const (
	affine = iota
	homographies
	fundamental
)

// byVector has vector code, where that runs, fill as much of into as it can, and returns how much.
func byVector(kind int, h [][]float64, p Point, into []float64) int {
	done := len(into) / lanes * lanes
	if !vectorCode || done == 0 {
		return 0
	}
	var c constants
	sign, tiny := math.Copysign(0, -1), math.SmallestNonzeroFloat64
	for i, v := range [...]float64{p.X, p.Y, p.U, p.V, places.NearlyInfinite, sign, 1, tiny} {
		c[i] = [lanes]float64{v, v, v, v}
	}
	a := arguments{c: &c, into: &into[0], count: done}
	for i, list := range h {
		a.h[i] = &list[:len(into)][0]
	}
	switch kind {
	case affine:
		affineVector(&a)
	case homographies:
		homographyVector(&a)
	default:
		fundamentalVector(&a)
	}
	return done
}

// vectorCode reports whether this package's assembler runs.
var vectorCode = hasVector && blas.VectorCode()
