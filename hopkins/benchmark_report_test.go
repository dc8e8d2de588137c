package hopkins

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

// sampleReport has two methods on four sequences, one of which failed for one
// of them, one without truth, and two files that could not be read.
func sampleReport() Report {
	nan := math.NaN()
	report := Report{
		Seed: 7,
		Rows: []Row{
			{Sequence: "1R2RC", Category: Checkerboard, Motions: 3, Points: 459, Frames: 30, Method: "lrksc", Error: 1, Iterations: 14, Seconds: 0.5},
			{Sequence: "1R2RC", Category: Checkerboard, Motions: 3, Points: 459, Frames: 30, Method: "ssc", Error: 3, Iterations: 120, Seconds: 0.25,
				Warnings: []string{"the iteration limit was hit", "two points are equal"}},
			{Sequence: "1R2RC_g12", Category: Checkerboard, Motions: 2, Points: 300, Frames: 30, Method: "lrksc", Error: 4, Iterations: 15, Seconds: 0.5},
			{Sequence: "1R2RC_g12", Category: Checkerboard, Motions: 2, Points: 300, Frames: 30, Method: "ssc", Error: nan, Failure: "data: entry (3, 4) is NaN | Inf"},
			{Sequence: "cars1", Category: Traffic, Motions: 2, Points: 307, Frames: 20, Method: "lrksc", Error: 0, Iterations: 13, Seconds: 1},
			{Sequence: "cars1", Category: Traffic, Motions: 2, Points: 307, Frames: 20, Method: "ssc", Error: 0.5, Iterations: 100, Seconds: 1},
			{Sequence: "mine", Category: Other, Motions: 2, Points: 10, Frames: 5, Method: "lrksc", Error: nan, Iterations: 3, Seconds: 1},
		},
		Problems: []Problem{
			{Path: "data/broken/broken_truth.mat", Err: errors.New("broken_truth.mat: unexpected end of file")},
			{Path: "data/notes.mat", Err: errors.New("notes.mat: no tracks")},
		},
	}
	for i := range report.Rows {
		report.Rows[i].InBenchmark = true
	}
	return report
}

func TestSummaries(t *testing.T) {
	want := []Summary{
		{"lrksc", "", 2, 2, 2, 2, 1.5},
		{"lrksc", "", 3, 1, 1, 1, 0.5},
		{"lrksc", "", 0, 3, 5.0 / 3, 1, 2},
		{"ssc", "", 2, 1, 0.5, 0.5, 1},
		{"ssc", "", 3, 1, 3, 3, 0.25},
		{"ssc", "", 0, 2, 1.75, 1.75, 1.25},
	}
	got := Summaries(sampleReport().Rows)
	if len(got) != len(want) {
		t.Fatalf("%d summaries, want %d: %v", len(got), len(want), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("summary %d is %v, want %v", i, got[i], want[i])
		}
	}
	byCategory := CategorySummaries(sampleReport().Rows)
	if n := len(byCategory); n != 9 {
		t.Errorf("%d summaries by category, want 9: %v", n, byCategory)
	}
	if s := byCategory[5]; s != (Summary{"lrksc", Traffic, 2, 1, 0, 0, 1}) {
		t.Errorf("first summary of traffic is %v", s)
	}
}

func TestPublished(t *testing.T) {
	for _, c := range []struct {
		method  string
		frames  FrameMode
		motions int
		mean    float64
	}{
		{"lrksc", AllFrames, 0, 1.64}, {"ssc", AllFrames, 3, 4.41}, {"ssc-omp", AllFrames, 2, 10.34},
		{"lrksc", FirstLast, 2, 2.53}, {"ssc", FirstLast, 0, 5.20},
	} {
		if f, ok := Published(c.method, c.frames, c.motions); !ok || f.Mean != c.mean {
			t.Errorf("Published(%s, %v, %d) = %v, %v, want mean %v", c.method, c.frames, c.motions, f, ok, c.mean)
		}
	}
	for _, c := range []struct {
		method  string
		frames  FrameMode
		motions int
	}{{"rsim", AllFrames, 0}, {"lrksc", FramePair, 0}, {"lrksc", AllFrames, 4}, {"lrksc:eta=3", AllFrames, 0}} {
		if f, ok := Published(c.method, c.frames, c.motions); ok {
			t.Errorf("Published(%s, %v, %d) = %v, want none", c.method, c.frames, c.motions, f)
		}
	}
}

