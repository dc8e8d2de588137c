package session

import (
	"context"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/track"
)

// writeFilm writes a folder of pictures of a texture that moves right by two
// pixels a frame.
func writeFilm(t *testing.T, frames int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "film")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for f := range frames {
		m := image.NewGray(image.Rect(0, 0, 120, 90))
		for y := range 90 {
			for x := range 120 {
				u, v := uint32(x-2*f+1000)/4, uint32(y)/4
				h := (u*73856093 ^ v*19349663) * 0x5bd1e995
				m.Pix[y*m.Stride+x] = uint8(h >> 24)
			}
		}
		w, err := os.Create(filepath.Join(dir, string(rune('a'+f))+".png"))
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
	return dir
}

func TestTracking(t *testing.T) {
	film := writeFilm(t, 9)
	b := newBench(t, nil)
	b.OpenPath(film)
	b.settle()
	s := b.Doc.Sequence()
	if s == nil || len(b.problems) > 0 {
		t.Fatalf("no tracks are open; problems %v", b.problems)
	}
	if s.Name != "film" || s.Frames() != 9 || s.Width != 120 || s.Points() < 30 || s.Footage == nil ||
		s.Footage.Path != film || b.Doc.Key() != film {
		t.Errorf("found %s with %d tracks in %d frames of %d pixels, %+v", s.Name, s.Points(), s.Frames(), s.Width, s.Footage)
	}
	if !b.saw(TrackingChanged, TrackingProgressed, SequenceChanged) || b.Tracking.Film() != "" {
		t.Error("the tracking was not announced, or does not end")
	}
	if recent := b.Library.Recent(); len(recent) != 1 || recent[0] != film {
		t.Errorf("recent files: %v", recent)
	}

	// Results for other tracks of the same film are not taken for these.
	key := b.Plan.resultKey(Left)
	b.Tracking.SetDensity(track.Sparse)
	if b.Tracking.Film() != "" {
		t.Error("another density tracks what is open again")
	}
	b.OpenPath(film)
	b.settle()
	if again := b.Doc.Sequence(); again == s || again.Points() >= s.Points() || b.Plan.resultKey(Left) == key {
		t.Errorf("%d tracks with few points, %d before; the same key: %v", again.Points(), s.Points(),
			b.Plan.resultKey(Left) == key)
	}
}

func TestTrackOn(t *testing.T) {
	b := newBench(t, nil)
	b.Tracking.TrackOn() // nothing is open
	b.Tracking.SetDensity(track.Sparse)
	b.OpenPath(writeFilm(t, 9))
	b.settle()
	first := b.Doc.Sequence()
	b.Playback.SetFrame(4)
	if !b.Tracking.CanTrackOn() {
		t.Fatal("the tracks of a film can't be followed on")
	}
	b.Tracking.TrackOn()
	if b.Tracking.Adjustable() || b.Tracking.Film() == "" || b.Tracking.CanTrackOn() {
		t.Error("tracking on is taken for that of a whole film")
	}
	b.settle()
	second := b.Doc.Sequence()
	if second == first || second.Frames() != 9 || second.Points() < 30 {
		t.Errorf("%d tracks in %d frames", second.Points(), second.Frames())
	}
	b.Playback.SetFrame(4)
	b.Tracking.AddPoints(track.Rectangle(track.Point{X: 40, Y: 20}, track.Point{X: 90, Y: 70}))
	b.settle()
	if third := b.Doc.Sequence(); third.Points() <= second.Points() || len(b.problems) > 0 {
		t.Errorf("%d tracks with those added, %d before; problems %v", third.Points(), second.Points(), b.problems)
	}
	b.openFile("other.mat")
	if b.Tracking.CanTrackOn() {
		t.Error("tracks of a file can be followed on")
	}
}

