package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/batch"
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

// TestQueueIsKept: ticks and notes of clips are there again at the next start, with the
// queue itself, and in a project of a clip.
func TestQueueIsKept(t *testing.T) {
	root := queueFolder(t, "a", "b")
	settings, file := filepath.Join(t.TempDir(), "settings.json"), filepath.Join(t.TempDir(), "a.motionseg")
	b := newBench(t, func(c *Config) { c.SettingsPath = settings })
	b.OpenPath(root)
	b.settle()
	b.Queue.SetNote("the bus is missing")
	b.Keeping.Save(file, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	b.settle()
	b.Queue.TickAndNext()
	b.settle()
	b.Close()

	again := newBench(t, func(c *Config) { c.SettingsPath = settings })
	again.LoadSettings()
	if !again.Queue.Reopen() {
		t.Fatal("the queue of last time is not opened again")
	}
	again.settle()
	clips := again.Queue.Clips()
	if len(clips) != 2 || clips[0].Note != "the bus is missing" || clips[0].State != ClipDone || clips[1].State != ClipReady {
		t.Fatalf("clips are %+v and %+v", clips[0], clips[1])
	}
	if again.Queue.At() != 1 || again.Doc.Name() != "b" {
		t.Errorf("clip %d is looked at, %s, want the first that is not done", again.Queue.At(), again.Doc.Name())
	}
	if again.Queue.Close(); again.Queue.Reopen() {
		t.Error("a queue that was closed is opened again")
	}
	other := newBench(t, func(c *Config) { // on another computer
		c.Open = func(ctx context.Context, path string) (*hopkins.Sequence, error) {
			return hopkins.OpenContext(ctx, path, hopkins.Options{})
		}
		c.OpenWith = hopkins.OpenContext
	})
	other.Keeping.Open(file)
	other.settle()
	other.OpenPath(root)
	other.settle()
	if clips := other.Queue.Clips(); len(clips) != 2 || clips[0].Note != "the bus is missing" {
		t.Errorf("the note of the project is not in %+v; kept %+v, problems %v", clips, other.settings.Clips, other.problems)
	}
}

// TestQueueOfABatch: the folder of a batch is a queue of its films as they are: what
// failed and why, what is sure, and what should be looked at. Only what is looked at is
// followed.
func TestQueueOfABatch(t *testing.T) {
	root, out := queueFolder(t, "a", "b", "c", "d"), t.TempDir()
	item := func(name string, facts batch.Facts, err error) batch.Item {
		return batch.Item{Name: name, Inputs: []string{filepath.Join(root, name, "frames")}, Settings: "all",
			Do: func(context.Context, string, string) (batch.Facts, error) { return facts, err }}
	}
	run := batch.Batch{Folder: out, Kind: batch.FilmsKind, Version: "test", Items: []batch.Item{
		item("a", batch.Facts{Motions: 2, Estimated: true, Confidence: 0.99}, nil),
		item("b", batch.Facts{Motions: 3, Estimated: true, Confidence: 0.4}, nil),
		item("c", batch.Facts{}, errors.New("no points could be followed")),
		item("d", batch.Facts{Motions: 2, Warnings: []string{"a shaky film"}}, nil),
	}}
	if _, _, err := run.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := newBench(t, nil)
	b.OpenPath(out)
	b.settle()
	var found []string
	for _, c := range b.Queue.Clips() {
		found = append(found, c.Name+" "+c.State.String()+": "+c.Look+c.Problem)
	}
	want := []string{"a done: ", "b to look at: 3 motions, 40 % sure", "c failed: no points could be followed", "d to look at: a shaky film"}
	if !slices.Equal(found, want) {
		t.Fatalf("the queue is %q, want %q; problems %v", found, want, b.problems)
	}
	if b.Queue.At() != 1 || b.Doc.Name() != "b" || b.Sides.State(Right) != Done {
		t.Errorf("clip %d is looked at, %s is open", b.Queue.At(), b.Doc.Name())
	}
	if b.Queue.Clips()[3].outcome != nil || b.Queue.Clips()[0].outcome != nil {
		t.Error("clips of a batch are followed that nobody looks at")
	}
	b.Queue.TickAndNext()
	b.settle()
	b.Queue.Step(1)
	b.settle()
	if b.Doc.Name() != "d" || b.Queue.Clips()[1].State != ClipDone {
		t.Errorf("after the failed one %s is open", b.Doc.Name())
	}
}
