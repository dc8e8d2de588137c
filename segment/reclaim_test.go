package segment

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/eigen"
)

// TestPartedAt: a few right tracks that are farther than the others, whatever makes them
// so, are on the right side of the valley; without a valley normal distributions cross.
func TestPartedAt(t *testing.T) {
	var distances []float64
	var outliers []int
	add := func(count int, low, high float64, outlier bool) {
		for i := range count {
			if outlier {
				outliers = append(outliers, len(distances))
			}
			distances = append(distances, low*math.Pow(high/low, (float64(i)+0.5)/float64(count)))
		}
	}
	add(100, 0.0015, 0.0025, false)
	add(4, 0.010, 0.014, true)
	add(30, 0.06, 0.2, true)
	if limit, ok := partedAt(distances, outliers); !ok || limit < 0.014 || limit > 0.06 {
		t.Errorf("parted at %.4f, %v; want between 0.014 and 0.06", limit, ok)
	}
	distances, outliers = nil, nil
	add(60, 0.002, 0.02, false)
	add(20, 0.01, 0.1, true)
	if limit, ok := partedAt(distances, outliers); !ok || limit < 0.015 || limit > 0.03 {
		t.Errorf("parted at %.4f, %v; want between 0.015 and 0.03", limit, ok)
	}
	if _, ok := partedAt([]float64{0.3, 0.1}, []int{1}); ok {
		t.Error("outliers that are nearer are parted")
	}
}

// TestReclaim: of tracks that were taken for outliers, right ones are taken back, and
// so is a whole body, which no other tracks explain; random paths are not.
func TestReclaim(t *testing.T) {
	const each, frames, strays = 40, 15, 12
	x, truth := rigidTracks(2, each, frames, 0.5, 1)
	rows, n := x.Dims()
	all := mat.NewDense(rows, n+strays, nil)
	all.Slice(0, rows, 0, n).(*mat.Dense).Copy(x)
	rng := rand.New(rand.NewPCG(1, 2))
	unit := spread(x)
	for i := n; i < n+strays; i++ {
		for a := range 2 {
			at := unit * rng.NormFloat64()
			for f := range frames {
				at += unit / 20 * rng.NormFloat64()
				all.Set(2*f+a, i, at)
			}
		}
	}
	affinity := affinityOfTracks(t, all)
	var paths, body []int
	for i := n; i < n+strays; i++ {
		paths = append(paths, i)
	}
	for i, l := range truth {
		if l == 2 {
			body = append(body, i)
		}
	}
	for _, c := range []struct {
		name     string
		outliers []int
	}{
		{"some right tracks", append([]int{1, 5, 50, 51}, paths...)},
		{"a whole body", append(slices.Clone(body), paths...)},
		{"paths alone", paths},
	} {
		left, err := reclaim(context.Background(), Data{X: all}, affinity, c.outliers, 1)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(left, paths) {
			t.Errorf("%s: left %v, want %v", c.name, left, paths)
		}
	}
}

// affinityOfTracks returns LRKSC's affinity.
func affinityOfTracks(t *testing.T, x *mat.Dense) eigen.Sparse {
	t.Helper()
	r, err := Run(context.Background(), Data{X: x}, Config{Method: lrksc{}, Motions: 2})
	if err != nil {
		t.Fatal(err)
	}
	affinity := eigen.Sparse{Start: []int{0}}
	_, n := x.Dims()
	for i := range n {
		for j, v := range r.W.RawRowView(i) {
			if v != 0 {
				affinity.Column, affinity.Value = append(affinity.Column, int32(j)), append(affinity.Value, v)
			}
		}
		affinity.Start = append(affinity.Start, len(affinity.Column))
	}
	return affinity
}
