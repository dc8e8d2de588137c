package imageset

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"runtime"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// A header that points behind the end of the file must not ask for memory up
// to there.
func TestTIFFThatPointsFarAway(t *testing.T) {
	path := testfile.Write(t, "II*\x00\xff\xff\xff\xff", t.TempDir(), "far.tif")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := readPicture(t.Context(), path); err == nil {
		t.Error("expected an error")
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20 {
		t.Errorf("reading 8 bytes took %d bytes of memory", taken)
	}
}

// TestPicturesAreCancelled: a picture is given up when the context ends within it, and is
// not counted among those that cannot be read.
func TestPicturesAreCancelled(t *testing.T) {
	folder := t.TempDir()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"a.png": picture.Bytes(), "b.pgm": []byte("P2 1 1 9 5")} {
		path := testfile.Write(t, content, folder, name)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := readPicture(ctx, path); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
		if s := new(Set); s.readPictures(ctx, folder, []string{path, path}, Options{}) == nil || len(s.Problems) > 0 {
			t.Errorf("%s: passed over as %v", name, s.Problems)
		}
	}
}
