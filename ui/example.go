package ui

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
)

// openExample returns the example: three patches of points that turn and move
// on their own under a camera with perspective.
func openExample() (*hopkins.Sequence, error) {
	const width, height, frames, each = 640, 480, 30, 60
	r := rand.New(rand.NewPCG(1, 2))
	points := 3 * each
	s := &hopkins.Sequence{Name: "example", Width: width, Height: height, Truth: make([]int, points)}
	s.Pixels, s.Normalized = mat.NewDense(2*frames, points, nil), mat.NewDense(2*frames, points, nil)
	for i := range points {
		motion := i / each
		s.Truth[i] = motion + 1
		x, y, z := r.Float64()-0.5, r.Float64()-0.5, 0.6*(r.Float64()-0.5)
		for f := range frames {
			t := float64(f) / (frames - 1)
			turn := []float64{0.7, -0.9, 0.5}[motion] * t
			c, sn := math.Cos(turn), math.Sin(turn)
			px, pz := c*x+sn*z, -sn*x+c*z
			px += []float64{-0.9 + 0.5*t, 0.8 - 0.3*t, 0.1}[motion]
			py := y + []float64{-0.3, -0.2 + 0.4*t, 0.5 - 0.5*t}[motion]
			depth := 3.2 + pz
			s.Pixels.Set(2*f, i, width/2+520*px/depth+0.2*r.NormFloat64())
			s.Pixels.Set(2*f+1, i, height/2+520*py/depth+0.2*r.NormFloat64())
			s.Normalized.Set(2*f, i, (s.Pixels.At(2*f, i)-width/2)/520)
			s.Normalized.Set(2*f+1, i, (s.Pixels.At(2*f+1, i)-height/2)/520)
		}
	}
	return s, nil
}
