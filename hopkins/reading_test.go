package hopkins

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/matfile"
)

// TestHugeLabels: motions are numbered from 1 in whatever numbers a file has, in
// every format, and written in its own.
func TestHugeLabels(t *testing.T) {
	const huge = math.MaxInt32
	sample := sampleSequence()
	sample.Truth = slices.Repeat([]int{7}, sample.Points())
	sample.Truth[0], sample.Truth[1] = huge, 65536
	var mat bytes.Buffer
	if err := matfile.Write(&mat, sample.truthArrays()...); err != nil {
		t.Fatal(err)
	}
	table := "track,frame,x,y,truth\n"
	for i, label := range []int{huge, 65536, 7} {
		for f := range 3 {
			table += fmt.Sprintf("%d,%d,%d,%d,%d\n", i+1, f+1, 10*i+f, f*f, label)
		}
	}
	for name, content := range map[string]string{
		"a_truth.mat": mat.String(),
		"a.csv":       table,
		"a.txt":       fmt.Sprintf("1 2 3 4 %d\n2 3 5 1 65536\n5 2 2 2 7\n", huge),
		"a.dat":       "2\n3\n2147483646 2\n1 1 0\n2 2 1\n65535 1\n5 5 0\n6 1\n7 7 1\n",
	} {
		s, err := Read(strings.NewReader(content), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(s.MotionNumbers, []int{7, 65536, huge}) || s.Truth[0] != 3 || s.Truth[1] != 2 || s.Motions() != 3 {
			t.Errorf("%s: truth %v of motions %v", name, s.Truth, s.MotionNumbers)
		}
		if own := s.OwnNumbers([]int{3, 0, 1, 4}); !slices.Equal(own, []int{huge, 0, 7, 1}) {
			t.Errorf("%s: own numbers %v", name, own)
		}
	}
	s, err := Read(strings.NewReader(table), "a.csv")
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := s.WriteTracks(&again, nil, nil); err != nil || !strings.Contains(again.String(), "1,1,0,0,0,2147483647\n") {
		t.Errorf("written as\n%s, %v", again.String(), err)
	}
}

// TestLongMessages: whatever a file holds, the message is short and has no
// control characters.
func TestLongMessages(t *testing.T) {
	folder := t.TempDir()
	var many []*matfile.Array
	for i := range 2000 {
		many = append(many, double(fmt.Sprintf("a_name_of_a_variable_%d", i), nil, 1, 1))
	}
	for name, content := range map[string][]byte{
		"commas.csv":  []byte(strings.Repeat(",", 1<<19) + "\n"),
		"words.csv":   []byte(strings.Repeat("word,", 1<<17) + "\n1,2,3,4\n"),
		"field.txt":   []byte("1 2 3 4\n1 2 " + strings.Repeat("x", 1<<19) + " 4\n"),
		"pairs.txt":   []byte(strings.Repeat("x1", 1<<18) + " x1 y1 x2\n1 2 3 4\n"),
		"id.csv":      []byte("id,frame,x,y\n1.5" + strings.Repeat("0", 1<<18) + ",1,2,3\n"),
		"names.mat":   matBytes(t, many...),
		"control.csv": []byte("id,frame,x,y\na,\x1b[31m1,2,3\n"),
		"esc\x1b.csv": []byte("id,frame,x,y\na,b,2,3\n1,2,3,4"),
	} {
		_, err := Open(testfile.Write(t, content, folder, name))
		if err == nil {
			t.Errorf("%q: no error", name)
			continue
		}
		if text := err.Error(); len(text) > 1100 || strings.ContainsRune(text, '\x1b') {
			t.Errorf("%q: a message of %d bytes: %.100q", name, len(text), text)
		}
	}
}

// TestMemoryOfReading: what takes more memory than the budget is refused before
// it is taken.
func TestMemoryOfReading(t *testing.T) {
	big := make([]float64, 3*80000*80) // 6.4 million tracks × frames
	zeros := npy("<f4", "(80, 80000, 2)", false, make([]byte, 4*2*80*80000))
	for name, content := range map[string][]byte{
		"big_truth.mat": matBytes(t, &matfile.Array{Name: "x", Class: matfile.Double, Dims: []int{3, 80000, 80}, Data: big},
			&matfile.Array{Name: "y", Class: matfile.Double, Dims: []int{3, 80000, 80}, Data: big}),
		"big.npz": npz(t, "tracks.npy", zeros),
	} {
		path := testfile.Write(t, content, t.TempDir(), name)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		_, err := Open(path)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "expected at most") &&
			!strings.Contains(err.Error(), "holds more than") {
			t.Errorf("%s: error %v", name, err)
		}
		if taken := (after.TotalAlloc - before.TotalAlloc) >> 20; taken > 600 {
			t.Errorf("%s: %d MB are taken to refuse it", name, taken)
		}
	}
}

