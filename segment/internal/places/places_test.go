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

// drawing returns what draws lists of numbers.
func drawing(seed uint64) func(n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, seed+1))
	return func(n int) []float64 {
		all := make([]float64, n)
		for i := range all {
			all[i] = rng.NormFloat64()
		}
		return all
	}
}

// Weights and distances of epipolar lines, squares and places are those of every point by itself, to the bit.
func TestLinesSameWithVectorCode(t *testing.T) {
	drawn := drawing(8)
	for _, n := range []int{0, 1, 3, 4, 5, 8, 101} {
		p := [12]float64(drawn(12))
		x, y, d, u, v, sigma := drawn(n), drawn(n), drawn(n), drawn(n), drawn(n), drawn(n)
		f := [9]float64(drawn(9))
		var lines, alone [6][]float64
		for r := range lines {
			lines[r], alone[r] = make([]float64, n), make([]float64, n)
		}
		off, along, square := drawn(n), drawn(n), make([]float64, n)
		place, beside, offAlone, alongAlone := drawn(n), drawn(n), slices.Clone(off), slices.Clone(along)
		ReweighLines(&f, x, y, u, v, 0.1, &lines)
		FromLines(&f, x, y, u, v, 3, 0.7, off, along)
		Squares(&p, x, y, d, u, v, sigma, square)
		Mapped(&f, x, y, u, v, place, beside)
		for i := range n {
			at := func(of []float64) []float64 { return of[i : i+1] }
			one, found := make([]float64, 3), [6][]float64{}
			for r := range found {
				found[r] = at(alone[r])
			}
			ReweighLines(&f, at(x), at(y), at(u), at(v), 0.1, &found)
			FromLines(&f, at(x), at(y), at(u), at(v), 3, 0.7, at(offAlone), at(alongAlone))
			Squares(&p, at(x), at(y), at(d), at(u), at(v), at(sigma), one[:1])
			Mapped(&f, at(x), at(y), at(u), at(v), one[1:2], one[2:])
			if !sameBits(one, []float64{square[i], place[i], beside[i]}) {
				t.Errorf("point %d of %d: squares and places are not those of the point by itself", i, n)
			}
		}
		if !sameBits(off, offAlone) || !sameBits(along, alongAlone) {
			t.Errorf("%d points: distances from lines differ from those of every point by itself", n)
		}
		for r := range lines {
			if !sameBits(lines[r], alone[r]) {
				t.Errorf("%d points: weights %d of lines differ from those of every point by itself", n, r)
			}
		}
	}
}

// Weights and equations of fits are those of every point by itself, to the bit.
func TestFitsSameWithVectorCode(t *testing.T) {
	drawn := drawing(6)
	for _, n := range []int{0, 1, 3, 4, 5, 8, 101} {
		p := [12]float64(drawn(12))
		x, y, z, d, u, v, sigma := drawn(n), drawn(n), drawn(n), drawn(n), drawn(n), drawn(n), drawn(n)
		if n > 4 { // its depth is zero
			x[1], y[1], z[1], d[1] = 0, 0, 0, -p[10]/p[11]
		}
		for _, depth := range [][]float64{nil, d} {
			var all, single [4][]float64
			for r := range all {
				all[r], single[r] = make([]float64, n), make([]float64, n)
			}
			Reweigh(&p, x, y, z, depth, u, v, 0.1, all[0], all[1], all[2], all[3])
			for i := range n {
				at := func(of []float64) []float64 {
					if of == nil {
						return nil
					}
					return of[i : i+1]
				}
				Reweigh(&p, at(x), at(y), at(z), at(depth), at(u), at(v), 0.1,
					at(single[0]), at(single[1]), at(single[2]), at(single[3]))
			}
			for r := range all {
				if !sameBits(all[r], single[r]) {
					t.Errorf("%d points, depths %v: weights %d differ from those of every point by itself", n, depth != nil, r)
				}
			}
		}
		own := drawn(12 * n)
		linear := func(from, to int, of []float64) *Linear {
			at := func(r int) []float64 { return of[r*n+from : r*n+to] }
			return &Linear{at(0), at(1), [3][]float64{at(2), at(3), at(4)}, [3][]float64{at(5), at(6), at(7)},
				[4][]float64{at(8), at(9), at(10), at(11)}}
		}
		single := slices.Clone(own)
		linear(0, n, own).Linearise(&p, x, y, d, u, v, sigma, 0.01)
		for i := range n {
			linear(i, i+1, single).Linearise(&p, x[i:i+1], y[i:i+1], d[i:i+1], u[i:i+1], v[i:i+1], sigma[i:i+1], 0.01)
		}
		if !sameBits(own, single) {
			t.Errorf("%d points: the equations differ from those of every point by itself", n)
		}
		change := [24]float64(drawn(24))
		var along [6][]float64
		for r := range along {
			along[r] = drawn(n)
		}
		follow := func(from, to int, into []float64) {
			var part [6][]float64
			for r, of := range along {
				part[r] = of[from:to]
			}
			Follow(&change, 1.1, x[from:to], y[from:to], d[from:to], u[from:to], v[from:to], &part, into[from:to])
		}
		all, one := make([]float64, n), make([]float64, n)
		follow(0, n, all)
		for i := range n {
			follow(i, i+1, one)
		}
		if !sameBits(all, one) {
			t.Errorf("%d points: parallaxes after a step differ from those of every point by itself", n)
		}
	}
}

