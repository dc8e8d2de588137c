package hopkins

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/internal/testfile"
)

// Small tables as other programs write them.
const (
	// y stands before x, frames and tracks count from 0, track 5 begins late and
	// has a gap.
	napariTable = "index,ID,T,Y,X\n0,0,0,20,10\n1,0,1,21,11\n2,0,2,22,12\n3,0,3,23,13\n4,5,1,40.5,30.25\n5,5,3,42,32\n"

	// The first spot belongs to no track.
	trackMateTable = "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME\n" +
		"Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame\n" +
		"Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame\n" +
		",,,(quality),(pixel),(pixel),(pixel),(sec),\n" +
		"ID100,100,,1.5,1,1,0,0,0\nID99,99,None,1.5,1,1,0,0,0\n" +
		"ID101,101,2,1.5,10,20,0,0,0\nID102,102,2,1.5,11,21,0,0.1,1\n" +
		"ID103,103,10,1.5,30,40,0,0,0\nID104,104,10,1.5,31,41,0,0.1,1\n"

	deepLabCutTable = "scorer,DLC,DLC,DLC,DLC,DLC,DLC\n" +
		"bodyparts,nose,nose,nose,tail,tail,tail\n" +
		"coords,x,y,likelihood,x,y,likelihood\n" +
		"0,10,20,0.99,30,40,0.7\n1,11,21,0.98,31,41,0.5\n2,12,22,0.97,,,\n"

	deepLabCutAnimals = "scorer,DLC,DLC,DLC,DLC\n" +
		"individuals,a,a,b,b\nbodyparts,nose,nose,nose,nose\ncoords,x,y,x,y\n" +
		"img0.png,1,2,3,4\nimg1.png,5,6,7,8\n"

	broxTracks = "4\n2\n0 2\n10.5 20 1\n11.5 21 2\n1 3\n30 40 0\n31 41 1\n33 43 3\n"

	tabTable = "Particle\tFrame\tpx\tpy\tgroup\nb\t1\t10\t20\t2\na\t1\t\t\t1\na\t2\t31\t41\t1\nb\t2\t11\t21\t2\n"
)

// columnsOf returns the 2F×N matrix with these columns.
func columnsOf(columns ...[]float64) *mat.Dense {
	m := mat.NewDense(len(columns[0]), len(columns), nil)
	for i, c := range columns {
		m.SetCol(i, c)
	}
	return m
}

