package hopkins

import (
	"context"
	"fmt"
	"slices"

	"motionseg/segment"
)

// Mender makes a segmentation obey constraints, again and again: nothing is
// solved for it. It is for one goroutine at a time.
type Mender struct {
	g      *Segmentation
	labels []int // of all tracks
	c      *segment.Constrainer
}

// NewMender prepares to mend labels of all tracks by the affinity of a
// segmentation; nil takes its own labels. Seeds call the motions by the names
// that these have. The error is ctx.Err() when ctx ends first.
func NewMender(ctx context.Context, g *Segmentation, labels []int) (*Mender, error) {
	if labels == nil {
		labels = g.Labels
	}
	if len(labels) != len(g.Labels) {
		return nil, fmt.Errorf("%s: expected labels of %d tracks, found %d", g.Source.where(), len(g.Labels), len(labels))
	}
	var data segment.Data
	if g.Result.Landmarks != nil {
		p, err := g.Source.prepare(ctx, g.Source.scope(g.Task), g.Task.Workers)
		if err != nil {
			return nil, err
		}
		data = p.Data
	}
	of := make([]int, len(g.Tracks)) // columns
	for c, i := range g.Tracks {
		of[c] = labels[i]
	}
	c, err := segment.NewConstrainer(g.Result, of, data, g.Task.Workers)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Source.where(), err)
	}
	return &Mender{g, labels, c}, nil
}

// columns returns constraints on columns in place of tracks, and the seeds of
// tracks that the method was not given. Pairs with such a track are left out:
// nothing is known of its affinity.
func (m *Mender) columns(c Constraints) (of Constraints, beside []segment.Seed) {
	for _, s := range c.Seeds {
		if at := m.g.Columns[s.Point]; at >= 0 {
			of.Seeds = append(of.Seeds, segment.Seed{Point: at, Motion: s.Motion})
		} else {
			beside = append(beside, s)
		}
	}
	pairs := func(tracks [][2]int) (columns [][2]int) {
		for _, p := range tracks {
			if a, b := m.g.Columns[p[0]], m.g.Columns[p[1]]; a >= 0 && b >= 0 {
				columns = append(columns, [2]int{a, b})
			}
		}
		return columns
	}
	of.Together, of.Apart = pairs(c.Together), pairs(c.Apart)
	return of, beside
}

// tracks returns constraints on tracks in place of columns.
func (m *Mender) tracks(c Constraints) Constraints {
	var of Constraints
	for _, s := range c.Seeds {
		of.Seeds = append(of.Seeds, segment.Seed{Point: m.g.Tracks[s.Point], Motion: s.Motion})
	}
	for _, p := range c.Together {
		of.Together = append(of.Together, [2]int{m.g.Tracks[p[0]], m.g.Tracks[p[1]]})
	}
	for _, p := range c.Apart {
		of.Apart = append(of.Apart, [2]int{m.g.Tracks[p[0]], m.g.Tracks[p[1]]})
	}
	return of
}

// check says which constraint is on a track that there is not.
func (m *Mender) check(c Constraints) error {
	n := len(m.g.Columns)
	bad := func(track int) bool { return track < 0 || track >= n }
	for _, s := range c.Seeds {
		if bad(s.Point) {
			return fmt.Errorf("%s: constraints: expected tracks from 1 to %d, found %d", m.g.Source.where(), n, s.Point+1)
		}
	}
	for _, p := range slices.Concat(c.Together, c.Apart) {
		if bad(p[0]) || bad(p[1]) {
			return fmt.Errorf("%s: constraints: expected tracks from 1 to %d, found %d and %d", m.g.Source.where(), n,
				p[0]+1, p[1]+1)
		}
	}
	return nil
}

