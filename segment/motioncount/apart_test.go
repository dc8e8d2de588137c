package motioncount

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"testing"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/kinship"
)

// TestKinshipIsSteady: neither the order of the tracks, nor the unit of their
// coordinates, nor the number of workers, nor what stands where they are not seen changes
// how groups are put together.
func TestKinshipIsSteady(t *testing.T) {
	data, truth := scenes.MovingBodies(5, 3, 110, 10, 0.001)
	tree := func(data core.Data, workers int) *kinship.Tree {
		found, err := auto.KinshipOf(t.Context(), core.Input{Data: data, Workers: workers}, core.Progress{})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	want := tree(data, 1)
	if wrong := evaluate.ClusteringError(want.Labels[2], truth); wrong > 0.02 {
		t.Fatalf("of three groups %.3f wrong", wrong)
	}
	n := data.Points()
	order := scenes.Scattered(n)
	moved := core.Data{X: dense.Columns(data.X, order), Visible: core.RowsOf(data.Visible, order)}
	rows, _ := moved.X.Dims()
	for r := range rows {
		for i, v := range moved.X.RawRowView(r) {
			moved.X.Set(r, i, 4*v) // exact
		}
	}
	got := tree(scenes.Garbled(moved.X, moved.Visible), 3)
	for k := range want.Labels {
		back := make([]int, n)
		for i, at := range order {
			back[at] = got.Labels[k][i]
		}
		if evaluate.ClusteringError(back, want.Labels[k]) != 0 {
			t.Errorf("%d groups differ", k+1)
		}
		if k < len(want.Odds) && math.Abs(got.Odds[k]-want.Odds[k]) > 1e-6 {
			t.Errorf("odds of %d groups: found %v and %v", k+1, want.Odds[k], got.Odds[k])
		}
	}
}

// TestNumberOfBodiesAlone: bodies of the same size without a background, which are not what was
// learnt from, are told too.
func TestNumberOfBodiesAlone(t *testing.T) {
	for bodies := 2; bodies <= 4; bodies++ {
		data, truth := scenes.MovingBodies(uint64(10+bodies), bodies, 100+200/bodies, 10, 0.001)
		shares := []float64{0}
		e, err := EstimateMotions(t.Context(), data,
			MotionsConfig{Progress: func(share float64) { shares = append(shares, share) }})
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != bodies {
			t.Errorf("%d bodies: found %d, confidence %.2f", bodies, e.Motions, e.Confidence)
			continue
		}
		if wrong := evaluate.ClusteringError(e.Labels[bodies-e.Low], truth); wrong > 0.02 {
			t.Errorf("%d bodies: %.3f wrong", bodies, wrong)
		}
		scenes.CheckShares(t, shares)
	}
}

// TestByApart: bodies before a still world are as many as move apart, within the range that is
// asked for, and as sure as merging tells the same.
func TestByApart(t *testing.T) {
	data, truth := scenes.StillAndBodies(13, 2, 60, 16)
	analysis := new(core.Analysis)
	for _, c := range []struct{ low, high, want int }{{1, 10, 3}, {2, 3, 3}, {1, 2, 2}, {4, 6, 4}} {
		var shares []float64
		cfg := MotionsConfig{Low: c.low, High: c.high, Analysis: analysis,
			Progress: func(share float64) { shares = append(shares, share) }}
		e, err := estimateByApart(t.Context(), data, cfg, kinship.OneAlikeOf(data.Points()))
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != c.want || slices.Max(e.Labels[e.Motions-e.Low]) != c.want {
			t.Errorf("%d to %d motions: found %d with labels %v", c.low, c.high, e.Motions, e.Labels[e.Motions-e.Low])
			continue
		}
		if len(shares) < 2 || !slices.IsSorted(shares) || shares[len(shares)-1] != 1 {
			t.Errorf("%d to %d motions: progress %v", c.low, c.high, shares)
		}
		// A number takes half of what is left after the evidence and the tree, the first half.
		if at, _ := slices.BinarySearch(shares, 1-1.0/4+1e-9); len(shares) > 0 && shares[min(at, len(shares)-1)] != 1 {
			t.Errorf("%d to %d motions: more than one number was asked for, progress %v", c.low, c.high, shares)
		}
		if c.want == 3 {
			if wrong := evaluate.ClusteringError(e.Labels[3-e.Low], truth); wrong > 0.02 {
				t.Errorf("%d to %d motions: %.3f of the tracks wrong", c.low, c.high, wrong)
			}
		}
		if best := e.Scores[e.Motions-e.Low]; best != 0 || e.RunnerUp < c.low || e.RunnerUp > c.high ||
			e.RunnerUp == c.want || slices.Max(e.Scores) > 0 {
			t.Errorf("%d to %d motions: second best %d, scores %v", c.low, c.high, e.RunnerUp, e.Scores)
		}
		if sure := e.Confidence > 0.9 && e.Confidence < 0.95; sure != (c.want == 3) {
			t.Errorf("%d to %d motions: %.2f sure", c.low, c.high, e.Confidence)
		}
	}
}

// TestRank: the other numbers share what the best leaves to them, each as much as merging finds it credible,
// and none is more credible than the best; of numbers that merging has no groups of nothing is said.
func TestRank(t *testing.T) {
	tree := &kinship.Tree{Odds: []float64{-1, 0.5, 2000}}
	for k := range 4 {
		tree.Labels = append(tree.Labels, []int{k + 1})
	}
	for _, c := range []struct {
		confidence float64
		best       int
	}{{0.9, 2}, {0, 2}, {0.2, 3}} {
		best, sure := c.best, c.confidence
		e := newEstimate(1, 6)
		e.Confidence = sure
		e.rank(tree, best)
		if sure == 0 {
			sure = tree.Credible(best)
		}
		for k := 1; k <= 4; k++ {
			share := (1 - sure) / sure * tree.Credible(k) / (1 - tree.Credible(best))
			if got := math.Exp(e.Scores[k-1]); k != best && math.Abs(got-min(share, 1)) > 1e-9 {
				t.Errorf("%v sure of %d motions: %d are %v as credible, expected %v", sure, best, k, got, share)
			}
			if math.IsInf(e.Scores[k-1], 0) || !slices.Equal(e.Labels[k-1], tree.Labels[k-1]) {
				t.Errorf("%d motions: score %v, labels %v", k, e.Scores[k-1], e.Labels[k-1])
			}
		}
		if !math.IsInf(e.Scores[4], -1) || e.Labels[4] != nil {
			t.Errorf("five motions: score %v, labels %v", e.Scores[4], e.Labels[4])
		}
	}
}

// TestKnown: nothing is known of groups that do not move apart or are scattered, nor where pairs are not heard.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		apart kinship.Apart
		want  bool
	}{
		{kinship.Apart{All: true, Heard: true}, true}, {kinship.Apart{All: true}, false},
		{kinship.Apart{Heard: true}, false}, {kinship.Apart{All: true, Heard: true, Scattered: true}, false},
	} {
		if known(&auto.MovesApart{Apart: c.apart}) != c.want {
			t.Errorf("%+v: known %v", c.apart, !c.want)
		}
	}
}

