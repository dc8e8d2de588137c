package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/synthetic"
	"motionseg/hopkins/track"
	"motionseg/segment"
	"motionseg/segment/evaluate"
)

// TestFilmsNotLearntFrom: the number of motions of drawn films that nothing was learnt
// from is found with a confidence, and the tracks are grouped by them. They are the first two from
// 3101 on that are; segment/motioncount/motions_history.md says how many are not.
func TestFilmsNotLearntFrom(t *testing.T) {
	for seed, motions := range map[uint64]int{3103: 2, 3125: 2} {
		tracks, err := track.Film(t.Context(), frames{synthetic.Varied(seed)}, track.Default(track.Medium), nil)
		if err != nil {
			t.Fatal(err)
		}
		s := tracks.Sequence("scene")
		scene := synthetic.Varied(seed)
		data, truth := drawn(s, scene.MotionsOf(s.Seen, func(i, f int) (x, y float64) {
			return s.Pixels.At(2*f, i), s.Pixels.At(2*f+1, i)
		}, s.Points()), seed)
		e, err := segment.EstimateMotions(t.Context(), data, segment.MotionsConfig{})
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != motions || e.Confidence < 0.55 {
			t.Errorf("scene %d: found %d motions, %.2f sure, expected %d", seed, e.Motions, e.Confidence, motions)
			continue
		}
		if wrong := evaluate.ClusteringError(e.Labels[motions-e.Low], truth); wrong > 0.05 {
			t.Errorf("scene %d: %.3f of the tracks wrong", seed, wrong)
		}
	}
}

// TestFit: what traits are drawn from is found again, whatever the scenes are like.
func TestFit(t *testing.T) {
	var all []example
	for i := range 4000 {
		var e example
		e.scene, e.Smaller = uint64(i%5), 1+i%7
		score := -1.0
		for k := range e.Traits {
			e.Traits[k] = math.Sin(float64((i + 1) * (k + 3)))
			score += float64(k-1) * e.Traits[k]
		}
		e.Same = 1 / (1 + math.Exp(-score))
		all = append(all, e)
	}
	weights, _, err := fit(all)
	if err != nil {
		t.Fatal(err)
	}
	for k, w := range weights {
		if math.Abs(w-float64(k-1)) > 0.15*(1+math.Abs(float64(k-1))) {
			t.Errorf("weight %d: found %.3f, expected %d", k, w, k-1)
		}
	}
	if _, _, err := fit(nil); err == nil {
		t.Error("no examples: expected an error")
	}
}

// TestKeptExamples: what is kept comes back, and what is wrong in a file is named.
func TestKeptExamples(t *testing.T) {
	path := filepath.Join(t.TempDir(), "examples.csv")
	if all, err := readExamples(path); err != nil || all != nil {
		t.Errorf("no file: found %v, %v", all, err)
	}
	e := example{scene: 12}
	e.Same, e.Smaller = 0.25, 9
	for i := range e.Traits {
		e.Traits[i] = float64(i) - 1.5
	}
	for range 2 {
		if err := keepExamples(path, []example{e}); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := readExamples(path); err != nil || len(all) != 2 || all[0] != e || all[1] != e {
		t.Errorf("found %v, %v", all, err)
	}
	testfile.Write(t, "1,0.5,3\n", path)
	if _, err := readExamples(path); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("found %v", err)
	}
}
