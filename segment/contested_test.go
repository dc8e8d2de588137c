package segment

import (
	"context"
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// smallBody returns tracks of a body of 100 points and of one of 40, and faint
// evidence for which is which.
func smallBody(seed uint64) (data Data, truth []int, w *mat.Dense) {
	data, truth = movingBodies(seed, 2, 100, 12, 0.0003)
	kept := make([]int, 140)
	for i := range kept {
		kept[i] = i
	}
	data = Data{X: columns(data.X, kept), Kind: Trajectories, Visible: rowsOf(data.Visible, kept)}
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
func TestContestedTracksSettle(t *testing.T) {
	for _, seed := range []uint64{3, 4} {
		data, truth, w := smallBody(seed)
		g, err := geometryOf(context.Background(), data, coarseScale(data), 1)
		if err != nil {
			t.Fatal(err)
		}
		wrong := slices.Clone(truth)
		wrong[0], wrong[1] = 2, 2
		costs, motion, err := g.trackCosts(context.Background(), wrong, 2)
		if err != nil {
			t.Fatal(err)
		}
		m := newCutMoves(w, wrong, 2)
		if m.move(0, costs[:2], g.cutCost) && m.move(1, costs[2:4], g.cutCost) {
			t.Fatal("the group's own motion tells both wrong tracks")
		}
		found, err := g.settle(context.Background(), grouping{labels: wrong, motion: motion}, 2, w)
		if err != nil {
			t.Fatal(err)
		}
		if e := ClusteringError(found.labels, truth); e != 0 {
			t.Errorf("seed %d: error %.3f", seed, e)
		}
		cost, err := g.cost(context.Background(), found.labels, 2)
		if cut := g.cutCost(normalizedCut(w, found.labels, 2)); err != nil || found.motion != cost || found.cuts-cut > 1e-12 || cut-found.cuts > 1e-12 {
			t.Errorf("seed %d: scored %g and %g, the labels come to %g and %g", seed, found.motion, found.cuts, cost, cut)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := g.settle(ctx, found, 2, w); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v from a context already done", err)
		}
	}
}

// A group that the evidence has in another as a whole keeps its tracks.
func TestContestedGroupStays(t *testing.T) {
	data, truth, w := smallBody(3)
	w.Apply(func(i, j int, v float64) float64 {
		if truth[i] != truth[j] {
			return 3
		}
		return v
	}, w)
	g, err := geometryOf(context.Background(), data, coarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	found, err := g.settle(context.Background(), grouping{labels: truth}, 2, w)
	if err != nil || !slices.Equal(found.labels, truth) {
		t.Errorf("tracks of a contested group moved: %v, error %v", found.labels, err)
	}
}
