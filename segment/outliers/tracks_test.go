package outliers

import (
	"math"
	"testing"

	"motionseg/segment/internal/scenes"
)

// TestScoresOfStillTracks: where most tracks are exactly where others are, their distances of 0 speak for them.
func TestScoresOfStillTracks(t *testing.T) {
	const n, still = 40, 30
	distances := make([]float64, n)
	for i := still; i < n; i++ {
		distances[i] = 0.1
	}
	scores := TrackScores(scenes.BenchmarkTracks(n, 10), make([]float64, n), distances)
	for i, s := range scores {
		if math.IsNaN(s) || (s > 0) != (i < still) {
			t.Errorf("track %d at distance %v: score %v", i, distances[i], s)
		}
	}
}
