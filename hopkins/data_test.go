package hopkins

import (
	"os"
	"path/filepath"
	"testing"
)

// dataFolder returns the folder of real data of that name, or skips the test.
// hopkins155 is where HOPKINS155_DIR says and the others are beside it, or all
// of them are in ../shared/data beside the checkout.
func dataFolder(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("HOPKINS155_DIR")
	if root != "" && name != "hopkins155" {
		root = filepath.Join(filepath.Dir(filepath.Clean(root)), name)
	}
	if root == "" {
		folder, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
				break
			}
			if folder == filepath.Dir(folder) {
				t.Fatal("no go.mod above the test")
			}
			folder = filepath.Dir(folder)
		}
		root = filepath.Join(filepath.Dir(folder), "shared", "data", name)
	}
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no real data: %v (set HOPKINS155_DIR to the folder of the Hopkins 155 benchmark)", err)
	}
	return root
}