// trackTables are tables of tracks as programs write them, and what is read from them.
var trackTables = map[string]struct {
	text    string
	options Options
	want    Sequence
}{
	"napari": {napariTable, Options{}, Sequence{
		Pixels:  columnsOf([]float64{10, 20, 11, 21, 12, 22, 13, 23}, []float64{0, 0, 30.25, 40.5, 0, 0, 32, 42}),
		Visible: [][]bool{{true, true, true, true}, {false, true, false, true}},
		IDs:     []string{"0", "5"},
	}},
	"TrackMate": {trackMateTable, Options{}, Sequence{
		Pixels: columnsOf([]float64{10, 20, 11, 21}, []float64{30, 40, 31, 41}),
		IDs:    []string{"2", "10"},
	}},
	"DeepLabCut": {deepLabCutTable, Options{}, Sequence{
		Pixels:  columnsOf([]float64{10, 20, 11, 21, 12, 22}, []float64{30, 40, 0, 0, 0, 0}),
		Visible: [][]bool{{true, true, true}, {true, false, false}},
		IDs:     []string{"nose", "tail"},
	}},
	"DeepLabCut, other threshold": {deepLabCutTable, Options{Likelihood: 0.5}, Sequence{
		Pixels:  columnsOf([]float64{10, 20, 11, 21, 12, 22}, []float64{30, 40, 31, 41, 0, 0}),
		Visible: [][]bool{{true, true, true}, {true, true, false}},
		IDs:     []string{"nose", "tail"},
	}},
	"DeepLabCut, animals": {deepLabCutAnimals, Options{}, Sequence{
		Pixels: columnsOf([]float64{1, 2, 5, 6}, []float64{3, 4, 7, 8}),
		IDs:    []string{"a nose", "b nose"},
	}},
	"Brox": {broxTracks, Options{}, Sequence{
		Pixels:  columnsOf([]float64{0, 0, 10.5, 20, 11.5, 21, 0, 0}, []float64{30, 40, 31, 41, 0, 0, 33, 43}),
		Visible: [][]bool{{false, true, true, false}, {true, true, false, true}},
		Truth:   []int{1, 2},
	}},
	"Brox without labels": {strings.Replace(broxTracks, "\n1 3\n", "\n0 3\n", 1), Options{}, Sequence{
		Pixels:  columnsOf([]float64{0, 0, 10.5, 20, 11.5, 21, 0, 0}, []float64{30, 40, 31, 41, 0, 0, 33, 43}),
		Visible: [][]bool{{false, true, true, false}, {true, true, false, true}},
	}},
	"by name, with tabs, names of tracks, frames from 1, empty coordinates": {tabTable, Options{}, Sequence{
		Pixels:  columnsOf([]float64{10, 20, 11, 21}, []float64{0, 0, 31, 41}),
		Visible: [][]bool{{true, true}, {false, true}},
		Truth:   []int{2, 1}, IDs: []string{"b", "a"},
	}},
	"frames from 0 where 0 occurs": {"id,frame,x,y\n3,0,1,2\n4,1,3,4\n3,1,5,6\n4,0,7,8\n", Options{}, Sequence{
		Pixels: columnsOf([]float64{1, 2, 5, 6}, []float64{7, 8, 3, 4}), IDs: []string{"3", "4"},
	}},
	"a label that is no number is not the truth": {"id,frame,x,y,label\n1,1,1,2,car\n2,1,3,4,bus\n", Options{}, Sequence{
		Pixels: columnsOf([]float64{1, 2}, []float64{3, 4}),
	}},
	"our own, tracks from 0": {"track,frame,x,y\n0,1,1,2\n1,1,3,4\n", Options{}, Sequence{
		Pixels: columnsOf([]float64{1, 2}, []float64{3, 4}), IDs: []string{"0", "1"},
	}},
	"our own, with great numbers": {"track,frame,x,y\n7,1,1,2\n2000000000,1,3,4\n", Options{}, Sequence{
		Pixels: columnsOf([]float64{1, 2}, []float64{3, 4}), IDs: []string{"7", "2000000000"},
	}},
	"columns by name": {"when,who,v,u,what\n1,9,2,1,0\n1,8,4,3,1\n",
		Options{Columns: Columns{Track: "WHO", Frame: "when", X: "u", Y: "v", Truth: "what"}}, Sequence{
			Pixels: columnsOf([]float64{3, 4}, []float64{1, 2}), Truth: []int{1, 0}, IDs: []string{"8", "9"},
		}},
	"columns by place, no names": {"9 1 2 1\n8 1 4 3\n",
		Options{Columns: Columns{Track: "1", Frame: "2", X: "4", Y: "3"}}, Sequence{
			Pixels: columnsOf([]float64{3, 4}, []float64{1, 2}), IDs: []string{"8", "9"},
		}},
	"frames said to count from 0": {"9 1 2 1\n8 1 4 3\n",
		Options{Columns: Columns{Track: "1", Frame: "2", X: "4", Y: "3", From: "0"}}, Sequence{
			Pixels: columnsOf([]float64{0, 0, 3, 4}, []float64{0, 0, 1, 2}), IDs: []string{"8", "9"},
			Visible: [][]bool{{false, true}, {false, true}},
		}},
	"columns that are recognised otherwise": {napariTable,
		Options{Columns: Columns{Track: "ID", Frame: "T", X: "Y", Y: "X"}}, Sequence{
			Pixels:  columnsOf([]float64{20, 10, 21, 11, 22, 12, 23, 13}, []float64{0, 0, 40.5, 30.25, 0, 0, 42, 32}),
			Visible: [][]bool{{true, true, true, true}, {false, true, false, true}},
			IDs:     []string{"0", "5"},
		}},
	"quoted": {"\"track_id\",\"frame\",\"x\",\"y\",\"a;note\"\n1,1,1,2,\"x, y; z\"\n2,1,3,4,\"\"\n", Options{}, Sequence{
		Pixels: columnsOf([]float64{1, 2}, []float64{3, 4}),
	}},
}

