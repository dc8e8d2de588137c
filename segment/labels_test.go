package segment

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

var updateLabels = flag.Bool("labels", false, "write testdata/labels.txt anew")

// TestLabelsOnEveryProcessor compares the labels of every method with those
// stored, which are the same with and without assembly and on amd64 and arm64:
// however a processor rounds, it groups the points in the same way.
func TestLabelsOnEveryProcessor(t *testing.T) {
	reference, _ := scenes.ReferenceData(t)
	samples := []struct {
		name string
		data Data
	}{
		{"reference", reference},
		{"tracks", scenes.BenchmarkTracks(120, 10)},
	}
	var found strings.Builder
	for _, sample := range samples {
		for _, m := range Methods() {
			r, err := solve.Run(context.Background(), sample.data, Config{Method: m, Motions: 3})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&found, "%s %s ", sample.name, m.Describe().Name)
			for _, l := range r.Labels {
				fmt.Fprint(&found, l)
			}
			fmt.Fprintln(&found)
		}
	}
	path := filepath.Join("testdata", "labels.txt")
	if *updateLabels {
		if err := os.WriteFile(path, []byte(found.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for line := range strings.Lines(string(stored)) {
		want[line] = true
	}
	for line := range strings.Lines(found.String()) {
		if !want[line] {
			t.Errorf("other labels: %s", line)
		}
	}
}
