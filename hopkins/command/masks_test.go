package command

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestMasksAsTruth: the masks that a method's labels gave are the truth that its labels are
// compared with, and say how many motions there are.
func TestMasksAsTruth(t *testing.T) {
	scene := filepath.Join(t.TempDir(), "scene")
	mustRun(t, "scene", scene, "--tracks", "120", "--frames", "5", "--bodies", "1", "--pictures")
	film, masks := filepath.Join(scene, "frames"), filepath.Join(t.TempDir(), "masks")
	mustRun(t, "masks", film, "--method", "lsr", "--motions", "3", "--track-density", "sparse", "--out", masks)
	out := mustRun(t, "segment", film, "--method", "lsr", "--track-density", "sparse", "--truth", masks, "--json")
	var result struct {
		Motions int     `json:"motions"`
		Error   float64 `json:"error_percent"`
		Truth   []int   `json:"truth"`
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil || result.Motions != 3 || result.Error > 15 ||
		len(result.Truth) < 50 {
		t.Errorf("%v: found %d motions, an error of %v %% over %d tracks, expected 3 and little", err, result.Motions,
			result.Error, len(result.Truth))
	}
	code, _, stderr := motionseg(t, "segment", film, "--track-density", "sparse", "--truth", t.TempDir())
	if code != ExitFailure || !strings.Contains(stderr, "expected masks with the names of the frames") {
		t.Errorf("found %d, %q", code, stderr)
	}
}
