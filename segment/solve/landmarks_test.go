package solve

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/subspace"
)

func TestLandmarks(t *testing.T) {
	const n = 600
	data := scenes.BenchmarkTracks(n, 20)
	truth := make([]int, n)
	for i := range truth {
		truth[i] = i%3 + 1
	}
	for _, m := range []core.Method{lrksc.LRKSC{}, subspace.SSC{}} {
		name := m.Describe().Name
		r, err := Run(context.Background(), data, Config{Method: m, Motions: 3, Landmarks: 200})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Labels) != n || len(r.Confidence) != n || len(r.Landmarks) != 200 || !slices.IsSorted(r.Landmarks) {
			t.Fatalf("%s: %d labels, %d confidences, %d landmarks", name, len(r.Labels), len(r.Confidence), len(r.Landmarks))
		}
		if rows, _ := r.W.Dims(); rows != 200 {
			t.Errorf("%s: affinity of %d landmarks", name, rows)
		}
		if !slices.ContainsFunc(r.Warnings, func(w core.Warning) bool { return w.Code == core.Approximated }) {
			t.Errorf("%s: no warning in %+v", name, r.Warnings)
		}
		// The points assigned must be as right as the landmarks are.
		var solved, known []int
		for _, p := range r.Landmarks {
			solved, known = append(solved, r.Labels[p]), append(known, truth[p])
		}
		want, got := evaluate.ClusteringError(solved, known), evaluate.ClusteringError(r.Labels, truth)
		t.Logf("%s: error %.4f of the landmarks, %.4f of all", name, want, got)
		if got > want+0.02 || got > 0.1 {
			t.Errorf("%s: error %.4f of all, %.4f of the landmarks", name, got, want)
		}
		again, err := Run(context.Background(), data, Config{Method: m, Motions: 3, Landmarks: 200, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Labels, r.Labels) {
			t.Errorf("%s: one worker gives other labels", name)
		}
	}
}

func TestLandmarkWarningsNamePoints(t *testing.T) {
	data := scenes.BenchmarkTracks(300, 10)
	x := mat.DenseCopyOf(data.X)
	for j := 1; j < 300; j += 2 {
		for i := range 20 {
			x.Set(i, j, x.At(i, 0))
		}
	}
	r, err := Run(context.Background(), core.Data{X: x}, Config{Method: lrksc.LRKSC{}, Motions: 3, Landmarks: 100})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Warnings, func(w core.Warning) bool { return w.Code == core.DuplicatePoints })
	if i < 0 {
		t.Fatalf("warnings %+v", r.Warnings)
	}
	for _, p := range r.Warnings[i].Points {
		if p%2 == 0 {
			t.Errorf("point %d is called a duplicate", p)
		}
	}
}

// TestExplained compares what a group explains of points with the solution of
// the equations, on groups of less and of more than one strip.
func TestExplained(t *testing.T) {
	data := scenes.BenchmarkTracks(900, 20)
	x := lrksc.Normalized(data)
	values := lrksc.LRKSC{}.Describe().ValuesFor(core.Trajectories)
	raise := func(g *mat.Dense, rows, cols []float64) { lrksc.Lift(g, rows, cols, core.Trajectories, values) }
	for _, m := range []int{1, 50, whitenStrip, 2*whitenStrip + 7} {
		members, others := make([]int, m), []int{700, 801, 899}
		for i := range members {
			members[i] = i
		}
		g, err := newGroup(1, x, members, raise, 1)
		if err != nil {
			t.Fatal(err)
		}
		own, points := dense.Columns(x, members), dense.Columns(x, others)
		k := dense.Outer(own, true, 1)
		raise(k, dense.ColumnNorms(own), dense.ColumnNorms(own))
		ridge := landmarkRidge * mat.Trace(k) / float64(m)
		for i := range m {
			k.Set(i, i, k.At(i, i)+ridge)
		}
		across := mat.NewDense(m, len(others), nil)
		dense.Multiply(across, own, points, true, false, 1)
		raise(across, dense.ColumnNorms(own), dense.ColumnNorms(points))
		var solved mat.Dense
		if err := solved.Solve(k, across); err != nil {
			t.Fatal(err)
		}
		got := g.explained(mat.DenseCopyOf(across.T()))
		for i := range others {
			want := mat.Dot(solved.ColView(i), across.ColView(i))
			if math.Abs(got[i]-want) > 1e-9*want {
				t.Errorf("%d landmarks, point %d: %v explained, want %v", m, i, got[i], want)
			}
		}
	}
}
