package motioncount

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

func TestEstimateMotions(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	e, err := EstimateMotions(context.Background(), data, MotionsConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Motions != 3 || e.RunnerUp == 3 {
		t.Errorf("estimate %+v, want 3 motions", e)
	}
	if !(e.Confidence > 0.2 && e.Confidence <= 1) {
		t.Errorf("confidence %v", e.Confidence)
	}
	for _, bounds := range [][2]int{{-1, 3}, {4, 3}, {45, 50}} {
		if _, err := EstimateMotions(context.Background(), data, MotionsConfig{Low: bounds[0], High: bounds[1]}); err == nil {
			t.Errorf("no error for the range %v", bounds)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := EstimateMotions(done, data, MotionsConfig{}); err != context.Canceled {
		t.Errorf("error %v from a context already done", err)
	}
}

// TestFewTracksTellNoConfidence: two tracks that go in opposite directions may be two motions
// or one, and nothing tells how likely which is.
func TestFewTracksTellNoConfidence(t *testing.T) {
	x := mat.NewDense(60, 2, nil)
	for f := range 30 {
		x.SetRow(2*f, []float64{100 + 3*float64(f), 400 - 3*float64(f)})
		x.SetRow(2*f+1, []float64{200, 220})
	}
	e, err := EstimateMotions(t.Context(), core.Data{X: x, Kind: core.Trajectories}, MotionsConfig{Low: 1})
	if err != nil || e.Confidence != 0 {
		t.Errorf("of two tracks: %+v, %v", e, err)
	}
}

// TestMotionsAreWeighed: what it takes to describe the motions between frames
// speaks for one body being one, and for two being two.
func TestMotionsAreWeighed(t *testing.T) {
	for _, c := range []struct {
		bodies int
		seed   uint64
		other  int     // the number that is less credible
		most   float64 // its score
	}{{1, 0, 2, -10}, {2, 2, 1, -40}} {
		x, _ := scenes.RigidTracks(c.bodies, 40, 12, 0.5, c.seed)
		e, err := EstimateMotions(context.Background(), core.Data{X: x}, MotionsConfig{High: 3})
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != c.bodies || e.Scores[c.other-1] > c.most {
			t.Errorf("%d bodies: estimate %d, scores %.1f", c.bodies, e.Motions, e.Scores)
		}
	}
}

// TestNumbersBeyond: numbers of motions beyond those that are shown are looked at until two in a row are
// hopeless: none of three bodies, all of eight.
func TestNumbersBeyond(t *testing.T) {
	for bodies, last := range map[int]int{3: shownMotions, 8: MaxMotions} {
		x, _ := scenes.RigidTracks(bodies, 40, 20, 0.5, 0)
		e, err := EstimateMotions(t.Context(), core.Data{X: x}, MotionsConfig{})
		if err != nil {
			t.Fatal(err)
		}
		looked := 0
		for i, s := range e.Scores {
			if !math.IsInf(s, -1) {
				looked = e.Low + i
			}
		}
		if e.Motions != bodies || looked != last {
			t.Errorf("%d bodies: found %d, looked at up to %d, expected %d", bodies, e.Motions, looked, last)
		}
	}
}
