package lowrank

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestAffineSubspace fits a plane in six dimensions: what is left of its own points, their
// leverages and the distance of others.
func TestAffineSubspace(t *testing.T) {
	const count, noise = 200, 0.01
	rng := rand.New(rand.NewPCG(2, 2))
	points := mat.NewDense(count, 6, nil)
	for i := range count {
		u, v := rng.NormFloat64(), rng.NormFloat64()
		points.SetRow(i, []float64{3 + u, v, u - v, 5, 2 * v, 0})
		for r := range 6 {
			points.Set(i, r, points.At(i, r)+noise*rng.NormFloat64())
		}
	}
	s := FitAffineSubspace(mat.DenseCopyOf(points), 2)
	var leverages, square float64
	for i, l := range s.Leverages {
		leverages += l
		square += s.Distance(points.RawRowView(i)) * s.Distance(points.RawRowView(i))
	}
	if s.dimension() != 2 || math.Abs(leverages-3) > 1e-9 {
		t.Errorf("dimension %d, leverages add up to %g, want 2 and 3", s.dimension(), leverages)
	}
	if math.Abs(square/s.beyond-1) > 1e-9 || math.Abs(s.beyond/(4*(count-3)*noise*noise)-1) > 0.1 {
		t.Errorf("squares off the plane %g and %g, want about %g", square, s.beyond, 4*(count-3)*noise*noise)
	}
	// (0, 2, 0, 0, −1, 0) is perpendicular to the plane.
	if d := s.Distance([]float64{3, 2, 0, 5, -1, 0}); math.Abs(d-math.Sqrt(5)) > 0.02 {
		t.Errorf("a point √5 off the plane is %g from it", d)
	}
	// Points on a line have one direction only.
	line := mat.NewDense(4, 3, []float64{0, 0, 0, 1, 2, 2, 2, 4, 4, 3, 6, 6})
	if s := FitAffineSubspace(line, 2); s.dimension() != 1 || s.Distance([]float64{0, 2, -2}) < 2.8 {
		t.Errorf("a line has %d dimensions", s.dimension())
	}
}
