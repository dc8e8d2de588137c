package auto

import (
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
)

// TestMovesApart: the groups of as many bodies as there are move apart, and those of one more do not.
func TestMovesApart(t *testing.T) {
	data, truth := scenes.MovingBodies(1, 3, 150, 20, 0.0001)
	var known core.Analysis
	for _, motions := range []int{3, 4} {
		in := core.Input{Data: data, Motions: motions, Analysis: &known}
		m, err := MovesApartOf(t.Context(), in, core.Progress{})
		if err != nil {
			t.Fatal(err)
		}
		if m.All != (motions == 3) || len(m.Labels) != data.Points() {
			t.Errorf("%d of three bodies: %+v", motions, m.Apart)
		}
		if wrong := evaluate.ClusteringError(m.Labels, truth); motions == 3 && wrong != 0 {
			t.Errorf("three bodies: %.3f of the tracks are wrong", wrong)
		}
	}
}
