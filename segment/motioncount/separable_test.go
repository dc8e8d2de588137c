package motioncount

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// searchOf returns what groupings of tracks are judged by.
func searchOf(t *testing.T, x *mat.Dense) *motionSearch {
	t.Helper()
	run := auto.NewRun(core.Input{Data: core.Data{X: x}, Motions: 1,
		Values: auto.LRKSCAuto{}.Describe().ValuesFor(core.Trajectories), Report: func(core.Iteration) {}})
	if _, err := run.Gather(t.Context()); err != nil {
		t.Fatal(err)
	}
	search, err := newMotionSearch(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	return search
}

// TestMostAlike: two halves of one body save little by being two, two bodies much;
// and a number of motions gets the lead only where it is near the best and its
// groups are different, of noisy tracks by the views too.
func TestMostAlike(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 40, 45, 0.3, 2)
	search := searchOf(t, x)
	halves := make([]int, len(truth))
	for i := range halves {
		halves[i] = 1 + i%2
		if truth[i] == 2 {
			halves[i] = 3
		}
	}
	each, all := search.leastSeparablePair(truth, 2)
	alikeEach, alikeAll := search.leastSeparablePair(halves, 3)
	t.Logf("two bodies %.2f and %.1f nats, with halves of one %.2f and %.1f", each, all, alikeEach, alikeAll)
	if !(each > distinctEach && all > distinctNats) || !(alikeEach < 1 && alikeAll < distinctNats/2) {
		t.Errorf("two bodies %.2f and %.1f nats, with halves of one %.2f and %.1f", each, all, alikeEach, alikeAll)
	}

	three, threeTruth := scenes.RigidTracks(3, 40, 45, 0.3, 2)
	search = searchOf(t, three)
	joined := make([]int, len(threeTruth))
	for i, l := range threeTruth {
		joined[i] = min(l, 2)
	}
	for _, c := range []struct {
		behind, saved float64
		noisy, ahead  bool
	}{
		{distinctLead / 2, -0.01, false, true}, {2 * distinctLead, 0.01, false, false},
		{distinctLead / 2, -0.01, true, false}, {distinctLead / 2, 0.01, true, true},
	} {
		all := []scoredGrouping{
			{labels: joined, motions: 2, score: 1}, {labels: threeTruth, motions: 3, score: 1 - c.behind, saved: c.saved},
		}
		search.addLead(all, c.noisy)
		if (all[1].score > all[0].score) != c.ahead {
			t.Errorf("three bodies %.2f behind two groups, which views save %.2f, noisy %v: scores %v and %v", c.behind,
				c.saved, c.noisy, all[0].score, all[1].score)
		}
	}
}

// TestAddTorn has a body cut in halves, which are no motion more where the views tell none, two motions that
// are clearly different, or a cut that the score is sure of, and one body that is not to be one motion.
func TestAddTorn(t *testing.T) {
	x, truth := scenes.RigidTracks(3, 40, 45, 0.3, 2)
	search := searchOf(t, x)
	torn, joined, halves := slices.Clone(truth), slices.Clone(truth), slices.Clone(truth)
	for i, l := range truth {
		halves[i] = 1 + i%2
		if l == 3 && i%2 == 0 {
			torn[i] = 4
		}
		joined[i] = min(l, 2)
	}
	for _, c := range []struct {
		name        string
		less, more  []int
		motions     int // of less
		lead, saved float64
		fewer       bool
	}{
		{"halves of a body", truth, torn, 3, 1, -0.01, true},
		{"the views tell it", truth, torn, 3, 1, 0.01, false},
		{"a clear lead", truth, torn, 3, 3, -0.01, false},
		{"two bodies", joined, truth, 2, 1, -0.01, false},
		{"one motion", slices.Repeat([]int{1}, len(truth)), halves, 1, 1, -0.01, false},
	} {
		all := []scoredGrouping{
			{labels: c.less, motions: c.motions},
			{labels: c.more, motions: c.motions + 1, score: c.lead, saved: c.saved},
		}
		search.addTorn(all)
		if fewer := all[0].score > all[1].score; fewer != c.fewer {
			t.Errorf("%s: one motion less %v, want %v; scores %v and %v", c.name, fewer, c.fewer, all[0].score,
				all[1].score)
		}
		if !c.fewer && all[0].score != 0 {
			t.Errorf("%s: score %v, want it as it was", c.name, all[0].score)
		}
	}
}
