package outliers

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/multimodel"
	"motionseg/segment/solve"
)

func TestWrongMatchesAreFound(t *testing.T) {
	for _, c := range []struct {
		bodies, wrong int
		seed          uint64
	}{{1, 60, 1}, {1, 160, 2}, {2, 60, 3}, {2, 200, 4}, {3, 120, 5}, {3, 360, 6}} {
		plain, planted := scenes.TwoViews(c.seed, c.bodies, 0.0005)
		data, truth := scenes.WrongMatches(plain, planted, c.wrong, c.seed)
		d, _, err := multimodel.DivideTwoFrames(context.Background(), data, 0, core.Progress{})
		if err != nil {
			t.Fatal(err)
		}
		f1 := scenes.FoundOutliers(outliersIn(d.Labels), truth)
		t.Logf("%d bodies, %d of %d matches wrong: %d motions, F1 %.3f", c.bodies, c.wrong, len(truth), len(d.Motions), f1)
		if len(d.Motions) != c.bodies || f1 < 0.95 {
			t.Errorf("%d bodies, %d wrong matches: %d motions, F1 %.3f", c.bodies, c.wrong, len(d.Motions), f1)
		}
	}
}

func TestMatchesWithoutWrongOnesAreKept(t *testing.T) {
	for bodies := 1; bodies <= 3; bodies++ {
		data, _ := scenes.TwoViews(uint64(bodies), bodies, 0.0005)
		found, _, err := FindOutliers(context.Background(), data, SearchConfig{})
		if err != nil {
			t.Fatal(err)
		}
		if len(found) > 1 {
			t.Errorf("%d bodies: %d of %d right matches are called outliers", bodies, len(found), data.Points())
		}
	}
}

// TestOutliersDoNotDependOnOrderUnitOrWorkers turns the order of the matches
// round, measures them in another unit from another origin, and takes another
// number of workers.
func TestOutliersDoNotDependOnOrderUnitOrWorkers(t *testing.T) {
	plain, planted := scenes.TwoViews(5, 2, 0.0005)
	data, truth := scenes.WrongMatches(plain, planted, 150, 5)
	want, _, err := FindOutliers(context.Background(), data, SearchConfig{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	n := len(truth)
	turned := mat.NewDense(9, n, nil)
	for i := range n {
		const unit, origin = 512, 256
		p := [3]float64{unit*data.X.At(2, i) + origin, unit*data.X.At(5, i) + origin, 1}
		q := [3]float64{unit*data.X.At(6, i) + origin, unit*data.X.At(7, i) + origin, 1}
		for r := range 9 {
			turned.Set(r, n-1-i, p[r/3]*q[r%3])
		}
	}
	found, _, err := FindOutliers(context.Background(), core.Data{X: turned, Kind: core.TwoFrames},
		SearchConfig{Workers: 4})
	if err != nil {
		t.Fatal(err)
	}
	for k, i := range found {
		found[k] = n - 1 - i
	}
	slices.Sort(found)
	if !slices.Equal(found, want) {
		t.Errorf("outliers %v, and turned round %v", want, found)
	}
}

func TestRunLeavesOutliers(t *testing.T) {
	plain, planted := scenes.TwoViews(5, 2, 0.0005)
	data, truth := scenes.WrongMatches(plain, planted, 100, 5)
	outliers, _, err := FindOutliers(context.Background(), data, SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := solve.Run(context.Background(), data, solve.Config{Method: lrksc.LRKSC{}, Motions: 2, Outliers: outliers})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Labels) != len(truth) || len(r.Confidence) != len(truth) {
		t.Fatalf("%d labels and %d confidences of %d matches", len(r.Labels), len(r.Confidence), len(truth))
	}
	if !slices.Equal(outliersIn(r.Labels), r.Outliers) || scenes.FoundOutliers(r.Outliers, truth) < 0.95 {
		t.Errorf("outliers %v, labels %v", r.Outliers, r.Labels)
	}
	if rows, _ := r.W.Dims(); rows != len(truth)-len(r.Outliers) ||
		!slices.Equal(r.Landmarks, core.Complement(r.Outliers, len(truth))) {
		t.Errorf("an affinity of %d rows for the columns %v, outliers %v", rows, r.Landmarks, r.Outliers)
	}
	for _, wrong := range [][]int{{-1}, {3, 3}, {len(truth)}} {
		if _, err := solve.Run(context.Background(), data,
			solve.Config{Method: lrksc.LRKSC{}, Motions: 2, Outliers: wrong}); err == nil {
			t.Errorf("no error for the outliers %v", wrong)
		}
	}
	kept := r.Landmarks
	alone, err := solve.Run(context.Background(), data.Columns(kept), solve.Config{Method: lrksc.LRKSC{}, Motions: 2})
	if err != nil {
		t.Fatal(err)
	}
	for k, i := range kept {
		if r.Labels[i] != alone.Labels[k] {
			t.Fatalf("match %d has label %d, and %d without the outliers", i, r.Labels[i], alone.Labels[k])
		}
	}
}

// TestOutliersOfOddData looks where there is little or nothing to find.
func TestOutliersOfOddData(t *testing.T) {
	lines := mat.NewDense(9, 40, nil)
	points := mat.NewDense(9, 40, nil)
	for i := range 40 {
		v := float64(i)
		for r, p := range [...]float64{v * v, 0, v, 0, 0, 0, v, 0, 1} {
			lines.Set(r, i, p)
		}
		points.Set(8, i, 1)
	}
	points.Set(2, 0, 1)
	few, _ := scenes.TwoViews(1, 1, 0)
	for name, data := range map[string]core.Data{
		"matches on a line":     {X: lines, Kind: core.TwoFrames},
		"matches that coincide": {X: points, Kind: core.TwoFrames},
		"eight matches":         few.Columns([]int{0, 1, 2, 3, 4, 5, 6, 7}),
	} {
		if found, _, err := FindOutliers(context.Background(), data, SearchConfig{}); err != nil || found != nil {
			t.Errorf("%s: outliers %v, error %v", name, found, err)
		}
	}
	data, truth := scenes.TwoViews(2, 2, 0.0005)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := FindOutliers(done, data, SearchConfig{}); err != context.Canceled {
		t.Errorf("error %v from a context already done", err)
	}
	// Of many matches some are looked at, and all are told apart.
	n := 6000
	many := mat.NewDense(9, n, nil)
	rng := rand.New(rand.NewPCG(1, 1))
	labels := make([]int, n)
	for i := range n {
		j := rng.IntN(len(truth))
		labels[i] = truth[j]
		p := [3]float64{data.X.At(2, j) + 1e-4*rng.NormFloat64(), data.X.At(5, j) + 1e-4*rng.NormFloat64(), 1}
		q := [3]float64{data.X.At(6, j) + 1e-4*rng.NormFloat64(), data.X.At(7, j) + 1e-4*rng.NormFloat64(), 1}
		if i%3 == 0 {
			labels[i] = 0
			q[0], q[1] = 0.6*rng.Float64()-0.3, 0.6*rng.Float64()-0.3
		}
		for r := range 9 {
			many.Set(r, i, p[r/3]*q[r%3])
		}
	}
	found, _, err := FindOutliers(context.Background(), core.Data{X: many, Kind: core.TwoFrames}, SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if f1 := scenes.FoundOutliers(found, labels); f1 < 0.95 {
		t.Errorf("F1 %.3f for %d matches", f1, n)
	}
}
