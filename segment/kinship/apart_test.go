package kinship

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

// TestApart: bodies move apart, of whatever size; a part of the still world and a part of a body
// move as the rest does, and with an empty group nothing is known.
func TestApart(t *testing.T) {
	data, w, truth := bodies(t)
	odds := oddsOf(t, data, w, 0)
	k, err := NewComparer(t.Context(), core.Input{Data: data}, w)
	if err != nil {
		t.Fatal(err)
	}
	relabelled := func(label func(i, l int) int) []int {
		labels := make([]int, len(truth))
		for i, l := range truth {
			labels[i] = label(i, l)
		}
		return labels
	}
	for _, c := range []struct {
		name   string
		labels []int
		count  int
		want   bool
	}{
		{"the bodies", truth, 3, true},
		{"one body and the rest", relabelled(func(_, l int) int { return max(l-1, 1) }), 2, true},
		{"a body in two", relabelled(func(i, l int) int {
			if l == 3 && i%2 == 0 {
				return 4
			}
			return l
		}), 4, false},
		{"the still world in two", relabelled(func(i, l int) int {
			if l == 1 && i%2 == 0 {
				return 4
			}
			return l
		}), 4, false},
		{"an empty group", truth, 4, false},
		{"one group", relabelled(func(int, int) int { return 1 }), 1, true},
	} {
		a := apartOf(t, k, odds, c.labels, c.count)
		if a.All != c.want {
			t.Errorf("%s: apart %+v, expected %v", c.name, a, c.want)
		}
		if c.name != "an empty group" && (a.Alike > 0 == c.want || a.Kin > 0 == c.want) {
			t.Errorf("%s: alike %.2f, kin %.2f", c.name, a.Alike, a.Kin)
		}
	}
}

// TestDistinct: groups are two things by what it takes to describe them, by their border, or,
// without one, where it takes little more.
func TestDistinct(t *testing.T) {
	with := func(nats, jump float64) traits { return traits{traitNats: natsTrait(nats), traitJump: jump} }
	for _, c := range []struct {
		name  string
		of    traits
		touch bool
		both  float64
		want  bool
	}{
		{"described shorter, without a jump", with(1, 0), true, 1, true},
		{"a jump", with(-500, 0.7), true, -0.1, true},
		{"a jump, but together the odds speak for one", with(-500, 0.7), true, 0.1, false},
		{"no jump", with(-1, 0.65), true, -1, false},
		{"far, a little longer", with(-180, 0), false, 1, true},
		{"far, much longer", with(-190, 0), false, -1, false},
		{"touching, a little longer", with(-180, 0), true, -1, false},
	} {
		if found := distinct(c.of, c.touch, true, c.both, borderJump); found != c.want {
			t.Errorf("%s: %v, expected %v", c.name, found, c.want)
		}
	}
}

// TestBordered: two groups have a border where neighbours move farther apart across it, and are described
// shorter as two.
func TestBordered(t *testing.T) {
	for of, want := range map[traits]bool{
		{traitNats: 1, traitJump: 0.1}:  true,
		{traitNats: -1, traitJump: 0.1}: false,
		{traitNats: 1, traitJump: -0.1}: false,
		{traitNats: 1}:                  false, // never beside each other
	} {
		if found := bordered(of); found != want {
			t.Errorf("%v: bordered %v", of, found)
		}
	}
}

// TestAlikeOf: the odds of two groups count a fifth, whichever they speak for.
func TestAlikeOf(t *testing.T) {
	for want, of := range map[bool]traits{
		true:  {traitTouch: -2},
		false: {traitNats: natsTrait(1000), traitLink: -4, traitTouch: -3, traitJump: 2, traitDrift: 5},
	} {
		if alike, kin := alikeOf(-0.1, of); kin > 0 != want || math.Abs(alike-(-0.1+kin/5)) > 1e-12 {
			t.Errorf("as one %v: alike %g, the odds of the groups %g", want, alike, kin)
		}
	}
}

