package segment

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// spoiltPoints puts a share of the points of tracks anywhere in the box around
// all, and returns which.
func spoiltPoints(x *mat.Dense, share float64, seed uint64) (*mat.Dense, map[[2]int]bool) {
	rng := rand.New(rand.NewPCG(seed, 4))
	spoilt := mat.DenseCopyOf(x)
	rows, n := x.Dims()
	low, high := mat.Min(x), mat.Max(x)
	wild := map[[2]int]bool{}
	for i := range n {
		for f := range rows / 2 {
			if rng.Float64() < share {
				wild[[2]int{i, f}] = true
				spoilt.Set(2*f, i, low+rng.Float64()*(high-low))
				spoilt.Set(2*f+1, i, low+rng.Float64()*(high-low))
			}
		}
	}
	return spoilt, wild
}

// withRandomPaths replaces every fifth track by a path that keeps some of its
// velocity, as fast as that many pixels a frame, and gives it the truth 0.
func withRandomPaths(x *mat.Dense, truth []int, pace float64, seed uint64) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 5))
	spoilt, labels := mat.DenseCopyOf(x), slices.Clone(truth)
	rows, n := x.Dims()
	for i := 0; i < n; i += 5 {
		labels[i] = 0
		for a := range 2 {
			at, speed := mat.Min(x)+rng.Float64()*(mat.Max(x)-mat.Min(x)), pace*rng.NormFloat64()
			for f := range rows / 2 {
				spoilt.Set(2*f+a, i, at)
				at += speed
				speed = 0.9*speed + pace*(1.3/3)*rng.NormFloat64()
			}
		}
	}
	return spoilt, labels
}

