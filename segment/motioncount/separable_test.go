package motioncount

import (
	"context"
	"testing"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// TestMostAlike: two halves of one body save little by being two, two bodies much;
// and a number of motions gets the lead only where it is near the best and its
// groups are different.
func TestMostAlike(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 40, 45, 0.3, 2)
	data := core.Data{X: x}
	run := auto.NewRun(core.Input{Data: data, Motions: 1,
		Values: auto.LRKSCAuto{}.Describe().ValuesFor(core.Trajectories), Report: func(core.Iteration) {}})
	if _, err := run.Gather(context.Background()); err != nil {
		t.Fatal(err)
	}
	search, err := newMotionSearch(context.Background(), run)
	if err != nil {
		t.Fatal(err)
	}
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
	run.In.Data = core.Data{X: three}
	if _, err := run.Gather(context.Background()); err != nil {
		t.Fatal(err)
	}
	if search, err = newMotionSearch(context.Background(), run); err != nil {
		t.Fatal(err)
	}
	joined := make([]int, len(threeTruth))
	for i, l := range threeTruth {
		joined[i] = min(l, 2)
	}
	for _, c := range []struct {
		behind float64
		ahead  bool
	}{{distinctLead / 2, true}, {2 * distinctLead, false}} {
		all := []scoredGrouping{{joined, 2, 1}, {threeTruth, 3, 1 - c.behind}}
		search.addLead(all)
		if (all[1].score > all[0].score) != c.ahead {
			t.Errorf("three bodies %.2f behind two groups: scores %v and %v", c.behind, all[1].score, all[0].score)
		}
	}
}
