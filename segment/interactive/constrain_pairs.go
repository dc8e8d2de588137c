package interactive

import (
	"context"
	"slices"
)

// known is what constraints say once those that contradict others are left out.
type known struct {
	seeds  []Seed  // as given, then the points that pairs join to them
	joined [][]int // points that belong together, of motions not said
	apart  [][2]int
}

// resolve follows pairs to what they imply, and finds what contradicts what was
// there before it: seeds first, then pairs together, then pairs apart.
func resolve(constraints Constraints) (known, []Contradiction) {
	var k known
	var contradictions []Contradiction
	seedOf := map[int]Seed{} // by the root of the points joined
	parent := map[int]int{}
	root := func(p int) int {
		for {
			up, ok := parent[p]
			if !ok {
				return p
			}
			p = up
		}
	}
	for _, s := range constraints.Seeds {
		switch before, ok := seedOf[s.Point]; {
		case !ok:
			seedOf[s.Point] = s
			k.seeds = append(k.seeds, s)
		case before.Motion != s.Motion:
			contradictions = append(contradictions, Contradiction{
				Constraints: Constraints{Seeds: []Seed{before, s}}, LeftOut: Constraints{Seeds: []Seed{s}}})
		}
	}
	var obeyed [][2]int
	for _, pair := range constraints.Together {
		a, b := root(pair[0]), root(pair[1])
		if a == b {
			continue
		}
		seedA, okA := seedOf[a]
		seedB, okB := seedOf[b]
		if okA && okB && seedA.Motion != seedB.Motion {
			chain := slices.Concat(path(obeyed, seedA.Point, pair[0]), [][2]int{pair}, path(obeyed, pair[1], seedB.Point))
			contradictions = append(contradictions, Contradiction{
				Constraints: Constraints{Seeds: []Seed{seedA, seedB}, Together: chain}, LeftOut: Constraints{Together: [][2]int{pair}}})
			continue
		}
		obeyed = append(obeyed, pair)
		parent[b] = a
		if okB {
			seedOf[a] = seedB
		}
	}
	for _, pair := range constraints.Apart {
		a, b := root(pair[0]), root(pair[1])
		seedA, okA := seedOf[a]
		seedB, okB := seedOf[b]
		switch {
		case a == b:
			contradictions = append(contradictions, Contradiction{
				Constraints: Constraints{Together: path(obeyed, pair[0], pair[1]), Apart: [][2]int{pair}}, LeftOut: Constraints{Apart: [][2]int{pair}}})
		case okA && okB && seedA.Motion == seedB.Motion:
			chain := slices.Concat(path(obeyed, seedA.Point, pair[0]), path(obeyed, pair[1], seedB.Point))
			contradictions = append(contradictions, Contradiction{
				Constraints: Constraints{Seeds: []Seed{seedA, seedB}, Together: chain, Apart: [][2]int{pair}}, LeftOut: Constraints{Apart: [][2]int{pair}}})
		default:
			k.apart = append(k.apart, pair)
		}
	}
	// Points that pairs join, by the order in which they were named.
	groups := map[int]int{}
	listed := map[int]bool{}
	var joined [][]int
	for _, pair := range obeyed {
		for _, p := range pair {
			if listed[p] {
				continue
			}
			listed[p] = true
			r := root(p)
			g, ok := groups[r]
			if !ok {
				g = len(joined)
				groups[r] = g
				joined = append(joined, nil)
			}
			joined[g] = append(joined[g], p)
		}
	}
	said := map[int]bool{}
	for _, s := range k.seeds {
		said[s.Point] = true
	}
	for _, points := range joined {
		s, ok := seedOf[root(points[0])]
		if !ok {
			k.joined = append(k.joined, points)
			continue
		}
		for _, p := range points {
			if !said[p] {
				k.seeds = append(k.seeds, Seed{p, s.Motion})
			}
		}
	}
	return k, contradictions
}

