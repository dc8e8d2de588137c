package interactive

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/solve"
)

// refinedResult returns a result on tracks with gaps as if the method had judged
// groupings by their motion and chosen labels.
func refinedResult(t testing.TB, data core.Data, w *mat.Dense, motions int, labels []int) *core.Result {
	t.Helper()
	g, err := geometry.NewScorer(context.Background(), data, geometry.CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	return &core.Result{Motions: motions, W: w, Fused: w, Labels: labels, Confidence: make([]float64, len(labels)),
		Refinement: g}
}

func constrainerOf(t testing.TB, r *core.Result) *Constrainer {
	t.Helper()
	c, err := NewConstrainer(r, nil, core.Data{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The last ten tracks of the first body are in the second's group, and the
// affinity has them nearly as much there.
func strayPart() (data core.Data, w *mat.Dense, truth, start []int, part []int) {
	data, truth = scenes.MovingBodies(7, 2, 50, 12, 0.0005)
	w = blocks([]int{40, 10, 50}, func(i, j int) float64 {
		if i+j == 1 {
			return 0.1 // the part and its own body
		}
		if i+j == 3 {
			return 0.6 // the part and the other body
		}
		return 0.02
	})
	start = slices.Clone(truth)
	for i := 40; i < 50; i++ {
		start[i] = 2
		part = append(part, i)
	}
	return data, w, truth, start, part
}

// A click takes with it what moves with its track, which the affinity alone does not
// tell.
func TestConstrainMovesWhatMovesAlike(t *testing.T) {
	data, w, truth, start, part := strayPart()
	r := refinedResult(t, data, w, 2, start)
	wrong := func(labels []int) (n int) {
		for i, l := range labels {
			if l != truth[i] {
				n++
			}
		}
		return n
	}
	for _, p := range part {
		seeds := Constraints{Seeds: []Seed{{p, 1}}}
		if left := wrong(constrain(t, constrainerOf(t, r), seeds).Labels); left > 1 {
			t.Errorf("%d tracks are wrong after a seed of track %d", left, p)
		}
		alone := *r
		alone.Refinement = nil
		if left := wrong(constrain(t, constrainerOf(t, &alone), seeds).Labels); left < 5 {
			t.Errorf("the affinity alone leaves %d tracks wrong: nothing is tested", left)
		}
	}
}

// A click on a track that its motion holds where it is moves it and little more,
// even where the affinity has a part of the group with another.
func TestConstrainKeepsWhatMotionHolds(t *testing.T) {
	data, w, truth, _, _ := strayPart()
	c := constrainerOf(t, refinedResult(t, data, w, 2, truth))
	for _, p := range []int{3, 45, 60, 99} {
		out := constrain(t, c, Constraints{Seeds: []Seed{{p, 3 - truth[p]}}})
		moved := 0
		for i, l := range out.Labels {
			if l != truth[i] {
				moved++
			}
		}
		if moved > 2 {
			t.Errorf("a seed of track %d moved %d tracks", p, moved)
		}
	}
}

func TestDoubtfulAsksWhereMotionIsAnother(t *testing.T) {
	data, w, _, start, part := strayPart()
	d, ok, err := constrainerOf(t, refinedResult(t, data, w, 2, start)).Doubtful(context.Background(), Constraints{})
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if !slices.Contains(part, d.Point) || d.Motion != 2 || d.Second != 1 {
		t.Errorf("asks about track %d of motion %d, or %d, expected one of %v", d.Point, d.Motion, d.Second, part)
	}
}

// dividedBody is a grouping that divides the first of three bodies and joins the
// other two, under an affinity that says little.
func dividedBody() (data core.Data, w *mat.Dense, wrong []int) {
	data, _ = scenes.MovingBodies(7, 3, 40, 12, 0.0005)
	w = blocks([]int{25, 15, 40, 40}, func(i, j int) float64 {
		if i+j == 1 || i+j == 5 {
			return 0.5
		}
		return 0.1
	})
	return data, w, repeated([]int{25, 15, 80}, []int{1, 2, 3})
}

// A single track that moves with its group, but that the affinity draws to another, is
// asked about: a group's motion bends to such a track.
func TestDoubtfulAsksAboutLoneTracks(t *testing.T) {
	data, truth := scenes.MovingBodies(7, 2, 50, 12, 0.0005)
	w := blocks([]int{50, 1, 49}, func(i, j int) float64 {
		switch {
		case i == j:
			return 1
		case i+j == 1:
			return 0.9 // track 50 and the other body
		case i+j == 3:
			return 0.3 // and its own
		}
		return 0.02
	})
	r := refinedResult(t, data, w, 2, truth)
	d, ok, err := constrainerOf(t, r).Doubtful(context.Background(), Constraints{})
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	row := w.RawRowView(50)
	other, own := floats.Sum(row[:50]), floats.Sum(row[51:])
	if d.Point != 50 || d.Motion != 2 || d.Second != 1 || len(d.Points) != 1 || math.Abs(d.Gain-other/(other+own)) > 1e-9 {
		t.Errorf("asks %+v, expected track 50 alone, by its share of the affinity", d)
	}
	// Once it is answered, another is asked about.
	if d, _, err = constrainerOf(t, r).Doubtful(context.Background(), Constraints{Seeds: []Seed{{50, 2}}}); err !=
		nil || d.Point == 50 {
		t.Errorf("asks again about track %d (%v)", d.Point, err)
	}
}

// Whatever is said of the tracks is obeyed, and on any number of cores the same.
func TestConstrainByMotionObeys(t *testing.T) {
	data, w, wrong := dividedBody()
	r := refinedResult(t, data, w, 3, wrong)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		var seeds []Seed
		for _, p := range rng.Perm(len(wrong))[:6] {
			seeds = append(seeds, Seed{p, rng.IntN(5)}) // outliers and a motion that there is not, too
		}
		out := constrain(t, constrainerOf(t, r), Constraints{Seeds: seeds})
		for _, s := range seeds {
			if out.Labels[s.Point] != s.Motion {
				t.Errorf("track %d has label %d, its seed says %d", s.Point, out.Labels[s.Point], s.Motion)
			}
		}
		parallel := *r.Refinement.(*geometry.Scorer)
		parallel.Workers, parallel.Described = 3, nil
		other := *r
		other.Refinement = &parallel
		c, err := NewConstrainer(&other, nil, core.Data{}, 3)
		if err != nil {
			t.Fatal(err)
		}
		if again := constrain(t, c, Constraints{Seeds: seeds}); !slices.Equal(again.Labels, out.Labels) {
			t.Error("three cores make other labels")
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := constrainerOf(t, r).Doubtful(ended, Constraints{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// Results on tracks with gaps keep what they were refined with, also without
// outliers and for landmarks, and results on others have none.
func TestResultsKeepTheirRefinement(t *testing.T) {
	data, _ := scenes.MovingBodies(5, 2, 30, 10, 0.0005)
	for _, cfg := range []solve.Config{
		{Method: auto.Pairwise{}, Motions: 2},
		{Method: auto.LRKSCAuto{}, Motions: 2, Outliers: []int{3, 40}},
		{Method: auto.Pairwise{}, Motions: 2, Landmarks: 50},
	} {
		r, err := solve.Run(context.Background(), data, cfg)
		if err != nil {
			t.Fatal(err)
		}
		n, _ := r.W.Dims()
		g, ok := r.Refinement.(*geometry.Scorer)
		if !ok {
			t.Fatalf("%+v: what groupings were refined with is not kept", cfg)
		}
		if costs, _, err := g.TrackCosts(t.Context(), slices.Repeat([]int{1}, n), 1); err != nil || len(costs) != n {
			t.Errorf("%+v: costs of %d tracks, expected the %d of the affinity (%v)", cfg, len(costs), n, err)
		}
	}
	r, err := solve.Run(context.Background(), scenes.BenchmarkTracks(60, 10),
		solve.Config{Method: lrksc.LRKSC{}, Motions: 3})
	if err != nil || r.Refinement != nil {
		t.Errorf("a method that refines nothing keeps %v (%v)", r.Refinement, err)
	}
}

// BenchmarkConstrainByMotion is the time from a click to new labels, and to the
// next question, of a result on tracks with gaps of which nothing is kept.
func BenchmarkConstrainByMotion(b *testing.B) {
	data, truth := scenes.MovingBodies(5, 2, 250, 20, 0.0005)
	w := blocks([]int{200, 50, 250}, func(i, j int) float64 { return 0.1 })
	start := slices.Clone(truth)
	for i := 200; i < 250; i++ {
		start[i] = 2
	}
	r := refinedResult(b, data, w, 2, start)
	r.Refinement.(*geometry.Scorer).Workers = 0
	for _, run := range []struct {
		name string
		ask  bool
	}{{"click", false}, {"question", true}} {
		b.Run(run.name, func(b *testing.B) {
			for b.Loop() {
				c := constrainerOf(b, r)
				c.workers = 0
				if !run.ask {
					constrain(b, c, Constraints{Seeds: []Seed{{220, 1}}})
				} else if _, _, err := c.Doubtful(context.Background(), Constraints{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestConstrainBeforeAnyCamera: complete tracks that were grouped by pairs of frames are mended by
// their motions too: those of the car that were taken for the street's follow one of them.
func TestConstrainBeforeAnyCamera(t *testing.T) {
	data, truth := scenes.Street(1)
	r, err := solve.Run(t.Context(), data, solve.Config{Method: auto.LRKSCAuto{}, Motions: 2})
	if err != nil {
		t.Fatal(err)
	}
	if r.Refinement == nil {
		t.Fatal("nothing to refine by is kept")
	}
	labels := slices.Clone(r.Labels)
	car := len(truth) - 1
	for i := car - 9; i <= car; i++ {
		labels[i] = r.Labels[0]
	}
	c, err := NewConstrainer(r, labels, data, 1)
	if err != nil {
		t.Fatal(err)
	}
	if found := constrain(t, c, Constraints{Seeds: []Seed{{car, r.Labels[car]}}}); !slices.Equal(found.Labels, r.Labels) {
		t.Errorf("labels %v, expected %v", found.Labels, r.Labels)
	}
}
