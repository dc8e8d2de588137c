package auto

import (
	"context"
	"errors"
	"math"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
)

// Groupings that could hardly become the best are refined when somebody asks for them. They
// are then labels of the points as these are given, with what they cost, none better than
// the grouping chosen, and asking again or in vain changes nothing.
func TestGroupingsAreRefinedLater(t *testing.T) {
	left := 0
	for seed := range uint64(2) {
		data, _ := scenes.MovingBodies(seed, 3, 110, 12, 0.002)
		s, err := Pairwise{}.Solve(t.Context(), core.Input{Data: data, Motions: 4})
		if err != nil {
			t.Fatal(err)
		}
		r := s.Refinement.(*geometry.Refined)
		before := len(r.Groupings)
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := r.Complete(ended); !errors.Is(err, context.Canceled) || len(r.Groupings) != before {
			t.Fatalf("seed %d: %v and %d groupings for %d when cancelled", seed, err, len(r.Groupings), before)
		}
		for range 2 {
			if err := r.Complete(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		left += len(r.Groupings) - before
		least := math.Inf(1)
		for _, g := range r.Groupings[:before] {
			least = min(least, g.Score())
		}
		for i, g := range r.Groupings {
			motion, err := r.Scorer.Cost(t.Context(), g.Labels, 4)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(motion-g.Motion) > 1e-6*math.Abs(motion) || g.Score() < least {
				t.Errorf("seed %d: grouping %d of %d, %d at first, costs %g by its labels, %g as refined; scores %g, the best %g", seed, i, len(r.Groupings), before, motion, g.Motion, g.Score(), least)
			}
		}
	}
	if left == 0 {
		t.Error("no grouping was left for later")
	}
}
