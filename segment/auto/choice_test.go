package auto

import (
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/kinship"
	"motionseg/segment/spectral"
)

// choosing is two bodies, of whose tracks parts are seen, with what groupings of them are
// judged by.
type choosing struct {
	e     *pairEvidence
	in    core.Input
	g     *geometry.Scorer
	right []int // in the order of the evidence
}

func newChoosing(t *testing.T) choosing {
	data, truth := scenes.StillAndBodies(2, 1, 60, 12)
	c := choosing{in: core.Input{Data: data, Motions: 2}}
	var err error
	if c.e, err = PairEvidenceOf(t.Context(), c.in, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	c.in.Data = c.e.data
	if c.g, err = geometry.NewScorer(t.Context(), c.e.data, geometry.CoarseScale(c.e.data), 0); err != nil {
		t.Fatal(err)
	}
	for _, point := range c.e.Order {
		c.right = append(c.right, truth[point])
	}
	return c
}

// grouping is the right one with the first tracks in the other group.
func (c choosing) grouping(t *testing.T, name string, wrong int) *sourceGrouping {
	labels := slices.Clone(c.right)
	for i := range wrong {
		labels[i] = 3 - labels[i]
	}
	nats, err := c.g.Cost(t.Context(), labels, 2)
	if err != nil {
		t.Fatal(err)
	}
	cut := c.g.CutCost(spectral.NormalizedCut(c.e.total, labels, 2))
	return &sourceGrouping{name: name, Grouping: geometry.Grouping{Labels: labels, Motion: nats, Cuts: cut}}
}

// TestPairsPreferOneOfTwoThatCostTheSame: of a grouping and a right one that costs a little
// more, single pairs of tracks choose the right one where they have gaps, and not where it
// costs much more.
func TestPairsPreferOneOfTwoThatCostTheSame(t *testing.T) {
	c := newChoosing(t)
	for _, tried := range []struct {
		more     float64
		complete bool
		want     int
	}{{0.005, false, 1}, {0.005, true, 0}, {0.05, false, 0}} {
		found := []*sourceGrouping{c.grouping(t, "wrong", 40), c.grouping(t, "right", 0)}
		found[1].Motion, found[1].Cuts = found[0].Motion+tried.more, found[0].Cuts
		in := c.in
		if tried.complete {
			in.Data.Visible = nil
		}
		got, err := c.e.likeliest(t.Context(), in, found, 0)
		if err != nil || got != tried.want {
			t.Errorf("%+v: found grouping %d, %v", tried, got, err)
		}
	}
}

// TestChosenCostsLeastWhenReassigned: a grouping that promises to cost least, but costs more
// once the tracks that the evidence has elsewhere are assigned anew, gives way to the next.
func TestChosenCostsLeastWhenReassigned(t *testing.T) {
	c := newChoosing(t)
	c.in.Data.Visible = nil // pairs of tracks are not heard
	found := []*sourceGrouping{c.grouping(t, "promising", 60), c.grouping(t, "right", 0)}
	found[0].Motion = found[1].Motion - 0.2
	if err := c.e.choose(t.Context(), c.in, c.g, found); err != nil {
		t.Fatal(err)
	}
	if found[0].name != "right" {
		t.Errorf("expected the right one first, found %q", found[0].name)
	}
}

// TestPreferredGroupingComesFirst: one that pairs prefer comes first, and the others keep
// their order.
func TestPreferredGroupingComesFirst(t *testing.T) {
	c := newChoosing(t)
	found := []*sourceGrouping{c.grouping(t, "least", 60), c.grouping(t, "other", 50), c.grouping(t, "right", 0)}
	after, err := c.g.ReassignLeftOut(t.Context(), found[0].Grouping, 2, c.e.total)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range found {
		if i > 0 {
			f.Motion = after.Score() - f.Cuts + 0.002*float64(i)
		}
	}
	if err := c.e.choose(t.Context(), c.in, c.g, found); err != nil {
		t.Fatal(err)
	}
	names := []string{found[0].name, found[1].name, found[2].name}
	if !slices.Equal(names, []string{"right", "least", "other"}) {
		t.Errorf("expected the right one, the least and the other, found %q", names)
	}
}

// TestAcceptable: groups that surely move apart may be taken, others that do where nothing comes before or
// what does has a handful and pairs of tracks speak for them; never what is scattered.
func TestAcceptable(t *testing.T) {
	sure, apart, one := kinship.Apart{All: true, Kin: -1}, kinship.Apart{All: true, Kin: 1}, kinship.Apart{Kin: -1}
	heard := kinship.Apart{All: true, Kin: 1, Heard: true}
	scattered := kinship.Apart{All: true, Kin: -1, Heard: true, Scattered: true}
	for _, c := range []struct {
		of             kinship.Apart
		first, instead bool
		want           bool
	}{
		{sure, false, false, true}, {apart, false, false, false}, {apart, true, false, true}, {apart, false, true, false},
		{heard, false, true, true}, {heard, false, false, false},
		{one, true, true, false}, {scattered, true, true, false},
	} {
		if found := acceptable(c.of, c.first, c.instead); found != c.want {
			t.Errorf("%+v: acceptable %v", c, found)
		}
	}
}

// TestBestWithBordersStays: where no groups move apart and pairs of tracks would rather have the edge of a body by
// itself, the best grouping stays if its groups have borders, as one body and the two others, and not if it cuts
// a body or its second group is sprinkled over the first, or if pairs clearly speak for the other.
func TestBestWithBordersStays(t *testing.T) {
	data, truth := scenes.MovingBodies(4, 3, 150, 10, 0.001)
	s := handfulSceneOf(t, data, truth)
	second := func(of func(nth, body int) bool) *sourceGrouping {
		labels, nth := slices.Repeat([]int{1}, len(s.right)), [4]int{}
		for i, body := range s.right {
			if nth[body]++; of(nth[body], body) {
				labels[i] = 2
			}
		}
		return s.judged(t, labels)
	}
	body := second(func(_, body int) bool { return body == 1 })
	half := second(func(nth, body int) bool { return body == 1 && nth <= 75 })
	edge := second(func(nth, body int) bool { return body == 3 && nth <= 20 })
	for _, c := range []struct {
		name        string
		best, other *sourceGrouping
		want        int
	}{
		{"a body", body, half, 0},
		{"a body, for which pairs speak clearly less", body, edge, 1},
		{"half of a body", half, edge, 1},
		{"sprinkled", second(func(nth, body int) bool { return body == 2 && nth%2 == 0 }), edge, 1},
	} {
		c.other.Motion, c.other.Cuts = c.best.Motion+0.01, c.best.Cuts
		apart, err := s.e.apart(t.Context(), s.in, c.best.Labels)
		if apart.All || err != nil {
			t.Fatalf("%s: expected groups that do not move apart, found %+v, %v", c.name, apart, err)
		}
		taken, err := s.e.mostAgreed(t.Context(), s.in, []*sourceGrouping{c.best, c.other}, apart)
		if taken != c.want || err != nil {
			t.Errorf("%s: grouping %d is taken, %v", c.name, taken, err)
		}
	}
}
