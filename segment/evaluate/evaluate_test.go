package evaluate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestClusteringError(t *testing.T) {
	for _, c := range []struct {
		labels, truth []int
		want          float64
	}{
		{[]int{1, 1, 2, 2}, []int{2, 2, 1, 1}, 0},
		{[]int{1, 1, 1, 2}, []int{1, 1, 2, 2}, 0.25},
		{[]int{1, 1, 1, 1}, []int{1, 1, 2, 2}, 0.5},
		{[]int{1, 2, 3, 4}, []int{1, 1, 2, 2}, 0.5},
		{[]int{7, 7, 9, 9, 9}, []int{1, 1, 0, 5, 5}, 0},
		{[]int{1, 2, 2}, []int{0, 1, 1}, 0},
		{[]int{1, 2}, []int{0, 0}, 0},
		{nil, nil, 0},
	} {
		if got := ClusteringError(c.labels, c.truth); got != c.want {
			t.Errorf("labels %v, truth %v: error %v, want %v", c.labels, c.truth, got, c.want)
		}
	}
}

func TestAlign(t *testing.T) {
	for _, c := range []struct{ labels, reference, want []int }{
		{[]int{2, 2, 1, 1, 1}, []int{1, 1, 2, 2, 1}, []int{1, 1, 2, 2, 2}},
		// The group without a partner takes the free number.
		{[]int{1, 1, 2, 3}, []int{3, 3, 1, 0}, []int{3, 3, 1, 2}},
		{[]int{5, 5, 8}, []int{0, 0, 0}, []int{1, 1, 2}},
	} {
		if got := Align(c.labels, c.reference); !slices.Equal(got, c.want) {
			t.Errorf("Align(%v, %v) = %v, want %v", c.labels, c.reference, got, c.want)
		}
	}
}

// TestHungarian compares the Hungarian method with trying all permutations.
func TestHungarian(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= 6; n++ {
		for range 30 {
			cost := make([][]float64, n)
			for i := range cost {
				cost[i] = make([]float64, n)
				for j := range cost[i] {
					cost[i][j] = float64(rng.IntN(20) - 10)
				}
			}
			order := make([]int, n)
			for i := range order {
				order[i] = i
			}
			best := total(cost, order)
			permutations(order, 0, func(p []int) { best = min(best, total(cost, p)) })
			if got := total(cost, hungarian(cost)); got != best {
				t.Fatalf("cost %v: total %v, want %v", cost, got, best)
			}
		}
	}
}

func total(cost [][]float64, columns []int) float64 {
	var s float64
	for i, j := range columns {
		s += cost[i][j]
	}
	return s
}

func permutations(p []int, from int, visit func([]int)) {
	if from == len(p) {
		visit(p)
		return
	}
	for i := from; i < len(p); i++ {
		p[from], p[i] = p[i], p[from]
		permutations(p, from+1, visit)
		p[from], p[i] = p[i], p[from]
	}
}

func TestErrorWithOutliers(t *testing.T) {
	truth := []int{0, 0, 0, 1, 1, 1, 2, 2, 2, 2}
	for _, c := range []struct {
		labels []int
		want   float64
	}{
		{[]int{0, 0, 0, 2, 2, 2, 1, 1, 1, 1}, 0},
		{[]int{0, 3, 0, 2, 2, 2, 1, 1, 1, 1}, 0.1}, // an outlier in a group of its own
		{[]int{0, 0, 0, 0, 2, 2, 1, 1, 1, 1}, 0.1}, // a point called an outlier
		{[]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 0.6},
		{[]int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0.7},
	} {
		if got := ErrorWithOutliers(c.labels, truth); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("labels %v: %v, want %v", c.labels, got, c.want)
		}
	}
}
