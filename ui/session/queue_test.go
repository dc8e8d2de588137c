package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

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
	if want := []string{"a to look at ", "b9 to look at ", "b10 to look at "}; !slices.Equal(names, want) ||
		len(b.problems) > 0 {
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
	if l := b.Mine.Labels(); b.Doc.Name() != "a" || len(l) == 0 || l[0] != 3 || b.Sides.Outcome(Right) != before ||
		b.Queue.Clips()[0].Note == "" {
		t.Errorf("back at %s the labels by hand are %v", b.Doc.Name(), l)
	}
	b.Plan.SetMethod(Right, "ssc")
	b.Queue.Step(1)
	b.settle()
	if state := b.Sides.State(Right); state == Done {
		t.Error("what one method found passes for the result of another")
	}
}

// TestQueueKeepsLabels: of results of many clips that together take much the labels are kept, and shown, and those of
// the clip that is looked at are whole.
func TestQueueKeepsLabels(t *testing.T) {
	b := newBench(t, func(c *Config) { c.AutosaveDir = t.TempDir() })
	b.Queue.limit = 1
	b.OpenPath(queueFolder(t, "a", "b", "c"))
	b.settle()
	var labels [][]int
	for i, c := range b.Queue.Clips() {
		if c.State != ClipReady || (c.outcome.Result.W != nil) != (i == b.Queue.At()) {
			t.Errorf("clip %s is %v, its affinity is kept: %v", c.Name, c.State, c.outcome.Result.W != nil)
		}
		_, of := c.Labels()
		labels = append(labels, of)
	}
	b.Queue.Step(2)
	b.settle()
	if o := b.Sides.Outcome(Right); b.Doc.Name() != "c" || b.Sides.State(Right) != Done || o.Result.W != nil ||
		o.Result.Motions < 1 || !slices.Equal(b.Sides.Labels(Right), labels[2]) {
		t.Errorf("%s is open, its right side is %v", b.Doc.Name(), b.Sides.State(Right))
	}
	b.Queue.Step(-2)
	b.settle()
	if o := b.Sides.Outcome(Right); b.Doc.Name() != "a" || o.Result.W == nil {
		t.Errorf("back at %s, its affinity is gone from what is kept for coming back to", b.Doc.Name())
	}
}

// TestLabelsByHandAreBackAtOnce: labels by hand are written in the background when another clip is opened, and are
// there, the last of them, for who goes back before they are written.
func TestLabelsByHandAreBackAtOnce(t *testing.T) {
	root := queueFolder(t, "a", "b")
	b := newBench(t, func(c *Config) { c.AutosaveDir = t.TempDir() })
	b.OpenPath(root)
	b.settle()
	b.Mine.SetFollowing(false)
	for _, motion := range []int{3, 2, 4, 1} {
		for _, before := range []int{5, 6, 7, motion} {
			b.Mine.Give([]int{0}, before)
			b.Keeping.writeAutosave()
		}
		b.Queue.Step(1)
		b.Queue.Step(-1)
		if l := b.Mine.Labels(); b.Doc.Name() != "a" || len(l) == 0 || l[0] != motion {
			t.Fatalf("back at %s after %d was given the labels by hand are %v", b.Doc.Name(), motion, l)
		}
	}
}

