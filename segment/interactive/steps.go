package interactive

import (
	"context"
	"math"
	"slices"
)

// A grouping by hand goes up and down a tree, a motion at a time: Split divides one in two, Join makes
// one of two, by the normalised cut of all groups (Shi & Malik 2000).

// Split divides the points of a motion in two where the normalised cut rises
// least, and returns one of the parts, the smaller, as columns of the data in
// ascending order; nil for a motion that cannot be divided. Motion 0 stands for that whose
// division costs least. The error is ctx.Err() when ctx ends first.
func (c *Constrainer) Split(ctx context.Context, motion int) ([]int, error) {
	motions := c.motions()
	before := c.volumes(c.labels, motions+1)
	first, last := motion, motion
	if motion == 0 {
		first, last = 1, motions
	}
	var part []int
	least := math.Inf(1)
	for g := max(first, 1); g <= last; g++ {
		some, rise, err := c.divide(ctx, c.labels, before, g, motions+1)
		if err != nil {
			return nil, err
		}
		if rise < least {
			least, part = rise, some
		}
	}
	if c.result.Landmarks == nil || len(part) == 0 {
		return part, nil
	}
	labels := slices.Clone(c.labels)
	whole := labels[part[0]]
	for _, v := range part {
		labels[v] = motions + 1
	}
	return c.extended(ctx, labels, members(c.start, whole), motions+1)
}

// extended returns those of some points that have a motion by labels of the vertices of the graph,
// ascending: where these are landmarks, the others follow them.
func (c *Constrainer) extended(ctx context.Context, labels, points []int, motion int) ([]int, error) {
	all := labels
	if c.result.Landmarks != nil {
		var err error
		if all, _, err = c.spread(ctx, &state{labels: labels, motions: motion}); err != nil {
			return nil, err
		}
	}
	var some []int
	for _, p := range points {
		if all[p] == motion {
			some = append(some, p)
		}
	}
	return some, nil
}

// motions returns the largest number that is a motion's.
func (c *Constrainer) motions() int { return max(c.result.Motions, slices.Max(c.labels)) }

// divide returns the smaller of the two parts, as vertices of the graph, into which a group of labels of
// these can be divided with the least rise of the normalised cut, one of which becomes the group
// fresh, and that rise; nil and ∞ for a group that cannot be.
func (c *Constrainer) divide(
	ctx context.Context, labels []int, before volumes, g, fresh int,
) (part []int, least float64, err error) {
	group := members(labels, g)
	vectors, err := c.partition(ctx, group)
	least = math.Inf(1)
	if err != nil {
		return nil, least, err
	}
	nobody := make([]bool, len(labels))
	for _, x := range vectors {
		order := descending(group, x, nobody)
		c.sweep(labels, before, order, g, []int{fresh}, 1, func(size, _ int, change, _ float64) {
			if size < len(order) && change < least {
				least, part = change, slices.Clone(order[:size])
			}
		})
	}
	slices.Sort(part)
	if 2*len(part) > len(group) {
		part = slices.DeleteFunc(group, func(i int) bool { _, in := slices.BinarySearch(part, i); return in })
	}
	return part, least, nil
}

// Join returns the two motions, the first the lower, that are most alike: as one they have
// the normalised cut fall most. ok is false where there are less than two.
func (c *Constrainer) Join() (first, second int, ok bool) {
	first, second = c.contacts().alike()
	return first, second, first > 0
}

// contacts holds the affinity of all groups, from 0.
type contacts struct {
	all     []float64   // of the points of a group
	between [][]float64 // from one group to another
}

// contacts measures the groups.
func (c *Constrainer) contacts() contacts {
	motions := c.motions()
	t := contacts{make([]float64, motions+1), make([][]float64, motions+1)}
	for l := range t.between {
		t.between[l] = make([]float64, motions+1)
	}
	for i, l := range c.labels {
		t.all[l] += c.degree[i]
		for j, w := range c.graph.RawRowView(i) {
			t.between[l][c.labels[j]] += w
		}
	}
	return t
}

// alike returns the two motions, the first the lower, that as one have the normalised cut fall most; 0
// and 0 where there are less than two.
func (t contacts) alike() (first, second int) {
	least := math.Inf(1)
	for b := 2; b < len(t.all); b++ {
		for a := 1; a < b; a++ {
			if t.all[a] <= 0 || t.all[b] <= 0 {
				continue
			}
			one := cutShare(t.between[a][a]+t.between[b][b]+2*t.between[a][b], t.all[a]+t.all[b])
			change := one - cutShare(t.between[a][a], t.all[a]) - cutShare(t.between[b][b], t.all[b])
			if change < least {
				first, second, least = a, b, change
			}
		}
	}
	return first, second
}

// join makes one motion, the first, of two.
func (t contacts) join(first, second int) {
	for l, row := range t.between {
		row[first], row[second] = row[first]+row[second], 0
		if l == second {
			for other, v := range row {
				t.between[first][other] += v
				row[other] = 0
			}
		}
	}
	t.all[first], t.all[second] = t.all[first]+t.all[second], 0
}
