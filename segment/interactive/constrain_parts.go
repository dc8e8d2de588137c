package interactive

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/spectral"
)

const (
	// cutPrice is by how much less probable, in natural logarithms, a grouping
	// is for every 1 of normalised cut more.
	cutPrice = 40
	// sizeBonus is by how much more probable, in natural logarithms, a part is that
	// holds a click for every logarithm of its points: 1 were it certain that every
	// point is clicked as likely, but those are that someone was asked about.
	sizeBonus = 0.25
	// leak is the share of a random walk that is lost at every step, in units of
	// what goes on: walks from a seed stay near it.
	leak = 0.03
	// partVectors is how many eigenvectors of a group suggest parts of it.
	partVectors = 3
	// tolerance bounds their residual, of which only an order is read, and that of a
	// potential relative to its start; walkSteps bounds the steps of conjugate gradients.
	tolerance = 1e-6
	walkSteps = 200
)

// volumes holds, for every group from 0, the affinity inside it and all
// affinity of its points, and what else the change of a grouping is judged from.
type volumes struct {
	inside, all []float64
	cut         float64      // the normalised cut
	motion      *motionCosts // nil where the cut alone counts
}

// volumes measures the groups 0…motions, without their motion.
func (c *Constrainer) volumes(labels []int, motions int) volumes {
	v := volumes{inside: make([]float64, motions+1), all: make([]float64, motions+1)}
	for i, l := range labels {
		v.all[l] += c.degree[i]
		for j, w := range c.graph.RawRowView(i) {
			if w != 0 && labels[j] == l {
				v.inside[l] += w
			}
		}
	}
	for l := 1; l <= motions; l++ {
		v.cut += cutShare(v.inside[l], v.all[l])
	}
	return v
}

// measured is volumes with what is known of the groups' motion. The error is
// ctx.Err().
func (c *Constrainer) measured(ctx context.Context, labels []int, motions int) (volumes, error) {
	v := c.volumes(labels, motions)
	var err error
	v.motion, err = c.costs(ctx, labels, motions)
	return v, err
}

// cutShare is spectral.CutShare, but 0 for no group.
func cutShare(inside, all float64) float64 {
	if all <= 0 {
		return 0
	}
	return spectral.CutShare(inside, all)
}

// sweep moves the points of order, all of group g, one after the other to each
// of the target groups and calls judge with how many have moved, where, by
// how much that changes the normalised cut of all groups, and by how much what it
// takes to describe their motion. emptied is the price of leaving none in g.
func (c *Constrainer) sweep(
	labels []int, before volumes, order []int, g int, targets []int, emptied float64,
	judge func(size, target int, change, extra float64),
) {
	moved := make([]bool, len(labels))
	to := make([]float64, len(before.all))    // affinity of the part to every group
	var inside, all float64                   // that of the part
	extra := make([]float64, len(before.all)) // what the part takes more to describe in every group
	size := 0
	for _, l := range labels {
		if l == g {
			size++
		}
	}
	for count, v := range order {
		row := c.graph.RawRowView(v)
		var back float64
		for j, w := range row {
			if w != 0 {
				to[labels[j]] += w
				if moved[j] {
					back += w
				}
			}
		}
		moved[v] = true
		inside += 2*back + row[v]
		all += c.degree[v]
		rest := emptied
		if count+1 < size {
			rest = cutShare(before.inside[g]-2*to[g]+inside, before.all[g]-all)
		}
		for _, target := range targets {
			if target == g {
				continue
			}
			extra[target] += before.motion.extra(v, g, target)
			change := rest - cutShare(before.inside[g], before.all[g]) - cutShare(before.inside[target], before.all[target]) +
				cutShare(before.inside[target]+2*to[target]+inside, before.all[target]+all)
			judge(count+1, target, change, extra[target])
		}
	}
}

// members returns the points of a group, ascending.
func members(labels []int, g int) []int {
	var points []int
	for i, l := range labels {
		if l == g {
			points = append(points, i)
		}
	}
	return points
}

// move gives v, a point of the graph, a motion, and what hangs on it too.
func (c *Constrainer) move(ctx context.Context, s *state, v, motion int) error {
	g := s.labels[v]
	if g == 0 || motion == 0 {
		s.labels[v] = motion
		return nil
	}
	group := members(s.labels, g)
	before, err := c.measured(ctx, s.labels, max(s.motions, motion))
	if err != nil {
		return err
	}
	emptied, err := c.cheapestSplit(ctx, s.labels, before, g)
	if err != nil {
		return err
	}
	orders, err := c.ordersFrom(ctx, s, v, group)
	if err != nil {
		return err
	}
	least := math.Inf(1)
	var part []int
	motions := max(s.motions, motion)
	own := max(c.drawn(s.labels, motions, []int{v}, g)[1][motion], dense.Rounding)
	for _, order := range orders {
		drawn := c.drawn(s.labels, motions, order, g)
		c.sweep(s.labels, before, order, g, []int{motion}, emptied, func(size, _ int, cut, extra float64) {
			score := before.rise(cut, extra) - sizeBonus*math.Log(float64(size))
			score += before.undrawn(motion, own, drawn[size][motion])
			if score < least {
				least = score
				part = slices.Clone(order[:size])
			}
		})
	}
	for _, i := range part {
		s.labels[i] = motion
	}
	s.labels[v] = motion
	return nil
}

