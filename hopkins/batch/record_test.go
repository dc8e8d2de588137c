package batch

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"motionseg/hopkins/internal/testfile"
)

// TestDigest: a file is another where a byte is; a large one, which is not read whole, where its
// ends, its size or its time are.
func TestDigest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	then := time.Unix(1e9, 0)
	write := func(at, size int64, when time.Time) string {
		t.Helper()
		content := make([]byte, size)
		content[at] = 1
		testfile.Write(t, content, path)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const size = 3 * largeEnd
	for _, c := range []struct {
		what     string
		at, size int64
		when     time.Time
		large    int64
		same     bool
	}{
		{"the same", 0, size, then, size, true},
		{"the last byte", size - 1, size, then, size, false},
		{"the size", 0, size + 1, then, size, false},
		{"the time", 0, size, then.Add(time.Hour), size, false},
		{"the time of one read whole", 0, size, then.Add(time.Hour), size + 1, true},
		{"a byte in the middle of one read whole", size / 2, size, then, size + 1, false},
	} {
		before, err := digest(t.Context(), write(0, size, then), []string{""}, c.large)
		if err != nil {
			t.Fatal(err)
		}
		after, err := digest(t.Context(), write(c.at, c.size, c.when), []string{""}, c.large)
		if err != nil || (before == after) != c.same {
			t.Errorf("%s: the same %v, expected %v; %v", c.what, before == after, c.same, err)
		}
	}
	// What is not read: a byte in the middle of a large one.
	middle, err := digest(t.Context(), write(size/2, size, then), []string{""}, size)
	other, err2 := digest(t.Context(), write(size/2+1, size, then), []string{""}, size)
	if err != nil || err2 != nil || middle != other {
		t.Errorf("a large file is read whole: %s, %s; %v, %v", middle, other, err, err2)
	}
}
