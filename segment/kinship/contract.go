package kinship

import (
	"context"
	"math"
	"slices"
)

// Contract puts tracks together, each by itself at first, until there are count groups: always the two groups for
// whose being one all pairs of their tracks together speak most; a greedy additive edge contraction (Keuper, Levinkov,
// Bonneel, Lavoué, Brox & Andres, ICCV 2015). It begins with no grouping, so that what Climb makes of it is no
// neighbour of one that is wrong. It returns labels 1…count of all tracks, in the order of their first ones; of fewer
// tracks than count each is a group. Ended by ctx, it returns more groups.
func (o *Odds) Contract(ctx context.Context, count int) []int {
	n, _ := o.pairs.Dims()
	c := contraction{odds: make([][]float64, n), into: make([]int, n), kin: make([]int, n), most: make([]float64, n)}
	for i := range n {
		c.odds[i], c.into[i], c.left = slices.Clone(o.pairs.RawRowView(i)), i, append(c.left, i)
	}
	for i := range n {
		c.find(i)
	}
	for len(c.left) > max(count, 1) && ctx.Err() == nil {
		c.unite()
	}
	labels, names := make([]int, n), map[int]int{}
	for i := range n {
		first := i
		for c.into[first] != first {
			first = c.into[first]
		}
		if names[first] == 0 {
			names[first] = len(names) + 1
		}
		labels[i] = names[first]
	}
	return labels
}

// contraction is groups of tracks that are being put together, each named by one of its tracks.
type contraction struct {
	odds [][]float64 // of two groups, the sum over their tracks
	into []int       // the group that one went into, itself while it is a group
	left []int       // the groups, ascending
	kin  []int       // of every group the one that it most likely is one with
	most []float64   // and the odds of that
}

// find finds the group that group i most likely is one with, if there is another.
func (c *contraction) find(i int) {
	c.kin[i], c.most[i] = i, math.Inf(-1)
	row := c.odds[i]
	for _, j := range c.left {
		if v := row[j]; v > c.most[i] && j != i {
			c.kin[i], c.most[i] = j, v
		}
	}
}

// unite makes one group of the two that most likely are one.
func (c *contraction) unite() {
	a := c.left[0]
	for _, i := range c.left {
		if c.most[i] > c.most[a] {
			a = i
		}
	}
	b := c.kin[a]
	c.into[b] = a
	c.left = slices.DeleteFunc(c.left, func(i int) bool { return i == b })
	row := c.odds[a]
	for _, j := range c.left {
		if j == a {
			continue
		}
		row[j] += c.odds[b][j]
		c.odds[j][a] = row[j]
		switch was := c.kin[j] == a || c.kin[j] == b; {
		case row[j] > c.most[j] || was && row[j] == c.most[j]:
			c.kin[j], c.most[j] = a, row[j]
		case was:
			c.find(j)
		}
	}
	c.find(a)
}
