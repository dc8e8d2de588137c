package session

import (
	"slices"

	"motionseg/hopkins"
	"motionseg/segment"
)

// moreInTree is how many motions more than there are a tree divides into: enough for things that
// were not found, few enough to read.
const moreInTree = 3

// motionTree is the hierarchy of motions around the labels, see segment.Tree. It is grown from labels
// and the affinity of a result, and kept as long as the labels are a cut through it.
type motionTree struct {
	tree    *segment.Tree // nil before it is grown
	outcome *Outcome      // whose affinity it is of
	labels  []int         // that it was grown from, also where that failed
	growing bool
}

// Tree returns the hierarchy of motions, its points tracks, and the motion that each of its nodes is
// now, 0 for none; nil when none is grown of the labels that there are, see Grow. What it returns must
// not be changed.
func (m *Mine) Tree() (tree *segment.Tree, now []int) {
	side, ok := m.Base()
	if !ok || m.hierarchy.tree == nil || m.hierarchy.outcome != m.sides.Outcome(side) {
		return nil, nil
	}
	now, ok = cutThrough(m.hierarchy.tree, m.basis(side))
	if !ok {
		return nil, nil
	}
	return m.hierarchy.tree, now
}

// basis returns the labels by hand, those of a side while there are none.
func (m *Mine) basis(side Side) []int {
	if labels := m.Labels(); labels != nil {
		return labels
	}
	return m.sides.Labels(side)
}

// cutThrough returns the motion of every node that is one by these labels; ok is false where other
// nodes are needed too.
func cutThrough(tree *segment.Tree, labels []int) (now []int, ok bool) {
	if len(tree.Nodes) == 0 || len(labels) == 0 {
		return nil, false
	}
	counts := make([]int, slices.Max(labels)+1)
	for _, l := range labels {
		counts[l]++
	}
	now = make([]int, len(tree.Nodes))
	left := len(tree.Nodes[0].Points)
	for n, node := range tree.Nodes {
		motion := labels[node.Points[0]]
		if motion > 0 && counts[motion] == len(node.Points) &&
			!slices.ContainsFunc(node.Points, func(track int) bool { return labels[track] != motion }) {
			now[n] = motion
			left -= len(node.Points)
		}
	}
	return now, left == 0
}

// Growing reports whether a tree is being grown.
func (m *Mine) Growing() bool { return m.hierarchy.growing }

// Grow grows the hierarchy of motions around the labels, unless it is there, a moment later.
func (m *Mine) Grow() {
	side, ok := m.Base()
	if tree, _ := m.Tree(); !ok || tree != nil || m.doc.points == nil || m.hierarchy.growing {
		return
	}
	outcome, labels, opened := m.sides.Outcome(side), m.basis(side), m.opened
	if m.hierarchy.outcome == outcome && slices.Equal(m.hierarchy.labels, labels) {
		return // nothing grows from these
	}
	m.hierarchy.growing = true
	m.announce(TreeChanged)
	m.workers.Go(func() {
		mender, err := hopkins.NewMender(m.living, outcome.Segmentation, labels)
		var tree *segment.Tree
		if err == nil {
			tree, err = mender.Tree(m.living, len(motionsOf(labels))+moreInTree)
		}
		m.later(func() {
			if m.opened != opened {
				return
			}
			m.hierarchy = motionTree{outcome: outcome, labels: labels}
			if err == nil {
				m.hierarchy.tree = tree
			}
			m.announce(TreeChanged)
		})
	})
}

// motionsOf returns the motions of labels, ascending.
func motionsOf(labels []int) []int {
	all := slices.Compact(slices.Sorted(slices.Values(labels)))
	return slices.DeleteFunc(all, func(l int) bool { return l < 1 })
}

// CutRow makes a row of the tree the motions.
func (m *Mine) CutRow(motions int) {
	if tree, _ := m.Tree(); tree != nil {
		m.cut(tree, tree.Row(motions))
	}
}

// CutAt makes a node of the tree a motion: motions that lie in it are joined, one that it lies in is
// divided along the way.
func (m *Mine) CutAt(node int) {
	tree, now := m.Tree()
	if tree == nil || node < 0 || node >= len(tree.Nodes) {
		return
	}
	wanted, up := []int{node}, tree.Above()
	whole := node // the motion that the node lies in, the root where motions lie in the node
	for whole != 0 && now[whole] == 0 {
		parts := tree.Nodes[up[whole]].Parts
		wanted = append(wanted, parts[0]+parts[1]-whole)
		whole = up[whole]
	}
	if now[whole] == 0 {
		wanted = wanted[:1]
	}
	for n, motion := range now {
		if motion != 0 && n != whole {
			wanted = append(wanted, n)
		}
	}
	m.cut(tree, wanted)
}

// cut makes nodes that together have all that any has the motions, in one step; one that lies in another
// is joined with it.
func (m *Mine) cut(tree *segment.Tree, nodes []int) {
	next := m.begun()
	before := next.Labels
	larger := func(a, b int) int { return len(tree.Nodes[b].Points) - len(tree.Nodes[a].Points) }
	nodes = slices.SortedStableFunc(slices.Values(nodes), larger)
	kept := map[int]bool{} // motions whose number the largest part has
	for _, n := range nodes {
		tracks := tree.Nodes[n].Points
		motions := motionsOf(labelsOf(before, tracks))
		if len(motions) == 1 && kept[motions[0]] {
			next, _ = next.Split(motions[0], tracks)
		}
		for _, motion := range motions {
			kept[motion] = true
		}
	}
	for _, n := range nodes {
		labels := labelsOf(next.Labels, tree.Nodes[n].Points)
		counts := map[int]int{}
		for _, l := range labels {
			counts[l]++
		}
		motions := motionsOf(labels)
		most := slices.MaxFunc(motions, func(a, b int) int { return counts[a] - counts[b] })
		for _, motion := range motions {
			next = next.Merge(motion, most)
		}
	}
	if !slices.Equal(next.Labels, before) {
		m.step(&next)
	}
}

// labelsOf returns the labels of tracks.
func labelsOf(labels, tracks []int) []int {
	of := make([]int, len(tracks))
	for i, t := range tracks {
		of[i] = labels[t]
	}
	return of
}
