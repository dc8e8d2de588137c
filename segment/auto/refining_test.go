package auto

import (
	"errors"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

// TestRefineAll: the grouping near the best is refined from where the coarse scale takes it too, one that
// is far behind it by the fine scale alone, unless the best score is not believed.
func TestRefineAll(t *testing.T) {
	data, truth := scenes.MovingBodies(3, 4, 320, 10, 0.0001)
	s := handfulSceneOf(t, data, truth)
	s.in.Motions = 4
	r, err := newRefining(t.Context(), s.in, s.e.total)
	if err != nil {
		t.Fatal(err)
	}
	if r.coarse == nil {
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
	for _, labels := range [][]int{near, far} {
		groupings = append(groupings, &sourceGrouping{Grouping: geometry.Grouping{Labels: labels}})
	}
	if err := r.refineAll(t.Context(), groupings, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	asked := len(r.fromCoarse)
	both, err := r.refine(t.Context(), near)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := r.g.Refine(t.Context(), far, 4, s.e.total)
	if err != nil {
		t.Fatal(err)
	}
	if asked != 1 || both.Score()+nearBest >= alone.Score() {
		t.Errorf("refined from the coarse scale: expected one of two, %.5f and %.5f, found %d", both.Score(), alone.Score(),
			asked)
	}
	for key, expected := range map[string]geometry.Grouping{spectral.LabelKey(near): both, spectral.LabelKey(far): alone} {
		if got := r.refined[key]; got.Score() != expected.Score() || !slices.Equal(got.Labels, expected.Labels) {
			t.Errorf("expected a score of %.5f, found %.5f", expected.Score(), got.Score())
		}
	}

	var doubted []int
	r.believed = func(labels []int) (bool, error) {
		doubted = labels
		return false, nil
	}
	if err := r.refineAll(t.Context(), groupings, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	if doubted == nil || evaluate.ClusteringError(doubted, s.right) > 0.02 || len(r.fromCoarse) != 2 {
		t.Errorf("not believed: asked about %v, %d refined from the coarse scale", doubted, len(r.fromCoarse))
	}
	failure := errors.New("ended")
	r.believed = func([]int) (bool, error) { return false, failure }
	if err := r.refineAll(t.Context(), groupings, core.Progress{}); err != failure {
		t.Errorf("expected what failed, found %v", err)
	}
}