// TestTicksAreToldOnce: whoever follows the queue is told once of a clip that was ticked, also of the last one,
// which no other follows.
func TestTicksAreToldOnce(t *testing.T) {
	b := newBench(t, func(c *Config) { c.AutosaveDir = t.TempDir() })
	b.OpenPath(queueFolder(t, "a", "b"))
	b.settle()
	for i := range b.Queue.Clips() {
		var told int
		b.Watch(func(c Change) {
			if c.Event == QueueChanged && b.Queue.Clips()[i].State == ClipDone {
				told++
			}
		})
		if b.Queue.TickAndNext(); told != 1 {
			t.Errorf("clip %d: told %d times that it is done, expected once", i, told)
		}
		b.settle()
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

// TestFoldersOfFramesAreFilms: a folder of folders with pictures is a queue of films where the
// pictures are as large as those of films; smaller ones may be of subjects.
func TestFoldersOfFramesAreFilms(t *testing.T) {
	root := t.TempDir()
	for name, width := range map[string]int{"dog": leastFilm, "swan": leastFilm, "face": leastFilm - 1} {
		for f := range 3 {
			path := filepath.Join(root, name, fmt.Sprintf("%05d.png", f))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, 200))); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	found := filmsIn(t.Context(), root)
	if want := []string{filepath.Join(root, "dog"), filepath.Join(root, "swan")}; !slices.Equal(found, want) {
		t.Errorf("the films are %q, want %q", found, want)
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
	if len(clips) != 2 || clips[0].Note != "the bus is missing" || clips[0].State != ClipDone ||
		clips[1].State != ClipReady {
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
	want := []string{"a done: ", "b to look at: 3 motions, 40 % sure", "c failed: no points could be followed",
		"d to look at: a shaky film"}
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

// TestClipsOfABatchAreThere: what a batch wrote of a film that nobody has looked at is what
// an export of all writes, without a project too.
func TestClipsOfABatchAreThere(t *testing.T) {
	root, out := queueFolder(t, "a", "b"), t.TempDir()
	item := func(name string) batch.Item {
		return batch.Item{Name: name, Inputs: []string{filepath.Join(root, name, "frames")}, Settings: "all",
			Do: func(_ context.Context, folder, _ string) (batch.Facts, error) {
				for file, text := range map[string]string{
					"tracks.csv": "track,frame,x,y\n1,1,5,5\n1,2,6,5\n2,1,9,9\n2,2,9,8\n3,1,20,20\n3,2,20,21\n",
					"labels.csv": "track,label\n1,1\n3,2\n",
				} {
					if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
						return batch.Facts{}, err
					}
				}
				return batch.Facts{Motions: 2}, nil
			}}
	}
	run := batch.Batch{Folder: out, Kind: batch.FilmsKind, Version: "test", Items: []batch.Item{item("a"), item("b")}}
	if _, _, err := run.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := newBench(t, nil)
	b.OpenPath(out)
	b.settle()
	clip := b.Queue.Clips()[1]
	if clip.outcome != nil || clip.project != "" {
		t.Fatalf("the second clip is %+v", clip)
	}
	q, labels, err := clip.Written(t.Context())
	if err != nil || q == nil || q.Points() != 3 || !slices.Equal(labels, []int{1, 0, 2}) {
		t.Errorf("of the second clip there are labels %v, %v", labels, err)
	}
	if err := os.WriteFile(clip.labels, []byte("track,label\n7,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := clip.Written(t.Context()); err == nil || !strings.Contains(err.Error(), "labels.csv: line 2: track") {
		t.Errorf("of labels for other tracks the error is %v", err)
	}
}

// TestTwoPicturesAreAPair: a folder of two pictures is opened as a pair of photographs, not
// as a film of two frames.
func TestTwoPicturesAreAPair(t *testing.T) {
	folder := writeFilm(t, 2)
	var matched []string
	b := newBench(t, func(c *Config) {
		c.Match = func(_ context.Context, first, second string) (*hopkins.Sequence, error) {
			matched = []string{filepath.Base(first), filepath.Base(second)}
			s := hopkins.NewSequence("a–b", 64, 48, mat.NewDense(4, 12, nil), nil)
			s.TwoFrame = true
			return s, nil
		}
	})
	b.OpenPath(folder)
	b.settle()
	if len(matched) != 2 || matched[0] >= matched[1] || b.Doc.Sequence() == nil || !b.Doc.Sequence().TwoFrame ||
		len(b.problems) > 0 {
		t.Errorf("matched %q; problems %v", matched, b.problems)
	}
}
