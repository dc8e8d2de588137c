package geometry

import (
	"context"
	"math"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// Scorers that share their views cost the same as one with views of its own, also after
// one of them was turned into another order.
func TestSharedScorer(t *testing.T) {
	ctx := context.Background()
	data, truth := scenes.MovingBodies(1, 3, 40, 12, 0.001)
	n := len(truth)
	scale := CoarseScale(data)
	alone, err := NewScorer(ctx, data, scale, 1)
	if err != nil {
		t.Fatal(err)
	}
	want, cost, err := alone.TrackCosts(ctx, truth, 3)
	if err != nil {
		t.Fatal(err)
	}
	var known core.Analysis
	shared := func(cut float64) *Scorer {
		scale.Cut = cut
		g, err := SharedScorer(ctx, &known, data, scale, 1)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	first, second := shared(scale.Cut), shared(2)
	if first.CutCost(1) == second.CutCost(1) {
		t.Error("what a cut weighs is shared")
	}
	if first.whole[0] != second.whole[0] {
		t.Error("the motion of all points is fitted twice")
	}
	reversed := make([]int, n)
	for i := range reversed {
		reversed[i] = n - 1 - i
	}
	first.Restore(reversed)
	for _, g := range []*Scorer{second, shared(1)} {
		got, all, err := g.TrackCosts(ctx, truth, 3)
		if err != nil || all != cost || !slices.Equal(got, want) {
			t.Errorf("motions cost %v, want %v (%v)", all, cost, err)
		}
	}
	turned := slices.Clone(truth)
	slices.Reverse(turned)
	if got, err := first.Cost(ctx, turned, 3); err != nil || math.Abs(got-cost) > 1e-12 {
		t.Errorf("in another order motions cost %v, want %v (%v)", got, cost, err)
	}
}

// What it takes to describe the points by a group's motion is worked out once, for
// whoever asks for the costs of tracks, and is that of every point by itself.
func TestTrackCostsOnce(t *testing.T) {
	ctx := context.Background()
	data, truth := scenes.MovingBodies(2, 2, 60, 8, 0.001)
	g, err := NewScorer(ctx, data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	described := func() (count int) {
		for _, view := range g.Described {
			for _, m := range view.of {
				if m.points != nil {
					count++
				}
			}
		}
		return count
	}
	if _, err := g.Cost(ctx, truth, 2); err != nil || described() != 0 {
		t.Errorf("points of %d groups were described for nobody (%v)", described(), err)
	}
	tracks, _, err := g.TrackCosts(ctx, truth, 2)
	if err != nil {
		t.Fatal(err)
	}
	if described() != 2*len(g.views) {
		t.Errorf("points of %d groups were described in %d views, want two each", described(), len(g.views))
	}
	want := make([]float64, len(tracks))
	for i, w := range g.views {
		motions, _ := g.motions(i, truth, 2)
		for group, m := range motions {
			costs := make([]float64, w.Len())
			m.pointCosts(costs)
			for place, column := range w.columns() {
				want[2*column+group] += g.share[i] * min(g.most(i), costs[place])
			}
		}
	}
	if again, _, err := g.TrackCosts(ctx, truth, 2); err != nil || !slices.Equal(again, want) ||
		!slices.Equal(tracks, want) {
		t.Errorf("costs of tracks are not those of their points (%v)", err)
	}
}

// TestViewCosts: where a group is seen in every view, the views make up its cost; one that is seen in half of the
// frames has no cost in the others, but pays for its motion there.
func TestViewCosts(t *testing.T) {
	data, truth := scenes.MovingBodies(1, 3, 40, 12, 0.001)
	data.Visible = make([][]bool, data.Points())
	for i := range data.Visible {
		data.Visible[i] = slices.Repeat([]bool{truth[i] != 2}, 12)
		if truth[i] == 2 {
			copy(data.Visible[i], slices.Repeat([]bool{true}, 6))
		}
	}
	g, err := NewScorer(t.Context(), data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	for group, everywhere := range map[int]bool{1: true, 2: false} {
		labels := make([]int, len(truth))
		for i, of := range truth {
			if of == group {
				labels[i] = 1
			}
		}
		want, err := g.Cost(t.Context(), labels, 1)
		if err != nil {
			t.Fatal(err)
		}
		cost, views, err := g.ViewCosts(t.Context(), labels)
		if err != nil || cost != want {
			t.Errorf("group %d: cost %v, %v, expected %v", group, cost, err, want)
		}
		var sum float64
		unseen := 0
		for _, c := range views {
			if math.IsNaN(c) {
				unseen++
			} else {
				sum += c
			}
		}
		if everywhere != (unseen == 0) || everywhere != (math.Abs(sum-cost) < 1e-12) || sum <= 0 || sum > cost+1e-12 {
			t.Errorf("group %d: views come to %v of %v, %d of %d without it", group, sum, cost, unseen, len(views))
		}
	}
}