// TestAFewTracksAreNoMotion: of a body that moves apart more tracks are needed than neighbours are
// looked at of each.
func TestAFewTracksAreNoMotion(t *testing.T) {
	data, w, truth := bodies(t)
	odds := oddsOf(t, data, w, 0)
	k, err := NewComparer(t.Context(), core.Input{Data: data}, w)
	if err != nil {
		t.Fatal(err)
	}
	for few, want := range map[int]bool{kinNeighbours - 1: false, kinNeighbours: true} {
		labels, seen := slices.Clone(truth), 0
		for i, l := range truth {
			if l == 2 {
				if seen++; seen > few {
					labels[i] = 0
				}
			}
		}
		may, err := k.MayMoveApart(t.Context(), odds, labels, 3, false)
		if a := apartOf(t, k, odds, labels, 3); err != nil || a.All != want || may != want {
			t.Errorf("%d tracks of a body: %+v, may move apart %v, %v", few, a, may, err)
		}
	}
}

// TestUnlike: two bodies that do not touch may be more alike than other groups.
func TestUnlike(t *testing.T) {
	for _, c := range []struct {
		alike               float64
		bodies, touch, want bool
	}{
		{-0.1, false, true, true},
		{0.1, true, true, false},
		{0.1, true, false, true},
		{1.6, true, false, false},
		{0.1, false, false, false},
	} {
		if found := unlike(c.alike, c.bodies, c.touch); found != c.want {
			t.Errorf("%+v: unlike %v", c, found)
		}
	}
}

// TestTouch: two groups with a border where they meet touch if they do so in half of the moments in which
// both are seen, or more; those that pass each other do not, nor those that never meet. Without a border they
// touch whenever they do.
func TestTouch(t *testing.T) {
	const size, moments = 20, 8
	var all, first, second []int
	for i := range 2 * size {
		all = append(all, i)
	}
	first, second = all[:size], all[size:]
	for _, c := range []struct {
		near, together int // moments in which they are beside each other, and in which both are seen
		want           bool
	}{{0, 8, false}, {1, 8, false}, {3, 8, false}, {4, 8, true}, {8, 8, true}, {1, 2, true}, {0, 0, false}} {
		k := &Comparer{w: mat.NewDense(2*size, 2*size, nil), n: 2 * size}
		for m := range moments {
			seen := all
			if m >= c.together {
				seen = [][]int{first, second}[m%2]
			}
			at := moment{seen: make([]bool, 2*size), near: make([][]int32, 2*size), apart: make([][]float64, 2*size)}
			for _, of := range []*[]float64{&at.x, &at.y, &at.dx, &at.dy} {
				*of = make([]float64, 2*size)
			}
			for _, i := range seen {
				at.seen[i], at.x[i] = true, float64(i)
				if i >= size && m >= c.near {
					at.x[i] += 100
				}
			}
			for _, i := range seen {
				at.near[i] = nearestOf(i, seen, at.x, at.y)
				at.apart[i] = make([]float64, len(at.near[i]))
			}
			k.moments = append(k.moments, at)
		}
		a, b := k.group(second), k.group(first)
		of := traits{traitTouch: math.Log(leastShare + 0.02), traitJump: 1.1 * borderJump}
		if found := k.touch(a, b, of); found != c.want {
			t.Errorf("beside each other in %d of %d moments: touch %v", c.near, c.together, found)
		}
		of[traitJump] = 0.9 * borderJump
		if !k.touch(a, b, of) {
			t.Errorf("without a border, in %d of %d moments: do not touch", c.near, c.together)
		}
		of[traitTouch] = math.Log(leastShare + 0.005)
		if k.touch(a, b, of) {
			t.Errorf("hardly any neighbours, in %d of %d moments: touch", c.near, c.together)
		}
	}
}