// What a point weighs is the slope of the logarithm that it costs, log((1 + s)/(1 + lost·s)) of its squared
// deviation s, so that one far off pulls no longer.
func TestLinearWeighsBySlope(t *testing.T) {
	const lost = 0.1
	cost := func(s float64) float64 { return math.Log((1 + s) / (1 + lost*s)) }
	off := []float64{0, 0.3, 1, 4, 30, 1000}
	n := len(off)
	zero, one := make([]float64, n), slices.Repeat([]float64{1}, n)
	lists := make([][]float64, 12)
	for r := range lists {
		lists[r] = make([]float64, n)
	}
	l := &Linear{lists[0], lists[1], [3][]float64(lists[2:5]), [3][]float64(lists[5:8]), [4][]float64(lists[8:12])}
	l.Linearise(&[12]float64{0: 1, 5: 1, 10: 1}, off, zero, zero, zero, zero, one, lost)
	for k, v := range off {
		s, step := v*v, 1e-4*(1+v*v)
		slope := (cost(s+step) - cost(s-step)) / (2 * step)
		if got := l.Weights[0][k]; math.Abs(got-slope) > 1e-6*slope {
			t.Errorf("off by %v: weighs %v, expected the slope %v", v, got, slope)
		}
	}
	if pull := 1000 * l.Weights[0][n-1]; pull > 1e-7 {
		t.Errorf("a point far off pulls by %v", pull)
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

// A constraint that (u, v) satisfies where it is (x, y) times two: its lines, their slopes and distances from them
// are told by hand.
func TestLines(t *testing.T) {
	f := [9]float64{0, 0, 0, 0, 0, -1, 0, 2, 0} // 2y − v = 0
	x, y, u, v := []float64{1, 3}, []float64{2, 2}, []float64{5, 6}, []float64{4, 7}
	off, along := []float64{10, 0}, []float64{20, 3} // of u and of v
	FromLines(&f, x, y, u, v, 100, 0.25, off, along)
	// The slope by v is 1 and by y 2: 3²/(1 + 4/4) of the second point. Lines are v = 2y.
	if off[0] != 0 || math.Abs(off[1]-450) > 1e-9 || math.Abs(along[0]-1e4) > 1e-9 || along[1] != 0 {
		t.Errorf("off by %v, along by %v; expected 0 and 450, 10000 and 0", off, along)
	}
	var w [6][]float64
	for r := range w {
		w[r] = make([]float64, 2)
	}
	ReweighLines(&f, x, y, u, v, 0.5, &w)
	// 1 over the slope √5 and over √(5·0.25) and √(3² + 5·0.25).
	for k, want := range []float64{1 / math.Sqrt(5*1.25), 1 / math.Sqrt(5*10.25)} {
		for r, by := range []float64{u[k] * u[k], u[k] * v[k], u[k], v[k] * v[k], v[k], 1} {
			if math.Abs(w[r][k]-want*by) > 1e-9 {
				t.Errorf("point %d: weight %d is %v, expected %v", k, r, w[r][k], want*by)
			}
		}
	}
	Squares(&[12]float64{0: 1, 3: 1, 5: 1, 10: 2}, x, y, []float64{1, 0}, u, v, []float64{1, 3}, off)
	if off[0] != 25 || off[1] != 506.25 { // (1, 1) from (5, 4), (1.5, 1) from (6, 7) in thirds
		t.Errorf("squares %v, expected 25 and 506.25", off)
	}
	Mapped(&[9]float64{0: 1, 4: 2, 8: 2}, x, y, u, v, off, along)
	if !slices.Equal(off, []float64{4.5, 4.5}) || !slices.Equal(along, []float64{2, 5}) {
		t.Errorf("off by %v and %v in u and v, expected 4.5, 4.5 and 2, 5", off, along)
	}
}
