package epipolar

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// bodyPoints returns points of one body before two cameras, perspective or affine, with
// this noise in every coordinate.
func bodyPoints(perspective bool, count int, noise float64) []Correspondence {
	rng := rand.New(rand.NewPCG(5, 1))
	sin, cos := math.Sincos(0.2)
	points := make([]Correspondence, count)
	for i := range points {
		x, y, z := rng.Float64()-0.5, rng.Float64()-0.5, rng.Float64()-0.5
		turned := [3]float64{cos*x + sin*z + 0.1, y - 0.2, cos*z - sin*x}
		near, far := 1.0, 1.0
		if perspective {
			near, far = 2+z, 2+turned[2]
		}
		points[i] = Correspondence{x / near, y / near, turned[0] / far, turned[1] / far}
		for r := range points[i] {
			points[i][r] += noise * rng.NormFloat64()
		}
	}
	return points
}

func fitAll(t *testing.T, camera Camera, points []Correspondence) *Constraint {
	t.Helper()
	e := &Constraint{Camera: camera}
	members, weights := make([]int, len(points)), make([]float64, len(points))
	for i := range members {
		members[i], weights[i] = i, 1
	}
	for round := range 4 {
		if !e.Fit(points, members, weights, round > 0) {
			t.Fatalf("camera %d: nothing is fitted", camera)
		}
	}
	return e
}

// TestFit fits each form of the constraint to points that obey it: what is left is the
// noise, less what the fit takes of it.
func TestFit(t *testing.T) {
	const count, noise = 60, 1e-3
	for _, camera := range []Camera{Perspective, Affine, FreeRank} {
		points := bodyPoints(camera != Affine, count, noise)
		e := fitAll(t, camera, points)
		var square float64
		for i := range points {
			square += e.SquaredDistance(&points[i])
		}
		want := noise * math.Sqrt((count-e.DegreesOfFreedom())/count)
		if rms := math.Sqrt(square / count); math.Abs(rms/want-1) > 0.15 {
			t.Errorf("camera %d: distances of %g, want about %g", camera, rms, want)
		}
		determinant := mat.Det(mat.NewDense(3, 3, e.f[:]))
		if rank2 := math.Abs(determinant) < 1e-9; rank2 == (camera == FreeRank) {
			t.Errorf("camera %d: determinant %g", camera, determinant)
		}
	}
}

// TestGradient compares derivatives and Sampson's distance with differences: a step of the
// distance along the gradient ends on the constraint.
func TestGradient(t *testing.T) {
	points := bodyPoints(true, 40, 1e-4)
	e := fitAll(t, Perspective, points)
	const step = 1e-6
	for _, p := range points[:5] {
		value, first, second := e.value(&p)
		var gradient [4]float64
		for r := range p {
			moved := p
			moved[r] += step
			ahead, _, _ := e.value(&moved)
			gradient[r] = (ahead - value) / step
		}
		for at, want := range []float64{first, second} {
			if got := gradient[2*at]*gradient[2*at] + gradient[2*at+1]*gradient[2*at+1]; math.Abs(got/want-1) > 1e-3 {
				t.Errorf("picture %d: squared gradient %g, want %g", at+1, got, want)
			}
		}
		moved := p
		for r := range moved {
			moved[r] -= value * gradient[r] / (first + second)
		}
		if left := math.Sqrt(e.SquaredDistance(&moved) / e.SquaredDistance(&p)); left > 0.01 {
			t.Errorf("after a step of the distance %g of it are left", left)
		}
		dx, dy := e.Line(&p)
		if across := math.Abs(dx*gradient[2]+dy*gradient[3]) / math.Hypot(gradient[2], gradient[3]); across > 1e-3 {
			t.Errorf("the epipolar line is not perpendicular to the gradient: %g", across)
		}
	}
}

// TestLeverage holds what the doubt about F adds to one of n distances to its mean over
// all, the freedom of the fit over n.
func TestLeverage(t *testing.T) {
	for _, camera := range []Camera{Affine, FreeRank} {
		points := bodyPoints(camera != Affine, 50, 1e-3)
		e := fitAll(t, camera, points)
		var sum float64
		for i := range points {
			sum += e.Leverage(&points[i])
		}
		if math.Abs(sum-e.DegreesOfFreedom()) > 0.05*e.DegreesOfFreedom() {
			t.Errorf("camera %d: leverages add up to %g, want %g", camera, sum, e.DegreesOfFreedom())
		}
	}
}

// TestFitNothing wants nothing fitted to points in one place, and without weight.
func TestFitNothing(t *testing.T) {
	var e Constraint
	members := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	if e.Fit(make([]Correspondence, 9), members, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}, false) {
		t.Error("a constraint is fitted to points in one place")
	}
	if e.Fit(bodyPoints(true, 9, 0), members, make([]float64, 9), false) {
		t.Error("a constraint is fitted to points without weight")
	}
}
