package geometry

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// A model fitted to points that obey it must hold for all other points that do,
// in both directions, and not for one that was moved.
func TestMotionModelsHoldForTheirGeometry(t *testing.T) {
	maps := map[motionModel]func(x, y, depth float64) (u, v float64){
		AffineModel:      func(x, y, _ float64) (u, v float64) { return 0.9*x - 0.2*y + 0.3, 0.1*x + 1.1*y - 0.4 },
		HomographyModel:  func(x, y, _ float64) (u, v float64) { return scenes.Rigid(x, y, 4/(1+0.2*x-0.1*y)) },
		FundamentalModel: scenes.Rigid,
	}
	for m, to := range maps {
		w := TwoViewOf(scenes.Correspondences(60, 5, to), 0, 1)
		hs := m.Draw(context.Background(), w, 50, 1, 3)
		if hs.Count != 50 {
			t.Fatalf("%v: %d hypotheses, expected 50", m, hs.Count)
		}
		squares := make([]float64, hs.Count)
		for i := range w.Len() {
			hs.Residuals(w.X[i], w.Y[i], w.U[i], w.V[i], squares)
			if worst := maxOf(squares); worst > 1e-10 {
				t.Errorf("%v: point %d is %g from a hypothesis that it obeys", m, i, math.Sqrt(worst))
			}
			// Along the first direction a fundamental matrix may let points move;
			// not along both.
			hs.Residuals(w.X[i], w.Y[i], w.U[i]+0.3, w.V[i], squares)
			along := minOf(squares)
			hs.Residuals(w.X[i], w.Y[i], w.U[i], w.V[i]+0.3, squares)
			if least := max(along, minOf(squares)); least < 1e-4 {
				t.Errorf("%v: point %d, moved by 0.3, is %g from a hypothesis", m, i, math.Sqrt(least))
			}
		}
	}
}

func maxOf(v []float64) float64 {
	m := math.Inf(-1)
	for _, x := range v {
		m = max(m, x)
	}
	return m
}

func minOf(v []float64) float64 {
	m := math.Inf(1)
	for _, x := range v {
		m = min(m, x)
	}
	return m
}

func TestFundamentalMatrixHasRankTwo(t *testing.T) {
	w := TwoViewOf(scenes.Correspondences(40, 6, func(x, y, d float64) (u, v float64) {
		u, v = scenes.Rigid(x, y, d)
		return u + 0.05*math.Sin(40*x), v + 0.05*math.Cos(30*y) // no rigid motion
	}), 0, 1)
	hs := FundamentalModel.Draw(context.Background(), w, 20, 1, 1)
	for k := range hs.Count {
		var f [9]float64
		for c := range f {
			f[c] = hs.h[c][k]
		}
		if _, det := adjugate(&f); math.Abs(det) > 1e-14 {
			t.Errorf("hypothesis %d: determinant %g of a fundamental matrix", k, det)
		}
	}
}

func TestDegenerateSamplesGiveNoHypothesis(t *testing.T) {
	line := core.Data{X: mat.NewDense(4, 12, nil), Kind: core.Trajectories}
	for i := range 12 {
		v := float64(i)
		line.X.SetCol(i, []float64{v, 2 * v, 3 * v, v})
	}
	w := TwoViewOf(line, 0, 1)
	for _, m := range MotionModels {
		if hs := m.Draw(context.Background(), w, 10, 1, 1); hs.Count != 0 {
			t.Errorf("%v: %d hypotheses from points on a line", m, hs.Count)
		}
	}
}

func TestNullVector(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var a [8][9]float64
	for i := range a {
		for j := range a[i] {
			a[i][j] = rng.NormFloat64()
		}
	}
	rows := a
	x, ok := nullVector(&a)
	if !ok {
		t.Fatal("no null vector of eight random rows")
	}
	var length float64
	for _, v := range x {
		length += v * v
	}
	if math.Abs(length-1) > 1e-12 {
		t.Errorf("squared length %g, expected 1", length)
	}
	for i, row := range rows {
		var s float64
		for j, v := range row {
			s += v * x[j]
		}
		if math.Abs(s) > 1e-12 {
			t.Errorf("row %d: product %g, expected 0", i, s)
		}
	}
	rows[7] = rows[0]
	if _, ok := nullVector(&rows); ok {
		t.Error("a null vector of rows of rank 7")
	}
}

func TestTwoViewTakesPointsSeenInBoth(t *testing.T) {
	d := scenes.Correspondences(9, 2, scenes.Rigid)
	d.Visible = make([][]bool, 9)
	for i := range d.Visible {
		d.Visible[i] = []bool{i != 3, i != 7}
	}
	w := TwoViewOf(d, 0, 1)
	points := slices.Sorted(slices.Values(w.Points))
	if !slices.Equal(points, []int{0, 1, 2, 4, 5, 6, 8}) {
		t.Errorf("points %v, expected all but 3 and 7", w.Points)
	}
	var mean, square float64
	for i := range w.U {
		mean += w.U[i]
		square += w.U[i]*w.U[i] + w.V[i]*w.V[i]
	}
	if math.Abs(mean) > 1e-12 || math.Abs(square/7-2) > 1e-12 {
		t.Errorf("mean %g, mean square %g of normalised points, expected 0 and 2", mean/7, square/7)
	}
}
