// Package realdata finds the public data sets that some tests read and that are
// not part of the program. Only tests use it.
package realdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Variable is the environment variable with the folder of Hopkins155; the other
// sets are looked for beside it.
const Variable = "HOPKINS155_DIR"

// Folder returns the folder of a set, as "hopkins155" or "faces", or skips the
// test where it is missing. Without Variable the sets are looked for in
// shared/data beside the checkout.
func Folder(t testing.TB, set string) string {
	t.Helper()
	folder := os.Getenv(Variable)
	switch {
	case folder == "":
		folder = filepath.Join(filepath.Dir(module(t)), "shared", "data", set)
	case set != "hopkins155":
		folder = filepath.Join(filepath.Dir(filepath.Clean(folder)), set)
	}
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("no real data: %v (set %s to the folder of Hopkins155)", err, Variable)
	}
	return folder
}

// module returns the folder of the checkout, above that of the test.
func module(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		if folder == filepath.Dir(folder) {
			t.Fatal("no go.mod above the test")
		}
		folder = filepath.Dir(folder)
	}
}
