package geometry

import (
	"context"
	"slices"
	"testing"

	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/scenes"
)

// Groupings are looked at side by side: whoever asks for the motion of a group, and for
// what it takes to describe every point by it, gets the same.
func TestDescribedOnceSideBySide(t *testing.T) {
	data, truth := scenes.MovingBodies(2, 2, 60, 8, 0.001)
	g, err := NewScorer(context.Background(), data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	last := len(g.views) - 1
	members := g.views[last].Members(truth, 2)[0]
	const count = 8
	var found [count]*description
	var points [count][]float64
	parallel.Each(count, count, func(_, i int) {
		found[i] = g.describe(last, members)
		points[i] = found[i].ofPoints(g.views[last].Len(), g.most(last))
	})
	for i := range found {
		if found[i] != found[0] || &points[i][0] != &points[0][0] {
			t.Fatalf("asked for the %d. time a motion is another", i+1)
		}
	}
	if want := g.views[last].describe(members, g.Scale); found[0].Cost() != want.Cost() {
		t.Errorf("a motion described side by side costs %v, want %v", found[0].Cost(), want.Cost())
	}
	tracks, cost, err := g.knownCosts(context.Background(), truth, 2)
	if err != nil {
		t.Fatal(err)
	}
	again, other, err := g.knownCosts(context.Background(), truth, 2)
	if err != nil || other != cost || &again[0] != &tracks[0] || !slices.Equal(again, tracks) {
		t.Errorf("costs of a grouping are not kept (%v)", err)
	}
}
