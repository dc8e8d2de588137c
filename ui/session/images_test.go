package session

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/imageset"
	"motionseg/segment"
)

// fourFaces is a set of 4 classes with 3 pictures of 2×2 pixels each.
func fourFaces(path string) *imageset.Set {
	set := &imageset.Set{Path: path, Name: "faces", Width: 2, Height: 2, X: mat.NewDense(4, 12, nil), Classes: []string{"a", "b", "c", "d"}}
	for i := range 12 {
		set.Truth = append(set.Truth, 1+i/3)
		set.X.Set(i/3, i, float64(1+i%3))
	}
	return set
}

func newImageBench(t *testing.T) *bench {
	return newBench(t, func(c *Config) {
		c.Open = func(path string) (*hopkins.Sequence, error) {
			if filepath.Ext(path) == ".mat" {
				return nil, errors.New("no tracks")
			}
			s := sixTracks("tracks")
			s.Path = path
			return s, nil
		}
		c.OpenImages = func(_ context.Context, path string, _ imageset.Options) (*imageset.Set, error) {
			if filepath.Base(path) == "broken.mat" {
				return nil, errors.New("no pictures")
			}
			return fourFaces(path), nil
		}
		c.Methods = append(segment.Methods(), fakeMethod{"other"})
	})
}

func TestOpenImages(t *testing.T) {
	b := newImageBench(t)
	path := b.openFile("faces.mat")
	set := b.Set()
	if set == nil || b.Sequence() != nil || b.Points() != 12 || b.Name() != "faces" || b.SubjectCount() != 4 || b.Subjects() != (Subjects{1, 4}) {
		t.Fatalf("set %v, %d points, subjects %v of %d", set, b.Points(), b.Subjects(), b.SubjectCount())
	}
	if b.Kind() != segment.Images || b.MotionsUsed() != 4 || b.FrameCount() != 0 || b.Words().Points != "pictures" || b.Key() != path {
		t.Errorf("kind %v, %d clusters, %d frames, %q", b.Kind(), b.MotionsUsed(), b.FrameCount(), b.Words().Points)
	}
	if l, r := b.Setup(Left), b.Setup(Right); l.Method != "ssc" || r.Method != "lrksc" || r.Values["lambda1"] != 1100 {
		t.Errorf("methods are %s and %s with λ1 = %v, want those of pictures", l.Method, r.Method, r.Values["lambda1"])
	}
	b.Run()
	b.settle()
	if o := b.Outcome(Left); o == nil || math.IsNaN(o.Error) || len(b.Labels(Left)) != 12 || b.Wrong(Left) == nil {
		t.Fatalf("outcome %+v, problems %v", o, b.problems)
	}
	if n := b.Neighbours(Left, 0, 2); len(n) != 2 {
		t.Errorf("neighbours are %v", n)
	}
}

