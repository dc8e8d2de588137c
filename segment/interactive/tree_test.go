package interactive

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"motionseg/segment/evaluate"
)

// TestTree: the rows above the labels join the most alike two by two, those below divide the one
// that divides best, and every row has all points that have a motion once.
func TestTree(t *testing.T) {
	sizes := []int{20, 5, 30, 40, 10} // blocks; the first two and the last two hang together more
	w := blocks(sizes, func(i, j int) float64 {
		switch i + 10*j {
		case 1, 10:
			return 0.3
		case 34, 43:
			return 0.2
		}
		return 0.02
	})
	labels := repeated(sizes, []int{5, 5, 2, 3, 7})
	labels[0] = 0
	tree, err := constrainer(t, w, labels).Tree(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	if tree.Rows != 5 {
		t.Errorf("%d rows, expected 5", tree.Rows)
	}
	// The points of the motions of a row, by their blocks. Of two that both hang together as little with a
	// third, the one that is large has the cut fall more.
	want := [][][]int{
		{{0, 1, 2, 3, 4}},
		{{0, 1, 3, 4}, {2}},
		{{0, 1}, {2}, {3, 4}},
		{{0, 1}, {2}, {3}, {4}},
		{{0}, {1}, {2}, {3}, {4}},
	}
	of := repeated(sizes, []int{0, 1, 2, 3, 4})
	for k := range want {
		var row [][]int
		count := make([]int, len(labels))
		for _, n := range tree.Row(k + 1) {
			var blocksOf []int
			for _, p := range tree.Nodes[n].Points {
				blocksOf = append(blocksOf, of[p])
				count[p]++
			}
			row = append(row, slices.Compact(blocksOf))
		}
		slices.SortFunc(row, slices.Compare)
		if !reflect.DeepEqual(row, want[k]) {
			t.Errorf("%d motions: blocks %v, expected %v", k+1, row, want[k])
		}
		if count[0] != 0 || slices.Min(count[1:]) != 1 || slices.Max(count[1:]) != 1 {
			t.Errorf("%d motions: points are in %v of them", k+1, count)
		}
	}
	checkTree(t, tree)
	for n, node := range tree.Nodes {
		if got := labels[node.Points[0]]; node.Motion != 0 && (got != node.Motion || node.First > 4 || node.Last < 4) {
			t.Errorf("node %d, of rows %d to %d, is motion %d, its points %d", n, node.First, node.Last, node.Motion, got)
		}
	}
}

// TestTreeJoins: every row above the labels joins those two of the row below that Join says.
func TestTreeJoins(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	sizes := []int{8, 12, 7, 9, 15, 6, 11}
	for range 20 {
		between := make([]float64, 49)
		for i := range between {
			between[i] = rng.Float64()
		}
		w := blocks(sizes, func(i, j int) float64 { return between[7*min(i, j)+max(i, j)] })
		tree, err := constrainer(t, w, repeated(sizes, []int{1, 2, 3, 4, 5, 6, 7})).Tree(t.Context(), 7)
		if err != nil {
			t.Fatal(err)
		}
		checkTree(t, tree)
		n, _ := w.Dims()
		for row := 7; row > 1; row-- {
			labels := labelsOfRow(tree, row, n)
			first, second, _ := constrainer(t, w, labels).Join()
			above := labelsOfRow(tree, row-1, n)
			a, b := above[slices.Index(labels, first)], above[slices.Index(labels, second)]
			if a != b {
				t.Errorf("of %d motions %d and %d are the most alike, %v, but the row above is %v", row, first, second, labels,
					above)
			}
		}
	}
}

// labelsOfRow returns the labels of so many points in a row of a tree.
func labelsOfRow(tree *Tree, row, points int) []int {
	labels := make([]int, points)
	for k, node := range tree.Row(row) {
		for _, p := range tree.Nodes[node].Points {
			labels[p] = k + 1
		}
	}
	return labels
}

// checkTree: parts are after what they are of, have all of its points, the larger first, and begin where it ends.
func checkTree(t *testing.T, tree *Tree) {
	t.Helper()
	if tree.Nodes[0].First != 1 {
		t.Errorf("the root begins in row %d", tree.Nodes[0].First)
	}
	for n, node := range tree.Nodes {
		if node.Parts == [2]int{} {
			if node.Last != tree.Rows {
				t.Errorf("leaf %d ends in row %d of %d", n, node.Last, tree.Rows)
			}
			continue
		}
		a, b := tree.Nodes[node.Parts[0]], tree.Nodes[node.Parts[1]]
		all := slices.Sorted(slices.Values(slices.Concat(a.Points, b.Points)))
		if min(node.Parts[0], node.Parts[1]) <= n || len(a.Points) < len(b.Points) || !slices.Equal(all, node.Points) ||
			a.First != node.Last+1 || b.First != node.Last+1 || node.First > node.Last {
			t.Errorf("node %d, rows %d to %d, has the parts %v, rows from %d and %d, %d and %d points of %d", n, node.First,
				node.Last, node.Parts, a.First, b.First, len(a.Points), len(b.Points), len(node.Points))
		}
	}
}

// TestTreeOfLittle: what cannot be joined or divided ends a tree, whatever was asked for.
func TestTreeOfLittle(t *testing.T) {
	apart := blocks([]int{1, 1, 1}, func(int, int) float64 { return 0 })
	for _, test := range []struct {
		name   string
		labels []int
		rows   int
		nodes  int
	}{
		{"three points without affinity", []int{1, 2, 3}, 3, 5},
		{"outliers alone", []int{0, 0, 0}, 0, 0},
		{"one of two points", []int{4, 4, 0}, 1, 1},
	} {
		tree, err := constrainer(t, apart, test.labels).Tree(t.Context(), 2)
		if err != nil {
			t.Fatal(err)
		}
		if tree.Rows != test.rows || len(tree.Nodes) != test.nodes {
			t.Errorf("%s: %d rows and %d nodes, expected %d and %d", test.name, tree.Rows, len(tree.Nodes), test.rows,
				test.nodes)
		}
		if len(tree.Nodes) > 0 {
			checkTree(t, tree)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := constrainer(t, mixed, mixedStart).Tree(ctx, 4); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestTreeOfLandmarks: points that were not solved for follow the landmarks into the parts of a motion.
func TestTreeOfLandmarks(t *testing.T) {
	c, _, truth := landmarked(t)
	tree, err := c.Tree(t.Context(), 3)
	if err != nil {
		t.Fatal(err)
	}
	checkTree(t, tree)
	labels := labelsOfRow(tree, 3, len(truth))
	if slices.Contains(labels, 0) {
		t.Errorf("points are in no motion of a row")
	}
	if wrong := evaluate.ClusteringError(labels, truth); wrong > 0.1 {
		t.Errorf("error %.3f of three motions, 0.333 of two", wrong)
	}
	part, err := c.Split(t.Context(), 0)
	if err != nil || len(part) < 90 || len(part) > 110 {
		t.Errorf("split off are %d points, %v, expected about the 100 of a body", len(part), err)
	}
}
