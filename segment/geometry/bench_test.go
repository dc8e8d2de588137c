package geometry

import (
	"testing"

	"motionseg/segment/internal/scenes"
)

// BenchmarkDescribe times describing a third of the tracks between two and three frames,
// and BenchmarkTrackCosts what every track costs by motions that are described already.
func BenchmarkDescribe(b *testing.B) {
	data, truth := scenes.MovingBodies(1, 3, 200, 20, 0.0005)
	g, err := NewScorer(b.Context(), data, CoarseScale(data), 1)
	if err != nil {
		b.Fatal(err)
	}
	for name, at := range map[string]int{"two frames": 0, "three frames": len(g.views) - 1} {
		members := g.views[at].Members(truth, 3)[0]
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				g.views[at].describe(members, g.Scale)
			}
			b.ReportMetric(float64(len(members)), "points")
		})
	}
}

func BenchmarkTrackCosts(b *testing.B) {
	data, truth := scenes.MovingBodies(1, 3, 200, 20, 0.0005)
	g, err := NewScorer(b.Context(), data, CoarseScale(data), 1)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := g.TrackCosts(b.Context(), truth, 3); err != nil {
			b.Fatal(err)
		}
	}
}
