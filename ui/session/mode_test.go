package session

import (
	"context"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
)

// TestWhatOpensDecides: a film, a folder of pictures and a pair of photographs open in the film
// mode; tables of tracks and two-frame correspondences, with a truth and without, and data
// sets in the bench, SSC and the method of our own beside each other.
func TestWhatOpensDecides(t *testing.T) {
	pair := func() *hopkins.Sequence {
		s := hopkins.NewSequence("a–b", 64, 48, mat.DenseCopyOf(sixTracks("").Pixels.Slice(0, 4, 0, 6)), nil)
		s.TwoFrame = true
		return s
	}
	b := newBench(t, func(c *Config) {
		c.Methods = nil
		c.Open = func(_ context.Context, path string) (*hopkins.Sequence, error) {
			s := sixTracks(filepath.Base(path))
			switch filepath.Base(path) {
			case "untrue.csv":
				s.Truth = nil
			case "matches.csv":
				s = pair()
			case "true.mat":
				s = pair()
				s.Truth = []int{1, 1, 1, 2, 2, 2}
			}
			s.Path = path
			return s, nil
		}
		c.OpenDataset = func(path string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: path, Entries: []hopkins.Entry{{Name: "a", Path: path + "/a.mat"},
				{Name: "b", Path: path + "/b.mat"}}}, nil
		}
		c.Match = func(_ context.Context, first, second string) (*hopkins.Sequence, error) {
			s := pair()
			s.Footage = &hopkins.Footage{Files: []string{first, second}}
			return s, nil
		}
	})
	mode := func(what string, want Mode, name string) {
		t.Helper()
		b.settle()
		if b.View.Mode() != want || b.Doc.Name() != name || len(b.problems) > 0 {
			t.Errorf("%s: %q is open in mode %d, want %q in %d; problems %v", what, b.Doc.Name(), b.View.Mode(), name, want,
				b.problems)
		}
		b.Sides.Cancel()
		b.settle()
	}
	b.OpenPath(writeFilm(t, 9))
	mode("a folder of pictures", FilmMode, "film")
	for _, name := range []string{"tracks.csv", "untrue.csv", "matches.csv", "true.mat"} {
		b.openFile(name)
		mode(name, BenchMode, map[string]string{"matches.csv": "a–b", "true.mat": "a–b"}[name]+
			map[string]string{"tracks.csv": name, "untrue.csv": name}[name])
	}
	b.OpenPhotographs("a.jpg", "b.jpg")
	mode("two photographs", FilmMode, "a–b")
	b.OpenPath(filepath.Dir(b.openFile("a.mat")))
	mode("a data set", BenchMode, "a.mat")
	if left, right := b.Plan.Setup(Left).Method, b.Plan.Setup(Right).Method; left != "ssc" || right != "lrksc-auto" {
		t.Errorf("beside each other are %s and %s", left, right)
	}
}
