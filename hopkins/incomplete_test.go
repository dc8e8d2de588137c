package hopkins

import (
	"bytes"
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment"
)

// masked returns a sequence with the tracks seen where a line has an x.
func masked(lines ...string) *Sequence {
	s := &Sequence{Name: "masked", Pixels: mat.NewDense(2*len(lines[0]), len(lines), nil)}
	for i, line := range lines {
		s.Visible = append(s.Visible, make([]bool, len(line)))
		for f := range line {
			s.Visible[i][f] = line[f] == 'x'
			s.Pixels.Set(2*f, i, float64(10*i+f))
			s.Pixels.Set(2*f+1, i, float64(f*i))
		}
	}
	s.normalize()
	return s
}

func TestCoverage(t *testing.T) {
	s := masked(
		"xxxxxxxx",
		"xxxxxx..",
		"xxxxxx..",
		"..xxxx.x",
		"xxxxxxxx",
	)
	s.Truth = []int{1, 1, 2, 2, 0} // the last is an outlier
	c := s.Coverage()
	if c.Tracks != 4 || !reflect.DeepEqual(c.Seen, []int{3, 3, 4, 4, 4, 4, 1, 2}) {
		t.Errorf("%d tracks, seen %v", c.Tracks, c.Seen)
	}
	for _, r := range []struct{ first, last, want int }{{0, 7, 1}, {0, 5, 3}, {2, 5, 4}, {1, 1, 3}, {7, 7, 2}, {5, 6, 1}} {
		if got := c.Complete(r.first, r.last); got != r.want {
			t.Errorf("%d tracks are complete from %d to %d, want %d", got, r.first, r.last, r.want)
		}
	}
	// 3 tracks in 6 frames are 18 points, more than 4 in 4 and 1 in 8.
	if i, j := c.Best(); i != 0 || j != 5 {
		t.Errorf("the best range is %d to %d, want 0 to 5", i, j)
	}
	if f := s.Resolve(FrameSelection{Mode: BestRange}); f != (FrameSelection{Mode: FrameRange, J: 5}) {
		t.Errorf("best stands for %v", f)
	}
	if f := sampleSequence().Resolve(FrameSelection{Mode: BestRange}); f.Mode != AllFrames {
		t.Errorf("best stands for %v where all tracks are complete", f)
	}
	// Two frames have the most points, but five are the least.
	if i, j := masked("xx.....", "xx.....", "xx.....", "xx.....", "xx.....", "xx.....",
		"..xxxxx").Coverage().Best(); i != 2 || j != 6 {
		t.Errorf("the best range is %d to %d, want 2 to 6", i, j)
	}
	if i, j := masked("xx.", "..x").Coverage().Best(); i != 0 || j != 2 {
		t.Errorf("the best range is %d to %d, want 0 to 2", i, j)
	}
	// Of equal ranges the longest, of these the first.
	if i, j := masked("xxxxxx......", "......xxxxxx").Coverage().Best(); i != 0 || j != 5 {
		t.Errorf("the best range is %d to %d, want 0 to 5", i, j)
	}
}

func TestKeep(t *testing.T) {
	s := masked("xxxxxxxx", "xxxx.xxx", "xxxxx...", "xxxx....", "xxxxxxxx")
	s.Truth = []int{1, 1, 2, 2, 0}
	for _, c := range []struct {
		frames                    string
		incomplete                Incomplete
		complete, filled, leftOut []int
	}{
		{"all", LeaveOut, []int{0}, nil, []int{1, 2, 3}},
		{"all", FillGaps, []int{0}, []int{1, 2}, []int{3}},
		{"1-4", FillGaps, []int{0, 1, 2, 3}, nil, nil},
		{"first-last", LeaveOut, []int{0, 1}, nil, []int{2, 3}},
		{"1,6", FillGaps, []int{0, 1}, []int{2, 3}, nil},
		{"3-7", FillGaps, []int{0}, []int{1}, []int{2, 3}},
	} {
		f, err := ParseFrames(c.frames)
		if err != nil {
			t.Fatal(err)
		}
		k, err := s.Keep(f, c.incomplete)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(k.Complete, c.complete) || !reflect.DeepEqual(k.Filled, c.filled) ||
			!reflect.DeepEqual(k.LeftOut, c.leftOut) {
			t.Errorf("frames %s, %v: complete %v, filled %v, left out %v", c.frames, c.incomplete, k.Complete, k.Filled,
				k.LeftOut)
		}
	}
	k := Kept{Complete: []int{1, 4, 9}, Filled: []int{0, 5, 6}}
	if got := k.Tracks(); !reflect.DeepEqual(got, []int{0, 1, 4, 5, 6, 9}) {
		t.Errorf("tracks %v", got)
	}
	if _, err := s.Keep(FrameSelection{Mode: FrameRange, J: 8}, LeaveOut); err == nil {
		t.Error("frames that are not there are taken")
	}
}

