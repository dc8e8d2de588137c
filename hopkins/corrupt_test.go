package hopkins

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment"
)

// drifting returns a sequence of tracks that drift to the right.
func drifting(n, frames int) *Sequence {
	s := &Sequence{Name: "drifting", Pixels: mat.NewDense(2*frames, n, nil), Truth: make([]int, n)}
	for i := range n {
		s.Truth[i] = 1 + i%2
		for f := range frames {
			s.Pixels.Set(2*f, i, float64(10*i+f))
			s.Pixels.Set(2*f+1, i, float64(7*i%100))
		}
	}
	s.normalize()
	return s
}

func TestCorruptReplacesTheShares(t *testing.T) {
	s := drifting(50, 8)
	before := mat.DenseCopyOf(s.Normalized)
	box := s.box(s.Normalized)
	for _, c := range []Corruption{{Entries: 0.1}, {Tracks: 0.2}} {
		corrupted := s.Corrupt(c, 3)
		if !mat.Equal(s.Normalized, before) || slices.Contains(s.Truth, 0) {
			t.Fatalf("%v changes the sequence that it is made from", c)
		}
		changed := make([]int, s.Points())
		for i := range s.Points() {
			for f := range s.Frames() {
				if corrupted.Normalized.At(2*f, i) != s.Normalized.At(2*f, i) {
					changed[i]++
				}
			}
		}
		switch {
		case c.Entries > 0:
			total := 0
			for _, n := range changed {
				total += n
			}
			if total != 40 || !slices.Equal(corrupted.Truth, s.Truth) {
				t.Errorf("%v: %d of 400 entries are others, want 40; truth %v", c, total, corrupted.Truth)
			}
			for i := range s.Points() {
				for r := range 2 * s.Frames() {
					if v := corrupted.Normalized.At(r, i); v < box[r%2].low || v > box[r%2].high {
						t.Fatalf("%v: entry %v is out of the box", c, v)
					}
				}
			}
		default:
			checkReplaced(t, s, corrupted, changed)
		}
		if again := s.Corrupt(c, 3); !mat.Equal(again.Normalized, corrupted.Normalized) {
			t.Errorf("%v: the same seed spoils otherwise", c)
		}
		if other := s.Corrupt(c, 4); mat.Equal(other.Normalized, corrupted.Normalized) {
			t.Errorf("%v: another seed spoils the same", c)
		}
	}
	if s.Corrupt(Corruption{}, 1) != s {
		t.Error("nothing to spoil, and yet another sequence")
	}
}

// checkReplaced checks the paths of a fifth of the tracks of s, of which so many entries of
// each are others: as fast as the others, and smooth, steps change by less than they are.
func checkReplaced(t *testing.T, s, corrupted *Sequence, changed []int) {
	t.Helper()
	for i, n := range changed {
		if replaced := n > 0; replaced != (corrupted.Truth[i] == 0) {
			t.Errorf("track %d: %d entries are others, truth %d", i, n, corrupted.Truth[i])
		}
	}
	if n := len(withoutLabel(corrupted.Truth)); n != 10 {
		t.Fatalf("%d of 50 tracks are replaced, want 10", n)
	}
	i := withoutLabel(corrupted.Truth)[0]
	var step, turn float64
	for f := 2; f < s.Frames(); f++ {
		a := corrupted.Normalized.At(2*f, i) - corrupted.Normalized.At(2*f-2, i)
		b := corrupted.Normalized.At(2*f-2, i) - corrupted.Normalized.At(2*f-4, i)
		step, turn = step+a*a, turn+(a-b)*(a-b)
	}
	box := s.box(s.Normalized)
	if speed := s.speed(box)[0] * (box[0].high - box[0].low); step == 0 || turn > step || math.Sqrt(step/6) > 5*speed {
		t.Errorf("steps of %v that change by %v, the others' are %v", math.Sqrt(step/6), math.Sqrt(turn/6), speed)
	}
}