// TestSure: a number is as sure as merging is of it where its groups hardly move apart, the more so the more they do,
// up to as much as was learnt, and less so where merging tells another.
func TestSure(t *testing.T) {
	for _, c := range []struct{ credible, alike, want float64 }{
		{0.5, 0, 0.5}, {0.5, 1.4, 0.5}, {0.5, -1, 0.690}, {0.7, -1, 0.801}, {0.3, -1, 0.552}, {0.5, -3, 0.917},
		{0.5, -7, 0.917}, {0.2, -2, 0.652},
	} {
		if found := sure(c.credible, c.alike); math.Abs(found-c.want) > 0.001 {
			t.Errorf("credible %v, alike %v: %.4f sure, expected %.3f", c.credible, c.alike, found, c.want)
		}
	}
}

// TestFewTracksByApart: of few tracks too those motions are told that move apart, one where nothing
// does.
func TestFewTracksByApart(t *testing.T) {
	for seed := uint64(1); seed <= 3; seed++ {
		for _, points := range []int{10, 25, 40} {
			for bodies := 0; bodies <= 2; bodies++ {
				data, truth := scenes.StillAndBodies(seed, bodies, points, 12)
				e, err := estimateByApart(t.Context(), data, MotionsConfig{Low: 1, High: 10}, kinship.OneAlikeOf(data.Points()))
				if err != nil {
					t.Fatal(err)
				}
				wrong := evaluate.ClusteringError(e.Labels[e.Motions-e.Low], truth)
				if e.Motions != bodies+1 || wrong > 0 {
					t.Errorf("seed %d, %d bodies, %d tracks: found %d motions, %.3f wrong", seed, bodies, data.Points(),
						e.Motions, wrong)
				}
			}
		}
	}
}

