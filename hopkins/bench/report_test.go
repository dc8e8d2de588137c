package bench

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
)

// sampleReport has two methods on four sequences, one of which failed for one
// of them, one without truth, and two files that could not be read.
func sampleReport() Report {
	nan := math.NaN()
	report := Report{
		Seed: 7,
		Rows: []Row{
			{Sequence: "1R2RC", Category: hopkins.Checkerboard, Motions: 3, Points: 459, Frames: 30, Method: "lrksc",
				Error: 1, Iterations: 14, Seconds: 0.5},
			{Sequence: "1R2RC", Category: hopkins.Checkerboard, Motions: 3, Points: 459, Frames: 30, Method: "ssc",
				Error: 3, Iterations: 120, Seconds: 0.25,
				Warnings: []string{"the iteration limit was hit", "two points are equal"}},
			{Sequence: "1R2RC_g12", Category: hopkins.Checkerboard, Motions: 2, Points: 300, Frames: 30,
				Method: "lrksc", Error: 4, Iterations: 15, Seconds: 0.5},
			{Sequence: "1R2RC_g12", Category: hopkins.Checkerboard, Motions: 2, Points: 300, Frames: 30, Method: "ssc",
				Error: nan, Failure: "data: entry (3, 4) is NaN | Inf"},
			{Sequence: "cars1", Category: hopkins.Traffic, Motions: 2, Points: 307, Frames: 20, Method: "lrksc",
				Error: 0, Iterations: 13, Seconds: 1},
			{Sequence: "cars1", Category: hopkins.Traffic, Motions: 2, Points: 307, Frames: 20, Method: "ssc",
				Error: 0.5, Iterations: 100, Seconds: 1},
			{Sequence: "mine", Category: hopkins.Other, Motions: 2, Points: 10, Frames: 5, Method: "lrksc", Error: nan,
				Iterations: 3, Seconds: 1},
		},
		Problems: []hopkins.Skipped{
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
		{Method: "lrksc", Motions: 2, Count: 2, Mean: 2, Median: 2, Seconds: 1.5},
		{Method: "lrksc", Motions: 3, Count: 1, Mean: 1, Median: 1, Seconds: 0.5},
		{Method: "lrksc", Count: 3, Mean: 5.0 / 3, Median: 1, Seconds: 2},
		{Method: "ssc", Motions: 2, Count: 1, Mean: 0.5, Median: 0.5, Seconds: 0.25 + 0.75},
		{Method: "ssc", Motions: 3, Count: 1, Mean: 3, Median: 3, Seconds: 0.25},
		{Method: "ssc", Count: 2, Mean: 1.75, Median: 1.75, Seconds: 1.25},
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
	if s := byCategory[5]; s != (Summary{Method: "lrksc", Category: hopkins.Traffic, Motions: 2, Count: 1, Seconds: 1}) {
		t.Errorf("first summary of traffic is %v", s)
	}
}

// TestOutlierFigures: where outliers are looked for, the table says how well they
// were found and what the others err.
func TestOutlierFigures(t *testing.T) {
	score := func(wrong, undecided, outliers, truth, right, others int) hopkins.Score {
		return hopkins.Score{Error: float64(wrong), Wrong: wrong, Counted: 100, OutliersClass: true,
			Undecided: undecided, Outliers: outliers, TrueOutliers: truth, RightOutliers: right, OthersWrong: others}
	}
	report := Report{Rows: []Row{
		{Sequence: "a", Motions: 2, Method: "lrksc", Error: 9, Score: score(9, 0, 20, 20, 15, 4)}, // F1 0.75, others 5 %
		{Sequence: "b", Motions: 2, Method: "lrksc", Error: 0, Score: score(0, 0, 20, 20, 20, 0)}, // 1, 0 %
		{Sequence: "c", Motions: 2, Method: "lrksc", Error: 4, Score: score(4, 0, 4, 0, 0, 4)},    // none to find, 4 %
	}}
	all := Summaries(report.Rows)[1]
	if all.F1 != 0.875 || all.Others != 3 || all.Corrupted != 2 {
		t.Errorf("F1 %v of %d sequences, others %v", all.F1, all.Corrupted, all.Others)
	}
	var b strings.Builder
	if err := report.Write(&b, "markdown"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| F1 | others |", "| 0.875 | 3.000 |"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if s := (hopkins.Score{Error: 3, Counted: 10}); !math.IsNaN(s.F1()) || !math.IsNaN(s.OthersError()) {
		t.Errorf("F1 %v and others %v where outliers are no class", s.F1(), s.OthersError())
	}
}

// TestSureFigures: where the number of motions is estimated, table, CSV and JSON say
// for every true number how many are right, and how many of those that are said to
// be 90 % sure.
func TestSureFigures(t *testing.T) {
	report := Report{Estimate: true, Corruption: hopkins.Corruption{Tracks: 0.2}, Rows: []Row{
		{Sequence: "a", Motions: 1, Found: 1, Confidence: 0.9, Method: "lrksc", Error: 0},
		{Sequence: "b", Motions: 1, Found: 2, Confidence: 0.95, Method: "lrksc", Error: 40},
		{Sequence: "c", Motions: 4, Found: 4, Confidence: 0.89, Method: "lrksc", Error: 1},
		{Sequence: "d", Motions: 4, Found: 5, Method: "lrksc", Error: 8},
		{Sequence: "e", Motions: 4, Method: "lrksc", Error: math.NaN(), Failure: "no tracks"},
	}}
	write := func(format string) string {
		var b strings.Builder
		if err := report.Write(&b, format); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	table := write("markdown")
	for _, want := range []string{"| right | sure | seconds |", "| lrksc | 1 | 2 | 20.000 | 20.000 | 50.0 | 2 (1) |",
		"| lrksc | 4 | 2 | 4.500 | 4.500 | 50.0 | 0 (0) |", "| lrksc | all | 4 | 12.250 | 4.500 | 50.0 | 2 (1) |"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	lines, err := csv.NewReader(strings.NewReader(write("csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"estimate,confidence", "1,0.9000", "2,0.9500", "4,0.8900", "5,", ","} {
		if got := strings.Join(lines[i][len(lines[i])-2:], ","); got != want {
			t.Errorf("line %d ends with %q, want %q", i, got, want)
		}
	}
	var got struct {
		Results []struct {
			Estimate   int
			Confidence float64
		}
		Summary []struct {
			Motions string
			Right   float64 `json:"right_percent"`
			Sure    int
			Of      int `json:"sure_right"`
		}
		Corrupt string
	}
	if err := json.Unmarshal([]byte(write("json")), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Results) != 4 || got.Results[1].Estimate != 2 || got.Results[1].Confidence != 0.95 ||
		got.Corrupt != "tracks=0.2" {
		t.Errorf("results %+v, corrupt %q", got.Results, got.Corrupt)
	}
	if len(got.Summary) != 3 || got.Summary[1].Motions != "4" || got.Summary[2].Right != 50 ||
		got.Summary[2].Sure != 2 || got.Summary[2].Of != 1 {
		t.Errorf("summary %+v", got.Summary)
	}
	for i := range report.Rows {
		report.Rows[i].Confidence = 0
	}
	if table := write("markdown"); strings.Contains(table, "sure") {
		t.Errorf("a table of numbers whose confidence is not known says how many are sure:\n%s", table)
	}
}

// whole155 is a report on all of the 155 by one method, each of them with the
// error of its place.
func whole155(method string, frames hopkins.FrameMode) Report {
	r := Report{Frames: hopkins.FrameSelection{Mode: frames}}
	for _, name := range hopkins.Names155() {
		motions := 3
		if _, selection, _ := strings.Cut(name, "_g"); selection != "" || !slices.Contains(hopkins.Names155(), name+"_g12") {
			motions = 2
		}
		r.Rows = append(r.Rows,
			Row{Sequence: name, Motions: motions, Method: method, InBenchmark: true, Error: float64(len(r.Rows))})
	}
	return r
}

// TestPublished: the figures stand beside exactly the data that they are for.
func TestPublished(t *testing.T) {
	beside := func(r Report) []float64 {
		var means []float64
		for _, s := range Summaries(r.Rows) {
			f, ok := r.PublishedFor(s)
			if !ok {
				f.Mean = -1
			}
			means = append(means, f.Mean)
		}
		return means
	}
	for _, c := range []struct {
		what   string
		report Report
		change func(*Report)
		want   []float64
	}{
		{"all frames", whole155("lrksc", hopkins.AllFrames), nil, []float64{1.22, 3.10, 1.64}},
		{"first and last", whole155("ssc", hopkins.FirstLast), nil, []float64{3.52, 10.93, 5.20}},
		{"two other frames", whole155("lrksc", hopkins.FramePair), nil, []float64{-1, -1, -1}},
		{"another method", whole155("rsim", hopkins.AllFrames), nil, []float64{-1, -1, -1}},
		{"other settings", whole155("lrksc:eta=3", hopkins.AllFrames), nil, []float64{-1, -1, -1}},
		{"all but one", whole155("lrksc", hopkins.AllFrames), func(r *Report) { r.Rows = r.Rows[1:] }, []float64{-1, -1, -1}},
		{"one only", whole155("lrksc", hopkins.AllFrames), func(r *Report) { r.Rows = r.Rows[:1] }, []float64{-1, -1}},
		{"one in place of another", whole155("lrksc", hopkins.AllFrames), func(r *Report) {
			r.Rows[3].Sequence = "dancing"
		}, []float64{-1, -1, -1}},
		{"one that failed", whole155("lrksc", hopkins.AllFrames), func(r *Report) {
			for i := range r.Rows {
				if r.Rows[i].Motions == 3 {
					r.Rows[i].Error = math.NaN()
					return
				}
			}
		}, []float64{1.22, -1, -1}},
	} {
		if c.change != nil {
			c.change(&c.report)
		}
		if got := beside(c.report); !slices.Equal(got, c.want) {
			t.Errorf("%s: published %v, want %v", c.what, got, c.want)
		}
	}
}

// TestPublishedScenes: the figures of KT3DMoSeg stand beside the 22 scenes, those
// of Hopkins155 never.
func TestPublishedScenes(t *testing.T) {
	var r Report
	for i := range 22 {
		motions := 2
		switch {
		case i >= 21:
			motions = 5
		case i >= 16:
			motions = 4
		case i >= 12:
			motions = 3
		}
		r.Rows = append(r.Rows,
			Row{Sequence: fmt.Sprintf("Seq%03d_Clip01", i), Motions: motions, Method: "ssc", Error: 30, Gaps: true})
	}
	var b bytes.Buffer
	if err := r.Write(&b, "table"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"KT3DMoSeg", "CVPR 2018", "one label", "33.88", "CoReg   7.92    0.75"} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	r.Rows = r.Rows[:11]
	if r.Published() != nil {
		t.Error("eleven scenes have the figures of all")
	}
}

func TestReportTable(t *testing.T) {
	var b bytes.Buffer
	if err := sampleReport().Write(&b, "table"); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"Clustering error in %, frames: all, seed 7",
		"method  motions  sequences   mean  median  seconds",
		"lrksc         2          2  2.000   2.000      1.5",
		"ssc         all          2  1.750   1.750      1.2",
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

// TestReportWithPublishedFigures: their source is printed with them.
func TestReportWithPublishedFigures(t *testing.T) {
	var b bytes.Buffer
	if err := whole155("lrksc", hopkins.AllFrames).Write(&b, "table"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"arXiv:1707.04974", "paper mean  paper median", "1.64          0.00"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestReportMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := sampleReport().Write(&b, "markdown"); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"| method | motions | sequences | mean | median | seconds |",
		"| --- | ---: | ---: | ---: | ---: | ---: |",
		"| lrksc | 2 | 2 | 2.000 | 2.000 | 1.5 |",
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
	if want := "1R2RC|checkerboard|3|459|30|ssc|3|120|0.2500|the iteration limit was hit; two points " +
		"are equal|||"; got != want {
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
      "warnings": [],
      "counted": 0,
      "undecided": 0
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
