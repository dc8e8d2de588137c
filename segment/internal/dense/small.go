package dense

import "math"

// SmallSize bounds the side of a Small: three coordinates of a homogeneous place of four.
const SmallSize = 12

// Small is the upper triangle of a positive semidefinite matrix of which the first rows
// and columns are used.
type Small [SmallSize][SmallSize]float64

// SmallFactor is the Cholesky factor L of a Small, and the inverse of its diagonal.
type SmallFactor struct {
	below   [SmallSize][SmallSize]float64
	above   [SmallSize][SmallSize]float64 // its transpose
	inverse [SmallSize]float64
	n       int
}

// Trace returns the trace of the first n rows.
func (m *Small) Trace(n int) (trace float64) {
	for i := range n {
		trace += m[i][i]
	}
	return trace
}

// Factor makes l the Cholesky factor of the first n rows and columns of m with shift, which
// is positive, added to the diagonal; pivots below it are lifted to it. Each number that is
// found is taken from those of a later column at once: these don't wait for each other.
func (m *Small) Factor(l *SmallFactor, n int, shift float64) {
	n = min(n, SmallSize)
	l.n = n
	var left [SmallSize]float64 // of a column
	for j := range n {
		copy(left[j:n], m[j][j:n])
		left[j] += shift
		for k, x := range l.below[j][:j] {
			above := l.above[k][j:n]
			to := left[j:n][:len(above)]
			for i, y := range above {
				to[i] -= float64(y * x)
			}
		}
		inverse := 1 / math.Sqrt(max(left[j], shift))
		l.inverse[j] = inverse
		for i := j + 1; i < n; i++ {
			l.below[i][j] = left[i] * inverse
			l.above[j][i] = l.below[i][j]
		}
	}
}

// Forward makes x the solution of Ly = x.
func (l *SmallFactor) Forward(x *[SmallSize]float64) {
	for i := range min(l.n, SmallSize) {
		v := x[i]
		for k, b := range l.below[i][:i] {
			v -= b * x[k]
		}
		x[i] = v * l.inverse[i]
	}
}

// Backward makes x the solution of Lᵀy = x.
func (l *SmallFactor) Backward(x *[SmallSize]float64) {
	n := min(l.n, SmallSize)
	for i := n - 1; i >= 0; i-- {
		v := x[i]
		// The number found last comes last: what is before it need not wait.
		for k := n - 1; k > i; k-- {
			v -= float64(l.above[i][k] * x[k])
		}
		x[i] = v * l.inverse[i]
	}
}

const (
	// SmallShift is added to the diagonal, as a share of the trace, so that a matrix can
	// be factorised.
	SmallShift = 1e-13
	// leastSteps is how many steps of inverse iteration are taken at most; each shrinks
	// the other directions by the ratio of the least two eigenvalues.
	leastSteps = 6
	// leastMoved ends them: the squared distance that a step moves a unit vector by, far below
	// what any point is off.
	leastMoved = 1e-20
)

// leastStart is where inverse iteration begins: no direction that a motion is likely to
// have, nor one perpendicular to it.
var leastStart = [SmallSize]float64{1, -0.9, 0.8, 0.7, -1.1, 0.6, -0.5, 1.2, 0.4, -0.7, 1.1, 0.9}

// LeastVector returns the unit vector x of the first n coordinates with the least xᵀmx,
// by inverse iteration.
func (m *Small) LeastVector(n int) (x [SmallSize]float64) {
	var l SmallFactor
	m.Factor(&l, n, SmallShift*m.Trace(n)+math.SmallestNonzeroFloat64)
	x = leastStart
	for range leastSteps {
		before := x
		l.Forward(&x)
		l.Backward(&x)
		var square float64
		for i := range n {
			square += float64(x[i] * x[i])
		}
		scale := 1 / math.Sqrt(square)
		var moved float64
		for i := range n {
			x[i] *= scale
			by := x[i] - before[i]
			moved += float64(by * by)
		}
		if moved < leastMoved {
			break
		}
	}
	return x
}
