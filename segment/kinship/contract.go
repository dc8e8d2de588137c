package kinship

import (
	"context"
	"slices"
)

// Contract puts tracks together, each by itself at first, until there are count groups: always the two groups for
// whose being one all pairs of their tracks together speak most; a greedy additive edge contraction (Keuper, Levinkov,
// Bonneel, Lavoué, Brox & Andres, ICCV 2015). It begins with no grouping, so that what Climb makes of it is no
// neighbour of one that is wrong. It returns labels 1…count in the order of the first tracks, of all tracks where
// these are fewer than count. Ended by ctx, it returns more groups.
func (o *Odds) Contract(ctx context.Context, count int) []int {
	n, _ := o.pairs.Dims()
	c := contraction{odds: make([][]float64, n), into: make([]int, n), kin: make([]int, n)}
	for i := range n {
		c.odds[i], c.into[i] = slices.Clone(o.pairs.RawRowView(i)), i
	}
	for i := range n {
		c.kin[i] = c.closest(i)
	}
	for left := n; left > max(count, 1) && ctx.Err() == nil; left-- {
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
	kin  []int       // of every group the one that it most likely is one with, −1 for none
}

// closest returns the group that group i most likely is one with, −1 where there is no other.
func (c *contraction) closest(i int) int {
	best := -1
	for j, v := range c.odds[i] {
		if j != i && c.into[j] == j && (best < 0 || v > c.odds[i][best]) {
			best = j
		}
	}
	return best
}

// unite makes one group of the two that most likely are one.
func (c *contraction) unite() {
	a := -1
	for i, kin := range c.kin {
		if c.into[i] == i && (a < 0 || c.odds[i][kin] > c.odds[a][c.kin[a]]) {
			a = i
		}
	}
	b := c.kin[a]
	c.into[b] = a
	for j, v := range c.odds[b] {
		if c.into[j] == j && j != a {
			c.odds[a][j] += v
			c.odds[j][a] = c.odds[a][j]
		}
	}
	for j := range c.kin {
		switch {
		case c.into[j] != j:
		case j == a || c.kin[j] == a || c.kin[j] == b:
			c.kin[j] = c.closest(j)
		case c.odds[j][a] > c.odds[j][c.kin[j]]:
			c.kin[j] = a
		}
	}
}
