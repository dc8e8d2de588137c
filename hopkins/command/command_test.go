package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/assets"
	"motionseg/hopkins"
	"motionseg/hopkins/container"
	"motionseg/hopkins/files"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/matfile"
	"motionseg/hopkins/numpy"
	"motionseg/hopkins/project"
	"motionseg/ui/render"
)

// program is what the tests run: the commands without a window.
var program = Program{Version: "1.2.3", Drawing: render.Drawing{}}

// motionseg runs the program and returns what it printed.
func motionseg(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = program.Run(t.Context(), args, &out, &err)
	return code, out.String(), err.String()
}

// mustRun fails the test unless the program ends with exit code 0.
func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	code, stdout, stderr := motionseg(t, args...)
	if code != ExitOK {
		t.Fatalf("motionseg %s: exit code %d\n%s", strings.Join(args, " "), code, stderr)
	}
	return stdout
}

// demo writes the embedded example and returns the folder of the dataset and
// that of its one sequence.
func demo(t *testing.T) (dataset, sequence string) {
	t.Helper()
	dataset = t.TempDir()
	sequence, _, _ = strings.Cut(mustRun(t, "demo", dataset), "\n")
	return dataset, sequence
}

// correspondences writes a file of two views of two planes beside each other,
// 20 points each, with labels when labelled, and returns its path. One shifts,
// the other turns.
func correspondences(t *testing.T, labelled bool) string {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := range 40 {
		x, y := 250*r.Float64(), 480*r.Float64()
		x2, y2 := x+25, y-3
		if i >= 20 {
			x += 390
			sin, cos := math.Sincos(0.3)
			x2, y2 = cos*(x-320)-sin*(y-240)+330, sin*(x-320)+cos*(y-240)+200
		}
		fmt.Fprintf(&b, "%.4f %.4f %.4f %.4f", x, y, x2, y2)
		if labelled {
			fmt.Fprintf(&b, " %d", 1+i/20)
		}
		b.WriteByte('\n')
	}
	return testfile.Write(t, b.String(), t.TempDir(), "pairs.txt")
}

func TestHelp(t *testing.T) {
	help := mustRun(t, "--help")
	for _, command := range []string{"segment", "benchmark", "images", "methods", "demo", "scene", "--version"} {
		if !strings.Contains(help, command) {
			t.Errorf("--help does not mention %s:\n%s", command, help)
		}
	}
	if help := mustRun(t, "segment", "--help"); !strings.Contains(help, "--affinity") {
		t.Errorf("segment --help does not mention --affinity:\n%s", help)
	}
}

// TestErrors runs every way to be wrong and looks for the exit code and for
// the words that help.
func TestErrors(t *testing.T) {
	labelled := correspondences(t, true)
	dataset := filepath.Dir(correspondences(t, true))
	example, _ := demo(t)
	garbage := testfile.Write(t, "MATLAB 5.0 MAT-file, or so it says", t.TempDir(), "garbage.mat")
	table := testfile.Write(t, "who,when,east,north\na,1,2,3\n", t.TempDir(), "table.csv")
	work := filepath.Join(t.TempDir(), "work.motionseg")
	if err := (&project.Project{Data: project.Data{Path: labelled, Tracks: 40, Frames: 2}}).Save(work); err != nil {
		t.Fatal(err)
	}
	bare := filepath.Join(t.TempDir(), "bare.motionseg")
	if err := (&project.Project{Data: project.Data{Tracks: 40, Frames: 2}}).Save(bare); err != nil {
		t.Fatal(err)
	}
	torn := testfile.Write(t, `{"format":"motionseg pro`, t.TempDir(), "torn.motionseg")
	empty := t.TempDir()
	missing := filepath.Join(empty, "missing.mat")
	tests := []struct {
		name string
		args []string
		code int
		want []string
	}{
		{"no such command", []string{"sorting", "--workers", "2"}, ExitUsage, []string{"unknown flag --workers", "--help"}},
		{"a mistyped command", []string{"segmnt", "film.mp4"}, ExitUsage,
			[]string{`unknown command segmnt, did you mean "segment"?`}},
		{"the beginning of a command", []string{"bench", "--workers", "2"}, ExitUsage,
			[]string{`unknown command bench, did you mean "batch" or "benchmark"?`}},
		{"a negative seed", []string{"segment", labelled, "--seed", "-1"}, ExitUsage,
			[]string{`--seed: expected a whole number from 0, found "-1"`}},
		{"a negative number of motions", []string{"segment", labelled, "--motions", "-1"}, ExitUsage,
			[]string{`--motions: expected truth, auto or a whole number from 1, found "-1"`}},
		{"unknown flag", []string{"segment", "--metod", "ssc", labelled}, ExitUsage, []string{"--metod", "--method"}},
		{"no file", []string{"segment"}, ExitUsage, []string{"<file>"}},
		{"no folder", []string{"benchmark"}, ExitUsage, []string{"<dir>"}},
		{"too many arguments", []string{"segment", labelled, labelled}, ExitUsage, []string{"unexpected argument"}},
		{"no window", []string{labelled}, ExitFailure, []string{"no window", "--help"}},
		{"window: missing file", []string{missing}, ExitFailure, []string{missing}},

		{"segment: missing file", []string{"segment", missing}, ExitFailure, []string{missing}},
		{"segment: foreign file", []string{"segment", garbage}, ExitFailure, []string{garbage}},
		{"segment: empty folder", []string{"segment", empty}, ExitFailure, []string{empty}},
		{"segment: project of the example", []string{"segment", bare}, ExitFailure,
			[]string{bare, "found the built-in example's", "motionseg demo"}},
		{"segment: damaged project", []string{"segment", torn}, ExitFailure, []string{torn, "damaged"}},
		{"track: project", []string{"track", work}, ExitFailure, []string{"found a project", "motionseg " + work}},
		{"segment: unknown method", []string{"segment", "--method", "lrcks", labelled}, ExitUsage,
			[]string{`"lrcks"`, "lrksc, ssc"}},
		{"segment: no value", []string{"segment", "--method", "lrksc", "--set", "lambda1", labelled}, ExitUsage,
			[]string{`"lambda1"`, "name=value"}},
		{"segment: unknown parameter", []string{"segment", "--method", "lrksc", "--set", "lamda1=1", labelled},
			ExitUsage, []string{`"lamda1"`, "lambda1", "lambda2"}},
		{"segment: value out of range", []string{"segment", "--method", "lrksc", "--set", "lambda1=-1", labelled},
			ExitUsage, []string{"lambda1", "above 0", "-1"}},
		{"segment: value is no number", []string{"segment", "--method", "lrksc", "--set", "lambda1=much", labelled},
			ExitUsage, []string{"lambda1", `"much"`}},
		{"segment: parameter of another method", []string{"segment", "--method", "ssc", "--set", "lambda1=1", labelled},
			ExitUsage, []string{"ssc", `"lambda1"`, "alpha"}},
		{"segment: frames", []string{"segment", "--frames", "some", labelled}, ExitUsage, []string{`"some"`, "first-last"}},
		{"segment: motions", []string{"segment", "--motions", "two", labelled}, ExitUsage, []string{"--motions", `"two"`}},
		{"segment: no motions", []string{"segment", "--motions", "0", labelled}, ExitUsage, []string{"--motions", `"0"`}},
		{"segment: more motions than points", []string{"segment", "--motions", "41", labelled}, ExitFailure,
			[]string{labelled, "motions", "40", "41"}},
		{"segment: seed", []string{"segment", "--seed", "-1", labelled}, ExitUsage, []string{"--seed"}},
		{"segment: affinity format", []string{"segment", "--affinity", "w.jpg", labelled}, ExitUsage,
			[]string{"w.jpg", ".npy", ".png"}},
		{"segment: incomplete", []string{"segment", "--incomplete", "guess", labelled}, ExitUsage,
			[]string{"--incomplete", "auto or leave-out or fill-gaps", `"guess"`}},
		{"segment: columns", []string{"segment", "--columns", "id=a,frame=b", labelled}, ExitUsage,
			[]string{"--columns", "x", "none"}},
		{"segment: columns of another " +
			"kind of file", []string{"segment", "--columns", "id=1,frame=2,x=3,y=4",
			filepath.Join(example, "box_and_drum", "box_and_drum_truth.mat")}, ExitFailure, []string{"expected a text file"}},
		{"segment: columns unknown", []string{"segment", table}, ExitFailure, []string{"who", "when", "--columns"}},
		{"segment: likelihood", []string{"segment", "--likelihood", "2", labelled}, ExitUsage, []string{"--likelihood"}},
		{"segment: labels not writable", []string{"segment", "--out", filepath.Join(empty, "no", "labels.csv"),
			labelled}, ExitFailure, []string{"labels.csv"}},
		{"segment: affinity not writable", []string{"segment", "--affinity", filepath.Join(empty, "no", "w.npy"),
			labelled}, ExitFailure, []string{"w.npy"}},

		{"benchmark: missing folder", []string{"benchmark", missing}, ExitFailure, []string{missing}},
		{"benchmark: empty folder", []string{"benchmark", empty}, ExitFailure, []string{empty}},
		{"benchmark: unknown method", []string{"benchmark", "--methods", "lrksc,sss", dataset}, ExitUsage,
			[]string{`"sss"`, "lrksc, ssc"}},
		{"benchmark: method twice", []string{"benchmark", "--methods", "ssc,ssc", dataset}, ExitUsage,
			[]string{"ssc", "twice"}},
		{"benchmark: bad parameter", []string{"benchmark", "--methods", "lrksc:eta=0", dataset}, ExitUsage, []string{"eta"}},
		{"benchmark: frames", []string{"benchmark", "--frames", "last", dataset}, ExitUsage, []string{`"last"`}},
		{"benchmark: format", []string{"benchmark", "--format", "xml", dataset}, ExitUsage,
			[]string{"--format", "xml", "markdown"}},
		{"benchmark: workers", []string{"benchmark", "--workers", "-2", dataset}, ExitUsage, []string{"--workers", "-2"}},
		{"benchmark: filter", []string{"benchmark", "--filter", "[", dataset}, ExitUsage, []string{"filter", "["}},
		{"benchmark: number of motions", []string{"benchmark", "--motions", "2", dataset}, ExitUsage,
			[]string{"--motions", `"2"`, "films only"}},
		{"benchmark: turnings", []string{"benchmark", "--turn", "sideways", dataset}, ExitUsage,
			[]string{"--turn", "sideways", "reversed"}},
		{"benchmark: turned films", []string{"benchmark", "--films", "--turn", "all", example}, ExitUsage,
			[]string{"--turn", "for films"}},
		{"benchmark: no films", []string{"benchmark", "--films", dataset}, ExitFailure,
			[]string{dataset, "a film or a folder of frames", "none among 1"}},
		{"benchmark: frames of films", []string{"benchmark", "--films", "--frames", "first-last", example}, ExitUsage,
			[]string{"--frames", "for films"}},
		{"benchmark: motions of films", []string{"benchmark", "--films", "--motions", "two", example}, ExitUsage,
			[]string{"--motions", `"two"`}},
		{"demo: not writable", []string{"demo", filepath.Join(labelled, "below-a-file")}, ExitFailure, []string{"pairs.txt"}},
		{"demo: already there", []string{"demo", example}, ExitFailure, []string{"box_and_drum", "already"}},
		{"benchmark: nothing matches", []string{"benchmark", "--filter", "zebra*", dataset}, ExitFailure,
			[]string{"no sequence"}},
	}
	if runtime.GOOS == "linux" {
		tests = append(tests, struct {
			name string
			args []string
			code int
			want []string
		}{"segment: disk full", []string{"segment", "--out", "/dev/full", labelled}, ExitFailure,
			[]string{"/dev/full", "no space left"}})
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			code, _, stderr := motionseg(t, test.args...)
			if code != test.code {
				t.Errorf("exit code %d, want %d\n%s", code, test.code, stderr)
			}
			for _, want := range test.want {
				if !strings.Contains(stderr, want) {
					t.Errorf("no %q in the error:\n%s", want, stderr)
				}
			}
		})
	}
}

