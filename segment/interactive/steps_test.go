package interactive

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSplitTheBest: of all motions that which hangs together least is divided.
func TestSplitTheBest(t *testing.T) {
	c := constrainer(t, mixed, mixedStart)
	for _, motion := range []int{2, 1} { // which is of two blocks
		best, err := c.Split(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := c.Split(t.Context(), motion)
		if len(best) != 30 || !slices.Equal(best, want) {
			t.Errorf("part %v, expected %v", best, want)
		}
		c = constrainer(t, mixed, repeated(mixedSizes, []int{2, 1, 1}))
	}
	if part, err := c.Split(t.Context(), -1); err != nil || part != nil {
		t.Errorf("a motion below any: %v, %v", part, err)
	}
}

// TestJoin: the two motions with most between them are one again, whatever their numbers are and
// how large the others, and what has none is left.
func TestJoin(t *testing.T) {
	sizes := []int{60, 10, 25, 25}
	w := blocks(sizes, func(i, j int) float64 {
		if min(i, j) == 2 {
			return 0.3
		}
		return 0.05
	})
	for name, labels := range map[string][]int{"1 to 4": {1, 2, 3, 4}, "3, 5, 2 and 7": {3, 5, 2, 7}} {
		c := constrainer(t, w, repeated(sizes, labels))
		first, second, ok := c.Join()
		want := []int{min(labels[2], labels[3]), max(labels[2], labels[3])}
		if !ok || !slices.Equal([]int{first, second}, want) {
			t.Errorf("%s: joined %d and %d, %v, expected %v", name, first, second, ok, want)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 50 { // groupings that are none
		labels := make([]int, 120)
		for i := range labels {
			labels[i] = rng.IntN(6)
		}
		c := constrainer(t, w, labels)
		first, second, _ := c.Join()
		if got, least := joined(c, first, second), lowestJoin(c); math.Abs(got-least) > 1e-9 {
			t.Errorf("%v: with %d and %d joined the cut of all is %v, expected %v", labels, first, second, got, least)
		}
	}
	if first, second, ok := constrainer(t, w, repeated(sizes, []int{0, 2, 2, 2})).Join(); ok {
		t.Errorf("one motion and outliers: joined %d and %d", first, second)
	}
}

// joined is the normalised cut of all groups with two of them as one.
func joined(c *Constrainer, first, second int) float64 {
	labels := slices.Clone(c.labels)
	for i, l := range labels {
		if l == second {
			labels[i] = first
		}
	}
	return c.volumes(labels, c.motions()).cut
}

// lowestJoin is the lowest of joined.
func lowestJoin(c *Constrainer) float64 {
	least := math.Inf(1)
	for b := 1; b <= c.motions(); b++ {
		for a := 1; a < b; a++ {
			if slices.Contains(c.labels, a) && slices.Contains(c.labels, b) {
				least = min(least, joined(c, a, b))
			}
		}
	}
	return least
}
