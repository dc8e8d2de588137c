package hopkins

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestCorrespondences reads the same three pairs written in every way.
func TestCorrespondences(t *testing.T) {
	pixels := mat.NewDense(4, 3, []float64{1, 5, 9, 2, 6, -1.5, 3, 7, 100, 4, 8, 0.25})
	labels := []int{1, 0, 2}
	for name, c := range map[string]struct {
		text     string
		labelled bool
	}{
		"spaces":             {"1 2 3 4 1\n5 6 7 8 0\n9 -1.5 1e2 .25 2\n", true},
		"tabs, no end":       {"1\t2\t3\t4\t1\n5\t6\t7\t8\t0\n9\t-1.5\t100\t0.25\t2", true},
		"commas, DOS":        {"1, 2, 3, 4, 1\r\n5,6,7,8,0\r\n9,-1.5,100,0.25,2.0\r\n", true},
		"semicolons":         {"1;2;3;4;1\n5; 6; 7; 8; 0\n9;-1.5;100;0.25;2\n", true},
		"no labels":          {"1 2 3 4\n5 6 7 8\n9 -1.5 100 0.25\n", false},
		"comments and gaps":  {"# two views\n\n1 2 3 4 1\n  # the second\n5 6 7 8 0\n\n9 -1.5 100 0.25 2\n\n", true},
		"names":              {"x1,y1,x2,y2,label\n1,2,3,4,1\n5,6,7,8,0\n9,-1.5,100,0.25,2\n", true},
		"byte order mark":    {"\ufeffX1 Y1 X2 Y2 Truth\n1 2 3 4 1\n5 6 7 8 0\n9 -1.5 100 0.25 2\n", true},
		"of Excel":           {"sep=;\r\nx1;y1;x2;y2;label\r\n1;2;3;4;1\r\n5;6;7;8;0\r\n9;-1,5;100;0,25;2\r\n", true},
		"names, other order": {"label;x2;y2;x1;y1\n1;3;4;1;2\n0;7;8;5;6\n2;100;0.25;9;-1.5\n", true},
		"other names":        {"left-x left-y right-x right-y\n1 2 3 4\n5 6 7 8\n9 -1.5 100 0.25\n", false},
		"quoted names":       {"\"x1\",\"y1\",\"x2\",\"y2\"\n1,2,3,4\n5,6,7,8\n9,-1.5,100,0.25\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Read(strings.NewReader(c.text), "folder/pairs.txt")
			if err != nil {
				t.Fatal(err)
			}
			want := &Sequence{Pixels: pixels}
			if c.labelled {
				want.Truth = labels
			}
			sameTracks(t, s, want)
			if !s.TwoFrame || s.Name != "pairs" || s.Category != Other || s.Width != 0 {
				t.Errorf("%+v", s)
			}
			// x from 1 to 100 and y from −1.5 to 8: x is the longer side.
			if got := [2]float64{s.Normalized.At(0, 0), s.Normalized.At(2, 2)}; got != [2]float64{-1, 1} {
				t.Errorf("x goes from %v to %v, want −1 to 1", got[0], got[1])
			}
			if got, want := s.Normalized.At(3, 1), (8-3.25)/49.5; got != want {
				t.Errorf("y of the second point in the second frame is %v, want %v", got, want)
			}
		})
	}
}