// ordersFrom returns the orders of v's group whose prefixes may move with v: by the
// potential of a walk from it, and by the eigenvectors of the group's affinity from
// the end where v is.
func (c *Constrainer) ordersFrom(ctx context.Context, s *state, v int, group []int) ([][]int, error) {
	potential, err := c.potential(ctx, group, func(i int) bool { return i == v }, s.seeded)
	if err != nil {
		return nil, err
	}
	vectors, err := c.partition(ctx, group)
	if err != nil {
		return nil, err
	}
	orders := [][]int{descending(group, potential, s.seeded)}
	at, _ := slices.BinarySearch(group, v)
	for _, x := range vectors {
		if x[at] < 0 {
			x = slices.Clone(x)
			floats.Scale(-1, x)
		}
		orders = append(orders, descending(group, x, s.seeded))
	}
	return orders, nil
}

// descending orders the points of a group by falling values, up to the first
// that may not move.
func descending(group []int, values []float64, held []bool) []int {
	at := make([]int, len(group))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	var order []int
	for _, a := range at {
		if held[group[a]] {
			break
		}
		order = append(order, group[a])
	}
	return order
}

// potential returns for every point of a group the probability that a random
// walk on its affinity, which ends with a small probability at every step, gets
// to a source before it ends or gets to a sink: a point that is held and no source.
func (c *Constrainer) potential(
	ctx context.Context, group []int, source func(int) bool, held []bool,
) ([]float64, error) {
	p := make([]float64, len(group))
	var free []int // positions in the group
	for a, i := range group {
		switch {
		case source(i):
			p[a] = 1
		case !held[i]:
			free = append(free, a)
		}
	}
	// (D(1 + leak) − W)x = W·1 on the free points, by conjugate gradients with
	// the diagonal as preconditioner.
	n := len(free)
	a := mat.NewDense(max(n, 1), max(n, 1), nil)
	diagonal, x, r := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, at := range free {
		row := c.graph.RawRowView(group[at])
		var degree float64
		for b, j := range group {
			degree += row[j]
			if p[b] == 1 {
				r[i] += row[j]
			}
		}
		to := a.RawRowView(i)
		for j, other := range free {
			to[j] = -row[group[other]]
		}
		to[i] += degree*(1+leak) + math.SmallestNonzeroFloat32
		diagonal[i] = to[i]
	}
	z := make([]float64, n)
	floats.DivTo(z, r, diagonal)
	d := slices.Clone(z)
	product := make([]float64, n)
	size := floats.Dot(r, z)
	for start, step := size, 0; step < walkSteps && size > tolerance*tolerance*start; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range n {
			product[i] = floats.Dot(a.RawRowView(i), d)
		}
		along := size / floats.Dot(d, product)
		floats.AddScaled(x, along, d)
		floats.AddScaled(r, -along, product)
		floats.DivTo(z, r, diagonal)
		next := floats.Dot(r, z)
		floats.Scale(next/size, d)
		floats.Add(d, z)
		size = next
	}
	for i, at := range free {
		p[at] = x[i]
	}
	return p, nil
}

// keptPartitions bounds how many groups' eigenvectors are kept.
const keptPartitions = 64

// partition returns the leading eigenvectors of D⁻¹W of a group's own affinity
// after the constant one: one value a point. They are kept, since one click
// after the other asks for the same groups.
func (c *Constrainer) partition(ctx context.Context, group []int) ([][]float64, error) {
	n := len(group)
	if n <= partVectors {
		return nil, nil
	}
	var key []byte
	for _, i := range group {
		key = binary.AppendUvarint(key, uint64(i))
	}
	if vectors, ok := c.parts[string(key)]; ok {
		return vectors, nil
	}
	w := mat.NewDense(n, n, nil)
	scale := make([]float64, n)
	for a, i := range group {
		row, to := c.graph.RawRowView(i), w.RawRowView(a)
		for b, j := range group {
			to[b] = row[j]
		}
		scale[a] = 1 / math.Sqrt(floats.Sum(to)+dense.MachineEpsilon)
	}
	count := min(partVectors+1, n)
	pairs, err := eigen.Leading(ctx, n, count, count, eigen.Scaled(w, scale, c.workers), tolerance)
	if err != nil {
		return nil, err
	}
	vectors := make([][]float64, count-1)
	for k := range vectors {
		vectors[k] = mat.Col(nil, k+1, pairs.Vectors)
		floats.Mul(vectors[k], scale)
	}
	if len(c.parts) == keptPartitions {
		clear(c.parts)
	}
	c.parts[string(key)] = vectors
	return vectors, nil
}

// cheapestSplit returns by how little the normalised cut can rise when a group
// other than g is split in two, 0…1: the price of a number of motions with one
// group less, since the motion that it frees must be somewhere.
func (c *Constrainer) cheapestSplit(ctx context.Context, labels []int, before volumes, g int) (float64, error) {
	least := 1.0
	fresh := len(before.all)
	with := volumes{inside: append(slices.Clone(before.inside), 0), all: append(slices.Clone(before.all), 0)}
	nobody := make([]bool, len(labels))
	for h := 1; h < fresh; h++ {
		if h == g {
			continue
		}
		group := members(labels, h)
		vectors, err := c.partition(ctx, group)
		if err != nil {
			return 0, err
		}
		for _, x := range vectors {
			c.sweep(labels, with, descending(group, x, nobody), h, []int{fresh}, 1, func(size, _ int, change, _ float64) {
				if size < len(group) {
					least = min(least, change)
				}
			})
		}
	}
	return max(least, 0), nil
}
