package segment

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/segment/auto"
	"motionseg/segment/interactive"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/motioncount"
	"motionseg/segment/outliers"
	"motionseg/segment/solve"
)

var updateNet = flag.Bool("net", false, "write testdata/net.txt anew")

// ways are the ways through the package beyond a plain run of a method on complete
// tracks: each returns the labels of a synthetic scene, 0 for an outlier.
var ways = []struct {
	name    string
	RunPart func(ctx context.Context) ([]int, error)
}{
	{"gaps", func(ctx context.Context) ([]int, error) {
		data, _ := scenes.MovingBodies(2, 3, 40, 12, 0.001)
		return labelsOf(ctx, data, Config{Method: auto.LRKSCAuto{}, Motions: 3})
	}},
	{"hard gaps", func(ctx context.Context) ([]int, error) {
		data, _ := scenes.MovingBodies(7, 4, 25, 10, 0.006)
		return labelsOf(ctx, data, Config{Method: auto.LRKSCAuto{}, Motions: 4})
	}},
	{"hard tracks", func(ctx context.Context) ([]int, error) {
		x, _ := scenes.RigidTracks(4, 30, 12, 4, 14)
		return labelsOf(ctx, Data{X: x}, Config{Method: auto.LRKSCAuto{}, Motions: 4})
	}},
	{"hard number", func(ctx context.Context) ([]int, error) {
		x, _ := scenes.RigidTracks(4, 30, 12, 3, 15)
		return estimatedLabels(ctx, Data{X: x})
	}},
	{"hard number with gaps", func(ctx context.Context) ([]int, error) {
		data, _ := scenes.MovingBodies(8, 3, 30, 10, 0.005)
		return estimatedLabels(ctx, data)
	}},
	{"number of few tracks with gaps", func(ctx context.Context) ([]int, error) {
		data, _ := scenes.MovingBodies(8, 3, 30, 10, 0.002)
		return estimatedLabels(ctx, data)
	}},
	{"gaps filled", func(ctx context.Context) ([]int, error) {
		x, _ := scenes.RigidTracks(3, 40, 20, 0.2, 5)
		return labelsOf(ctx, Data{X: x, Visible: scenes.WithGaps(120, 20, 0.3, 5)},
			Config{Method: auto.LRKSCAuto{}, Motions: 3})
	}},
	{"gaps of noisy tracks", func(ctx context.Context) ([]int, error) {
		x, _ := scenes.RigidTracks(2, 40, 20, 2, 6)
		return labelsOf(ctx, Data{X: x, Visible: scenes.WithGaps(80, 20, 0.3, 6)},
			Config{Method: auto.LRKSCAuto{}, Motions: 2})
	}},
	{"few tracks with gaps", func(ctx context.Context) ([]int, error) {
		data, _ := scenes.MovingBodies(4, 2, 9, 8, 0.001)
		return labelsOf(ctx, data, Config{Method: auto.LRKSCAuto{}, Motions: 2})
	}},
	{"corrupted points", func(ctx context.Context) ([]int, error) {
		x, _ := scenes.RigidTracks(2, 40, 20, 0.3, 7)
		x, _ = scenes.CorruptedPoints(x, 0.1, 7)
		return labelsOf(ctx, Data{X: x}, Config{Method: auto.LRKSCAuto{}, Motions: 2})
	}},
	{"random paths set aside", func(ctx context.Context) ([]int, error) {
		x, truth := scenes.RigidTracks(2, 50, 20, 0.3, 8)
		x, _ = scenes.WithRandomPaths(x, truth, 3, 8)
		return labelsOf(ctx, Data{X: x}, Config{Method: auto.LRKSCAuto{}, Motions: 2})
	}},
	{"random paths found", func(ctx context.Context) ([]int, error) {
		x, truth := scenes.RigidTracks(2, 50, 20, 0.3, 9)
		x, _ = scenes.WithRandomPaths(x, truth, 3, 9)
		return labelsWithoutOutliers(ctx, Data{X: x}, 2)
	}},
	{"random paths with gaps found", func(ctx context.Context) ([]int, error) {
		x, truth := scenes.RigidTracks(2, 40, 20, 0.3, 3)
		x, _ = scenes.WithRandomPaths(x, truth, 3, 3)
		return labelsWithoutOutliers(ctx, scenes.Garbled(x, scenes.WithGaps(80, 20, 0.3, 3)), 2)
	}},
	{"two frames", func(ctx context.Context) ([]int, error) {
		data, _ := scenes.TwoViews(3, 2, 0.0005)
		return labelsOf(ctx, data, Config{Method: auto.LRKSCAuto{}, Motions: 2})
	}},
	{"wrong matches found", func(ctx context.Context) ([]int, error) {
		data, truth := scenes.TwoViews(5, 2, 0.0005)
		data, _ = scenes.WrongMatches(data, truth, 60, 5)
		return labelsWithoutOutliers(ctx, data, 2)
	}},
	{"number of bodies", func(ctx context.Context) ([]int, error) {
		x, _ := scenes.RigidTracks(3, 40, 20, 0.2, 11)
		return estimatedLabels(ctx, Data{X: x})
	}},
	{"number of one body", func(ctx context.Context) ([]int, error) {
		x, _ := scenes.RigidTracks(1, 60, 20, 0.2, 12)
		return estimatedLabels(ctx, Data{X: x})
	}},
	{"number with gaps", func(ctx context.Context) ([]int, error) {
		data, _ := scenes.MovingBodies(2, 2, 40, 12, 0.001)
		return estimatedLabels(ctx, data)
	}},
	{"number with gaps filled", func(ctx context.Context) ([]int, error) {
		x, _ := scenes.RigidTracks(2, 40, 20, 0.2, 13)
		return estimatedLabels(ctx, Data{X: x, Visible: scenes.WithGaps(80, 20, 0.3, 13)})
	}},
	{"number of matches", func(ctx context.Context) ([]int, error) {
		data, truth := scenes.TwoViews(6, 2, 0.0005)
		data, _ = scenes.WrongMatches(data, truth, 40, 6)
		return estimatedLabels(ctx, data)
	}},
	{"constraints", func(ctx context.Context) ([]int, error) {
		return constrainedLabels(ctx, scenes.BenchmarkTracks(90, 10), 2)
	}},
	{"constraints with gaps", func(ctx context.Context) ([]int, error) {
		data, _ := scenes.MovingBodies(2, 3, 40, 12, 0.001)
		return constrainedLabels(ctx, data, 2)
	}},
	{"drawn points", func(ctx context.Context) ([]int, error) {
		return labelsOf(ctx, scenes.BenchmarkTracks(300, 10), Config{Method: lrksc.LRKSC{}, Motions: 3, Landmarks: 100})
	}},
	{"drawn points with gaps", func(ctx context.Context) ([]int, error) {
		data, _ := scenes.MovingBodies(1, 2, 60, 12, 0.001)
		return labelsOf(ctx, data, Config{Method: auto.LRKSCAuto{}, Motions: 2, Landmarks: 60})
	}},
	{"small", func(ctx context.Context) ([]int, error) {
		return labelsOf(ctx, scenes.BenchmarkTracks(9, 3), Config{Method: auto.LRKSCAuto{}, Motions: 3})
	}},
	{"clipped", func(ctx context.Context) ([]int, error) {
		return labelsOf(ctx, scenes.BenchmarkTracks(400, 30), Config{Method: auto.LRKSCAuto{}, Motions: 3})
	}},
}

