package imageset

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A header that points behind the end of the file must not ask for memory up
// to there.
func TestTIFFThatPointsFarAway(t *testing.T) {
	path := filepath.Join(t.TempDir(), "far.tif")
	if err := os.WriteFile(path, []byte("II*\x00\xff\xff\xff\xff"), 0o666); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := readPicture(path); err == nil {
		t.Error("expected an error")
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20 {
		t.Errorf("reading 8 bytes took %d bytes of memory", taken)
	}
}
