package motioncount

import (
	"math"
	"slices"
	"testing"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/kinship"
)

// TestKinshipIsSteady: neither the order of the tracks, nor the unit of their
// coordinates, nor the number of workers, nor what stands where they are not seen changes
// how groups are put together.
func TestKinshipIsSteady(t *testing.T) {
	data, truth := scenes.MovingBodies(5, 3, 110, 10, 0.001)
	tree := func(data core.Data, workers int) *kinship.Tree {
		found, err := auto.KinshipOf(t.Context(), core.Input{Data: data, Workers: workers}, core.Progress{})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	want := tree(data, 1)
	if wrong := evaluate.ClusteringError(want.Labels[2], truth); wrong > 0.02 {
		t.Fatalf("of three groups %.3f wrong", wrong)
	}
	n := data.Points()
	order := scenes.Scattered(n)
	moved := core.Data{X: dense.Columns(data.X, order), Visible: core.RowsOf(data.Visible, order)}
	rows, _ := moved.X.Dims()
	for r := range rows {
		for i, v := range moved.X.RawRowView(r) {
			moved.X.Set(r, i, 4*v) // exact
		}
	}
	got := tree(scenes.Garbled(moved.X, moved.Visible), 3)
	for k := range want.Labels {
		back := make([]int, n)
		for i, at := range order {
			back[at] = got.Labels[k][i]
		}
		if evaluate.ClusteringError(back, want.Labels[k]) != 0 {
			t.Errorf("%d groups differ", k+1)
		}
		if k < len(want.Odds) && math.Abs(got.Odds[k]-want.Odds[k]) > 1e-6 {
			t.Errorf("odds of %d groups: found %v and %v", k+1, want.Odds[k], got.Odds[k])
		}
	}
}

// TestNumberBesideKinship: bodies of the same size without a background are not what was
// learnt from; where nothing credible comes of it the spectrum tells, and progress goes on.
func TestNumberBesideKinship(t *testing.T) {
	for bodies := 2; bodies <= 4; bodies++ {
		data, truth := scenes.MovingBodies(uint64(10+bodies), bodies, 100+200/bodies, 10, 0.001)
		var shares []float64
		e, err := estimateBySpectrum(t.Context(), data,
			MotionsConfig{Low: 1, High: 10, Progress: func(share float64) { shares = append(shares, share) }})
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != bodies {
			t.Errorf("%d bodies: found %d, confidence %.2f", bodies, e.Motions, e.Confidence)
			continue
		}
		if wrong := evaluate.ClusteringError(e.Labels[bodies-e.Low], truth); wrong > 0.02 {
			t.Errorf("%d bodies: %.3f wrong", bodies, wrong)
		}
		if !slices.IsSorted(shares) || shares[len(shares)-1] > 1 {
			t.Errorf("%d bodies: progress %v", bodies, shares)
		}
	}
}

// TestLabelsOfLandmarks: where only some columns were looked at, these have their labels,
// and it is said which they are.
func TestLabelsOfLandmarks(t *testing.T) {
	e := &MotionsEstimate{Labels: [][]int{nil, {1, 2, 1}}}
	e.spread([]int{0, 2, 4}, 6)
	if e.Labels[0] != nil || !slices.Equal(e.Labels[1], []int{1, 0, 2, 0, 1, 0}) ||
		!slices.Equal(e.Landmarks, []int{0, 2, 4}) {
		t.Errorf("labels %v of %v", e.Labels, e.Landmarks)
	}
	e = &MotionsEstimate{Labels: [][]int{{1, 2}}}
	if e.spread(nil, 2); !slices.Equal(e.Labels[0], []int{1, 2}) || e.Landmarks != nil {
		t.Errorf("all were looked at: labels %v of %v", e.Labels, e.Landmarks)
	}
}