// sameAffinity checks that the affinity of a file is written as CSV with these numbers.
func sameAffinity(t *testing.T, file string, w *mat.Dense) {
	t.Helper()
	table := filepath.Join(t.TempDir(), "w.csv")
	mustRun(t, "segment", file, "--affinity", table)
	written, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := csv.NewReader(bytes.NewReader(written)).ReadAll()
	if err != nil || len(cells) != 40 {
		t.Fatalf("affinity as CSV has %d lines, %v", len(cells), err)
	}
	for i, line := range cells {
		for j, cell := range line {
			if v, err := strconv.ParseFloat(cell, 64); err != nil || len(line) != 40 || math.Abs(v-w.At(i, j)) > 1e-12 {
				t.Fatalf("affinity as CSV has %q at %d, %d of %d, expected %v", cell, i, j, len(line), w.At(i, j))
			}
		}
	}
}

// TestSegment runs one pair of views through every output.
func TestSegment(t *testing.T) {
	file := correspondences(t, true)
	dir := t.TempDir()
	labels, npy, picture := filepath.Join(dir, "labels.csv"), filepath.Join(dir, "w.npy"), filepath.Join(dir, "w.png")

	text := mustRun(t, "segment", file, "--out", labels, "--affinity", npy)
	for _, want := range []string{"pairs", "lrksc-auto, 2 motions", "error       0.000 % of 40 matches, outliers as " +
		"a class; one label for all 50.000 %", "groups      20 + 20", "iterations", "time"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	f, err := os.Open(labels)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 41 || strings.Join(lines[0], ",") != "track,label,truth" {
		t.Fatalf("%d lines under %q, want 41 under track,label,truth", len(lines), lines[0])
	}
	for _, line := range lines[1:] {
		if line[1] != line[2] {
			t.Errorf("track %s has label %s, truth %s", line[0], line[1], line[2])
		}
	}
	n, err := os.Open(npy)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	array, err := numpy.Read(n, 40*40)
	if err != nil || len(array.Shape) != 2 {
		t.Fatal(array, err)
	}
	w := mat.NewDense(array.Shape[0], array.Shape[1], array.Data)
	if r, c := w.Dims(); r != 40 || c != 40 {
		t.Errorf("affinity is %d×%d, want 40×40", r, c)
	}
	if !mat.EqualApprox(w, w.T(), 0) {
		t.Error("affinity is not symmetric")
	}

	sameAffinity(t, file, w)

	mustRun(t, "segment", file, "--affinity", picture)
	p, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if config, err := png.DecodeConfig(p); err != nil || config.Width != 40 || config.Height != 40 {
		t.Errorf("affinity picture: %d×%d, %v, want 40×40", config.Width, config.Height, err)
	}
}

// TestSegmentJSON pins the keys that the documentation promises, in order.
func TestSegmentJSON(t *testing.T) {
	out := mustRun(t, "segment", correspondences(t, true), "--json", "--method", "ssc", "--set", "alpha=1000",
		"--seed", "5")
	var result struct {
		Sequence, Method, Frames string
		Settings                 map[string]float64
		Seed                     uint64
		Motions, Points          int
		Error                    *float64 `json:"error_percent"`
		Iterations               int
		Converged                bool
		Seconds                  float64
		Warnings                 []string
		Tracks, Labels, Truth    []int
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatal(err)
	}
	if result.Sequence != "pairs" || result.Method != "ssc" || result.Seed != 5 || result.Settings["alpha"] != 1000 ||
		result.Motions != 2 || result.Points != 40 || result.Error == nil || result.Iterations == 0 ||
		result.Warnings == nil ||
		len(result.Tracks) != 40 || len(result.Labels) != 40 || len(result.Truth) != 40 {
		t.Errorf("unexpected result: %s", out)
	}
	rest := out
	for _, key := range []string{"sequence", "file", "method", "settings", "frames", "seed", "motions", "points",
		"error_percent",
		"iterations", "converged", "seconds", "warnings", "tracks", "labels", "truth"} {
		_, after, found := strings.Cut(rest, `"`+key+`":`)
		if !found {
			t.Errorf("key %q is missing or out of order in %s", key, out)
		}
		rest = after
	}
}

// TestSegmentWithoutTruth gives the number of motions by hand.
func TestSegmentWithoutTruth(t *testing.T) {
	file := correspondences(t, false)
	if text := mustRun(t, "segment", file, "--motions", "2"); !strings.Contains(text, "unknown") ||
		!strings.Contains(text, "groups      20 + 20") {
		t.Errorf("output is\n%s", text)
	}
	out := mustRun(t, "segment", file, "--motions", "2", "--json")
	if !strings.Contains(out, `"error_percent":null`) || !strings.Contains(out, `"truth":null`) {
		t.Errorf("output is %s", out)
	}
}

// TestSegmentReproducible runs the same command twice.
func TestSegmentReproducible(t *testing.T) {
	sequence := correspondences(t, true)
	labels := func() string {
		path := filepath.Join(t.TempDir(), "labels.csv")
		mustRun(t, "segment", sequence, "--out", path)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if a, b := labels(), labels(); a != b {
		t.Error("two runs differ")
	}
}

// TestExample: LRKSC separates the example's motions and SSC does not, which is
// what the example is there to show.
func TestExample(t *testing.T) {
	_, sequence := demo(t)
	percent := func(method string) float64 {
		var result struct {
			Error float64 `json:"error_percent"`
		}
		if err := json.Unmarshal([]byte(mustRun(t, "segment", sequence, "--json", "--method", method)), &result); err != nil {
			t.Fatal(err)
		}
		return result.Error
	}
	if lrksc, ssc := percent("lrksc"), percent("ssc"); lrksc > 3 || ssc < 30 {
		t.Errorf("LRKSC errs on %.2f %% and SSC on %.2f %%, want at most 3 and at least 30", lrksc, ssc)
	}
}

func TestBenchmark(t *testing.T) {
	dataset := filepath.Dir(correspondences(t, true))
	labels := filepath.Join(t.TempDir(), "labels")
	code, stdout, stderr := motionseg(t, "benchmark", dataset, "--labels-dir", labels, "--format", "csv")
	if code != ExitOK {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	lines, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 3 || lines[1][5] != "lrksc" || lines[2][5] != "ssc" {
		t.Errorf("report is\n%s", stdout)
	}
	if got := strings.Count(stderr, "\n"); got != 2 || !strings.HasPrefix(stderr, "1/2  ") {
		t.Errorf("%d lines of progress, want one for each of 2 rows:\n%s", got, stderr)
	}
	files, err := filepath.Glob(filepath.Join(labels, "*.csv"))
	if err != nil || len(files) != 2 {
		t.Errorf("files of labels are %v, %v, want 2", files, err)
	}
}

// TestBenchmarkWorkers: the number of workers changes the time only.
func TestBenchmarkWorkers(t *testing.T) {
	dataset := filepath.Dir(correspondences(t, true))
	report := func(workers string) string {
		out := filepath.Join(t.TempDir(), "report.json")
		mustRun(t, "benchmark", dataset, "--workers", workers, "--format", "json", "--out", out)
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range strings.Lines(string(text)) {
			if !strings.Contains(line, `"seconds"`) {
				lines = append(lines, line)
			}
		}
		return strings.Join(lines, "")
	}
	if one, three := report("1"), report("3"); one != three {
		t.Errorf("one worker reports\n%s\nthree report\n%s", one, three)
	}
}

// TestBenchmarkFailure: a damaged file is listed, the others are run, and the
// exit code tells.
func TestBenchmarkFailure(t *testing.T) {
	dataset := filepath.Dir(correspondences(t, true))
	brokenSequence(t, dataset)
	code, stdout, stderr := motionseg(t, "benchmark", dataset, "--methods", "ssc")
	if code != ExitFailure {
		t.Errorf("exit code %d, want %d\n%s", code, ExitFailure, stderr)
	}
	if !strings.Contains(stdout, "Failed") || !strings.Contains(stdout, "broken  ") ||
		!strings.Contains(stdout, "ssc         all          1") {
		t.Errorf("report is\n%s", stdout)
	}
	if !strings.Contains(stderr, "broken_truth.mat") {
		t.Errorf("errors are\n%s", stderr)
	}
	code, _, stderr = motionseg(t, "benchmark", dataset, "--methods", "ssc", "--resume", "--out",
		filepath.Join(t.TempDir(), "kept"))
	if code != ExitFailure || !strings.Contains(stderr, "1 failed, see the list in the report") {
		t.Errorf("kept: exit code %d, want %d\n%s", code, ExitFailure, stderr)
	}
}

// brokenSequence adds a sequence that cannot be read to a dataset.
func brokenSequence(t *testing.T, dataset string) {
	t.Helper()
	testfile.Write(t, "MATLAB 5.0 MAT-file, cut short", dataset, "broken", "broken_truth.mat")
}

// TestInterrupted: a cancelled run prints what is finished and says so.
func TestInterrupted(t *testing.T) {
	sequence := correspondences(t, true)
	dataset := filepath.Dir(sequence)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := program.Run(ctx, []string{"benchmark", dataset}, &stdout, &stderr); code != ExitFailure {
		t.Errorf("exit code %d, want %d", code, ExitFailure)
	}
	if !strings.Contains(stdout.String(), "Clustering error") ||
		!strings.Contains(stderr.String(), "interrupted after 0 of 2") {
		t.Errorf("output is\n%s%s", stdout.String(), stderr.String())
	}
	stdout.Reset()
	stderr.Reset()
	if code := program.Run(ctx, []string{"segment", sequence}, &stdout, &stderr); code != ExitFailure {
		t.Errorf("exit code %d, want %d", code, ExitFailure)
	}
	if stdout.Len() > 0 || stderr.String() != "motionseg: interrupted\n" {
		t.Errorf("output is\n%s%s", stdout.String(), stderr.String())
	}
}

// TestReportNotWritable: nothing is computed where a file can't be written at its end, and what was computed is printed
// where it can't be written after all.
func TestReportNotWritable(t *testing.T) {
	dataset := filepath.Dir(correspondences(t, true))
	absent := filepath.Join(dataset, "no", "report.png")
	for _, args := range [][]string{
		{"benchmark", dataset, "--methods", "ssc", "--out", absent},
		{"benchmark", dataset, "--methods", "ssc", "--plot", absent},
		{"images", pictureSet(t), "--out", absent}, {"images", pictureSet(t), "--plot", absent},
	} {
		code, stdout, stderr := motionseg(t, args...)
		if code != ExitFailure || !strings.Contains(stderr, "report.png") || strings.Contains(stderr, "1/1") ||
			stdout != "" {
			t.Errorf("%s: exit code %d, output\n%s%s", args, code, stdout, stderr)
		}
	}
	var out bytes.Buffer
	err := writeReport(console{out: &out}, absent, "table", func(w io.Writer, format string) error {
		_, err := io.WriteString(w, "the report as a "+format)
		return err
	})
	if err == nil || out.String() != "the report as a table" {
		t.Errorf("error %v, printed %q", err, out.String())
	}
}

// pictureSet writes a MATLAB file of four classes with eight pictures of 6×5
// pixels, each class in a plane of its own, and returns its path.
func pictureSet(t *testing.T) string {
	t.Helper()
	const classes, each, pixels = 4, 8, 30
	r := rand.New(rand.NewPCG(5, 6))
	data := make([]float64, 0, classes*each*pixels)
	var labels []float64
	for c := range classes {
		basis := make([]float64, 2*pixels)
		for i := range basis {
			basis[i] = r.Float64()
		}
		for range each {
			u := r.Float64()
			for i := range pixels {
				data = append(data, u*basis[i]+(1-u)*basis[pixels+i])
			}
			labels = append(labels, float64(c+1))
		}
	}
	var b bytes.Buffer
	if err := matfile.Write(&b,
		&matfile.Array{Name: "faces", Class: matfile.Double, Dims: []int{pixels, classes * each}, Data: data},
		&matfile.Array{Name: "who", Class: matfile.Double, Dims: []int{1, classes * each}, Data: labels}); err != nil {
		t.Fatal(err)
	}
	return testfile.Write(t, b.Bytes(), t.TempDir(), "planes.mat")
}

func TestImages(t *testing.T) {
	path := pictureSet(t)
	plot := filepath.Join(t.TempDir(), "errors.png")
	out := mustRun(t, "images", path, "--method", "ssc,lrksc:eta=3", "--set", "ratio=0.9", "--preset", "orl",
		"--subjects", "2,4", "--format", "csv", "--plot", plot)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+2*(3+1) {
		t.Fatalf("%d lines, expected a header and 8 rows:\n%s", len(rows), out)
	}
	if first := strings.Join(rows[1][:5], " "); first != "ssc:ratio=0.9 2 1 16 0" {
		t.Errorf("first row %q", first)
	}
	if name := rows[2][0]; name != "lrksc:ratio=0.9:eta=3" {
		t.Errorf("second method %q", name)
	}
	f, err := os.Open(plot)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.DecodeConfig(f); err != nil {
		t.Errorf("plot: %v", err)
	}

	table := mustRun(t, "images", path, "--method", "ssc", "--classes", "2-4", "--data", "faces", "--labels", "who")
	if !strings.Contains(table, "24 pictures of 3 subjects") ||
		!strings.Contains(table, "ssc            3     1   1  0.000") {
		t.Errorf("table:\n%s", table)
	}
}

func TestImagesUsage(t *testing.T) {
	path := pictureSet(t)
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--method", "nothing"}, ExitUsage, "unknown method"},
		{[]string{"--preset", "mnist"}, ExitUsage, "expected one of"},
		{[]string{"--set", "kappa=1"}, ExitUsage, "no parameter \"kappa\""},
		{[]string{"--subjects", "9"}, ExitUsage, "--subjects: expected 1 to 4"},
		{[]string{"--classes", "3-9"}, ExitUsage, "--classes: expected classes as 3 or 3-7 within 1 to 4"},
		{[]string{"--size", "big"}, ExitUsage, "--size: expected width and height"},
		{[]string{"--plot", "errors.gif"}, ExitUsage, ".png, .pdf or .svg"},
		{[]string{"--max-runs=-1"}, ExitUsage, "expected 0 or more"},
		{[]string{"--data", "pixels"}, ExitFailure, "variable pixels"},
	} {
		code, _, stderr := motionseg(t, append([]string{"images", path}, test.args...)...)
		if code != test.code || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: exit code %d, %s", test.args, code, stderr)
		}
	}
}

func TestMethods(t *testing.T) {
	out := strings.Join(strings.Fields(mustRun(t, "methods")), " ")
	for _, want := range []string{
		"lrksc: LRKSC", "ssc: SSC", "parameter all-frames two-frames images range meaning",
		"lambda1 1.1 0.23 1100 a number above 0 to 1e+09 λ1:", "affine on on off on or off",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestDemo writes the example, segments it and refuses to write over it.
func TestScene(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "wide")
	mustRun(t, "scene", folder, "--tracks", "60", "--frames", "8", "--bodies", "1", "--pictures")
	if text := mustRun(t, "segment", folder); !strings.Contains(text, "60 tracks in 8 frames") ||
		!strings.Contains(text, "2 motions") {
		t.Errorf("segment printed %q", text)
	}
	if pictures, err := os.ReadDir(filepath.Join(folder, "frames")); err != nil || len(pictures) != 8 {
		t.Errorf("%d pictures, %v", len(pictures), err)
	}
	if code, _, stderr := motionseg(t, "scene", folder); code != ExitFailure || !strings.Contains(stderr, "wide") {
		t.Errorf("a second scene: exit code %d, %q", code, stderr)
	}
	if code, _, stderr := motionseg(t, "scene", folder+"2", "--tracks", "3"); code != ExitUsage ||
		!strings.Contains(stderr, "tracks: expected 12") {
		t.Errorf("too few tracks: exit code %d, %q", code, stderr)
	}
}

func TestDemo(t *testing.T) {
	// A folder that cannot be filled is not left behind.
	parent := t.TempDir()
	testfile.Write(t, "", parent, "file")
	if code, _, _ := motionseg(t, "demo", filepath.Join(parent, "file", "new")); code != ExitFailure {
		t.Errorf("exit code %d in a folder that cannot be", code)
	}
	// Nor are those around it, here of a path to which the system adds no more.
	deep := filepath.Join(parent, "new")
	for len(deep) < 3900 {
		deep = filepath.Join(deep, strings.Repeat("d", 180))
	}
	deep = filepath.Join(deep, strings.Repeat("e", 4080-len(deep)))
	if code, _, _ := motionseg(t, "demo", deep); code != ExitFailure {
		t.Errorf("exit code %d in a folder that is too deep", code)
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) != 1 {
		t.Errorf("%d entries are left, %v", len(left), err)
	}
	dir := filepath.Join(t.TempDir(), "new")
	out := mustRun(t, "demo", dir)
	folder := filepath.Join(dir, assets.ExampleName)
	if !strings.Contains(out, folder) {
		t.Errorf("demo printed %q", out)
	}
	if text := mustRun(t, "segment", folder); !strings.Contains(text, "300 tracks in 30 frames") {
		t.Errorf("segment printed %q", text)
	}
	if code, _, stderr := motionseg(t, "demo", dir); code != ExitFailure || !strings.Contains(stderr, folder) {
		t.Errorf("a second demo: exit code %d, %q", code, stderr)
	}
}

// TestSegmentColumns segments one sequence from three tables: with names that
// are recognised, and with names and places that are told. All give the same
// labels.
func TestSegmentColumns(t *testing.T) {
	var known, named, placed strings.Builder
	known.WriteString("ID,T,Y,X\n")
	named.WriteString("when,px,py,who,group\n")
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 24 {
		x, y := 200*r.Float64()+300*float64(i/12), 200*r.Float64()
		for f := range 6 {
			// One motion shifts, the other turns about its middle.
			px, py := x+3*float64(f), y
			if i >= 12 {
				sin, cos := math.Sincos(0.1 * float64(f))
				px, py = 400+cos*(x-400)-sin*(y-100), 100+sin*(x-400)+cos*(y-100)
			}
			fmt.Fprintf(&known, "%d,%d,%g,%g\n", 100+i, f, py, px)
			fmt.Fprintf(&named, "%d,%g,%g,%d,%d\n", f, px, py, 100+i, 1+i/12)
			fmt.Fprintf(&placed, "%d %d 7 %g %g 0 0\n", 100+i, f, px, py)
		}
	}
	folder := t.TempDir()
	var labels []string
	for _, c := range []struct {
		name, text, columns string
	}{
		{"known.csv", known.String(), ""},
		{"named.csv", named.String(), "id=WHO,frame=when,x=px,y=py,label=group"},
		{"placed.txt", placed.String(), "id=1,frame=2,x=4,y=5"},
	} {
		path := testfile.Write(t, c.text, folder, c.name)
		args := []string{"segment", path, "--motions", "2", "--json"}
		if c.columns != "" {
			args = append(args, "--columns", c.columns)
		}
		var got struct {
			Points int
			Labels []int
			Error  *float64 `json:"error_percent"`
		}
		if err := json.Unmarshal([]byte(mustRun(t, args...)), &got); err != nil {
			t.Fatal(err)
		}
		if got.Points != 24 || strings.Contains(c.columns, "label") != (got.Error != nil) ||
			got.Error != nil && *got.Error != 0 {
			t.Errorf("%s: %+v", c.name, got)
		}
		labels = append(labels, fmt.Sprint(got.Labels))
	}
	if labels[0] != labels[1] || labels[0] != labels[2] {
		t.Errorf("labels differ: %v", labels)
	}
}

// TestSegmentIncomplete segments a table whose tracks have gaps, in every way.
func TestSegmentIncomplete(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,frame,x,y,motion\n")
	for i := range 60 {
		x, y := float64(17*i%97), float64(29*i%83)
		for f := range 12 {
			gap := 0
			switch i % 6 {
			case 1:
				gap = 3 // short
			case 2:
				gap = 7 // too long to be filled
			}
			if f >= i%5 && f < i%5+gap {
				continue
			}
			t := float64(f)
			px, py := 100+x+3*t, 100+y+t*t/10
			if i >= 30 {
				px, py = 400+x*(1+t/40), 200+y*(1+t/40)-2*t
			}
			fmt.Fprintf(&b, "p%d,%d,%g,%g,%d\n", i, f, px, py, 1+i/30)
		}
	}
	folder := t.TempDir()
	path, labels := filepath.Join(folder, "gaps.csv"), filepath.Join(folder, "labels.csv")
	testfile.Write(t, b.String(), path)
	for _, c := range []struct {
		args                                   []string
		segmented, filled, assigned, undecided int
	}{
		{nil, 60, 0, 0, 0}, // the default method takes gaps
		{[]string{"--method", "lrksc"}, 40, 0, 20, 0},
		{[]string{"--incomplete", "fill-gaps"}, 40, 10, 10, 0},
		{[]string{"--no-assign", "--incomplete", "leave-out"}, 40, 0, 0, 20},
		{[]string{"--incomplete", "fill-gaps", "--frames", "best"}, 40, 10, 10, 0},
	} {
		args := append([]string{"segment", path, "--json", "--out", labels}, c.args...)
		var got struct {
			Schema    int
			Labels    []int
			How       []string
			Undecided int
			Error     *float64 `json:"error_percent"`
		}
		if err := json.Unmarshal([]byte(mustRun(t, args...)), &got); err != nil {
			t.Fatal(err)
		}
		how := map[string]int{}
		for _, h := range got.How {
			how[h]++
		}
		if got.Schema != 2 || len(got.Labels) != 60 || how["segmented"] != c.segmented || how["filled"] != c.filled ||
			how["assigned"] != c.assigned || got.Undecided != c.undecided {
			t.Errorf("%v: %+v", c.args, got)
		}
		// Every track without a label is an error of the whole.
		if got.Error == nil || math.Abs(*got.Error-100*float64(c.undecided)/60) > 1e-9 {
			t.Errorf("%v: error %v", c.args, *got.Error)
		}
		content, err := os.ReadFile(labels)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(content)), "\n")
		header := "track,label,truth,id,how"
		if c.segmented == 60 {
			header = "track,label,truth,id" // nothing to tell apart
		}
		if lines[0] != header || len(lines) != 61 {
			t.Errorf("%v: %q and %d lines", c.args, lines[0], len(lines))
		}
	}
	if text := mustRun(t, "segment", path, "--incomplete", "fill-gaps"); !strings.Contains(text,
		"tracks      40 complete in frames 1 to 12, 10 with gaps filled, 10 left out and 10 of them assigned afterwards\n") {
		t.Errorf("the text is\n%s", text)
	}
}

