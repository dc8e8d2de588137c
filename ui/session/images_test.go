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
	set := &imageset.Set{Path: path, Name: "faces", Width: 2, Height: 2, X: mat.NewDense(4, 12, nil),
		Classes: []string{"a", "b", "c", "d"}}
	for i := range 12 {
		set.Truth = append(set.Truth, 1+i/3)
		set.X.Set(i/3, i, float64(1+i%3))
	}
	return set
}

func newImageBench(t *testing.T) *bench {
	return newBench(t, func(c *Config) {
		c.Open = func(_ context.Context, path string) (*hopkins.Sequence, error) {
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
	set := b.Doc.Set()
	if set == nil || b.Doc.Sequence() != nil || b.Doc.Points() != 12 || b.Doc.Name() != "faces" ||
		b.Doc.SubjectCount() != 4 || b.Doc.Subjects() != (Subjects{1, 4}) {
		t.Fatalf("set %v, %d points, subjects %v of %d", set, b.Doc.Points(), b.Doc.Subjects(), b.Doc.SubjectCount())
	}
	if b.Plan.Kind() != segment.Images || b.Plan.MotionsUsed() != 4 || b.Doc.FrameCount() != 0 ||
		b.Doc.Words().Points != "pictures" || b.Doc.Key() != path {
		t.Errorf("kind %v, %d clusters, %d frames, %q", b.Plan.Kind(), b.Plan.MotionsUsed(), b.Doc.FrameCount(),
			b.Doc.Words().Points)
	}
	if l, r := b.Plan.Setup(Left), b.Plan.Setup(Right); l.Method != "ssc" || r.Method != "lrksc" ||
		r.Values["lambda1"] != 1100 {
		t.Errorf("methods are %s and %s with λ1 = %v, want those of pictures", l.Method, r.Method, r.Values["lambda1"])
	}
	for _, m := range b.Plan.Choices() {
		if d := m.Describe(); !d.Takes(segment.Images) {
			t.Errorf("%s is offered for pictures, which it does not take", d.Title)
		}
	}
	if n := len(b.Plan.Choices()); n == 0 || n == len(b.Plan.Methods()) {
		t.Errorf("%d of %d methods are offered for pictures", n, len(b.Plan.Methods()))
	}
	b.Sides.Run()
	b.settle()
	if o := b.Sides.Outcome(Left); o == nil || math.IsNaN(o.Score.Error) || len(b.Sides.Labels(Left)) != 12 ||
		b.Sides.Wrong(Left) == nil {
		t.Fatalf("outcome %+v, problems %v", o, b.problems)
	}
	if n := b.Sides.Neighbours(Left, 0, 2); len(n) != 2 {
		t.Errorf("neighbours are %v", n)
	}
}

// TestSubjects: other subjects are other pictures; coming back shows their
// results at once.
func TestSubjects(t *testing.T) {
	b := newImageBench(t)
	b.openFile("faces.mat")
	b.Sides.Run()
	b.settle()
	first := b.Sides.Outcome(Right)
	b.Selection.Select([]int{11}, false)
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
	if !b.saw(SequenceChanged) || b.Doc.Points() != 6 || b.Doc.Set().Classes[0] != "b" ||
		!slices.Equal(b.Doc.Truth(), []int{1, 1, 1, 2, 2, 2}) {
		t.Errorf("%d pictures of %v, truth %v", b.Doc.Points(), b.Doc.Set().Classes, b.Doc.Truth())
	}
	if b.Sides.Outcome(Right) != nil || len(b.Selection.Tracks()) != 0 || b.Plan.MotionsUsed() != 2 {
		t.Error("result or selection of other subjects are shown")
	}
	// Of two requests in a row the last counts.
	_ = b.SetSubjects(Subjects{4, 1})
	_ = b.SetSubjects(Subjects{1, 4})
	b.settle()
	if b.Doc.Points() != 12 || b.Sides.Outcome(Right) != first || b.Sides.State(Right) != Done {
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
	b.Plan.SetMethod(Left, "lrr")
	b.openFile("faces.mat")
	b.Plan.SetPreset(Right, "orl")
	if b.Plan.Setup(Left).Method != "ssc" || b.Plan.Setup(Right).Values["lambda1"] != 1000 {
		t.Errorf("pictures have %s and λ1 = %v", b.Plan.Setup(Left).Method, b.Plan.Setup(Right).Values["lambda1"])
	}
	b.OpenExample()
	b.settle()
	if b.Doc.Set() != nil || b.Doc.SubjectCount() != 0 || b.Plan.Setup(Left).Method != "lrr" ||
		b.Plan.Setup(Right).Method != "lrksc-auto" {
		t.Errorf("tracks have %s and %s", b.Plan.Setup(Left).Method, b.Plan.Setup(Right).Method)
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
	if again.Plan.Setup(Left).Method != "lrr" {
		t.Errorf("tracks are remembered with %s", again.Plan.Setup(Left).Method)
	}
	again.openFile("faces.mat")
	if again.Plan.Setup(Right).Preset != "orl" || again.Plan.Setup(Right).Values["lambda1"] != 1000 {
		t.Errorf("pictures are remembered with preset %q", again.Plan.Setup(Right).Preset)
	}
}

// TestNeitherTracksNorPictures: the error is about the tracks, and what was
// open stays.
func TestNeitherTracksNorPictures(t *testing.T) {
	b := newImageBench(t)
	b.openFile("faces.mat")
	b.openFile("broken.mat")
	if len(b.problems) != 1 || b.problems[0].Reason != "no tracks" || b.Doc.Set() == nil {
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
	b.Plan.SetMethod(Right, "lrksc")
	var titles []string
	for _, p := range b.Plan.Presets(Right) {
		titles = append(titles, p.Title)
	}
	want := []string{"Published, automatic", "Published: all frames", "Published: two frames",
		"Published: images, yale", "Published: images, orl", "Published: images, coil", "Custom"}
	if !slices.Equal(titles, want) {
		t.Errorf("presets are %q, want %q", titles, want)
	}
	b.Plan.SetPreset(Right, "two-frames")
	if b.Plan.Setup(Right).Values["lambda1"] != 0.23 {
		t.Errorf("λ1 is %v", b.Plan.Setup(Right).Values["lambda1"])
	}
	b.Plan.SetPreset(Right, "coil")
	b.Plan.SetMethod(Right, "rsim")
	if b.Plan.Setup(Right).Preset != Published {
		t.Errorf("RSIM has preset %q", b.Plan.Setup(Right).Preset)
	}
	b.Plan.SetPreset(Right, "nonsense")
	if b.Plan.Setup(Right).Preset != Published {
		t.Error("a preset that there is not was taken")
	}
	d := b.method("lrksc").Describe()
	for name, want := range map[string]float64{"ORL_32x32": 1000, "world_faces": d.ValuesFor(segment.Images)["lambda1"]} {
		b.Doc.points = hopkins.PictureSource(name, "", segment.Data{}, nil)
		if v := b.Plan.published(d); v["lambda1"] != want {
			t.Errorf("%s has λ1 = %v, want %v", name, v["lambda1"], want)
		}
	}
}