// TestNothingMovesApart: where nothing moves apart it is one motion where two are alike enough, and two
// that may be one where they are not; a still world, whose halves are one by the odds of groups, is one
// in any case. None is sure.
func TestNothingMovesApart(t *testing.T) {
	still, _ := scenes.StillAndBodies(13, 0, 80, 16)
	scattered, _ := slipping(16)
	for _, c := range []struct {
		name  string
		data  core.Data
		limit float64
		want  int
	}{
		{"still", still, -99, 1}, {"still", still, 99, 1},
		{"scattered", scattered, -99, 1}, {"scattered", scattered, 99, 2},
	} {
		e, err := estimateByApart(t.Context(), c.data, MotionsConfig{Low: 1, High: 5}, c.limit)
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != c.want || e.Low > c.want || e.Confidence != 0 || e.MayBeOne != (c.want == 2) {
			t.Errorf("%s, alike from %v on: found %d, from %d, %.2f sure, may be one %v, expected %d", c.name, c.limit,
				e.Motions, e.Low, e.Confidence, e.MayBeOne, c.want)
		}
		labels := e.Labels[e.Motions-e.Low]
		if slices.Max(labels) != c.want || len(labels) != c.data.Points() {
			t.Errorf("%s, alike from %v on: labels up to %d of %d", c.name, c.limit, slices.Max(labels), len(labels))
		}
	}
}

// TestMayBeOne: two may be one where they are no bodies or merging tells one; of three nothing is said.
func TestMayBeOne(t *testing.T) {
	body := &auto.MovesApart{Apart: kinship.Apart{All: true}}
	scattered := &auto.MovesApart{Apart: kinship.Apart{All: true, Scattered: true}}
	for _, c := range []struct {
		name         string
		best, merged int
		groups       *auto.MovesApart
		want         bool
	}{
		{"two bodies", 2, 2, body, false}, {"by few tracks", 2, 0, body, false}, {"merged to one", 2, 1, body, true},
		{"scattered", 2, 2, scattered, true}, {"three", 3, 1, scattered, false},
	} {
		if got := mayBeOne(c.best, c.groups, c.merged); got != c.want {
			t.Errorf("%s: may be one %v", c.name, got)
		}
	}
}

// slipping is a still world of which few tracks slip alike: every so many-th from the middle outwards,
// motion 2.
func slipping(step int) (core.Data, []int) {
	const few = 18
	data, _ := scenes.StillAndBodies(13, 0, 80, 16)
	rows, n := data.X.Dims()
	outwards := make([]int, n)
	for i := range outwards {
		outwards[i] = i
	}
	far := func(i int) float64 { return math.Hypot(data.X.At(0, i), data.X.At(1, i)) }
	slices.SortStableFunc(outwards, func(i, j int) int { return cmp.Compare(far(i), far(j)) })
	slipped := slices.Repeat([]int{1}, n)
	for k := range few {
		i := outwards[k*step]
		slipped[i] = 2
		for f := range rows / 2 {
			data.X.Set(2*f+1, i, data.X.At(2*f+1, i)-0.03*(float64(f)-float64(rows/2-1)/2))
		}
	}
	return data, slipped
}

// TestScatteredTracksAreNoMotion: tracks of a still world that slip alike are no motion of their own
// where every sixteenth from the middle outwards does, and are one where the first of them do.
func TestScatteredTracksAreNoMotion(t *testing.T) {
	for step, want := range map[int]int{1: 2, 16: 1} {
		data, slipped := slipping(step)
		e, err := estimateByApart(t.Context(), data, MotionsConfig{Low: 1, High: 5}, -99)
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != want {
			t.Errorf("every %d of the tracks: %d motions, expected %d", step, e.Motions, want)
		} else if want == 2 && (evaluate.ClusteringError(e.Labels[2-e.Low], slipped) > 0.02 || e.MayBeOne) {
			t.Errorf("every %d of the tracks: they are not the second motion, or may be none: %v", step, e.MayBeOne)
		}
	}
}

// TestLabelsOfLandmarks: where only some columns were looked at, these have their labels,
// and it is said which they are.
func TestLabelsOfLandmarks(t *testing.T) {
	e := &MotionsEstimate{Labels: [][]int{nil, {1, 2, 1}}}
	e.spread([]int{0, 2, 4}, 6)
	if e.Labels[0] != nil || !slices.Equal(e.Labels[1], []int{1, 0, 2, 0, 1, 0}) ||
		!slices.Equal(e.Landmarks, []int{0, 2, 4}) {
		t.Errorf("labels %v of %v", e.Labels, e.Landmarks)
	}
	e = &MotionsEstimate{Labels: [][]int{{1, 2}}}
	if e.spread(nil, 2); !slices.Equal(e.Labels[0], []int{1, 2}) || e.Landmarks != nil {
		t.Errorf("all were looked at: labels %v of %v", e.Labels, e.Landmarks)
	}
}

// TestMayMoveApart: as many groups as move apart may, and more may not.
func TestMayMoveApart(t *testing.T) {
	data, _ := scenes.StillAndBodies(13, 2, 60, 16)
	in := core.Input{Data: data, Analysis: new(core.Analysis)}
	for k, want := range map[int]bool{2: true, 3: true, 4: false, 5: false} {
		in.Motions = k
		for _, in.Workers = range []int{1, 3} {
			may, err := auto.MayMoveApart(t.Context(), in)
			if err != nil || may != want {
				t.Errorf("%d groups, %d workers: may move apart %v, %v", k, in.Workers, may, err)
			}
		}
	}
}