// TestMayMoveApart: groups with some tracks of another, which do not move apart as they are, may once
// these are where they belong; parts of a body and the world in two may not.
func TestMayMoveApart(t *testing.T) {
	data, w, truth := bodies(t)
	odds := oddsOf(t, data, w, 0)
	k, err := NewComparer(t.Context(), core.Input{Data: data}, w)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name            string
		of, step, other int // every so many tracks of a group go to another
		count           int
		all, want       bool
	}{
		{"the bodies", 0, 1, 0, 3, true, true},
		{"some tracks of another", 2, 10, 3, 3, false, true},
		{"a body in two", 3, 2, 4, 4, false, false},
		{"the still world in two", 1, 2, 4, 4, false, false},
		{"an empty group", 0, 1, 0, 4, false, false},
	} {
		labels := slices.Clone(truth)
		for i, l := range truth {
			if l == c.of && i%c.step == 0 {
				labels[i] = c.other
			}
		}
		a := apartOf(t, k, odds, labels, c.count)
		may, err := k.MayMoveApart(t.Context(), odds, labels, c.count, false)
		if err != nil || a.All != c.all || may != c.want {
			t.Errorf("%s: may move apart %v, %v, and do %+v", c.name, may, err, a)
		}
	}
}

// TestMostNats: no two groups save more by being two than all tracks as one take to describe; all else
// is evident.
func TestMostNats(t *testing.T) {
	data, w, truth := bodies(t)
	k, err := NewComparer(t.Context(), core.Input{Data: data}, w)
	if err != nil {
		t.Fatal(err)
	}
	most, err := k.mostTrait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	groups := groupsOf(truth, 3)
	for j := range groups {
		for i := range j {
			of, err := k.traits(t.Context(), k.group(groups[i]), k.group(groups[j]))
			if err != nil || of[traitNats] > most || of[traitNats] < 0 {
				t.Errorf("groups %d and %d save %v, at most %v, %v", i+1, j+1, of[traitNats], most, err)
			}
			of[traitNats] = 0
			if evident := k.evident(k.group(groups[i]), k.group(groups[j])); evident != of {
				t.Errorf("groups %d and %d: evident %v, all %v", i+1, j+1, evident, of)
			}
		}
	}
}

// TestScattered: a group more than half of whose neighbours are another's is scattered among it, a part
// of the world here and there and a handful of one, but no body. A handful is few.
func TestScattered(t *testing.T) {
	for touch, want := range map[float64]bool{0.4: false, 0.49: false, 0.51: true} {
		if found := scattered(traits{traitTouch: math.Log(leastShare + touch)}); found != want {
			t.Errorf("%v of its neighbours of another group: scattered %v", touch, found)
		}
	}
	data, w, truth := bodies(t)
	k, err := NewComparer(t.Context(), core.Input{Data: data}, w)
	if err != nil {
		t.Fatal(err)
	}
	odds := oddsOf(t, data, w, 0)
	for _, few := range []int{0, 5, 20} {
		labels := slices.Clone(truth)
		for at, left := 0, few; left > 0; at += 3 {
			if truth[at] == 1 {
				labels[at] = 4
				left--
			}
		}
		if a := apartOf(t, k, odds, labels, slices.Max(labels)); a.Scattered != (few > 0) || a.Few != (few == 5) {
			t.Errorf("%d tracks of the still world by themselves: %+v", few, a)
		}
	}
}

// TestPairsThatContradictAreNotHeard: where pairs speak more against a grouping than for it, what
// it takes to describe its groups tells whether they are apart, and groups that are far from
// each other are not by pairs alone.
func TestPairsThatContradictAreNotHeard(t *testing.T) {
	data, w, truth := bodies(t)
	k, err := NewComparer(t.Context(), core.Input{Data: data}, w)
	if err != nil {
		t.Fatal(err)
	}
	odds := oddsOf(t, data, w, 0)
	odds.pairs.Scale(-1, odds.pairs)
	for name, c := range map[string]struct {
		labels func(i int) int
		want   bool
	}{
		"the bodies":             {func(i int) int { return truth[i] }, true},
		"the still world in two": {func(i int) int { return truth[i] + 3*(i%2)*max(2-truth[i], 0) }, false},
	} {
		labels := make([]int, len(truth))
		for i := range labels {
			labels[i] = c.labels(i)
		}
		a := apartOf(t, k, odds, labels, slices.Max(labels))
		if a.All != c.want {
			t.Errorf("%s: apart %+v, expected %v", name, a, c.want)
		}
	}
	far := traits{traitNats: natsTrait(-100)}
	without, with := distinct(far, false, false, -1, borderJump), distinct(far, false, true, -1, borderJump)
	if without || !with {
		t.Errorf("far groups: without pairs %v, with them %v", without, with)
	}
	border := traits{traitNats: natsTrait(-100), traitJump: 2 * borderJump}
	without, with = distinct(border, true, false, 1, borderJump), distinct(border, true, true, 1, borderJump)
	if !without || with {
		t.Errorf("groups with a border that odds make one: without pairs %v, with them %v", without, with)
	}
}

