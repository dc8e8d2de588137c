package segment

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/eigen"
)

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
	r, err := Run(context.Background(), Data{X: all}, Config{Method: lrksc{}, Motions: 2})
	if err != nil {
		t.Fatal(err)
	}
	affinity := eigen.Sparse{Start: []int{0}}
	for i := range n + strays {
		for j, v := range r.W.RawRowView(i) {
			if v != 0 {
				affinity.Column, affinity.Value = append(affinity.Column, int32(j)), append(affinity.Value, v)
			}
		}
		affinity.Start = append(affinity.Start, len(affinity.Column))
	}
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