func TestSpoiltPointsAreReplaced(t *testing.T) {
	for _, c := range []struct {
		bodies int
		share  float64
	}{{1, 0.1}, {2, 0.05}, {2, 0.2}, {3, 0.2}} {
		x, _ := rigidTracks(c.bodies, 50, 25, 0.3, uint64(c.bodies))
		if same, wild, err := repairTracks(context.Background(), Data{X: x}, 0, 0); err != nil || wild != nil || same != x {
			t.Errorf("%d bodies: %d points of good tracks replaced, error %v", c.bodies, len(wild), err)
		}
		spoilt, wild := spoiltPoints(x, c.share, 1)
		repaired, found, err := repairTracks(context.Background(), Data{X: spoilt}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for _, p := range found {
			if wild[[2]int{p.track, p.frame}] {
				right++
			}
		}
		var distances []float64
		for p := range wild {
			distances = append(distances, math.Hypot(repaired.At(2*p[1], p[0])-x.At(2*p[1], p[0]), repaired.At(2*p[1]+1, p[0])-x.At(2*p[1]+1, p[0])))
		}
		slices.Sort(distances)
		far := distances[len(distances)*98/100]
		t.Logf("%d bodies: %d wild points, %d found, %d of them right; 98 %% within %.2f pixels", c.bodies, len(wild), len(found), right, far)
		if right < len(wild)*98/100 || len(found)-right > len(wild)/100 || far > 3 {
			t.Errorf("%d bodies: %d wild points, %d found, %d of them right, 98 %% within %.2f pixels", c.bodies, len(wild), len(found), right, far)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	x, _ := rigidTracks(2, 30, 25, 0.3, 1)
	spoilt, _ := spoiltPoints(x, 0.1, 1)
	if _, _, err := repairTracks(done, Data{X: spoilt}, 0, 0); err != context.Canceled {
		t.Errorf("error %v from a context already done", err)
	}
}

// TestUnsteadyTracksAreLeft: where tracks jump from frame to frame by themselves,
// nothing is taken for spoilt.
func TestUnsteadyTracksAreLeft(t *testing.T) {
	data, _ := referenceData(t)
	if _, wild, err := repairTracks(context.Background(), data, 0, 0); err != nil || wild != nil {
		t.Errorf("%d points replaced, error %v", len(wild), err)
	}
}

// TestAutoOnSpoiltTracks: LRKSC auto groups spoilt tracks as it does the good
// ones, and says what it found.
func TestAutoOnSpoiltTracks(t *testing.T) {
	x, truth := rigidTracks(3, 30, 15, 0.3, 2)
	points, _ := spoiltPoints(x, 0.1, 2)
	paths, others := withRandomPaths(x, truth, 3, 2)
	for _, c := range []struct {
		name  string
		x     *mat.Dense
		truth []int
		code  WarningCode
	}{{"good", x, truth, ""}, {"points", points, truth, SpoiltTracks}, {"paths", paths, others, StrayTracks}} {
		shares := []float64{0}
		r, err := Run(context.Background(), Data{X: c.x}, Config{Method: lrkscAuto{}, Motions: 3, Progress: func(it Iteration) { shares = append(shares, it.Share) }})
		if err != nil {
			t.Fatal(err)
		}
		checkShares(t, shares)
		if e := ClusteringError(r.Labels, c.truth); e > 0.02 {
			t.Errorf("%s: error %.3f", c.name, e)
		}
		told := slices.ContainsFunc(r.Warnings, func(w Warning) bool { return w.Code == c.code })
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
	x, truth := rigidTracks(3, 30, 15, 0.3, 2)
	paths, _ := withRandomPaths(x, truth, 3, 2)
	r, err := Run(context.Background(), Data{X: paths}, Config{Method: lrkscAuto{}, Motions: 3, Searched: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Warnings) > 0 {
		t.Errorf("warnings %v", r.Warnings)
	}
}

func TestRandomPathsAreFound(t *testing.T) {
	x, truth := rigidTracks(2, 50, 25, 0.3, 3)
	cfg := SearchConfig{}
	var shares []float64
	cfg.Progress = func(share float64) { shares = append(shares, share) }
	if found, _, err := FindOutliers(context.Background(), Data{X: x}, cfg); err != nil || len(found) > 1 {
		t.Errorf("%d of %d good tracks are called outliers, error %v", len(found), len(truth), err)
	}
	if len(shares) < 5 || !slices.IsSorted(shares) || shares[len(shares)-1] < 0.99 {
		t.Errorf("shares of the work: %v", shares)
	}
	paths, labels := withRandomPaths(x, truth, 3, 3)
	var want []int
	for _, workers := range []int{1, 3} {
		found, _, err := FindOutliers(context.Background(), Data{X: paths}, SearchConfig{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if f1 := foundOutliers(found, labels); f1 < 0.95 {
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
	x, truth := rigidTracks(2, 50, 25, 0.1, 0)
	paths, labels := withRandomPaths(x, truth, 0.7, 0)
	found, _, err := FindOutliers(context.Background(), Data{X: paths}, SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if f1 := foundOutliers(found, labels); f1 < 0.95 {
		t.Errorf("F1 %.3f", f1)
	}
}

func TestScoresPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	// draw returns that many scores around a mean.
	draw := func(count int, mean, deviation float64) []float64 {
		s := make([]float64, count)
		for i := range s {
			s[i] = min(mean+deviation*rng.NormFloat64(), oneView*4+strayMost*strayWeight)
		}
		return s
	}
	right := append(draw(120, 34, 2), draw(40, 24, 5)...)
	if limit, ok := parting(append(draw(40, -2, 4), right...)); !ok || limit < 4 || limit > 16 {
		t.Errorf("two heaps part at %v, %v", limit, ok)
	}
	for name, scores := range map[string][]float64{
		"no lower heap":                  right,
		"a heap that counts for its own": append(draw(40, 6, 2), right...),
		"a heap of few":                  append(draw(5, -2, 1), right...),
		"a heap of most":                 append(draw(200, -2, 4), right...),
		"one score for all":              slices.Repeat([]float64{5}, 30),
	} {
		if limit, ok := parting(scores); ok {
			t.Errorf("%s: parts at %v", name, limit)
		}
	}
}

// TestGroupsExplainTheirTracks: tracks that are far from those most like them, as
// in perspective, are not set aside where the motion of their group explains them;
// random paths are, whether the groups are right or not.
func TestGroupsExplainTheirTracks(t *testing.T) {
	x, truth := rigidTracks(2, 50, 25, 0.3, 3)
	paths, others := withRandomPaths(x, truth, 3, 3)
	n := len(truth)
	mixed, distances := make([]int, n), make([]float64, n)
	for i := range n {
		mixed[i] = 1 + i%2
		if distances[i] = 0.3; others[i] == 0 {
			distances[i] = 100
		}
	}
	for _, c := range []struct {
		name   string
		x      *mat.Dense
		labels []int
		strays bool
	}{{"good", x, truth, false}, {"paths", paths, truth, true}, {"paths, wrong groups", paths, mixed, true}} {
		r := newAutoRun(Input{Data: Data{X: c.x}, Motions: 2})
		evidence, err := groupedEvidence(context.Background(), r.in.Data, c.labels, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		unexplained := outliersByScore(trackScores(r.in.Data, evidence, distances))
		strays, err := r.strays(context.Background(), distances, c.labels)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d tracks unexplained by their groups, %d strays", c.name, len(unexplained), len(strays))
		if !c.strays && (len(unexplained) > 0 || strays != nil) {
			t.Errorf("%s: tracks %v unexplained, %v strays", c.name, unexplained, strays)
		}
		if f1 := foundOutliers(strays, others); c.strays && f1 < 0.95 {
			t.Errorf("%s: F1 %.3f", c.name, f1)
		}
	}
}

// TestDoubted: of tracks whose scores leave right and wrong ones together, the
// quarter that least speaks for is doubted, outliers among them; else none is.
func TestDoubted(t *testing.T) {
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
		if got := doubtedBeside(scores, c.outliers); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v doubted, want %v", c.name, got, c.want)
		}
	}
	if got := doubtedBeside(nil, nil); got != nil {
		t.Errorf("of no scores %v are doubted", got)
	}
}

// TestAutoOfDoubtedTracks: paths that are not told from the tracks spoil the groups of
// LRKSC auto, unless groupings are judged by those that are not doubted; where the
// groups of all are right, they stay.
func TestAutoOfDoubtedTracks(t *testing.T) {
	for _, c := range []struct {
		motions, tracks int
		noise           float64
		seed            uint64
		plain           bool // the groups of all are right
	}{{2, 15, 1, 2, false}, {3, 25, 1, 6, false}, {3, 25, 0.3, 9, true}} {
		x, truth := rigidTracks(c.motions, c.tracks, 25, c.noise, c.seed)
		paths, labels := withRandomPaths(x, truth, 0.7, c.seed)
		data := Data{X: paths}
		outliers, doubted, err := FindOutliers(context.Background(), data, SearchConfig{})
		if err != nil {
			t.Fatal(err)
		}
		if len(doubted) == 0 {
			t.Fatalf("%d motions: none is doubted", c.motions)
		}
		// wrong is the error of the tracks that are no paths.
		wrong := func(doubted []int) float64 {
			r, err := Run(context.Background(), data, Config{Method: lrkscAuto{}, Motions: c.motions, Outliers: outliers, Doubted: doubted})
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
			return ClusteringError(found, known)
		}
		if all := wrong(nil); (all < 0.02) != c.plain {
			t.Errorf("%d motions: error %.3f of the groups of all", c.motions, all)
		}
		if without := wrong(doubted); without > 0.02 {
			t.Errorf("%d motions: error %.3f judged by trusted tracks", c.motions, without)
		}
	}
	x, _ := rigidTracks(2, 10, 10, 0.3, 1)
	if _, err := Run(context.Background(), Data{X: x}, Config{Method: lrkscAuto{}, Motions: 2, Doubted: []int{20}}); err == nil {
		t.Error("a doubted column that there is not was taken")
	}
}
