package motioncount

import (
	"slices"
	"testing"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// Runs that share an analysis have the labels that they have by themselves, whichever
// number of motions comes first and whatever was estimated before.
func TestSharedAnalysis(t *testing.T) {
	data, _ := scenes.MovingBodies(3, 3, 40, 12, 0.0005)
	var a core.Analysis
	for i := range 2 {
		for _, k := range []int{3, 2, 9} { // of 9 and two more there are no embeddings yet
			alone, err := solve.Run(t.Context(), data, solve.Config{Method: auto.LRKSCAuto{}, Motions: k})
			if err != nil {
				t.Fatal(err)
			}
			shared, err := solve.Run(t.Context(), data, solve.Config{Method: auto.LRKSCAuto{}, Motions: k, Analysis: &a})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(alone.Labels, shared.Labels) || !slices.Equal(alone.Spectrum, shared.Spectrum) {
				t.Errorf("round %d, %d motions: labels or spectrum differ", i, k)
			}
		}
		alone, err := EstimateMotions(t.Context(), data, MotionsConfig{})
		if err != nil {
			t.Fatal(err)
		}
		shared, err := EstimateMotions(t.Context(), data, MotionsConfig{Analysis: &a})
		if err != nil {
			t.Fatal(err)
		}
		if alone.Motions != shared.Motions || !slices.Equal(alone.Scores, shared.Scores) {
			t.Errorf("round %d: %d motions, %d where the evidence is shared", i, alone.Motions, shared.Motions)
		}
	}
}
