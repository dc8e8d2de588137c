package session

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"motionseg/segment"
)

// treeBench has 40 tracks segmented into two motions, whose affinity hangs together in parts of 9
// and 11, and these in parts of 6 and 5.
func treeBench(t *testing.T) *bench {
	var table strings.Builder
	table.WriteString("track,frame,x,y\n")
	for track := 1; track <= 40; track++ {
		for frame := 1; frame <= 6; frame++ {
			fmt.Fprintf(&table, "%d,%d,%d,%d\n", track, frame, track*7%40+frame, track*11%30+frame)
		}
	}
	solve := func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
		r, err := solveFake(ctx, d, cfg)
		n := d.Points()
		for i := range n {
			for j := range n {
				for level := range 3 {
					if i != j && part(i, level) == part(j, level) {
						r.W.Set(i, j, 0.1*float64(1+level*level)+0.001*float64((i+1)*(j+1)%7))
					}
				}
			}
		}
		return r, err
	}
	b := runTableBy(t, table.String(), solve)
	b.Mine.Grow()
	if b.settle(); b.Mine.Growing() {
		t.Fatal("the tree is being grown for ever")
	}
	return b
}

// part tells the parts of the tracks of a treeBench, finer from level to level.
func part(track, level int) int {
	of := track / 20 * 100
	if at := track % 20; level > 0 && at >= 9 {
		of++
		if level > 1 && at >= 15 {
			of++
		}
	}
	return of
}

// cutOf returns the nodes that are motions now, and how many motions there are.
func (b *bench) cutOf() (nodes []int, motions int) {
	b.t.Helper()
	tree, now := b.Mine.Tree()
	if tree == nil {
		b.t.Fatal("there is no tree")
	}
	for n, motion := range now {
		if motion != 0 {
			nodes = append(nodes, n)
		}
	}
	side, _ := b.Mine.Base()
	return nodes, len(motionsOf(b.Mine.basis(side)))
}

// TestCutRow: every row of the tree is taken as it stands, in one step that can be undone.
func TestCutRow(t *testing.T) {
	b := treeBench(t)
	tree, _ := b.Mine.Tree()
	if tree == nil || tree.Rows != 2+moreInTree {
		t.Fatalf("tree %+v, expected one of %d rows", tree, 2+moreInTree)
	}
	for _, row := range []int{1, tree.Rows, 2, 4, 3, 1, 3} {
		before := slices.Clone(b.Mine.Labels())
		b.Mine.CutRow(row)
		nodes, motions := b.cutOf()
		if !slices.Equal(nodes, tree.Row(row)) || motions != row {
			t.Errorf("row %d: nodes %v in %d motions, expected %v", row, nodes, motions, tree.Row(row))
		}
		after := slices.Clone(b.Mine.Labels())
		b.History.Undo()
		if got := b.Mine.Labels(); before != nil && !slices.Equal(got, before) {
			t.Errorf("row %d undone: %v, before %v", row, got, before)
		}
		b.History.Redo()
		if got := b.Mine.Labels(); !slices.Equal(got, after) {
			t.Errorf("row %d done again: %v, before %v", row, got, after)
		}
	}
	steps := b.Mine.steps
	b.Mine.CutRow(3)
	b.Mine.CutRow(tree.Rows + 1)
	if b.Mine.steps != steps {
		t.Error("a row that is there already, or none, is a step")
	}
}

// TestCutKeepsNumbers: the largest part of a motion keeps its number, whatever their order in the tree.
func TestCutKeepsNumbers(t *testing.T) {
	b := treeBench(t)
	tree, _ := b.Mine.Tree()
	before := b.Sides.Labels(Right)
	b.Mine.CutRow(tree.Rows)
	sizes, largest := map[int]int{}, map[int]int{} // of the parts of a motion, and the number of that
	for _, n := range tree.Row(tree.Rows) {
		points := tree.Nodes[n].Points
		if of := before[points[0]]; len(points) > sizes[of] {
			sizes[of], largest[of] = len(points), b.Mine.Labels()[points[0]]
		}
	}
	if len(largest) != 2 || largest[1] != 1 || largest[2] != 2 || min(sizes[1], sizes[2]) != 9 {
		t.Errorf("the largest parts have the numbers %v, %v tracks", largest, sizes)
	}
}

