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
