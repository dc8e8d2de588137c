package geometry

import (
	"math"

	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/residuals"
)

// motionModel is how one rigid motion takes points from one picture to
// another, as far as a few correspondences determine it (Hartley & Zisserman,
// Multiple View Geometry, 2003, chapters 2, 4 and 11).
type motionModel int

const (
	AffineModel      motionModel = iota // q = Ap + t, what a distant plane does
	HomographyModel                     // q ~ Hp, what any plane does
	FundamentalModel                    // qᵀFp = 0, what every rigid scene obeys
)

// MotionModels lists the models, from the narrowest to the widest.
var MotionModels = [...]motionModel{AffineModel, HomographyModel, FundamentalModel}

// String returns the name of the model.
func (m motionModel) String() string {
	return [...]string{"affine", "homography", "fundamental"}[m]
}

// samplePoints is how many correspondences determine any model at most.
const samplePoints = 8

// Points returns how many correspondences determine the model.
func (m motionModel) Points() int { return [...]int{3, 4, samplePoints}[m] }

// Fitted returns the least number of points that the model is fitted to: half as many more
// than determine it, or every group would fit.
func (m motionModel) Fitted() int { return m.Points() * 3 / 2 }

// hypothesis is one model's coefficients, by rows. The homography is followed
// by its inverse; an affine map has six of them.
type hypothesis [18]float64

// fit returns the model that the sampled points of w determine, m.Points() of
// them, and false where they do not: points that repeat or lie on a line.
func (m motionModel) fit(w *TwoView, sample []int) (hypothesis, bool) {
	switch m {
	case AffineModel:
		return fitAffine(w, sample)
	case HomographyModel:
		return fitHomography(w, sample)
	default:
		return fitFundamental(w, sample)
	}
}

func fitAffine(w *TwoView, s []int) (h hypothesis, ok bool) {
	a, b, c := s[0], s[1], s[2]
	bx, by, cx, cy := w.X[b]-w.X[a], w.Y[b]-w.Y[a], w.X[c]-w.X[a], w.Y[c]-w.Y[a]
	det := bx*cy - by*cx
	if math.Abs(det) < dense.Rounding {
		return h, false
	}
	for r, q := range [][]float64{w.U, w.V} {
		db, dc := q[b]-q[a], q[c]-q[a]
		i, j := (db*cy-dc*by)/det, (dc*bx-db*cx)/det
		h[3*r], h[3*r+1], h[3*r+2] = i, j, q[a]-i*w.X[a]-j*w.Y[a]
	}
	return h, true
}

func fitHomography(w *TwoView, s []int) (h hypothesis, ok bool) {
	var a [8][9]float64
	for i, p := range s[:4] {
		x, y, u, v := w.X[p], w.Y[p], w.U[p], w.V[p]
		a[2*i] = [9]float64{x, y, 1, 0, 0, 0, -x * u, -y * u, -u}
		a[2*i+1] = [9]float64{0, 0, 0, x, y, 1, -x * v, -y * v, -v}
	}
	m, ok := nullVector(&a)
	if !ok {
		return h, false
	}
	inverse, det := adjugate(&m)
	if math.Abs(det) < dense.Rounding {
		return h, false
	}
	copy(h[:], m[:])
	copy(h[9:], inverse[:]) // up to a scale, as the homography itself
	return h, true
}

func fitFundamental(w *TwoView, s []int) (h hypothesis, ok bool) {
	var a [8][9]float64
	for i, p := range s[:samplePoints] {
		x, y, u, v := w.X[p], w.Y[p], w.U[p], w.V[p]
		a[i] = [9]float64{u * x, u * y, u, v * x, v * y, v, x, y, 1}
	}
	f, ok := nullVector(&a)
	if !ok {
		return h, false
	}
	singular(&f)
	copy(h[:], f[:])
	return h, true
}

// Hypotheses are many fits of one model to two frames, every coefficient's
// values side by side.
type Hypotheses struct {
	model motionModel
	Count int
	h     [len(hypothesis{})][]float64
}

// newHypotheses returns room for that many fits of a model.
func newHypotheses(m motionModel, capacity int) *Hypotheses {
	hs := &Hypotheses{model: m}
	for c := range m.coefficients() {
		hs.h[c] = make([]float64, 0, capacity)
	}
	return hs
}

// coefficients returns how many numbers of a hypothesis the model uses.
func (m motionModel) coefficients() int { return [...]int{6, 18, 9}[m] }

// add appends a fit.
func (hs *Hypotheses) add(h hypothesis) {
	for c := range hs.model.coefficients() {
		hs.h[c] = append(hs.h[c], h[c])
	}
	hs.Count++
}

// Residuals writes to into, of length count, how far correspondence (x, y, u,
// v) is from each hypothesis, squared, in normalised units: for an affine map
// the distance in the second picture, for a homography the symmetric transfer
// error, for the fundamental matrix the Sampson distance. All are finite.
func (hs *Hypotheses) Residuals(x, y, u, v float64, into []float64) {
	var lists [len(hypothesis{})][]float64
	h := lists[:hs.model.coefficients()]
	for c := range h {
		h[c] = hs.h[c][:hs.Count]
	}
	p := residuals.Point{X: x, Y: y, U: u, V: v}
	into = into[:hs.Count]
	switch hs.model {
	case AffineModel:
		residuals.Affine(h, p, into)
	case HomographyModel:
		residuals.Homographies(h, p, into)
	case FundamentalModel:
		residuals.Fundamental(h, p, into)
	}
}
