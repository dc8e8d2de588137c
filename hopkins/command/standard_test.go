package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins"
)

// piped runs the program with something as standard input.
func piped(t *testing.T, in []byte, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	with := program
	with.Input = bytes.NewReader(in)
	code = with.Run(t.Context(), args, &out, &err)
	return code, out.String(), err.String()
}

// TestStandardInputAndOutput: - stands for standard input and output of every command
// with a file, the same comes out, and what is said of it never stands among the data.
func TestStandardInputAndOutput(t *testing.T) {
	_, folder := demo(t)
	path := filepath.Join(folder, "box_and_drum_truth.mat")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	labels := filepath.Join(t.TempDir(), "labels.csv")
	mustRun(t, "segment", path, "--method", "lsr", "--out", labels)
	want, err := os.ReadFile(labels)
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{"-", "/dev/stdout"} {
		code, stdout, stderr := piped(t, raw, "segment", "-", "--method", "lsr", "--out", out)
		if code != ExitOK || stdout != string(want) ||
			!strings.HasPrefix(stderr, "sequence    stdin, 300 tracks in 30 frames\n") {
			t.Errorf("%s: code %d, %d bytes, %q", out, code, len(stdout), stderr)
		}
	}
	code, stdout, stderr := piped(t, raw, "segment", "-", "--method", "lsr", "--export", "csv:-")
	s, err := hopkins.Read(strings.NewReader(stdout), "tracks.csv")
	if code != ExitOK || err != nil || s.Points() != 300 || s.Frames() != 30 ||
		!strings.Contains(stderr, "method      lsr") {
		t.Errorf("labelled tracks: code %d, %v, %q", code, err, stderr)
	}
	code, stdout, _ = piped(t, raw, "segment", "-", "--method", "lsr", "--affinity", "-")
	if code != ExitOK || !strings.HasPrefix(stdout, "\x93NUMPY") || len(stdout) < 300*300*8 {
		t.Errorf("affinity: code %d, %d bytes", code, len(stdout))
	}
	code, stdout, stderr = piped(t, raw, "figure", "-", "--method", "lsr", "--out", "-")
	if code != ExitOK || !strings.HasPrefix(stdout, "%PDF-") ||
		!strings.HasSuffix(strings.TrimSpace(stdout), "%%EOF") || !strings.HasPrefix(stderr, "-: lsr 42.33 %") {
		t.Errorf("figure: code %d, %d bytes, %q", code, len(stdout), stderr)
	}
	var result struct{ Sequence string }
	code, stdout, _ = piped(t, raw, "segment", "-", "--method", "lsr", "--json")
	if err := json.Unmarshal([]byte(stdout), &result); code != ExitOK || err != nil || result.Sequence != "stdin" {
		t.Errorf("JSON: code %d, %v", code, err)
	}
	seeds := `{"seeds": [{"track": 1, "motion": 2}], "together": [], "apart": []}`
	code, stdout, stderr = piped(t, []byte(seeds), "segment", path, "--method", "lsr", "--constraints", "-", "--out", "-")
	if code != ExitOK || !strings.Contains(stdout, "1,2,") {
		t.Errorf("constraints: code %d, %s", code, stderr)
	}
}

// TestStandardFilm: a film comes in by its content, tracks go out as a table.
func TestStandardFilm(t *testing.T) {
	scene := filepath.Join(t.TempDir(), "scene")
	mustRun(t, "scene", scene, "--tracks", "40", "--frames", "8", "--bodies", "1", "--pictures")
	film := filepath.Join(t.TempDir(), "film.avi")
	mustRun(t, "segment", scene, "--method", "lsr", "--export", "film:"+film)
	raw, err := os.ReadFile(film)
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := piped(t, raw, "track", "-", "--density", "sparse", "--out", "-")
	s, err := hopkins.Read(strings.NewReader(stdout), "tracks.csv")
	if code != ExitOK || err != nil || s.Frames() != 8 || !strings.Contains(stderr, "stdin: ") ||
		strings.Contains(stdout, "stdin") {
		t.Errorf("code %d, %v, %q", code, err, stderr)
	}
	// What comes after the tracks needs the pictures, too.
	temporary, folder := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	for _, args := range [][]string{
		{"masks", "--out", filepath.Join(folder, "masks")},
		{"segment", "--export", "folder:" + filepath.Join(folder, "tracks")},
		{"figure", "--out", filepath.Join(folder, "figure.png")},
	} {
		args = append(args, "-", "--method", "lsr", "--motions", "2", "--track-density", "sparse")
		code, _, stderr := piped(t, raw, args...)
		if code != ExitOK || strings.Contains(stderr, temporary) {
			t.Errorf("%s: code %d, %s", args[0], code, stderr)
		}
	}
	if pictures, err := os.ReadDir(filepath.Join(folder, "tracks", "frames")); err != nil || len(pictures) != 8 {
		t.Errorf("found %d pictures beside the tracks, %v", len(pictures), err)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestStandardRefused: what cannot be is said, without the names of temporary files, and
// nothing is left behind.
func TestStandardRefused(t *testing.T) {
	temporary, folder := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Chdir(folder)
	for said, args := range map[string][]string{
		"standard input: expected data, found nothing": {"", "segment", "-", "--out", "labels.csv"},
		"standard input: expected x1 y1 x2 y2": {"garbage", "segment", "-", "--out", "labels.csv", "--affinity",
			"w.png"},
		"expected standard output once":     {"garbage", "segment", "-", "--out", "-", "--json"},
		"expected standard input once":      {"garbage", "segment", "-", "--constraints", "-"},
		"expected the name of a new folder": {"garbage", "segment", "-", "--export", "folder:-"},
		"standard input: ":                  {"garbage", "track", "-", "--out", "tracks.csv"},
	} {
		code, stdout, stderr := piped(t, []byte(args[0]), args[1:]...)
		if code == ExitOK || stdout != "" || !strings.Contains(stderr, said) || strings.Contains(stderr, temporary) {
			t.Errorf("%v: code %d, %q, %q", args, code, stdout, stderr)
		}
	}
	for _, args := range [][]string{
		{"segment", "none", "--out", "a.csv", "--export", "folder:b", "--export", "film:c.avi", "--affinity", "d.npy"},
		{"track", "none", "--out", "a.csv"}, {"match", "none", "none", "--out", "a.csv"}, {"masks", "none", "--out", "a"},
		{"batch", "none", "--out", "a"}, {"benchmark", "none", "--out", "a", "--labels-dir", "b"},
		{"images", "none", "--out", "a", "--plot", "b.png"},
		{"benchmark", "none", "--resume", "--out", "a"}, {"scene", "a", "--tracks", "1"},
	} {
		if code, _, stderr := motionseg(t, args...); code == ExitOK {
			t.Errorf("%v: code %d, %s", args, code, stderr)
		}
	}
	for _, where := range []string{temporary, folder} {
		if left, err := os.ReadDir(where); err != nil || len(left) > 0 {
			t.Errorf("left behind in %s: %v, %v", where, left, err)
		}
	}
}
