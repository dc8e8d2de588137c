//go:build unix

package hopkins

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipes: a pipe of the name of a file holds nothing up, also not while
// another file beside it is opened.
func TestPipes(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a_truth.mat", "b.csv", "c.npz", "description.txt", "preview.jpg"} {
		if err := syscall.Mkfifo(filepath.Join(folder, name), 0o600); err != nil {
			t.Skip(err)
		}
	}
	path := writeTo(t, []byte(napariTable), folder, "tracks.csv")
	if _, err := Open(path); err != nil {
		t.Error(err)
	}
	if _, err := Open(folder); err != nil {
		t.Error(err)
	}
	if _, err := Open(filepath.Join(folder, "b.csv")); err == nil {
		t.Error("a pipe is opened")
	}
	if _, err := PreviewTable(filepath.Join(folder, "b.csv"), 3); err == nil {
		t.Error("a pipe is previewed")
	}
	if d, err := OpenDataset(folder); err != nil || len(d.Entries) != 1 {
		t.Errorf("%+v, %v", d, err)
	}
}