// Constrain returns the segmentation with labels that obey the constraints, see
// segment.Constrainer: tracks that the method was not given take the motion of
// their seed, or follow the others as they did before. Contradictions are in the
// Contradictions of what it returns. The error is ctx.Err() when ctx ends first.
func (m *Mender) Constrain(ctx context.Context, constraints Constraints) (*Segmentation, error) {
	if err := m.check(constraints); err != nil {
		return nil, err
	}
	of, beside := m.columns(constraints)
	constrained, err := m.c.Constrain(ctx, of)
	if err != nil {
		return nil, err
	}
	mended, result := *m.g, *m.g.Result
	result.Labels, result.Confidence, result.Motions = constrained.Labels, constrained.Confidence, constrained.Motions
	// Outliers are kept by their label, but for those with a seed.
	result.Outliers = slices.DeleteFunc(slices.Clone(result.Outliers), func(c int) bool { return result.Labels[c] != 0 })
	mended.Result, mended.Contradictions, mended.given = &result, nil, map[int]int{}
	mended.Task.Constraints = constraints
	for _, c := range constrained.Contradictions {
		mended.Contradictions = append(mended.Contradictions,
			segment.Contradiction{Constraints: m.tracks(c.Constraints), LeftOut: m.tracks(c.LeftOut)})
	}
	for _, s := range beside {
		mended.given[s.Point] = s.Motion
		result.Motions = max(result.Motions, s.Motion)
	}
	for _, s := range of.Seeds {
		mended.given[m.g.Tracks[s.Point]] = result.Labels[s.Point]
	}
	if m.g.assigned != nil {
		mended.assigned = make([]int, len(m.g.Prepared.LeftOut))
		for k, i := range m.g.Prepared.LeftOut {
			mended.assigned[k] = m.labels[i]
		}
		if changed := slices.ContainsFunc(m.g.Tracks, func(i int) bool {
			return m.labels[i] != result.Labels[m.g.Columns[i]]
		}); changed {
			a, err := m.g.Source.Sequence.Assign(ctx, m.g.Prepared, result.Labels, m.g.Task.Workers)
			if err != nil {
				return nil, err
			}
			mended.assigned = a.Labels
		}
	}
	mended.label()
	return &mended, nil
}

// Doubtful returns the tracks where one more seed helps most when these
// constraints are obeyed, see segment.Constrainer.Doubtful; its points are
// tracks.
func (m *Mender) Doubtful(ctx context.Context, constraints Constraints) (doubt segment.Doubt, ok bool, err error) {
	if err := m.check(constraints); err != nil {
		return doubt, false, err
	}
	of, _ := m.columns(constraints)
	doubt, ok, err = m.c.Doubtful(ctx, of)
	if err != nil || !ok {
		return doubt, ok, err
	}
	doubt.Point = m.g.Tracks[doubt.Point]
	for k, c := range doubt.Points {
		doubt.Points[k] = m.g.Tracks[c]
	}
	return doubt, true, nil
}

// Split divides the tracks of a motion in two by the affinity inside it, see
// segment.Constrainer.Split, 0 for the motion that divides best, and returns one of the parts.
func (m *Mender) Split(ctx context.Context, motion int) ([]int, error) {
	part, err := m.c.Split(ctx, motion)
	for k, c := range part {
		part[k] = m.g.Tracks[c]
	}
	return part, err
}

// Join returns the two motions that are most alike, see segment.Constrainer.Join.
func (m *Mender) Join() (first, second int, ok bool) { return m.c.Join() }

// Tree grows a hierarchy of motions from the labels, see segment.Constrainer.Tree; its points are
// tracks. Those that the method was not given are with the larger part of what is divided.
func (m *Mender) Tree(ctx context.Context, most int) (*segment.Tree, error) {
	tree, err := m.c.Tree(ctx, most)
	if err != nil {
		return nil, err
	}
	beside := map[int][]int{} // tracks of every motion that the method was not given
	for i, l := range m.labels {
		if m.g.Columns[i] < 0 {
			beside[l] = append(beside[l], i)
		}
	}
	for _, node := range tree.Nodes {
		for k, column := range node.Points {
			node.Points[k] = m.g.Tracks[column]
		}
	}
	up := tree.Above()
	for n, node := range tree.Nodes {
		if node.Motion == 0 {
			continue
		}
		chain := []int{n} // with the nodes above and the larger ones below
		for above := n; above != 0; chain = append(chain, above) {
			above = up[above]
		}
		for below := node.Parts[0]; below != 0; below = tree.Nodes[below].Parts[0] {
			chain = append(chain, below)
		}
		for _, n := range chain {
			tree.Nodes[n].Points = append(tree.Nodes[n].Points, beside[node.Motion]...)
		}
	}
	for _, node := range tree.Nodes {
		slices.Sort(node.Points)
	}
	return tree, nil
}