func TestTrackTables(t *testing.T) {
	for name, c := range trackTables {
		t.Run(name, func(t *testing.T) {
			s, err := readSequence(t.Context(), strings.NewReader(c.text), "some.csv", c.options,
				func(*Sequence) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			sameTracks(t, s, &c.want)
			if !reflect.DeepEqual(s.IDs, c.want.IDs) {
				t.Errorf("tracks are called %q, want %q", s.IDs, c.want.IDs)
			}
			if two := c.want.Visible == nil && c.want.Frames() == 2; s.TwoFrame != two || len(s.Notes) > 0 != two {
				t.Errorf("taken for correspondences: %v, %q; want %v", s.TwoFrame, s.Notes, two)
			}
		})
	}
}

func TestTrackTableErrors(t *testing.T) {
	for _, pair := range [][2]string{
		{`line 5, tail: expected a finite coordinate of at most 1e+09, found "q"`, strings.
			Replace(deepLabCutTable, "31,41", "q,41", 1)},
		{`line 4, nose: expected a likelihood from 0 to 1, found "1.5"`, strings.
			Replace(deepLabCutTable, "0.99", "1.5", 1)},
		{`line 5: expected frame 1, one line for every frame from 0, found "3"`, strings.
			Replace(deepLabCutTable, "\n1,11", "\n3,11", 1)},
		{`line 3: expected the line "coords" of a table of DeepLabCut, found "0"`, strings.
			Replace(deepLabCutTable, "coords,x,y,likelihood,x,y,likelihood\n", "", 1)},
		{"expected at least 2 body parts, found 1", "scorer,a,a\nbodyparts,n,n\ncoords,x,y\n0,1,2\n"},
		{"n: expected columns x and y, found one of them", "scorer,a,a\nbodyparts,n,n\ncoords,x,likelihood\n0,1,2\n"},
		{"column 3: expected one column x for n, found two", "scorer,a,a\nbodyparts,n,n\ncoords,x,x\n0,1,2\n"},
		{"line 2: the number of tracks: expected 1 whole numbers, found 2 fields", "4\n2 3\n"},
		{"line 3: label and length of track 1 of 2: expected 2 whole numbers", "4\n2\n1 2 3\n"},
		{"line 3: expected a length of track 1 from 0 to 4, found 9", "4\n2\n1 9\n"},
		{`line 4: expected a frame from 0 to 3, found "4"`, "4\n2\n1 1\n1 2 4\n"},
		{"line 9: label and length of track 3 of 3", strings.
			Replace(broxTracks, "4\n2\n", "4\n3\n", 1)},
		{"line 10: expected the end of the file after 2 tracks, found more", broxTracks + "1 1\n"},
		{"expected one line for track 1 in frame 2, found two", "3\n2\n1 2\n1 2 1\n1 2 1\n2 0\n"},
		{"expected at most 6291456 tracks × frames, found 1048576 × 1048576", "1048576\n1048576\n"},
		{"expected tracks with few gaps, found 0 points of 2 tracks in 2000000 frames", "2000000\n2\n0 0\n0 0\n"},
		{`expected columns for the track, the frame, x and y, or x1 y1 x2 y2 [label], found "a", "b", "c"`, "a,b,c\n1,2,3\n"},
		{`line 3: expected 5 fields as in the column names, found 4`, "index,ID,T,Y,X\n0,0,0,20,10\n1,0,1,21\n"},
		{`line 2: expected the number or name of a track, found an empty field`, "id,frame,x,y\n,1,2,3\n"},
		{`line 3: expected truth 1 for track 1 as before, found 2`, "id,frame,x,y,motion\n1,1,2,3,1\n1,2,2,3,2\n"},
		{"expected points with coordinates, found none", "id,frame,x,y\n1,1,,\n2,1,nan,3\n"},
		{"expected frames numbered from 0 with few gaps, found 2 tracks and 90000001 frames on 2 lines",
			"ID,T,Y,X\n1,1,2,3\n2,90000000,2,3\n"},
	} {
		want, text := pair[0], pair[1]

		_, err := Read(strings.NewReader(text), "bad.csv")
		if err == nil || !strings.HasPrefix(err.Error(), "bad.csv: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want bad.csv: …%s…", err, want)
		}
	}
}