// path returns the fewest pairs that lead from one point to another; none when
// they are the same.
func path(pairs [][2]int, from, to int) [][2]int {
	by := map[int]int{from: -1} // the pair by which a point was reached
	queue := []int{from}
	for len(queue) > 0 && queue[0] != to {
		p := queue[0]
		queue = queue[1:]
		for i, pair := range pairs {
			for side := range 2 {
				next := pair[1-side]
				if _, ok := by[next]; pair[side] == p && !ok {
					by[next] = i
					queue = append(queue, next)
				}
			}
		}
	}
	var way [][2]int
	for p := to; p != from; {
		pair := pairs[by[p]]
		way = append(way, pair)
		p = pair[0] + pair[1] - p
	}
	slices.Reverse(way)
	return way
}

// settlePairs gives the points of pairs whose motion no seed says to motions.
func (c *Constrainer) settlePairs(ctx context.Context, s *state, k known) error {
	give := func(points []int) error {
		motion, ok := c.nearest(s, points, s.forbidden(k.apart, points))
		for !ok {
			k.apart = s.leaveOut(k.apart, points)
			motion, ok = c.nearest(s, points, s.forbidden(k.apart, points))
		}
		for _, p := range points {
			if err := c.seed(ctx, s, Seed{p, motion}); err != nil {
				return err
			}
		}
		return nil
	}
	for _, points := range k.joined {
		if err := give(points); err != nil {
			return err
		}
	}
	for _, pair := range slices.Clone(k.apart) {
		if c.hold(s, pair[1]) > c.hold(s, pair[0]) {
			pair[0], pair[1] = pair[1], pair[0] // the other will have to move
		}
		for _, p := range pair {
			if _, ok := s.given[p]; !ok {
				if err := give([]int{p}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// hold returns how much of a point's affinity is to its own group, 0…1.
func (c *Constrainer) hold(s *state, point int) float64 {
	v := c.vertex(point)
	if c.degree[v] == 0 {
		return 0
	}
	return c.sums(s.labels, v, s.motions)[s.labels[v]] / c.degree[v]
}

// forbidden returns the motions that some points are kept apart from.
func (s *state) forbidden(apart [][2]int, points []int) map[int]bool {
	motions := map[int]bool{}
	for _, pair := range apart {
		for side := range 2 {
			if motion, ok := s.given[pair[1-side]]; ok && slices.Contains(points, pair[side]) {
				motions[motion] = true
			}
		}
	}
	return motions
}

// leaveOut reports the pairs that keep some points apart from every motion, and
// returns the pairs without the last of them.
func (s *state) leaveOut(apart [][2]int, points []int) [][2]int {
	var all Constraints
	last := 0
	for i, pair := range apart {
		for side := range 2 {
			other := pair[1-side]
			if motion, ok := s.given[other]; ok && motion > 0 && slices.Contains(points, pair[side]) {
				all.Apart = append(all.Apart, pair)
				all.Seeds = append(all.Seeds, Seed{other, motion})
				last = i
			}
		}
	}
	s.contradictions = append(s.contradictions, Contradiction{Constraints: all, LeftOut: Constraints{Apart: [][2]int{apart[last]}}})
	return slices.Delete(slices.Clone(apart), last, last+1)
}

// nearest returns the motion that points have most affinity to together, of
// those not forbidden: their own label where they agree and may keep it.
func (c *Constrainer) nearest(s *state, points []int, forbidden map[int]bool) (motion int, ok bool) {
	share := make([]float64, s.motions+1)
	for _, p := range points {
		v := c.vertex(p)
		sums := c.sums(s.labels, v, s.motions)
		for m, sum := range sums {
			if c.degree[v] > 0 {
				share[m] += sum / c.degree[v]
			}
		}
		share[s.labels[v]]++
	}
	for m := 1; m <= s.motions; m++ {
		if !forbidden[m] && (!ok || share[m] > share[motion]) {
			motion, ok = m, true
		}
	}
	return motion, ok
}
