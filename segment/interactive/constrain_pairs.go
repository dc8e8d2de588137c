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
	r := &resolver{seedOf: map[int]Seed{}, parent: map[int]int{}}
	r.seeds(constraints.Seeds)
	r.together(constraints.Together)
	r.apart(constraints.Apart)
	said := map[int]bool{}
	for _, s := range r.known.seeds {
		said[s.Point] = true
	}
	for _, points := range r.joined() {
		s, ok := r.seedOf[r.root(points[0])]
		if !ok {
			r.known.joined = append(r.known.joined, points)
			continue
		}
		for _, p := range points {
			if !said[p] {
				r.known.seeds = append(r.known.seeds, Seed{p, s.Motion})
			}
		}
	}
	return r.known, r.contradictions
}

// resolver takes constraints one after the other, and keeps those that agree with what
// it has.
type resolver struct {
	known          known
	contradictions []Contradiction
	parent         map[int]int  // of points joined by pairs, up to their root
	seedOf         map[int]Seed // by the root of the points joined
	obeyed         [][2]int     // pairs that belong together
}

// root returns the point that stands for all those joined with p.
func (r *resolver) root(p int) int {
	for {
		up, ok := r.parent[p]
		if !ok {
			return p
		}
		p = up
	}
}

// contradict notes what cannot hold together, and which of it is left out.
func (r *resolver) contradict(all, leftOut Constraints) {
	r.contradictions = append(r.contradictions, Contradiction{Constraints: all, LeftOut: leftOut})
}

func (r *resolver) seeds(seeds []Seed) {
	for _, s := range seeds {
		switch before, ok := r.seedOf[s.Point]; {
		case !ok:
			r.seedOf[s.Point] = s
			r.known.seeds = append(r.known.seeds, s)
		case before.Motion != s.Motion:
			r.contradict(Constraints{Seeds: []Seed{before, s}}, Constraints{Seeds: []Seed{s}})
		}
	}
}

func (r *resolver) together(pairs [][2]int) {
	for _, pair := range pairs {
		a, b := r.root(pair[0]), r.root(pair[1])
		if a == b {
			continue
		}
		seedA, okA := r.seedOf[a]
		seedB, okB := r.seedOf[b]
		if okA && okB && seedA.Motion != seedB.Motion {
			chain := slices.Concat(path(r.obeyed, seedA.Point, pair[0]), [][2]int{pair}, path(r.obeyed, pair[1], seedB.Point))
			r.contradict(Constraints{Seeds: []Seed{seedA, seedB}, Together: chain}, Constraints{Together: [][2]int{pair}})
			continue
		}
		r.obeyed = append(r.obeyed, pair)
		r.parent[b] = a
		if okB {
			r.seedOf[a] = seedB
		}
	}
}

func (r *resolver) apart(pairs [][2]int) {
	for _, pair := range pairs {
		a, b := r.root(pair[0]), r.root(pair[1])
		seedA, okA := r.seedOf[a]
		seedB, okB := r.seedOf[b]
		leftOut := Constraints{Apart: [][2]int{pair}}
		switch {
		case a == b:
			r.contradict(Constraints{Together: path(r.obeyed, pair[0], pair[1]), Apart: [][2]int{pair}}, leftOut)
		case okA && okB && seedA.Motion == seedB.Motion:
			chain := slices.Concat(path(r.obeyed, seedA.Point, pair[0]), path(r.obeyed, pair[1], seedB.Point))
			r.contradict(Constraints{Seeds: []Seed{seedA, seedB}, Together: chain, Apart: [][2]int{pair}}, leftOut)
		default:
			r.known.apart = append(r.known.apart, pair)
		}
	}
}

// joined returns the points that pairs join, by the order in which they were named.
func (r *resolver) joined() (joined [][]int) {
	groups := map[int]int{}
	listed := map[int]bool{}
	for _, pair := range r.obeyed {
		for _, p := range pair {
			if listed[p] {
				continue
			}
			listed[p] = true
			root := r.root(p)
			g, ok := groups[root]
			if !ok {
				g = len(joined)
				groups[root] = g
				joined = append(joined, nil)
			}
			joined[g] = append(joined[g], p)
		}
	}
	return joined
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

// applyPairs gives the points of pairs whose motion no seed says to motions.
func (c *Constrainer) applyPairs(ctx context.Context, s *state, k known) error {
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
	s.contradictions = append(s.contradictions,
		Contradiction{Constraints: all, LeftOut: Constraints{Apart: [][2]int{apart[last]}}})
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
