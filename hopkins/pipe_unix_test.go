//go:build unix

package hopkins

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"motionseg/hopkins/internal/testfile"
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
	path := testfile.Write(t, []byte(napariTable), folder, "tracks.csv")
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

// TestWriteToPipe: a pipe that somebody reads gets what is written; one that nobody
// reads is not waited for.
func TestWriteToPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "labels.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, "track,label\n")
		return err
	}
	if err := WriteFile(path, write); !errors.Is(err, syscall.ENXIO) {
		t.Errorf("nobody reads: %v", err)
	}
	reader, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := WriteFile(path, write); err != nil {
		t.Error(err)
	}
	if text, err := io.ReadAll(reader); string(text) != "track,label\n" || err != nil {
		t.Errorf("read %q, %v", text, err)
	}
}
