// Package testfile writes the files that tests read.
package testfile

import (
	"os"
	"path/filepath"
	"testing"
)

// Write writes a file, in folders that it makes where they are missing, and returns where it
// is: the elements of path joined.
func Write[T ~string | ~[]byte](t testing.TB, content T, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}
