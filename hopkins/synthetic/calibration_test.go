package synthetic

import (
	"sync"
	"testing"

	"motionseg/hopkins"
	"motionseg/segment"
)

// TestSureOfMotions holds what a confidence promises, on scenes of one to six
// motions that nothing was chosen on: of those whose number of motions is said to be
// 90 % sure and more, nine of ten are right, and there are enough to count.
func TestSureOfMotions(t *testing.T) {
	const firstSeed, lastSeed, bodies = 201, 206, 5
	type answer struct {
		config   Config
		estimate *segment.MotionsEstimate
	}
	var mu sync.Mutex
	var answers []answer
	t.Run("scenes", func(t *testing.T) {
		for seed := uint64(firstSeed); seed <= lastSeed; seed++ {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for b := range bodies + 1 {
					config := Config{Seed: seed, Bodies: b, Frames: 20, Tracks: 60 + 30*b, Width: 640, Height: 480, Noise: 0.4}
					data, _, err := tracksOf(t, build(t, config)).Data(hopkins.FrameSelection{})
					if err != nil {
						t.Fatal(err)
					}
					estimate, err := segment.EstimateMotions(t.Context(), data, segment.MotionsConfig{Workers: 1})
					if err != nil {
						t.Fatal(err)
					}
					mu.Lock()
					answers = append(answers, answer{config, estimate})
					mu.Unlock()
				}
			})
		}
	})
	right, sure, sureAndRight := 0, 0, 0
	for _, a := range answers {
		found := a.estimate.Motions == a.config.Motions()
		if found {
			right++
		}
		if a.estimate.Confidence < 0.9 {
			continue
		}
		sure++
		if found {
			sureAndRight++
		} else {
			t.Logf("seed %d: %d motions, %.0f %% sure of %d", a.config.Seed, a.config.Motions(),
				100*a.estimate.Confidence, a.estimate.Motions)
		}
	}
	t.Logf("%d of %d right; of %d sure ones %d", right, len(answers), sure, sureAndRight)
	if 10*sureAndRight < 9*sure {
		t.Errorf("of %d scenes whose number of motions is said to be 90 %% sure %d are right, want nine of ten", sure,
			sureAndRight)
	}
	if 3*sure < len(answers) {
		t.Errorf("of %d scenes the number of motions is said to be sure of %d, want a third", len(answers), sure)
	}
}
