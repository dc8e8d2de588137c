package hopkins

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/realdata"
	"motionseg/segment"
)

// TestOutliersOfRealTracks: bodies whose tracks are few are not taken for outliers
// as a whole, and random paths are found without right tracks beside them.
func TestOutliersOfRealTracks(t *testing.T) {
	root := realdata.Folder(t, "hopkins155")
	for _, c := range []struct {
		method        string
		name          string
		corruption    Corruption
		wrongly, miss int // right tracks called outliers, paths not found; at most
	}{
		{"lrksc", "1R2RCR", Corruption{}, 25, 0},
		{"lrksc", "2RT3RC_g23", Corruption{}, 5, 0},
		{"lrksc", "cars2_07_g12", Corruption{Tracks: 0.2}, 1, 0},
		{"lrksc", "1R2RCR_g23", Corruption{Tracks: 0.2}, 0, 0},
		{"pairwise", "articulated_g23", Corruption{Tracks: 0.2, Hidden: 0.2}, 1, 1},
		{"pairwise", "articulated_g23", Corruption{Hidden: 0.2}, 1, 0},
	} {
		spec, err := segment.ParseSpec(c.method)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(filepath.Join(root, c.name))
		if err != nil {
			t.Fatal(err)
		}
		g, err := s.Corrupt(c.corruption, 0).Segment(t.Context(), Task{Method: spec, Outliers: OutliersFound})
		if err != nil {
			t.Fatal(err)
		}
		wrongly, missed := g.Score.Outliers-g.Score.RightOutliers, g.Score.TrueOutliers-g.Score.RightOutliers
		if wrongly > c.wrongly || missed > c.miss {
			t.Errorf("%s, %v: %d right tracks of %d are called outliers, want %d at most; %d of %d paths are missed, "+
				"want %d at most",
				c.name, c.corruption, wrongly, g.Score.Counted-
					g.Score.TrueOutliers, c.wrongly, missed, g.Score.TrueOutliers, c.miss)
		}
	}
}

// TestOutliersAmongTracksWithGaps: of two bodies before a camera that is far away,
// with paths and gaps, the paths become a group of their own and the bodies come out.
func TestOutliersAmongTracksWithGaps(t *testing.T) {
	const n, frames = 80, 20
	s := &Sequence{Name: "bodies", Pixels: mat.NewDense(2*frames, n, nil), Truth: make([]int, n)}
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range n {
		body := float64(i % 2)
		s.Truth[i] = 1 + i%2
		p := [3]float64{200 * rng.Float64(), 200 * rng.Float64(), 200 * rng.Float64()}
		for f := range frames {
			sin, cos := math.Sincos((0.02 - 0.05*body) * float64(f))
			s.Pixels.Set(2*f, i, 200+100*body+cos*p[0]+sin*p[2]+(2-5*body)*float64(f)+0.2*rng.NormFloat64())
			s.Pixels.Set(2*f+1, i, 200+p[1]+(1+2*body)*float64(f)+0.2*rng.NormFloat64())
		}
	}
	s.normalize()
	spec, err := segment.ParseSpec("pairwise")
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.Corrupt(Corruption{Tracks: 0.2, Hidden: 0.2}, 1).Segment(t.Context(),
		Task{Method: spec, Outliers: OutliersFound})
	if err != nil {
		t.Fatal(err)
	}
	wrongly, missed := g.Score.Outliers-g.Score.RightOutliers, g.Score.TrueOutliers-g.Score.RightOutliers
	if g.Score.TrueOutliers != n/5 || wrongly > 1 || missed > 1 || g.Score.Error > 2.5 {
		t.Errorf("%d tracks wrongly called outliers, %d of %d paths missed, error %.1f %%", wrongly, missed,
			g.Score.TrueOutliers, g.Score.Error)
	}
}

// TestMethodIsToldOfASearch: a method knows whether outliers were looked for, also where
// there are none.
func TestMethodIsToldOfASearch(t *testing.T) {
	spec, err := segment.ParseSpec("lrksc-auto")
	if err != nil {
		t.Fatal(err)
	}
	for _, outliers := range []Outliers{OutliersAutomatic, OutliersFound, OutliersNone} {
		task := Task{Method: spec, Motions: 2, Outliers: outliers}
		told := outliers != OutliersFound
		task.Solve = func(_ context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			told = cfg.Searched
			return &segment.Result{Motions: 2, Labels: make([]int, d.Points())}, nil
		}
		if _, err := shifting(3).Segment(t.Context(), task); err != nil {
			t.Fatal(err)
		}
		if want := outliers == OutliersFound; told != want {
			t.Errorf("outliers %v: told %v, want %v", outliers, told, want)
		}
	}
}

// TestMotionsOfRealTracks: bodies that move so that one affine camera nearly explains
// both are told apart where every way of grouping divides them alike, and one whose
// divisions differ is not divided.
func TestMotionsOfRealTracks(t *testing.T) {
	root := realdata.Folder(t, "hopkins155")
	for _, c := range []struct {
		name    string
		motion  int // alone; 0 for all
		motions int
	}{{"two_cranes_g12", 0, 2}, {"two_cranes_g13", 0, 2}, {"two_cranes_g23", 0, 2}, {"cars10", 2, 1}, {"people2", 0, 2}} {
		s, err := Open(filepath.Join(root, c.name))
		if err != nil {
			t.Fatal(err)
		}
		data, tracks, err := s.Data(FrameSelection{})
		if err != nil {
			t.Fatal(err)
		}
		if c.motion > 0 {
			var alone []int
			for k, i := range tracks {
				if s.Truth[i] == c.motion {
					alone = append(alone, k)
				}
			}
			data = data.Columns(alone)
		}
		e, err := segment.EstimateMotions(t.Context(), data, segment.MotionsConfig{High: 4})
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != c.motions {
			t.Errorf("%s, motion %d: %d motions, scores %.1f, want %d", c.name, c.motion, e.Motions, e.Scores, c.motions)
		}
	}
}

// TestSearchTellsHowFarItIs: the share of the work moves on before the method's
// first iteration, never falls and ends at 1; what is known already takes none.
func TestSearchTellsHowFarItIs(t *testing.T) {
	method, err := segment.Lookup("lrksc")
	if err != nil {
		t.Fatal(err)
	}
	source := SourceOf(drifting(60, 12))
	for _, c := range []struct {
		outliers Outliers
		motions  int
		before   bool
	}{{OutliersFound, EstimatedMotions, true}, {OutliersFound, 2, false}, {OutliersNone, EstimatedMotions, true},
		{OutliersNone, 2, false}} {
		before, last := 0, 0.0
		task := Task{Method: segment.Spec{Method: method}, Motions: c.motions, Outliers: c.outliers}
		task.Progress = func(it segment.Iteration) {
			if it.Share < last || it.Share > 1 {
				t.Errorf("%v, %d motions: share %v after %v", c.outliers, c.motions, it.Share, last)
			}
			last = it.Share
			if it.Number == 0 && it.Share > 0 && it.Share < searchShare {
				before++
			}
		}
		if _, err := Segment(context.Background(), source, task); err != nil {
			t.Fatal(err)
		}
		if c.before && before < 5 || last != 1 {
			t.Errorf("%v, %d motions: %d shares before the method, %v in the end", c.outliers, c.motions, before, last)
		}
	}
}
