package interactive

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// partPower is the power of the share of its affinity that a part has to another motion
// by which that counts where the cut alone is weighed: a part is the best of hundreds of
// prefixes, so that its share overstates how probably it is wrong, and a single point is
// not. constrain.md has what other powers do.
const partPower = 2

// Doubt is points that may belong to another motion together, and the one of
// them to ask about.
type Doubt struct {
	Point  int // column of the data, from 0
	Motion int // the label that they have
	Second int // the motion that they may belong to; 0 when it is only that nothing is known of them
	Points []int
	// Gain is how many points are expected to become right by asking, up to a
	// factor that is the same for all doubts of one result.
	Gain float64
}

// Doubtful returns where one more seed helps most, with the labels that these
// constraints make: the part of a group with the largest expected number of
// wrong points. A part is wrong with a probability that falls exponentially
// with what the normalised cut rises by its move to another motion, see
// Constrainer, or its score where the method judged groupings by the motion of
// their groups; parts are prefixes of the orders of the group's points by the
// leading eigenvectors of its own affinity, from both ends, and every whole group
// without a seed, which may be a piece of another one. Groups have the names that
// agree best with all points, so that a part is no larger than all that would keep
// its name: the rest of its group and the other motion. Where a motion has lost all
// its points, it is a part of another: by how much the cut rises there counts from
// the part where it rises least. Points near a seed in the random walk count as little as they can
// still surprise. A part is the less probably wrong the less of the affinity that leaves it
// is to the other motion, and single points are doubts by that alone. The point to ask about
// is the one with most affinity inside the part, weighed by the gain of all doubts that its
// answer tells of.
//
// It is the same for the same result and constraints. ok is false when every
// point has a seed. The error is as for Constrain.
func (c *Constrainer) Doubtful(ctx context.Context, constraints Constraints) (doubt Doubt, ok bool, err error) {
	if err := c.check(constraints); err != nil {
		return Doubt{}, false, err
	}
	s, err := c.apply(ctx, constraints)
	if err != nil {
		return Doubt{}, false, err
	}
	before, err := c.measured(ctx, s.labels, s.motions)
	if err != nil {
		return Doubt{}, false, err
	}
	d := doubter{c: c, s: s, before: before, covered: make([]float64, len(s.labels)), sizes: make([]int, s.motions+1)}
	for _, l := range s.labels {
		d.sizes[l]++
	}
	if err := d.lost(ctx); err != nil {
		return Doubt{}, false, err
	}
	for g := 1; g <= s.motions; g++ {
		if d.sizes[g] > 0 {
			if err := d.group(ctx, g); err != nil {
				return Doubt{}, false, err
			}
		}
	}
	d.lone()
	v := d.centre()
	if v < 0 {
		return Doubt{}, false, nil
	}
	if c.result.Landmarks != nil {
		v = c.result.Landmarks[v]
		for i, p := range d.best.Points {
			d.best.Points[i] = c.result.Landmarks[p]
		}
	}
	d.best.Point = v
	slices.Sort(d.best.Points)
	return d.best, true, nil
}

// doubter looks for the largest doubt; its points are those of the graph.
type doubter struct {
	c       *Constrainer
	s       *state
	before  volumes
	covered []float64 // how well seeds cover every point, 0…1
	sizes   []int     // of the groups
	best    Doubt
	weighed []Doubt // the best of every order, and every single point
	empty   int     // a motion without points, 0 for none
	cheap   float64 // by how little the cut can rise when a part becomes that motion
}

