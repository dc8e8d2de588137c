package core

import (
	"slices"
	"testing"
)

// TestSpread takes values of some points to all and picks them again.
func TestSpread(t *testing.T) {
	points := []int{4, 0, 3}
	all := Spread([]int{7, 8, 9}, points, 6)
	if want := []int{8, 0, 0, 9, 7, 0}; !slices.Equal(all, want) {
		t.Errorf("got %v, want %v", all, want)
	}
	if Spread[float64](nil, points, 6) != nil {
		t.Error("nil spread is not nil")
	}
}

func TestEvenly(t *testing.T) {
	for _, c := range []struct {
		n, limit int
		want     []int
	}{{0, 4, []int{}}, {3, 4, []int{0, 1, 2}}, {10, 4, []int{0, 2, 5, 7}}} {
		if got := Evenly(c.n, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("%d of %d: %v, expected %v", c.limit, c.n, got, c.want)
		}
	}
}