// TestAlikeGroupsAreOne: tracks that more likely move as one are one group though it takes less to
// describe two, unless hardly so where the odds of the groups speak for two.
func TestAlikeGroupsAreOne(t *testing.T) {
	data, w, truth := bodies(t)
	k, err := NewComparer(t.Context(), core.Input{Data: data}, w)
	if err != nil {
		t.Fatal(err)
	}
	for between, want := range map[float64]bool{0.1: true, 2: false} {
		pairs := mat.NewDense(len(truth), len(truth), nil)
		pairs.Apply(func(i, j int, _ float64) float64 {
			if truth[i] == truth[j] {
				return 5
			}
			return between
		}, pairs)
		odds := newOdds(pairs, nil)
		a := apartOf(t, k, odds, truth, 3)
		if a.All != want {
			t.Errorf("odds of %v: apart %+v, expected %v", between, a, want)
		}
	}
}

// TestBetween: the mean over pairs of two groups is added up by hand, each as often as it is together
// in a long film, or all alike where none is, or in others.
func TestBetween(t *testing.T) {
	pairs := mat.NewDense(3, 3, []float64{0, 2, -1, 2, 0, -3, -1, -3, 0})
	for _, c := range []struct {
		shared []uint8
		want   float64
	}{
		{nil, -2},
		{[]uint8{0, 5, 0, 5, 0, 0, 0, 0, 0}, -2},
		{[]uint8{0, 0, 3, 0, 0, 1, 3, 1, 0}, -1.5},
		{[]uint8{0, 0, 0, 0, 0, 24, 0, 24, 0}, -3},
	} {
		if v := newOdds(pairs, c.shared).between([]int{0, 1}, []int{2}); v != c.want {
			t.Errorf("tracks that share %v: found %v, expected %v", c.shared, v, c.want)
		}
	}
}

// apartOf returns what Apart tells; groups that move apart may, and refined ones that do not may not.
func apartOf(t *testing.T, k *Comparer, odds *Odds, labels []int, count int) Apart {
	t.Helper()
	a, err := k.Apart(t.Context(), odds, labels, count)
	if err != nil {
		t.Fatal(err)
	}
	if may, err := k.MayMoveApart(t.Context(), odds, labels, count, false); err != nil || a.All && !may {
		t.Errorf("may move apart %v, %v, and do: %+v", may, err, a)
	}
	if may, err := k.MayMoveApart(t.Context(), odds, labels, count, true); err != nil || a.All != may {
		t.Errorf("refined, may move apart %v, %v, and do: %+v", may, err, a)
	}
	return a
}

// TestNatsOfViewsTogether: what two groups save by being two is told by the views in which both are seen,
// however short one of them lasts; of two that are never seen together one motion is the shorter.
func TestNatsOfViewsTogether(t *testing.T) {
	for _, c := range []struct {
		first, last int // the frames in which body 3 is seen
		world       int // the last frame in which the rest is seen
		two         bool
	}{
		{0, 32, 32, true},
		{22, 32, 32, true},
		{22, 32, 21, false},
	} {
		data, w, truth := bodies(t)
		data.Visible = make([][]bool, data.Points())
		for i, of := range truth {
			data.Visible[i] = make([]bool, 33)
			for f := range data.Visible[i] {
				data.Visible[i][f] = of != 3 && f <= c.world || of == 3 && f >= c.first && f <= c.last
			}
		}
		k, err := NewComparer(t.Context(), core.Input{Data: data}, w)
		if err != nil {
			t.Fatal(err)
		}
		groups := groupsOf(truth, 3)
		nats, err := k.nats(t.Context(), k.group(groups[0]), k.group(groups[2]))
		if err != nil || (nats > 0) != c.two || nats == 0 {
			t.Errorf("body seen in frames %d to %d, the world to %d: %v nats (logarithm), %v", c.first, c.last, c.world,
				nats, err)
		}
	}
}
