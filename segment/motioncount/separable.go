package motioncount

import (
	"math"

	"motionseg/segment/coding"
)

const (
	// distinctEach and distinctNats are how many nats a point of the smaller group,
	// and in all, two groups must save by being two for them to be clearly two.
	distinctEach = 4
	distinctNats = 100
	// distinctLead is what a motion more adds to the score where its two most alike
	// groups are clearly two: the cut counts against every motion, however
	// different they are.
	distinctLead = 2
)

// leastSeparablePair returns the fewest nats that two of the groups 1…k of labels save in
// the dimensions beyond where their points are (see tail) by being two in place of
// one: a point of the smaller group, and in all; each the least over all pairs.
func (s *motionSearch) leastSeparablePair(labels []int, k int) (each, all float64) {
	each, all = math.Inf(1), math.Inf(1)
	groups := coding.ScatterOf(s.where.All, labels, k)
	for b, g := range groups {
		for _, h := range groups[:b] {
			if smaller := min(g.N, h.N); smaller > 0 {
				saved := s.tail(g.Union(h)) - s.tail(g) - s.tail(h)
				each, all = min(each, saved/smaller), min(all, saved)
			}
		}
	}
	return each, all
}

// scoredGrouping is a grouping with its score.
type scoredGrouping struct {
	labels  []int
	motions int
	score   float64
}

// addLead adds to the scores of the groupings with one motion more than the best
// number, where the best of them comes within distinctLead of it and its groups are
// clearly different; and so on from there. One motion is never left so: what a
// single body does to a camera near it looks like two as well.
func (s *motionSearch) addLead(all []scoredGrouping) {
	best := map[int]*scoredGrouping{}
	first := &all[0]
	for i := range all {
		g := &all[i]
		if b := best[g.motions]; b == nil || g.score > b.score {
			best[g.motions] = g
		}
		if g.score > first.score {
			first = g
		}
	}
	lead := 0.0
	for k := first.motions; k > 1; k++ {
		g, next := best[k], best[k+1]
		if next == nil || next.score+lead <= g.score-distinctLead {
			return
		}
		if each, nats := s.leastSeparablePair(next.labels, k+1); each <= distinctEach || nats <= distinctNats {
			return
		}
		lead += distinctLead
		for i := range all {
			if all[i].motions == k+1 {
				all[i].score += lead
			}
		}
	}
}
