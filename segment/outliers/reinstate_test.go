package outliers

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/coding"
	"motionseg/segment/core"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/solve"
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
	if limit, ok := valleyAt(distances, outliers); !ok || limit < 0.014 || limit > 0.06 {
		t.Errorf("parted at %.4f, %v; want between 0.014 and 0.06", limit, ok)
	}
	distances, outliers = nil, nil
	add(60, 0.002, 0.02, false)
	add(20, 0.01, 0.1, true)
	if limit, ok := valleyAt(distances, outliers); !ok || limit < 0.015 || limit > 0.03 {
		t.Errorf("parted at %.4f, %v; want between 0.015 and 0.03", limit, ok)
	}
	if _, ok := valleyAt([]float64{0.3, 0.1}, []int{1}); ok {
		t.Error("outliers that are nearer are parted")
	}
}

// TestApart: outliers are farther than the others, or taking back those that are not
// leaves none.
func TestApart(t *testing.T) {
	distances := make([]float64, 60)
	for i := range distances {
		distances[i] = 0.002 * math.Pow(10, float64(i%20)/20)
	}
	mixed := []int{2, 7, 18, 19, 25, 39, 44, 58}
	if apart(distances, mixed) {
		t.Error("outliers among the others are apart")
	}
	for k, i := range mixed[:4] {
		distances[i] = 0.2 + 0.05*float64(k)
	}
	if !apart(distances, mixed) {
		t.Error("four of eight outliers are far off, and not apart")
	}
	if apart(distances, nil) {
		t.Error("no outliers are apart")
	}
}

// TestNearLimit: suspects are near where hardly a turned track would be, of as many,
// each beside itself turned.
func TestNearLimit(t *testing.T) {
	// suspectsAt returns suspects with these distances, whose turned ones are from 10 on.
	suspectsAt := func(distances ...float64) []suspect {
		suspects := make([]suspect, len(distances))
		for k, d := range distances {
			suspects[k].distances[0] = d
			for t := 1; t < turns; t++ {
				suspects[k].distances[t] = 10 + float64(t)
			}
		}
		return suspects
	}
	chance := suspectsAt(1, 2, 3, 12, 14)
	chance[0].distances[1] = 0.5 // by chance 1/15 of a track at 0.5 and beyond
	crowd := suspectsAt(1, 2, 3)
	crowd[2].distances[4], crowd[0].distances[7] = 1.5, 1.7 // a seventh
	still := suspectsAt(1)
	for t := range still[0].distances {
		still[0].distances[t] = 1 + 1e-15*float64(t)
	}
	slow := suspectsAt(1, 2, 3, 0.013)
	for t := 1; t < turns; t++ {
		slow[3].distances[t] = 0.01 + 0.001*float64(t) // nearer than the others, as its own is
	}
	for _, c := range []struct {
		name     string
		suspects []suspect
		want     []int // those that are near
	}{
		{"three are nearer than by chance", chance, []int{0, 1, 2}},
		{"one of three is", crowd, []int{0}},
		{"none is", suspectsAt(12, 13, 14), nil},
		{"one that hardly moves", still, nil},
		{"one that moves with others", suspectsAt(0), []int{0}},
		{"three beside one that is slow", slow, []int{0, 1, 2}},
		{"no suspects", nil, nil},
	} {
		limit := nearLimit(c.suspects)
		var near []int
		for i, s := range c.suspects {
			if s.nearness(0) <= limit {
				near = append(near, i)
			}
		}
		if !slices.Equal(near, c.want) {
			t.Errorf("%s: %v are near, want %v", c.name, near, c.want)
		}
	}
}

