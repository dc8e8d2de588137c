package auto

import (
	"context"
	"math"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// TestNoisyTracksWithGaps: where tracks are noisy the filled ones are grouped right, and
// the evidence from pairs of frames leaves more wrong, whose motions may take less.
func TestNoisyTracksWithGaps(t *testing.T) {
	for _, c := range []struct {
		tracks      int
		noise, gaps float64
		seed        uint64
		wrong       float64
	}{{50, 0.3, 0.4, 2, 0}, {50, 0.6, 0.4, 2, 0}, {25, 0.6, 0.3, 10, 0.16}} {
		x, truth := scenes.RigidTracks(3, c.tracks, 15, c.noise, c.seed)
		data := core.Data{X: x, Kind: core.Trajectories, Visible: scenes.WithGaps(3*c.tracks, 15, c.gaps, c.seed)}
		if geometry.ExactTracks(data) {
			t.Errorf("%+v: tracks pass for exact", c)
		}
		if e := evaluate.ClusteringError(pairwiseLabels(t, data, 3, 0), truth); e <= c.wrong {
			t.Errorf("%+v: expected the pairs of frames alone to leave more tracks wrong, found %.3f", c, e)
		}
		r, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: 3})
		if err != nil {
			t.Fatal(err)
		}
		if e := evaluate.ClusteringError(r.Labels, truth); e > c.wrong+1e-9 {
			t.Errorf("%+v: error %.3f", c, e)
		}
	}
}

// TestTakeFilled: the grouping of filled tracks is taken where pairs of tracks clearly speak for it, whatever its
// motions take, and not where they speak for the other; where they do for neither its motions tell, and it is taken
// of noisy tracks.
func TestTakeFilled(t *testing.T) {
	ctx := context.Background()
	data, truth := scenes.Street(1)
	rows, n := data.X.Dims()
	data.Visible = scenes.WithGaps(n, rows/2, 0.3, 1)
	in := core.Input{Data: data, Motions: 2, Analysis: &core.Analysis{}}
	g, err := geometry.SharedScorer(ctx, in.Analysis, data, geometry.CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	// misplaced has one in twelve tracks in the other group, or those of the still world alone; torn has the car
	// and what is on its right in one.
	misplaced := func(stillOnly bool) []int {
		labels := slices.Clone(truth)
		for i := 0; i < n; i += 12 {
			if !stillOnly || truth[i] == 1 {
				labels[i] = 3 - labels[i]
			}
		}
		return labels
	}
	torn := func(right float64) []int {
		labels := slices.Clone(truth)
		for i := range labels {
			if data.X.At(0, i) > right {
				labels[i] = 2
			}
		}
		return labels
	}
	for _, c := range []struct {
		name          string
		pairs, filled []int
		noisy         bool
		want          string
	}{
		{"pairs speak for the other", misplaced(false), torn(0.2), false, ""},
		{"pairs speak for filled tracks", torn(0.2), misplaced(false), false, "since pairs of tracks speak for them"},
		{"pairs speak for neither", misplaced(true), torn(0.4), false, "for their bits alone"},
		{"pairs speak for neither, filled tracks take more", torn(0.4), misplaced(true), false, ""},
		{"noisy", misplaced(false), torn(0.2), true, "since tracks are noisy"},
	} {
		filled := &filledGrouping{core.Solution{Labels: c.filled}, c.noisy}
		if _, reason, err := takeFilled(ctx, in, g, c.pairs, filled); err != nil || reason != c.want {
			t.Errorf("%s: taken %q, %v, expected %q", c.name, reason, err, c.want)
		}
	}
}

// TestShakenStreetWithGaps: a camera that shakes moves tracks as noise does, but a low rank tears what it drives
// into all the same.
func TestShakenStreetWithGaps(t *testing.T) {
	data, truth := scenes.Street(2)
	data = scenes.Shaken(data, 0.01, 2)
	rows, n := data.X.Dims()
	data.Visible = scenes.WithGaps(n, rows/2, 0.3, 2)
	if !geometry.NoisyTracks(data) {
		t.Fatal("tracks do not seem noisy")
	}
	r, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: 2})
	if err != nil {
		t.Fatal(err)
	}
	if e := evaluate.ClusteringError(r.Labels, truth); e > 0.05 {
		t.Errorf("%.3f of the tracks are wrong", e)
	}
}