// TestSubjects: other subjects are other pictures; coming back shows their
// results at once.
func TestSubjects(t *testing.T) {
	b := newImageBench(t)
	b.openFile("faces.mat")
	b.Run()
	b.settle()
	first := b.Outcome(Right)
	b.Select([]int{11}, false)
	for _, wrong := range []Subjects{{0, 1}, {1, 0}, {3, 3}, {5, 1}} {
		if b.SetSubjects(wrong) == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
	b.saw()
	if err := b.SetSubjects(Subjects{2, 2}); err != nil {
		t.Fatal(err)
	}
	b.settle()
	if !b.saw(SequenceChanged) || b.Points() != 6 || b.Set().Classes[0] != "b" || !slices.Equal(b.Truth(), []int{1, 1, 1, 2, 2, 2}) {
		t.Errorf("%d pictures of %v, truth %v", b.Points(), b.Set().Classes, b.Truth())
	}
	if b.Outcome(Right) != nil || len(b.Selection()) != 0 || b.MotionsUsed() != 2 {
		t.Error("result or selection of other subjects are shown")
	}
	// Of two requests in a row the last counts.
	_ = b.SetSubjects(Subjects{4, 1})
	_ = b.SetSubjects(Subjects{1, 4})
	b.settle()
	if b.Points() != 12 || b.Outcome(Right) != first || b.State(Right) != Done {
		t.Error("coming back must show the result at once")
	}
}

// TestTracksAfterImages: each material keeps its own methods, and closing
// remembers both.
func TestTracksAfterImages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	b := newImageBench(t)
	b.cfg.SettingsPath = path
	b.OpenExample()
	b.settle()
	b.SetMethod(Left, "lrr")
	b.openFile("faces.mat")
	b.SetPreset(Right, "orl")
	if b.Setup(Left).Method != "ssc" || b.Setup(Right).Values["lambda1"] != 1000 {
		t.Errorf("pictures have %s and λ1 = %v", b.Setup(Left).Method, b.Setup(Right).Values["lambda1"])
	}
	b.OpenExample()
	b.settle()
	if b.Set() != nil || b.SubjectCount() != 0 || b.Setup(Left).Method != "lrr" || b.Setup(Right).Method != "lrksc-auto" {
		t.Errorf("tracks have %s and %s", b.Setup(Left).Method, b.Setup(Right).Method)
	}
	if err := b.SetSubjects(Subjects{1, 1}); err == nil {
		t.Error("a sequence has no subjects")
	}
	b.openFile("faces.mat")
	b.Close()
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	again := newImageBench(t)
	again.cfg.SettingsPath = path
	if note := again.LoadSettings(); note != "" {
		t.Fatal(note)
	}
	if again.Setup(Left).Method != "lrr" {
		t.Errorf("tracks are remembered with %s", again.Setup(Left).Method)
	}
	again.openFile("faces.mat")
	if again.Setup(Right).Preset != "orl" || again.Setup(Right).Values["lambda1"] != 1000 {
		t.Errorf("pictures are remembered with preset %q", again.Setup(Right).Preset)
	}
}

// TestNeitherTracksNorPictures: the error is about the tracks, and what was
// open stays.
func TestNeitherTracksNorPictures(t *testing.T) {
	b := newImageBench(t)
	b.openFile("faces.mat")
	b.openFile("broken.mat")
	if len(b.problems) != 1 || b.problems[0].Reason != "no tracks" || b.Set() == nil {
		t.Errorf("problems %v", b.problems)
	}
}

// TestLargeSetShowsItsFirstSubjects: as many as are clustered in seconds.
func TestLargeSetShowsItsFirstSubjects(t *testing.T) {
	large := &imageset.Set{Classes: make([]string, 38), Truth: make([]int, 2414)}
	if got := firstSubjects(large); got != (Subjects{1, 10}) {
		t.Errorf("Extended Yale B starts with %v", got)
	}
	if got := firstSubjects(fourFaces("")); got != (Subjects{1, 4}) {
		t.Errorf("a small set starts with %v", got)
	}
}

// TestPresets lists those of the method, and follows the name of a set.
func TestPresets(t *testing.T) {
	b := newImageBench(t)
	b.OpenExample()
	b.settle()
	b.SetMethod(Right, "lrksc")
	var titles []string
	for _, p := range b.Presets(Right) {
		titles = append(titles, p.Title)
	}
	want := []string{"Published, automatic", "Published: all frames", "Published: two frames", "Published: images, yale", "Published: images, orl", "Published: images, coil", "Custom"}
	if !slices.Equal(titles, want) {
		t.Errorf("presets are %q, want %q", titles, want)
	}
	b.SetPreset(Right, "two-frames")
	if b.Setup(Right).Values["lambda1"] != 0.23 {
		t.Errorf("λ1 is %v", b.Setup(Right).Values["lambda1"])
	}
	b.SetPreset(Right, "coil")
	b.SetMethod(Right, "rsim")
	if b.Setup(Right).Preset != Published {
		t.Errorf("RSIM has preset %q", b.Setup(Right).Preset)
	}
	b.SetPreset(Right, "nonsense")
	if b.Setup(Right).Preset != Published {
		t.Error("a preset that there is not was taken")
	}
	b.set = &imageset.Set{Name: "ORL_32x32"}
	d := b.method("lrksc").Describe()
	if v := b.published(d); v["lambda1"] != 1000 {
		t.Errorf("ORL has λ1 = %v, want that of its preset", v["lambda1"])
	}
}
