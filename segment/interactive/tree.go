package interactive

import (
	"context"
	"maps"
	"math"
	"slices"
)

// Tree is a hierarchy of motions: Join, again and again, up to one motion, and Split down to some more
// than there are. A row of it is a grouping into so many motions, and any nodes that lie beside each
// other are groups to choose from.
type Tree struct {
	// Nodes are the motions of all rows, Nodes[0] the root, parts after what they are parts of.
	Nodes []Node
	// Rows is the largest number of motions.
	Rows int
}

// Node is a motion of a Tree.
type Node struct {
	// Points are its columns of the data, ascending.
	Points []int
	// Parts are the nodes that it is divided into, the larger first; 0 and 0 where it is not.
	Parts [2]int
	// First and Last are the rows, numbers of motions from 1, in which it is one.
	First, Last int
	// Motion is its label where the tree was grown from it, 0 above and below.
	Motion int
}

// Row returns the nodes that are the motions of a row, from left to right; nil where there is none.
func (t *Tree) Row(motions int) []int {
	var row []int
	for n, node := range t.Nodes {
		if node.First <= motions && motions <= node.Last {
			row = append(row, n)
		}
	}
	return row
}

// Above returns for every node the one that it is a part of, 0 for the root too.
func (t *Tree) Above() []int {
	above := make([]int, len(t.Nodes))
	for n, node := range t.Nodes {
		if node.Parts != [2]int{} {
			above[node.Parts[0]], above[node.Parts[1]] = n, n
		}
	}
	return above
}

// Tree grows one from the labels that were given, of up to most motions, or as many as there are. Points
// without a motion are in none of its nodes. The error is ctx.Err() when ctx ends first.
func (c *Constrainer) Tree(ctx context.Context, most int) (*Tree, error) {
	g := &grower{c: c, most: most}
	for motion := 1; motion <= c.motions(); motion++ {
		if points := members(c.start, motion); len(points) > 0 && slices.Contains(c.labels, motion) {
			g.nodes = append(g.nodes, Node{Points: points, Motion: motion})
		}
	}
	g.count = len(g.nodes)
	if g.count == 0 {
		return &Tree{}, nil
	}
	if err := g.divide(ctx); err != nil {
		return nil, err
	}
	return g.ordered(g.join()), nil
}

// grower grows a tree; its nodes are not in order yet, and those of the labels come first.
type grower struct {
	c           *Constrainer
	most, count int // of motions: those wanted, and those of the labels
	nodes       []Node
}

// join makes one motion of all, two by two, and returns the root.
func (g *grower) join() int {
	t := g.c.contacts()
	at := g.motions()
	root := 0
	for count := g.count; count > 1; count-- {
		first, second := t.alike()
		if first == 0 { // none of the others has any affinity
			left := slices.Sorted(maps.Keys(at))
			first, second = left[0], left[1]
		}
		t.join(first, second)
		a, b := at[first], at[second]
		g.nodes[a].First, g.nodes[b].First = count, count
		root = g.add(Node{Last: count - 1}, a, b)
		at[first] = root
		delete(at, second)
	}
	g.nodes[root].First = 1
	return root
}

// motions returns the node of every motion of the labels.
func (g *grower) motions() map[int]int {
	at := map[int]int{}
	for n := range g.count {
		at[g.nodes[n].Motion] = n
	}
	return at
}

// add adds a node of two parts and returns it.
func (g *grower) add(node Node, a, b int) int {
	node.Points = slices.Sorted(slices.Values(slices.Concat(g.nodes[a].Points, g.nodes[b].Points)))
	g.nodes = append(g.nodes, node)
	g.part(len(g.nodes)-1, a, b)
	return len(g.nodes) - 1
}

// part says what the parts of a node are.
func (g *grower) part(node, a, b int) {
	if len(g.nodes[b].Points) > len(g.nodes[a].Points) {
		a, b = b, a
	}
	g.nodes[node].Parts = [2]int{a, b}
}

// divide divides the motion of which that costs least, until there are as many as wanted.
func (g *grower) divide(ctx context.Context) error {
	c := g.c
	labels, fresh := slices.Clone(c.labels), c.motions()+1
	type division struct {
		node int
		part []int // vertices
		rise float64
	}
	divided := map[int]division{} // of every motion, when it was looked at
	at := g.motions()
	rows := g.count
	for ; rows < g.most; rows++ {
		before := c.volumes(labels, fresh)
		best, least := 0, math.Inf(1)
		for motion := 1; motion < fresh; motion++ {
			node, ok := at[motion]
			if !ok {
				continue
			}
			d, ok := divided[motion]
			if !ok || d.node != node {
				part, rise, err := c.divide(ctx, labels, before, motion, fresh)
				if err != nil {
					return err
				}
				d = division{node, part, rise}
				divided[motion] = d
			}
			if len(d.part) > 0 && d.rise < least {
				best, least = motion, d.rise
			}
		}
		if best == 0 {
			break
		}
		for _, v := range divided[best].part {
			labels[v] = fresh
		}
		whole := at[best]
		some, err := c.extended(ctx, labels, g.nodes[whole].Points, fresh)
		if err != nil {
			return err
		}
		rest := slices.DeleteFunc(slices.Clone(g.nodes[whole].Points), func(p int) bool {
			_, in := slices.BinarySearch(some, p)
			return in
		})
		g.nodes[whole].Last = rows
		g.nodes = append(g.nodes, Node{Points: rest, First: rows + 1}, Node{Points: some, First: rows + 1})
		at[best], at[fresh] = len(g.nodes)-2, len(g.nodes)-1
		g.part(whole, at[best], at[fresh])
		fresh++
	}
	for _, n := range at {
		g.nodes[n].Last = rows
	}
	return nil
}

// ordered returns the tree below a node.
func (g *grower) ordered(root int) *Tree {
	t := &Tree{}
	var add func(n int) int
	add = func(n int) int {
		node, to := g.nodes[n], len(t.Nodes)
		t.Nodes = append(t.Nodes, node)
		t.Rows = max(t.Rows, node.Last)
		if node.Parts != [2]int{} {
			first := add(node.Parts[0])
			t.Nodes[to].Parts = [2]int{first, add(node.Parts[1])}
		}
		return to
	}
	add(root)
	return t
}
