package motioncount

import (
	"slices"
	"testing"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
)

// TestByPairs: from too few motions, and from too many, the odds of single pairs lead to the
// motions there are, without a confidence; a number that they confirm keeps its own.
func TestByPairs(t *testing.T) {
	const motions = 3
	data, truth := scenes.StillAndBodies(13, motions-1, 60, 16)
	analysis := new(core.Analysis)
	for first := 2; first <= 4; first++ {
		e := newEstimate(1, 10)
		e.Motions, e.Confidence, e.Scores[first-1] = first, 0.7, 0
		var shares []float64
		cfg := MotionsConfig{Analysis: analysis, Progress: func(share float64) { shares = append(shares, share) }}
		if err := e.byPairs(t.Context(), data, cfg); err != nil {
			t.Fatal(err)
		}
		if len(shares) < 2 || !slices.IsSorted(shares) || shares[len(shares)-1] != 1 {
			t.Errorf("from %d motions: progress %v", first, shares)
		}
		if e.Motions != motions {
			t.Errorf("from %d motions: found %d, expected %d", first, e.Motions, motions)
			continue
		}
		if first == motions {
			if e.Confidence != 0.7 {
				t.Errorf("a confirmed number is %.2f sure, expected what it was", e.Confidence)
			}
			continue
		}
		if e.Confidence != 0 {
			t.Errorf("from %d motions: %.2f sure, expected that nothing is known of it", first, e.Confidence)
		}
		if wrong := evaluate.ClusteringError(e.Labels[motions-e.Low], truth); wrong > 0.02 {
			t.Errorf("from %d motions: %.3f of the tracks wrong", first, wrong)
		}
	}
	e := newEstimate(1, 2) // no larger number may be taken
	e.Motions, e.Scores[1] = 2, 0
	if err := e.byPairs(t.Context(), data, MotionsConfig{Analysis: analysis}); err != nil || e.Motions != 2 {
		t.Errorf("of one or two motions: found %d, %v", e.Motions, err)
	}
}

// TestALittleLikelierIsNoReason: a grouping into another number of motions takes the place of the
// best so far only where it is likelier by more than groupings differ that cost the same.
func TestALittleLikelierIsNoReason(t *testing.T) {
	data, _ := scenes.StillAndBodies(13, 2, 60, 16)
	in := core.Input{Data: data, Motions: 3, Analysis: new(core.Analysis)}
	found, err := auto.PairsAgreeOf(t.Context(), in, core.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	for less, want := range map[float64]bool{0.997: false, 0.99: true} {
		best := &auto.PairsAgree{Together: less * found.Together}
		better, err := likelier(t.Context(), in, best, core.Progress{})
		if err != nil || (better != nil) != want {
			t.Errorf("one of %.3f of what it is: taken %v, %v, expected %v", less, better != nil, err, want)
		}
	}
}
