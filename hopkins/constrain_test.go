package hopkins

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment"
)

func TestReadConstraints(t *testing.T) {
	want := Constraints{Seeds: []segment.Seed{{Point: 11, Motion: 1}, {Point: 0, Motion: 0}},
		Together: [][2]int{{2, 6}}, Apart: [][2]int{{2, 8}}}
	var b bytes.Buffer
	if err := WriteConstraints(&b, want); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); text !=
		`{"seeds":[{"track":12,"motion":1},{"track":1,"motion":0}],"together":[[3,7]],"apart":[[3,9]]}`+"\n" {
		t.Errorf("written as %s", text)
	}
	if got, err := ReadConstraints(&b, 12); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, %v", got, err)
	}
	for text, word := range map[string]string{
		`{"seeds":[{"track":13,"motion":1}]}`:                       "seed 1: expected a track from 1 to 12, found 13",
		`{"seeds":[{"track":1,"motion":1},{"track":0,"motion":1}]}`: "seed 2: expected a track",
		`{"seeds":[{"track":1,"motion":-1}]}`:                       "expected a motion",
		`{"together":[[1,2],[1,13]]}`: "together 2: expected two tracks from 1 to 12, " +
			"found 1 and 13",
		`{"apart":[[0,1]]}`:                     "apart 1",
		`{"apart":[[4,4]]}`:                     "apart 1: expected two tracks from 1 to 12, found 4 and 4",
		`[]`:                                    `expected an object with "seeds", "together" and "apart": found array`,
		`{"seed":[]}`:                           "unknown field",
		`{} {}`:                                 "behind it",
		`[1]`:                                   `expected an object with "seeds"`,
		`{"seeds":[{"track":1e30,"motion":1}]}`: `seeds.track: expected a whole number, found number 1e30`,
		`{"apart":7}`:                           `apart: expected a list, found number`,
		``:                                      `expected an object with "seeds"`,
	} {
		if _, err := ReadConstraints(strings.NewReader(text), 12); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: error %v, want one with %q", text, err, word)
		}
	}
}

