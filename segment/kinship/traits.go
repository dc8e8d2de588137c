package kinship

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
)

// What tells whether two groups of tracks move as one, see Comparer.traits.
const (
	traitNats  = iota // nats that their motions save by being two, in views of both, logarithm
	traitLink         // logarithm of the evidence between against that within them
	traitTouch        // logarithm of the share of the smaller's neighbours that are the other's
	traitJump         // how much more neighbours move apart across their border than within, logarithm
	traitDrift        // how their mean displacements differ, logarithm
	traitCount
)

// traits are the values of two groups.
type traits [traitCount]float64

const (
	// kinNeighbours is how many neighbours of a point are looked at, and kinFrames in
	// how many frames.
	kinNeighbours = 8
	kinFrames     = 8
	// leastNoise is the least noise of tracks that is reckoned with, in units of what they
	// span.
	leastNoise = 0.00054
)

// moment is where points are and how they move from one frame to another.
type moment struct {
	seen   []bool    // in both; of others nothing is known
	x, y   []float64 // halfway
	dx, dy []float64
	near   [][]int32   // the nearest of the points that are seen in both
	apart  [][]float64 // how far each of these moves apart from the point
}

// kin is one group of tracks.
type kin struct {
	members []int
	key     []byte  // 1 for members, 0 for others
	inside  float64 // evidence within
	moments []kinMoment
}

// kinMoment is a group in a moment.
type kinMoment struct {
	seen   int
	dx, dy float64 // means
	apart  float64 // the median of how far neighbours within it move apart; −1 without any
}

// Comparer compares groups of tracks. It may be asked from several goroutines.
type Comparer struct {
	g       *geometry.Scorer
	w       *mat.Dense
	n       int
	noise   float64 // of a displacement
	moments []moment
	mu      sync.Mutex // of costs
	costs   map[string]cost
}

// NewComparer prepares to compare groups of the tracks of in.Data. w is all the evidence. The
// error is ctx.Err().
func NewComparer(ctx context.Context, in core.Input, w *mat.Dense) (*Comparer, error) {
	data := in.Data
	g, err := geometry.SharedScorer(ctx, in.Analysis, data, geometry.CoarseScale(data), in.Workers)
	if err != nil {
		return nil, err
	}
	k := &Comparer{
		g: g.Halved(), w: w, n: data.Points(), costs: map[string]cost{},
		noise: max(geometry.TrackNoise(data), leastNoise*geometry.RMSOfSeen(data)),
	}
	rows, _ := data.X.Dims()
	frames := rows / 2
	step := stepOf(data)
	count := min(kinFrames, frames-step)
	k.moments = make([]moment, count)
	parallel.Each(count, in.Workers, func(_, m int) {
		from := m * (frames - step) / count
		k.moments[m] = momentOf(data, from, from+step, 1)
	})
	return k, ctx.Err()
}

// momentOf returns how points move from one frame to another, in units of unit.
func momentOf(data core.Data, from, to int, unit float64) moment {
	n := data.Points()
	x, y := data.X.RawRowView(2*from), data.X.RawRowView(2*from+1)
	u, v := data.X.RawRowView(2*to), data.X.RawRowView(2*to+1)
	m := moment{seen: make([]bool, n), near: make([][]int32, n), apart: make([][]float64, n)}
	for _, of := range []*[]float64{&m.x, &m.y, &m.dx, &m.dy} {
		*of = make([]float64, n)
	}
	seen := data.SeenIn([2]int{from, to})
	for _, i := range seen {
		m.seen[i] = true
		m.x[i], m.y[i] = (x[i]+u[i])/2/unit, (y[i]+v[i])/2/unit
		m.dx[i], m.dy[i] = (u[i]-x[i])/unit, (v[i]-y[i])/unit
	}
	for _, i := range seen {
		m.near[i] = nearestOf(i, seen, m.x, m.y)
		m.apart[i] = make([]float64, len(m.near[i]))
		for t, j := range m.near[i] {
			m.apart[i][t] = math.Hypot(m.dx[i]-m.dx[j], m.dy[i]-m.dy[j])
		}
	}
	return m
}

// group returns the group of these tracks, ascending.
func (k *Comparer) group(members []int) *kin {
	g := &kin{members: members, key: make([]byte, k.n)}
	for _, i := range members {
		g.key[i] = 1
	}
	for _, i := range members {
		row := k.w.RawRowView(i)
		for _, j := range members {
			g.inside += row[j]
		}
	}
	for _, m := range k.moments {
		var at kinMoment
		var apart []float64
		for _, i := range members {
			if !m.seen[i] {
				continue
			}
			at.seen++
			at.dx += m.dx[i]
			at.dy += m.dy[i]
			for t, j := range m.near[i] {
				if g.key[j] == 1 {
					apart = append(apart, m.apart[i][t])
				}
			}
		}
		at.dx /= float64(max(at.seen, 1))
		at.dy /= float64(max(at.seen, 1))
		if at.apart = -1; apart != nil {
			at.apart = dense.Ordered(apart, len(apart)/2)
		}
		g.moments = append(g.moments, at)
	}
	return g
}