func TestTextErrors(t *testing.T) {
	cases := map[string][]byte{}
	for _, pair := range [][2]string{
		{"expected x1 y1 x2 y2 [label] on each line, found no line", "# nothing\n\n"},
		{`expected x1 y1 x2 y2 [label] on each line, found "x1", "y1", "x2", "y2" and nothing behind`, "x1 y1 x2 y2\n"},
		{`found "just", "some", "words" and nothing behind`, "just some words"},
		{"line 2: expected x1 y1 x2 y2 [label], found 3 fields", "# three\n1 2 3\n4 5 6\n"},
		{"expected two tracks or more and an even number of rows or columns, x and y of every frame, found size 1×6",
			"1 2 3 4 5 6\n"},
		{"line 3: expected 5 fields as on the lines before, found 4", "1 2 3 4 1\n\n5 6 7 8\n"},
		{`line 2: expected a finite coordinate of at most 1e+09, found "NaN"`, "1 2 3 4\n1 NaN 3 4\n"},
		{`line 2: expected a finite coordinate of at most 1e+09, found "1e10"`, "1 2 3 4\n1 2 3 1e10\n"},
		{`line 1: expected a finite coordinate of at most 1e+09, found "x"`, "1 2 x 4\n1 2 3 4\n"},
		{`line 1: expected a finite coordinate of at most 1e+09, found ""`, "1,2,,4\n1,2,3,4\n"},
		{`line 1: expected a finite coordinate of at most 1e+09, found "2,5"`, "1.5;2,5;3;4\n"},
		{`line 2: expected a whole label of at least 0, found "-1"`, "1 2 3 4 1\n1 2 3 4 -1\n"},
		{`line 2: expected a whole label of at least 0, found "1.5"`, "1 2 3 4 1\n1 2 3 4 1.5\n"},
		{"expected at least 2 correspondences, found 1", "1 2 3 4\n"},
		{`expected a column y2 as the column names have x1, found "x1", "y1", "x2", "label"`,
			"x1 y1 x2 label\n1 2 3 4\n1 2 3 4\n"},
		{`expected the columns x1 y1 x2 y2 [label], found "x1", "y1", "x2", "y2" above lines with 5`,
			"x1 y1 x2 y2\n1 2 3 4 1\n1 2 3 4 1\n"},
		{`expected the columns x1 y1 x2 y2 [label], found "x1", "y1", "x2", "y2", "score" above lines`,
			"x1 y1 x2 y2 score\n1 2 3 4 1\n1 2 3 4 1\n"},
		{"line 2: expected at most 1048576 characters, found more", "1 2 3 4\n" + strings.Repeat("1", 1<<21)},
		{"line 3: expected 4 fields as in the column names, found 5", "track,frame,x,y\n1,1,2,3\n2,1,2,3,4\n"},
		{`line 2: expected a whole track number or a name, found "0.5"`, "track,frame,x,y\n0.5,1,2,3\n"},
		{`line 2: expected a whole frame number of at least 0, found "1.5"`, "track,frame,x,y\n1,1.5,2,3\n"},
		{`line 2: expected the number or name of a track, found an empty field`, "track,frame,x,y\n,1,2,3\n"},
		{"expected lines of points below the names of columns, found none", "track,frame,x,y\na,b,c,d\n"},
		{`found "particle", "when", "px", "py"`, "particle,when,px,py\n1,1,2,3\n1,2,2,3\n"},
		{`line 2: expected a finite coordinate of at most 1e+09, found "Inf"`, "track,frame,x,y\n1,1,2,Inf\n"},
		{`line 2: expected a whole label of at least 0, found "a"`, "track,frame,x,y,truth\n1,1,2,3,a\n"},
		{"line 3: expected truth 1 for track 1 as before, found 2", "track,frame,x,y,truth\n1,1,2,3,1\n1,2,2,3,2\n"},
		{"expected one line for track 1 in frame 1, found two", "track,frame,x,y\n1,1,2,3\n1,1,2,3\n2,1,2,3\n"},
		{"expected at least 2 tracks, found 1", "track,frame,x,y\n1,1,2,3\n1,2,2,3\n"},
		{"numbered from 1 with few gaps, found 2 tracks and 2000000000 frames on 2 lines",
			"track,frame,x,y\n1,1,2,3\n2,2000000000,2,3\n"},
	} {
		want, text := pair[0], pair[1]

		cases[want] = []byte(text)
	}
	checkErrors(t, cases)
}

// TestTracksText reads columns in any order, with others between them.
func TestTracksText(t *testing.T) {
	text := "Frame;Track;confidence;X;Y\n1;1;0.5;10;20\n2;1;0.25;12;20\n2;3;1;30;40\n"
	s, err := Read(strings.NewReader(text), "mine.csv")
	if err != nil {
		t.Fatal(err)
	}
	sameTracks(t, s, &Sequence{
		Pixels:  mat.NewDense(4, 3, []float64{10, 0, 0, 20, 0, 0, 12, 0, 30, 20, 0, 40}),
		Visible: [][]bool{{true, true}, {false, false}, {false, true}},
	})
	if s.TwoFrame {
		t.Error("tracks in two frames are taken for correspondences")
	}
	if want := mat.NewDense(4, 3, []float64{-1, 0, 0, -1, 0, 0, -.8, 0, 1, -1, 0, 1}); !mat.EqualApprox(s.Normalized,
		want, 1e-15) {
		t.Errorf("normalised\n%v\nwant\n%v", mat.Formatted(s.Normalized), mat.Formatted(want))
	}
}

// TestNormalizePoint: tracks that all stand on one point stay finite.
func TestNormalizePoint(t *testing.T) {
	s, err := Read(strings.NewReader("7 8 7 8\n7 8 7 8\n"), "point.txt")
	if err != nil {
		t.Fatal(err)
	}
	if want := mat.NewDense(4, 2, nil); !mat.Equal(s.Normalized, want) {
		t.Errorf("normalised\n%v\nwant\n%v", mat.Formatted(s.Normalized), mat.Formatted(want))
	}
}