func TestReportTable(t *testing.T) {
	var b bytes.Buffer
	if err := sampleReport().Write(&b, "table"); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"Clustering error in %, frames: all, seed 7",
		"method  motions  sequences   mean  median  paper mean  paper median  seconds",
		"lrksc         2          2  2.000   2.000        1.22          0.00      1.5",
		"ssc         all          2  1.750   1.750        2.18          0.00      1.2",
		"traffic       lrksc         2          1  0.000   0.000      1.0",
		"1R2RC_g12  ssc     data: entry (3, 4) is NaN | Inf",
		"broken     -       broken_truth.mat: unexpected end of file",
	} {
		if !strings.Contains(b.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, b.String())
		}
	}
	if strings.Contains(b.String(), "notes.mat") {
		t.Errorf("a stray file is listed as failed:\n%s", b.String())
	}
}

// TestReportWithoutPublishedFigures: a method or a sequence that the paper does
// not have is set beside none of its figures.
func TestReportWithoutPublishedFigures(t *testing.T) {
	for _, row := range []Row{
		{Sequence: "1R2RC", InBenchmark: true, Motions: 2, Method: "rsim", Error: 1},
		{Sequence: "mine", Motions: 2, Method: "lrksc", Error: 1},
	} {
		var b bytes.Buffer
		if err := (Report{Rows: []Row{row}}).Write(&b, "table"); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "paper") {
			t.Errorf("published columns without a published figure:\n%s", b.String())
		}
	}
}

func TestReportMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := sampleReport().Write(&b, "markdown"); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"| method | motions | sequences | mean | median | paper mean | paper median | seconds |",
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
		"| lrksc | 2 | 2 | 2.000 | 2.000 | 1.22 | 0.00 | 1.5 |",
		`| 1R2RC_g12 | ssc | data: entry (3, 4) is NaN \| Inf |`,
	} {
		if !strings.Contains(b.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, b.String())
		}
	}
}

func TestReportCSV(t *testing.T) {
	var b bytes.Buffer
	if err := sampleReport().Write(&b, "csv"); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 9 {
		t.Fatalf("%d lines, want 9", len(lines))
	}
	got := strings.Join(lines[2], "|")
	if want := "1R2RC|checkerboard|3|459|30|ssc|3|120|0.2500|the iteration limit was hit; two points are equal|"; got != want {
		t.Errorf("line is %s, want %s", got, want)
	}
	if lines[4][6] != "" || lines[4][10] != "data: entry (3, 4) is NaN | Inf" {
		t.Errorf("failed line is %q", lines[4])
	}
	if lines[8][0] != "broken" {
		t.Errorf("last line is %q, want the file that could not be read", lines[8])
	}
}

// TestReportJSON pins the keys that the documentation promises, in order.
func TestReportJSON(t *testing.T) {
	var b bytes.Buffer
	if err := sampleReport().Write(&b, "json"); err != nil {
		t.Fatal(err)
	}
	want := `{
  "results": [
    {
      "sequence": "1R2RC",
      "category": "checkerboard",
      "motions": 3,
      "points": 459,
      "frames": 30,
      "method": "lrksc",
      "error_percent": 1,
      "iterations": 14,
      "seconds": 0.5,
      "warnings": []
    },
`
	if !strings.HasPrefix(b.String(), want) {
		t.Errorf("report starts with\n%s\nwant\n%s", b.String()[:len(want)], want)
	}
	var report struct {
		Results []struct {
			Sequence string
			Error    *float64 `json:"error_percent"`
			Warnings []string
		}
		Summary []struct {
			Method, Motions string
			Count           int
			Mean, Median    float64
		}
		Categories []struct{ Category, Method, Motions string }
		Failures   []Failure
	}
	if err := json.Unmarshal(b.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Results) != 6 || len(report.Summary) != 6 || len(report.Categories) != 9 || len(report.Failures) != 2 {
		t.Fatalf("%d results, %d summaries, %d by category, %d failures, want 6, 6, 9, 2",
			len(report.Results), len(report.Summary), len(report.Categories), len(report.Failures))
	}
	if s := report.Summary[2]; s.Method != "lrksc" || s.Motions != "all" || s.Count != 3 {
		t.Errorf("third summary is %v", s)
	}
	if report.Results[5].Error != nil {
		t.Errorf("error of a sequence without truth is %v, want null", *report.Results[5].Error)
	}
}

func TestReportFormatUnknown(t *testing.T) {
	err := Report{}.Write(io.Discard, "xml")
	if err == nil || !strings.Contains(err.Error(), "table, csv, markdown, json") {
		t.Errorf("error is %v, want the known formats", err)
	}
}

// TestReportEmpty: a benchmark that was stopped before its first row still
// writes something valid.
func TestReportEmpty(t *testing.T) {
	for _, format := range ReportFormats {
		var b bytes.Buffer
		if err := (Report{}).Write(&b, format); err != nil {
			t.Errorf("%s: %v", format, err)
		}
		if format == "json" && !json.Valid(b.Bytes()) {
			t.Errorf("invalid JSON: %s", b.String())
		}
	}
}
