//go:build unix

package files

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipe: a pipe is refused at once, not waited for.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "found a pipe") {
		t.Errorf("error %v", err)
	}
}
