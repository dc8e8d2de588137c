package auto

import (
	"context"
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
	"motionseg/segment/spectral"
)

// TestAutoOfAnyCamera: before a camera that drives into the scene the affinities of complete
// tracks tear the still world, and pairs of frames do not; what is found first is shown.
func TestAutoOfAnyCamera(t *testing.T) {
	data, truth := scenes.Street(1)
	var shown [][]int
	shares := []float64{0}
	cfg := solve.Config{
		Method: LRKSCAuto{}, Motions: 2,
		Interim:  func(labels []int) { shown = append(shown, slices.Clone(labels)) },
		Progress: func(it core.Iteration) { shares = append(shares, it.Share) },
	}
	r, err := solve.Run(t.Context(), data, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := evaluate.ClusteringError(r.Labels, truth); wrong > 0 {
		t.Errorf("error %.3f", wrong)
	}
	if len(shown) != 1 || evaluate.ClusteringError(shown[0], truth) < 0.3 {
		t.Errorf("%d groupings shown on the way, expected that of the affinities", len(shown))
	}
	scenes.CheckShares(t, shares)
}

// TestAutoOfShakingCamera: so they do where the camera shakes to and fro besides, which is taken for noise.
func TestAutoOfShakingCamera(t *testing.T) {
	data, truth := scenes.Street(1)
	r, err := solve.Run(t.Context(), scenes.Shaken(data, 0.006, 1), solve.Config{Method: LRKSCAuto{}, Motions: 2})
	if err != nil {
		t.Fatal(err)
	}
	if wrong := evaluate.ClusteringError(r.Labels, truth); wrong > 0 {
		t.Errorf("error %.3f", wrong)
	}
}

// TestConfirmed: a first look at pairs of frames confirms the groups that it finds itself, whatever
// their names are. A handful of tracks elsewhere are moved where the affinities are clear; of
// more, and where affinities are unclear, nothing is confirmed and nothing moved.
func TestConfirmed(t *testing.T) {
	data, truth := scenes.Street(2)
	in := core.Input{Data: data, Motions: 2}
	n := len(truth)
	alike, clear := mat.NewDense(n, n, slices.Repeat([]float64{1}, n*n)), sameGroup(truth)
	embedding, err := spectral.Embed(t.Context(), clear, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	without := func(some int) []int { // of the second group
		labels := slices.Clone(truth)
		for i, l := range labels {
			if l == 2 && some > 0 {
				labels[i] = 1
				some--
			}
		}
		return labels
	}
	clearer := func(labels []int) *mat.Dense { // about these than about the truth
		w := sameGroup(labels)
		w.Add(w, sameGroup(labels))
		w.Add(w, clear)
		return w
	}
	swapped := slices.Clone(truth)
	for i, l := range truth {
		swapped[i] = 3 - l
	}
	for _, test := range []struct {
		name          string
		labels, after []int
		fused         *mat.Dense
		want          bool
	}{
		{"the truth", truth, truth, clear, true},
		{"the truth, affinities unclear", truth, truth, alike, true},
		{"under other names", swapped, swapped, clear, true},
		{"but for one track", without(1), truth, clear, true},
		{"but for seven", without(7), truth, clearer(without(7)), true},
		{"but for eight", without(8), without(8), clearer(without(8)), false},
		{"but for one track, affinities unclear", without(1), without(1), alike, false},
	} {
		s := core.Solution{Labels: test.labels, Fused: test.fused, Embedding: &embedding,
			Candidates: []core.Candidate{{Name: "another", Labels: swapped}, {Name: "one", Chosen: true, Labels: test.labels}}}
		if got, err := confirmed(t.Context(), in, &s); err != nil || got != test.want {
			t.Errorf("%s: confirmed %v, %v", test.name, got, err)
		}
		if !slices.Equal(s.Labels, test.after) || !slices.Equal(s.Candidates[1].Labels, test.after) {
			t.Errorf("%s: %.3f of the tracks are wrong after, of the candidate %.3f, expected %.3f", test.name,
				evaluate.ClusteringError(s.Labels, truth), evaluate.ClusteringError(s.Candidates[1].Labels, truth),
				evaluate.ClusteringError(test.after, truth))
		}
		moved := s.Candidates[1].Name == "one; refined"
		if s.Candidates[0].Name != "another" || moved == slices.Equal(test.labels, test.after) {
			t.Errorf("%s: candidates %q and %q", test.name, s.Candidates[0].Name, s.Candidates[1].Name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := confirmed(ctx, in, &core.Solution{Labels: truth, Fused: clear}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestRefineBetweenForLittle: tracks that pairs of frames have elsewhere stay where that saves
// next to nothing.
func TestRefineBetweenForLittle(t *testing.T) {
	data, truth := scenes.Street(2)
	n := len(truth)
	still := core.Data{X: mat.NewDense(2, n, nil), Kind: data.Kind}
	for i := range n {
		still.X.Set(0, i, data.X.At(0, i))
		still.X.Set(1, i, data.X.At(1, i))
	}
	rows := mat.NewDense(12, n, nil) // nothing moves: no grouping takes less than another
	for f := range 6 {
		rows.Slice(2*f, 2*f+2, 0, n).(*mat.Dense).Copy(still.X)
	}
	still.X = rows
	first := slices.Clone(truth)
	first[0] = 3 - first[0]
	s := core.Solution{Labels: slices.Clone(truth), Fused: sameGroup(first)}
	in := core.Input{Data: still, Motions: 2}
	if certain, err := refineBetween(t.Context(), in, &s, first); err != nil || !certain {
		t.Fatal(certain, err)
	}
	if !slices.Equal(s.Labels, truth) {
		t.Errorf("%.3f of the tracks moved", evaluate.ClusteringError(s.Labels, truth))
	}
	first[0] = 0 // of which the first look knows nothing
	if certain, err := refineBetween(t.Context(), in, &s, first); err != nil || !certain {
		t.Fatal(certain, err)
	}
	if !slices.Equal(s.Labels, truth) {
		t.Errorf("%.3f of the tracks moved, one without a group", evaluate.ClusteringError(s.Labels, truth))
	}
}

// TestRefineBetweenCertain: groups that refining leaves as they are are certain however far off the first look is,
// which comes to no better ones; those that it takes eight tracks of elsewhere are not, and stay.
func TestRefineBetweenCertain(t *testing.T) {
	data, truth := scenes.Street(2)
	data.Visible = core.AllSeen(data)
	wrong := slices.Clone(truth)
	for i := range 20 {
		wrong[i] = 3 - wrong[i]
	}
	for _, c := range []struct {
		name          string
		labels, first []int
		certain       bool
	}{{"first look far off", truth, wrong, true}, {"groups far off", wrong, truth, false}} {
		s := core.Solution{Labels: slices.Clone(c.labels), Fused: sameGroup(truth)}
		certain, err := refineBetween(t.Context(), core.Input{Data: data, Motions: 2}, &s, c.first)
		if err != nil || certain != c.certain {
			t.Errorf("%s: certain %v, %v", c.name, certain, err)
		}
		if !slices.Equal(s.Labels, c.labels) {
			t.Errorf("%s: %.3f of the tracks are elsewhere", c.name, evaluate.ClusteringError(s.Labels, c.labels))
		}
	}
}

// sameGroup returns an affinity of 1 within groups and 0 between.
func sameGroup(labels []int) *mat.Dense {
	w := mat.NewDense(len(labels), len(labels), nil)
	for i, a := range labels {
		for j, b := range labels {
			if a == b {
				w.Set(i, j, 1)
			}
		}
	}
	return w
}
