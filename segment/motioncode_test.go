package segment

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// twoViews returns two pictures of rigid bodies that turn and shift, each on
// its own, before a camera of focal length 1: for every body 60 points of a box
// at depth 4 to 6, drawn evenly by the seed, seen with the noise given. The
// bodies stand side by side and reach into each other.
func twoViews(seed uint64, bodies int, noise float64) (Data, []int) {
	const points = 60
	rng := rand.New(rand.NewPCG(seed, 2))
	uniform := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	x := mat.NewDense(9, bodies*points, nil)
	truth := make([]int, bodies*points)
	for b := range bodies {
		angle, tilt := uniform(-0.3, 0.3), uniform(-0.3, 0.3)
		shift := [3]float64{uniform(-0.5, 0.5), uniform(-0.5, 0.5), uniform(-0.3, 0.3)}
		for i := range points {
			j := b*points + i
			p := [3]float64{float64(b) - float64(bodies-1)/2 + uniform(-0.8, 0.8), uniform(-1, 1), uniform(-1, 1)}
			ca, sa, ct, st := math.Cos(angle), math.Sin(angle), math.Cos(tilt), math.Sin(tilt)
			q := [3]float64{ca*p[0] + sa*p[2], p[1], ca*p[2] - sa*p[0]}
			q = [3]float64{q[0] + shift[0], ct*q[1] - st*q[2] + shift[1], st*q[1] + ct*q[2] + shift[2]}
			seen := func(v [3]float64) [3]float64 {
				return [3]float64{v[0]/(5+v[2]) + noise*rng.NormFloat64(), v[1]/(5+v[2]) + noise*rng.NormFloat64(), 1}
			}
			first, second := seen(p), seen(q)
			for r := range 9 {
				x.Set(r, j, first[r/3]*second[r%3])
			}
			truth[j] = b + 1
		}
	}
	return Data{X: x, Kind: TwoFrames}, truth
}

func TestEpipolarConstraintTellsMotionsApart(t *testing.T) {
	const noise = 0.0005
	data, truth := twoViews(3, 2, noise)
	where, err := coordinatesOf(context.Background(), data, slices.Max(truth), 1)
	if err != nil {
		t.Fatal(err)
	}
	var members []int
	for i, l := range truth {
		if l == 1 {
			members = append(members, i)
		}
	}
	e, ok := fitEpipolar(where.all, members)
	if !ok {
		t.Fatal("no constraint is fitted")
	}
	var own, other float64
	for i, l := range truth {
		d := e.squaredDistance(where.all, i)
		if l == 1 {
			own += d / float64(len(members))
		} else {
			other += d / float64(len(truth)-len(members))
		}
	}
	// 8 of 60 degrees of freedom are fitted.
	if rms := math.Sqrt(own); rms < 0.7*noise || rms > 1.1*noise {
		t.Errorf("members are %g from their constraint, the noise is %g", rms, noise)
	}
	if rms := math.Sqrt(other); rms < 10*noise {
		t.Errorf("points of the other motion are %g from the constraint, the noise is %g", rms, noise)
	}
	if _, ok := fitEpipolar(where.all, members[:8]); ok {
		t.Error("a constraint is fitted to 8 points")
	}
	if _, ok := fitEpipolar(mat.NewDense(4, 20, nil), members[:9]); ok {
		t.Error("a constraint is fitted to points that coincide")
	}
}

