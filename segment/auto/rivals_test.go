package auto

import (
	"context"
	"math"
	"testing"

	"motionseg/segment/evaluate"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// TestRivals has scenes on which the grouping of the least bits and cut is wrong, and
// hardly has less than the right one.
func TestRivals(t *testing.T) {
	for _, c := range []struct {
		seed  uint64
		noise float64
	}{{6, 0.0003}, {6, 0.001}, {20, 0.003}} {
		data, truth := scenes.PerspectiveBodies(c.seed, 3, 15, 16, c.noise)
		r, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: 3})
		if err != nil {
			t.Fatal(err)
		}
		first, chosen := r.Candidates[0], r.Candidates[0]
		for _, candidate := range r.Candidates {
			if math.Abs(candidate.Bits+candidate.Cut+candidate.Motion-candidate.Score) > 1e-12 {
				t.Errorf("scene %d: %s: bits %v, cut %v and motion %v make no score %v", c.seed, candidate.Name,
					candidate.Bits, candidate.Cut, candidate.Motion, candidate.Score)
			}
			if candidate.Bits+candidate.Cut < first.Bits+first.Cut {
				first = candidate
			}
			if candidate.Chosen {
				chosen = candidate
			}
		}
		if e := evaluate.ClusteringError(first.Labels, truth); e < 0.3 {
			t.Errorf("scene %d: the least bits and cut err by %.3f alone", c.seed, e)
		}
		if e := evaluate.ClusteringError(chosen.Labels, truth); e != 0 || chosen.Motion >= 0 || first.Motion != 0 {
			t.Errorf("scene %d: error %.3f, motion %.4f, of the first %.4f", c.seed, e, chosen.Motion, first.Motion)
		}
	}
}

// BenchmarkRivals times comparing one more grouping, of 300 tracks in 3 motions.
func BenchmarkRivals(b *testing.B) {
	data, truth := scenes.PerspectiveBodies(1, 3, 100, 30, 0.001)
	pairs := geometry.NewPairScorer(data, geometry.CoarseScale(data), rivalViews, 1)
	for b.Loop() {
		if _, err := pairs.Cost(context.Background(), truth, 3); err != nil {
			b.Fatal(err)
		}
	}
}
