//go:build unix

package command

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestConstraintsFromPipe: a pipe is refused, not waited for.
func TestConstraintsFromPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "constraints.json")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := (console{}).constraints(t.Context(), path, 5); err == nil ||
		!strings.Contains(err.Error(), "found a pipe") {
		t.Errorf("error %v", err)
	}
}
