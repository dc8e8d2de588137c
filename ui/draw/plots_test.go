package draw

import (
	"math"
	"math/rand/v2"

	"motionseg/segment"
)

// sampleRuns returns two runs as a slow and a quick solver leave them.
func sampleRuns() (left, right Run) {
	left, right = Run{Name: "SSC", Motions: 3}, Run{Name: "LRKSC", Motions: 3}
	for k := 1; k <= 128; k++ {
		left.History = append(left.History, segment.Iteration{Number: k, Objective: 2e5 / (1 + 0.2*float64(k)), Residual: math.Exp(-0.07*float64(k)) * (1.2 + math.Sin(float64(k))), AffineResidual: 0.3 * math.Exp(-0.06*float64(k))})
	}
	for k := 1; k <= 15; k++ {
		it := segment.Iteration{Number: k, Objective: 1e4 + 3e4*math.Exp(-0.4*float64(k)), Residual: math.Pow(10, -0.5*float64(k)), AffineResidual: math.Pow(10, 1-0.5*float64(k))}
		if k < 4 {
			it.Residual = 0
		}
		right.History = append(right.History, it)
	}
	left.Spectrum = []float64{0, 0.051, 0.072, 0.124, 0.151, 0.17, 0.192, 0.2}
	right.Spectrum = []float64{0, 0.0021, 0.0043, 0.214, 0.231, 0.27, 0.33, 0.38}
	return left, right
}

// sampleErrors returns errors of two methods on 155 sequences.
func sampleErrors() []Pair {
	r := rand.New(rand.NewPCG(1, 2))
	pairs := make([]Pair, 155)
	for k := range pairs {
		pairs[k].Name = "1R2RC_g12"
		if r.Float64() < 0.4 {
			pairs[k].Left = 40 * math.Pow(r.Float64(), 3)
			pairs[k].Right = pairs[k].Left * r.Float64()
		}
		if r.Float64() < 0.1 {
			pairs[k].Right = 30 * math.Pow(r.Float64(), 2)
		}
	}
	pairs[7].Left = math.NaN()
	return pairs
}