// TestReadingIsCancelled: a context ends reading.
func TestReadingIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, content := range map[string][]byte{"a.csv": []byte(napariTable), "a.npz": cotracker(t),
		"a_truth.mat": matBytes(t, sampleSequence().truthArrays()...)} {
		path := testfile.Write(t, content, t.TempDir(), name)
		if _, err := OpenContext(ctx, path, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestTextOfAnySystem: line ends and encodings of every system give the same
// tracks.
func TestTextOfAnySystem(t *testing.T) {
	want, err := Read(strings.NewReader(napariTable), "a.csv")
	if err != nil {
		t.Fatal(err)
	}
	encode := func(order unicode.Endianness, mark unicode.BOMPolicy) string {
		text, err := unicode.UTF16(order, mark).NewEncoder().String(napariTable)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, content := range map[string]string{
		"CR LF":             strings.ReplaceAll(napariTable, "\n", "\r\n"),
		"CR":                strings.ReplaceAll(napariTable, "\n", "\r"),
		"UTF-16 LE, mark":   encode(unicode.LittleEndian, unicode.UseBOM),
		"UTF-16 BE, mark":   encode(unicode.BigEndian, unicode.UseBOM),
		"UTF-16 LE, none":   encode(unicode.LittleEndian, unicode.IgnoreBOM),
		"UTF-16 BE, none":   encode(unicode.BigEndian, unicode.IgnoreBOM),
		"UTF-8, with marks": "\ufeff" + napariTable,
	} {
		got, err := Read(strings.NewReader(content), "a.csv")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sameTracks(t, got, want)
	}
}

// TestNumbersOfOtherLanguages: what only Go takes for a number is none.
func TestNumbersOfOtherLanguages(t *testing.T) {
	for _, number := range []string{"1_0", "0x1p4", "0X10", "1_000.5"} {
		if _, err := Read(strings.NewReader("id,frame,x,y\n1,1,"+number+",2\n1,2,3,4\n2,1,5,6\n2,2,5,6\n"),
			"a.csv"); err == nil || !strings.Contains(err.Error(), number) {
			t.Errorf("%s is read: %v", number, err)
		}
	}
}

// TestQuotes: doubled quotes stand for one.
func TestQuotes(t *testing.T) {
	s, err := Read(strings.NewReader("id,frame,x,y\n\"the \"\"left\"\", front\",1,2,3\n\"the \"\"left\"\", "+
		"front\",2,2,3\nother,1,4,4\nother,2,4,4\n"), "a.csv")
	if err != nil || s.IDs[0] != `the "left", front` {
		t.Fatalf("%+v, %v", s, err)
	}
	var b bytes.Buffer
	if err := (LabelTable{Tracks: []int{0, 1}, Labels: []int{1, 2}, IDs: s.IDs}).Write(&b); err != nil ||
		!strings.Contains(b.String(), `1,1,"the ""left"", front"`) {
		t.Errorf("%s, %v", b.String(), err)
	}
}

// TestArrayOnItsSide: one wild coordinate does not turn an array on its side, and
// how it was read is said.
func TestArrayOnItsSide(t *testing.T) {
	var values []float64
	for i := range 48 {
		for f := range 15 {
			values = append(values, float64(37*i%640)+float64(f), float64(53*i%480)+0.5*float64(f))
		}
	}
	values[2*(20*15+7)] = 1e6
	s, err := Read(bytes.NewReader(npy("<f8", "(48, 15, 2)", false, float64s(values...))), "a.npy")
	if err != nil {
		t.Fatal(err)
	}
	if s.Points() != 48 || s.Frames() != 15 || len(s.Notes) != 1 ||
		!strings.Contains(s.Notes[0], "48×15×2 was read as tracks × frames, 48 tracks in 15 frames") {
		t.Errorf("%d tracks in %d frames, notes %q", s.Points(), s.Frames(), s.Notes)
	}
}

// TestNotes: what was guessed about a text is said, and what is too little to
// guess by is refused.
func TestNotes(t *testing.T) {
	read := func(text string) *Sequence {
		t.Helper()
		s, err := Read(strings.NewReader(text), "a.txt")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if s := read("1.5 2 3 4\n5 6 7 8\n"); len(s.Notes) != 1 ||
		!strings.Contains(s.Notes[0], "no names and were read as x1 y1 x2 y2") {
		t.Errorf("notes %q", s.Notes)
	}
	if s := read("x1 y1 x2 y2\n1.5 2 3 4\n5 6 7 8"); len(s.Notes) != 1 ||
		!strings.Contains(s.Notes[0], "line 3, the last, has no end") {
		t.Errorf("notes %q", s.Notes)
	}
	var unnamed strings.Builder
	for i := range 5 {
		for f := range 8 {
			fmt.Fprintf(&unnamed, "%d %d %g %g\n", i, f, 3.5*float64(i*f), 2.5+float64(f))
		}
	}
	var unknown *ColumnsError
	if _, err := Read(strings.NewReader(unnamed.String()), "a.txt"); !errors.As(err, &unknown) ||
		!strings.Contains(err.Error(), "names of columns above a table of tracks") {
		t.Errorf("a table of tracks without names is read as matches: %v", err)
	}
	one := read("id,frame,x,y\n1,1,2,3\n2,1,3,4\n3,1,5,1\n")
	if _, err := one.Prepare(t.Context(), FrameSelection{}, LeaveOut, 0, 1); err == nil ||
		!strings.Contains(err.Error(), "a.txt") || !strings.Contains(err.Error(), "at least 2 frames") {
		t.Errorf("one frame: %v", err)
	}
}
