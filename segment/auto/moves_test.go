package auto

import (
	"context"
	"errors"
	"slices"
	"testing"

	"motionseg/segment/coding"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

// movingRun returns a run about two bodies of 60 tracks, their labels, and pieces of 15
// of each.
func movingRun(t *testing.T, seed uint64) (*Run, []int) {
	t.Helper()
	x, truth := scenes.RigidTracks(2, 60, 20, 0.3, seed)
	truth = spectral.InOrderOfAppearance(truth)
	r := NewRun(core.Input{
		Data: core.Data{X: x}, Motions: 2, Values: LRKSCAuto{}.Describe().ValuesFor(core.Trajectories), Searched: true,
		Report: func(core.Iteration) {}, Advance: func(float64) {},
	})
	ctx := context.Background()
	g, err := r.Gather(ctx)
	if err != nil {
		t.Fatal(err)
	}
	r.Fused = g.Affinities[len(g.Affinities)-1]
	if r.where, err = coding.CoordinatesOf(ctx, r.In.Data, 2, 1); err != nil {
		t.Fatal(err)
	}
	pieces, count := make([]int, len(truth)), [3]int{}
	for i, l := range truth {
		pieces[i] = 4*(l-1) + 1 + count[l]*4/60
		count[l]++
	}
	r.keepPieces(spectral.InOrderOfAppearance(pieces), 8)
	return r, truth
}

// TestMovePieces: pieces that are in a wrong group, so many that refining does not move
// them, are moved to where they belong; a right grouping stays.
func TestMovePieces(t *testing.T) {
	ctx := context.Background()
	r, truth := movingRun(t, 1)
	r.In.Values["refine"] = 0
	r.keepPieces(truth, 2) // no pieces: moving one would empty a group
	wrong := slices.Clone(truth)
	for _, p := range []int{0, 3, 5} {
		for _, i := range r.pieces[p] {
			wrong[i] = 3 - wrong[i]
		}
	}
	for name, labels := range map[string][]int{"wrong": wrong, "right": truth} {
		from, err := r.judge(ctx, spectral.InOrderOfAppearance(labels))
		if err != nil {
			t.Fatal(err)
		}
		to, err := r.movePieces(ctx, from)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(to.labels, truth) {
			t.Errorf("%s: error %.3f after moving pieces, %.3f before", name,
				evaluate.ClusteringError(to.labels, truth), evaluate.ClusteringError(labels, truth))
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	fresh, _ := movingRun(t, 1)
	from, err := fresh.judge(ctx, spectral.InOrderOfAppearance(wrong))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fresh.movePieces(cancelled, from); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

// TestMovedPiecesAreNoWorse: a move that makes the bits less and the cut more, or the
// other way round, is none, whatever the score; of the others the best is made.
func TestMovedPiecesAreNoWorse(t *testing.T) {
	start := []int{1, 1, 1, 2, 2, 2}
	type result struct{ bits, cut float64 }
	for _, c := range []struct {
		name  string
		moved map[int]result // by which point is moved to the other group; others are worse
		want  int            // −1 for none
	}{
		{"fewer bits, more cut", map[int]result{1: {-9, 1.1}}, -1},
		{"less cut, more bits", map[int]result{1: {1.1, -9}}, -1},
		{"both less", map[int]result{1: {-9, 1.1}, 2: {0.9, 0.8}, 4: {0.9, 0.9}, 5: {1.1, -9}}, 2},
		{"fewer bits, the same cut", map[int]result{3: {0.5, 1}}, 3},
		{"nothing", nil, -1},
	} {
		r := NewRun(core.Input{Motions: 2})
		judged := func(labels []int, bits, cut float64) *judgement {
			j := &judgement{labels: spectral.InOrderOfAppearance(labels), bits: bits, cut: cut}
			if known, ok := r.judged[spectral.LabelKey(j.labels)]; ok {
				return known
			}
			r.judged[spectral.LabelKey(j.labels)] = j
			return j
		}
		from := judged(start, 1, 1)
		want := start
		for i := range start {
			r.pieces = append(r.pieces, []int{i})
			labels := slices.Clone(start)
			labels[i] = 3 - labels[i]
			if at, ok := c.moved[i]; ok {
				judged(labels, at.bits, at.cut)
			}
			if i == c.want {
				want = spectral.InOrderOfAppearance(labels)
			}
		}
		for code := range 1 << len(start) { // all others
			labels := make([]int, len(start))
			for i := range labels {
				labels[i] = 1 + code>>i&1
			}
			judged(labels, 2, 2)
		}
		to, err := r.movePieces(context.Background(), from)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(to.labels, want) {
			t.Errorf("%s: %v, want %v", c.name, to.labels, want)
		}
		if !slices.Contains(r.met, to) {
			t.Errorf("%s: what came out was not met", c.name)
		}
	}
}

// TestWithMoved: a piece moves where it is not, and leaves no group empty.
func TestWithMoved(t *testing.T) {
	for _, c := range []struct {
		piece []int
		group int
		want  []int // nil for no move
	}{
		{[]int{1, 2}, 2, []int{1, 2, 2, 2, 3}},
		{[]int{0, 3}, 2, []int{1, 2, 1, 1, 3}},
		{[]int{0, 1}, 1, nil},
		{[]int{4}, 1, nil},
	} {
		got, ok := withMoved([]int{1, 1, 2, 2, 3}, c.piece, c.group, 3)
		if ok != (c.want != nil) || ok && !slices.Equal(got, c.want) {
			t.Errorf("%v to %d: %v, %v; want %v", c.piece, c.group, got, ok, c.want)
		}
	}
}

// TestWhenPiecesAreMoved: where outliers were looked for among many tracks, and not
// otherwise.
func TestWhenPiecesAreMoved(t *testing.T) {
	x, _ := scenes.RigidTracks(2, movingTracks, 10, 0.3, 1)
	data := core.Data{X: x}
	for _, c := range []struct {
		name string
		in   core.Input
		r    Run
		want bool
	}{
		{"many tracks", core.Input{Data: data, Motions: 2, Searched: true}, Run{}, true},
		{"not searched", core.Input{Data: data, Motions: 2}, Run{}, false},
		{"few tracks", core.Input{Data: data, Motions: 3, Searched: true}, Run{}, false},
		{"trimmed ones", core.Input{Data: data, Motions: 2, Searched: true}, Run{retained: []int{1}}, false},
		{"two frames", core.Input{Data: core.Data{X: x, Kind: core.TwoFrames}, Motions: 2, Searched: true}, Run{}, false},
	} {
		c.r.In = c.in
		if got := c.r.movesPieces(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
