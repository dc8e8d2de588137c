package auto

import (
	"context"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// A first grouping tells exact bodies, with their number given or not, and does not
// depend on the order of the tracks or on the number of cores.
func TestFirstGrouping(t *testing.T) {
	for _, k := range []int{0, 3} {
		data, truth := scenes.MovingBodies(3, max(k, 2), 60, 12, 0.0005)
		n := len(truth)
		reversed := make([]int, n)
		for i := range reversed {
			reversed[i] = n - 1 - i
		}
		labels, err := FirstGrouping(t.Context(), data, k, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		seen, wrong := 0, 0.0
		var some, of []int
		for i, l := range labels {
			if l > 0 {
				some, of = append(some, l), append(of, truth[i])
				seen++
			}
		}
		if wrong = evaluate.ClusteringError(some, of); wrong > 0.1 || seen < n*3/4 {
			t.Errorf("%d motions asked for: %.3f of %d labelled tracks wrong", k, wrong, seen)
		}
		other, err := FirstGrouping(t.Context(), data.Columns(reversed), k, 0, 2)
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(other)
		if e := evaluate.ClusteringError(other, labels); e != 0 {
			t.Errorf("%d motions asked for: %.3f are labelled otherwise in another order", k, e)
		}
	}
	data, _ := scenes.MovingBodies(3, 3, 60, 12, 0.0005)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := FirstGrouping(ended, data, 3, 0, 1); err == nil {
		t.Error("no error when cancelled")
	}
}

// Labels on the way come first for all tracks as they are given, with those that are
// solved for among more and without outliers too, and change nothing in the end.
func TestInterimLabels(t *testing.T) {
	data, truth := scenes.MovingBodies(3, 3, 60, 12, 0.0005)
	plain := solve.Config{Method: LRKSCAuto{}, Motions: 3}
	for name, cfg := range map[string]solve.Config{
		"all":       plain,
		"landmarks": {Method: LRKSCAuto{}, Motions: 3, Landmarks: 120},
		"outliers":  {Method: LRKSCAuto{}, Motions: 3, Outliers: []int{0, 7}},
	} {
		want, err := solve.Run(t.Context(), data, cfg)
		if err != nil {
			t.Fatal(err)
		}
		var met [][]int
		cfg.Interim = func(labels []int) { met = append(met, labels) }
		got, err := solve.Run(t.Context(), data, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Labels, want.Labels) {
			t.Errorf("%s: labels differ from those of a run that tells none on the way", name)
		}
		if len(met) < 2 {
			t.Fatalf("%s: %d groupings on the way", name, len(met))
		}
		for i, labels := range met {
			var some, of []int
			for j, l := range labels {
				if l > 0 {
					some, of = append(some, l), append(of, truth[j])
				}
			}
			if len(labels) != len(truth) || len(some) < 80 || evaluate.ClusteringError(some, of) > 0.1 {
				t.Errorf("%s, grouping %d: %d labels, %d known, %.3f of them wrong", name, i, len(labels), len(some),
					evaluate.ClusteringError(some, of))
			}
		}
	}
	// With the evidence known there is nothing to bridge, and with the groupings nothing to tell.
	count := func(motions int, analysis *core.Analysis) (told int) {
		cfg := plain
		cfg.Motions, cfg.Analysis, cfg.Interim = motions, analysis, func([]int) { told++ }
		if _, err := solve.Run(t.Context(), data, cfg); err != nil {
			t.Fatal(err)
		}
		return told
	}
	analysis := new(core.Analysis)
	fresh := count(plain.Motions, new(core.Analysis))
	count(plain.Motions+1, analysis)
	if known := count(plain.Motions, analysis); known != fresh-1 {
		t.Errorf("%d groupings on the way with the evidence known, %d without", known, fresh)
	}
	if again := count(plain.Motions, analysis); again != 0 {
		t.Errorf("%d groupings on the way to what is known", again)
	}
}