// TestMotionBitsPayForMotionOnly compares ways to label one rigid motion: two
// halves of the picture are no shorter to code than a random division, although
// they lie apart, and one group is shorter than either.
func TestMotionBitsPayForMotionOnly(t *testing.T) {
	data, truth := twoViews(4, 1, 0.0005)
	where, err := coordinatesOf(context.Background(), data, slices.Max(truth), 1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	halves, random := make([]int, len(truth)), make([]int, len(truth))
	for i := range truth {
		halves[i], random[i] = 1, 1+rng.IntN(2)
		if where.all.At(0, i) > 0 {
			halves[i] = 2
		}
	}
	const noise = 0.005
	one := where.motionBits(truth, 1, noise)
	two := where.motionBits(halves, 2, noise)
	any := where.motionBits(random, 2, noise)
	if !(one < two && one < any) {
		t.Errorf("%g bits for one group, %g for halves, %g for a random division", one, two, any)
	}
	position := codingLength(where.all, random, 2, noise) - codingLength(where.all, halves, 2, noise)
	if motion := 4 * (any - two); math.Abs(motion) > position/2 {
		t.Errorf("halves save %g bits a point, in the coding length with positions %g", motion, position)
	}
	both, labels := twoViews(4, 2, 0.0005)
	if where, err = coordinatesOf(context.Background(), both, 2, 1); err != nil {
		t.Fatal(err)
	}
	if right, merged := where.motionBits(labels, 2, noise), where.motionBits(make1s(len(labels)), 1, noise); right >= merged {
		t.Errorf("%g bits for two motions, %g when they are one", right, merged)
	}
}

// TestCoordinatesKeepTheTrajectories compares distances between points before
// and after the projection to principal components.
func TestCoordinatesKeepTheTrajectories(t *testing.T) {
	data, _ := referenceData(t)
	where, err := coordinatesOf(context.Background(), data, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	rows, n := data.X.Dims()
	if where.rows != rows || where.pair {
		t.Fatalf("coordinates %+v", where)
	}
	for j := 1; j < n; j++ {
		var before, after float64
		for i := range rows {
			before += math.Pow(data.X.At(i, j)-data.X.At(i, 0), 2)
		}
		kept, _ := where.all.Dims()
		for i := range kept {
			after += math.Pow(where.all.At(i, j)-where.all.At(i, 0), 2)
		}
		if math.Abs(math.Sqrt(before)-math.Sqrt(after)) > 0.1*where.unit {
			t.Fatalf("point %d is %g from the first, %g after the projection", j, math.Sqrt(before), math.Sqrt(after))
		}
	}
}

// longTracks returns the tracks of rigid bodies that turn steadily, each at its
// own pace and around its own axis, and drift, over many frames of an
// orthographic camera: 40 points of a unit box each, the noise given.
func longTracks(seed uint64, bodies, frames int, noise float64) (Data, []int) {
	const points = 40
	rng := rand.New(rand.NewPCG(seed, 3))
	x := mat.NewDense(2*frames, bodies*points, nil)
	truth := make([]int, bodies*points)
	for b := range bodies {
		turn, lean := 0.5+rng.Float64(), 2*rng.Float64()-1
		dx, dy := 2*rng.Float64()-1, 2*rng.Float64()-1
		for i := range points {
			j := b*points + i
			truth[j] = b + 1
			p := [3]float64{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
			for f := range frames {
				time := float64(f) / float64(frames)
				c, s := math.Cos(turn*time), math.Sin(turn*time)
				x.Set(2*f, j, c*p[0]+s*p[2]+dx*time+0.3*float64(b)+noise*rng.NormFloat64())
				x.Set(2*f+1, j, p[1]+lean*time*(c*p[2]-s*p[0])+dy*time+noise*rng.NormFloat64())
			}
		}
	}
	return Data{X: x}, truth
}

// TestCoordinatesLeaveNoiseOut counts the components of two bodies, which span
// at most 8 dimensions with the mean taken off 7, in long and short videos.
func TestCoordinatesLeaveNoiseOut(t *testing.T) {
	for _, test := range []struct {
		frames    int
		noise     float64
		low, high int
	}{
		{150, 0, 5, 10}, {150, 0.003, 5, 10}, {150, 0.01, 4, 10}, {3, 0, 5, 6}, {2, 0, 4, 4},
	} {
		data, _ := longTracks(6, 2, test.frames, test.noise)
		where, err := coordinatesOf(context.Background(), data, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		if kept, _ := where.all.Dims(); kept < test.low || kept > test.high {
			t.Errorf("%d components of %d frames at noise %g, want %d to %d", kept, test.frames, test.noise, test.low, test.high)
		}
	}
}

func TestAutoOnLongVideos(t *testing.T) {
	for seed := range uint64(3) {
		data, truth := longTracks(20+seed, 2+int(seed%2), 150, 0.004)
		r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: slices.Max(truth)})
		if err != nil {
			t.Fatal(err)
		}
		if e := ClusteringError(r.Labels, truth); e > 0.02 {
			t.Errorf("video %d: error %.3f", seed, e)
		}
	}
}

func TestAutoOnTwoViews(t *testing.T) {
	for seed := range uint64(4) {
		data, truth := twoViews(10+seed, 2+int(seed%2), 0.001)
		groups := slices.Max(truth)
		single, err := Run(context.Background(), data, Config{Method: lrksc{}, Motions: groups})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: groups})
		if err != nil {
			t.Fatal(err)
		}
		got := ClusteringError(r.Labels, truth)
		if got > 0.03 || got > ClusteringError(single.Labels, truth) {
			t.Errorf("scene %d: error %.3f, LRKSC %.3f", seed, got, ClusteringError(single.Labels, truth))
		}
		chosen := 0
		for _, c := range r.Candidates {
			if math.Abs(c.Bits+c.Cut-c.Score) > 1e-12 || c.Bits == 0 {
				t.Errorf("%s: bits %v and cut %v make no score %v", c.Name, c.Bits, c.Cut, c.Score)
			}
			if c.Chosen {
				chosen++
			}
			if len(c.Labels) != len(truth) || len(c.Confidence) != len(truth) || math.IsNaN(c.Score) {
				t.Fatalf("candidate %q is not complete", c.Name)
			}
		}
		if chosen != 1 || len(r.Candidates) != 4 {
			t.Errorf("%d of %d candidates are chosen", chosen, len(r.Candidates))
		}
		again, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: groups, Workers: 3})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Labels, r.Labels) || !slices.Equal(again.Confidence, r.Confidence) {
			t.Error("three workers give another result")
		}
	}
}

