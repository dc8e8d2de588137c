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
		some, rise, err := c.divide(ctx, before, g, motions+1)
		if err != nil {
			return nil, err
		}
		if rise < least {
			least, part = rise, some
		}
	}
	if c.result.Landmarks != nil {
		for k, i := range part {
			part[k] = c.result.Landmarks[i]
		}
	}
	return part, nil
}

// motions returns the largest number that is a motion's.
func (c *Constrainer) motions() int { return max(c.result.Motions, slices.Max(c.labels)) }

// divide returns the smaller of the two parts into which a group can be divided with the least rise of
// the normalised cut, one of which becomes the group fresh, and that rise; nil and ∞ for a group
// that cannot be.
func (c *Constrainer) divide(ctx context.Context, before volumes, g, fresh int) (part []int, least float64, err error) {
	group := members(c.labels, g)
	vectors, err := c.partition(ctx, group)
	least = math.Inf(1)
	if err != nil {
		return nil, least, err
	}
	nobody := make([]bool, len(c.labels))
	for _, x := range vectors {
		order := descending(group, x, nobody)
		c.sweep(c.labels, before, order, g, []int{fresh}, 1, func(size, _ int, change, _ float64) {
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
	motions := c.motions()
	all := make([]float64, motions+1)       // affinity of the points of a group
	between := make([][]float64, motions+1) // from one group to another
	for l := range between {
		between[l] = make([]float64, motions+1)
	}
	for i, l := range c.labels {
		all[l] += c.degree[i]
		for j, w := range c.graph.RawRowView(i) {
			between[l][c.labels[j]] += w
		}
	}
	least := math.Inf(1)
	for b := 2; b <= motions; b++ {
		for a := 1; a < b; a++ {
			if all[a] <= 0 || all[b] <= 0 {
				continue
			}
			one := cutShare(between[a][a]+between[b][b]+2*between[a][b], all[a]+all[b])
			change := one - cutShare(between[a][a], all[a]) - cutShare(between[b][b], all[b])
			if change < least {
				first, second, least = a, b, change
			}
		}
	}
	return first, second, first > 0
}