// TestScriptingPage: the page about scripts names every key of the JSON and every
// column of the labels, and its program is the one that the tests run.
func TestScriptingPage(t *testing.T) {
	page, err := os.ReadFile("../../assets/help/scripting.md")
	if err != nil {
		t.Fatal(err)
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(mustRun(t, "segment", correspondences(t, true), "--json")), &object); err != nil {
		t.Fatal(err)
	}
	words := []string{"track", "label", "how", "id", "segmented", "filled", "assigned", "undecided", "outlier",
		"left-out", "excluded", "median_pixels", "tenth_pixels", "runner_up", "confidence", "may_be_one"}
	for key := range object {
		words = append(words, key)
	}
	for _, word := range words {
		if !bytes.Contains(page, []byte("`"+word+"`")) {
			t.Errorf("the page does not speak of %s", word)
		}
	}
	source, err := os.ReadFile("../../segment/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(page), "```go\n")
	program, _, ok := strings.Cut(program, "```")
	if !ok || !strings.Contains(string(source), program) {
		t.Error("the program of the page is not the example of segment/example_test.go")
	}
}

// TestHelpNamesEveryFlag: the pages about the commands list the flags that these
// have, no more and no less.
func TestHelpNamesEveryFlag(t *testing.T) {
	flag := regexp.MustCompile(`--(\[no-\])?[a-z-]+`)
	for command, place := range map[string][2]string{
		"segment":   {"commands.md", "motionseg segment FILE|FOLDER [flags]\n"},
		"benchmark": {"commands.md", "motionseg benchmark DIR [flags]\n"},
		"images":    {"images.md", "motionseg images FILE.mat|FOLDER [flags]\n"},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "assets", "help", place[0]))
		if err != nil {
			t.Fatal(err)
		}
		_, table, ok := strings.Cut(string(text), place[1])
		if !ok {
			t.Fatalf("%s does not have %q", place[0], place[1])
		}
		_, table, _ = strings.Cut(table, "| --- | --- | --- |\n")
		table, _, _ = strings.Cut(table, "\n\n")
		var listed []string
		for line := range strings.Lines(table) {
			listed = append(listed, flag.FindAllString(strings.Split(line, "|")[1], -1)...)
		}
		var have []string
		for line := range strings.Lines(mustRun(t, command, "--help")) {
			if name := flag.FindString(line); name != "" &&
				strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "-h,")), name) {
				have = append(have, name)
			}
		}
		have = slices.DeleteFunc(have, func(name string) bool { return name == "--help" || name == "--version" })
		slices.Sort(have)
		slices.Sort(listed)
		if len(have) < 8 || !slices.Equal(have, listed) {
			t.Errorf("%s has %v, the page lists %v", command, have, listed)
		}
	}
}

