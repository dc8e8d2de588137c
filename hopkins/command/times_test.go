package command

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestTimes: --times tells every stage of a run on tracks with gaps, whose seconds add up
// to no less than the method's, and nothing tells them unasked.
func TestTimes(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "scene")
	mustRun(t, "scene", folder, "--bodies", "1", "--tracks", "80", "--frames", "10", "--corrupt", "hidden=0.2",
		"--seed", "3")
	var told struct {
		Seconds float64
		Times   []struct {
			Stage   string
			Seconds float64
		}
	}
	if err := json.Unmarshal([]byte(mustRun(t, "segment", folder, "--motions", "auto", "--json", "--times")),
		&told); err != nil {
		t.Fatal(err)
	}
	var all float64
	stages := map[string]bool{}
	for _, s := range told.Times {
		all += s.Seconds
		stages[s.Stage] = true
	}
	for _, name := range []string{"reading", "number of motions", "evidence", "groupings", "scores", "refinement"} {
		if !stages[name] {
			t.Errorf("no stage %q in %+v", name, told.Times)
		}
	}
	if all < told.Seconds {
		t.Errorf("stages take %.3f s, the method alone %.3f", all, told.Seconds)
	}
	text := mustRun(t, "segment", folder, "--times")
	if !strings.Contains(text, "  evidence ") || strings.Contains(mustRun(t, "segment", folder), "  evidence ") {
		t.Errorf("stages are told where nobody asked, or not where somebody did:\n%s", text)
	}
	text = mustRun(t, "segment", folder, "--method", "lrksc", "--times")
	if !strings.Contains(text, "  left-out tracks ") {
		t.Errorf("a method for complete tracks gives the others motions, which takes no time:\n%s", text)
	}
}
