package hopkins

import (
	"bytes"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestWithFootage(t *testing.T) {
	table := "track_id,t,y,x\n0,0,20,10\n0,1,21,11\n1,0,40,700\n1,1,41,701\n"
	s, err := Read(bytes.NewReader([]byte(table)), "tracks.csv")
	if err != nil {
		t.Fatal(err)
	}
	f := Footage{Path: "film.mp4", First: 5}
	with := s.WithFootage(f, 640, 480)
	if with.Width != 640 || with.Height != 480 || with.Footage == nil || with.Footage.Path != f.Path ||
		with.Footage.First != 5 {
		t.Errorf("size %d×%d, footage %+v", with.Width, with.Height, with.Footage)
	}
	if got, want := with.Normalized.At(0, 1), (700-320)/320.0; got != want {
		t.Errorf("x of track 2 is %v, expected %v", got, want)
	}
	if with.Pixels.At(0, 1) != 700 || s.Width != 0 || s.Footage != nil ||
		s.Normalized.At(0, 1) == with.Normalized.At(0, 1) {
		t.Error("the pixels, or the sequence before, were changed")
	}
	// Back to other pictures.
	if again := with.WithFootage(f, 1280, 960).WithFootage(f, 640, 480); !mat.Equal(again.Normalized, with.Normalized) {
		t.Error("another size is not undone")
	}
}

func TestWithFootageScalesRelativeCoordinates(t *testing.T) {
	s, err := Read(bytes.NewReader(tapvid(t)), "points.npz")
	if err != nil {
		t.Fatal(err)
	}
	if !s.relative {
		t.Fatal("expected relative coordinates")
	}
	with := s.WithFootage(Footage{Path: "film.mp4"}, 2*s.Width, 3*s.Height)
	for i := range s.Points() {
		for r := range 2 * s.Frames() {
			if got, want := with.Pixels.At(r, i), s.Pixels.At(r, i)*float64(2+r%2); got != want {
				t.Fatalf("row %d of track %d is %v, expected %v", r, i, got, want)
			}
		}
	}
}

func TestWithFootageKeepsWhatTheFileSays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a_truth.mat")
	if err := WriteTruth(sampleSequence(), path); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	with := s.WithFootage(Footage{Path: "film.mp4"}, 77, 55)
	if with.Width != s.Width || with.Normalized != s.Normalized || with.Footage == nil {
		t.Errorf("width %d, expected %d and the same coordinates", with.Width, s.Width)
	}
}
