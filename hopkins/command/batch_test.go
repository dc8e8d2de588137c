package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/batch"
	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/project"
)

// threeFilms writes a folder with two sequences, pictures of a third and a file that
// can't be read.
func threeFilms(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"a", "b"} {
		mustRun(t, "scene", filepath.Join(folder, name), "--tracks", "40", "--frames", "8", "--bodies", "1")
	}
	scene := filepath.Join(t.TempDir(), "walk")
	mustRun(t, "scene", scene, "--tracks", "200", "--frames", "5", "--bodies", "1", "--pictures")
	if err := os.Rename(filepath.Join(scene, "frames"), filepath.Join(folder, "walk")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "torn.mat"), []byte("MATLAB 5.0 MAT-file, cut short"),
		0o666); err != nil {
		t.Fatal(err)
	}
	return folder
}

// sameFiles fails where a file of the first folder differs in the second; some names
// are passed over.
func sameFiles(t *testing.T, a, b string, except ...string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(a, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, _ := filepath.Rel(a, path)
		for _, e := range except {
			if strings.Contains(below, e) {
				return nil
			}
		}
		want, err1 := os.ReadFile(path)
		got, err2 := os.ReadFile(filepath.Join(b, below))
		if err1 != nil || err2 != nil || !bytes.Equal(want, got) {
			t.Errorf("%s differs, %v, %v:\n%s\n%s", below, err1, err2, want, got)
		}
		files++
		return nil
	})
	if err != nil || files < 3 {
		t.Errorf("%d files are alike, %v", files, err)
	}
}

// TestBatch: a folder is segmented film by film, with the labels of single runs; what
// fails is said; shards and merging give the same to the byte.
func TestBatch(t *testing.T) {
	folder := threeFilms(t)
	out := filepath.Join(t.TempDir(), "out")
	line := []string{"batch", folder, "--out", out, "--method", "lsr", "--motions", "2", "--track-density", "sparse",
		"--project", "--masks", "--film", "gif"}
	code, stdout, stderr := motionseg(t, line...)
	if code != ExitFailure || !strings.Contains(stdout, "4 found, 3 done, 1 failed, 0 left") ||
		!strings.Contains(stderr, "torn.mat") {
		t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
	}
	single := filepath.Join(t.TempDir(), "labels.csv")
	for _, name := range []string{"a", "walk"} {
		mustRun(t, "segment", filepath.Join(folder, name), "--method", "lsr", "--motions", "2", "--track-density",
			"sparse", "--out", single)
		want, err1 := os.ReadFile(single)
		got, err2 := os.ReadFile(filepath.Join(out, name, "labels.csv"))
		if err1 != nil || err2 != nil || !bytes.Equal(want, got) {
			t.Errorf("%s: the labels are not those of one run: %v, %v", name, err1, err2)
		}
	}
	table, err := os.ReadFile(filepath.Join(out, "results.csv"))
	if err != nil || strings.Count(string(table), "no masks: no pictures") != 2 {
		t.Errorf("the table is %v\n%s", err, table)
	}
	if masks, err := os.ReadDir(filepath.Join(out, "walk", "masks")); err != nil || len(masks) != 5 {
		t.Errorf("%d masks, %v, expected one of each of 5 frames", len(masks), err)
	}
	if code, stdout, stderr := motionseg(t, line...); code != ExitFailure || strings.Contains(stderr, "/4  ") ||
		!strings.Contains(stdout, "3 done, 1 failed, 0 left") {
		t.Errorf("again: exit code %d\n%s%s", code, stdout, stderr)
	}
	opened, err := batch.Open(out)
	if err != nil || opened.Counts != (batch.Counts{Done: 3, Failed: 1}) || len(opened.Films) != 4 {
		t.Fatalf("the folder is opened as %+v, %v", opened, err)
	}
	if f := opened.Films[0]; f.Name != "a" || f.Input != filepath.Join(folder, "a", "a_truth.mat") ||
		f.Project != filepath.Join(out, "a", "a.motionseg") ||
		f.Labels != filepath.Join(out, "a", "labels.csv") || f.Tracks != filepath.Join(out, "a", "tracks.csv") ||
		!strings.Contains(f.Look, "no masks") {
		t.Errorf("a is opened as %+v", f)
	}
	for name, film := range map[string]bool{"a": false, "walk": true} { // a film is shown large, and its result as it is
		p, err := project.Load(filepath.Join(out, name, name+project.Ending))
		if err != nil || p.View.Film != film || film && p.View.Views != "left" || !p.Results[0].Pinned {
			t.Errorf("the project of %s is seen as %+v, %v", name, p.View, err)
		}
	}
	if f := opened.Films[2]; f.State != batch.Failed || f.Reason == "" || f.Labels != "" || f.Look != "" {
		t.Errorf("torn is opened as %+v", f)
	}
	if err := os.Remove(filepath.Join(folder, "torn.mat")); err != nil {
		t.Fatal(err)
	}
	whole := mustRun(t, line...)
	if !strings.Contains(whole, "3 found, 3 done, 0 failed, 0 left") {
		t.Errorf("without the torn file\n%s", whole)
	}

	line[3] = filepath.Join(t.TempDir(), "shards")
	for _, shard := range []string{"2/3", "1/3"} {
		mustRun(t, append(line, "--shard", shard)...)
	}
	if code, stdout, stderr := motionseg(t, "merge", line[3]); code != ExitFailure ||
		!strings.Contains(stdout, "2 done, 0 failed, 1 left") || !strings.Contains(stderr, "left: walk") {
		t.Errorf("merging two of three: exit code %d\n%s%s", code, stdout, stderr)
	}
	mustRun(t, append(line, "--shard", "3/3")...)
	mustRun(t, "merge", line[3])
	sameFiles(t, out, line[3], ".batch", "record.json", "summary.json", "log", ".motionseg")
}