func TestParseColumns(t *testing.T) {
	c, err := ParseColumns(" ID = track , frame=t,x=px,y=py,label=motion group,from=1")
	want := Columns{Track: "track", Frame: "t", X: "px", Y: "py", Truth: "motion group", From: "1"}
	if err != nil || c != want {
		t.Errorf("%+v, %v, want %+v", c, err, want)
	}
	if got := c.String(); got != "id=track,frame=t,x=px,y=py,label=motion group,from=1" {
		t.Errorf("written %q", got)
	}
	for text, want := range map[string]string{
		"id=a,frame=b,x=c":            "expected a column for y, found none",
		"id=a,frame=b,x=c,y=C":        "expected different columns for x and y, found \"C\" for both",
		"id=a,id=b":                   "expected id once",
		"track=a":                     `found "track=a"`,
		"id=a,frame=b,x=c,y=d,from=2": "expected from=0 or from=1",
		"id":                          `found "id"`,
	} {
		if _, err := ParseColumns(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error is %v, want …%s…", text, err, want)
		}
	}
	for columns, want := range map[string]string{
		"id=who,frame=T,x=X,y=Y":    `expected a column "who" for id, found the columns "index", "id", "t", "y", "x"`,
		"id=ID,frame=T,x=X,y=6":     `expected a column "6" for y`,
		"id=ID,frame=T,x=X,y=5":     "expected different columns for x and y, found column 5 for both",
		"id=ID,frame=index,x=Y,y=X": "found frame",
	} {
		c, err := ParseColumns(columns)
		if err != nil {
			t.Fatal(err)
		}
		if columns == "id=ID,frame=index,x=Y,y=X" {
			c.From = "1"
		}
		if _, err = readSequence(t.Context(), strings.NewReader(napariTable), "n.csv", Options{Columns: c}, nil); err ==
			nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want …%s…", columns, err, want)
		}
	}
}