func TestParseCorruption(t *testing.T) {
	for text, want := range map[string]Corruption{
		"": {}, "entries=0.1": {Entries: 0.1}, "tracks=0.2": {Tracks: 0.2}, "hidden=0.3": {Hidden: 0.3},
		"entries=0.05, tracks=1": {Entries: 0.05, Tracks: 1},
	} {
		got, err := ParseCorruption(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		if again, err := ParseCorruption(got.String()); err != nil || again != got {
			t.Errorf("%q comes back as %+v, %v", got, again, err)
		}
	}
	for _, text := range []string{"x", "entries", "entries=", "entries=2", "tracks=-0.1", "tracks=NaN", "points=0.1",
		"entries=0.1,"} {
		if _, err := ParseCorruption(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// TestOutliersAreAClass segments tracks of which some are replaced.
func TestOutliersAreAClass(t *testing.T) {
	for text, want := range map[string]Outliers{"auto": OutliersAutomatic, "find": OutliersFound, "none": OutliersNone} {
		if got, err := ParseOutliers(text); err != nil || got != want || got.String() != text {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if _, err := ParseOutliers("some"); err == nil {
		t.Error("some outliers are taken")
	}
	source := &Source{Truth: []int{0, 0, 1, 1, 2, 2}, Sequence: drifting(6, 3)}
	how := []How{Outlier, Segmented, Segmented, Segmented, Segmented, Outlier}
	s := score(source, []int{0, 1, 1, 1, 2, 0}, how, true)
	// One of two outliers is found, one of four others called one.
	if s.Counted != 6 || s.Wrong != 2 || s.Outliers != 2 || s.TrueOutliers != 2 || s.F1() != 0.5 || s.OthersError() != 25 {
		t.Errorf("with outliers as a class: %+v, F1 %v, others %v", s, s.F1(), s.OthersError())
	}
	s = score(source, []int{0, 1, 1, 1, 2, 0}, how, false)
	if s.Counted != 4 || s.Wrong != 1 {
		t.Errorf("without those that the truth tells: %+v", s)
	}
}

// TestOutliersNoneGivesAllPoints: only without a search are points that the file
// calls outliers left out, and only where nothing is asked for.
func TestOutliersNoneGivesAllPoints(t *testing.T) {
	s := drifting(20, 4)
	s.Truth[3], s.Truth[7] = 0, 0
	spec, err := segment.ParseSpec("lrksc")
	if err != nil {
		t.Fatal(err)
	}
	for o, want := range map[Outliers]int{OutliersAutomatic: 18, OutliersNone: 20} {
		g, err := s.Segment(t.Context(), Task{Method: spec, Motions: 2, Outliers: o})
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Tracks) != want || g.Score.Counted != 18 {
			t.Errorf("%v: %d tracks given, %d counted", o, len(g.Tracks), g.Score.Counted)
		}
	}
}

// TestCorruptHidesRuns: the share of the points is hidden in runs, nothing else
// changes, and every track stays seen in two frames.
func TestCorruptHidesRuns(t *testing.T) {
	s := drifting(50, 20)
	corrupted := s.Corrupt(Corruption{Hidden: 0.3}, 3)
	hidden, runs := 0, 0
	for i, seen := range corrupted.Visible {
		for f := range seen {
			switch {
			case !seen[f]:
				hidden++
				if f == 0 || seen[f-1] {
					runs++
				}
			case corrupted.Normalized.At(2*f, i) != s.Normalized.At(2*f, i):
				t.Fatalf("track %d changed in frame %d, where it is seen", i, f)
			}
		}
	}
	if hidden != 300 || s.Visible != nil || !slices.Equal(corrupted.Truth, s.Truth) {
		t.Errorf("%d of 1000 points are hidden, want 300; truth %v", hidden, corrupted.Truth)
	}
	if length := float64(hidden) / float64(runs); length < 2 || length > 6 {
		t.Errorf("runs of %.1f frames on average, want about 3 of 20", length)
	}
	all := s.Corrupt(Corruption{Hidden: 1}, 3)
	for i, seen := range all.Visible {
		count := 0
		for _, v := range seen {
			if v {
				count++
			}
		}
		if count != 2 {
			t.Errorf("track %d is seen in %d frames with all points hidden that may be, want 2", i, count)
		}
	}
	if again := s.Corrupt(Corruption{Hidden: 0.3}, 3); !slices.EqualFunc(again.Visible, corrupted.Visible, slices.Equal) {
		t.Error("the same seed hides others")
	}
}