func TestBatchUsage(t *testing.T) {
	folder, out := threeFilms(t), filepath.Join(t.TempDir(), "out")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"batch", folder}, ExitUsage, "--out"},
		{[]string{"batch", "--out", out}, ExitFailure, "found none"},
		{[]string{"batch", filepath.Join(folder, "missing"), "--out", out}, ExitFailure, "missing"},
		{[]string{"batch", folder, "--out", out, "--shard", "5/4"}, ExitUsage, "--shard"},
		{[]string{"batch", folder, "--out", out, "--workers", "-1"}, ExitUsage, "--workers"},
		{[]string{"batch", folder, "--out", out, "--memory", "much"}, ExitUsage, "--memory"},
		{[]string{"batch", folder, "--out", out, "--film", "wmv"}, ExitUsage, "--film"},
		{[]string{"batch", folder, "--out", out, "--track-density", "thick"}, ExitUsage, "--track-density"},
		{[]string{"batch", "--list", filepath.Join(folder, "none.csv"), "--out", out}, ExitFailure, "none.csv"},
		{[]string{"merge", folder}, ExitFailure, "expected the folder of a batch"},
		{[]string{"benchmark", folder, "--resume"}, ExitUsage, "--out"},
		{[]string{"benchmark", folder, "--shard", "1/2"}, ExitUsage, "--resume"},
	} {
		if code, _, stderr := motionseg(t, c.args...); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d, %s", c.args, code, stderr)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a folder was made for a wrong line")
	}
}

// TestBatchStopped: a signal ends a batch with code 75, and nothing is counted that
// isn't done.
func TestBatchStopped(t *testing.T) {
	folder, out := threeFilms(t), filepath.Join(t.TempDir(), "out")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var stdout, stderr bytes.Buffer
	code := program.Run(ctx, []string{"batch", folder, "--out", out}, &stdout, &stderr)
	if code != ExitStopped || !strings.Contains(stdout.String(), "0 done, 0 failed, 4 left") ||
		!strings.Contains(stderr.String(), "the same line again") {
		t.Errorf("exit code %d\n%s%s", code, &stdout, &stderr)
	}
}

