package segment

import (
	"context"
	"math"
	"slices"
	"testing"
)

// scattered returns n tracks' order, the same every time, in which neighbours are far
// apart.
func scattered(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i * 7 % n
	}
	return order
}

// TestFilledTracks: before an affine camera gaps are filled so well that the filled tracks
// are grouped right where the evidence from pairs of frames leaves some wrong.
func TestFilledTracks(t *testing.T) {
	const bodies, points, frames = 2, 80, 12
	for _, seed := range []uint64{8, 12} {
		x, truth := rigidTracks(bodies, points, frames, 0.05, seed)
		data := Data{X: x, Kind: Trajectories, Visible: withGaps(bodies*points, frames, 0.4, seed)}
		alone, err := Run(context.Background(), data, Config{Method: pairwise{}, Motions: bodies})
		if err != nil {
			t.Fatal(err)
		}
		if e := ClusteringError(alone.Labels, truth); e == 0 {
			t.Errorf("seed %d: expected the pairs of frames alone to leave tracks wrong, found none", seed)
		}
		r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: bodies})
		if err != nil {
			t.Fatal(err)
		}
		if e := ClusteringError(r.Labels, truth); e != 0 {
			t.Errorf("seed %d: error %.3f", seed, e)
		}
		chosen := 0
		for _, c := range r.Candidates {
			if c.Chosen {
				chosen++
				if !slices.Equal(c.Labels, r.Labels) || len(c.Spectrum) == 0 {
					t.Errorf("seed %d: the candidate that was chosen has other labels, or %d eigenvalues", seed, len(c.Spectrum))
				}
			}
		}
		if chosen != 1 {
			t.Errorf("seed %d: %d candidates were chosen", seed, chosen)
		}
		last := r.refinement.(*refinement).groupings[len(r.refinement.(*refinement).groupings)-1]
		for _, g := range r.refinement.(*refinement).groupings {
			if !slices.Equal(last.labels, r.Labels) || g.score() < last.score() {
				t.Errorf("seed %d: a click may bring back a grouping that was not kept", seed)
			}
		}
		order := scattered(bodies * points)
		moved := Data{X: columns(x, order), Kind: Trajectories, Visible: rowsOf(data.Visible, order)}
		again, err := Run(context.Background(), moved, Config{Method: lrkscAuto{}, Motions: bodies, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		back := make([]int, len(order))
		for place, i := range order {
			back[i] = again.Labels[place]
		}
		if e := ClusteringError(back, r.Labels); e != 0 {
			t.Errorf("seed %d: %.3f of the labels differ in another order", seed, e)
		}
		// A track that is confirmed changes no other: what this grouping was preferred to does
		// not come back.
		c, err := NewConstrainer(r, r.Labels, data, 0)
		if err != nil {
			t.Fatal(err)
		}
		confirmed, err := c.Constrain(context.Background(), Constraints{Seeds: []Seed{{Point: 0, Motion: r.Labels[0]}}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(confirmed.Labels, r.Labels) {
			t.Errorf("seed %d: confirming a track changes others", seed)
		}
	}
}

// TestNoisyTracksWithGaps: where tracks are noisy the filled ones are grouped right, and
// the evidence from pairs of frames leaves more wrong, whose motions may take less.
func TestNoisyTracksWithGaps(t *testing.T) {
	for _, c := range []struct {
		tracks      int
		noise, gaps float64
		seed        uint64
		wrong       float64
	}{{50, 0.3, 0.4, 2, 0}, {50, 0.6, 0.4, 2, 0}, {25, 0.6, 0.3, 10, 0.16}} {
		x, truth := rigidTracks(3, c.tracks, 15, c.noise, c.seed)
		data := Data{X: x, Kind: Trajectories, Visible: withGaps(3*c.tracks, 15, c.gaps, c.seed)}
		if exactTracks(data) {
			t.Errorf("%+v: tracks pass for exact", c)
		}
		if e := ClusteringError(pairwiseLabels(t, data, 3, 0), truth); e <= c.wrong {
			t.Errorf("%+v: expected the pairs of frames alone to leave more tracks wrong, found %.3f", c, e)
		}
		r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: 3})
		if err != nil {
			t.Fatal(err)
		}
		if e := ClusteringError(r.Labels, truth); e > c.wrong+1e-9 {
			t.Errorf("%+v: error %.3f", c, e)
		}
	}
}

// TestUnseenTrackIsNotFilled: a track that is never seen, which nothing fills, keeps the
// others from nothing.
func TestUnseenTrackIsNotFilled(t *testing.T) {
	x, truth := rigidTracks(2, 80, 12, 0.05, 8)
	data := Data{X: x, Kind: Trajectories, Visible: withGaps(160, 12, 0.4, 8)}
	data.Visible[5] = make([]bool, 12)
	r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: 2})
	if err != nil {
		t.Fatal(err)
	}
	if wrong := int(math.Round(ClusteringError(r.Labels, truth) * 160)); wrong > 3 {
		t.Errorf("%d tracks are wrong", wrong)
	}
}

// TestSharesWithGaps: the progress of the method runs to its end whether tracks are
// filled or not.
func TestSharesWithGaps(t *testing.T) {
	scene := func(points int, noise float64) Data {
		x, _ := rigidTracks(2, points, 12, noise, 8)
		return Data{X: x, Kind: Trajectories, Visible: withGaps(2*points, 12, 0.4, 8)}
	}
	unseen := scene(80, 0.05)
	unseen.Visible[5] = make([]bool, 12)
	bent := scene(80, 0.05)
	for i := range 12 {
		for j := range 160 { // each turns off at its own frame, so that no low rank fills its gaps
			bent.X.Set(2*i, j, bent.X.At(2*i, j)+float64((j%5-2)*max(i-1-j%9, 0)))
		}
	}
	for name, data := range map[string]Data{"filled": scene(80, 0.05), "few": scene(25, 0.05), "unseen": unseen, "bent": bent} {
		t.Run(name, func(t *testing.T) {
			shares := []float64{0}
			_, err := lrkscAuto{}.Solve(context.Background(), Input{
				Data: data, Motions: 2, Values: lrkscAuto{}.Describe().ValuesFor(Trajectories),
				Report: func(it Iteration) { shares = append(shares, it.Share) }, Advance: func(share float64) { shares = append(shares, share) },
			})
			if err != nil {
				t.Fatal(err)
			}
			checkShares(t, shares)
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
		x, _ := rigidTracks(3, points, 12, 0.05, 2)
		data := Data{X: x, Kind: Trajectories, Visible: withGaps(3*points, 12, 0.4, 2)}
		r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: 3})
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
		x, truth := rigidTracks(c.bodies, c.points, 12, 0.2, c.seed)
		data := Data{X: x, Kind: Trajectories, Visible: withGaps(c.bodies*c.points, 12, 0.4, c.seed)}
		if c.points < 20 {
			data, truth = movingBodies(c.seed, c.bodies, c.points, 14, 0.0005)
		}
		if e := ClusteringError(pairwiseLabels(t, data, c.bodies, 0), truth); e != 0 {
			t.Errorf("%d bodies of %d tracks, seed %d: error %.3f", c.bodies, c.points, c.seed, e)
		}
	}
}
