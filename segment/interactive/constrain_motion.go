package interactive

import (
	"context"
	"math"

	"motionseg/segment/geometry"
	"motionseg/segment/internal/dense"
	"motionseg/segment/spectral"
)

const (
	// scorePrice is by how much less probable, in natural logarithms, a grouping
	// is for every nat per point that it takes more to describe, see rise.
	scorePrice = 20
)

// motionCosts is what it takes to describe the motion of every point in every
// group 0…K, n×(K+1), in nats of the mean over all points, with the motions that
// the groups have. In a group without points, and without a group, it is what it
// is in the point's own.
type motionCosts struct {
	groups int // K + 1
	points []float64
	cut    float64 // what a logarithm of the normalised cut counts beside them
}

// extra returns what it takes more to describe point i in a group than in its
// own; 0 for a group that is not known.
func (m *motionCosts) extra(i, own, group int) float64 {
	if m == nil || group >= m.groups {
		return 0
	}
	return m.points[i*m.groups+group] - m.points[i*m.groups+own]
}

// costs returns what motions cost with these labels of the graph's points, nil
// where the method judged no groupings by their motion. They are kept, since the
// next question is about the same labels. The error is ctx.Err().
func (c *Constrainer) costs(ctx context.Context, labels []int, motions int) (*motionCosts, error) {
	g, ok := c.result.Refinement.(*geometry.Scorer)
	if !ok {
		return nil, nil
	}
	key := spectral.LabelKey(append([]int{motions}, labels...))
	if known, ok := c.described[key]; ok {
		return known, nil
	}
	present := make([]int, motions+1) // the number of a group among those with points
	few := make([]int, len(labels))
	k := 0
	for i, l := range labels {
		if l > 0 && present[l] == 0 {
			k++
			present[l] = k
		}
		few[i] = present[l]
	}
	points, _, err := g.TrackCosts(ctx, few, k)
	if err != nil {
		return nil, err
	}
	m := &motionCosts{motions + 1, make([]float64, len(labels)*(motions+1)), g.Scale.Cut}
	for i, own := range few {
		if own == 0 {
			continue
		}
		to := m.points[i*m.groups:][:m.groups]
		for group, number := range present {
			if number == 0 {
				number = own
			}
			to[group] = points[i*k+number-1] * g.ViewsOfTrack()
		}
	}
	if len(c.described) == keptPartitions {
		clear(c.described)
	}
	c.described[key] = m
	return m, nil
}

// rise returns by how much less probable a grouping becomes, in natural
// logarithms, when its normalised cut rises by cut and what its motions take to
// describe by extra, see motionCosts: by the score that the method judged groupings
// by where there is one, else by the cut alone.
func (v volumes) rise(cut, extra float64) float64 {
	if v.motion == nil {
		return cutPrice * cut
	}
	return scorePrice * (extra + v.motion.cut*math.Log((spectral.SmallCut+max(v.cut+cut, 0))/(spectral.SmallCut+v.cut)))
}

// undrawn returns by how much less probable it is, in natural logarithms, that a part
// belongs to a motion because of the share of its affinity that is drawn there, where
// that is less than own, that of the point clicked in it alone; 0 for a motion without points.
func (v volumes) undrawn(motion int, own, share float64) float64 {
	if v.all[motion] <= 0 {
		return 0
	}
	return max(math.Log(own/max(share, dense.Rounding)), 0)
}

// drawn returns for every prefix of an order of points of group g, by its size, and
// for every motion, which share of the prefix's affinity to that motion and to the
// rest of its group is to the motion: of random walks that leave the part for one of
// the two, so many go there. A whole group is compared with what is inside it.
func (c *Constrainer) drawn(labels []int, motions int, order []int, g int) [][]float64 {
	shares := make([][]float64, len(order)+1)
	to := make([]float64, motions+1)
	inside := make([]bool, len(labels))
	var within, rest float64 // affinity inside the prefix and to the rest of the group
	size := len(members(labels, g))
	for k, i := range order {
		for j, w := range c.graph.RawRowView(i) {
			switch l := labels[j]; {
			case j == i:
			case l != g:
				to[l] += w
			case inside[j]:
				rest -= w
				within += 2 * w
			default:
				rest += w
			}
		}
		inside[i] = true
		own := max(rest, 0)
		if k+1 == size {
			own = within
		}
		share := make([]float64, len(to))
		for l, w := range to {
			share[l] = w / (w + own + math.SmallestNonzeroFloat64)
		}
		shares[k+1] = share
	}
	return shares
}
