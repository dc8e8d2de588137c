package imageset

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/hopkins/realdata"
	"motionseg/segment"
)

func specs(t testing.TB, methods ...string) []segment.Spec {
	t.Helper()
	s, err := segment.ParseSpecs(methods, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sameRows compares rows without their times.
func sameRows(a, b []Trial) bool {
	strip := func(rows []Trial) []Trial {
		out := append([]Trial(nil), rows...)
		for i := range out {
			out[i].Seconds = 0
		}
		return out
	}
	return reflect.DeepEqual(strip(a), strip(b))
}

func TestProtocol(t *testing.T) {
	p := Protocol{Set: subspaceSet(t, 5, 12), Methods: specs(t, "ssc:alpha=20", "lrksc:ratio=1"), Subjects: []int{2, 4},
		Workers: 3}
	finished := 0
	p.Finished = func(Trial) { finished++ }
	rows, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if p.Total() != 12 || len(rows) != 12 || finished != 12 {
		t.Fatalf("%d rows of %d, %d announced, expected 2·(4 + 2)", len(rows), p.Total(), finished)
	}
	for i, row := range rows {
		k, first := 2, i/2+1
		if i >= 8 {
			k, first = 4, (i-8)/2+1
		}
		if row.Subjects != k || row.First != first || row.Images != 12*k || row.Method != p.Methods[i%2].Name ||
			row.Failure != "" {
			t.Errorf("row %d: %+v", i, row)
		}
		if row.Method == "ssc:alpha=20" && row.Error != 0 {
			t.Errorf("ssc on planes, subjects from %d: error %v %%", row.First, row.Error)
		}
	}
	p.Workers, p.Finished = 1, nil
	again, err := p.Run(t.Context())
	if err != nil || !sameRows(rows, again) {
		t.Errorf("one worker gives other rows: %v", err)
	}
}

func TestProtocolSpreadsRuns(t *testing.T) {
	p := Protocol{Set: subspaceSet(t, 9, 2), Methods: specs(t, "ssc"), Subjects: []int{2, 9}, MaxRuns: 3}
	var got []int
	for _, s := range p.spans() {
		got = append(got, s.first)
	}
	if want := []int{1, 4, 8, 1}; !reflect.DeepEqual(got, want) {
		t.Errorf("runs start at %v, expected %v", got, want)
	}
}

func TestProtocolErrors(t *testing.T) {
	p := Protocol{Set: subspaceSet(t, 3, 2), Methods: specs(t, "ssc")}
	for _, subjects := range [][]int{nil, {0}, {4}, {2, 2}} {
		p.Subjects = subjects
		if _, err := p.Run(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "subjects: ") {
			t.Errorf("subjects %v: %v", subjects, err)
		}
	}
	p.Subjects = []int{2}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if rows, err := p.Run(ctx); !errors.Is(err, context.Canceled) || len(rows) != 0 {
		t.Errorf("cancelled: %v, %v", rows, err)
	}
	// A method that can't run on pictures fails its rows, not the others.
	p.Methods = specs(t, "lrksc-auto", "ssc")
	rows, err := p.Run(t.Context())
	if err != nil || len(rows) != 4 || rows[0].Failure == "" || !math.IsNaN(rows[0].Error) || rows[1].Failure != "" {
		t.Errorf("%+v, %v", rows, err)
	}
}

// TestReport checks the figures and all formats on rows made up.
func TestReport(t *testing.T) {
	set := subspaceSet(t, 4, 2)
	r := Trials{Protocol: Protocol{Set: set, Methods: specs(t, "ssc", "lrksc"), Subjects: []int{2, 4}, Seed: 9}}
	for i, e := range []float64{1, 2, 6} {
		r.Rows = append(r.Rows, Trial{Method: "ssc", Subjects: 2, First: i + 1, Images: 4, Error: e, Seconds: 0.5})
	}
	r.Rows = append(r.Rows, Trial{Method: "lrksc", Subjects: 2, First: 1, Error: math.NaN(), Failure: "no luck"},
		Trial{Method: "lrksc", Subjects: 4, First: 1, Images: 8, Error: 12.5, Iterations: 14, Warnings: []string{"w"}})
	want := []TrialSummary{
		{Method: "ssc", Subjects: 2, Runs: 3, Possible: 3, Mean: 3, Median: 2, Largest: 6, Seconds: 1.5},
		{Method: "lrksc", Subjects: 4, Runs: 1, Possible: 1, Mean: 12.5, Median: 12.5, Largest: 12.5},
	}
	if got := r.Summaries(); !reflect.DeepEqual(got, want) {
		t.Errorf("summaries %+v", got)
	}
	written := map[string]string{}
	for _, format := range bench.ReportFormats {
		var b bytes.Buffer
		if err := r.Write(&b, format); err != nil {
			t.Fatal(err)
		}
		written[format] = b.String()
	}
	for format, lines := range map[string][]string{
		"table": {
			"Clustering error in % over runs of consecutive subjects, planes.mat: 8 pictures of 4 subjects, seed 9\n",
			"ssc            2     3   3   3.000   2.000    6.000      1.5\n", "lrksc   2         5      no luck\n",
		},
		"markdown": {"| ssc | 2 | 3 | 3 | 3.000 | 2.000 | 6.000 | 1.5 |\n"},
	} {
		for _, line := range lines {
			if !strings.Contains(written[format], line) {
				t.Errorf("%s: no line %q in\n%s", format, line, written[format])
			}
		}
	}
	lines, err := csv.NewReader(strings.NewReader(written["csv"])).ReadAll()
	if err != nil || len(lines) != 6 || strings.Join(lines[5], ",") != "lrksc,4,5,8,12.5,14,0.0000,w,," ||
		lines[4][4] != "" || lines[4][8] != "no luck" {
		t.Errorf("csv: %v, %v", lines, err)
	}
	var report struct {
		Results []struct {
			Error *float64 `json:"error_percent"`
		}
		Summary []struct{ Mean, Median float64 }
	}
	if err := json.Unmarshal([]byte(written["json"]), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Results) != 5 || report.Results[3].Error != nil || *report.Results[4].Error != 12.5 ||
		report.Summary[0].Median != 2 {
		t.Errorf("json: %s", written["json"])
	}
	if err := r.Write(&bytes.Buffer{}, "pdf"); err == nil || !strings.Contains(err.Error(), "table, csv, markdown, json") {
		t.Errorf("unknown format: %v", err)
	}
}

// faces returns the path of a set of real pictures, or skips the test.
func faces(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(realdata.Folder(t, "faces"), name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no real data: %v (set HOPKINS155_DIR to the folder of the Hopkins 155 benchmark, with faces beside it)", err)
	}
	return path
}

func TestRealSets(t *testing.T) {
	for name, want := range map[string]struct{ pixels, images, classes, width, height int }{
		"ExtendedYaleB.mat": {2016, 2414, 38, 42, 48},
		"ORL_32x32.mat":     {1024, 400, 40, 32, 32},
		"COIL20.mat":        {1024, 1440, 20, 32, 32},
	} {
		s, err := Open(t.Context(), faces(t, name), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d, n := s.X.Dims(); d != want.pixels || n != want.images || len(s.Classes) != want.classes ||
			s.Width != want.width || s.Height != want.height {
			t.Errorf("%s: %d×%d, %d classes, %d×%d", name, d, n, len(s.Classes), s.Width, s.Height)
		}
		if first := s.Subset(1, 10); name == "ExtendedYaleB.mat" && first.Images() != 640 {
			t.Errorf("%s: subjects 1 to 10 have %d pictures, expected 640", name, first.Images())
		}
	}
}

// TestRealFaces pins the error on ten subjects of ORL: 35 of 100 pictures.
// Rounding moves a few pictures between two nearly equal clusterings.
func TestRealFaces(t *testing.T) {
	s, err := Open(t.Context(), faces(t, "ORL_32x32.mat"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	methods, err := segment.ParseSpecs([]string{"lrksc", "lrksc-robust"}, nil, "orl")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range methods {
		g, err := hopkins.Segment(t.Context(), s.Subset(1, 10).Source(), hopkins.Task{Method: m, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if e := g.Score.Error; math.Abs(e-35) > 4 {
			t.Errorf("%s: error %v %%, expected 35 ± 4", m.Name, e)
		}
	}
}
