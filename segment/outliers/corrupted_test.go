package outliers

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lowrank"
)

// TestUnsteadyTracksAreLeft: where tracks jump from frame to frame by themselves,
// nothing is taken for corrupted.
func TestUnsteadyTracksAreLeft(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	if _, gross, err := lowrank.RepairTracks(context.Background(), data, 0, 0); err != nil || gross != nil {
		t.Errorf("%d points replaced, error %v", len(gross), err)
	}
}

func TestRandomPathsAreFound(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 50, 25, 0.3, 3)
	cfg := SearchConfig{}
	var shares []float64
	cfg.Progress = func(share float64) { shares = append(shares, share) }
	if found, _, err := FindOutliers(context.Background(), core.Data{X: x}, cfg); err != nil || len(found) > 1 {
		t.Errorf("%d of %d good tracks are called outliers, error %v", len(found), len(truth), err)
	}
	if len(shares) < 5 || !slices.IsSorted(shares) || shares[len(shares)-1] < 0.99 {
		t.Errorf("shares of the work: %v", shares)
	}
	paths, labels := scenes.WithRandomPaths(x, truth, 3, 3)
	var want []int
	for _, workers := range []int{1, 3} {
		found, _, err := FindOutliers(context.Background(), core.Data{X: paths}, SearchConfig{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if f1 := scenes.FoundOutliers(found, labels); f1 < 0.95 {
			t.Errorf("F1 %.3f", f1)
		}
		if want == nil {
			want = found
		} else if !slices.Equal(found, want) {
			t.Errorf("%d workers find %v, one finds %v", workers, found, want)
		}
	}
}

// TestSlowPathsAreFound: paths of which none is far from where it should be lie
// apart from the right tracks all the same.
func TestSlowPathsAreFound(t *testing.T) {
	x, truth := scenes.RigidTracks(2, 50, 25, 0.1, 0)
	paths, labels := scenes.WithRandomPaths(x, truth, 0.7, 0)
	found, _, err := FindOutliers(context.Background(), core.Data{X: paths}, SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if f1 := scenes.FoundOutliers(found, labels); f1 < 0.95 {
		t.Errorf("F1 %.3f", f1)
	}
}

func TestScoresPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	// draw returns that many scores around a mean.
	draw := func(count int, mean, deviation float64) []float64 {
		s := make([]float64, count)
		for i := range s {
			s[i] = min(mean+deviation*rng.NormFloat64(), oneView*4+mostFolds*distanceWeight)
		}
		return s
	}
	right := append(draw(120, 34, 2), draw(40, 24, 5)...)
	if limit, ok := densityValley(append(draw(40, -2, 4), right...)); !ok || limit < 4 || limit > 16 {
		t.Errorf("two modes part at %v, %v", limit, ok)
	}
	for name, scores := range map[string][]float64{
		"no lower mode":                  right,
		"a mode that counts for its own": append(draw(40, 6, 2), right...),
		"a mode of few":                  append(draw(5, -2, 1), right...),
		"a mode of most":                 append(draw(200, -2, 4), right...),
		"one score for all":              slices.Repeat([]float64{5}, 30),
	} {
		if limit, ok := densityValley(scores); ok {
			t.Errorf("%s: parts at %v", name, limit)
		}
	}
}

// TestTrimmed: of tracks whose scores leave right and wrong ones together, the
// quarter that least speaks for is trimmed, outliers among them; else none is.
func TestTrimmed(t *testing.T) {
	scores := slices.Repeat([]float64{20}, 40)
	for i, s := range []float64{-1, 3, -2, -30, 4, 5, 6, 7, 8, 9, 10} {
		scores[3*i] = s
	}
	for _, c := range []struct {
		name     string
		outliers []int
		want     []int
	}{
		{"no outliers", nil, []int{0, 3, 6, 9, 12, 15, 18, 21, 24, 27}},
		{"one", []int{9}, []int{0, 3, 6, 12, 15, 18, 21, 24, 27}},
		{"all that speaks against", []int{0, 6, 9}, nil},
		{"a quarter", []int{9, 1, 2, 4, 5, 7, 8, 10, 11, 13}, nil},
	} {
		slices.Sort(c.outliers)
		if got := trimmedBeside(scores, c.outliers); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v trimmed, want %v", c.name, got, c.want)
		}
	}
	if got := trimmedBeside(nil, nil); got != nil {
		t.Errorf("of no scores %v are trimmed", got)
	}
}
