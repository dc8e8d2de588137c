package auto

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/solve"
	"motionseg/segment/spectral"
)

func TestAutoOnLongVideos(t *testing.T) {
	for seed := range uint64(3) {
		data, truth := scenes.LongTracks(20+seed, 2+int(seed%2), 150, 0.004)
		r, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: slices.Max(truth)})
		if err != nil {
			t.Fatal(err)
		}
		if e := evaluate.ClusteringError(r.Labels, truth); e > 0.02 {
			t.Errorf("video %d: error %.3f", seed, e)
		}
	}
}

func TestAutoOnTwoViews(t *testing.T) {
	for seed := range uint64(4) {
		data, truth := scenes.TwoViews(10+seed, 2+int(seed%2), 0.001)
		groups := slices.Max(truth)
		single, err := solve.Run(context.Background(), data, solve.Config{Method: lrksc.LRKSC{}, Motions: groups})
		if err != nil {
			t.Fatal(err)
		}
		r, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: groups})
		if err != nil {
			t.Fatal(err)
		}
		got := evaluate.ClusteringError(r.Labels, truth)
		if got > 0.03 || got > evaluate.ClusteringError(single.Labels, truth) {
			t.Errorf("scene %d: error %.3f, LRKSC %.3f", seed, got, evaluate.ClusteringError(single.Labels, truth))
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
		if chosen != 1 || len(r.Candidates) != len(families[core.TwoFrames].members)+1 {
			t.Errorf("%d of %d candidates are chosen", chosen, len(r.Candidates))
		}
		again, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: groups, Workers: 3})
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
	data, truth := scenes.TwoViews(11, 3, 0.001)
	r, err := solve.Run(context.Background(), data,
		solve.Config{Method: LRKSCAuto{}, Motions: 3, Values: core.Values{"merge": 0, "refine": 0}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Candidates {
		e, err := spectral.Embed(context.Background(), c.W(), 3, 1)
		if err != nil {
			t.Fatal(err)
		}
		spectral.UnitRows(e.Rows)
		if labels, _ := spectral.Cluster(context.Background(), e.Rows, 3, 0); !slices.Equal(labels, c.Labels) {
			t.Errorf("candidate %q differs from its affinity's spectral clustering", c.Name)
		}
		if c.Chosen && !slices.Equal(c.Labels, r.Labels) {
			t.Error("the result is not the chosen candidate's")
		}
	}
	full, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: 3})
	if err != nil {
		t.Fatal(err)
	}
	if with, without := evaluate.ClusteringError(full.Labels, truth),
		evaluate.ClusteringError(r.Labels, truth); with > without {
		t.Errorf("error %.3f with all steps, %.3f without", with, without)
	}
}

// TestAutoEndsWithItsContext cancels after the solver's last iteration.
func TestAutoEndsWithItsContext(t *testing.T) {
	data, _ := scenes.TwoViews(12, 2, 0.001)
	var last int
	count := solve.Config{Method: LRKSCAuto{}, Motions: 2, Progress: func(it core.Iteration) { last = it.Number }}
	if _, err := solve.Run(context.Background(), data, count); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop := count
	stop.Progress = func(it core.Iteration) {
		if it.Number == last {
			cancel()
		}
	}
	if _, err := solve.Run(ctx, data, stop); !errors.Is(err, context.Canceled) {
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
	few, _ := scenes.TwoViews(13, 1, 0)
	few.X = mat.DenseCopyOf(few.X.Slice(0, 9, 0, 6))
	still := mat.NewDense(6, 8, nil)
	for j := range 8 {
		for r := range 6 {
			still.Set(r, j, float64(r))
		}
	}
	for name, data := range map[string]core.Data{
		"coinciding points": {X: same, Kind: core.TwoFrames}, "few points": few, "coinciding tracks": {X: still},
	} {
		for k := 1; k <= 3; k++ {
			r, err := solve.Run(context.Background(), data, solve.Config{Method: LRKSCAuto{}, Motions: k})
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