func FuzzReadConstraints(f *testing.F) {
	f.Add(`{"seeds":[{"track":12,"motion":1}],"together":[[3,7]],"apart":[[3,9]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ReadConstraints(strings.NewReader(text), 12)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteConstraints(&b, c); err != nil {
			t.Fatal(err)
		}
		if again, err := ReadConstraints(&b, 12); err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%+v came back as %+v, %v", c, again, err)
		}
	})
}

// mendable is a sequence of 60 tracks in two motions of 30, and a task whose
// method finds the first 45 to be one motion; its affinity knows better.
func mendable() (*Sequence, Task) {
	const n = 60
	s := &Sequence{Name: "mendable", Width: 640, Height: 480, Pixels: mat.NewDense(8, n, nil)}
	for i := range n {
		for r := range 8 {
			s.Pixels.Set(r, i, float64(10+(i*37+r*11)%97))
		}
	}
	s.normalize()
	task := Task{Motions: 2, Method: segment.Spec{Method: segment.Methods()[0]}}
	task.Solve = func(_ context.Context, data segment.Data, cfg segment.Config) (*segment.Result, error) {
		n := data.Points()
		r := &segment.Result{Method: "fake", Motions: 2, Labels: make([]int, n), Confidence: make([]float64, n),
			W: mat.NewDense(n, n, nil)}
		for i := range n {
			r.Labels[i] = 1
			if i >= 45 {
				r.Labels[i] = 2
			}
			for j := range n {
				if i != j {
					r.W.Set(i, j, 0.01)
				}
				if i != j && block(i) == block(j) {
					r.W.Set(i, j, 0.5+float64((i*j)%7)/14)
				}
			}
		}
		return r, nil
	}
	return s, task
}

// block tells the parts of the mendable tracks that hang together.
func block(i int) int {
	switch {
	case i < 30:
		return 0
	case i < 45:
		return 1
	}
	return 2
}

func TestSegmentObeysConstraints(t *testing.T) {
	s, task := mendable()
	want := slices.Concat(slices.Repeat([]int{1}, 30), slices.Repeat([]int{2}, 30))
	for _, test := range []struct {
		name  string
		truth []int
		seeds []segment.Seed
		want  []int
	}{
		{"named as the result", nil, []segment.Seed{{Point: 50, Motion: 2}, {Point: 33, Motion: 2}}, want},
		{"named by the truth", want, []segment.Seed{{Point: 33, Motion: 2}}, want},
		{"named by the seeds", nil, []segment.Seed{{Point: 3, Motion: 2}, {Point: 50, Motion: 1}, {Point: 33, Motion: 1}},
			slices.Concat(slices.Repeat([]int{2}, 30), slices.Repeat([]int{1}, 30))},
	} {
		s.Truth = test.truth
		task.Constraints = Constraints{Seeds: test.seeds}
		g, err := s.Segment(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(g.Labels, test.want) {
			t.Errorf("%s: labels %v", test.name, g.Labels)
		}
		for i, how := range g.How {
			if given := slices.ContainsFunc(test.seeds, func(s segment.Seed) bool {
				return s.Point == i
			}); (how == Given) != given {
				t.Errorf("%s: track %d is %v", test.name, i, how)
			}
		}
		if test.truth != nil && g.Score.Wrong != 0 {
			t.Errorf("%s: %d wrong", test.name, g.Score.Wrong)
		}
	}
}

// TestSeedsOfFarMotions: a number of a motion far beyond the others is told, as there are no
// more motions for it.
func TestSeedsOfFarMotions(t *testing.T) {
	s, task := mendable()
	task.Constraints = Constraints{Seeds: []segment.Seed{{Point: 9, Motion: 99}}}
	g, err := s.Segment(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	want := "only 2 motions have tracks: the constraints give track 10 motion 99, and numbers below that are unused"
	if !slices.Contains(g.WarningTexts(), want) {
		t.Errorf("warnings %q, expected %q", g.WarningTexts(), want)
	}
	task.Constraints = Constraints{Seeds: []segment.Seed{{Point: 9, Motion: 2}}}
	if g, err = s.Segment(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(g.Warnings(), func(w segment.Warning) bool { return w.Code == NumbersUnused }) {
		t.Errorf("of a motion that there is: warnings %q", g.WarningTexts())
	}
}

func TestSegmentReportsContradictions(t *testing.T) {
	s, task := mendable()
	task.Constraints = Constraints{Seeds: []segment.Seed{{Point: 3, Motion: 1}, {Point: 50, Motion: 2}},
		Together: [][2]int{{3, 50}}}
	g, err := s.Segment(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	const want = "tracks 4 and 51 belong together contradicts that track 4 has motion 1 and track 51 has motion 2; " +
		"it was not obeyed"
	i := slices.IndexFunc(g.Warnings(), func(w segment.Warning) bool { return w.Code == Contradicted })
	if i < 0 {
		t.Fatalf("warnings %v", g.WarningTexts())
	}
	if w := g.Warnings()[i]; w.Text != want || !slices.Equal(w.Points, []int{3, 50}) {
		t.Errorf("warning %+v, want %q", w, want)
	}
	task.Constraints = Constraints{Seeds: []segment.Seed{{Point: 60, Motion: 1}}}
	if _, err := s.Segment(context.Background(), task); err == nil ||
		!strings.Contains(err.Error(), "expected tracks from 1 to 60, found 61") {
		t.Errorf("a seed of a track that there is not: %v", err)
	}
}

// Tracks that the method was not given take what their seeds say.
func TestSeedsOfTracksLeftOut(t *testing.T) {
	s, task := mendable()
	s.Visible = make([][]bool, s.Points())
	for i := range s.Visible {
		s.Visible[i] = []bool{true, true, true, i != 7 && i != 20}
	}
	task.Incomplete = LeaveOut
	task.Unassigned = true
	task.Constraints = Constraints{Seeds: []segment.Seed{{Point: 7, Motion: 3}}, Apart: [][2]int{{7, 20}}}
	g, err := s.Segment(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if g.Labels[7] != 3 || g.How[7] != Given || g.Labels[20] != 0 || g.How[20] != Unlooked {
		t.Errorf("tracks left out: %d (%v) with a seed, %d (%v) without", g.Labels[7], g.How[7], g.Labels[20], g.How[20])
	}
}

func TestMenderAsks(t *testing.T) {
	s, task := mendable()
	g, err := s.Segment(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewMender(context.Background(), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, ok, err := m.Doubtful(context.Background(), Constraints{})
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	for _, p := range d.Points {
		if block(p) != block(d.Point) {
			t.Errorf("asks about %v together", d.Points)
			break
		}
	}
}

// TestMenderTree: tracks that the method was not given are in the nodes of their motion, above it and in
// the larger parts below, and every row has all tracks with a motion once.
func TestMenderTree(t *testing.T) {
	s, task := mendable()
	s.Visible = make([][]bool, s.Points())
	for i := range s.Visible {
		s.Visible[i] = []bool{true, true, true, i != 7 && i != 20 && i != 50}
	}
	task.Incomplete, task.Unassigned = LeaveOut, true
	g, err := s.Segment(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	labels := make([]int, s.Points())
	for i := range labels {
		labels[i] = block(i) + 1
	}
	labels[20] = 0
	m, err := NewMender(context.Background(), g, labels)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := m.Tree(context.Background(), 4)
	if err != nil {
		t.Fatal(err)
	}
	if tree.Rows != 4 {
		t.Fatalf("%d rows, expected 4", tree.Rows)
	}
	for row := 1; row <= 4; row++ {
		count := make([]int, s.Points())
		for _, n := range tree.Row(row) {
			for _, p := range tree.Nodes[n].Points {
				count[p]++
			}
			if !slices.IsSorted(tree.Nodes[n].Points) {
				t.Errorf("node %d is not sorted: %v", n, tree.Nodes[n].Points)
			}
		}
		for i, c := range count {
			if want := min(labels[i], 1); c != want {
				t.Errorf("%d motions: track %d is in %d of them", row, i, c)
			}
		}
	}
	for n, node := range tree.Nodes {
		if l := node.Motion; l != 0 && slices.ContainsFunc(node.Points, func(p int) bool { return labels[p] != l }) {
			t.Errorf("node %d of motion %d has tracks of others", n, l)
		}
		larger := tree.Nodes[node.Parts[0]].Points
		if node.Motion != 0 && node.Parts != [2]int{} && slices.Contains(node.Points, 7) && !slices.Contains(larger, 7) {
			t.Errorf("track 7 is not in the larger part of node %d", n)
		}
	}
}
