package motioncount

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
)

// TestMotionsOfFilledTracks: noisy tracks with gaps that a low rank fills tell the number
// of motions as complete ones do, with a confidence; one motion too, where nothing moves apart.
func TestMotionsOfFilledTracks(t *testing.T) {
	for bodies := 1; bodies <= 4; bodies++ {
		x, truth := scenes.RigidTracks(bodies, 60, 20, 0.3, uint64(30+bodies))
		data := core.Data{X: x, Visible: scenes.WithGaps(60*bodies, 20, 0.3, uint64(bodies))}
		shares := []float64{0}
		e, err := EstimateMotions(context.Background(), data,
			MotionsConfig{Progress: func(share float64) { shares = append(shares, share) }})
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != bodies || e.Low != 1 || e.Confidence <= filledCredible {
			t.Errorf("%d motions: %d from %d, confidence %.2f", bodies, e.Motions, e.Low, e.Confidence)
			continue
		}
		if bodies == 1 && e.Confidence > 0.95 {
			t.Errorf("one motion is %.2f sure, expected 0.95 at most", e.Confidence)
		}
		if wrong := evaluate.ClusteringError(e.Labels[bodies-1], truth); wrong > 0.01 {
			t.Errorf("%d motions: error %.3f", bodies, wrong)
		}
		scenes.CheckShares(t, shares)
	}
}

// TestMotionsOfTracksThatCannotBeFilled: where no low rank fills the gaps, or not so that
// the number is credible, the pairs of frames tell it, and nothing says how sure it is; all numbers are compared, a
// single motion too.
func TestMotionsOfTracksThatCannotBeFilled(t *testing.T) {
	exact, _ := scenes.RigidTracks(2, 80, 12, 0.05, 8)
	bent := dense.Columns(exact, core.Complement(nil, 160))
	for f := range 12 {
		for i := range 160 { // each turns off at its own frame, so that no trial comes back
			bent.Set(2*f, i, exact.At(2*f, i)+float64((i%5-2)*max(f-1-i%9, 0)))
		}
	}
	unseen := scenes.WithGaps(160, 12, 0.4, 8)
	unseen[5] = make([]bool, 12)
	many, _ := scenes.RigidTracks(9, 12, 12, 0.3, 8) // so many motions of so few tracks that no number is credible
	for name, data := range map[string]core.Data{
		"bent":     {X: bent, Visible: scenes.WithGaps(160, 12, 0.4, 8)},
		"unseen":   {X: exact, Visible: unseen},
		"doubtful": {X: many, Visible: scenes.WithGaps(108, 12, 0.2, 8)},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := EstimateMotions(context.Background(), data, MotionsConfig{})
			if err != nil {
				t.Fatal(err)
			}
			if e.Low != 1 || e.Confidence != 0 || e.RunnerUp == e.Motions || e.RunnerUp < 1 ||
				e.Scores[e.Motions-1] != 0 || slices.Max(e.Scores) > 0 || math.IsInf(e.Scores[0], -1) {
				t.Errorf("numbers from %d, %d and %d of scores %v, confidence %.2f", e.Low, e.Motions, e.RunnerUp, e.Scores,
					e.Confidence)
			}
		})
	}
}