// TestBenchmarkResumes: a benchmark in a folder goes on where it was, and its shards
// give the rows, labels and tables of one run to the byte.
func TestBenchmarkResumes(t *testing.T) {
	data := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		mustRun(t, "scene", filepath.Join(data, name), "--tracks", "40", "--frames", "8", "--bodies", "1", "--seed", "4")
	}
	one, shards := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "shards")
	line := []string{"benchmark", data, "--methods", "lsr,lrr", "--resume", "--out"}
	plain := mustRun(t, "benchmark", data, "--methods", "lsr,lrr", "--format", "csv")
	code, said, summary := motionseg(t, append(line, one, "--format", "csv")...)
	if code != ExitOK || !strings.HasPrefix(said, "sequence,") || !strings.Contains(summary, "3 found, 3 done") {
		t.Fatalf("code %d, said\n%s\n%s", code, said, summary)
	}
	// Without times the rows are those of a benchmark in one go.
	rows := strings.Split(said, "\n")
	for i, row := range strings.Split(plain, "\n") {
		if a, b := strings.Split(row, ","), strings.Split(rows[i], ","); len(row) > 0 &&
			strings.Join(a[:8], ",") != strings.Join(b[:8], ",") {
			t.Errorf("rows\n%s\n%s", row, rows[i])
		}
	}
	if _, _, stderr := motionseg(t, append(line, one)...); strings.Contains(stderr, "1/3") {
		t.Errorf("rows are computed again:\n%s", stderr)
	}
	for _, shard := range []string{"1/2", "2/2"} {
		mustRun(t, append(line, shards, "--shard", shard)...)
	}
	mustRun(t, "merge", shards)
	sameFiles(t, one, shards, ".batch", "record.json", "rows.json", "log")

	films := []string{"benchmark", filepath.Join(t.TempDir(), "walk"), "--films", "--methods", "lsr", "--density",
		"sparse", "--motions", "2", "--resume", "--out"}
	mustRun(t, "scene", films[1], "--tracks", "200", "--frames", "5", "--bodies", "1", "--pictures")
	if said := mustRun(t, append(films, filepath.Join(t.TempDir(), "films"))...); !strings.Contains(said, "walk") ||
		strings.Contains(said, "tracking s") {
		t.Errorf("said\n%s", said)
	}
}

// TestBatchSparesInputs: a table of the batch is never written over a film's tracks.
func TestBatchSparesInputs(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "results.csv")
	mustRun(t, "scene", filepath.Join(folder, "a"), "--tracks", "40", "--frames", "8", "--bodies", "1")
	mustRun(t, "segment", filepath.Join(folder, "a"), "--method", "lsr", "--export", "csv:"+path)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	code, _, stderr := motionseg(t, "batch", path, "--out", folder, "--method", "lsr")
	if code != ExitUsage || !strings.Contains(stderr, "found the one that is read") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the input has %d bytes in place of %d, %v", len(after), len(before), err)
	}
}

// TestBatchAdds: what a line asks for beside the labels is added to those that are there,
// and is what one run makes.
func TestBatchAdds(t *testing.T) {
	folder := threeFilms(t)
	if err := os.Remove(filepath.Join(folder, "torn.mat")); err != nil {
		t.Fatal(err)
	}
	line := []string{"batch", folder, "--method", "lsr", "--motions", "2", "--track-density", "sparse", "--out"}
	more := []string{"--masks", "--film", "gif", "--project"}
	whole, added := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "out")
	mustRun(t, append(append(slices.Clone(line), whole), more...)...)
	mustRun(t, append(line, added)...)
	// What stays is told by a label that no run gives.
	labels := filepath.Join(added, "walk", "labels.csv")
	text, err := os.ReadFile(labels)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(text, []byte("\n3,1"), []byte("\n3,7"), 1)
	changed = bytes.Replace(changed, []byte("\n3,2"), []byte("\n3,7"), 1)
	if bytes.Equal(text, changed) {
		t.Fatal("no label was changed")
	}
	testfile.Write(t, changed, labels)
	mustRun(t, append(append(slices.Clone(line), added), more[:3]...)...)
	if out := mustRun(t, append(append(slices.Clone(line), added), more...)...); !strings.Contains(out, "3 done") {
		t.Errorf("said %s", out)
	}
	if now, err := os.ReadFile(labels); err != nil || !bytes.Equal(now, changed) {
		t.Errorf("the labels were made again, %v", err)
	}
	testfile.Write(t, text, labels)
	sameFiles(t, whole, added, ".batch", "record.json", "summary.json", "log", ".motionseg")
	if _, err := os.Stat(filepath.Join(added, "walk", "walk.motionseg")); err != nil {
		t.Error(err)
	}
	mustRun(t, append(append(slices.Clone(line), added), "--force")...)
	if now, err := os.ReadFile(labels); err != nil || !bytes.Equal(now, text) {
		t.Errorf("the labels are others after --force, %v", err)
	}
}
