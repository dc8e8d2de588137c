package geometry

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

// Bodies divided into pieces become bodies again, and the labels name them in the
// order of their tracks.
func TestPiecesAreMergedByMotion(t *testing.T) {
	data, truth := scenes.MovingBodies(3, 3, 100, 12, 0.0001)
	n := len(truth)
	pieces := make([]int, n)
	for i, l := range truth {
		pieces[i] = l
		if l != 2 && data.X.At(0, i) > data.X.At(0, (l-1)*100) {
			pieces[i] = l/2 + 4 // of the first body 4, of the third 5
		}
	}
	g, err := NewScorer(context.Background(), data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	w := mat.NewDense(n, n, nil)
	merged, err := g.MergeDown(context.Background(), pieces, 5, 3, w)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range merged {
		if l != truth[i] {
			t.Fatalf("track %d of body %d got label %d", i, truth[i], l)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := g.MergeDown(ctx, pieces, 5, 3, w); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v from a context already done", err)
	}
}

// While groups are merged their cut is that of the merged labels.
func TestCutWhileMerging(t *testing.T) {
	data, truth := scenes.MovingBodies(5, 2, 40, 8, 0.0005)
	n := len(truth)
	w := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			if i != j {
				w.Set(i, j, float64((i*j)%7))
			}
		}
	}
	labels := make([]int, n)
	for i := range labels {
		labels[i] = 1 + i%4
	}
	g, err := NewScorer(context.Background(), data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMotionMerge(context.Background(), g, labels, 4, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.merge(context.Background()); err != nil {
		t.Fatal(err)
	}
	a, b := m.left[0], m.left[2]
	want := make([]int, n)
	names := map[int]int{m.left[0]: 1, m.left[1]: 2, m.left[2]: 1}
	for i, l := range m.labels {
		want[i] = names[l-1]
	}
	if got, cut := m.cut(a, b), spectral.NormalizedCut(w, want, 2); got-cut > 1e-12 || cut-got > 1e-12 {
		t.Errorf("cut %g of the groups merged, expected %g", got, cut)
	}
}

// Tracks are put in one and the same order however they are given.
func TestPlaceOrder(t *testing.T) {
	data, _ := scenes.MovingBodies(4, 2, 50, 10, 0.0001)
	n := data.Points()
	given := make([]int, n)
	for i := range given {
		given[i] = (i*7 + 3) % n
	}
	want := core.PlaceOrder(data)
	for i, at := range core.PlaceOrder(core.Data{X: dense.Columns(data.X, given), Kind: core.Trajectories,
		Visible: core.RowsOf(data.Visible, given)}) {
		if given[at] != want[i] {
			t.Fatalf("track %d stands at place %d, given otherwise track %d", want[i], i, given[at])
		}
	}
}

// By the fine scale a point that its tracker lost costs no more than the logarithm of
// 10, and pulls no longer at the motion.
func TestLostPointsCostLittle(t *testing.T) {
	data, _ := scenes.MovingBodies(4, 2, 100, 10, 0.0001)
	scale, ok := FineScale(data, 2)
	if !ok {
		t.Fatal("the tracks are not compared by the fine scale")
	}
	if most := scale.nats(1e8); math.Abs(most-math.Log(10)) > 1e-6 {
		t.Errorf("a point far off costs %g nats", most)
	}
	if pull := 1e4 * (scale.nats(1.1e8) - scale.nats(1e8)) / 1e7; pull > 1e-6 {
		t.Errorf("a point far off pulls by %g", pull)
	}
}

// Few or noisy tracks, and two frames, are not compared by the fine scale.
func TestFineScale(t *testing.T) {
	for _, c := range []struct {
		points, motions int
		noise           float64
		want            bool
	}{{72, 2, 0.0001, true}, {71, 2, 0.0001, false}, {72, 2, 0.0005, false}} {
		data, _ := scenes.MovingBodies(4, 2, c.points, 10, c.noise)
		if _, ok := FineScale(data, c.motions); ok != c.want {
			t.Errorf("%d points a motion, noise %g: %t, expected %t", c.points, c.noise, ok, c.want)
		}
		data.Kind = core.TwoFrames
		if _, ok := FineScale(data, c.motions); ok {
			t.Error("two frames are compared by the fine scale")
		}
	}
}

// Groupings are merged where 72 points a motion are seen in three frames, not where as
// many are seen at some time.
func TestMergingWantsPointsSeenTogether(t *testing.T) {
	for _, c := range []struct {
		points int
		want   bool
	}{{75, false}, {130, false}, {250, true}} {
		data, _ := scenes.MovingBodies(4, 2, c.points, 10, 0.0001)
		scale, ok := FineScale(data, 2)
		if !ok {
			t.Fatal("the tracks are not compared by the fine scale")
		}
		g, err := NewScorer(context.Background(), data, scale, 1)
		if err != nil {
			t.Fatal(err)
		}
		if g.Mergeable(2) != c.want {
			t.Errorf("%d points a body, a third of them seen at a time: %t, expected %t", c.points, g.Mergeable(2), c.want)
		}
	}
}

// TestNoMergingWithoutThreeFrames: where no three frames are compared, no motion is adjusted over them.
func TestNoMergingWithoutThreeFrames(t *testing.T) {
	data, _ := scenes.MovingBodies(4, 2, 100, 2, 0)
	data.Visible = core.AllSeen(data)
	g, err := NewScorer(t.Context(), data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.views) == 0 || g.triples != 0 {
		t.Fatalf("%d views, %d of them of three frames", len(g.views), g.triples)
	}
	if g.Mergeable(2) {
		t.Error("groups of two frames are merged")
	}
}
