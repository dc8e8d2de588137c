package places

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// pointsShown returns points that frames show a little off where their places are, a few of them
// anywhere, at infinity, or nowhere.
func pointsShown(rng *rand.Rand, n int) (*Frames, *Points) {
	f := &Frames{Centre: [2]float64{3, -2}, Unit: 1.5}
	for _, to := range []*Frame{&f.Last, &f.Middle} {
		for i := range to.P {
			to.P[i] = 0.1 * rng.NormFloat64()
		}
		to.P[0], to.P[5], to.P[10] = 1, 1, 1
		to.Centre, to.Unit = [2]float64{rng.NormFloat64(), rng.NormFloat64()}, 2
	}
	of := &Points{}
	for range n {
		x, y, d := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		u, v, _, _ := projected(&f.Last.P, x, y, d)
		s, t, _, _ := projected(&f.Middle.P, x, y, d)
		of.X, of.Y = append(of.X, x*f.Unit+f.Centre[0]), append(of.Y, y*f.Unit+f.Centre[1])
		of.U = append(of.U, u*f.Last.Unit+f.Last.Centre[0]+0.01*rng.NormFloat64())
		of.V = append(of.V, v*f.Last.Unit+f.Last.Centre[1]+0.01*rng.NormFloat64())
		of.S = append(of.S, s*f.Middle.Unit+f.Middle.Centre[0]+0.01*rng.NormFloat64())
		of.T = append(of.T, t*f.Middle.Unit+f.Middle.Centre[1]+0.01*rng.NormFloat64())
		of.InLast, of.InMiddle = append(of.InLast, 1e4*rng.Float64()), append(of.InMiddle, 1e4*rng.Float64())
	}
	for i := 0; i < n; i += 7 {
		of.U[i], of.T[i] = 50*rng.NormFloat64(), 50*rng.NormFloat64()
	}
	for i := 3; i < n; i += 11 {
		of.X[i] = [...]float64{math.NaN(), math.Inf(1), 1e300, f.Centre[0]}[i/11%4]
	}
	return f, of
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(v, w float64) bool {
		return math.Float64bits(v) == math.Float64bits(w) || math.IsNaN(v) && math.IsNaN(w)
	})
}

// Parallaxes are those of every point by itself, to the bit.
func TestSameWithVectorCode(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for _, n := range []int{0, 1, 3, 4, 5, 8, 101, 400} {
		f, of := pointsShown(rng, n)
		var want, got [3][]float64
		for k := range want {
			want[k], got[k] = make([]float64, n), make([]float64, n)
		}
		improved := make([]float64, n)
		for i := range n {
			want[0][i], want[1][i], want[2][i] = f.find(of, i)
			x, y := f.at(of, i)
			improved[i], _, _ = f.nearest(math.Cos(float64(i)), x, y, of, i)
		}
		f.Find(of, got[0], got[1], got[2])
		for k := range want {
			if !sameBits(got[k], want[k]) {
				t.Errorf("%d points: list %d differs from what is found of every point by itself", n, k)
			}
		}
		for i := range n {
			got[0][i] = math.Cos(float64(i))
		}
		if f.Improve(of, got[0]); !sameBits(got[0], improved) {
			t.Errorf("%d points: improved parallaxes differ from those of every point by itself", n)
		}
	}
}

// A point without noise is found where it is, in frames of different units and centres.
func TestFindsPlaces(t *testing.T) {
	f := &Frames{Unit: 1}
	f.Last = Frame{P: [12]float64{1, 0, 0, 0.3, 0, 1, 0, 0.1, 0, 0, 1, 0.05}, Centre: [2]float64{3, -1}, Unit: 2}
	f.Middle = Frame{P: [12]float64{1, 0, 0, 0.15, 0, 1, 0, 0.04, 0, 0, 1, 0.02}, Centre: [2]float64{-2, 5}, Unit: 5}
	of := &Points{}
	var places []float64
	for i := range 9 {
		x, y, d := float64(i)/9-0.5, float64(i*i%5)/5-0.4, float64(i%4)-1.5
		u, v, _, _ := projected(&f.Last.P, x, y, d)
		s, t, _, _ := projected(&f.Middle.P, x, y, d)
		of.X, of.Y = append(of.X, x), append(of.Y, y)
		of.U, of.V = append(of.U, 2*u+3), append(of.V, 2*v-1)
		of.S, of.T = append(of.S, 5*s-2), append(of.T, 5*t+5)
		of.InLast, of.InMiddle = append(of.InLast, 1), append(of.InMiddle, 1)
		places = append(places, d)
	}
	parallax, last, middle := make([]float64, 9), make([]float64, 9), make([]float64, 9)
	f.Find(of, parallax, last, middle)
	for i, d := range places {
		if math.Abs(parallax[i]-d) > 1e-9 || last[i]+middle[i] > 1e-16 {
			t.Errorf("point %d: found parallax %v, off by %v and %v; want %v", i, parallax[i], last[i], middle[i], d)
		}
	}
}

// BenchmarkFind finds the parallaxes of as many points as a view has at most.
func BenchmarkFind(b *testing.B) {
	f, of := pointsShown(rand.New(rand.NewPCG(4, 5)), 500)
	parallax, last, middle := make([]float64, 500), make([]float64, 500), make([]float64, 500)
	for b.Loop() {
		f.Find(of, parallax, last, middle)
	}
}
