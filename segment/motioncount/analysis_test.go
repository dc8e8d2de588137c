package motioncount

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
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

// Of complete tracks, some of which are set aside or not, the estimate and every number
// of motions share the members of LRKSC auto: results and their histories are those that
// each has by itself, however often and in whichever order they are asked for.
func TestSharedMembers(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 50, 20, 0.3, 8)
	paths, _ := scenes.WithRandomPaths(x, truth, 3, 8)
	for _, data := range []core.Data{{X: x}, {X: paths}} {
		var a core.Analysis
		alone, err := EstimateMotions(t.Context(), data, MotionsConfig{})
		if err != nil {
			t.Fatal(err)
		}
		shared, err := EstimateMotions(t.Context(), data, MotionsConfig{Analysis: &a})
		if err != nil {
			t.Fatal(err)
		}
		if alone.Motions != shared.Motions || !slices.Equal(alone.Scores, shared.Scores) {
			t.Errorf("%d motions, %d where the members are kept", alone.Motions, shared.Motions)
		}
		for _, k := range []int{2, 3, 2} {
			alone, err := solve.Run(t.Context(), data, solve.Config{Method: auto.LRKSCAuto{}, Motions: k})
			if err != nil {
				t.Fatal(err)
			}
			last := 0.0
			shared, err := solve.Run(t.Context(), data,
				solve.Config{Method: auto.LRKSCAuto{}, Motions: k, Analysis: &a, Progress: func(it core.Iteration) {
					if it.Share < last {
						t.Errorf("the share of the work falls from %v to %v", last, it.Share)
					}
					last = it.Share
				}})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(alone.Labels, shared.Labels) || !slices.Equal(alone.History, shared.History) || last != 1 {
				t.Errorf("%d motions: labels or history differ", k)
			}
			if (alone.C == nil) != (shared.C == nil) || alone.C != nil && !mat.Equal(alone.C, shared.C) ||
				!mat.Equal(alone.W, shared.W) {
				t.Errorf("%d motions: coefficients or affinity differ", k)
			}
		}
	}
}

// TestEvidenceBesideFilledTracks: pairs of frames of tracks whose filled gaps tell the number are known
// afterwards where they are asked for in any case, and tell no other number.
func TestEvidenceBesideFilledTracks(t *testing.T) {
	x, _ := scenes.RigidTracks(2, 60, 20, 0.3, 32)
	data := core.Data{X: x, Visible: scenes.WithGaps(120, 20, 0.3, 2)}
	var scores [2][]float64
	for i, asked := range []bool{false, true} {
		var a core.Analysis
		e, err := EstimateMotions(t.Context(), data, MotionsConfig{Analysis: &a, Evidence: asked})
		if err != nil {
			t.Fatal(err)
		}
		scores[i] = e.Scores
		steps := 0
		count := core.SharesTo(func(float64) { steps++ })
		if _, err := auto.PairEvidenceOf(t.Context(), core.Input{Data: data, Analysis: &a}, count); err != nil {
			t.Fatal(err)
		}
		if known := steps == 1; known != asked {
			t.Errorf("evidence asked for: %v, known afterwards: %v", asked, known)
		}
	}
	if !slices.Equal(scores[0], scores[1]) {
		t.Errorf("scores %v, with the evidence %v", scores[0], scores[1])
	}
}