// TestYieldsTo: what moves apart takes the place of a number that is not credible, where it is more
// than one, or merging says one too; of one motion of filled tracks in any case, of complete ones
// where merging says so too, or the pairs of tracks are surer of two than that is of one.
func TestYieldsTo(t *testing.T) {
	for _, c := range []struct {
		name   string
		e      MotionsEstimate
		apart  MotionsEstimate
		fewer  bool
		filled bool
		yields bool
	}{
		{"fewer", MotionsEstimate{Motions: 3, Confidence: 0.6}, MotionsEstimate{Motions: 2}, false, false, true},
		{"more", MotionsEstimate{Motions: 3, Confidence: 0.6}, MotionsEstimate{Motions: 4}, false, false, true},
		{"more, of any camera", MotionsEstimate{Motions: 3, Confidence: 1}, MotionsEstimate{Motions: 4}, true, false, false},
		{"fewer, of any camera", MotionsEstimate{Motions: 3, Confidence: 1}, MotionsEstimate{Motions: 2}, true, false, true},
		{"a guess, of any camera", MotionsEstimate{Motions: 3, Confidence: 1},
			MotionsEstimate{Motions: 2, MayBeOne: true}, true, false, false},
		{"one, alone", MotionsEstimate{Motions: 2, Confidence: 0.6}, MotionsEstimate{Motions: 1}, false, false, false},
		{"one, by merging too", MotionsEstimate{Motions: 2, Confidence: 0.6},
			MotionsEstimate{Motions: 1, merged: true}, false, false, true},
		{"both one", MotionsEstimate{Motions: 1, Confidence: 0.6},
			MotionsEstimate{Motions: 1, merged: true}, false, false, false},
		{"two, by merging too", MotionsEstimate{Motions: 1, Confidence: 1},
			MotionsEstimate{Motions: 2, merged: true, alike: -0.1}, false, false, true},
		{"hardly apart", MotionsEstimate{Motions: 1, Confidence: 1},
			MotionsEstimate{Motions: 2, alike: -0.6}, false, false, false},
		{"apart", MotionsEstimate{Motions: 1, Confidence: 1}, MotionsEstimate{Motions: 2, alike: -0.8}, false, false, true},
		{"hardly apart, filled", MotionsEstimate{Motions: 1, Confidence: 1},
			MotionsEstimate{Motions: 2, alike: -0.6}, false, true, true},
		{"one not sure", MotionsEstimate{Motions: 1, Confidence: 0.7},
			MotionsEstimate{Motions: 2, alike: -0.1}, false, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.e.yieldsTo(&c.apart, c.fewer, c.filled) != c.yields {
				t.Errorf("yields: %v, expected %v", !c.yields, c.yields)
			}
		})
	}
}

// TestNumberBeforeShakingCamera: a camera that drives and shakes to and fro gives tracks third differences,
// which are taken for noise; they are motion, and what moves apart tells there too.
func TestNumberBeforeShakingCamera(t *testing.T) {
	data, truth := scenes.Street(2)
	data = scenes.Shaken(data, 0.006, 2)
	if !geometry.NoisyTracks(data) {
		t.Fatal("the tracks are not taken for noisy ones")
	}
	e, err := EstimateMotions(t.Context(), data, MotionsConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Motions != 2 {
		t.Fatalf("%d motions, confidence %.2f", e.Motions, e.Confidence)
	}
	if wrong := evaluate.ClusteringError(e.Labels[2-e.Low], truth); wrong > 0 {
		t.Errorf("error %.3f", wrong)
	}
}

// TestNumberBeforeFastCamera: of a camera that drives so fast that every third frame is left low rank finds up to five
// motions, and of some the tracks are taken for noisy ones; what moves apart tells there too.
func TestNumberBeforeFastCamera(t *testing.T) {
	for seed := uint64(1); seed <= 8; seed++ {
		data, truth := scenes.Street(seed)
		rows, n := data.X.Dims()
		some := mat.NewDense(2*((rows/2+2)/3), n, nil)
		for f := 0; f < rows/2; f += 3 {
			some.SetRow(2*f/3, data.X.RawRowView(2*f))
			some.SetRow(2*f/3+1, data.X.RawRowView(2*f+1))
		}
		data.X = some
		if seed == 5 && !geometry.NoisyTracks(data) {
			t.Fatal("the tracks are not taken for noisy ones")
		}
		e, err := EstimateMotions(t.Context(), data, MotionsConfig{})
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != 2 {
			t.Errorf("seed %d: %d motions, confidence %.2f", seed, e.Motions, e.Confidence)
			continue
		}
		if wrong := evaluate.ClusteringError(e.Labels[2-e.Low], truth); wrong > 0 {
			t.Errorf("seed %d: error %.3f", seed, wrong)
		}
	}
}

// TestNumberBeforeAnyCamera: before a camera that drives into the scene a low rank finds too many
// motions of complete tracks, and what moves apart tells.
func TestNumberBeforeAnyCamera(t *testing.T) {
	data, truth := scenes.Street(1)
	e, err := EstimateMotions(t.Context(), data, MotionsConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Motions != 2 || e.Confidence > 0.9 {
		t.Fatalf("%d motions, confidence %.2f", e.Motions, e.Confidence)
	}
	if wrong := evaluate.ClusteringError(e.Labels[2-e.Low], truth); wrong > 0 {
		t.Errorf("error %.3f", wrong)
	}
}