// TestAutoWithoutGeometry switches the steps after the affinities off: what is
// left is one of the spectral clusterings.
func TestAutoWithoutGeometry(t *testing.T) {
	data, truth := twoViews(11, 3, 0.001)
	r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: 3, Values: Values{"merge": 0, "refine": 0}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Candidates {
		e, err := embed(context.Background(), c.W(), 3, 1)
		if err != nil {
			t.Fatal(err)
		}
		unitRows(e.rows)
		if labels, _ := cluster(context.Background(), e.rows, 3, 0); !slices.Equal(labels, c.Labels) {
			t.Errorf("candidate %q differs from its affinity's spectral clustering", c.Name)
		}
		if c.Chosen && !slices.Equal(c.Labels, r.Labels) {
			t.Error("the result is not the chosen candidate's")
		}
	}
	full, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: 3})
	if err != nil {
		t.Fatal(err)
	}
	if with, without := ClusteringError(full.Labels, truth), ClusteringError(r.Labels, truth); with > without {
		t.Errorf("error %.3f with all steps, %.3f without", with, without)
	}
}

// TestAutoEndsWithItsContext cancels after the solver's last iteration.
func TestAutoEndsWithItsContext(t *testing.T) {
	data, _ := twoViews(12, 2, 0.001)
	var last int
	count := Config{Method: lrkscAuto{}, Motions: 2, Progress: func(it Iteration) { last = it.Number }}
	if _, err := Run(context.Background(), data, count); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop := count
	stop.Progress = func(it Iteration) {
		if it.Number == last {
			cancel()
		}
	}
	if _, err := Run(ctx, data, stop); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestAutoOnDegenerateData has no geometry to go by: points that coincide in
// both pictures but for one, and fewer points than pieces.
func TestAutoOnDegenerateData(t *testing.T) {
	same := mat.NewDense(9, 12, nil)
	for r := range 9 {
		for j := range 12 {
			same.Set(r, j, 0.25)
		}
	}
	for j := range 12 {
		same.Set(8, j, 1)
	}
	few, _ := twoViews(13, 1, 0)
	few.X = mat.DenseCopyOf(few.X.Slice(0, 9, 0, 6))
	still := mat.NewDense(6, 8, nil)
	for j := range 8 {
		for r := range 6 {
			still.Set(r, j, float64(r))
		}
	}
	for name, data := range map[string]Data{
		"coinciding points": {X: same, Kind: TwoFrames}, "few points": few, "coinciding tracks": {X: still},
	} {
		for k := 1; k <= 3; k++ {
			r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: k})
			if err != nil {
				t.Fatalf("%s, %d motions: %v", name, k, err)
			}
			for i, c := range r.Confidence {
				if !(c >= 0 && c <= 1) {
					t.Errorf("%s, %d motions: confidence %v of point %d", name, k, c, i)
				}
			}
		}
	}
}

// BenchmarkRefineLabels times refining labels by their coding length.
func BenchmarkRefineLabels(b *testing.B) {
	data := benchmarkTracks(543, 30)
	labels := make([]int, 543)
	for i := range labels {
		labels[i] = i%3 + 1
	}
	for b.Loop() {
		refineLabels(context.Background(), data.X, labels, 3, 0.015)
	}
}
