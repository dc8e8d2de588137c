package geometry

import (
	"context"
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

// smallBody returns tracks of a body of 100 points and of one of 40, and faint
// evidence for which is which.
func smallBody(seed uint64) (data core.Data, truth []int, w *mat.Dense) {
	data, truth = scenes.MovingBodies(seed, 2, 100, 12, 0.0003)
	kept := make([]int, 140)
	for i := range kept {
		kept[i] = i
	}
	data = core.Data{X: dense.Columns(data.X, kept), Kind: core.Trajectories, Visible: core.RowsOf(data.Visible, kept)}
	truth = truth[:len(kept)]
	w = mat.NewDense(len(kept), len(kept), nil)
	for i, a := range truth {
		for j, b := range truth {
			switch {
			case i == j:
			case a == b:
				w.Set(i, j, 1)
			default:
				w.Set(i, j, 0.98)
			}
		}
	}
	return data, truth, w
}

// Tracks that a small group has bent towards leave it, also one that its motion would
// keep.
func TestLeftOutTracksSettle(t *testing.T) {
	for _, seed := range []uint64{3, 4} {
		data, truth, w := smallBody(seed)
		g, err := NewScorer(context.Background(), data, CoarseScale(data), 1)
		if err != nil {
			t.Fatal(err)
		}
		wrong := slices.Clone(truth)
		wrong[0], wrong[1] = 2, 2
		costs, motion, err := g.TrackCosts(context.Background(), wrong, 2)
		if err != nil {
			t.Fatal(err)
		}
		m := newCutMoves(w, wrong, 2)
		if m.move(0, costs[:2], g.CutCost) && m.move(1, costs[2:4], g.CutCost) {
			t.Fatal("the group's own motion tells both wrong tracks")
		}
		found, err := g.ReassignLeftOut(context.Background(), Grouping{Labels: wrong, Motion: motion}, 2, w)
		if err != nil {
			t.Fatal(err)
		}
		if e := evaluate.ClusteringError(found.Labels, truth); e != 0 {
			t.Errorf("seed %d: error %.3f", seed, e)
		}
		cost, err := g.Cost(context.Background(), found.Labels, 2)
		if cut := g.CutCost(spectral.NormalizedCut(w, found.Labels, 2)); err != nil || found.Motion != cost ||
			found.Cuts-cut > 1e-12 || cut-found.Cuts > 1e-12 {
			t.Errorf("seed %d: scored %g and %g, the labels come to %g and %g", seed, found.Motion, found.Cuts, cost, cut)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := g.ReassignLeftOut(ctx, found, 2, w); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v from a context already done", err)
		}
	}
}

// A group that the evidence has in another as a whole keeps its tracks.
func TestGroupHalfLeftOutStays(t *testing.T) {
	data, truth, w := smallBody(3)
	w.Apply(func(i, j int, v float64) float64 {
		if truth[i] != truth[j] {
			return 3
		}
		return v
	}, w)
	g, err := NewScorer(context.Background(), data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	found, err := g.ReassignLeftOut(context.Background(), Grouping{Labels: truth}, 2, w)
	if err != nil || !slices.Equal(found.Labels, truth) {
		t.Errorf("tracks of a group half left out moved: %v, error %v", found.Labels, err)
	}
}
