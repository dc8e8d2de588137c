package auto

import (
	"context"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

// TestRefineAll: groupings are refined by the fine scale where tracks are exact and many, those that are the same
// once, and what is refined so is what each becomes alone.
func TestRefineAll(t *testing.T) {
	data, truth := scenes.MovingBodies(3, 4, 320, 10, 0.0001)
	s := handfulSceneOf(t, data, truth)
	s.in.Motions = 4
	var announced []int
	s.in.Interim = func(labels []int) { announced = labels }
	r, err := newRefining(t.Context(), s.in, s.e.total)
	if err != nil {
		t.Fatal(err)
	}
	if !r.fine {
		t.Fatal("expected the fine scale")
	}
	near, far := slices.Clone(s.right), slices.Clone(s.right)
	seen := 0
	for i, l := range s.right {
		if i%9 == 0 {
			near[i] = l%4 + 1
		}
		switch l { // two bodies as one, one in two
		case 2:
			far[i] = 1
		case 3:
			if seen++; seen%2 == 0 {
				far[i] = 2
			}
		}
	}
	var groupings []*sourceGrouping
	for _, labels := range [][]int{near, far, near} {
		groupings = append(groupings, &sourceGrouping{Grouping: geometry.Grouping{Labels: labels}})
	}
	if err := r.refineAll(t.Context(), groupings, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	for _, labels := range [][]int{near, far} {
		expected, err := r.g.Refine(t.Context(), labels, 4, s.e.total)
		if err != nil {
			t.Fatal(err)
		}
		got := r.refined[spectral.LabelKey(labels)]
		if got.Score() != expected.Score() || !slices.Equal(got.Labels, expected.Labels) {
			t.Errorf("expected a score of %.5f, found %.5f", expected.Score(), got.Score())
		}
	}
	best := r.refined[spectral.LabelKey(near)]
	if wrong := evaluate.ClusteringError(best.Labels, s.right); len(r.refined) != 2 || wrong > 0.02 {
		t.Errorf("of %d refined the best has %.3f of the tracks wrong", len(r.refined), wrong)
	}
	if !slices.Equal(announced, best.Labels) {
		t.Error("expected that the best is announced last")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := r.refineAll(ended, groupings, core.Progress{}); err == nil {
		t.Error("expected that it ends with its context")
	}
}
