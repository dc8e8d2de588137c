package geometry

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"motionseg/segment/internal/scenes"
)

// Motion over three frames tells points that only keep to their epipolar lines from
// such that keep their depth. Places of few points found in turns come to rest in many
// places, which rounding decides, so that this is said of sixteen bodies together.
func TestThreeViewsKeepDepths(t *testing.T) {
	const bodies = 16
	var more float64
	for seed := range uint64(bodies) {
		data, _ := scenes.MovingBodies(seed+1, 1, 60, 3, 0.0005)
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
		body := w.describe(members, g.Scale)
		rigid, each := body.Cost(), make([]float64, 60)
		body.pointCosts(each)
		if sum := floats.Sum(each) + body.price(); math.Abs(sum-rigid) > 1e-6*rigid {
			t.Errorf("body %d: points cost %v one by one, %v together", seed+1, sum, rigid)
		}
		moved := *w
		moved.s, moved.all = slices.Clone(w.s), nil
		for i := range 20 {
			moved.s[i] += 0.05
		}
		moved.weigh(g.Scale)
		more += (moved.describe(members, g.Scale).Cost() - rigid) / bodies
	}
	if more < 20 {
		t.Errorf("a body with a third of its points moved in one frame takes %.1f nats more than a rigid one", more)
	} else {
		t.Logf("%.1f nats more", more)
	}
}
