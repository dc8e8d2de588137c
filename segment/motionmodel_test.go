package segment

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// correspondences returns two frames of n points that go from (x, y) in the
// first to where the map takes them, as trajectories.
func correspondences(n int, seed uint64, to func(x, y, depth float64) (u, v float64)) Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(4, n, nil)
	for i := range n {
		a, b, depth := 2*rng.Float64()-1, 2*rng.Float64()-1, 3+2*rng.Float64()
		u, v := to(a, b, depth)
		x.SetCol(i, []float64{a, b, u, v})
	}
	return Data{X: x, Kind: Trajectories}
}

// rigid takes a point of a picture, at a depth, to where a camera of focal
// length 1 that turned and moved sees it.
func rigid(x, y, depth float64) (u, v float64) {
	const c, s = 0.995004165278026, 0.0998334166468282 // of 0.1 radians
	px, py, pz := x*depth, y*depth, depth
	px, pz = c*px+s*pz+0.4, c*pz-s*px+0.3
	return px / pz, (py - 0.2) / pz
}

// A model fitted to points that obey it must hold for all other points that do,
// in both directions, and not for one that was moved.
func TestMotionModelsHoldForTheirGeometry(t *testing.T) {
	maps := map[motionModel]func(x, y, depth float64) (u, v float64){
		affineModel:      func(x, y, _ float64) (u, v float64) { return 0.9*x - 0.2*y + 0.3, 0.1*x + 1.1*y - 0.4 },
		homographyModel:  func(x, y, _ float64) (u, v float64) { return rigid(x, y, 4/(1+0.2*x-0.1*y)) },
		fundamentalModel: rigid,
	}
	for m, to := range maps {
		w := twoViewOf(correspondences(60, 5, to), 0, 1)
		hs := m.draw(context.Background(), w, 50, 1, 3)
		if hs.count != 50 {
			t.Fatalf("%v: %d hypotheses, expected 50", m, hs.count)
		}
		squares := make([]float64, hs.count)
		for i := range w.len() {
			hs.residuals(w.x[i], w.y[i], w.u[i], w.v[i], squares)
			if worst := maxOf(squares); worst > 1e-10 {
				t.Errorf("%v: point %d is %g from a hypothesis that it obeys", m, i, math.Sqrt(worst))
			}
			// Along the first direction a fundamental matrix may let points move;
			// not along both.
			hs.residuals(w.x[i], w.y[i], w.u[i]+0.3, w.v[i], squares)
			along := minOf(squares)
			hs.residuals(w.x[i], w.y[i], w.u[i], w.v[i]+0.3, squares)
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
	w := twoViewOf(correspondences(40, 6, func(x, y, d float64) (u, v float64) {
		u, v = rigid(x, y, d)
		return u + 0.05*math.Sin(40*x), v + 0.05*math.Cos(30*y) // no rigid motion
	}), 0, 1)
	hs := fundamentalModel.draw(context.Background(), w, 20, 1, 1)
	for k := range hs.count {
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
	line := Data{X: mat.NewDense(4, 12, nil), Kind: Trajectories}
	for i := range 12 {
		v := float64(i)
		line.X.SetCol(i, []float64{v, 2 * v, 3 * v, v})
	}
	w := twoViewOf(line, 0, 1)
	for _, m := range motionModels {
		if hs := m.draw(context.Background(), w, 10, 1, 1); hs.count != 0 {
			t.Errorf("%v: %d hypotheses from points on a line", m, hs.count)
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
	d := correspondences(9, 2, rigid)
	d.Visible = make([][]bool, 9)
	for i := range d.Visible {
		d.Visible[i] = []bool{i != 3, i != 7}
	}
	w := twoViewOf(d, 0, 1)
	points := slices.Sorted(slices.Values(w.points))
	if !slices.Equal(points, []int{0, 1, 2, 4, 5, 6, 8}) {
		t.Errorf("points %v, expected all but 3 and 7", w.points)
	}
	var mean, square float64
	for i := range w.u {
		mean += w.u[i]
		square += w.u[i]*w.u[i] + w.v[i]*w.v[i]
	}
	if math.Abs(mean) > 1e-12 || math.Abs(square/7-2) > 1e-12 {
		t.Errorf("mean %g, mean square %g of normalised points, expected 0 and 2", mean/7, square/7)
	}
}

func benchmarkView(n int) *twoView {
	return twoViewOf(correspondences(n, 8, rigid), 0, 1)
}

func BenchmarkDraw(b *testing.B) {
	w := benchmarkView(500)
	for _, m := range motionModels {
		b.Run(m.String(), func(b *testing.B) {
			for b.Loop() {
				m.draw(context.Background(), w, 500, 1, 1)
			}
		})
	}
}

func BenchmarkVote(b *testing.B) {
	w := benchmarkView(500)
	for _, m := range motionModels {
		hs := m.draw(context.Background(), w, 500, 1, 1)
		b.Run(m.String(), func(b *testing.B) {
			p := newPreferences(500, 1, 500)
			for b.Loop() {
				p.vote(b.Context(), 0, w, hs)
			}
		})
	}
}
