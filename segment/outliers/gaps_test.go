package outliers

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/scenes"
)

// TestRandomPathsWithGapsAreFound: where gaps can be filled, random paths with gaps
// are found, and hardly a good track, whatever the order of the tracks is and
// whatever stands in the gaps.
func TestRandomPathsWithGapsAreFound(t *testing.T) {
	const n, frames = 80, 20
	x, truth := scenes.RigidTracks(2, n/2, frames, 0.3, 3)
	visible := scenes.WithGaps(n, frames, 0.4, 3)
	shares := []float64{0}
	found, _, err := FindOutliers(t.Context(), scenes.Garbled(x, visible),
		SearchConfig{Progress: func(share float64) { shares = append(shares, share) }})
	if err != nil || len(found) > 1 {
		t.Errorf("%d of %d good tracks are called outliers, error %v", len(found), n, err)
	}
	scenes.CheckShares(t, shares)
	paths, labels := scenes.WithRandomPaths(x, truth, 3, 3)
	if found, _, err = FindOutliers(t.Context(), scenes.Garbled(paths, visible), SearchConfig{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if f1 := scenes.FoundOutliers(found, labels); f1 < 0.95 {
		t.Errorf("F1 %.3f", f1)
	}
	order := scenes.Scattered(n)
	moved := core.Data{X: dense.Columns(paths, order), Kind: core.Trajectories, Visible: core.RowsOf(visible, order)}
	again, _, err := FindOutliers(t.Context(), moved, SearchConfig{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	back := make([]int, 0, len(again))
	for _, place := range again {
		back = append(back, order[place])
	}
	slices.Sort(back)
	if !slices.Equal(back, found) {
		t.Errorf("%v found in another order with three workers, %v before", back, found)
	}
}

// TestSlowPathsWithGapsAreFound is TestSlowPathsAreFound with gaps.
func TestSlowPathsWithGapsAreFound(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 50, 25, 0.1, 0)
	paths, labels := scenes.WithRandomPaths(x, truth, 0.7, 0)
	found, _, err := FindOutliers(t.Context(), scenes.Garbled(paths, scenes.WithGaps(len(labels), 25, 0.4, 3)),
		SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if f1 := scenes.FoundOutliers(found, labels); f1 < 0.9 {
		t.Errorf("F1 %.3f", f1)
	}
}

// TestRandomPathsInPerspectiveAreFound: where tracks come and go before a pinhole
// camera near them, so that no low rank fills them, views alone tell.
func TestRandomPathsInPerspectiveAreFound(t *testing.T) {
	data, truth := scenes.MovingBodies(1, 3, 40, 16, 0.0005)
	found, _, err := FindOutliers(t.Context(), data, SearchConfig{})
	if err != nil || len(found) > 1 {
		t.Errorf("%d of %d good tracks are called outliers, error %v", len(found), len(truth), err)
	}
	corrupted, labels := scenes.WithRandomPaths(data.X, truth, 0.02, 1)
	if found, _, err = FindOutliers(t.Context(),
		core.Data{X: corrupted, Kind: core.Trajectories, Visible: data.Visible}, SearchConfig{}); err != nil {
		t.Fatal(err)
	}
	if f1 := scenes.FoundOutliers(found, labels); f1 < 0.8 {
		t.Errorf("F1 %.3f", f1)
	}
}

// TestShortTracksAreNoOutliers: tracks seen in few frames, whose filled points lie
// anywhere, stay in.
func TestShortTracksAreNoOutliers(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 40, 25, 0.3, 4)
	visible := scenes.WithGaps(len(truth), 25, 0.2, 4)
	rng := rand.New(rand.NewPCG(4, 4))
	for i := 0; i < len(truth); i += 4 {
		clear(visible[i])
		first, length := rng.IntN(20), 2+i%3
		for f := first; f < first+length; f++ {
			visible[i][f] = true
		}
	}
	for _, unseen := range []bool{false, true} { // a track that is never seen keeps gaps from being filled
		if unseen {
			clear(visible[0])
		}
		found, _, err := FindOutliers(t.Context(), scenes.Garbled(x, visible), SearchConfig{})
		if err != nil || len(found) > 1 {
			t.Errorf("%v of %d good tracks are called outliers, error %v", found, len(truth), err)
		}
	}
}

func TestSearchAmongGapsStops(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	x, _ := scenes.RigidTracks(2, 30, 12, 0.3, 1)
	data := core.Data{X: x, Kind: core.Trajectories, Visible: scenes.WithGaps(60, 12, 0.4, 1)}
	if _, _, err := FindOutliers(done, data, SearchConfig{}); err != context.Canceled {
		t.Errorf("error %v from a context already done", err)
	}
	if _, _, err := fillBeside(done, data, nil, 1); err != context.Canceled {
		t.Errorf("error %v of filling from a context already done", err)
	}
}

// TestFillBesidePaths: paths that are suspected leave the filled tracks as they
// would be without them.
func TestFillBesidePaths(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 60, 25, 0.1, 5)
	paths, labels := scenes.WithRandomPaths(x, truth, 3, 5)
	visible := scenes.WithGaps(len(truth), 25, 0.4, 5)
	filled, ok, err := fillBeside(t.Context(), scenes.Garbled(paths, visible), outliersIn(labels), 1)
	if err != nil || !ok {
		t.Fatalf("not filled, error %v", err)
	}
	var squares, count float64
	for i, frames := range visible {
		for f, seen := range frames {
			d := math.Hypot(filled.X.At(2*f, i)-paths.At(2*f, i), filled.X.At(2*f+1, i)-paths.At(2*f+1, i))
			if seen && d != 0 {
				t.Errorf("track %d was moved in frame %d, where it is seen", i, f)
			}
			if !seen && labels[i] > 0 {
				squares += d * d
				count++
			}
		}
	}
	if off := math.Sqrt(squares / count); !(off < 0.5) {
		t.Errorf("filled points are %.2f pixels off", off)
	}
	if _, ok, err := fillBeside(t.Context(), scenes.Garbled(paths, visible), nil, 1); err != nil || ok {
		t.Errorf("paths among the retained tracks: filled %v, error %v", ok, err)
	}
}

// TestStrayDistancesOfSeenFrames: what is not seen of a track does not count, and a
// track that is off counts by what it is off where it is seen.
func TestStrayDistancesOfSeenFrames(t *testing.T) {
	const n, frames, off = 40, 20, 5
	x, _ := scenes.RigidTracks(1, n, frames, 0.01, 6)
	visible := make([][]bool, n)
	for i := range visible {
		visible[i] = slices.Repeat([]bool{true}, frames)
	}
	for f := range 10 {
		visible[0][2*f], visible[1][2*f], visible[2][f+1] = false, false, false
	}
	visible[3] = make([]bool, frames) // tells nothing
	visible[3][7] = true
	rng := rand.New(rand.NewPCG(6, 6))
	for f := range frames {
		x.Set(2*f, 1, x.At(2*f, 1)+off*rng.NormFloat64())
		x.Set(2*f+1, 1, x.At(2*f+1, 1)+off*rng.NormFloat64())
		for _, i := range []int{0, 2, 3} {
			if !visible[i][f] {
				x.Set(2*f, i, -1e3)
			}
		}
	}
	// Those to judge each track by are seen in all frames.
	w := eigen.Sparse{Start: []int{0}}
	for i := range n {
		for k := range Neighbours {
			w.Column, w.Value = append(w.Column, int32(4+(i+5*k+1)%(n-4))), append(w.Value, 1)
		}
		w.Start = append(w.Start, len(w.Column))
	}
	d := NeighbourDistances(t.Context(), x, visible, w, 1)
	if d[0] > 0.1 || d[2] > 0.1 || d[3] != 0 {
		t.Errorf("tracks that are right where they are seen are %.3f, %.3f and %.3f off", d[0], d[2], d[3])
	}
	if d[1] < off/2 || d[1] > 2*off {
		t.Errorf("a track that is %d off in each seen coordinate is %.3f off", off, d[1])
	}
}

// TestLikeliestShare: the share comes out though no score alone says much, and hardly
// any where all speak for their tracks.
func TestLikeliestShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	scores := make([]float64, 400)
	for i := range scores {
		// Normal scores whose means are as far apart as their variance and countedViews say.
		mean := 12.0
		if i%5 == 0 {
			mean = -12
		}
		scores[i] = mean + math.Sqrt(2*12*countedViews)*rng.NormFloat64()
	}
	if share := likeliestShare(scores); math.Abs(share-0.2) > 0.04 {
		t.Errorf("a share of %.3f, want 0.2", share)
	}
	if share := likeliestShare(slices.Repeat([]float64{24}, 400)); share > 0.01 {
		t.Errorf("a share of %.3f where nothing speaks against a track", share)
	}
	if share := likeliestShare(slices.Repeat([]float64{-24}, 400)); share != mostOutliers {
		t.Errorf("a share of %.3f where all speaks against every track", share)
	}
}

// TestShareOf: tracks of which none is an outlier leave some share, so that a score can
// still say so, and no more than mostOutliers are.
func TestShareOf(t *testing.T) {
	for count, want := range map[float64]float64{0: 0.05, 1.5: 0.2, 9: mostOutliers} {
		if share := shareOf(count, 9); share != want {
			t.Errorf("%v of 9: a share of %v, want %v", count, share, want)
		}
	}
}

func TestGappedPairs(t *testing.T) {
	for _, c := range []struct {
		frames, length int
		most           int
	}{{30, 30, 20}, {30, 12, 50}, {3, 2, 4}, {2, 2, 1}, {2000, 30, 800}} {
		data := core.Data{X: mat.NewDense(2*c.frames, 3, nil), Visible: make([][]bool, 3)}
		for i := range data.Visible {
			data.Visible[i] = make([]bool, c.frames)
			for f := range c.length {
				data.Visible[i][f] = true
			}
		}
		pairs := gappedPairs(data)
		if len(pairs) == 0 || len(pairs) > c.most {
			t.Errorf("%d frames, tracks of %d: %d pairs, want 1 to %d", c.frames, c.length, len(pairs), c.most)
		}
		for k, p := range pairs {
			if p[0] < 0 || p[1] <= p[0] || p[1] >= c.frames || slices.Contains(pairs[:k], p) {
				t.Errorf("%d frames: pairs %v", c.frames, pairs)
			}
		}
	}
}