func TestTrackingEndsEarly(t *testing.T) {
	film := writeFilm(t, 20)
	b := newBench(t, nil)
	b.openFile("before.mat")
	before := b.Doc.Sequence()

	// Dropped: what was open stays.
	b.OpenPath(film)
	for b.Tracking.Progress().Done == 0 {
		b.queue.run()
	}
	b.Tracking.Drop()
	b.settle()
	if b.Doc.Sequence() != before || b.Tracking.Film() != "" {
		t.Error("a dropped film was opened")
	}

	// Superseded by another file.
	b.OpenPath(film)
	for b.Tracking.Film() == "" {
		b.queue.run()
	}
	b.openFile("other.mat")
	if b.Doc.Name() != "other.mat" || b.Tracking.Film() != "" {
		t.Errorf("%s is open", b.Doc.Name())
	}

	// Kept, in a film that would never end.
	b.OpenPath(film)
	for b.Tracking.Progress().Done < 8 && b.Tracking.Film() != "" || b.Tracking.Film() == "" && b.Doc.Name() != "film" {
		b.queue.run()
		time.Sleep(time.Millisecond)
	}
	b.Tracking.Keep()
	b.settle()
	if s := b.Doc.Sequence(); s.Name != "film" || s.Points() < 30 {
		t.Errorf("%s with %d tracks is kept", s.Name, s.Points())
	}
	if len(b.problems) > 0 {
		t.Errorf("problems %v", b.problems)
	}
}

func TestTrackingLimits(t *testing.T) {
	film := writeFilm(t, 20)
	b := newBench(t, nil)
	b.OpenPath(film)
	for !b.Tracking.Adjustable() {
		b.queue.run()
	}
	b.Tracking.SetLimits(Limits{
		Only:    []track.Region{track.Rectangle(track.Point{X: 10, Y: 10}, track.Point{X: 60, Y: 60})},
		Without: []track.Region{track.Rectangle(track.Point{X: 30, Y: 0}, track.Point{X: 200, Y: 200})},
	})
	b.settle()
	s := b.Doc.Sequence()
	for i := range s.Points() {
		for f := range s.Frames() {
			if x := s.Pixels.At(2*f, i); s.Seen(i, f) && (x > 30 || x < 10) {
				t.Fatalf("a point is at x = %v", x)
			}
		}
	}
}