// lost looks for a motion without points, and for what it costs least to give it
// some.
func (d *doubter) lost(ctx context.Context) error {
	d.empty = 1 + slices.Index(d.sizes[1:], 0)
	if d.empty == 0 {
		return nil
	}
	d.cheap = math.Inf(1)
	for g := 1; g <= d.s.motions; g++ {
		group := members(d.s.labels, g)
		err := d.orders(ctx, group, func(order []int) {
			d.c.sweep(d.s.labels, d.before, order, g, []int{d.empty}, 1, func(size, _ int, change, extra float64) {
				if 2*size <= len(group) {
					d.cheap = min(d.cheap, d.before.rise(change, extra))
				}
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// orders calls f with every order of a group's points by the eigenvectors of its
// affinity, from both ends up to the first seed.
func (d *doubter) orders(ctx context.Context, group []int, f func(order []int)) error {
	vectors, err := d.c.partition(ctx, group)
	if err != nil {
		return err
	}
	for _, x := range vectors {
		x = slices.Clone(x)
		for range 2 {
			f(descending(group, x, d.s.seeded))
			floats.Scale(-1, x)
		}
	}
	return nil
}

// group looks at the parts of one group.
func (d *doubter) group(ctx context.Context, g int) error {
	group := members(d.s.labels, g)
	seeds := 0
	for _, i := range group {
		if d.s.seeded[i] {
			seeds++
		}
	}
	var others []int
	for other := 1; other <= d.s.motions; other++ {
		if other != g && d.sizes[other] > 0 {
			others = append(others, other)
		}
	}
	if seeds > 0 {
		nobody := make([]bool, len(d.s.labels))
		covered, err := d.c.potential(ctx, group, func(i int) bool { return d.s.seeded[i] }, nobody)
		if err != nil {
			return err
		}
		for a, i := range group {
			d.covered[i] = covered[a]
		}
	} else if len(others) > 0 {
		emptied, err := d.c.cheapestSplit(ctx, d.s.labels, d.before, g)
		if err != nil {
			return err
		}
		d.consider(group, g, others, emptied, 0, len(group), len(group))
	}
	return d.orders(ctx, group, func(order []int) {
		d.consider(order, g, others, 1, 0, 1, len(group)-1)
		if d.empty > 0 {
			d.consider(order, g, []int{d.empty}, 1, d.cheap, 1, len(group)-1)
		}
	})
}

// consider weighs the prefixes of an order of some points of group g, from a
// size to another. What the cut rises counts from least on.
func (d *doubter) consider(order []int, g int, targets []int, emptied, least float64, from, to int) {
	open := make([]float64, len(order)+1) // points not covered, in prefixes
	for i, v := range order {
		open[i+1] = open[i] + 1 - d.covered[v]
	}
	denied := d.denials(order, g)
	drawn := d.c.drawn(d.s.labels, d.s.motions, order, g)
	var best Doubt
	d.c.sweep(d.s.labels, d.before, order, g, targets, emptied, func(size, target int, change, extra float64) {
		if size < from || size > to || 2*size > d.sizes[g]+d.sizes[target] {
			return
		}
		gain := denied[size] * open[size] * math.Exp(-max(d.before.rise(change, extra)-least, 0))
		if d.sizes[target] > 0 {
			gain *= d.partShare(drawn[size][target])
		}
		if gain > best.Gain {
			best = Doubt{Motion: g, Second: target, Points: slices.Clone(order[:size]), Gain: gain}
		}
	})
	d.take(best)
}

// partShare returns what the share of a part's affinity that is drawn to another
// motion says of whether it is wrong.
func (d *doubter) partShare(share float64) float64 {
	if d.before.motion != nil {
		return share
	}
	return math.Pow(share, partPower)
}

// centre returns the point of the best doubt to ask about; without any doubt the
// point that seeds cover least, −1 when all have one.
func (d *doubter) centre() int {
	centre, most := -1, -1.0
	telling := d.telling()
	for _, i := range d.best.Points {
		var sum float64
		row := d.c.graph.RawRowView(i)
		for _, j := range d.best.Points {
			sum += row[j] * (1 - d.covered[j])
		}
		if telling != nil {
			sum *= telling[i]
		}
		if sum *= 1 - d.covered[i]; !d.s.seeded[i] && sum > most {
			centre, most = i, sum
		}
	}
	if centre >= 0 {
		return centre
	}
	least := math.Inf(1)
	for i, covered := range d.covered {
		if !d.s.seeded[i] && covered < least {
			centre, least = i, covered
		}
	}
	if centre >= 0 {
		d.best = Doubt{Motion: d.s.labels[centre], Points: []int{centre}}
	}
	return centre
}
