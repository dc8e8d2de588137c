package interactive

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/solve"
)

// blocks returns an affinity with blocks of these sizes: random inside, less by
// a factor between block i and j by weak(i, j).
func blocks(sizes []int, weak func(i, j int) float64) *mat.Dense {
	var block []int
	for b, size := range sizes {
		for range size {
			block = append(block, b)
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	n := len(block)
	w := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i {
			v := rng.Float64()
			if block[i] != block[j] {
				v *= weak(block[i], block[j])
			}
			w.Set(i, j, v)
			w.Set(j, i, v)
		}
	}
	return w
}

// repeated returns every label as often as its size says.
func repeated(sizes, labels []int) []int {
	var out []int
	for b, size := range sizes {
		for range size {
			out = append(out, labels[b])
		}
	}
	return out
}

func constrainer(t testing.TB, w *mat.Dense, labels []int) *Constrainer {
	t.Helper()
	c, err := NewConstrainer(&core.Result{W: w, Labels: labels, Motions: slices.Max(labels),
		Confidence: make([]float64, len(labels))}, nil, core.Data{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func constrain(t testing.TB, c *Constrainer, constraints Constraints) *Constrained {
	t.Helper()
	out, err := c.Constrain(context.Background(), constraints)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The second group is made of two blocks that hardly hang together.
var (
	mixedSizes = []int{25, 30, 30}
	mixed      = blocks(mixedSizes, func(i, j int) float64 { return 0.02 })
	mixedStart = repeated(mixedSizes, []int{1, 2, 2})
)

func TestConstrainMovesWhatHangsTogether(t *testing.T) {
	c := constrainer(t, mixed, mixedStart)
	for _, test := range []struct {
		name  string
		seeds []Seed
		want  []int
	}{
		{"agrees", []Seed{{3, 1}, {50, 2}}, []int{1, 2, 2}},
		{"to another", []Seed{{50, 1}}, []int{1, 1, 2}},
		{"the other half", []Seed{{80, 1}}, []int{1, 2, 1}},
		{"a new motion", []Seed{{50, 3}}, []int{1, 3, 2}},
		{"held by a seed", []Seed{{80, 2}, {50, 1}}, []int{1, 1, 2}},
	} {
		out := constrain(t, c, Constraints{Seeds: test.seeds})
		if want := repeated(mixedSizes, test.want); !slices.Equal(out.Labels, want) {
			t.Errorf("%s: labels %v, want %v", test.name, out.Labels, want)
		}
		if out.Confidence[test.seeds[0].Point] != 1 {
			t.Errorf("%s: confidence of the seed is %v", test.name, out.Confidence[test.seeds[0].Point])
		}
	}
}

func TestConstrainMovesLittleOfAGroupThatIsOne(t *testing.T) {
	sizes := []int{50, 50}
	start := repeated(sizes, []int{1, 2})
	c := constrainer(t, blocks(sizes, func(i, j int) float64 { return 0.02 }), start)
	for _, p := range []int{0, 49, 70} {
		out := constrain(t, c, Constraints{Seeds: []Seed{{p, 3 - start[p]}}})
		moved := 0
		for i, l := range out.Labels {
			if l != start[i] {
				moved++
			}
		}
		if moved > 3 {
			t.Errorf("seed of point %d moved %d points, want it and little more", p, moved)
		}
	}
}

func TestConstrainTakesOutliers(t *testing.T) {
	start := slices.Clone(mixedStart)
	start[7] = 0
	c := constrainer(t, mixed, start)
	out := constrain(t, c, Constraints{Seeds: []Seed{{7, 2}, {60, 0}}})
	want := slices.Clone(start)
	want[7], want[60] = 2, 0
	if !slices.Equal(out.Labels, want) {
		t.Errorf("labels %v, want %v", out.Labels, want)
	}
}

func TestConstrainFindsContradictions(t *testing.T) {
	c := constrainer(t, mixed, mixedStart)
	for _, test := range []struct {
		name        string
		constraints Constraints
		want        []Contradiction
	}{
		{"none", Constraints{Seeds: []Seed{{0, 1}, {0, 1}}, Together: [][2]int{{0, 1}, {1, 0}},
			Apart: [][2]int{{0, 50}}}, nil},
		{"two motions", Constraints{Seeds: []Seed{{0, 1}, {0, 2}}},
			[]Contradiction{{Constraints{Seeds: []Seed{{0, 1}, {0, 2}}}, Constraints{Seeds: []Seed{{0, 2}}}}}},
		{"seeds joined by a chain", Constraints{Seeds: []Seed{{0, 1}, {50, 2}}, Together: [][2]int{{0, 3}, {4, 50}, {3, 4}}},
			[]Contradiction{{Constraints{Seeds: []Seed{{0, 1}, {50, 2}}, Together: [][2]int{{0, 3}, {3, 4}, {4, 50}}},
				Constraints{Together: [][2]int{{3, 4}}}}}},
		{"apart in a chain", Constraints{Together: [][2]int{{5, 6}, {6, 7}}, Apart: [][2]int{{5, 7}}},
			[]Contradiction{{Constraints{Together: [][2]int{{5, 6}, {6, 7}}, Apart: [][2]int{{5, 7}}},
				Constraints{Apart: [][2]int{{5, 7}}}}}},
		{"apart in one motion",
			Constraints{Seeds: []Seed{{5, 1}, {6, 1}}, Together: [][2]int{{6, 7}}, Apart: [][2]int{{5, 7}}},
			[]Contradiction{{Constraints{Seeds: []Seed{{5, 1}, {6, 1}}, Together: [][2]int{{7, 6}},
				Apart: [][2]int{{5, 7}}}, Constraints{Apart: [][2]int{{5, 7}}}}}},
		{"apart from all", Constraints{Seeds: []Seed{{5, 1}, {50, 2}}, Apart: [][2]int{{9, 5}, {9, 50}}},
			[]Contradiction{{Constraints{Seeds: []Seed{{5, 1}, {50, 2}}, Apart: [][2]int{{9, 5}, {9, 50}}},
				Constraints{Apart: [][2]int{{9, 50}}}}}},
	} {
		out := constrain(t, c, test.constraints)
		// A pair says the same in either order.
		for i := range out.Contradictions {
			for j, pair := range out.Contradictions[i].Together {
				if test.name == "apart in one motion" && pair[0] == 6 {
					out.Contradictions[i].Together[j] = [2]int{7, 6}
				}
			}
		}
		if !reflect.DeepEqual(out.Contradictions, test.want) {
			t.Errorf("%s: contradictions\n%+v, want\n%+v", test.name, out.Contradictions, test.want)
		}
	}
}

// Whatever is asked for holds in the labels, but for what is reported.
func TestConstrainObeysRandomConstraints(t *testing.T) {
	c := constrainer(t, mixed, mixedStart)
	n := len(mixedStart)
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		var all Constraints
		for range rng.IntN(8) {
			all.Seeds = append(all.Seeds, Seed{rng.IntN(n), rng.IntN(4)})
		}
		for range rng.IntN(6) {
			all.Together = append(all.Together, [2]int{rng.IntN(n), rng.IntN(n)})
		}
		for range rng.IntN(6) {
			all.Apart = append(all.Apart, [2]int{rng.IntN(n), rng.IntN(n)})
		}
		out := constrain(t, c, all)
		var left Constraints
		for _, x := range out.Contradictions {
			left.Seeds = append(left.Seeds, x.LeftOut.Seeds...)
			left.Together = append(left.Together, x.LeftOut.Together...)
			left.Apart = append(left.Apart, x.LeftOut.Apart...)
		}
		for _, s := range all.Seeds {
			if out.Labels[s.Point] != s.Motion && !slices.Contains(left.Seeds, s) {
				t.Errorf("seed %d: point %d got %d, want %d, and nothing was said", seed, s.Point, out.Labels[s.Point], s.Motion)
			}
		}
		for _, p := range all.Together {
			if out.Labels[p[0]] != out.Labels[p[1]] && !slices.Contains(left.Together, p) {
				t.Errorf("seed %d: %v got %d and %d, want one motion, and nothing was said", seed, p, out.Labels[p[0]],
					out.Labels[p[1]])
			}
		}
		for _, p := range all.Apart {
			// Outliers share no motion.
			if l := out.Labels[p[0]]; l != 0 && l == out.Labels[p[1]] && !slices.Contains(left.Apart, p) {
				t.Errorf("seed %d: %v got %d both, want two motions, and nothing was said; %+v → %+v", seed, p, l, all,
					out.Contradictions)
			}
		}
	}
}

func TestDoubtfulAsksWhereAGroupIsMixed(t *testing.T) {
	c := constrainer(t, mixed, mixedStart)
	ctx := context.Background()
	d, ok, err := c.Doubtful(ctx, Constraints{})
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if d.Motion != 2 || d.Second != 1 || len(d.Points) != 30 || !slices.Contains(d.Points, d.Point) {
		t.Errorf("asks %d of motion %d, %d points for %d; want one of the 30 of half of motion 2 for 1", d.Point,
			d.Motion, len(d.Points), d.Second)
	}
	// What has been answered is not asked again.
	next, _, err := c.Doubtful(ctx, Constraints{Seeds: []Seed{{d.Point, 2}}})
	if err != nil || slices.Contains(d.Points, next.Point) {
		t.Errorf("asks %d again, in the part that was just confirmed (%v)", next.Point, err)
	}
	var all Constraints
	for i := range mixedStart {
		d, ok, err := c.Doubtful(ctx, all)
		if err != nil || !ok {
			t.Fatalf("after %d seeds: %v, %v", i, ok, err)
		}
		all.Seeds = append(all.Seeds, Seed{d.Point, mixedStart[d.Point]})
	}
	if d, ok, _ := c.Doubtful(ctx, all); ok {
		t.Errorf("asks %d when every point has a seed", d.Point)
	}
}

// loneWrong is two groups, of which the second's first track is drawn to the first group,
// and the second falls into halves that hang together a little.
var loneWrong = blocks([]int{40, 1, 30, 30}, func(i, j int) float64 {
	switch {
	case i+j == 1:
		return 0.9 // track 40 and the other motion
	case i == 1 || j == 1:
		return 0.3 // and its own
	case i+j == 5:
		return 0.06 // the halves
	}
	return 0.002
})

// A track that is drawn to another motion comes before a part that could be cut off
// cheaply but is drawn nowhere, and what answers it takes nothing else along.
func TestDoubtfulAsksAboutWrongTracksFirst(t *testing.T) {
	start := repeated([]int{40, 1, 30, 30}, []int{1, 2, 2, 2})
	c := constrainer(t, loneWrong, start)
	d, ok, err := c.Doubtful(context.Background(), Constraints{})
	if err != nil || !ok || d.Point != 40 || d.Second != 1 || len(d.Points) != 1 {
		t.Fatalf("asks %+v (%v, %v), expected track 40 alone", d, ok, err)
	}
	out := constrain(t, c, Constraints{Seeds: []Seed{{40, 1}}})
	for i, l := range out.Labels {
		if want := start[i]; i != 40 && l != want {
			t.Errorf("track %d went to motion %d with track 40, expected it to stay in %d", i, l, want)
		}
	}
}

// A motion that lost its points is looked for in the other groups, in a part of at
// most half of one.
func TestDoubtfulLooksForALostMotion(t *testing.T) {
	w := blocks([]int{12, 9, 15}, func(i, j int) float64 { return 0.002 })
	labels := repeated([]int{12, 9, 15}, []int{1, 1, 3})
	c := constrainer(t, w, labels)
	d, ok, err := c.Doubtful(context.Background(), Constraints{Seeds: []Seed{{0, 1}, {35, 3}}})
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if d.Motion != 1 || d.Second != 2 || len(d.Points) != 9 || d.Points[0] != 12 || d.Points[8] != 20 {
		t.Errorf("asks whether %v of motion %d have motion %d", d.Points, d.Motion, d.Second)
	}
}

// Motions are named one to one: where group 1 has most of motion 2, whose other
// piece is larger than motion 1, the part to ask about is more than half of it.
func TestDoubtfulAsksForMostOfAGroup(t *testing.T) {
	w := blocks([]int{20, 28, 30}, func(i, j int) float64 {
		if i > 0 && j > 0 {
			return 0.03
		}
		return 0.002
	})
	c := constrainer(t, w, repeated([]int{48, 30}, []int{1, 2}))
	d, ok, err := c.Doubtful(context.Background(), Constraints{Seeds: []Seed{{60, 2}}})
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	most := members(repeated([]int{20, 28, 30}, []int{0, 1, 0}), 1)
	if d.Motion != 1 || d.Second != 2 || !slices.Contains(most, d.Point) || len(d.Points) > 30 {
		t.Errorf("asks by point %d whether %v of motion %d have motion %d", d.Point, d.Points, d.Motion, d.Second)
	}
	for _, i := range most {
		if !slices.Contains(d.Points, i) {
			t.Errorf("point %d is not among those asked about", i)
		}
	}
}

func TestSplitFindsTheParts(t *testing.T) {
	c := constrainer(t, mixed, mixedStart)
	part, err := c.Split(context.Background(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(part) != 30 || part[0] != 25 && part[0] != 55 || part[29]-part[0] != 29 {
		t.Errorf("part %v, want one of the two blocks", part)
	}
	if part, err := c.Split(context.Background(), 7); err != nil || part != nil {
		t.Errorf("a motion that there is not: %v, %v", part, err)
	}
}

// landmarked solves for 150 of 300 tracks of three motions, and starts from two of them as one.
func landmarked(t *testing.T) (c *Constrainer, r *core.Result, truth []int) {
	t.Helper()
	const n = 300
	data := scenes.BenchmarkTracks(n, 20)
	truth = make([]int, n)
	for i := range truth {
		truth[i] = i%3 + 1
	}
	r, err := solve.Run(context.Background(), data, solve.Config{Method: lrksc.LRKSC{}, Motions: 3, Landmarks: 150})
	if err != nil {
		t.Fatal(err)
	}
	start := make([]int, n)
	for i, l := range truth {
		start[i] = min(l, 2) // as if the last two motions had been found as one
	}
	if c, err = NewConstrainer(r, start, data, 1); err != nil {
		t.Fatal(err)
	}
	return c, r, truth
}

// Landmarks carry the points along that were not solved for.
func TestConstrainWithLandmarks(t *testing.T) {
	c, r, truth := landmarked(t)
	missing := slices.IndexFunc(r.Landmarks, func(p int) bool { return truth[p] == 3 })
	beside := 0
	for slices.Contains(r.Landmarks, beside) || truth[beside] != 1 {
		beside++
	}
	for i := range r.Confidence {
		r.Confidence[i] = 2
	}
	out := constrain(t, c, Constraints{Seeds: []Seed{{r.Landmarks[missing], 3}, {beside, 0}}})
	for p, l := range out.Labels {
		if changed := l != min(truth[p], 2); changed != (out.Confidence[p] != 2) {
			t.Errorf("point %d, whose label has changed (%t), has the confidence %g", p, changed, out.Confidence[p])
		}
	}
	if out.Labels[beside] != 0 {
		t.Errorf("point %d beside the landmarks got %d, its seed says outlier", beside, out.Labels[beside])
	}
	out.Labels[beside] = truth[beside]
	if after := evaluate.ClusteringError(out.Labels, truth); after > 0.1 {
		t.Errorf("error %.3f after a seed for the motion that was missing, 0.333 before", after)
	}
	if d, ok, err := c.Doubtful(context.Background(), Constraints{}); err != nil || !ok ||
		!slices.Contains(r.Landmarks, d.Point) {
		t.Errorf("asks %d (%v, %v), want a landmark", d.Point, ok, err)
	}
}

// TestLandmarksOfTracksWithGaps: where tracks have gaps, those beside the landmarks keep their
// labels, whatever gave them, when a landmark is given another that says nothing of them, and the
// nearest landmark is that of the frames in which both are seen.
func TestLandmarksOfTracksWithGaps(t *testing.T) {
	const n, frames = 300, 20
	x := scenes.BenchmarkTracks(n, frames).X
	seen := scenes.WithGaps(n, frames, 0.5, 5) // of every second track
	twin := 151
	for r := range 2 * frames {
		x.Set(r, twin, x.At(r, 100))
	}
	var landmarks []int
	start := make([]int, n)
	for i := range n {
		start[i] = i%3 + 1
		if i%2 == 0 {
			landmarks = append(landmarks, i)
		}
	}
	few := len(landmarks)
	w := mat.NewDense(few, few, nil)
	for i, p := range landmarks {
		for j, q := range landmarks {
			if i != j && p%3 == q%3 {
				w.Set(i, j, 0.5)
			}
		}
	}
	start[0], start[1] = 2, 3 // a landmark that belongs to motion 1, and a label that no motion tells
	c, err := NewConstrainer(&core.Result{W: w, Labels: start, Motions: 3, Landmarks: landmarks,
		Confidence: make([]float64, n)}, nil, scenes.Garbled(x, seen), 1)
	if err != nil {
		t.Fatal(err)
	}
	out := constrain(t, c, Constraints{Seeds: []Seed{{0, 1}}})
	for i, l := range out.Labels {
		if want := start[i]; i > 0 && l != want {
			t.Errorf("track %d went from motion %d to %d", i, want, l)
		}
	}
	if out.Labels[0] != 1 {
		t.Errorf("the track that was given motion 1 has %d", out.Labels[0])
	}
	if v := c.vertex(twin); landmarks[v] != 100 {
		t.Errorf("the nearest landmark of track %d is %d, expected its twin 100", twin, landmarks[v])
	}
}

func TestConstrainRefuses(t *testing.T) {
	c := constrainer(t, mixed, mixedStart)
	ctx := context.Background()
	for _, bad := range []Constraints{
		{Seeds: []Seed{{-1, 1}}}, {Seeds: []Seed{{100, 1}}}, {Seeds: []Seed{{0, -1}}},
		{Seeds: []Seed{{0, MaxSeedMotion + 1}}},
		{Together: [][2]int{{0, 100}}}, {Apart: [][2]int{{-1, 0}}},
	} {
		if _, err := c.Constrain(ctx, bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	if _, err := NewConstrainer(&core.Result{W: mixed, Labels: []int{1, 2}}, nil, core.Data{}, 1); err == nil {
		t.Error("an affinity of 85 points was taken for 2 labels")
	}
	if _, err := NewConstrainer(&core.Result{Labels: []int{1, 2}}, nil, core.Data{}, 1); err == nil {
		t.Error("a result without affinity was taken")
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := c.Constrain(ended, Constraints{Seeds: []Seed{{50, 1}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// BenchmarkConstrain is the time from a click to new labels: the tenth click,
// which contradicts, after nine.
func BenchmarkConstrain(b *testing.B) {
	sizes := []int{180, 160, 160}
	c := constrainer(b, blocks(sizes, func(i, j int) float64 { return 0.05 }), repeated(sizes, []int{1, 2, 2}))
	var seeds []Seed
	for i := range 9 {
		seeds = append(seeds, Seed{i * 18, 1})
	}
	for i := 0; b.Loop(); i++ {
		clear(c.parts)
		constrain(b, c, Constraints{Seeds: append(seeds, Seed{200 + i%100, 1})})
	}
}
