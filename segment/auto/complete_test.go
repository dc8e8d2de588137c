package auto

import (
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// TestAutoOfAnyCamera: before a camera that drives into the scene the affinities of complete
// tracks tear the still world, and pairs of frames do not; what is found first is shown.
func TestAutoOfAnyCamera(t *testing.T) {
	data, truth := scenes.Street(1)
	var shown [][]int
	shares := []float64{0}
	cfg := solve.Config{
		Method: LRKSCAuto{}, Motions: 2,
		Interim:  func(labels []int) { shown = append(shown, slices.Clone(labels)) },
		Progress: func(it core.Iteration) { shares = append(shares, it.Share) },
	}
	r, err := solve.Run(t.Context(), data, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := evaluate.ClusteringError(r.Labels, truth); wrong > 0 {
		t.Errorf("error %.3f", wrong)
	}
	if len(shown) != 1 || evaluate.ClusteringError(shown[0], truth) < 0.3 {
		t.Errorf("%d groupings shown on the way, expected that of the affinities", len(shown))
	}
	scenes.CheckShares(t, shares)
}
