package solve

import (
	"testing"

	"motionseg/segment/auto"
	"motionseg/segment/internal/scenes"
)

// TestCandidatesOfLandmarksAndOutliers: where there are both, the candidates know the landmarks alone.
func TestCandidatesOfLandmarksAndOutliers(t *testing.T) {
	const n, landmarks = 80, 40
	r, err := Run(t.Context(), scenes.BenchmarkTracks(n, 10),
		Config{Method: auto.LRKSCAuto{}, Motions: 2, Landmarks: landmarks, Outliers: []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Landmarks) != landmarks || len(r.Candidates) == 0 {
		t.Fatalf("%d landmarks, %d candidates", len(r.Landmarks), len(r.Candidates))
	}
	for _, c := range r.Candidates {
		if len(c.Labels) != landmarks || len(c.Confidence) != landmarks {
			t.Errorf("%s: %d labels and %d confidences, expected %d", c.Name, len(c.Labels), len(c.Confidence), landmarks)
		}
	}
}