// TestLabelsStayInTheirFolder: sequences of the same name are told apart by their
// path, which must not lead the files of their labels elsewhere.
func TestLabelsStayInTheirFolder(t *testing.T) {
	data, labels := t.TempDir(), t.TempDir()
	content, err := os.ReadFile(correspondences(t, true))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"a", "b"} {
		testfile.Write(t, content, data, folder, "pairs.txt")
	}
	mustRun(t, "benchmark", data, "--methods", "lrksc:eta=3", "--labels-dir", labels)
	var names []string
	entries, err := os.ReadDir(labels)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), "b_pairs.txt_lrksc_eta_3.csv pairs_lrksc_eta_3.csv"; got != want {
		t.Errorf("written %q, want %q", got, want)
	}
	if got := labelsName(`../..\x`, "ssc"); got != ".._.._x_ssc.csv" {
		t.Errorf("the name is %q", got)
	}
}

// TestTrack tracks the pictures of a scene alone, writes the tracks, and reads
// and segments them, and the pictures in one step.
func TestTrack(t *testing.T) {
	frames := picturesOfScene(t)
	folder := filepath.Dir(frames)
	for _, format := range []string{"csv", "npz", "mat"} {
		path := filepath.Join(t.TempDir(), "tracks."+format)
		said := mustRun(t, "track", frames, "--density", "sparse", "--out", path)
		var tracks, frames, width, height, complete int
		if _, err := fmt.Sscanf(said, "scene: %d tracks in %d frames of %d×%d pixels, %d of them in every frame",
			&tracks, &frames, &width, &height, &complete); err != nil ||
			tracks < 50 || frames != 5 || width != 640 || height != 480 || complete < 20 {
			t.Fatalf("%v: %s", err, said)
		}
		var again struct{ Points int }
		if err := json.Unmarshal([]byte(mustRun(t, "segment", path, "--motions", "2", "--json", "--method", "ssc")),
			&again); err != nil || again.Points != tracks {
			t.Errorf("%s: %d tracks are read again, %v; expected %d", format, again.Points, err, tracks)
		}
	}
	var direct struct{ Method string }
	if err := json.Unmarshal([]byte(mustRun(t, "segment", frames, "--motions", "2", "--json", "--track-density",
		"sparse")), &direct); err != nil || direct.Method != "lrksc-auto" {
		t.Errorf("found %+v, %v", direct, err)
	}
	var judged struct {
		Rows []struct {
			Film, Method             string
			Motions, Regions, Judged int
		}
	}
	said := mustRun(t, "benchmark", folder, "--films", "--methods", "lsr", "--density", "sparse", "--motions", "3",
		"--format", "json")
	if err := json.Unmarshal([]byte(said), &judged); err != nil || len(judged.Rows) != 1 {
		t.Fatalf("%v: %s", err, said)
	}
	if r := judged.Rows[0]; r.Film != "scene" || r.Method != "lsr" || r.Motions != 3 || r.Regions < 1 || r.Judged < 5 {
		t.Errorf("found %+v", r)
	}
	for _, wrong := range [][]string{
		{"track", frames, "--density", "thick"}, {"track", frames, "--out", "tracks.txt"}, {"track", frames, "--only", "1,2"},
		{"track", frames, "--first", "0"}, {"track", frames, "--first", "5", "--last", "4"},
		{"track", frames, "--every", "0"},
	} {
		if code, _, stderr := motionseg(t, wrong...); code != ExitUsage {
			t.Errorf("%v: exit code %d, %s", wrong[2:], code, stderr)
		}
	}
	if code, _, stderr := motionseg(t, "track", filepath.Join(folder, "missing.mp4")); code != ExitFailure ||
		!strings.Contains(stderr, "missing.mp4") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// TestTrackFilmCutOff: of a film that is cut off the result says how much was read, also
// where it is too little.
func TestTrackFilmCutOff(t *testing.T) {
	frames := picturesOfScene(t)
	pictures, err := footage.OpenFilm(t.Context(), frames, footage.Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer pictures.Close()
	cut := filepath.Join(t.TempDir(), "cut.avi")
	film := footage.Film{Size: image.Pt(640, 480), Frames: 10, Rate: 10, Picture: func(i int) (*image.RGBA, error) {
		m, err := pictures.Frame(i / 2)
		if err != nil {
			return nil, err
		}
		return m.(*image.RGBA), nil
	}}
	if err := footage.WriteFilm(t.Context(), cut, film, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(cut)
	if err != nil {
		t.Fatal(err)
	}
	const note = "the film ends early: "
	for _, c := range []struct {
		tenths int
		want   string
	}{{3, note + "2 of 10 frames"}, {7, note + "6 of 10 frames"}} {
		testfile.Write(t, content[:len(content)*c.tenths/10], cut)
		if _, _, stderr := motionseg(t, "track", cut, "--density", "sparse"); !strings.Contains(stderr, c.want) {
			t.Errorf("tracking %d tenths of a film says %q, expected %q", c.tenths, stderr, c.want)
		}
	}
	if said := mustRun(t, "segment", cut, "--motions", "1", "--method", "lsr", "--track-density",
		"sparse"); !strings.Contains(said, note) {
		t.Errorf("segmenting a film that is cut off says %q", said)
	}
}

// picturesOfScene returns a folder of five pictures of one body, drawn for the test.
func picturesOfScene(t *testing.T) string {
	folder := filepath.Join(t.TempDir(), "scene")
	mustRun(t, "scene", folder, "--tracks", "200", "--frames", "5", "--bodies", "1", "--pictures")
	return filepath.Join(folder, "frames")
}

func TestMatch(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "pair")
	mustRun(t, "scene", folder, "--tracks", "60", "--frames", "6", "--bodies", "1", "--pictures")
	pictures, err := filepath.Glob(filepath.Join(folder, "frames", "*"))
	if err != nil || len(pictures) != 6 {
		t.Fatalf("%d pictures, %v", len(pictures), err)
	}
	table := filepath.Join(t.TempDir(), "matches.csv")
	text := mustRun(t, "match", pictures[0], pictures[5], "--out", table)
	var count int
	if _, err := fmt.Sscanf(text[strings.LastIndex(text, ": ")+2:], "%d matches", &count); err != nil || count < 50 {
		t.Fatalf("match printed %q, expected 50 matches or more", text)
	}
	if printed := mustRun(t, "match", pictures[0], pictures[5]); strings.Count(printed, "\n") != count+1 ||
		!strings.HasPrefix(printed, "x1,y1,x2,y2\n") {
		t.Errorf("match printed %d lines, expected %d matches below their names", strings.Count(printed, "\n"), count)
	}
	if text := mustRun(t, "segment", table, "--motions", "2"); !strings.Contains(text, fmt.Sprint(count)) {
		t.Errorf("segment printed %q, expected %d matches", text, count)
	}
	if code, _, stderr := motionseg(t, "match", pictures[0], folder); code != ExitFailure ||
		!strings.Contains(stderr, "regular file") {
		t.Errorf("a folder: exit code %d, %q", code, stderr)
	}
}

func TestExport(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "scene")
	mustRun(t, "scene", folder, "--tracks", "40", "--frames", "6", "--bodies", "1", "--pictures")
	out := t.TempDir()
	at := func(name string) string { return filepath.Join(out, name) }
	arguments := []string{"segment", folder}
	for _, e := range []string{"csv:" + at("a.csv"), "napari:" + at("b.csv"), "trackmate:" + at("c.csv"),
		"trackmate-xml:" + at("c.xml"), "cotracker:" + at("d.npz"), "cvat:" + at("g.xml"), "coco:" + at("g.json"),
		"mot:" + at("g.txt"), "folder:" + at("labelled"), "film:" + at("e.avi"), "film:" + at("f.gif")} {
		arguments = append(arguments, "--export", e)
	}
	mustRun(t, arguments...)
	for _, name := range []string{"a.csv", "b.csv", "c.csv", "c.xml", "d.npz", "g.xml", "g.json", "g.txt", "labelled"} {
		s, err := hopkins.Open(at(name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s.Points() != 40 || s.Frames() != 6 {
			t.Errorf("%s: %d tracks in %d frames, expected 40 in 6", name, s.Points(), s.Frames())
		}
	}
	s, err := hopkins.Open(at("labelled"))
	if err != nil || s.Motions() != 2 {
		t.Fatalf("the folder has %d motions, %v, expected the 2 found", s.Motions(), err)
	}
	if pictures, err := footage.OpenSequence(t.Context(), s); err != nil || pictures.Len() != 6 {
		t.Errorf("the folder's pictures: %v", err)
	}
	for _, name := range []string{"e.avi", "f.gif"} {
		info, err := container.ReadFile(at(name))
		if err != nil || info.Width != 640 && name == "e.avi" || info.Width < 120 {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
	}
	film, err := footage.OpenFilm(t.Context(), at("e.avi"), footage.Range{})
	if err != nil || film.Len() != 6 {
		t.Errorf("the film: %v", err)
	}
	for _, bad := range []string{"napari", "parquet:x", "film:x.wmv", "csv:"} {
		if code, _, stderr := motionseg(t, "segment", folder, "--export", bad); code != ExitUsage ||
			!strings.Contains(stderr, "--export") {
			t.Errorf("%s: exit code %d, %q", bad, code, stderr)
		}
	}
	if code, _, stderr := motionseg(t, "segment", folder, "--export", "folder:"+at("labelled")); code != ExitFailure ||
		!strings.Contains(stderr, "labelled") {
		t.Errorf("a folder that is there: exit code %d, %q", code, stderr)
	}
}

// TestInputIsSpared: a command does not write over a file that it reads, under
// whatever name: exit code 2, before anything is computed.
func TestInputIsSpared(t *testing.T) {
	path, faces := correspondences(t, true), pictureSet(t)
	folder := filepath.Dir(path)
	link := func(to, name string) string {
		from := filepath.Join(t.TempDir(), name)
		if err := os.Symlink(to, from); err != nil {
			t.Skip(err)
		}
		return from
	}
	write := func(name, text string) string {
		return testfile.Write(t, text, folder, name)
	}
	clicks := write("clicks.json", `{"seeds": [{"track": 1, "motion": 1}]}`)
	film := write("pairs.avi", "no film, but it may be one")
	table := write("film.csv", "a film by another name")
	tracks := "track,frame,x,y,label\n"
	for i := range 24 {
		tracks += fmt.Sprintf("%d,%d,%d,%d,%d\n", i/3, i%3, 10+i, 200-i*i%7, 1+i/12)
	}
	labels := write("pairs_lsr.csv", tracks) // as the labels of pairs by lsr are called
	scene := sceneWithFrames(t)
	frame := filepath.Join(scene, "frames", "0003.jpg")
	hard := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.Link(frame, hard); err != nil {
		t.Skip(err)
	}
	face := filepath.Join(faceFolder(t), "a", "1.png")
	for _, args := range [][]string{
		{path, "segment", path, "--out", path},
		{path, "segment", path, "--out", link(path, "labels.csv")},
		{path, "segment", path, "--export", "csv:" + path},
		{clicks, "segment", path, "--constraints", clicks, "--out", clicks},
		{film, "segment", path, "--export", "film:" + film},
		{film, "segment", film, "--out", film},
		{film, "match", path, film, "--out", film},
		{path, "match", path, film, "--out", path},
		{path, "benchmark", folder, "--methods", "lsr", "--out", link(path, "report.txt")},
		{film, "benchmark", folder, "--methods", "lsr", "--out", film},
		{faces, "images", faces, "--subjects", "2", "--method", "lsr", "--out", faces},
		{table, "track", table, "--out", table},
		{table, "track", table, "--out", link(table, "tracks.csv")},
		{frame, "track", filepath.Dir(frame), "--out", link(frame, "tracks.csv")},
		{frame, "track", filepath.Dir(frame), "--out", hard},
		{frame, "segment", filepath.Dir(frame), "--out", hard},
		{frame, "segment", scene, "--out", link(frame, "labels.csv")},
		{frame, "segment", scene, "--affinity", link(frame, "w.npy")},
		{frame, "benchmark", scene, "--methods", "lsr", "--out", hard},
		{frame, "benchmark", scene, "--films", "--out", hard},
		{face, "images", filepath.Dir(filepath.Dir(face)), "--method", "lsr", "--out", link(face, "report.txt")},
		{face, "images", filepath.Dir(filepath.Dir(face)), "--method", "lsr", "--plot", link(face, "plot.png")},
		{labels, "benchmark", folder, "--methods", "lsr", "--labels-dir", folder},
		{frame, "figure", filepath.Dir(frame), "--method", "lsr", "--out", link(frame, "figure.png")},
		{frame, "figure", scene, "--method", "lsr", "--out", link(frame, "figure.png")},
	} {
		input := args[0]
		before, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		code, _, stderr := motionseg(t, args[1:]...)
		if code != ExitUsage || !strings.Contains(stderr, "the one that is read") {
			t.Errorf("%v: exit code %d, %s", args[1:], code, stderr)
		}
		if after, err := os.ReadFile(input); err != nil || !bytes.Equal(after, before) {
			t.Errorf("%v: the file has changed: %v", args[1:], err)
			testfile.Write(t, before, input)
		}
	}
}

// sceneWithFrames writes a scene with its pictures.
func sceneWithFrames(t *testing.T) string {
	t.Helper()
	scene := filepath.Join(t.TempDir(), "s")
	if code, _, stderr := motionseg(t, "scene", scene, "--tracks", "40", "--frames", "4", "--pictures"); code != ExitOK {
		t.Fatal(stderr)
	}
	return scene
}

// faceFolder is a folder with two pictures of each of two classes.
func faceFolder(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for i, name := range []string{"a/1.png", "a/2.png", "b/1.png", "b/2.png"} {
		m := image.NewGray(image.Rect(0, 0, 8, 8))
		for j := range m.Pix {
			m.Pix[j] = uint8(i*j + 7*i)
		}
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		f, err := os.Create(path)
		if err == nil {
			err = errors.Join(png.Encode(f, m), f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestOutputsDiffer: two outputs of one name are refused, whatever they are
// called; the second would win without a word.
func TestOutputsDiffer(t *testing.T) {
	path := correspondences(t, true)
	folder := t.TempDir()
	out := filepath.Join(folder, "o.csv")
	if err := os.Mkdir(filepath.Join(folder, "d"), 0o777); err != nil {
		t.Fatal(err)
	}
	same := folder + string(filepath.Separator) + "d" + string(filepath.Separator) + ".." +
		string(filepath.Separator) + "o.csv"
	set := filepath.Dir(path)
	twins := t.TempDir() // sequences whose labels would have one name
	for _, name := range []string{"p=1.txt", "p_1.txt"} {
		content, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(twins, name), content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"segment", path, "--out", out, "--export", "csv:" + out},
		{"segment", path, "--out", out, "--export", "napari:" + same},
		{"segment", path, "--export", "csv:" + out, "--export", "napari:" + out},
		{"segment", path, "--out", filepath.Join(folder, "o.npy"), "--affinity", filepath.Join(folder, "o.npy")},
		{"segment", filepath.Join(faceFolder(t), "a"), "--out", out, "--export", "csv:" + out},
		{"images", faceFolder(t), "--method", "lsr", "--out", filepath.Join(folder, "o.png"), "--plot",
			filepath.Join(folder, "o.png")},
		{"benchmark", set, "--methods", "lsr", "--labels-dir", folder, "--out", filepath.Join(folder, "pairs_lsr.csv")},
		{"benchmark", twins, "--methods", "lsr", "--labels-dir", folder},
	} {
		code, _, stderr := motionseg(t, args...)
		if code != ExitUsage || !strings.Contains(stderr, "found it twice") {
			t.Errorf("%v: exit code %d, %s", args, code, stderr)
		}
		if left, _ := filepath.Glob(filepath.Join(folder, "*.*")); len(left) > 0 {
			t.Errorf("%v: written are %v", args, left)
			for _, name := range left {
				os.Remove(name)
			}
		}
	}
	null := "/dev/null"
	if _, err := os.Stat(null); err == nil {
		if code, _, stderr := motionseg(t, "segment", path, "--method", "lsr", "--out", null, "--export",
			"csv:"+null); code != ExitOK {
			t.Errorf("nowhere twice: %s", stderr)
		}
	}
}

// TestPassedOverOnce: a file that is passed over is named once.
func TestPassedOverOnce(t *testing.T) {
	path := correspondences(t, true)
	broken := testfile.Write(t, "no MATLAB file", filepath.Dir(path), "broken.mat")
	if code, _, stderr := motionseg(t, "benchmark", filepath.Dir(path), "--methods", "lsr"); code != ExitOK ||
		strings.Count(stderr, broken) != 1 {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// TestControlCharacters: a name with escape sequences is printed written out.
func TestControlCharacters(t *testing.T) {
	content, err := os.ReadFile(correspondences(t, true))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "a\x1b[31mb.txt")
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Skip(err)
	}
	film := filepath.Join(folder, "walk\x1b[31m")
	scene := filepath.Join(t.TempDir(), "s")
	mustRun(t, "scene", scene, "--tracks", "40", "--frames", "8", "--pictures")
	if err := os.CopyFS(film, os.DirFS(filepath.Join(scene, "frames"))); err != nil {
		t.Fatal(err)
	}
	whole := []string{"--method", "lsr", "--motions", "2"}
	in := func(name string) string { return filepath.Join(folder, name+"\x1b[32m") }
	for _, args := range [][]string{{"segment", path}, {"benchmark", folder, "--methods", "lsr"},
		{"segment", filepath.Join(folder, "none\x1b.txt")}, {"track", film},
		append([]string{"masks", film, "--out", in("masks")}, whole...),
		append([]string{"figure", path, "--out", in("f") + ".svg"}, whole...),
		append([]string{"batch", path, "--out", in("batch")}, whole...), {"merge", in("batch")}} {
		_, stdout, stderr := motionseg(t, args...)
		// The path of a file that was written stands alone on its line, as it is, for scripts.
		text := regexp.MustCompile(`(?m)^.*results\.csv$`).ReplaceAllString(stdout, "") + stderr
		if strings.Contains(text, "\x1b") || !strings.Contains(text, `\x1b`) {
			t.Errorf("%q prints %q and %q", args, stdout, stderr)
		}
	}
}

// oddNames returns correspondences whose name, and that of whose folder, is no UTF-8; it
// skips the test where there are no such names.
func oddNames(t *testing.T) (folder, path string) {
	t.Helper()
	content, err := os.ReadFile(correspondences(t, true))
	if err != nil {
		t.Fatal(err)
	}
	folder = filepath.Join(t.TempDir(), "d\xe9")
	path = filepath.Join(folder, "tr\xe9\xff.txt")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Skip(err)
	}
	return folder, path
}

// TestNamesThatAreNoText: file names are bytes, which need not be UTF-8: what has
// such a name is read, and written under exactly that.
func TestNamesThatAreNoText(t *testing.T) {
	folder, path := oddNames(t)
	in := func(name string) string { return filepath.Join(folder, name) }
	clicks := in("clicks\xfe.json")
	testfile.Write(t, `{"seeds": [{"track": 1, "motion": 1}]}`, clicks)
	mustRun(t, "segment", path, "--method", "lsr", "--constraints", clicks, "--out", in("o\xe9.csv"),
		"--export=csv:"+in("e\xe9.csv"), "--affinity="+in("w\xe9.npy"), "--export", "folder:"+
			in("f\xe9"), "--export", "film:"+in("m\xe9.avi"))
	mustRun(t, "segment", in("f\xe9"), "--method", "lsr")
	mustRun(t, "scene", in("s\xe9"), "--tracks", "40", "--frames", "4")
	mustRun(t, "benchmark", folder, "--methods", "lsr", "--out", in("r\xe9.txt"), "--labels-dir", in("l\xe9"))
	for _, name := range []string{"o\xe9.csv", "e\xe9.csv", "w\xe9.npy", "f\xe9/f\xe9_truth.mat", "m\xe9.avi",
		"s\xe9/s\xe9_truth.mat", "r\xe9.txt", "l\xe9/tr\xe9\xff_lsr.csv"} {
		if _, err := os.Stat(in(name)); err != nil {
			t.Error(err)
		}
	}
	if code, _, stderr := motionseg(t, "segment", in("none\xe9.csv")); code != ExitFailure ||
		!strings.Contains(stderr, `none\xe9.csv`) {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// TestNothingForNothing: before a film is followed it is known whether what comes of it can be
// written.
func TestNothingForNothing(t *testing.T) {
	folder := t.TempDir()
	film := filepath.Join(folder, "film.mkv")
	testfile.Write(t, "no film", film)
	in := func(name string) string { return filepath.Join(folder, "none", name) }
	lines := [][]string{
		{in("t.csv"), "track", film, "--out", in("t.csv")},
		{in("t.csv"), "segment", film, "--out", in("t.csv")},
		{in("t.csv"), "segment", film, "--out", filepath.Join(folder, "l.csv"), "--export", "csv:" + in("t.csv")},
		{in("t.mp4"), "segment", film, "--export", "film:" + in("t.mp4")},
		{in("t"), "segment", film, "--export", "folder:" + in("t")},
		{folder, "segment", film, "--export", "folder:" + folder},
		{in("w.npy"), "segment", film, "--affinity", in("w.npy")},
		{in("f.pdf"), "figure", film, "--out", in("f.pdf")},
		{in("m.csv"), "match", film, film, "--out", in("m.csv")},
	}
	if closed := "/proc/self"; runtime.GOOS == "linux" {
		lines = append(lines, []string{closed + "/new/masks", "masks", film, "--out", closed + "/new/masks"})
	}
	for _, line := range lines {
		code, _, stderr := motionseg(t, line[1:]...)
		if code != ExitFailure || !strings.Contains(stderr, line[0]+": cannot be written") {
			t.Errorf("%v: exit code %d, %s", line[1:], code, stderr)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// TestHiddenFiles: what macOS leaves on the disks of others beside every file, ._NAME, and the
// files that the program writes for a moment, are no pictures, films or tracks.
func TestHiddenFiles(t *testing.T) {
	scene, faces := sceneWithFrames(t), faceFolder(t)
	frames := filepath.Join(scene, "frames")
	table := filepath.Join(scene, "more", "t.csv")
	if err := os.Mkdir(filepath.Dir(table), 0o777); err != nil {
		t.Fatal(err)
	}
	want := mustRun(t, "segment", scene, "--method", "lsr", "--export", "csv:"+table, "--out", "-")
	wantFaces := mustRun(t, "images", faces, "--method", "lsr", "--format", "csv")
	hide := func(path string) {
		testfile.Write(t, "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X", filepath.Dir(path), "._"+filepath.Base(path))
	}
	for _, root := range []string{scene, faces} {
		var paths []string
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			hide(path)
		}
	}
	hide(filepath.Join(scene, "s.mp4"))
	if err := os.CopyFS(filepath.Join(faces, ".thumbs"), os.DirFS(filepath.Join(faces, "a"))); err != nil {
		t.Fatal(err)
	}
	if got := mustRun(t, "segment", scene, "--method", "lsr", "--out", "-"); got != want {
		t.Errorf("the labels are %s, expected %s", got, want)
	}
	if got := mustRun(t, "segment", filepath.Dir(table), "--method", "lsr", "--motions", "3", "--out", "-"); got != want {
		t.Errorf("the labels of the table are %s, expected %s", got, want)
	}
	code, got, said := motionseg(t, "images", faces, "--method", "lsr", "--format", "csv")
	if code != ExitOK || timeless(got) != timeless(wantFaces) || strings.Contains(said, "passed over") {
		t.Errorf("code %d, the pictures give %s, expected %s; %s", code, got, wantFaces, said)
	}
	// A figure beside the pictures that are drawn in it is not one of them.
	mustRun(t, "figure", scene, "--method", "lsr", "--out", filepath.Join(frames, "0009.png"))
	out := filepath.Join(t.TempDir(), "out")
	if _, stdout, stderr := motionseg(t, "batch", scene, "--out", out, "--method", "lsr"); !strings.Contains(stdout,
		"2 found, 2 done, 0 failed, 0 left") {
		t.Errorf("%s%s", stdout, stderr)
	}
}

// timeless is a table of runs without their seconds, the seventh column.
func timeless(table string) string {
	return regexp.MustCompile(`(?m)^((?:[^,\n]*,){6})[^,\n]*`).ReplaceAllString(table, "$1")
}

// TestNamesInJSON: JSON is UTF-8, file names need not be. Every object of the program
// holds such a name as its bytes; read back, it is the same.
func TestNamesInJSON(t *testing.T) {
	folder, path := oddNames(t)
	testfile.Write(t, "no tracks", folder, "bad\xfe.txt")
	read := func(text string, into any) {
		t.Helper()
		if strings.ContainsRune(text, '\ufffd') || strings.Contains(text, `\ufffd`) {
			t.Errorf("a name was changed: %s", text)
		}
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	var one struct{ Sequence, File files.Name }
	read(mustRun(t, "segment", path, "--method", "lsr", "--json"), &one)
	if one.Sequence != "tr\xe9\xff" || string(one.File) != path {
		t.Errorf("sequence %q, file %q", one.Sequence, one.File)
	}
	code, text, stderr := motionseg(t, "benchmark", folder, "--methods", "lsr", "--format", "json")
	if code != ExitOK && code != ExitFailure {
		t.Fatal(code, stderr)
	}
	var all struct {
		Results, Failures []struct{ Sequence files.Name }
	}
	read(text, &all)
	if len(all.Results) != 1 || all.Results[0].Sequence != "tr\xe9\xff" {
		t.Errorf("results %q, failures %q", all.Results, all.Failures)
	}
	out := filepath.Join(t.TempDir(), "b")
	mustRun(t, "batch", path, "--out", out, "--method", "lsr")
	if err := os.Remove(filepath.Join(out, "results.csv")); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "merge", out)
	table, err := os.ReadFile(filepath.Join(out, "results.csv"))
	if err != nil || !bytes.Contains(table, []byte(path)) {
		t.Errorf("the merged table is %q, want %q in it, %v", table, path, err)
	}
}
