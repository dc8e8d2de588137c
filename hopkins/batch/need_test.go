package batch

import (
	"context"
	"errors"
	"image"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/track"
)

// TestTooLarge: an item for more memory than there is fails with a reason, without
// being begun, the others are done; it is tried again once there is enough.
func TestTooLarge(t *testing.T) {
	w := newWork(t, 3)
	items := w.items()
	reckoned := 0
	items[1].Reckon = func(context.Context) (int64, string, error) {
		reckoned++
		return 3e9, "9000 points in 10000 frames", nil
	}
	items[2].Reckon = func(context.Context) (int64, string, error) { return 0, "", errors.New("no film") }
	b := Batch{Folder: filepath.Join(t.TempDir(), "out"), Items: items, Memory: 2e9, Workers: 1}
	results := run1(t, b, 2, 1, 0)
	want := "expected work for 2.0GB of memory, found 9000 points in 10000 frames, for about 3.0GB; "
	if r := results[1]; r.State != Failed || !strings.HasPrefix(r.Reason, want) || w.ran("film2") != 0 {
		t.Errorf("it ran %d times, %+v", w.ran("film2"), r)
	}
	run1(t, b, 2, 1, 0)
	if reckoned != 1 {
		t.Errorf("reckoned %d times, expected once: it has failed", reckoned)
	}
	b.Memory = 4e9
	run1(t, b, 3, 0, 0)
	if w.ran("film1") != 1 || w.ran("film2") != 1 {
		t.Errorf("ran %d and %d times, expected once", w.ran("film1"), w.ran("film2"))
	}
}

// TestFilmNeed: what a film takes is told by its header, once more when its tracks are
// known; a long one, which is segmented in windows, takes what its points take.
func TestFilmNeed(t *testing.T) {
	folder := t.TempDir()
	film := footage.Film{Size: image.Pt(64, 48), Frames: 3000, Rate: 25}
	film.Picture = func(int) (*image.RGBA, error) { return image.NewRGBA(image.Rectangle{Max: film.Size}), nil }
	path := filepath.Join(folder, "long.avi")
	if err := footage.WriteFilm(t.Context(), path, film, nil); err != nil {
		t.Fatal(err)
	}
	f := Films{Tracking: track.Default(track.Medium)}
	need, work, err := f.reckon(t.Context(), Source{Path: path, Film: true})
	// 800 points, and as many again every 20 frames.
	if err != nil || work != "about 120800 points in 3000 frames of 64×48 pixels" || need < longNeed+57e6 ||
		need > longNeed+60e6 {
		t.Errorf("%s, %d bytes, %v", work, need, err)
	}
	f.Range.Count = 40
	if part, _, err := f.reckon(t.Context(), Source{Path: path, Film: true}); err != nil || part < 0.9e9 || part > 1.1e9 {
		t.Errorf("40 frames take %d bytes, %v", part, err)
	}
	s := hopkins.NewSequence("scene", 0, 0, mat.NewDense(60, 300, nil), nil)
	var large *TooLargeError
	if err := checkNeed(s, 100<<20); !errors.As(err, &large) || large.Need <= 100<<20 ||
		!strings.Contains(err.Error(), "300 tracks in 30 frames") {
		t.Errorf("%v", err)
	}
	for _, enough := range []int64{0, large.Need} {
		if err := checkNeed(s, enough); err != nil {
			t.Errorf("%d bytes: %v", enough, err)
		}
	}
}
