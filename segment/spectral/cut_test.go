package spectral

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestRegularizedCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sizes := []int{20, 35, 12, 28}
	var want []int
	for g, size := range sizes {
		for range size {
			want = append(want, g+1)
		}
	}
	n := len(want)
	w := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i {
			v := 0.3 * rng.Float64()
			if want[i] == want[j] {
				v = 0.5 + 0.5*rng.Float64()
			}
			w.Set(i, j, v)
			w.Set(j, i, v)
		}
	}
	before := mat.DenseCopyOf(w)
	labels, err := RegularizedCut(context.Background(), w, len(sizes), 2)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(labels, want) {
		t.Errorf("labels %v, expected %v", labels, want)
	}
	if !mat.Equal(w, before) {
		t.Error("the affinity was changed")
	}
}

// TestRegularizedCutKeepsStragglers adds a point that hardly belongs anywhere:
// without regularised degrees, cutting it off alone would be cheapest.
func TestRegularizedCutKeepsStragglers(t *testing.T) {
	const n = 41
	w := mat.NewDense(n, n, nil)
	for i := range n - 1 {
		for j := range n - 1 {
			if i/20 == j/20 {
				w.Set(i, j, 1)
			} else {
				w.Set(i, j, 0.05)
			}
		}
	}
	w.Set(0, n-1, 1e-3)
	w.Set(n-1, 0, 1e-3)
	labels, err := RegularizedCut(context.Background(), w, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range labels[:n-1] {
		if l != 1+i/20 {
			t.Fatalf("labels %v, expected two groups of 20", labels)
		}
	}
}

func TestDiscretizeTurnedAxes(t *testing.T) {
	// Rows on the axes of a rotated frame, one group each.
	c, s := math.Cos(0.7), math.Sin(0.7)
	x := mat.NewDense(7, 2, nil)
	want := []int{0, 1, 1, 0, 1, 0, 0}
	for i, l := range want {
		if l == 0 {
			x.SetRow(i, []float64{c, s})
		} else {
			x.SetRow(i, []float64{-s, c})
		}
	}
	if got := InOrderOfAppearance(discretize(x)); !slices.Equal(got, []int{1, 2, 2, 1, 2, 1, 1}) {
		t.Errorf("labels %v, expected %v", got, want)
	}
}

func TestCutWeight(t *testing.T) {
	w := mat.NewDense(3, 3, []float64{1, 2, 4, 2, 1, 8, 4, 8, 1})
	if got := CutWeight(w, []int{1, 1, 2}); got != 24 {
		t.Errorf("cut of {1, 2} and {3} weighs %v, expected 2·(4 + 8)", got)
	}
	e, err := Embed(context.Background(), mat.NewDense(2, 2, []float64{1, 1, 1, 1}), 1, 1)
	if err != nil || math.Abs(e.Spectrum[0]) > 1e-14 || math.Abs(e.Spectrum[1]-1) > 1e-14 {
		t.Errorf("spectrum %v, error %v, expected 0 and 1", e.Spectrum, err)
	}
}
