package segment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// benchmarkTracks is an affine camera's view of three rigid motions with a
// little noise and bending: N tracks over F frames, for timing only.
func benchmarkTracks(n, frames int) Data {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(frames)))
	x := mat.NewDense(2*frames, n, nil)
	for group := range 3 {
		axis := rng.Float64() * math.Pi
		speed := 0.02 + 0.02*rng.Float64()
		dx, dy := 0.01*rng.NormFloat64(), 0.01*rng.NormFloat64()
		cx, cy := 0.8*rng.Float64()-0.4, 0.8*rng.Float64()-0.4
		for j := group; j < n; j += 3 {
			px, py, pz := 0.3*rng.NormFloat64(), 0.3*rng.NormFloat64(), 0.3*rng.NormFloat64()
			for f := range frames {
				c, s := math.Cos(speed*float64(f)), math.Sin(speed*float64(f))
				qx, qz := c*px+s*pz, c*pz-s*px
				depth := 1 + 0.3*qz
				ca, sa := math.Cos(axis), math.Sin(axis)
				u, v := ca*qx-sa*py, sa*qx+ca*py
				x.Set(2*f, j, 0.5*(u+cx+dx*float64(f))/depth+5e-4*rng.NormFloat64())
				x.Set(2*f+1, j, 0.5*(v+cy+dy*float64(f))/depth+5e-4*rng.NormFloat64())
			}
		}
	}
	return Data{X: x}
}

// BenchmarkRun times whole segmentations and reports the time of every stage.
func BenchmarkRun(b *testing.B) {
	for _, m := range []Method{lrksc{}, ssc{}} {
		for _, size := range []struct{ n, frames int }{{300, 30}, {543, 30}, {2000, 60}} {
			b.Run(fmt.Sprintf("%s/N=%d", m.Describe().Name, size.n), func(b *testing.B) {
				data := benchmarkTracks(size.n, size.frames)
				stages := map[string]float64{}
				for b.Loop() {
					r, err := Run(context.Background(), data, Config{Method: m, Motions: 3})
					if err != nil {
						b.Fatal(err)
					}
					for _, s := range r.Stages {
						stages[s.Name] += s.Time.Seconds()
					}
				}
				for name, seconds := range stages {
					b.ReportMetric(1e3*seconds/float64(b.N), name+"-ms")
				}
			})
		}
	}
}
