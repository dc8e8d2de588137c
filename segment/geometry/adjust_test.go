package geometry

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

// Three views of a room whose walls and floor are near and far, through which the
// camera goes and turns, are described to little more than the noise, whatever
// plane the fit begins with.
func TestThreeViewsOfARoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	const n, noise = 300, 0.0005
	x := mat.NewDense(6, n, nil)
	for i := range n {
		a, b := rng.Float64(), rng.Float64()
		var p [3]float64
		switch i % 6 {
		case 0, 1, 2:
			p = [3]float64{5*a - 2.5, 2.5*b - 1.5, 6} // the wall opposite
		case 3:
			p = [3]float64{-2.5, 2.5*b - 1.5, 2 + 4*a}
		case 4:
			p = [3]float64{5*a - 2.5, 1.2, 2 + 4*b} // the floor
		default:
			p = [3]float64{a - 0.5, b - 0.5, 2 + a*b} // something near
		}
		for f := range 3 {
			at := float64(f)
			c, s := math.Cos(0.06*at), math.Sin(0.06*at)
			q := [3]float64{p[0] - 0.3*at, p[1] + 0.03*at, p[2] - 0.15*at}
			q = [3]float64{c*q[0] + s*q[2], q[1], c*q[2] - s*q[0]}
			x.Set(2*f, i, q[0]/q[2]+noise*rng.NormFloat64())
			x.Set(2*f+1, i, q[1]/q[2]+noise*rng.NormFloat64())
		}
	}
	data := core.Data{X: x, Kind: core.Trajectories}
	g, err := NewScorer(context.Background(), data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	m := g.whole[len(g.whole)-1]
	if each := (m.Cost() - m.price()) / n; each > 0.25 {
		t.Errorf("%.3f nats a point", each)
	}
}
