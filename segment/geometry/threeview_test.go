package geometry

import (
	"context"
	"slices"
	"testing"

	"motionseg/segment/internal/scenes"
)

// Motion over three frames tells a point that only keeps to its epipolar lines
// from one that keeps its depth.
func TestThreeViewsKeepDepths(t *testing.T) {
	data, _ := scenes.MovingBodies(9, 1, 60, 3, 0)
	for _, seen := range data.Visible {
		for f := range seen {
			seen[f] = true
		}
	}
	g, err := NewScorer(context.Background(), data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	if g.triples != 1 {
		t.Fatalf("%d triples of frames, expected 1", g.triples)
	}
	w := g.views[len(g.views)-1].(*threeView)
	members := w.Members(slices.Repeat([]int{1}, 60), 1)[0]
	rigid := w.describe(members, g.Scale).Cost()
	moved := *w
	moved.s = slices.Clone(w.s)
	for i := range 20 {
		moved.s[i] += 0.05
	}
	if other := moved.describe(members, g.Scale).Cost(); other < rigid+20 {
		t.Errorf("cost %g of a rigid body, %g with a third of its points moved in one frame", rigid, other)
	}
}
