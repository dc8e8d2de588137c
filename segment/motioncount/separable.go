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

// addLead adds to the scores of the groupings, one for every number of motions, ascending:
// to that with one motion more than the best, where it comes within distinctLead of it
// and its groups are clearly different; and so on from there. One motion is never left so:
// what a single body does to a camera near it looks like two as well.
func (s *motionSearch) addLead(all []scoredGrouping) {
	lead := 0.0
	for at := bestAt(all); all[at].motions > 1 && at+1 < len(all); at++ {
		next := &all[at+1]
		if next.score+lead <= all[at].score-distinctLead {
			return
		}
		if each, nats := s.leastSeparablePair(next.labels, next.motions); each <= distinctEach || nats <= distinctNats {
			return
		}
		lead += distinctLead
		next.score += lead
	}
}

// bestAt returns the place of the grouping with the largest score, the first of several.
func bestAt(all []scoredGrouping) int {
	best := 0
	for i, g := range all {
		if g.score > all[best].score {
			best = i
		}
	}
	return best
}
