//go:build unix

package footage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// TestHoles: a film's head before 64 GB of holes is said to be that, with no program started; where a
// thousandth and more is there, or the file is below a gigabyte, nothing is said.
func TestHoles(t *testing.T) {
	path := testfile.Write(t, "RIFF\x00\x00\x00\x00AVI LIST"+strings.Repeat("head", 3000), t.TempDir(), "film.avi")
	const size = 64 << 30
	if err := os.Truncate(path, size); err != nil {
		t.Skipf("no files of holes here: %v", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := onDisk(info); n <= 0 || n >= size/holesShare {
		t.Skipf("no files of holes here: %d bytes are on the disk", n)
	}
	started := func(*Source) error {
		t.Error("ffmpeg was started")
		return nil
	}
	if s, err := openVideo(context.Background(), path, 0, 0, started); err == nil ||
		!strings.Contains(err.Error(), path+": expected a film, found a file of 68.7 GB of which") {
		t.Errorf("source %v, error %v", s, err)
	}
	for _, film := range []struct{ there, size int64 }{{12000, holesFrom - 1}, {2 << 20, holesFrom}} {
		path := filepath.Join(t.TempDir(), "film.avi")
		err := os.WriteFile(path, []byte(strings.Repeat("head", int(film.there/4))), 0o666)
		if err := errors.Join(err, os.Truncate(path, film.size)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := holes(path, info); err != nil {
			t.Errorf("%+v: %v", film, err)
		}
	}
}
