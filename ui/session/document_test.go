package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins"
)

func TestOpenReportsProblems(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Open = func(context.Context, string) (*hopkins.Sequence, error) { panic("slice bounds") }
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root,
				Problems: []hopkins.Skipped{{Path: "x.mat", Err: errors.New("x.mat: truncated")}}}, nil
		}
	})
	b.OpenPath(filepath.Join(t.TempDir(), "missing.mat"))
	b.settle()
	b.OpenPath(t.TempDir())
	b.settle()
	b.openFile("broken.mat")
	if len(b.problems) != 3 {
		t.Fatalf("problems are %v", b.problems)
	}
	for i, want := range []string{"no such file", "x.mat: truncated", "slice bounds"} {
		if !strings.Contains(b.problems[i].Reason, want) {
			t.Errorf("reason %q does not say %q", b.problems[i].Reason, want)
		}
	}
	if b.Doc.Loading() != "" {
		t.Error("still loading")
	}
}

// TestOpenOnePicture: whoever chooses one picture of a film is sent to its folder, without a
// list of all that can be opened.
func TestOpenOnePicture(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Open = nil })
	folder := pictureFolder(t, 9, 64, 48)
	found, err := filepath.Glob(filepath.Join(folder, "*.png"))
	if err != nil || len(found) == 0 {
		t.Fatal(err)
	}
	b.OpenPath(found[0])
	b.settle()
	if len(b.problems) != 1 || !strings.HasSuffix(b.problems[0].Reason, "open "+folder) ||
		!strings.HasPrefix(b.problems[0].Advice, "Choose the folder of the picture") {
		t.Errorf("of one picture is said %+v", b.problems)
	}
}

// TestOpenFolderOfATableAmongFilms: that films beside one table are not opened is noted.
func TestOpenFolderOfATableAmongFilms(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Open = nil })
	folder := t.TempDir()
	for name, text := range map[string]string{"pairs.txt": "1 2 3 4\n5 6 7 8\n", "a.mp4": "film", "b.mp4": "film"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.OpenPath(folder)
	b.settle()
	q := b.Doc.Sequence()
	if q == nil || !strings.Contains(strings.Join(q.Notes, "\n"), "the folder has 2 films besides") {
		t.Errorf("opened is %+v; problems %v", q, b.problems)
	}
}

func TestOnlyTheLastOpenCounts(t *testing.T) {
	b := newBench(t, nil)
	for _, name := range []string{"a.mat", "b.mat"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		b.OpenPath(path)
	}
	b.settle()
	if b.Doc.Sequence().Name != "b.mat" {
		t.Errorf("%s is open, want b.mat", b.Doc.Sequence().Name)
	}
}

func TestPicturesDecideTheDirection(t *testing.T) {
	var opened []*stills
	b := newBench(t, func(c *Config) {
		c.OpenPictures = func(context.Context, *hopkins.Sequence) (Pictures, error) {
			opened = append(opened, &stills{})
			return opened[len(opened)-1], nil
		}
	})
	b.OpenExample()
	b.settle()
	if !b.saw(PicturesChanged) || !b.Doc.Upward() || b.Playback.Rate() != 25 || b.Doc.PicturesNote() == "" {
		t.Errorf("upward %v, rate %v, note %q", b.Doc.Upward(), b.Playback.Rate(), b.Doc.PicturesNote())
	}
	b.Doc.Flip()
	if b.Doc.Upward() {
		t.Error("the user's choice must win")
	}
	b.openFile("a.mat")
	b.Close()
	for i, p := range opened {
		if !p.closed {
			t.Errorf("pictures %d are still open", i)
		}
	}
}
