package segment

import (
	"context"
	"slices"
	"testing"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/interactive"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// TestFilledTracks: before an affine camera gaps are filled so well that the filled tracks
// are grouped right where the evidence from pairs of frames leaves some wrong.
func TestFilledTracks(t *testing.T) {
	const bodies, points, frames = 2, 80, 12
	for _, seed := range []uint64{8, 12} {
		x, truth := scenes.RigidTracks(bodies, points, frames, 0.05, seed)
		data := Data{X: x, Kind: Trajectories, Visible: scenes.WithGaps(bodies*points, frames, 0.4, seed)}
		alone, err := solve.Run(context.Background(), data, Config{Method: auto.Pairwise{}, Motions: bodies})
		if err != nil {
			t.Fatal(err)
		}
		if e := evaluate.ClusteringError(alone.Labels, truth); e == 0 {
			t.Errorf("seed %d: expected the pairs of frames alone to leave tracks wrong, found none", seed)
		}
		r, err := solve.Run(context.Background(), data, Config{Method: auto.LRKSCAuto{}, Motions: bodies})
		if err != nil {
			t.Fatal(err)
		}
		if e := evaluate.ClusteringError(r.Labels, truth); e != 0 {
			t.Errorf("seed %d: error %.3f", seed, e)
		}
		chosen := 0
		for _, c := range r.Candidates {
			if c.Chosen {
				chosen++
				if !slices.Equal(c.Labels, r.Labels) || len(c.Spectrum) == 0 || !slices.Equal(c.Spectrum, r.Spectrum) {
					t.Errorf("seed %d: the candidate that was chosen has other labels, or eigenvalues %v and not %v", seed,
						c.Spectrum, r.Spectrum)
				}
			}
		}
		if chosen != 1 {
			t.Errorf("seed %d: %d candidates were chosen", seed, chosen)
		}
		order := scenes.Scattered(bodies * points)
		moved := Data{X: dense.Columns(x, order), Kind: Trajectories, Visible: core.RowsOf(data.Visible, order)}
		again, err := solve.Run(context.Background(), moved, Config{Method: auto.LRKSCAuto{}, Motions: bodies, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		back := make([]int, len(order))
		for place, i := range order {
			back[i] = again.Labels[place]
		}
		if e := evaluate.ClusteringError(back, r.Labels); e != 0 {
			t.Errorf("seed %d: %.3f of the labels differ in another order", seed, e)
		}
		// A track that is confirmed changes no other: what this grouping was preferred to does
		// not come back.
		c, err := interactive.NewConstrainer(r, r.Labels, data, 0)
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
