package spectral

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/eigen"
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

// TestGroupSums: every row is summed in order, whether it is one of four or of the rest, and a label
// that is none is not taken for one of another row.
func TestGroupSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for n := 1; n < 10; n++ {
		w, labels := mat.NewDense(n, n, nil), make([]int, n)
		for i := range n {
			labels[i] = 1 + rng.IntN(3)
			for j := range n {
				w.Set(i, j, rng.Float64())
			}
		}
		for i, found := range GroupSums(w, labels, 3) {
			var want [3]float64
			for j, l := range labels {
				want[l-1] += w.At(i, j)
			}
			if !slices.Equal(found, want[:]) {
				t.Errorf("row %d of %d: %v, expected %v", i, n, found, want)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a label beyond the groups: expected a panic")
		}
	}()
	GroupSums(mat.NewDense(4, 4, nil), []int{1, 2, 3, 4}, 3)
}

// TestNormalizedCut: what leaves the groups, of dense and sparse affinities, whatever labels there are.
func TestNormalizedCut(t *testing.T) {
	w := mat.NewDense(4, 4, []float64{
		0, 3, 1, 0,
		3, 0, 0, 2,
		1, 0, 0, 4,
		0, 2, 4, 0,
	})
	rows := eigen.Sparse{
		Start: []int{0, 2, 4, 6, 8}, Column: []int32{1, 2, 0, 3, 0, 3, 1, 2}, Value: []float64{3, 1, 3, 2, 1, 4, 2, 4},
	}
	for _, c := range []struct {
		labels []int
		k      int
		want   float64
	}{
		{[]int{1, 1, 2, 2}, 2, 3.0/9 + 3.0/11},
		{[]int{2, 1, 2, 1}, 2, 7.0/9 + 7.0/11},
		{[]int{1, 1, 1, 1}, 1, 0},
		{[]int{1, 1, 3, 3}, 3, 3.0/9 + 1 + 3.0/11}, // a group without points
	} {
		sparse := SparseCut(rows, c.labels, c.k, 2)
		if got := NormalizedCut(w, c.labels, c.k); math.Abs(got-c.want) > 1e-15 || sparse != got {
			t.Errorf("%v: %v, sparse %v, expected %v", c.labels, got, sparse, c.want)
		}
	}
}

// BenchmarkNormalizedCut times the cut of half-filled affinities of 1000 points in groups of any order.
func BenchmarkNormalizedCut(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	w, labels := mat.NewDense(1000, 1000, nil), make([]int, 1000)
	for i := range labels {
		labels[i] = 1 + r.IntN(3)
		for j := range i {
			if r.IntN(2) == 0 {
				w.Set(i, j, r.Float64())
				w.Set(j, i, w.At(i, j))
			}
		}
	}
	for b.Loop() {
		NormalizedCut(w, labels, 3)
	}
}
