//go:build unix

package project

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipe: a pipe in place of a project or of its data is refused, not waited for.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "work"+Ending)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "found a pipe") {
		t.Errorf("loading: %v", err)
	}
	if _, err := Checksum(t.Context(), path); err == nil || !strings.Contains(err.Error(), "found a pipe") {
		t.Errorf("its checksum: %v", err)
	}
}
