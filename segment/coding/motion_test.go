package coding

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"motionseg/segment/epipolar"
	"motionseg/segment/internal/scenes"
)

func TestEpipolarConstraintTellsMotionsApart(t *testing.T) {
	const noise = 0.0005
	data, truth := scenes.TwoViews(3, 2, noise)
	where, err := CoordinatesOf(context.Background(), data, slices.Max(truth), 1)
	if err != nil {
		t.Fatal(err)
	}
	var members []int
	for i, l := range truth {
		if l == 1 {
			members = append(members, i)
		}
	}
	points := correspondencesOf(where.All)
	e, ok := fitConstraint(points, members)
	if !ok {
		t.Fatal("no constraint is fitted")
	}
	var own, other float64
	for i, l := range truth {
		d := e.SquaredDistance(&points[i])
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
	if _, ok := fitConstraint(points, members[:8]); ok {
		t.Error("a constraint is fitted to 8 points")
	}
	if _, ok := fitConstraint(make([]epipolar.Correspondence, len(points)), members[:9]); ok {
		t.Error("a constraint is fitted to points that coincide")
	}
}

// TestMotionBitsPayForMotionOnly compares ways to label one rigid motion: two
// halves of the picture are no shorter to code than a random division, although
// they lie apart, and one group is shorter than either.
func TestMotionBitsPayForMotionOnly(t *testing.T) {
	data, truth := scenes.TwoViews(4, 1, 0.0005)
	where, err := CoordinatesOf(context.Background(), data, slices.Max(truth), 1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	halves, random := make([]int, len(truth)), make([]int, len(truth))
	for i := range truth {
		halves[i], random[i] = 1, 1+rng.IntN(2)
		if where.All.At(0, i) > 0 {
			halves[i] = 2
		}
	}
	const noise = 0.005
	one := where.MotionBits(truth, 1, noise)
	two := where.MotionBits(halves, 2, noise)
	any := where.MotionBits(random, 2, noise)
	if !(one < two && one < any) {
		t.Errorf("%g bits for one group, %g for halves, %g for a random division", one, two, any)
	}
	position := Length(where.All, random, 2, noise) - Length(where.All, halves, 2, noise)
	if motion := 4 * (any - two); math.Abs(motion) > position/2 {
		t.Errorf("halves save %g bits a point, in the coding length with positions %g", motion, position)
	}
	both, labels := scenes.TwoViews(4, 2, 0.0005)
	if where, err = CoordinatesOf(context.Background(), both, 2, 1); err != nil {
		t.Fatal(err)
	}
	if right, merged := where.MotionBits(labels, 2, noise),
		where.MotionBits(make1s(len(labels)), 1, noise); right >= merged {
		t.Errorf("%g bits for two motions, %g when they are one", right, merged)
	}
}

// TestCoordinatesKeepTheTrajectories compares distances between points before
// and after the projection to principal components.
func TestCoordinatesKeepTheTrajectories(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	where, err := CoordinatesOf(context.Background(), data, 3, 1)
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
		kept, _ := where.All.Dims()
		for i := range kept {
			after += math.Pow(where.All.At(i, j)-where.All.At(i, 0), 2)
		}
		if math.Abs(math.Sqrt(before)-math.Sqrt(after)) > 0.1*where.Unit {
			t.Fatalf("point %d is %g from the first, %g after the projection", j, math.Sqrt(before), math.Sqrt(after))
		}
	}
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
		data, _ := scenes.LongTracks(6, 2, test.frames, test.noise)
		where, err := CoordinatesOf(context.Background(), data, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		if kept, _ := where.All.Dims(); kept < test.low || kept > test.high {
			t.Errorf("%d components of %d frames at noise %g, want %d to %d", kept, test.frames, test.noise, test.low, test.high)
		}
	}
}

// BenchmarkRefineLabels times refining labels by their coding length.
func BenchmarkRefineLabels(b *testing.B) {
	data := scenes.BenchmarkTracks(543, 30)
	labels := make([]int, 543)
	for i := range labels {
		labels[i] = i%3 + 1
	}
	for b.Loop() {
		RefineLabels(context.Background(), data.X, labels, 3, 0.015)
	}
}