func TestParseIncomplete(t *testing.T) {
	for text, want := range map[string]Incomplete{"": Automatic, "leave-out": LeaveOut, "auto": Automatic,
		" Fill-Gaps ": FillGaps} {
		if got, err := ParseIncomplete(text); err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	if _, err := ParseIncomplete("guess"); err == nil ||
		!strings.Contains(err.Error(), `auto or leave-out or fill-gaps, found "guess"`) {
		t.Errorf("error is %v", err)
	}
}

// shifting returns two planes of 30 tracks each in 12 frames: one shifts, one
// grows. Every third track has a gap of gap frames.
func shifting(gap int) *Sequence {
	const frames, each = 12, 30
	s := &Sequence{Name: "shifting", Width: 640, Height: 480, Pixels: mat.NewDense(2*frames, 2*each, nil)}
	for i := range 2 * each {
		s.Truth = append(s.Truth, 1+i/each)
		s.Visible = append(s.Visible, make([]bool, frames))
		x, y := float64(17*i%97), float64(29*i%83)
		for f := range frames {
			t := float64(f)
			s.Visible[i][f] = i%3 != 0 || f < i%7 || f >= i%7+gap
			if i < each {
				s.Pixels.Set(2*f, i, 100+x+3*t)
				s.Pixels.Set(2*f+1, i, 100+y+t*t/10)
			} else {
				s.Pixels.Set(2*f, i, 400+x*(1+t/40))
				s.Pixels.Set(2*f+1, i, 200+y*(1+t/40)-2*t)
			}
		}
	}
	s.normalize()
	return s
}

// TestPrepareFills: gaps are filled with what was hidden, to a fraction of a
// pixel, and only gaps are.
func TestPrepareFills(t *testing.T) {
	s := shifting(3)
	whole := shifting(0)
	p, err := s.Prepare(t.Context(), FrameSelection{}, FillGaps, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Columns) != 60 || len(p.Filled) != 20 || len(p.LeftOut) != 0 || p.Fill == nil {
		t.Fatalf("%d columns, %d filled, %d left out", len(p.Columns), len(p.Filled), len(p.LeftOut))
	}
	rows, _ := p.Data.X.Dims()
	largest := 0.0
	for r := range rows {
		for c, i := range p.Columns {
			d := 320 * math.Abs(p.Data.X.At(r, c)-whole.Normalized.At(r, i))
			if s.Seen(i, r/2) && d != 0 {
				t.Fatalf("track %d in frame %d was seen and has moved", i, r/2)
			}
			largest = max(largest, d)
		}
	}
	if !(largest < 0.5) || !(p.Fill.Median < 0.2) || !(p.Fill.Tenth >= p.Fill.Median) {
		t.Errorf("points come back within %.3f pixels, the trial says %+v", largest, p.Fill)
	}
	// Two frames take their points from all frames between them.
	pair, err := s.Prepare(t.Context(), FrameSelection{Mode: FirstLast}, FillGaps, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if d, n := pair.Data.X.Dims(); d != 9 || n != 60 || pair.Data.Kind != segment.TwoFrames {
		t.Errorf("two frames give %d×%d", d, n)
	}
	if _, err := masked("x.x.", ".x.x").Prepare(t.Context(), FrameSelection{}, LeaveOut, 0, 1); err == nil ||
		!strings.Contains(err.Error(),
			`expected at least 2 tracks that are visible in every chosen frame, found 0 of 2; choose fewer frames, `+
				`as the range that "best" stands for`) {
		t.Errorf("error is %v", err)
	}
}

// TestAssign: tracks with gaps too long to be filled come to their motion after
// the segmentation, and the table says how.
func TestAssign(t *testing.T) {
	s := shifting(6)
	spec, err := segment.ParseSpec("lrksc")
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.Segment(t.Context(), Task{Method: spec, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Tracks) != 40 || g.Count(Assigned) != 20 || g.Score.Error != 0 || g.Headline(1) != "0.0 % of 60 tracks" {
		t.Fatalf("%d tracks, %d assigned, %q", len(g.Tracks), g.Count(Assigned), g.Headline(1))
	}
	table := g.LabelTable()
	if len(table.Tracks) != 60 || !reflect.DeepEqual(table.Labels, s.Truth) || table.How[0] != "assigned" ||
		table.How[1] != "segmented" {
		t.Errorf("%+v", table)
	}
}

// goldenSegmentation has something in every field.
func goldenSegmentation(t *testing.T) *Segmentation {
	s := masked("xxxx", "xxxx", "xx.x", "x..x", ".xxx", "x...", "xxxx")
	s.Path, s.Truth, s.IDs = "folder/masked.csv", []int{1, 2, 2, 1, 2, 1, 0},
		[]string{"7", "8", "9", "left, foot", "11", "12", "13"}
	lrksc, err := segment.Lookup("lrksc")
	if err != nil {
		t.Fatal(err)
	}
	g, err := finish(t.Context(), &Segmentation{
		Source: SourceOf(s), Preset: "all-frames", Candidate: -1,
		Task: Task{Method: segment.Spec{Name: "lrksc:eta=3", Method: lrksc}, Frames: FrameSelection{Mode: BestRange},
			Unassigned: true, Seed: 4},
		Result: &segment.Result{
			Method: "lrksc", Values: segment.Values{"eta": 3, "ratio": 0.5}, Motions: 2, Converged: true, Labels: []int{2, 1, 2},
			History:  []segment.Iteration{{Number: 1}, {Number: 12}},
			Stages:   []segment.Stage{{Name: "coefficients", Time: 250 * time.Millisecond}},
			Warnings: []segment.Warning{{Code: segment.EmptyGroups, Text: "only 1 of the 2 groups asked for have points"}},
		},
		Prepared: &Prepared{
			Kept:    Kept{Frames: []int{0, 1, 2, 3}, Complete: []int{0, 1}, Filled: []int{2}, LeftOut: []int{3, 4, 5}},
			Columns: []int{0, 1, 2}, Fill: &Fill{Rank: 3, Median: 0.25, Tenth: math.NaN()}, scope: scope{incomplete: FillGaps},
		},
		Estimate: &segment.MotionsEstimate{Motions: 2, RunnerUp: 3, Confidence: 0.75, Low: 1, Scores: []float64{0.5, 2, 1.5}},
	})
	if err != nil {
		t.Fatal(err)
	}
	// As if one of the three could be assigned.
	g.Task.Unassigned, g.assigned = false, []int{2, 0, 0}
	g.label()
	return g
}

// TestScore: the figure is over all tracks that have a true motion and are seen
// in two frames; those without a label are wrong. The one seen once and the
// outlier of the file are in no figure.
func TestScore(t *testing.T) {
	g := goldenSegmentation(t)
	want := Score{Error: 40, Wrong: 2, Counted: 5, OneLabel: 40, Undecided: 1}
	if g.Score != want || g.Headline(1) != "40.0 % of 5 tracks · 1 undecided" {
		t.Errorf("%+v, %q", g.Score, g.Headline(1))
	}
	if how := []How{Segmented, Segmented, Filled, Assigned, Undecided, Undecided, Excluded}; !slices.Equal(g.How,
		how) || !slices.Equal(g.Labels, []int{1, 2, 1, 1, 0, 0, 0}) {
		t.Errorf("labels %v, %v", g.Labels, g.How)
	}
	plain := g.WithoutAssigned()
	if plain.Score.Error != 60 || plain.Score.Undecided != 2 || plain.How[3] != Unlooked || plain.Labels[3] != 0 ||
		g.Score != want {
		t.Errorf("without the assigned ones %+v, %v", plain.Score, plain.How)
	}
	g.Result.Outliers = []int{1}
	g.label()
	if g.Score.Outliers != 1 || g.Labels[1] != 0 || g.Headline(0) != "60 % of 5 tracks · 1 outlier · 1 undecided" {
		t.Errorf("an outlier found: %+v, %v, %q", g.Score, g.Labels, g.Headline(0))
	}
	g.Source.Truth = nil
	g.label()
	if !math.IsNaN(g.Score.Error) || g.Headline(1) != "6 tracks · 1 outlier · 2 undecided" || g.Wrong() != nil {
		t.Errorf("without a truth: %+v, %q", g.Score, g.Headline(1))
	}
}

// TestJSONIsStable: scripts rely on these keys and their order. A change of them
// needs another SegmentSchema and a line in the documentation.
func TestJSONIsStable(t *testing.T) {
	var b bytes.Buffer
	if err := goldenSegmentation(t).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	const want = `{"schema":2,"sequence":"masked","file":"folder/masked.csv","method":"lrksc","preset":"all-frames",` +
		`"settings":{"eta":3,"ratio":0.5},` +
		`"frames":"best","frames_used":[1,2,3,4],"incomplete":"fill-gaps","seed":4,"motions":2,` +
		`"estimate":{"runner_up":3,"confidence":0.75,"from":1,"scores":[0.5,2,1.5],` +
		`"may_be_one":false},"points":7,"error_percent":40,` +
		`"error_percent_one_label":40,"counted":5,"undecided":1,"outliers":0,` +
		`"iterations":12,"converged":true,"seconds":0.25,` +
		`"warnings":["only 1 of the 2 groups asked for have points","outliers by the file's own labels: 1 track, ` +
		`left out and in no figure","seen in fewer than two frames: 1 track, without a motion and in no figure"],` +
		`"tracks":[1,2,3,4,5,6,7],"labels":[1,2,1,1,0,0,0],"how":["segmented","segmented","filled","assigned",` +
		`"undecided","undecided","excluded"],"truth":[1,2,2,1,2,1,0],` +
		`"ids":["7","8","9","left, foot","11","12","13"],"fill":{"rank":3,"median_pixels":0.25,"tenth_pixels":null}}` + "\n"
	if b.String() != want {
		t.Errorf("JSON is\n%s\nwant\n%s", b.String(), want)
	}
	// The plainest outcome has the same keys.
	g := goldenSegmentation(t)
	g.Prepared.Fill.Median = 1.5
	if texts := g.WarningTexts(); len(texts) != 4 || !strings.Contains(texts[1], "off by 1.5 pixels") {
		t.Errorf("warnings %q", texts)
	}
	g.Source.Truth, g.Source.Sequence.IDs, g.Estimate, g.Prepared.Fill, g.Result.Warnings = nil, nil, nil, nil, nil
	g.label()
	b.Reset()
	if err := g.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"estimate":null`, `"error_percent":null,"error_percent_one_label":null`,
		`"truth":null,"ids":null,"fill":null}`} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %s in %s", part, b.String())
		}
	}
}

func TestLabelTableIsStable(t *testing.T) {
	var b bytes.Buffer
	g := goldenSegmentation(t)
	if err := g.LabelTable().Write(&b); err != nil {
		t.Fatal(err)
	}
	if want := "track,label,truth,id,how\n1,1,1,7,segmented\n2,2,2,8,segmented\n3,1,2,9,filled\n4,1,1,\"left, " +
		"foot\",assigned\n5,0,2,11,undecided\n6,0,1,12,undecided\n7,0,0,13,excluded\n"; b.String() != want {
		t.Errorf("labels are\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := g.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"tracks      2 complete in frames 1 to 4, 1 with gaps filled, 3 left out and 1 of them assigned afterwards\n",
		"filled      by rank 3; points hidden for a trial come back within 0.25 pixels (half)",
		"error       40.000 % of 5 tracks · 1 undecided; one label for all 40.000 %\n",
		"groups      3 + 1\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	for i := range g.How {
		g.How[i] = Segmented
	}
	g.Source.Sequence.IDs, g.Source.Truth = nil, nil
	b.Reset()
	if err := g.LabelTable().Write(&b); err != nil || b.String() != "track,label\n1,1\n2,2\n3,1\n4,1\n5,0\n6,0\n7,0\n" {
		t.Errorf("labels are\n%s, %v", b.String(), err)
	}
	if err := (LabelTable{Tracks: []int{1}, Labels: []int{1}, How: []string{}}).Write(&b); err == nil {
		t.Error("columns of different length are written")
	}
}

// TestConfidenceText: no estimate is said to be certain.
func TestConfidenceText(t *testing.T) {
	for confidence, want := range map[float64]string{0.5: "50 %", 0.986: "99 %", 0.9951: "over 99 %", 1: "over 99 %"} {
		if got := ConfidenceText(confidence); got != want {
			t.Errorf("%v is %q, expected %q", confidence, got, want)
		}
	}
}

// TestGapsCountForTheNumber: the number of motions is that of the tracks with gaps
// too, also for a method that does not take them, unless they are to be left out.
func TestGapsCountForTheNumber(t *testing.T) {
	s := shifting(3)
	s.Truth = nil
	for i := range s.Visible {
		// Of the second plane no track is complete.
		s.Visible[i][i%7] = s.Visible[i][i%7] && i < 30
	}
	source := SourceOf(s)
	var last *segment.MotionsEstimate
	for _, name := range []string{"ssc", "lrksc-auto"} {
		method, err := segment.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		task := Task{Method: segment.Spec{Name: name, Method: method},
			Solve: func(_ context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
				labels := make([]int, d.Points())
				for i := range labels {
					labels[i] = 1 + i%cfg.Motions
				}
				return &segment.Result{Method: name, Motions: cfg.Motions, Labels: labels}, nil
			}}
		g, err := Segment(t.Context(), source, task)
		if err != nil {
			t.Fatal(err)
		}
		if g.Estimate == nil || g.Result.Motions != g.Estimate.Motions || len(g.Estimated) != s.Points() ||
			last != nil && g.Estimate != last {
			t.Errorf("%s: %d motions of %d tracks, estimated from %d", name, g.Result.Motions, s.Points(), len(g.Estimated))
		}
		last = g.Estimate
		e, of, err := source.EstimateMotions(t.Context(), task)
		if err != nil || e != g.Estimate || !slices.Equal(of, g.Estimated) {
			t.Errorf("%s: asked for alone, %+v of %d tracks: %v", name, e, len(of), err)
		}
		task.Incomplete = LeaveOut
		if _, of, err := source.EstimateMotions(t.Context(), task); err != nil || len(of) != 20 {
			t.Errorf("%s: with gaps left out the number is estimated from %d tracks: %v", name, len(of), err)
		}
		task.Motions = 2
		if g, err = Segment(t.Context(), source, task); err != nil || g.Estimate != nil || g.Estimated != nil {
			t.Errorf("%s: the number is given and estimated as %+v: %v", name, g.Estimate, err)
		}
	}
	if last != nil && last.Motions != 2 {
		t.Errorf("%d motions are found, want 2", last.Motions)
	}
}

// TestWarnsOfOne: that an estimated two may be one is said, and not of a number that was given since.
func TestWarnsOfOne(t *testing.T) {
	s, task := mendable()
	g, err := s.Segment(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	warned := func() bool {
		return slices.ContainsFunc(g.Warnings(), func(w segment.Warning) bool { return w.Code == MayBeOne })
	}
	if warned() {
		t.Error("of a number that was given")
	}
	g.Estimate = &segment.MotionsEstimate{Motions: 2, MayBeOne: true}
	var b strings.Builder
	if err := g.WriteJSON(&b); err != nil || !warned() || !strings.Contains(b.String(), `"may_be_one":true`) {
		t.Errorf("not said: %v, %s", err, b.String())
	}
	g.Result.Motions = 3
	if warned() {
		t.Error("of three motions")
	}
}
