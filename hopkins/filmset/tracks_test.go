package filmset

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// still returns a sequence of tracks that stay where they are for four frames.
func still(height int, places ...[2]float64) *hopkins.Sequence {
	pixels := mat.NewDense(8, len(places), nil)
	for i, p := range places {
		for f := range 4 {
			pixels.Set(2*f, i, p[0])
			pixels.Set(2*f+1, i, p[1])
		}
	}
	return hopkins.NewSequence("film", 100, height, pixels, nil)
}

func TestTracksAreJudgedByTheNearest(t *testing.T) {
	labelled := still(50, [2]float64{10, 10}, [2]float64{20, 10}, [2]float64{60, 10}, [2]float64{80, 40},
		[2]float64{80, 30})
	labelled.Truth = []int{1, 2, 2, 0, 2}
	labelled.Visible = [][]bool{{true, true, true, true}, {true, true, true, true}, {true, true, false, false},
		{true, true, true, true}, {true, false, false, false}}
	own := still(50, [2]float64{14, 10}, [2]float64{16, 10}, [2]float64{60, 18}, [2]float64{60, 18.1},
		[2]float64{80, 39}, [2]float64{80, 30})
	own.Visible = [][]bool{{true, true, true, true}, {true, true, true, true}, {true, true, true, true},
		{true, true, true, true}, {true, true, true, true}, {true, true, true, true}}
	// The last but one is nearest to a track of no motion, the last one shares a
	// single frame with the track at its place.
	want := []int{1, 2, 2, 0, 0, 0}
	for _, upward := range []bool{false, true} {
		if upward {
			labelled.Pixels.Apply(func(r, _ int, v float64) float64 {
				if r%2 == 1 {
					return 49 - v
				}
				return v
			}, labelled.Pixels)
		}
		l := &labelledTracks{sequence: labelled, upward: upward}
		for i, w := range want {
			if got := l.motionOf(own, i); got != w {
				t.Errorf("upward %t: track %d has motion %d, expected %d", upward, i+1, got, w)
			}
		}
		if j := l.judge(own, []int{2, 1, 1, 1, 1, 1}); j.Error != 0 || j.Judged != 3 || j.Found != 2 {
			t.Errorf("upward %t: found %+v", upward, j)
		}
		if j := l.judge(own, []int{2, 1, 2, 0, 0, 0}); !(j.Error > 33 && j.Error < 34) {
			t.Errorf("upward %t: found %+v", upward, j)
		}
	}
}

func TestFilmsOfSequences(t *testing.T) {
	dir := t.TempDir()
	writeFilm(t, dir, "one", 8)
	if err := os.RemoveAll(filepath.Join(dir, "one", "truth")); err != nil {
		t.Fatal(err)
	}
	// Tracks with the y of the picture running upwards: on the square, below it, and
	// right of it.
	var places [][2]float64
	for y := 9.; y < 53; y += 4 {
		for x := 0.; x < 54; x += 5 {
			places = append(places, [2]float64{35 + x, 119 - y}, [2]float64{45 + x, y})
			if x > 30 {
				places = append(places, [2]float64{80 + x, 119 - y})
			}
		}
	}
	pixels := mat.NewDense(16, len(places), nil)
	truth := make([]int, len(places))
	for i, p := range places {
		truth[i] = 2
		if p[1] > 60 && p[0] < 100 {
			truth[i] = 1
		}
		for f := range 8 {
			step := 2.
			if truth[i] == 2 {
				step = -1
			}
			pixels.Set(2*f, i, p[0]+step*float64(f))
			pixels.Set(2*f+1, i, p[1])
		}
	}
	s := hopkins.NewSequence("one", 160, 120, pixels, nil)
	s.Truth = truth
	write := func(s *hopkins.Sequence, name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := hopkins.WriteTruth(s, filepath.Join(dir, name, name+"_truth.mat")); err != nil {
			t.Fatal(err)
		}
	}
	write(s, "one")
	write(s, "one_g12") // a selection, whose film is that of the whole
	write(s, "none")    // without pictures
	writeFilm(t, dir, "unlabelled", 2)
	unlabelled := *s
	unlabelled.Truth = nil
	if err := unlabelled.WriteTracksFile(filepath.Join(dir, "unlabelled", "unlabelled.csv")); err != nil {
		t.Fatal(err)
	}
	dataset, err := hopkins.OpenDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	films := OpenSequences(dataset)
	if len(films) != 1 || films[0].Name != "one" {
		t.Fatalf("found %+v", films)
	}
	methods, err := segment.ParseSpecs([]string{"lrksc"}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	b := Benchmark{Films: films, Methods: methods, Tracking: track.Default(track.Sparse)}
	rows, err := b.Run(t.Context())
	if err != nil || len(rows) != 1 {
		t.Fatalf("%v, %v", rows, err)
	}
	// Beside the square the nearest labelled track may be one on it. With y the other
	// way a fifth or more would be wrong.
	if r := rows[0]; r.Failure != "" || r.Motions != 2 || r.Found != 2 || !(r.Error < 8) || r.Judged < 90 {
		t.Errorf("found %+v", r)
	}
	var out strings.Builder
	if err := (Report{Tracks: true, Rows: rows}).Write(&out, "table"); err != nil ||
		!strings.Contains(out.String(), "labelled track nearest") || !strings.Contains(out.String(), "mean of motions") {
		t.Errorf("%v\n%s", err, out.String())
	}

	// Tracks in a picture of another size.
	s.Width = 320
	write(s, "one")
	if rows, _ := b.Run(t.Context()); len(rows) != 1 ||
		!strings.Contains(rows[0].Failure, "expected tracks in 160×120 pixels as the film has, found 320×120") {
		t.Errorf("found %+v", rows)
	}
	// A film that does not show which way y runs.
	s.Width = 160
	s.Pixels.Apply(func(r, _ int, v float64) float64 {
		if r%2 == 1 {
			return 59.5
		}
		return v
	}, s.Pixels)
	write(s, "one")
	if rows, _ := b.Run(t.Context()); len(rows) != 1 || !strings.Contains(rows[0].Failure, "whether y runs up or down") {
		t.Errorf("found %+v", rows)
	}
}
