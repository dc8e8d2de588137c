package auto

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
)

// TestHandful: a group is a handful where never as many of its tracks are seen together as a fundamental
// matrix is fitted to, however many follow one another.
func TestHandful(t *testing.T) {
	for _, c := range []struct {
		size, frames int // of tracks that are seen in so many of 10 frames, in turns
		want         bool
	}{{0, 10, true}, {11, 10, true}, {12, 10, false}, {30, 3, true}, {40, 3, false}} {
		const all, first = 10, 30
		visible := core.AllSeen(core.Data{X: mat.NewDense(2*all, first, nil)})
		for i := range c.size {
			seen := make([]bool, all)
			for f := range c.frames {
				seen[(i+f)%all] = true
			}
			visible = append(visible, seen)
		}
		e := &pairEvidence{data: core.Data{X: mat.NewDense(2*all, len(visible), nil), Visible: visible}}
		labels := append(slices.Repeat([]int{1}, first), slices.Repeat([]int{2}, c.size)...)
		if got := e.hasHandful(labels, 2); got != c.want {
			t.Errorf("of groups of 30 tracks and of %d that are seen in %d of 10 frames: a handful %v", c.size, c.frames, got)
		}
	}
}

// tiedEvidence is evidence of groups of tracks of these sizes, one after the other, whose tracks are tied by
// 1, and by ties[{a, b}] to those of others; and the group of every track.
func tiedEvidence(t *testing.T, sizes []int, ties map[[2]int]float64) (*pairEvidence, []int) {
	var groups, order []int
	for g, size := range sizes {
		groups = append(groups, slices.Repeat([]int{g + 1}, size)...)
	}
	n := len(groups)
	e := &pairEvidence{data: core.Data{X: mat.NewDense(2*10, n, nil)}, total: mat.NewDense(n, n, nil)}
	e.data.Visible = core.AllSeen(e.data)
	for i, a := range groups {
		order = append(order, i)
		for j, b := range groups {
			tie := ties[[2]int{min(a, b), max(a, b)}]
			if a == b {
				tie = 1
			}
			e.total.Set(i, j, tie)
		}
	}
	e.Order = order
	if err := e.embed(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	return e, groups
}

// TestCutBesideHandfuls: of four bodies and three handfuls that the cut sets apart first the bodies are
// found, with the handfuls in those that they are tied to; where there are fewer bodies than motions,
// groups are as the cut has them.
func TestCutBesideHandfuls(t *testing.T) {
	e, groups := tiedEvidence(t, []int{40, 30, 30, 20, 5, 5, 5}, map[[2]int]float64{
		{1, 2}: 0.1, {2, 3}: 0.1, {3, 4}: 0.1, {1, 5}: 0.002, {2, 6}: 0.003, {1, 6}: 0.0025, {4, 7}: 0.002,
	})
	in := core.Input{Data: e.data, Motions: 2}
	beside := func() division {
		d, err := e.cutBeside(t.Context(), in, 0)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	bodies := make([]int, len(groups))
	for i, g := range groups {
		bodies[i] = []int{1, 2, 3, 4, 1, 2, 4}[g-1]
	}
	if d := e.joined(division{groups, 7}); d.groups != 4 || !slices.Equal(d.labels, bodies) {
		t.Errorf("handfuls joined: %d groups, %v", d.groups, d.labels)
	}
	if d := beside(); d.groups != 4 || evaluate.ClusteringError(d.labels, bodies) != 0 {
		t.Errorf("four bodies, three handfuls: %d groups, %v", d.groups, d.labels)
	}
	if d, err := e.cut(t.Context(), in, 0); err != nil || d.groups != 4 || !e.hasHandful(d.labels, 4) {
		t.Errorf("as the cut has them: expected handfuls among 4 groups, found %d, %v, %v", d.groups, d.labels, err)
	}

	e, _ = tiedEvidence(t, []int{22, 14, 5, 5}, map[[2]int]float64{{1, 2}: 0.1, {1, 3}: 0.002, {1, 4}: 0.002})
	in = core.Input{Data: e.data, Motions: 3}
	if d := beside(); d.groups != 5 || slices.Max(d.labels) != 5 {
		t.Errorf("two bodies, three motions: expected 5 groups, found %d, %v", d.groups, d.labels)
	}
}

// TestBesideHandfuls: two bodies and some tracks that slipped are cut into the bodies and refined, with what
// they cost; what was refined before is not there again.
func TestBesideHandfuls(t *testing.T) {
	all, bodies := scenes.MovingBodies(3, 4, 240, 10, 0.0005)
	var columns, truth, count []int
	count = make([]int, 5)
	for i, body := range bodies {
		if count[body]++; body <= 2 || count[body] <= 9 {
			columns, truth = append(columns, i), append(truth, body)
		}
	}
	s := handfulSceneOf(t, all.Columns(columns), truth)
	r, err := newRefining(t.Context(), s.in, s.e.total)
	if err != nil {
		t.Fatal(err)
	}
	var from []*sourceGrouping
	for source := range 3 {
		from = append(from, &sourceGrouping{name: "tried", source: source})
	}
	found, err := s.e.besideHandfuls(t.Context(), r, from)
	if err != nil || len(found) == 0 {
		t.Fatalf("expected groupings, found %d, %v", len(found), err)
	}
	for _, f := range found {
		wrong := 0
		for i, l := range s.right {
			if l <= 2 && (f.Labels[i] == f.Labels[slices.Index(s.right, 1)]) != (l == 1) {
				wrong++
			}
		}
		if wrong > 5 || f.Motion == 0 || s.e.hasHandful(f.Labels, 2) {
			t.Errorf("%s: %d tracks of two bodies wrong, %.3f nats", f.name, wrong, f.Motion)
		}
	}
	if again, err := s.e.besideHandfuls(t.Context(), r, from); err != nil || len(again) != 0 {
		t.Errorf("refined before: found %d groupings, %v", len(again), err)
	}
}