func labelsOf(ctx context.Context, data Data, cfg Config) ([]int, error) {
	r, err := solve.Run(ctx, data, cfg)
	if err != nil {
		return nil, err
	}
	return r.Labels, nil
}

// labelsWithoutOutliers looks for outliers first, as the pipeline does.
func labelsWithoutOutliers(ctx context.Context, data Data, motions int) ([]int, error) {
	outliers, trimmed, err := outliers.FindOutliers(ctx, data, SearchConfig{})
	if err != nil {
		return nil, err
	}
	return labelsOf(ctx, data,
		Config{Method: auto.LRKSCAuto{}, Motions: motions, Outliers: outliers, Trimmed: trimmed, Searched: true})
}

// estimatedLabels are those of the number of motions that is estimated.
func estimatedLabels(ctx context.Context, data Data) ([]int, error) {
	e, err := motioncount.EstimateMotions(ctx, data, MotionsConfig{})
	if err != nil {
		return nil, err
	}
	return e.Labels[e.Motions-e.Low], nil
}

// constrainedLabels gives the first point of a run's labels another motion and the
// last one a motion of its own.
func constrainedLabels(ctx context.Context, data Data, motions int) ([]int, error) {
	r, err := solve.Run(ctx, data, Config{Method: auto.LRKSCAuto{}, Motions: motions})
	if err != nil {
		return nil, err
	}
	c, err := interactive.NewConstrainer(r, nil, data, 0)
	if err != nil {
		return nil, err
	}
	n := len(r.Labels)
	found, err := c.Constrain(ctx,
		Constraints{Seeds: []Seed{{Point: 0, Motion: 3 - r.Labels[0]}, {Point: n - 1, Motion: 3}}})
	if err != nil {
		return nil, err
	}
	return found.Labels, nil
}

// TestLabelsOfEveryWay compares the labels of every way with those stored, so that
// code can be moved and merged without a label changing unseen.
func TestLabelsOfEveryWay(t *testing.T) {
	var found []string
	for _, way := range ways {
		labels, err := way.RunPart(context.Background())
		if err != nil {
			t.Fatalf("%s: %v", way.name, err)
		}
		found = append(found, way.name+": "+strings.ReplaceAll(strings.Trim(fmt.Sprint(labels), "[]"), " ", ""))
	}
	path := filepath.Join("testdata", "net.txt")
	if *updateNet {
		if err := os.WriteFile(path, []byte(strings.Join(found, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(stored)), "\n")
	if len(want) != len(found) {
		t.Errorf("expected %d ways in %s, found %d", len(found), path, len(want))
	}
	for _, line := range found {
		if !slices.Contains(want, line) {
			t.Errorf("other labels: %s", line)
		}
	}
}
