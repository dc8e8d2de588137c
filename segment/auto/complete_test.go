package auto

import (
	"context"
	"errors"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// TestAutoOfAnyCamera: before a camera that drives into the scene the affinities of complete
// tracks tear the still world, and pairs of frames do not; what is found first is shown.
func TestAutoOfAnyCamera(t *testing.T) {
	data, truth := scenes.Street(1)
	var shown [][]int
	shares := []float64{0}
	cfg := solve.Config{
		Method: LRKSCAuto{}, Motions: 2,
		Interim:  func(labels []int) { shown = append(shown, slices.Clone(labels)) },
		Progress: func(it core.Iteration) { shares = append(shares, it.Share) },
	}
	r, err := solve.Run(t.Context(), data, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := evaluate.ClusteringError(r.Labels, truth); wrong > 0 {
		t.Errorf("error %.3f", wrong)
	}
	if len(shown) != 1 || evaluate.ClusteringError(shown[0], truth) < 0.3 {
		t.Errorf("%d groupings shown on the way, expected that of the affinities", len(shown))
	}
	scenes.CheckShares(t, shares)
}

// TestConfirmed: a first look at pairs of frames confirms the groups that it finds itself, whatever their
// names are, and none of which a single track is elsewhere.
func TestConfirmed(t *testing.T) {
	data, truth := scenes.Street(2)
	in := core.Input{Data: data, Motions: 2}
	swapped := slices.Clone(truth)
	for i, l := range truth {
		swapped[i] = 3 - l
	}
	other := slices.Clone(truth)
	other[70] = 3 - other[70]
	for _, test := range []struct {
		name   string
		labels []int
		want   bool
	}{{"the truth", truth, true}, {"under other names", swapped, true}, {"but for one track", other, false}} {
		if got, err := confirmed(t.Context(), in, test.labels); err != nil || got != test.want {
			t.Errorf("%s: confirmed %v, %v", test.name, got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := confirmed(ctx, in, truth); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
