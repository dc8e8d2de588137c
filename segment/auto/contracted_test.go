package auto

import (
	"slices"
	"testing"

	"motionseg/segment/evaluate"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/kinship"
)

// TestContracted: where the grouping that is taken has half of a body with another, what pairs of tracks tell by
// themselves goes before it; where it is right, whatever pairs say, costs far less, is torn by pairs, or has groups
// that move apart where those do not, nothing does.
func TestContracted(t *testing.T) {
	scene := func(seed uint64, bodies int) handfulScene {
		data, truth := scenes.MovingBodies(seed, bodies, 400/bodies, 10, 0.001)
		s := handfulSceneOf(t, data, truth)
		s.in.Motions = bodies
		return s
	}
	heard, apart := scene(3, 3), scene(3, 2)
	wrong := scene(1, 2) // what pairs tell of it by themselves is no better than chance
	torn := slices.Clone(heard.right)
	for i, body := range torn {
		if body == 1 && i%2 == 0 {
			torn[i] = 2
		}
	}
	cheap := heard.judged(t, torn)
	cheap.Motion -= 10
	one := slices.Repeat([]int{1}, len(torn))
	one[0], one[1] = 2, 3
	dear := func(s handfulScene, labels []int) *sourceGrouping {
		first := s.judged(t, labels)
		first.Motion += 10
		return first
	}
	for _, c := range []struct {
		name  string
		s     handfulScene
		first *sourceGrouping
		more  int
	}{
		{"a body torn", heard, heard.judged(t, torn), 1},
		{"the bodies", heard, heard.judged(t, heard.right), 0},
		{"the bodies, pairs for others", wrong, wrong.judged(t, wrong.right), 0},
		{"a body torn, for next to nothing", heard, cheap, 0},
		{"all as one, which pairs contradict", heard, dear(heard, one), 0},
		{"the bodies, far apart, for much", apart, dear(apart, apart.right), 0},
	} {
		found, err := c.s.e.contracted(t.Context(), c.s.refining(), []*sourceGrouping{c.first})
		if err != nil || len(found) != 1+c.more {
			t.Errorf("%s: found %d groupings, %v", c.name, len(found), err)
			continue
		}
		if e := evaluate.ClusteringError(found[0].Labels, c.s.right); c.more == 1 && e > 0.01 {
			t.Errorf("%s: %.3f of the tracks wrong in what goes before", c.name, e)
		}
		if found[c.more] != c.first {
			t.Errorf("%s: the first of the groupings is lost", c.name)
		}
	}
}

// TestWorthMore: what pairs of tracks say more counts as a share of the score that it is compared with.
func TestWorthMore(t *testing.T) {
	than := geometry.Grouping{Motion: 0.3, Cuts: -0.1}
	for _, c := range []struct {
		score, more float64
		want        bool
	}{
		{0.23, 0.5, true},
		{0.25, 0.5, false},
		{0.15, 0.1, true},
		{0.15, 0.04, false}, // costs less, but pairs hardly prefer it
	} {
		if got := worthMore(geometry.Grouping{Motion: c.score}, than, c.more); got != c.want {
			t.Errorf("score %g for 0.2, %g more agreement: worth more: %v", c.score, c.more, got)
		}
	}
	if !worthMore(geometry.Grouping{Motion: -0.101}, geometry.Grouping{Motion: -0.1}, 0.1) {
		t.Error("a score below 0: what pairs say counts against itself")
	}
}

// TestLosesNothing: groups go before others that have borders, or all move apart, only if they do too, without borders
// where pairs of tracks clearly speak for them.
func TestLosesNothing(t *testing.T) {
	apart := kinship.Apart{All: true, Bordered: true, Alike: -1, Kin: -1}
	for _, c := range []struct {
		name    string
		a, than kinship.Apart
		more    float64
		want    bool
	}{
		{"farther apart", kinship.Apart{All: true, Bordered: true, Alike: -2, Kin: 1}, apart, 0.2, true},
		{"less far apart", kinship.Apart{All: true, Bordered: true, Alike: -0.5, Kin: -2}, apart, 0.2, false},
		{"no borders", kinship.Apart{All: true, Alike: -2}, apart, 0.2, false},
		{"no borders, clearly spoken for", kinship.Apart{All: true, Alike: -2}, apart, 0.3, true},
		{"scattered", kinship.Apart{All: true, Bordered: true, Scattered: true, Alike: -2}, apart, 0.2, false},
		{"not apart", kinship.Apart{Bordered: true, Alike: -2}, apart, 0.2, false},
		{"not apart, clearly spoken for", kinship.Apart{Bordered: true, Alike: -2}, apart, 0.3, false},
		{"not surely apart before", kinship.Apart{All: true, Alike: 1}, kinship.Apart{All: true, Alike: -1, Kin: 1},
			0.2, true},
		{"nothing to lose", kinship.Apart{Alike: 2}, kinship.Apart{Alike: 1}, 0.2, true},
	} {
		if got := losesNothing(c.a, c.than, c.more); got != c.want {
			t.Errorf("%s: loses nothing: %v", c.name, got)
		}
	}
}
