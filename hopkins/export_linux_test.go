package hopkins

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// TestWriteFileFull writes to a file system without room: the error says so, no
// half or temporary file is left, and an older file of that name stays.
func TestWriteFileFull(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a small file system cannot be mounted here: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	}()
	old := testfile.Write(t, []byte("before"), folder, "old.csv")
	for _, path := range []string{old, filepath.Join(folder, "new.csv")} {
		err := WriteFile(path, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Repeat("1,2\n", 1<<18))
			return err
		})
		if !errors.Is(err, syscall.ENOSPC) || err.Error() != path+": cannot be written: no space left on device" {
			t.Errorf("error is %v", err)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != "old.csv" {
		t.Errorf("left behind: %v", entries)
	}
	if content, err := os.ReadFile(old); err != nil || string(content) != "before" {
		t.Errorf("the old file holds %q, %v", content, err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		err := WriteFile("/dev/full", func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err })
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("error is %v", err)
		}
	}
}