// TestLargestApart: the largest number is taken whose groups are bodies, one that pairs of tracks
// contradict and that are as alike as one only where they contradict every smaller one too; where there are
// none, one motion, the lowest number, or two of many tracks that are less alike than the limit, by the odds of
// groups too.
func TestLargestApart(t *testing.T) {
	body, heard := kinship.Apart{All: true, Alike: -1, Heard: true}, kinship.Apart{Alike: 2, Heard: true}
	torn, unheard := kinship.Apart{All: true, Alike: 3}, kinship.Apart{Alike: 3}
	scattered := kinship.Apart{All: true, Scattered: true, Alike: 2, Heard: true}
	kin, few := kinship.Apart{Alike: 1, Kin: 1.6, Heard: true}, kinship.Apart{Alike: 1, Few: true, Heard: true}
	near, contradicted := kinship.Apart{Alike: 1, Heard: true}, kinship.Apart{All: true, Alike: 1}
	for _, c := range []struct {
		of        []kinship.Apart // two groups, three, …
		low, want int
		asked     int
	}{
		{[]kinship.Apart{body, body, body}, 1, 4, 1},
		{[]kinship.Apart{body, scattered, heard}, 1, 2, 3},
		{[]kinship.Apart{body, torn, torn}, 1, 2, 3},
		{[]kinship.Apart{heard, torn}, 1, 1, 2},
		{[]kinship.Apart{heard, contradicted}, 1, 3, 1},
		{[]kinship.Apart{unheard, torn, torn}, 1, 4, 3},
		{[]kinship.Apart{torn, unheard, heard}, 1, 2, 3},
		{[]kinship.Apart{near, torn}, 1, 2, 2},
		{[]kinship.Apart{near, heard}, 1, 2, 2},
		{[]kinship.Apart{kin, heard}, 1, 1, 2},
		{[]kinship.Apart{few, heard}, 1, 1, 2},
		{[]kinship.Apart{body, unheard, torn}, 3, 4, 2},
		{[]kinship.Apart{heard, heard, heard}, 1, 1, 3},
		{[]kinship.Apart{heard, heard, heard}, 3, 3, 2},
	} {
		asked := 0
		got, groups, err := largestApart(c.low, len(c.of)+1, 1.5, func(k int) (*auto.MovesApart, error) {
			asked++
			return &auto.MovesApart{Labels: []int{k}, Apart: c.of[k-2]}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got != c.want || asked != c.asked {
			t.Errorf("%v, %d at least: found %d of %d asked for, want %d of %d", c.of, c.low, got, asked, c.want, c.asked)
		}
		if (groups == nil) != (got == 1) || groups != nil && groups.Labels[0] != got {
			t.Errorf("%v: groups %v for %d motions", c.of, groups, got)
		}
	}
	failed := errors.New("no embedding")
	if _, _, err := largestApart(1, 3, 1.5, func(int) (*auto.MovesApart, error) { return nil, failed }); err != failed {
		t.Errorf("failure %v", err)
	}
}

// TestMostApart: it is looked for from above, down to the least, of which nothing is looked at.
func TestMostApart(t *testing.T) {
	for _, c := range []struct {
		least, most int
		may         []int // numbers whose groups may move apart
		want        int
		looked      int
	}{
		{2, 6, []int{3, 5}, 5, 2},
		{2, 6, []int{6}, 6, 1},
		{2, 5, nil, 2, 3},
		{4, 6, []int{3}, 4, 2},
		{2, 2, []int{2}, 2, 0},
		{2, 1, []int{2}, 1, 0}, // nothing beyond one motion
	} {
		looked := 0
		most, err := mostApart(c.least, c.most, func(k int) (bool, error) {
			looked++
			return slices.Contains(c.may, k), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if most != c.want || looked != c.looked {
			t.Errorf("%v: found %d, %d looked at", c, most, looked)
		}
	}
	failed := errors.New("no embedding")
	if _, err := mostApart(2, 4, func(int) (bool, error) { return false, failed }); err != failed {
		t.Errorf("looking fails: %v", err)
	}
}

// TestNumberWithinOneMotion: where no more than one motion is asked for, tracks with gaps of two bodies are one.
func TestNumberWithinOneMotion(t *testing.T) {
	data, _ := scenes.MovingBodies(2, 2, 120, 10, 0.001)
	e, err := EstimateMotions(t.Context(), data, MotionsConfig{High: 1})
	if err != nil {
		t.Fatal(err)
	}
	if e.Motions != 1 || e.Low != 1 || len(e.Scores) != 1 || slices.Max(e.Labels[0]) != 1 {
		t.Errorf("expected one motion, found %d of %d to %d", e.Motions, e.Low, e.Low+len(e.Scores)-1)
	}
}
