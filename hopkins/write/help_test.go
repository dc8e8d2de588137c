package write

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// TestHelpHasTheTable: the table of labelled tracks in the help is that of the registry.
func TestHelpHasTheTable(t *testing.T) {
	path := filepath.Join("..", "..", "assets", "help", "formats.md")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Skip("only in a checkout with the help: ", err)
	}
	const first, last = "| name | file | content |\n| --- | --- | --- |\n", "\nColours are those of the window"
	before, rest, _ := strings.Cut(string(raw), first)
	_, after, found := strings.Cut(rest, last)
	if !found {
		t.Fatalf("%s has no table that ends before %q", path, last)
	}
	var rows strings.Builder
	for _, f := range Formats() {
		if strings.ContainsAny(f.Title+f.Content, "|\n") {
			t.Errorf("%s: a row must be one line without |", f.Name)
		}
		fmt.Fprintf(&rows, "| `%s` | %s, `%s` | %s |\n", f.Name, f.Title, f.Ending, f.Content)
	}
	want := before + first + rows.String() + last + after
	if want == string(raw) {
		return
	}
	if os.Getenv("UPDATE_HELP") == "" {
		t.Fatalf("%s differs from the registry; UPDATE_HELP=1 go test -run Help ./hopkins/write writes it", path)
	}
	testfile.Write(t, want, path)
}