// cost is what the motion of some tracks takes to describe, see geometry.Scorer.ViewCosts.
type cost struct {
	all   float64
	views []float64
}

// cost returns what the motion of the members takes to describe.
func (k *Comparer) cost(ctx context.Context, members []byte) (c cost, err error) {
	k.mu.Lock()
	c, ok := k.costs[string(members)]
	k.mu.Unlock()
	if ok {
		return c, ctx.Err()
	}
	labels := make([]int, len(members))
	for i, m := range members {
		labels[i] = int(m)
	}
	if c.all, c.views, err = k.g.ViewCosts(ctx, labels); err == nil {
		k.mu.Lock()
		k.costs[string(members)] = c
		k.mu.Unlock()
	}
	return c, err
}

// traits compares two groups.
func (k *Comparer) traits(ctx context.Context, a, b *kin) (t traits, err error) {
	t = k.evident(a, b)
	t[traitNats], err = k.nats(ctx, a, b)
	return t, err
}

// nats returns traitNats of two groups, by the views in which both are seen, as the others tell nothing
// of the two. Of two that are never seen together all that tells is that one motion has fewer numbers.
func (k *Comparer) nats(ctx context.Context, a, b *kin) (float64, error) {
	both := slices.Clone(a.key)
	for _, i := range b.members {
		both[i] = 1
	}
	var costs [3]cost
	for i, key := range [3][]byte{both, a.key, b.key} {
		var err error
		if costs[i], err = k.cost(ctx, key); err != nil {
			return 0, err
		}
	}
	one, first, second := costs[0], costs[1], costs[2]
	var saved float64
	together := false
	for v, c := range one.views {
		if two := first.views[v] + second.views[v]; !math.IsNaN(two) {
			saved += c - two
			together = true
		}
	}
	if !together {
		saved = one.all - first.all - second.all
	}
	return k.natsTrait(saved), nil
}

// evident compares two groups by all but traitNats, which takes the most time.
func (k *Comparer) evident(a, b *kin) (t traits) {
	if len(a.members) > len(b.members) {
		a, b = b, a
	}
	small, large := float64(len(a.members)), float64(len(b.members))
	var between float64
	for _, i := range a.members {
		row := k.w.RawRowView(i)
		for _, j := range b.members {
			between += row[j]
		}
	}
	within := math.Sqrt(a.inside / small / small * b.inside / large / large)
	t[traitLink] = math.Log(leastShare + between/small/large/max(within, 1e-12))
	k.compare(&t, a, b)
	return t
}

// mostTrait returns a traitNats that two groups hardly ever surpass: all tracks as one take more to
// describe than two groups of them.
func (k *Comparer) mostTrait(ctx context.Context) (float64, error) {
	all := make([]byte, k.n)
	for i := range all {
		all[i] = 1
	}
	c, err := k.cost(ctx, all)
	return k.natsTrait(c.all), err
}

// natsTrait returns traitNats of so many nats per point and view of all tracks.
func (k *Comparer) natsTrait(nats float64) float64 {
	return natsTrait(nats * float64(k.n) * k.g.ViewsOfTrack())
}

// natsTrait returns traitNats of so many nats.
func natsTrait(nats float64) float64 { return math.Copysign(math.Log1p(math.Abs(nats)/10), nats) }

// compare fills in what neighbours and displacements tell.
func (k *Comparer) compare(t *traits, a, b *kin) {
	var slots, touching, drift, weights, jumps, borders float64
	for v, m := range k.moments {
		p, q := a.moments[v], b.moments[v]
		if p.seen == 0 || q.seen == 0 {
			continue
		}
		var across []float64
		for _, i := range a.members {
			for t, j := range m.near[i] {
				slots++
				if b.key[j] == 1 {
					touching++
					across = append(across, m.apart[i][t])
				}
			}
		}
		spread := k.noise
		for _, g := range []kinMoment{p, q} {
			spread = max(spread, g.apart)
		}
		weight := float64(p.seen)
		drift += weight * math.Log(k.noise+math.Hypot(p.dx-q.dx, p.dy-q.dy))
		weights += weight
		if len(across) > 2 {
			jump := math.Log((k.noise + dense.Ordered(across, len(across)/2)) / (k.noise + spread))
			jumps += float64(len(across)) * jump
			borders += float64(len(across))
		}
	}
	t[traitTouch] = math.Log(leastShare + touching/max(slots, 1))
	t[traitJump] = jumps / max(borders, 1)
	t[traitDrift] = drift/max(weights, 1) - math.Log(k.noise)
}
