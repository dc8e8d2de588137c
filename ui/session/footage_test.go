package session

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
)

// pictureFolder makes a folder of pictures.
func pictureFolder(t *testing.T, count, w, h int) string {
	t.Helper()
	folder := t.TempDir()
	for i := range count {
		f, err := os.Create(filepath.Join(folder, fmt.Sprintf("%d.png", i)))
		if err == nil {
			err = png.Encode(f, image.NewGray(image.Rect(0, 0, w, h)))
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// tableOfTracks writes tracks without a size of the picture.
func tableOfTracks(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("track_id,t,y,x\n")
	for track := range 6 {
		for frame := range 4 {
			fmt.Fprintf(&b, "%d,%d,%d,%d\n", track, frame, 100+10*track+frame, 200+20*track*track)
		}
	}
	path := filepath.Join(t.TempDir(), "tracks.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAttachPictures(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "settings.json")
	change := func(c *Config) { c.Open, c.SettingsPath = nil, settings }
	b := newBench(t, change)
	path := tableOfTracks(t)
	b.OpenPath(path)
	b.settle()
	if s := b.Doc.Sequence(); s == nil || s.Width != 0 {
		t.Fatalf("sequence is %+v", s)
	}
	folder := pictureFolder(t, 6, 64, 48)
	a := Attachment{Footage: hopkins.Footage{Path: folder, First: 2}, Upward: "up"}
	b.AttachPictures(a)
	b.settle()
	check := func(b *bench) {
		t.Helper()
		s := b.Doc.Sequence()
		if s.Width != 64 || s.Height != 48 || s.Footage == nil || s.Footage.Path != folder || s.Footage.First != 2 {
			t.Fatalf("size %d×%d, footage %+v", s.Width, s.Height, s.Footage)
		}
		if got, want := s.Normalized.At(0, 0), (200-32)/32.0; got != want {
			t.Errorf("x is %v, expected %v", got, want)
		}
		if !b.Doc.Upward() || b.Doc.Key() != path {
			t.Errorf("upward is %v, key %q", b.Doc.Upward(), b.Doc.Key())
		}
	}
	check(b)
	b.Close()

	// They are there again at the next start, and when they are gone the tracks
	// still open.
	again := newBench(t, change)
	again.LoadSettings()
	again.OpenPath(path)
	again.settle()
	check(again)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	again.OpenPath(path)
	again.settle()
	if s := again.Doc.Sequence(); s.Width != 0 || s.Footage != nil || len(again.problems) > 0 {
		t.Errorf("width %d, problems %v", s.Width, again.problems)
	}
	again.AttachPictures(a)
	again.settle()
	if len(again.problems) != 1 || !strings.Contains(again.problems[0].Advice, "picture for each frame") {
		t.Errorf("problems are %+v", again.problems)
	}
	again.Close()
}

func TestOpenPhotographs(t *testing.T) {
	failure := errors.New("too little in common")
	b := newBench(t, func(c *Config) {
		c.Match = func(_ context.Context, first, second string) (*hopkins.Sequence, error) {
			if second == "c.jpg" {
				return nil, failure
			}
			s := hopkins.NewSequence("a–b", 64, 48, mat.NewDense(4, 12, nil), nil)
			s.TwoFrame, s.Footage = true, &hopkins.Footage{Files: []string{first, second}}
			return s, nil
		}
	})
	b.OpenPhotographs("a.jpg", "b.jpg")
	b.settle()
	if s := b.Doc.Sequence(); s == nil || s.Name != "a–b" || b.Doc.Points() != 12 {
		t.Fatalf("found %+v", s)
	}
	b.Sides.Run()
	b.settle()
	if item := b.Library.Groups("")[0].Items[0]; item.Open || item.Badges[Left].Method != "" {
		t.Errorf("with two photographs open the example is %+v", item)
	}
	b.OpenPhotographs("a.jpg", "c.jpg")
	b.settle()
	if len(b.problems) != 1 || !strings.Contains(b.problems[0].Reason, "in common") ||
		!strings.Contains(b.problems[0].Advice, "photographs") {
		t.Errorf("problems are %+v", b.problems)
	}
	if b.Doc.Name() != "a–b" {
		t.Errorf("%q is open, expected what was before", b.Doc.Name())
	}
}
