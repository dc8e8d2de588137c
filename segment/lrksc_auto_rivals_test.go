package segment

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// perspectiveBodies returns complete tracks of boxes that each turn and go their own
// way close before a pinhole camera, with the noise given, and their bodies.
func perspectiveBodies(seed uint64, bodies, points, frames int, noise float64) (Data, []int) {
	rng := rand.New(rand.NewPCG(seed, 3))
	uniform := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	n := bodies * points
	d := Data{X: mat.NewDense(2*frames, n, nil), Kind: Trajectories}
	truth := make([]int, n)
	for b := range bodies {
		turn, tilt := uniform(-0.02, 0.02), uniform(-0.02, 0.02)
		step := [3]float64{uniform(-0.08, 0.08), uniform(-0.08, 0.08), uniform(-0.08, 0.08)}
		for i := range points {
			j := b*points + i
			truth[j] = b + 1
			p := [3]float64{uniform(-0.8, 0.8), uniform(-1, 1), uniform(-1, 1)}
			for f := range frames {
				at := float64(f)
				ca, sa, ct, st := math.Cos(turn*at), math.Sin(turn*at), math.Cos(tilt*at), math.Sin(tilt*at)
				q := [3]float64{ca*p[0] + sa*p[2], p[1], ca*p[2] - sa*p[0]}
				q = [3]float64{q[0] + step[0]*at + 0.8*(float64(b)-float64(bodies-1)/2), ct*q[1] - st*q[2] + step[1]*at, st*q[1] + ct*q[2] + step[2]*at + 6}
				d.X.Set(2*f, j, q[0]/q[2]+noise*rng.NormFloat64())
				d.X.Set(2*f+1, j, q[1]/q[2]+noise*rng.NormFloat64())
			}
		}
	}
	return d, truth
}

// TestRivals has scenes on which the grouping of the least bits and cut is wrong, and
// hardly has less than the right one.
func TestRivals(t *testing.T) {
	for _, c := range []struct {
		seed  uint64
		noise float64
	}{{6, 0.0003}, {6, 0.001}, {20, 0.003}} {
		data, truth := perspectiveBodies(c.seed, 3, 15, 16, c.noise)
		r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: 3})
		if err != nil {
			t.Fatal(err)
		}
		first, chosen := r.Candidates[0], r.Candidates[0]
		for _, candidate := range r.Candidates {
			if math.Abs(candidate.Bits+candidate.Cut+candidate.Motion-candidate.Score) > 1e-12 {
				t.Errorf("scene %d: %s: bits %v, cut %v and motion %v make no score %v", c.seed, candidate.Name, candidate.Bits, candidate.Cut, candidate.Motion, candidate.Score)
			}
			if candidate.Bits+candidate.Cut < first.Bits+first.Cut {
				first = candidate
			}
			if candidate.Chosen {
				chosen = candidate
			}
		}
		if e := ClusteringError(first.Labels, truth); e < 0.3 {
			t.Errorf("scene %d: the least bits and cut err by %.3f alone", c.seed, e)
		}
		if e := ClusteringError(chosen.Labels, truth); e != 0 || chosen.Motion >= 0 || first.Motion != 0 {
			t.Errorf("scene %d: error %.3f, motion %.4f, of the first %.4f", c.seed, e, chosen.Motion, first.Motion)
		}
	}
}

// BenchmarkRivals times comparing one more grouping, of 300 tracks in 3 motions.
func BenchmarkRivals(b *testing.B) {
	data, truth := perspectiveBodies(1, 3, 100, 30, 0.001)
	pairs := pairsOf(data, coarseScale(data), rivalViews, 1)
	for b.Loop() {
		if _, err := pairs.cost(context.Background(), truth, 3); err != nil {
			b.Fatal(err)
		}
	}
}
