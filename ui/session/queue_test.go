package session

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// queueFolder makes a folder of films: of each name a folder with "frames" in it.
func queueFolder(t *testing.T, names ...string) string {
	root := t.TempDir()
	for _, name := range names {
		if err := os.Mkdir(filepath.Join(root, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(writeFilm(t, 9), filepath.Join(root, name, "frames")); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestQueue: a folder of films is worked through in the background, each clip is shown
// as it was computed, ticked by one call, and keeps its labels by hand.
func TestQueue(t *testing.T) {
	root := queueFolder(t, "b10", "b9", "a")
	b := newBench(t, func(c *Config) { c.AutosaveDir = t.TempDir() })
	b.OpenPath(root)
	b.settle()
	var names []string
	for _, c := range b.Queue.Clips() {
		names = append(names, c.Name+" "+c.State.String()+" "+c.Problem)
	}
	if want := []string{"a to look at ", "b9 to look at ", "b10 to look at "}; !slices.Equal(names, want) || len(b.problems) > 0 {
		t.Fatalf("the queue is %q, want %q; problems %v", names, want, b.problems)
	}
	if b.Doc.Name() != "a" || b.Queue.At() != 0 || b.Sides.State(Right) != Done || b.View.Mode() != FilmMode {
		t.Fatalf("%s is open, its right side is %v", b.Doc.Name(), b.Sides.State(Right))
	}
	before := b.Sides.Outcome(Right)
	b.Mine.SetFollowing(false)
	b.Mine.Give([]int{0, 1}, 3)
	b.Queue.SetNote("two tracks of a third motion")
	b.Queue.TickAndNext()
	b.settle()
	if b.Doc.Name() != "b9" || b.Queue.Clips()[0].State != ClipDone || b.Mine.Begun() {
		t.Errorf("the next clip is %s, the one before %v", b.Doc.Name(), b.Queue.Clips()[0].State)
	}
	if _, labels := b.Queue.Clips()[0].Labels(); len(labels) == 0 || labels[0] != 3 || labels[1] != 3 {
		t.Error("what was given by hand is not what an export of all writes")
	}
	b.Queue.Step(-1)
	b.settle()
	if l := b.Mine.Labels(); b.Doc.Name() != "a" || len(l) == 0 || l[0] != 3 || b.Sides.Outcome(Right) != before || b.Queue.Clips()[0].Note == "" {
		t.Errorf("back at %s the labels by hand are %v", b.Doc.Name(), l)
	}
	b.Plan.SetMethod(Right, "ssc")
	b.Queue.Step(1)
	b.settle()
	if state := b.Sides.State(Right); state == Done {
		t.Error("what one method found passes for the result of another")
	}
}

// TestFilmWithTruthBesideIt: the folder of one film with its truth pictures is that
// film, and no set of pictures of two subjects.
func TestFilmWithTruthBesideIt(t *testing.T) {
	root := queueFolder(t, "cars")
	if err := os.Rename(writeFilm(t, 3), filepath.Join(root, "cars", "truth")); err != nil {
		t.Fatal(err)
	}
	b := newBench(t, nil)
	b.OpenPath(filepath.Join(root, "cars"))
	b.settle()
	if b.Doc.Set() != nil || b.Doc.Name() != "cars" || b.Doc.FrameCount() != 9 || len(b.problems) > 0 {
		t.Errorf("open is %q of %d frames; problems %v", b.Doc.Name(), b.Doc.FrameCount(), b.problems)
	}
}
