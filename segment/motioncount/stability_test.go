package motioncount

import (
	"math"
	"slices"
	"testing"
)

// TestSteadiness: more than one motion scores more where the ways of grouping agree
// on the best of its groupings, less where they do not, whichever number it is of.
func TestSteadiness(t *testing.T) {
	grouping := func(cut int) []int {
		l := slices.Repeat([]int{1}, 100)
		for i := range cut {
			l[i] = 2
		}
		return l
	}
	ways := func(off ...int) [][]int {
		var all [][]int
		for _, o := range off {
			all = append(all, grouping(40+o))
		}
		return all
	}
	for _, c := range []struct {
		name string
		ways [][]int
		more float64
	}{
		{"all agree", ways(0, 0, 0, 0), 4.5},
		{"one of four does not", ways(0, 0, 30, 0), -0.8},
		{"one of eight does not", ways(0, 0, 30, 0, 0, 0, 0, 0), 4.5},
		{"a little off", ways(5, 5, 5, 5), 2.25},
		{"far off", ways(30, 25, 20, 30), -0.8},
		{"no ways", nil, 0},
	} {
		all := []scoredGrouping{
			{labels: slices.Repeat([]int{1}, 100), motions: 1, score: 9}, {labels: grouping(40), motions: 2, score: 10},
			{labels: grouping(50), motions: 3, score: 8},
		}
		addStability(all, map[int][][]int{2: c.ways, 3: ways(50)})
		for i, before := range []float64{9, 10, 8} {
			want := before
			if i > 0 {
				want += c.more
			}
			if math.Abs(all[i].score-want) > 1e-12 {
				t.Errorf("%s: %d motions score %g, want %g", c.name, all[i].motions, all[i].score, want)
			}
		}
	}
	one := []scoredGrouping{{labels: slices.Repeat([]int{1}, 100), motions: 1, score: 9}}
	addStability(one, nil)
	if one[0].score != 9 {
		t.Errorf("one motion alone scores %g, want 9", one[0].score)
	}
}
