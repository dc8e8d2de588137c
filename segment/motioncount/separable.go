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
	saved   float64 // see auto.Views.Saved
}

// addLead adds to the scores of the groupings, one for every number of motions, ascending:
// to that with one motion more than the best, where it comes within distinctLead of it
// and its groups are clearly different; and so on from there. One motion is never left so:
// what a single body does to a camera near it looks like two as well. Of noisy tracks, which are not compared
// by pairs of frames afterwards, it must save more across the epipolar lines: near and far of a still world are as
// clearly different.
func (s *motionSearch) addLead(all []scoredGrouping, noisy bool) {
	lead := 0.0
	for at := bestAt(all); all[at].motions > 1 && at+1 < len(all); at++ {
		next := &all[at+1]
		if next.score+lead <= all[at].score-distinctLead || noisy && next.saved <= all[at].saved {
			return
		}
		if each, nats := s.leastSeparablePair(next.labels, next.motions); each <= distinctEach || nats <= distinctNats {
			return
		}
		lead += distinctLead
		next.score += lead
	}
}

// addTorn adds to the scores of the groupings, one for every number of motions, ascending: to that with one
// motion less than the best, where it comes within distinctLead of it and saves as much across the epipolar lines,
// and the two most alike groups of the best are not clearly different; and so on from there. What a camera shows
// near and far has the same lines: it is one motion, that affine cameras tear in two. Two motions stay: those of
// bodies side by side may have the same lines too. It is for noisy tracks: of others pairs of frames are asked where
// a number is not credible, and a lead would make it so.
func (s *motionSearch) addTorn(all []scoredGrouping) {
	lead := 0.0
	for at := bestAt(all); at > 0 && all[at-1].motions > 1; at-- {
		best, less := all[at], &all[at-1]
		if less.score+lead <= best.score-distinctLead || less.saved < best.saved {
			return
		}
		if each, _ := s.leastSeparablePair(best.labels, best.motions); each > distinctEach {
			return
		}
		lead += distinctLead
		less.score += lead
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