// TestCutAt: whatever node is chosen is a motion then, and of the others those are kept that do
// not lie in it or above it.
func TestCutAt(t *testing.T) {
	b := treeBench(t)
	tree, _ := b.Mine.Tree()
	rng := rand.New(rand.NewPCG(1, 2))
	b.Mine.CutRow(2)
	for range 200 {
		before, _ := b.cutOf()
		n := rng.IntN(len(tree.Nodes))
		b.Mine.CutAt(n)
		after, motions := b.cutOf()
		if !slices.Contains(after, n) || motions != len(after) {
			t.Fatalf("node %d of %v: %v in %d motions", n, before, after, motions)
		}
		in := func(node, track int) bool { return slices.Contains(tree.Nodes[node].Points, track) }
		for _, other := range before {
			apart := !in(n, tree.Nodes[other].Points[0]) && !in(other, tree.Nodes[n].Points[0])
			if kept := slices.Contains(after, other); kept != (apart || other == n) {
				t.Fatalf("node %d of %v: %v, node %d kept: %v", n, before, after, other, kept)
			}
		}
		// What was divided is so along the way alone: from its motion down one node a row.
		if more := len(after) - len(before); more > 0 && more > depth(t, b, before, n) {
			t.Fatalf("node %d of %v: %v", n, before, after)
		}
	}
	b.Mine.CutAt(-1)
	b.Mine.CutAt(len(tree.Nodes))
}

// depth returns how far below one of some nodes a node lies.
func depth(t *testing.T, b *bench, nodes []int, node int) int {
	t.Helper()
	tree, _ := b.Mine.Tree()
	var below func(n int) int
	below = func(n int) int {
		if n == node {
			return 0
		}
		least := math.MaxInt - 1
		for _, part := range tree.Nodes[n].Parts {
			if part != 0 {
				least = min(least, below(part))
			}
		}
		return min(least+1, math.MaxInt-1)
	}
	least := math.MaxInt - 1
	for _, n := range nodes {
		least = min(least, below(n))
	}
	return least
}

// TestTreeFollowsTheLabels: labels that are no cut through the tree have none until another is grown,
// and what is opened has none of what was.
func TestTreeFollowsTheLabels(t *testing.T) {
	b := treeBench(t)
	b.Mine.CutRow(3)
	tree, _ := b.Mine.Tree()
	b.Mine.Grow()
	b.settle()
	if again, _ := b.Mine.Tree(); again != tree {
		t.Error("a tree that holds the labels is grown anew")
	}
	b.Mine.SetFollowing(false)
	other := 1
	if b.Mine.Labels()[0] == 1 {
		other = 2
	}
	b.Mine.Give([]int{0}, other)
	b.settle()
	if tree, _ := b.Mine.Tree(); tree != nil {
		t.Fatal("labels that are no cut through the tree have it all the same")
	}
	b.Mine.Grow()
	b.settle()
	nodes, motions := b.cutOf()
	if again, _ := b.Mine.Tree(); again == tree || len(nodes) != motions {
		t.Errorf("nodes %v for %d motions", nodes, motions)
	}
	b.Mine.Give([]int{1}, 3-b.Mine.Labels()[1])
	b.Mine.Grow()
	b.OpenExample() // before it is grown
	b.settle()
	if tree, _ := b.Mine.Tree(); tree != nil || b.Mine.Growing() {
		t.Error("the tree of what was open before is there")
	}
}

// TestNoTree: where nothing has a motion no tree grows, and none is looked for again and again.
func TestNoTree(t *testing.T) {
	b := treeBench(t)
	all := make([]int, len(b.Mine.basis(Right)))
	for i := range all {
		all[i] = i
	}
	b.Mine.Give(all, 0)
	b.settle()
	b.Mine.Grow()
	b.settle()
	if tree, _ := b.Mine.Tree(); tree != nil {
		t.Fatalf("a tree of outliers: %+v", tree)
	}
	b.Mine.Grow()
	if b.Mine.Growing() {
		t.Error("what nothing grows from is tried for ever")
	}
	b.History.Undo()
	b.Mine.Grow()
	b.settle()
	if tree, _ := b.Mine.Tree(); tree == nil {
		t.Error("no tree where there are motions again")
	}
}
