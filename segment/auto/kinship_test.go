package auto

import (
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

// TestKindredGroupingReplacesAHandful: where the best grouping has a handful of tracks
// apart, and two bodies as one, the groups that move as one take its place; where the best
// has the bodies, and where tracks are few, nothing does.
func TestKindredGroupingReplacesAHandful(t *testing.T) {
	data, truth := scenes.MovingBodies(2, 2, 200, 10, 0.001)
	in := core.Input{Data: data, Motions: 2}
	e, err := PairEvidenceOf(t.Context(), in, core.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	in.Data = e.data
	g, err := geometry.NewScorer(t.Context(), e.data, geometry.CoarseScale(e.data), 0)
	if err != nil {
		t.Fatal(err)
	}
	judged := func(labels []int) *sourceGrouping {
		nats, err := g.Cost(t.Context(), labels, 2)
		if err != nil {
			t.Fatal(err)
		}
		cut := g.CutCost(spectral.NormalizedCut(e.total, labels, 2))
		return &sourceGrouping{name: "tried", Grouping: geometry.Grouping{Labels: labels, Motion: nats, Cuts: cut}}
	}
	right, handful := make([]int, len(truth)), make([]int, len(truth))
	for i, point := range e.Order {
		right[i], handful[i] = truth[point], 1
		if i < 5 {
			handful[i] = 2
		}
	}
	found, err := e.kindred(t.Context(), in, judged(handful), g)
	if err != nil {
		t.Fatal(err)
	}
	if found == nil {
		t.Fatal("a handful apart: expected another grouping, found none")
	}
	if wrong := evaluate.ClusteringError(found.Labels, right); wrong > 0.01 {
		t.Errorf("a handful apart: %.3f of the tracks wrong in what takes its place", wrong)
	}
	if found, err = e.kindred(t.Context(), in, judged(right), g); err != nil || found != nil {
		t.Errorf("bodies apart: expected none in its place, found %v, %v", found, err)
	}
	// A part of one body is no group of its own, whatever it costs.
	data, _ = scenes.MovingBodies(6, 1, 400, 10, 0.001)
	one := core.Input{Data: data, Motions: 2}
	if e, err = PairEvidenceOf(t.Context(), one, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	one.Data = e.data
	if g, err = geometry.NewScorer(t.Context(), e.data, geometry.CoarseScale(e.data), 0); err != nil {
		t.Fatal(err)
	}
	if found, err = e.kindred(t.Context(), one, judged(handful), g); err != nil || found != nil {
		t.Errorf("one body: expected none, found %v, %v", found, err)
	}
	// Complete tracks are not what was learnt from.
	complete := in
	complete.Data.Visible = nil
	if found, err = e.kindred(t.Context(), complete, judged(handful), g); err != nil || found != nil {
		t.Errorf("complete tracks: expected none, found %v, %v", found, err)
	}
	few, _ := scenes.MovingBodies(2, 2, 100, 10, 0.001)
	if tree, err := KinshipOf(t.Context(), core.Input{Data: few}, core.Progress{}); err != nil || tree != nil {
		t.Errorf("200 tracks: expected nothing, found %v, %v", tree, err)
	}
}
