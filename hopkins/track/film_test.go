package track

import (
	"context"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/footage"
	"motionseg/hopkins/internal/testfile"
)

// writeFrames writes a film as numbered pictures into a new folder.
func writeFrames(t *testing.T, film movie, folder string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for i, m := range film {
		w, err := os.Create(filepath.Join(folder, string(rune('a'+i))+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(w, m); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpen(t *testing.T) {
	film := wholeNumbers(150, 110, 11)
	folder := filepath.Join(t.TempDir(), "street", "frames")
	writeFrames(t, film, folder)
	r := footage.Range{First: 2, Step: 1, Count: 8}
	s, err := Open(t.Context(), folder, r, Default(Medium), nil)
	if err != nil {
		t.Fatal(err)
	}
	same, err := Film(t.Context(), film[2:10], Default(Medium), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := TracksOf(s); sum(got) != sum(same) {
		t.Error("the tracks are not those of the same frames in memory")
	}
	if s.Name != "street" || s.Path != folder || s.Footage == nil || s.Footage.First != 2 || s.Frames() != 8 ||
		s.Width != 150 || s.Height != 110 {
		t.Errorf("found %s, %s, %+v, %d frames", s.Name, s.Path, s.Footage, s.Frames())
	}

	if !CanTrackOn(s) {
		t.Fatal("the tracks can't be followed on")
	}
	on, err := TrackOn(t.Context(), s, 4, Default(Medium), nil)
	if err != nil || on.Frames() != 8 || on.Points() < s.Points()/2 {
		t.Errorf("tracked on: %v", err)
	}
	more, err := AddPoints(t.Context(), s, 4, Rectangle(Point{70, 10}, Point{140, 100}), Default(Dense), nil)
	if err != nil || more.Points() <= s.Points() {
		t.Errorf("%d points with those added to %d, %v", more.Points(), s.Points(), err)
	}
	s.Visible = nil
	s.Footage = nil
	if CanTrackOn(s) || CanTrackOn(nil) {
		t.Error("tracks without pictures can be followed on")
	}
	if _, err := TrackOn(t.Context(), s, 4, Default(Medium), nil); err == nil {
		t.Error("tracks without pictures were followed on")
	}
}

func TestOpenErrors(t *testing.T) {
	film := wholeNumbers(100, 80, 8)
	folder := filepath.Join(t.TempDir(), "film")
	writeFrames(t, film, folder)
	if _, err := Open(t.Context(), folder+"-missing", footage.Range{}, Default(Medium), nil); err == nil {
		t.Error("a missing film was opened")
	}
	if _, err := Open(t.Context(), folder, footage.Range{Count: 3}, Default(Medium), nil); err == nil ||
		!strings.Contains(err.Error(), "too few frames: expected at least 5 to follow points through, found 3") {
		t.Errorf("three frames give %v", err)
	}
	if _, err := Open(t.Context(), folder, footage.Range{Count: 1}, Default(Medium), nil); err == nil ||
		!strings.Contains(err.Error(), "expected at least 5 to follow points through, found 1") {
		t.Errorf("one frame gives %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Open(ctx, folder, footage.Range{}, Default(Medium), func(p Progress) {
		if p.Done == 6 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || s == nil || s.Points() < 10 {
		t.Errorf("cancelled: %v", err)
	}
	testfile.Write(t, "broken", folder, "g.png")
	s, err = Open(t.Context(), folder, footage.Range{}, Default(Medium), nil)
	if err == nil || !strings.Contains(err.Error(), "g.png") || s == nil || s.Points() < 10 {
		t.Errorf("a broken frame gives %v", err)
	}
}

func TestRecognise(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
			t.Fatal(err)
		}
		testfile.Write(t, b.String(), path)
		return path
	}
	for _, name := range []string{"a.MP4", "b.avi", "c.tif", "d.gif"} {
		if !Recognise(write(name)) {
			t.Errorf("%s is no film", name)
		}
	}
	for _, name := range []string{"a.png", "b.csv", "c.mat", "d.txt"} {
		if Recognise(write(name)) {
			t.Errorf("%s is a film", name)
		}
	}
	write("one/a.png")
	write("two/a.png")
	write("two/b.PNG")
	write("classes/x/a.png")
	write("classes/y/b.png")
	for name, want := range map[string]bool{"one": false, "two": true, "classes": false, "missing": false} {
		if Recognise(filepath.Join(dir, name)) != want {
			t.Errorf("%s: found %v", name, !want)
		}
	}
}

// TestLong: tracks that are not laid out over all frames are seen at the same places, and
// too many are not laid out.
func TestLong(t *testing.T) {
	tracks, err := Film(t.Context(), wholeNumbers(150, 110, 11), Default(Medium), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, long := tracks.Sequence("walk"), tracks.Long("walk")
	part, _ := long.Excerpt(0, long.Frames()-1)
	if !s.Followed || !long.Followed || !part.Followed {
		t.Errorf("followed: %v, long %v, a window %v", s.Followed, long.Followed, part.Followed)
	}
	if !long.Long() || s.Long() || long.Points() != s.Points() || long.Frames() != 11 || long.Width != 150 {
		t.Fatalf("%d tracks in %d frames, expected %d in 11", long.Points(), long.Frames(), s.Points())
	}
	for i := range s.Points() {
		for f := range s.Frames() {
			if s.Seen(i, f) != long.Seen(i, f) {
				t.Fatalf("track %d in frame %d: seen %v", i, f, long.Seen(i, f))
			}
			if !s.Seen(i, f) {
				continue
			}
			x, y := s.At(i, f)
			if u, v := long.At(i, f); u != x || v != y {
				t.Fatalf("track %d in frame %d is at %v, %v, expected %v, %v", i, f, u, v, x, y)
			}
		}
	}
	if err := long.LaidOut(); err == nil || s.LaidOut() != nil || CanTrackOn(long) {
		t.Errorf("a long sequence is laid out: %v", err)
	}
	if err := long.WriteTracksFile(filepath.Join(t.TempDir(), "a.npz")); err == nil ||
		!strings.Contains(err.Error(), "tracks × frames") {
		t.Errorf("the error is %v", err)
	}
	if _, err := laidOut(&Tracks{Frames: 1000000, Tracks: make([]Track, 100)}, "walk"); err == nil ||
		!strings.Contains(err.Error(), "100 × 1000000") {
		t.Errorf("the error is %v", err)
	}
	if same, err := laidOut(tracks, "walk"); err != nil || same.Points() != s.Points() {
		t.Errorf("%v", err)
	}
}

// TestNamesOfFilms: a film is called as its file, or its folder, and that of frames as the
// folder around it.
func TestNamesOfFilms(t *testing.T) {
	root := t.TempDir()
	for _, folder := range []string{"cars/frames", "dog/Frames", "cars/truth"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"cars/frames": "cars", "dog/Frames": "dog", "cars/truth": "truth",
		"frames.mp4": "frames", "a.b.avi": "a.b"} {
		if got := NameOf(filepath.Join(root, path)); got != want {
			t.Errorf("%s is called %q, want %q", path, got, want)
		}
	}
}
