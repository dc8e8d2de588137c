package geometry

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/spectral"
)

// SpareGroups is how many groups more than there are motions the tracks are divided
// into before groups are merged. Spectral clustering rather halves a large group than
// it sets two small ones apart; with two groups to spare it can do both.
const SpareGroups = 2

// Mergeable reports whether so many points are seen in three frames that the motions of
// k groups are adjusted. With fewer most of what groups cost is the price of their
// motions, and merging finds groupings of one large group and a tiny one that needs but
// a shift.
func (g *Scorer) Mergeable(k int) bool {
	var points int
	for _, v := range g.views[len(g.views)-g.triples:] {
		points += v.Len()
	}
	return g.triples > 0 && points >= g.triples*g.Scale.adjusted*k
}

// MergeDown merges the groups 1…from of labels, two at a time, until k are left: those
// whose union raises the score least. w is all the evidence. The error is
// ctx.Err().
func (g *Scorer) MergeDown(ctx context.Context, labels []int, from, k int, w *mat.Dense) ([]int, error) {
	m, err := newMotionMerge(ctx, g, labels, from, w)
	if err != nil {
		return nil, err
	}
	for len(m.left) > k {
		if err := m.merge(ctx); err != nil {
			return nil, err
		}
	}
	return spectral.InOrderOfAppearance(m.labels), nil
}

// motionMerge is groups that are being merged, from 0 beside labels, which count
// from 1.
type motionMerge struct {
	g      *Scorer
	labels []int
	left   []int // groups that are left, ascending
	// alone is what every group's motion costs, and union, square, that of two
	// together; between is the affinity between the groups.
	alone, union, between []float64
}

// newMotionMerge prepares to merge the groups 1…from of labels.
func newMotionMerge(ctx context.Context, g *Scorer, labels []int, from int, w *mat.Dense) (*motionMerge, error) {
	m := &motionMerge{
		g: g, labels: slices.Clone(labels),
		alone: make([]float64, from), union: make([]float64, from*from), between: make([]float64, from*from),
	}
	for i, to := range spectral.GroupSums(w, labels, from) {
		floats.Add(m.between[(labels[i]-1)*from:][:from], to)
	}
	for a := range from {
		var err error
		if m.alone[a], err = m.cost(ctx, a, a); err != nil {
			return nil, err
		}
		if err := m.unions(ctx, a, m.left); err != nil {
			return nil, err
		}
		m.left = append(m.left, a)
	}
	return m, nil
}

// cost returns what the motion of groups a and b as one takes to describe.
func (m *motionMerge) cost(ctx context.Context, a, b int) (float64, error) {
	one, members := make([]int, len(m.labels)), make([]byte, len(m.labels))
	for i, l := range m.labels {
		if l == a+1 || l == b+1 {
			one[i], members[i] = 1, 1
		}
	}
	// Different sources divide the tracks into some of the same groups.
	costs := m.g.costs
	cost, err := kept(&costs.mu, costs.alone, string(members), func() (float64, error) { return m.g.Cost(ctx, one, 1) })
	return cost, cmp.Or(err, ctx.Err())
}

// unions fills in what group a costs together with each of the others.
func (m *motionMerge) unions(ctx context.Context, a int, others []int) error {
	for _, b := range others {
		cost, err := m.cost(ctx, a, b)
		if err != nil {
			return err
		}
		m.union[a*len(m.alone)+b], m.union[b*len(m.alone)+a] = cost, cost
	}
	return nil
}

// merge merges the two groups whose union raises the score least.
func (m *motionMerge) merge(ctx context.Context) error {
	from := len(m.alone)
	least, first, second := math.Inf(1), 0, 0
	for i, b := range m.left {
		for _, a := range m.left[:i] {
			more := m.union[a*from+b] - m.alone[a] - m.alone[b] + m.g.CutCost(m.cut(a, b))
			if more < least {
				least, first, second = more, a, b
			}
		}
	}
	for i, l := range m.labels {
		if l == second+1 {
			m.labels[i] = first + 1
		}
	}
	m.alone[first] = m.union[first*from+second]
	for _, c := range m.left {
		m.between[first*from+c] += m.between[second*from+c]
	}
	for _, c := range m.left {
		m.between[c*from+first] += m.between[c*from+second]
	}
	m.left = slices.DeleteFunc(m.left, func(c int) bool { return c == second })
	return m.unions(ctx, first, slices.DeleteFunc(slices.Clone(m.left), func(c int) bool { return c == first }))
}

// cut returns the normalised cut with groups a and b as one.
func (m *motionMerge) cut(a, b int) float64 {
	from := len(m.alone)
	var cut, inside, volume float64
	for _, c := range m.left {
		var all float64
		for _, d := range m.left {
			all += m.between[c*from+d]
		}
		if c == a || c == b {
			inside += m.between[c*from+a] + m.between[c*from+b]
			volume += all
		} else {
			cut += spectral.CutShare(m.between[c*from+c], all)
		}
	}
	return cut + spectral.CutShare(inside, volume)
}