// TestTurnTrack: a turned track has the same middle, is as far from it in every frame,
// and is another; the way 0 leaves it as it is.
func TestTurnTrack(t *testing.T) {
	track := []float64{1, 2, 3, 2.5, 4, 5, 7, 3}
	middle := func(v []float64) (x, y float64) {
		for f := 0; f < len(v); f += 2 {
			x, y = x+2*v[f]/float64(len(v)), y+2*v[f+1]/float64(len(v))
		}
		return x, y
	}
	mx, my := middle(track)
	var all [][]float64
	for way := range turns {
		turned := make([]float64, len(track))
		turnTrack(turned, track, way)
		if way == 0 && !slices.Equal(turned, track) {
			t.Errorf("way 0: %v", turned)
		}
		x, y := middle(turned)
		if math.Hypot(x-mx, y-my) > 1e-12 {
			t.Errorf("way %d: the middle is %v, %v", way, x, y)
		}
		for f := 0; f < len(track); f += 2 {
			if d := math.Hypot(turned[f]-x, turned[f+1]-y) - math.Hypot(track[f]-mx, track[f+1]-my); math.Abs(d) > 1e-12 {
				t.Errorf("way %d: frame %d is %v farther from the middle", way, f/2, d)
			}
		}
		for other, v := range all {
			if floats.Distance(v, turned, 2) < 0.5 {
				t.Errorf("ways %d and %d are the same", other, way)
			}
		}
		all = append(all, turned)
	}
}

// TestReclaimStillTracks: tracks that do not move are as near to each other however they
// are turned, but no farther off than the others: none is an outlier.
func TestReclaimStillTracks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	still := mat.NewDense(30, 60, nil)
	for i := range 60 {
		for a := range 2 {
			at := 10 * rng.Float64()
			for f := range 15 {
				still.Set(2*f+a, i, at+0.01*rng.NormFloat64())
			}
		}
	}
	left, err := reinstate(context.Background(), core.Data{X: still}, affinityOfTracks(t, still),
		[]int{3, 8, 14, 21, 29, 36, 44, 51, 57}, 1)
	if err != nil || left != nil {
		t.Errorf("%v are left, error %v", left, err)
	}
}

// TestReclaimBendingTracks: the tracks of a body that bends lie in no subspace of
// dimension three, but those around a track are near one: half of those that were taken
// for outliers and more are taken back, and hardly a random path.
func TestReclaimBendingTracks(t *testing.T) {
	const side, frames, setAside = 10, 40, 20
	rng := rand.New(rand.NewPCG(3, 4))
	all := mat.NewDense(2*frames, side*side+setAside, nil)
	for i := range side * side {
		x, y := float64(i%side)+0.3*rng.NormFloat64(), float64(i/side)+0.3*rng.NormFloat64()
		for f := range frames {
			at := float64(f) / frames
			bend := 4 * math.Sin(x/1.5+3*at) * at
			all.Set(2*f, i, x+3*at+0.5*bend+0.01*rng.NormFloat64())
			all.Set(2*f+1, i, y+bend*math.Cos(y/1.5+2*at)+0.01*rng.NormFloat64())
		}
	}
	var paths []int
	for i := side * side; i < side*side+setAside; i++ {
		paths = append(paths, i)
		for a := range 2 {
			at, pace := side*rng.Float64(), 0.1*rng.NormFloat64()
			for f := range frames {
				all.Set(2*f+a, i, at)
				at += pace
				pace = 0.9*pace + 0.04*rng.NormFloat64()
			}
		}
	}
	var bent []int
	for i := 0; i < side*side; i += 5 {
		bent = append(bent, i)
	}
	left, err := reinstate(context.Background(), core.Data{X: all}, affinityOfTracks(t, all),
		append(slices.Clone(bent), paths...), 2)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := slices.BinarySearch(left, side*side)
	if first > len(bent)/2 || len(left)-first < setAside-1 {
		t.Errorf("%d of %d tracks that bend and %d of %d paths are left", first, len(bent), len(left)-first, setAside)
	}
}

// TestReclaim: of tracks that were taken for outliers, right ones are taken back, and
// so is a whole body, which no other tracks explain; random paths are not.
func TestReclaim(t *testing.T) {
	const each, frames, setAside = 40, 15, 12
	x, truth := scenes.RigidTracks(2, each, frames, 0.5, 1)
	rows, n := x.Dims()
	all := mat.NewDense(rows, n+setAside, nil)
	all.Slice(0, rows, 0, n).(*mat.Dense).Copy(x)
	rng := rand.New(rand.NewPCG(1, 2))
	unit := coding.RMS(x)
	for i := n; i < n+setAside; i++ {
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
	for i := n; i < n+setAside; i++ {
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
		left, err := reinstate(context.Background(), core.Data{X: all}, affinity, c.outliers, 1)
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
	r, err := solve.Run(context.Background(), core.Data{X: x}, solve.Config{Method: lrksc.LRKSC{}, Motions: 2})
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
