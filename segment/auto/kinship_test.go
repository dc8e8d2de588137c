package auto

import (
	"errors"
	"math"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/kinship"
	"motionseg/segment/spectral"
)

// handfulScene is bodies, or one, whose tracks have gaps, with what groupings into two are
// judged by; labels are in the order of the evidence.
type handfulScene struct {
	e              *pairEvidence
	in             core.Input
	g              *geometry.Scorer
	right, handful []int // handful has five tracks apart
}

func newHandfulScene(t *testing.T, seed uint64, bodies, points int) handfulScene {
	data, truth := scenes.MovingBodies(seed, bodies, points, 10, 0.001)
	return handfulSceneOf(t, data, truth)
}

func handfulSceneOf(t *testing.T, data core.Data, truth []int) handfulScene {
	s := handfulScene{in: core.Input{Data: data, Motions: 2}}
	var err error
	if s.e, err = PairEvidenceOf(t.Context(), s.in, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	s.in.Data = s.e.data
	if s.g, err = geometry.NewScorer(t.Context(), s.e.data, geometry.CoarseScale(s.e.data), 0); err != nil {
		t.Fatal(err)
	}
	s.handful = slices.Repeat([]int{1}, len(truth))
	for i, point := range s.e.Order {
		s.right = append(s.right, truth[point])
		if i < 5 {
			s.handful[i] = 2
		}
	}
	return s
}

// refining refines groupings by the scene's scorer.
func (s handfulScene) refining() *refining {
	return &refining{g: s.g, in: s.in, total: s.e.total, least: math.Inf(1), refined: map[string]geometry.Grouping{}}
}

// judged is a grouping with its score.
func (s handfulScene) judged(t *testing.T, labels []int) *sourceGrouping {
	nats, err := s.g.Cost(t.Context(), labels, s.in.Motions)
	if err != nil {
		t.Fatal(err)
	}
	cut := s.g.CutCost(spectral.NormalizedCut(s.e.total, labels, s.in.Motions))
	return &sourceGrouping{name: "tried", Grouping: geometry.Grouping{Labels: labels, Motion: nats, Cuts: cut}}
}

// noneBeside finds nothing beside handfuls.
func noneBeside() ([]*sourceGrouping, error) { return nil, nil }

// taken returns the labels that are taken of groupings found.
func (s handfulScene) taken(t *testing.T, found ...*sourceGrouping) []int {
	all, at, err := s.e.kindred(t.Context(), s.in, found, s.refining(), noneBeside)
	if err != nil {
		t.Fatal(err)
	}
	return all[at].Labels
}

// TestKindredGroupingReplacesAHandful: where the best grouping has a handful of tracks apart, and
// two bodies as one, the groups that move as one take its place, or another grouping into the
// bodies; where the best has the bodies, nothing does.
func TestKindredGroupingReplacesAHandful(t *testing.T) {
	s := newHandfulScene(t, 2, 2, 200)
	handful := s.judged(t, s.handful)
	if taken := s.taken(t, handful); evaluate.ClusteringError(taken, s.right) > 0.01 {
		t.Errorf("%.3f of the tracks wrong in what takes a handful's place", evaluate.ClusteringError(taken, s.right))
	}
	// Whatever the handful is said to cost, within reason.
	handful.Motion -= 0.2
	right := s.judged(t, s.right)
	if taken := s.taken(t, handful, right); evaluate.ClusteringError(taken, s.right) > 0.01 {
		t.Error("the handful was taken though another grouping found has the bodies")
	}
	handful.Motion -= 2
	if taken := s.taken(t, handful, right); evaluate.ClusteringError(taken, s.right) > 0.01 {
		t.Error("the handful was taken though the groups of another surely move apart")
	}
	if taken := s.taken(t, right, handful); &taken[0] != &s.right[0] {
		t.Error("the bodies were best, and not taken")
	}
	// Complete tracks are not what was learnt from.
	s.in.Data.Visible = nil
	if taken := s.taken(t, handful, right); &taken[0] != &s.handful[0] {
		t.Error("complete tracks: another grouping was taken than the best")
	}
}

// TestBesideHandfulsIsAsked: what is cut beside handfuls is looked for, and among the groupings then, where the
// best has a handful; not where it has the bodies, nor where pairs tear it, so that nothing is asked of them.
func TestBesideHandfulsIsAsked(t *testing.T) {
	two, eight := newHandfulScene(t, 2, 2, 200), newHandfulScene(t, 2, 8, 50)
	cut := slices.Clone(two.right) // no bodies, and no handful
	for i := range len(cut) / 2 {
		cut[i] = 2
	}
	if apart, err := two.e.apart(t.Context(), two.in, cut); err != nil || apart.All {
		t.Fatalf("a body cut: expected groups that do not move apart, found %+v, %v", apart, err)
	}
	for _, c := range []struct {
		name   string
		s      handfulScene
		labels []int
		asked  bool
	}{
		{"a handful", two, two.handful, true},
		{"the bodies", two, two.right, false},
		{"a body cut", two, cut, false},
		{"a handful, the rest torn", eight, eight.handful, false},
	} {
		more, asked := c.s.judged(t, c.labels), false
		all, _, err := c.s.e.kindred(t.Context(), c.s.in, []*sourceGrouping{c.s.judged(t, c.labels)}, c.s.refining(),
			func() ([]*sourceGrouping, error) {
				asked = true
				return []*sourceGrouping{more}, nil
			})
		if err != nil || asked != c.asked || slices.Contains(all, more) != c.asked {
			t.Errorf("%s: asked %v, among %d groupings %v, %v", c.name, asked, len(all), slices.Contains(all, more), err)
		}
	}
	failure := errors.New("ended")
	_, _, err := two.e.kindred(t.Context(), two.in, []*sourceGrouping{two.judged(t, two.handful)}, two.refining(),
		func() ([]*sourceGrouping, error) { return nil, failure })
	if err != failure {
		t.Errorf("expected what failed, found %v", err)
	}
}

// TestKindredGroupingIsShorter: where the groups of the best move apart, though with some tracks
// wrong, groups that are put together take their place only where they move apart more surely
// and are described shorter.
func TestKindredGroupingIsShorter(t *testing.T) {
	s := newHandfulScene(t, 2, 2, 200)
	nearly := slices.Clone(s.right)
	for i := range 10 {
		nearly[i*20] = 3 - nearly[i*20]
	}
	best := s.judged(t, nearly)
	if apart, err := s.e.apart(t.Context(), s.in, nearly); err != nil || !apart.All {
		t.Fatalf("some tracks wrong: expected groups apart, found %+v, %v", apart, err)
	}
	if taken := s.taken(t, best); evaluate.ClusteringError(taken, s.right) > 0.01 {
		t.Error("shorter and more surely apart, and not taken")
	}
	best.Motion -= 2
	if taken := s.taken(t, best); &taken[0] != &nearly[0] {
		t.Error("longer, and taken")
	}
}

// TestTornGroupingIsKept: where pairs tear the groups of the best, as eight bodies in two that are
// all mixed, they are not asked for another.
func TestTornGroupingIsKept(t *testing.T) {
	s := newHandfulScene(t, 2, 8, 50)
	mixed := make([]int, len(s.right))
	for i := range mixed {
		mixed[i] = 1 + i%2
	}
	odds, err := s.e.odds(t.Context(), s.in)
	if err != nil || !odds.Tear(mixed) {
		t.Fatalf("expected bodies torn: %v", err)
	}
	if taken := s.taken(t, s.judged(t, mixed)); &taken[0] != &mixed[0] {
		t.Error("pairs that tear the best were asked for another")
	}
}

// TestHandfulIsNoBody: three groups that move apart, of which one is eight tracks of a body and
// another two bodies, are not taken where three bodies are found.
func TestHandfulIsNoBody(t *testing.T) {
	all, bodies := scenes.MovingBodies(14, 4, 150, 10, 0.001)
	var columns, truth []int
	few := 8
	for i, body := range bodies {
		if body == 4 {
			few--
		}
		if body < 4 || few >= 0 {
			columns, truth = append(columns, i), append(truth, body)
		}
	}
	s := handfulSceneOf(t, all.Columns(columns), truth)
	s.in.Motions = 3
	two, three := slices.Clone(s.right), slices.Clone(s.right)
	for i, body := range s.right {
		two[i] = []int{1, 2, 1, 3}[body-1] // the first and the third as one
		three[i] = min(body, 3)
	}
	best := s.judged(t, two)
	best.Motion -= 2 // whatever it costs
	if apart, err := s.e.apart(t.Context(), s.in, two); err != nil || !apart.All {
		t.Fatalf("expected groups apart, found %+v, %v", apart, err)
	}
	if taken := s.taken(t, best, s.judged(t, three)); evaluate.ClusteringError(taken, three) > 0.02 {
		t.Error("a handful was taken for a body")
	}
}

// TestFartherApart: groups are farther apart than others where they surely are, and more so.
func TestFartherApart(t *testing.T) {
	than := kinship.Apart{All: true, Kin: -2, Alike: -1}
	for _, c := range []struct {
		a    kinship.Apart
		want bool
	}{
		{kinship.Apart{All: true, Kin: -3, Alike: -2}, true},
		{kinship.Apart{All: true, Kin: -1, Alike: -2}, false},
		{kinship.Apart{All: true, Kin: -3, Alike: 0}, false},
		{kinship.Apart{All: false, Kin: -3, Alike: -2}, false},
	} {
		if got := fartherApart(c.a, than); got != c.want {
			t.Errorf("%+v farther apart than %+v: %v", c.a, than, got)
		}
	}
	if fartherApart(kinship.Apart{All: true, Kin: 1, Alike: -1}, kinship.Apart{All: true, Kin: 2}) {
		t.Error("groups that are likelier one were called farther apart")
	}
}

// TestNothingIsKindred: a part of one body is no group of its own, whatever it costs, so that what
// costs least is taken; and of few tracks nothing is known.
func TestNothingIsKindred(t *testing.T) {
	s := newHandfulScene(t, 6, 1, 400)
	handful := s.judged(t, s.handful)
	halves := slices.Clone(s.handful)
	for i := range len(halves) / 2 {
		halves[i] = 2
	}
	for _, found := range [][]*sourceGrouping{{handful, s.judged(t, halves)}, {s.judged(t, halves), handful}} {
		if taken := s.taken(t, found...); &taken[0] != &s.handful[0] {
			t.Errorf("one body, %v first: another grouping than the handful was taken", &found[0].Labels[0] == &s.handful[0])
		}
	}
	few, _ := scenes.MovingBodies(2, 2, 100, 10, 0.001)
	few.Visible = core.AllSeen(few)
	in := core.Input{Data: few, Motions: 2}
	e, err := PairEvidenceOf(t.Context(), in, core.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	if tree, err := e.kin(t.Context(), in); err != nil || tree != nil {
		t.Errorf("200 tracks: expected nothing, found %v, %v", tree, err)
	}
}
