package auto

import (
	"context"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/outliers"
	"motionseg/segment/solve"
)

// TestAutoOnSpoiltTracks: LRKSC auto groups corrupted tracks as it does the good
// ones, and says what it found.
func TestAutoOnSpoiltTracks(t *testing.T) {
	x, truth := scenes.RigidTracks(3, 30, 15, 0.3, 2)
	points, _ := scenes.CorruptedPoints(x, 0.1, 2)
	paths, others := scenes.WithRandomPaths(x, truth, 3, 2)
	for _, c := range []struct {
		name  string
		x     *mat.Dense
		truth []int
		code  core.WarningCode
	}{{"good", x, truth, ""}, {"points", points, truth, core.CorruptedTracks},
		{"paths", paths, others, core.OutlierTracks}} {
		shares := []float64{0}
		r, err := solve.Run(context.Background(), core.Data{X: c.x},
			solve.Config{Method: LRKSCAuto{}, Motions: 3, Progress: func(it core.Iteration) {
				shares = append(shares, it.Share)
			}})
		if err != nil {
			t.Fatal(err)
		}
		scenes.CheckShares(t, shares)
		if e := evaluate.ClusteringError(r.Labels, c.truth); e > 0.02 {
			t.Errorf("%s: error %.3f", c.name, e)
		}
		told := slices.ContainsFunc(r.Warnings, func(w core.Warning) bool { return w.Code == c.code })
		if told != (c.code != "") || c.code == "" && len(r.Warnings) > 0 {
			t.Errorf("%s: warnings %v", c.name, r.Warnings)
		}
		if slices.Contains(r.Labels, 0) || len(r.Labels) != len(truth) {
			t.Errorf("%s: labels %v", c.name, r.Labels)
		}
		for _, k := range r.Candidates {
			if len(k.Labels) != len(truth) || k.W().RawMatrix().Rows != len(truth) {
				t.Errorf("%s: candidate %s is about %d points", c.name, k.Name, len(k.Labels))
			}
		}
	}
}

// TestNoStraysAfterASearch: what a search for outliers leaves is not set aside.
func TestNoStraysAfterASearch(t *testing.T) {
	x, truth := scenes.RigidTracks(3, 30, 15, 0.3, 2)
	paths, _ := scenes.WithRandomPaths(x, truth, 3, 2)
	r, err := solve.Run(context.Background(), core.Data{X: paths},
		solve.Config{Method: LRKSCAuto{}, Motions: 3, Searched: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Warnings) > 0 {
		t.Errorf("warnings %v", r.Warnings)
	}
}

// TestGroupsExplainTheirTracks: tracks that are far from those most like them, as
// in perspective, are not set aside where the motion of their group explains them;
// random paths are, whether the groups are right or not.
func TestGroupsExplainTheirTracks(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 50, 25, 0.3, 3)
	paths, others := scenes.WithRandomPaths(x, truth, 3, 3)
	n := len(truth)
	mixed, distances := make([]int, n), make([]float64, n)
	for i := range n {
		mixed[i] = 1 + i%2
		if distances[i] = 0.3; others[i] == 0 {
			distances[i] = 100
		}
	}
	for _, c := range []struct {
		name     string
		x        *mat.Dense
		labels   []int
		setAside bool
	}{{"good", x, truth, false}, {"paths", paths, truth, true}, {"paths, wrong groups", paths, mixed, true}} {
		r := NewRun(core.Input{Data: core.Data{X: c.x}, Motions: 2})
		evidence, err := outliers.GroupedEvidence(context.Background(), r.In.Data, c.labels, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		unexplained := outliers.OutliersByScore(outliers.TrackScores(r.In.Data, evidence, distances))
		setAside, err := r.outlierTracks(context.Background(), distances, c.labels)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d tracks unexplained by their groups, %d setAside", c.name, len(unexplained), len(setAside))
		if !c.setAside && (len(unexplained) > 0 || setAside != nil) {
			t.Errorf("%s: tracks %v unexplained, %v setAside", c.name, unexplained, setAside)
		}
		if f1 := scenes.FoundOutliers(setAside, others); c.setAside && f1 < 0.95 {
			t.Errorf("%s: F1 %.3f", c.name, f1)
		}
	}
}

// TestAutoOfTrimmedTracks: paths that are not told from the tracks spoil the groups of
// LRKSC auto, unless groupings are judged by those that are not trimmed; where the
// groups of all are right, they stay.
func TestAutoOfTrimmedTracks(t *testing.T) {
	for _, c := range []struct {
		motions, tracks int
		noise           float64
		seed            uint64
		plain           bool // the groups of all are right
	}{{2, 15, 1, 2, false}, {3, 25, 1, 6, false}, {3, 25, 0.3, 9, true}} {
		x, truth := scenes.RigidTracks(c.motions, c.tracks, 25, c.noise, c.seed)
		paths, labels := scenes.WithRandomPaths(x, truth, 0.7, c.seed)
		data := core.Data{X: paths}
		outliers, trimmed, err := outliers.FindOutliers(context.Background(), data, outliers.SearchConfig{})
		if err != nil {
			t.Fatal(err)
		}
		if len(trimmed) == 0 {
			t.Fatalf("%d motions: none is trimmed", c.motions)
		}
		// wrong is the error of the tracks that are no paths.
		wrong := func(trimmed []int) float64 {
			r, err := solve.Run(context.Background(), data,
				solve.Config{Method: LRKSCAuto{}, Motions: c.motions, Outliers: outliers, Trimmed: trimmed})
			if err != nil {
				t.Fatal(err)
			}
			var found, known []int
			for i, l := range labels {
				if l == 0 {
					continue
				}
				if _, out := slices.BinarySearch(outliers, i); !out && r.Labels[i] == 0 {
					t.Errorf("%d motions: track %d has no label", c.motions, i)
				}
				found, known = append(found, r.Labels[i]), append(known, l)
			}
			return evaluate.ClusteringError(found, known)
		}
		if all := wrong(nil); (all < 0.02) != c.plain {
			t.Errorf("%d motions: error %.3f of the groups of all", c.motions, all)
		}
		if without := wrong(trimmed); without > 0.02 {
			t.Errorf("%d motions: error %.3f judged by retained tracks", c.motions, without)
		}
	}
	x, _ := scenes.RigidTracks(2, 10, 10, 0.3, 1)
	if _, err := solve.Run(context.Background(), core.Data{X: x},
		solve.Config{Method: LRKSCAuto{}, Motions: 2, Trimmed: []int{20}}); err == nil {
		t.Error("a trimmed column that there is not was taken")
	}
}
