package hopkins

import (
	"context"
	"path/filepath"
	"testing"

	"motionseg/hopkins/realdata"
	"motionseg/segment"
)

// TestOutliersOfRealTracks: bodies whose tracks are few are not taken for outliers
// as a whole, and random paths are found without right tracks beside them.
func TestOutliersOfRealTracks(t *testing.T) {
	root := realdata.Folder(t, "hopkins155")
	spec, err := segment.ParseSpec("lrksc")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name          string
		corruption    Corruption
		wrongly, miss int // right tracks called outliers, paths not found; at most
	}{
		{"1R2RCR", Corruption{}, 25, 0},
		{"2RT3RC_g23", Corruption{}, 5, 0},
		{"cars2_07_g12", Corruption{Tracks: 0.2}, 1, 0},
		{"1R2RCR_g23", Corruption{Tracks: 0.2}, 0, 0},
	} {
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
			t.Errorf("%s, %v: %d right tracks of %d are called outliers, want %d at most; %d of %d paths are missed, want %d at most",
				c.name, c.corruption, wrongly, g.Score.Counted-g.Score.TrueOutliers, c.wrongly, missed, g.Score.TrueOutliers, c.miss)
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
	}{{OutliersFound, EstimatedMotions, true}, {OutliersFound, 2, false}, {OutliersNone, EstimatedMotions, true}, {OutliersNone, 2, false}} {
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