// TestPreview: what the window shows of a table before it is read.
func TestPreview(t *testing.T) {
	show := func(text string) *TablePreview {
		t.Helper()
		p, err := PreviewTable(testfile.Write(t, []byte(text), t.TempDir(), "a.csv"), 3)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := show(napariTable)
	if p.Preset != "napari" || p.Width != 5 || len(p.Rows) != 3 ||
		!reflect.DeepEqual(p.Header, []string{"index", "ID", "T", "Y", "X"}) || p.Rows[1][3] != "21" {
		t.Errorf("%+v", p)
	}
	if n, err := p.Check(p.Columns); n != 3 || err != nil {
		t.Errorf("%d points, %v", n, err)
	}
	if _, err := p.Check(Columns{Track: "ID", Frame: "Y", X: "X", Y: "nothing"}); err == nil {
		t.Error("a column that is not there is taken")
	}
	if p = show("who,when,u,w\na,x,1,2\n"); p.Preset != "" || p.Columns != (Columns{}) {
		t.Errorf("%+v", p)
	}
	if _, err := p.Check(Columns{Track: "who", Frame: "when", X: "u", Y: "w"}); err == nil ||
		!strings.Contains(err.Error(), `row 1: expected a whole frame number of at least 0, found "x"`) {
		t.Errorf("error is %v", err)
	}
	if p = show(deepLabCutTable); !p.DeepLabCut {
		t.Errorf("%+v", p)
	}
	wide := strings.Repeat(",x", 300)
	if p = show("scorer" + wide + "\nbodyparts" + wide + "\n"); !p.DeepLabCut || p.Width != 256 ||
		len(p.Header) != 256 || len(p.Rows[0]) != 256 {
		t.Errorf("a wide table has %d columns, %d names", p.Width, len(p.Header))
	}
	if _, err := PreviewTable(testfile.Write(t, []byte("id"+wide+"\n"), t.TempDir(), "a.csv"), 3); err == nil ||
		!strings.Contains(err.Error(), "at most 256 columns, found 301") {
		t.Errorf("error is %v", err)
	}
	if p = show("1 2 3 4\n5 6 7 8\n"); p.Header != nil || p.Width != 4 || len(p.Rows) != 2 {
		t.Errorf("%+v", p)
	}
}

// TestFolderOfTables: a folder with a table of another program opens, and a
// data set lists it.
func TestFolderOfTables(t *testing.T) {
	folder := t.TempDir()
	testfile.Write(t, []byte(napariTable), folder, "n", "cells.csv")
	testfile.Write(t, []byte(broxTracks), folder, "b", "Tracks4.dat")
	testfile.Write(t, tapvid(t), folder, "t", "points.npz")
	testfile.Write(t, []byte("name,age\nx,3\n"), folder, "n", "people.csv")
	d, err := OpenDataset(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range d.Entries {
		names = append(names, e.Name)
	}
	if want := []string{"Tracks4", "cells", "points"}; !reflect.DeepEqual(names, want) || len(d.Problems) != 0 {
		t.Errorf("found %v, %v, want %v", names, d.Problems, want)
	}
	if s, err := Open(folder + string(os.PathSeparator) + "n"); err != nil || s.Name != "cells" || s.Points() != 2 {
		t.Errorf("%v", err)
	}
}

// TestMissingWords: a point without coordinates is not seen, however a program
// writes that.
func TestMissingWords(t *testing.T) {
	for _, word := range []string{"", "NaN", "nan", "NA", "N/A", "<NA>", "None", "null", "NULL"} {
		s, err := Read(strings.NewReader("id,frame,x,y\n1,1,5,6\n1,2,"+word+","+word+"\n2,1,7,8\n2,2,8,9\n"), "a.csv")
		if err != nil {
			t.Errorf("%q: %v", word, err)
			continue
		}
		if s.Points() != 2 || s.Frames() != 2 || s.Seen(0, 1) || !s.Seen(1, 1) {
			t.Errorf("%q: %d tracks in %d frames, visible %v", word, s.Points(), s.Frames(), s.Visible)
		}
	}
	if _, err := Read(strings.NewReader("id,frame,x,y\n1,1,5,6\n1,2,nought,1\n2,1,7,8\n"), "a.csv"); err == nil ||
		!strings.Contains(err.Error(), `line 3: expected a finite coordinate`) {
		t.Errorf("another word: %v", err)
	}
}

// TestDecimalCommas: tables as R's write.csv2 and spreadsheets of most of Europe
// write them.
func TestDecimalCommas(t *testing.T) {
	for _, pair := range [][2]string{
		{"semicolons",
			"\"\";\"id\";\"frame\";\"x\";\"y\"\n\"1\";1;1;10,5;20\n\"2\";1;2;11,5;-2,5e1\n\"3\";2;1;30;0,25\n\"4\";2;2;NA;NA\n"},
		{"tabs", "id\tframe\tx\ty\n1\t1\t10,5\t20\n1\t2\t11,5\t-2,5e1\n2\t1\t30\t,25\n2\t2\t\t\n"},
	} {
		name, text := pair[0], pair[1]

		s, err := Read(strings.NewReader(text), "a.csv")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sameTracks(t, s, &Sequence{Pixels: columnsOf([]float64{10.5, 20, 11.5, -25}, []float64{30, 0.25, 0, 0}),
			Visible: [][]bool{{true, true}, {true, false}}})
		if len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "commas in numbers were read as decimal points") {
			t.Errorf("%s: notes %q", name, s.Notes)
		}
	}
	for text, want := range map[string]string{
		"id;frame;x;y\n1;1;10.5;1,234\n2;1;3;4\n":  `line 2: expected a finite coordinate of at most 1e+09, found "1,234"`,
		"id;frame;x;y\n1;1;1,234;2.5\n2;1;3;4\n":   `"2.5 beside decimal commas"`,
		"id,frame,x,y\n1,1,\"1,234\",5\n2,1,3,4\n": `found "1,234"`,
	} {
		if _, err := Read(strings.NewReader(text), "a.csv"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %s", text, err, want)
		}
	}
}

// TestLabelledPicturesOfDeepLabCut: the table of labelled pictures names each by its
// folders, in columns of their own.
func TestLabelledPicturesOfDeepLabCut(t *testing.T) {
	text := "scorer,,,me,me,me,me\nbodyparts,,,nose,nose,tail,tail\ncoords,,,x,y,x,y\n" +
		"labeled-data,clip,img003.png,1,2,3,4\nlabeled-data,clip,img017.png,5,6,,\n"
	s, err := Read(strings.NewReader(text), "CollectedData_me.csv")
	if err != nil {
		t.Fatal(err)
	}
	sameTracks(t, s, &Sequence{Pixels: columnsOf([]float64{1, 2, 5, 6}, []float64{3, 4, 0, 0}),
		Visible: [][]bool{{true, true}, {true, false}}})
	if !reflect.DeepEqual(s.IDs, []string{"nose", "tail"}) {
		t.Errorf("tracks %q", s.IDs)
	}
}