// TestUnseenTrackIsNotFilled: a track that is never seen, which nothing fills, keeps the
// others from nothing.
func TestUnseenTrackIsNotFilled(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 80, 12, 0.05, 8)
	data := core.Data{X: x, Kind: core.Trajectories, Visible: scenes.WithGaps(160, 12, 0.4, 8)}
	data.Visible[5] = make([]bool, 12)
	r, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: 2})
	if err != nil {
		t.Fatal(err)
	}
	if wrong := int(math.Round(evaluate.ClusteringError(r.Labels, truth) * 160)); wrong > 3 {
		t.Errorf("%d tracks are wrong", wrong)
	}
}

// TestSharesWithGaps: the progress of the method runs to its end whether tracks are
// filled or not.
func TestSharesWithGaps(t *testing.T) {
	scene := func(points int, noise float64) core.Data {
		x, _ := scenes.RigidTracks(2, points, 12, noise, 8)
		return core.Data{X: x, Kind: core.Trajectories, Visible: scenes.WithGaps(2*points, 12, 0.4, 8)}
	}
	unseen := scene(80, 0.05)
	unseen.Visible[5] = make([]bool, 12)
	bent := scene(80, 0.05)
	for i := range 12 {
		for j := range 160 { // each turns off at its own frame, so that no low rank fills its gaps
			bent.X.Set(2*i, j, bent.X.At(2*i, j)+float64((j%5-2)*max(i-1-j%9, 0)))
		}
	}
	for name, data := range map[string]core.Data{"filled": scene(80, 0.05), "few": scene(25, 0.05), "unseen": unseen,
		"bent": bent} {
		t.Run(name, func(t *testing.T) {
			shares := []float64{0}
			_, err := LRKSCAuto{}.Solve(context.Background(), core.Input{
				Data: data, Motions: 2, Values: LRKSCAuto{}.Describe().ValuesFor(core.Trajectories),
				Report: func(it core.Iteration) { shares = append(shares, it.Share) }, Advance: func(share float64) {
					shares = append(shares, share)
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			scenes.CheckShares(t, shares)
			for i := 1; i < len(shares); i++ {
				if step := shares[i] - shares[i-1]; step > 0.2 {
					t.Errorf("a step from %v to %v", shares[i-1], shares[i])
				}
			}
		})
	}
}

// TestFewTracksAreNotFilled: where motion alone does not tell groupings apart, nothing
// but the evidence from pairs of frames counts.
func TestFewTracksAreNotFilled(t *testing.T) {
	for _, points := range []int{25, 40} {
		x, _ := scenes.RigidTracks(3, points, 12, 0.05, 2)
		data := core.Data{X: x, Kind: core.Trajectories, Visible: scenes.WithGaps(3*points, 12, 0.4, 2)}
		r, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: 3})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.Labels, pairwiseLabels(t, data, 3, 0)) {
			t.Errorf("%d tracks a body: other labels than by pairs of frames", points)
		}
	}
}

// TestFewTracksWithGaps: with few tracks to a motion most of what motions take is the
// price of their parameters, and a tiny group beside all others takes less than the true
// ones; the cut tells.
func TestFewTracksWithGaps(t *testing.T) {
	for _, c := range []struct {
		bodies, points int
		seed           uint64
	}{{2, 25, 3}, {3, 25, 3}, {3, 25, 4}, {2, 15, 60}, {3, 15, 63}} {
		x, truth := scenes.RigidTracks(c.bodies, c.points, 12, 0.2, c.seed)
		data := core.Data{X: x, Kind: core.Trajectories, Visible: scenes.WithGaps(c.bodies*c.points, 12, 0.4, c.seed)}
		if c.points < 20 {
			data, truth = scenes.MovingBodies(c.seed, c.bodies, c.points, 14, 0.0005)
		}
		if e := evaluate.ClusteringError(pairwiseLabels(t, data, c.bodies, 0), truth); e != 0 {
			t.Errorf("%d bodies of %d tracks, seed %d: error %.3f", c.bodies, c.points, c.seed, e)
		}
	}
}
