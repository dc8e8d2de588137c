package motioncount

import (
	"context"
	"math"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
)

func TestKinTreeNumber(t *testing.T) {
	for _, c := range []struct {
		odds []float64 // of the unions that make 1, 2, … groups
		want int
	}{
		{[]float64{-3, 2, 4}, 2},
		{[]float64{-3, -2, 4}, 3},
		{[]float64{-3, -2, -1}, 4},
		{[]float64{3, 2, 4}, 1},
		{[]float64{3, -2, 4}, 3}, // what comes before a union that is not made is not known
	} {
		tree := kinTree{labels: make([][]int, len(c.odds)+1), odds: c.odds}
		k, scores := tree.number()
		if k != c.want || scores[k-1] != 0 {
			t.Errorf("odds %v: found %d with score %v, expected %d with 0", c.odds, k, scores[k-1], c.want)
		}
		if k < len(scores) && math.Abs(scores[k]+c.odds[k-1]/scoreTrust) > 1e-12 || k > 1 && math.Abs(scores[k-2]-c.odds[k-2]/scoreTrust) > 1e-12 {
			t.Errorf("odds %v: found scores %v", c.odds, scores)
		}
	}
}

func TestSameMotion(t *testing.T) {
	truth := []int{1, 1, 2, 2, 0, 0, 1, 1, 1}
	for _, c := range []struct {
		a, b  []int
		share float64
		ok    bool
	}{
		{[]int{0, 1}, []int{6, 7}, 1, true},
		{[]int{0, 1}, []int{2, 3}, 0, true},
		{[]int{0, 2, 4}, []int{6, 7, 8, 3}, 0.5, true}, // 3 of 4 and 1 of 4, half each
		{[]int{4, 5}, []int{6}, 0, false},
	} {
		if share, ok := sameMotion(truth, c.a, c.b); math.Abs(share-c.share) > 1e-12 || ok != c.ok {
			t.Errorf("%v and %v: found %v, %v, expected %v, %v", c.a, c.b, share, ok, c.share, c.ok)
		}
	}
}

// TestKinTreeIsSteady: neither the order of the tracks, nor the unit of their
// coordinates, nor the number of workers, nor what stands where they are not seen changes
// how groups are put together.
func TestKinTreeIsSteady(t *testing.T) {
	data, truth := scenes.MovingBodies(5, 3, 110, 10, 0.001)
	tree := func(data core.Data, workers int) kinTree {
		basis, err := evidenceSpectrum(context.Background(), data, MotionsConfig{High: 3, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		found, err := kinTreeOf(context.Background(), data, basis.w, MotionsConfig{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	want := tree(data, 1)
	if wrong := evaluate.ClusteringError(want.labels[2], truth); wrong > 0.02 {
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
	for k := range want.labels {
		back := make([]int, n)
		for i, at := range order {
			back[at] = got.labels[k][i]
		}
		if evaluate.ClusteringError(back, want.labels[k]) != 0 {
			t.Errorf("%d groups differ", k+1)
		}
		if k < len(want.odds) && math.Abs(got.odds[k]-want.odds[k]) > 1e-6 {
			t.Errorf("odds of %d groups: found %v and %v", k+1, want.odds[k], got.odds[k])
		}
	}
}

// TestNumberBesideKinship: bodies of the same size without a background are not what was
// learnt from; where nothing credible comes of it the spectrum tells, and progress goes on.
func TestNumberBesideKinship(t *testing.T) {
	for bodies := 2; bodies <= 4; bodies++ {
		data, truth := scenes.MovingBodies(uint64(10+bodies), bodies, 100+200/bodies, 10, 0.001)
		var shares []float64
		e, err := estimateBySpectrum(context.Background(), data, MotionsConfig{Low: 1, High: 10, Progress: func(share float64) { shares = append(shares, share) }})
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