func TestTrackingProblems(t *testing.T) {
	film := writeFilm(t, 3)
	b := newBench(t, nil)
	b.OpenPath(film)
	b.settle()
	if len(b.problems) != 1 || !strings.Contains(b.problems[0].Reason, "too few frames: expected at least 5") ||
		!strings.Contains(b.problems[0].Advice, "texture") || b.Doc.Sequence() != nil {
		t.Errorf("problems %+v", b.problems)
	}

	b.problems = nil
	film = writeFilm(t, 12)
	if err := os.WriteFile(filepath.Join(film, "j.png"), []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.OpenPath(film)
	b.settle()
	if s := b.Doc.Sequence(); s == nil || s.Points() < 30 || len(b.problems) != 1 ||
		!strings.Contains(b.problems[0].Reason, "j.png") {
		t.Errorf("problems %+v", b.problems)
	}
	if err := os.WriteFile(filepath.Join(film, "a.png"), []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.problems = nil
	b.OpenPath(film)
	b.settle()
	if len(b.problems) != 1 || !strings.Contains(b.problems[0].Reason, "a.png") ||
		!strings.Contains(b.problems[0].Advice, "damaged") {
		t.Errorf("problems %+v", b.problems)
	}
	// Nothing is wrong with a film whose program is missing.
	t.Setenv(footage.FFmpegVariable, filepath.Join(t.TempDir(), "absent"))
	film = filepath.Join(t.TempDir(), "clip.webm")
	if err := os.WriteFile(film,
		[]byte("\x1aE\xdf\xa3\x84\x42\x82\x81w\x18S\x80g\x92\x16T\xaek\x8d\xae\x8b\x83\x81\x01\x86\x86V_MJPG"),
		0o600); err != nil {
		t.Fatal(err)
	}
	b.problems = nil
	b.OpenPath(film)
	b.settle()
	if len(b.problems) != 1 || !strings.Contains(b.problems[0].Reason, "needs the program ffmpeg") ||
		!strings.Contains(b.problems[0].Advice, "Find ffmpeg, in the menu File") {
		t.Errorf("problems %+v", b.problems)
	}
}

// silent are pictures that say nothing.
type silent struct{ *stills }

func (silent) Note() string { return "" }

func (silent) Still() (int, bool) { return -1, false }

// TestCutOffFilm: what tracking has learnt of the film is said of its pictures.
func TestCutOffFilm(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.OpenPictures = func(context.Context, *hopkins.Sequence) (Pictures, error) { return silent{&stills{}}, nil }
	})
	pictures, err := footage.OpenFilm(t.Context(), writeFilm(t, 12), footage.Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer pictures.Close()
	size, err := pictures.Size(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "film.avi")
	err = footage.WriteFilm(t.Context(), path,
		footage.Film{Size: size, Frames: 12, Rate: 10, Picture: func(i int) (*image.RGBA, error) {
			m, err := pictures.Frame(i)
			if err != nil {
				return nil, err
			}
			whole := image.NewRGBA(m.Bounds())
			draw.Draw(whole, whole.Rect, m, m.Bounds().Min, draw.Src)
			return whole, nil
		}}, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		content []byte
		cut     bool
	}{{content, false}, {content[:len(content)*8/10], true}} {
		if err := os.WriteFile(path, c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		b.OpenPath(path)
		b.settle()
		if note := b.Doc.PicturesNote(); b.Doc.Sequence() == nil ||
			strings.Contains(note, "the film ends early") != c.cut || !c.cut && note != "" {
			t.Errorf("cut off %v: note %q, problems %+v", c.cut, note, b.problems)
		}
	}
}

// TestLargeFilms: a film that is long or large is asked about first, with a
// proposal; limits are scaled to the size that is tracked.
func TestLargeFilms(t *testing.T) {
	var asked []Film
	b := newBench(t, func(c *Config) { c.AskFilm = func(f Film, _ footage.Range, _ Limits) { asked = append(asked, f) } })
	film := writeFilm(t, 9)
	b.OpenPath(film)
	b.settle()
	if len(asked) > 0 || b.Doc.Sequence() == nil {
		t.Fatalf("a small film is asked about: %v", asked)
	}
	for _, c := range []struct {
		film Film
		want footage.Range
		asks bool
	}{
		{Film{Frames: 300, Size: image.Pt(1280, 720)}, footage.Range{}, false},
		{Film{Frames: 301, Size: image.Pt(320, 240)}, footage.Range{Count: 300}, true},
		{Film{Frames: 20, Size: image.Pt(1080, 1920)}, footage.Range{}, true},
		{Film{Frames: 20, Size: image.Pt(3840, 2160)}, footage.Range{MaxSide: 1920}, true},
		{Film{}, footage.Range{}, false},
	} {
		if got := c.film.Proposal(); got != c.want || c.film.Large() != c.asks {
			t.Errorf("%+v: proposed %+v, asked about %v", c.film, got, c.film.Large())
		}
	}
	b.Tracking.begin(Film{Path: film, Frames: 9000, Size: image.Pt(120, 90)})
	if len(asked) != 1 || b.Tracking.Film() != "" {
		t.Errorf("asked about %v, tracking %q", asked, b.Tracking.Film())
	}
	f := Film{Path: film, Size: image.Pt(400, 200)}
	l := Limits{Only: []track.Region{{{X: 9.5, Y: 19.5}, {X: 99.5, Y: 0}, {X: 0, Y: 0}}}}
	if p := f.Scaled(l, 200, false).Only[0][0]; p != (track.Point{X: 4.5, Y: 9.5}) {
		t.Errorf("in half the size at %v", p)
	}
	if p := f.Scaled(f.Scaled(l, 200, false), 200, true).Only[0][1]; p != l.Only[0][1] {
		t.Errorf("there and back at %v", p)
	}
	if n := (Film{Frames: 24}).Taken(footage.Range{First: 2, Step: 2}); n != 11 {
		t.Errorf("%d frames are taken", n)
	}
}
