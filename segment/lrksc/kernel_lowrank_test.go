package lrksc

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// TestPivotedCholesky holds the factor of a kernel to the tolerance on the diagonal, to hardly
// more rows than the largest entry of all in every step would give, and to independence of the
// number of workers. The kernel is left alone.
func TestPivotedCholesky(t *testing.T) {
	const n = 260
	values := LRKSC{}.Describe().ValuesFor(core.Trajectories)
	kernel := kernelMatrix(scenes.BenchmarkTracks(n, 20), values, 1)
	before := mat.DenseCopyOf(kernel)
	tolerance := rankCutoff(values["lambda3"])
	lt, err := pivotedCholesky(t.Context(), kernel, tolerance, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.Equal(kernel, before) {
		t.Error("the kernel has changed")
	}
	if two, err := pivotedCholesky(t.Context(), kernel, tolerance, 2); err != nil || !mat.Equal(lt, two) {
		t.Errorf("two workers find another factor, error %v", err)
	}
	rows, _ := lt.Dims()
	if least := greedyRows(before, tolerance); rows < 2*leastPivots || rows > least+least/20 {
		t.Errorf("%d rows, by the largest entries %d", rows, least)
	}
	var rest mat.Dense
	rest.Mul(lt.T(), lt)
	rest.Sub(kernel, &rest)
	for i := range n {
		if v := rest.At(i, i); v > tolerance*(1+1e-6) || v < -1e-6*tolerance {
			t.Errorf("point %d has %g left, tolerance %g", i, v, tolerance)
		}
	}
	// What is left of a positive semidefinite matrix is one: no entry passes the diagonal.
	if v := floats.Norm(rest.RawMatrix().Data, math.Inf(1)); v > tolerance*(1+1e-6) {
		t.Errorf("an entry of %g is left, tolerance %g", v, tolerance)
	}
}

// greedyRows returns how many rows a factor has that takes the largest remaining diagonal
// entry in every step.
func greedyRows(k *mat.Dense, tolerance float64) int {
	n, _ := k.Dims()
	rest := mat.DenseCopyOf(k)
	for rows := 0; ; rows++ {
		pivot := 0
		for i := range n {
			if rest.At(i, i) > rest.At(pivot, pivot) {
				pivot = i
			}
		}
		largest := rest.At(pivot, pivot)
		if largest <= tolerance {
			return rows
		}
		column := mat.VecDenseCopyOf(rest.ColView(pivot))
		rest.RankOne(rest, -1/largest, column, column)
		rest.Set(pivot, pivot, 0)
	}
}

// TestPivotedCholeskyOfFewDirections has no more rows than a kernel has directions, however
// small the tolerance, and at least one.
func TestPivotedCholeskyOfFewDirections(t *testing.T) {
	const n = 90
	same := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			same.Set(i, j, 3*float64(1+i%2)*float64(1+j%2))
		}
	}
	for name, c := range map[string]struct {
		kernel    *mat.Dense
		tolerance float64
	}{"one direction": {same, 1e-9}, "below rounding": {same, 1e-30}, "nothing": {mat.NewDense(n, n, nil), 1e-9}} {
		lt, err := pivotedCholesky(t.Context(), c.kernel, c.tolerance, 1)
		if err != nil {
			t.Fatal(err)
		}
		var product mat.Dense
		product.Mul(lt.T(), lt)
		if rows, _ := lt.Dims(); rows != 1 || !mat.EqualApprox(&product, c.kernel, 1e-12) {
			t.Errorf("%s: %d rows whose product differs", name, rows)
		}
	}
	// Of what is rounding alone every point is a pivot once at most.
	whole := kernelMatrix(scenes.BenchmarkTracks(60, 10), LRKSC{}.Describe().ValuesFor(core.Trajectories), 1)
	for tolerance := 1e-8; tolerance > 1e-30; tolerance /= 2 {
		lt, err := pivotedCholesky(t.Context(), whole, tolerance, 1)
		if rows, _ := lt.Dims(); err != nil || rows > 60 {
			t.Errorf("60 points have %d pivots, error %v", rows, err)
		}
	}
	broken := mat.DenseCopyOf(same)
	broken.Set(4, 4, math.NaN())
	if lt, err := pivotedCholesky(t.Context(), broken, 1e-9, 1); err != nil || lt == nil {
		t.Errorf("a kernel that is no number: factor %v, error %v", lt, err)
	}
}
