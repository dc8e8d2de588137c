package hopkins

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/numpy"

	"motionseg/hopkins/matfile"
)

// sameTracks compares everything that a file of a sequence holds.
func sameTracks(t *testing.T, got, want *Sequence) {
	t.Helper()
	if !mat.Equal(got.Pixels, want.Pixels) {
		t.Error("pixels differ")
	}
	if !reflect.DeepEqual(got.Truth, want.Truth) {
		t.Errorf("truth is %v, want %v", got.Truth, want.Truth)
	}
	if !reflect.DeepEqual(got.Visible, want.Visible) {
		t.Errorf("visible is %v, want %v", got.Visible, want.Visible)
	}
}

func TestWriteTruth(t *testing.T) {
	hidden := sampleSequence()
	hidden.Visible = make([][]bool, hidden.Points())
	for i := range hidden.Visible {
		hidden.Visible[i] = []bool{true, true, i != 2, true}
	}
	for r := 4; r < 6; r++ {
		hidden.Pixels.Set(r, 2, 0)
		hidden.Normalized.Set(r, 2, 0)
	}
	unlabelled := sampleSequence()
	unlabelled.Truth, unlabelled.Width, unlabelled.Height = nil, 0, 0
	for name, want := range map[string]*Sequence{"whole": sampleSequence(), "hidden": hidden, "unlabelled": unlabelled} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name+"_truth.mat")
			if err := WriteTruth(want, path); err != nil {
				t.Fatal(err)
			}
			got, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			sameTracks(t, got, want)
			if !mat.Equal(got.Normalized, want.Normalized) {
				t.Error("normalised coordinates differ")
			}
			if got.Name != name || got.Width != want.Width || got.Height != want.Height {
				t.Errorf("name %s, size %d×%d", got.Name, got.Width, got.Height)
			}
			first, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := WriteTruth(want, path); err != nil {
				t.Fatal(err)
			}
			if second, _ := os.ReadFile(path); !bytes.Equal(first, second) {
				t.Error("the same sequence gives other bytes")
			}
		})
	}
}

// TestWriteTruthCalibration: K takes normalised coordinates to pixels where
// one matrix does, and is the identity otherwise.
func TestWriteTruthCalibration(t *testing.T) {
	bent := sampleSequence()
	bent.Normalized.Set(3, 3, bent.Normalized.At(3, 3)+0.25)
	for name, c := range map[string]struct {
		s    *Sequence
		want []float64
	}{
		"centred": {sampleSequence(), []float64{320, 0, 0, 0, 320, 0, 320, 240, 1}},
		"bent":    {bent, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}},
	} {
		path := filepath.Join(t.TempDir(), "a_truth.mat")
		if err := WriteTruth(c.s, path); err != nil {
			t.Fatal(err)
		}
		f, err := matfile.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Var("K").Data; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: K is %v, want %v", name, got, c.want)
		}
	}
}

func TestWriteLabels(t *testing.T) {
	var b bytes.Buffer
	if err := (LabelTable{Tracks: []int{0, 4, 7}, Labels: []int{2, 1, 2}, Truth: []int{1, 1, 2}}).Write(&b); err != nil {
		t.Fatal(err)
	}
	if want := "track,label,truth\n1,2,1\n5,1,1\n8,2,2\n"; b.String() != want {
		t.Errorf("labels are\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := (LabelTable{Tracks: []int{3}, Labels: []int{1}, Truth: nil}).Write(&b); err != nil {
		t.Fatal(err)
	}
	if want := "track,label\n4,1\n"; b.String() != want {
		t.Errorf("labels without truth are\n%s\nwant\n%s", b.String(), want)
	}
	if err := (LabelTable{Tracks: []int{1, 2}, Labels: []int{1}, Truth: nil}).Write(&b); err == nil {
		t.Error("no error for labels that are too few")
	}
	if err := (LabelTable{Tracks: []int{1, 2}, Labels: []int{1, 1}, Truth: []int{1}}).Write(&b); err == nil {
		t.Error("no error for truth that is too short")
	}
}

func TestWriteTracks(t *testing.T) {
	s := &Sequence{
		Name:    "small",
		Pixels:  mat.NewDense(4, 2, []float64{1, 2.5, 3, 4, 5, 0, 7, 0}),
		Visible: [][]bool{{true, true}, {true, false}},
		Truth:   []int{1, 0},
	}
	var b bytes.Buffer
	if err := s.WriteTracks(&b, []int{0}, []int{1}); err != nil {
		t.Fatal(err)
	}
	want := "track,frame,x,y,label,truth\n1,1,1,3,1,1\n1,2,5,7,1,1\n2,1,2.5,4,0,0\n"
	if b.String() != want {
		t.Errorf("tracks are\n%s\nwant\n%s", b.String(), want)
	}
	got, err := Read(&b, "small.csv")
	if err != nil {
		t.Fatal(err)
	}
	sameTracks(t, got, s)
	if err := s.WriteTracks(io.Discard, []int{2}, []int{1}); err == nil {
		t.Error("no error for a track that is not there")
	}
	if err := s.WriteTracks(io.Discard, []int{0, 1}, []int{1}); err == nil {
		t.Error("no error for labels that are too few")
	}
}

func TestWriteMatrix(t *testing.T) {
	m := mat.NewDense(2, 3, []float64{1, -2, 1.0 / 3, 0, 1e-300, 4})
	var b bytes.Buffer
	if err := WriteNPY(&b, m); err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(b.Bytes(), []byte("\x93NUMPY")) ||
		!strings.Contains(b.String(), "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }") {
		t.Errorf("header is %q", b.Bytes())
	}
	back, err := numpy.Read(&b, 6)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.Equal(mat.NewDense(back.Shape[0], back.Shape[1], back.Data), m) {
		t.Errorf("read back %v", back)
	}
	b.Reset()
	if err := WriteCSV(&b, m); err != nil {
		t.Fatal(err)
	}
	if want := "1,-2,0.3333333333333333\n0,1e-300,4\n"; b.String() != want {
		t.Errorf("text is\n%s\nwant\n%s", b.String(), want)
	}
}

func TestWriteFile(t *testing.T) {
	folder := t.TempDir()
	path := testfile.Write(t, []byte("before"), folder, "labels.csv")
	failure := errors.New("no more numbers")
	err := WriteFile(path, func(w io.Writer) error {
		if _, err := w.Write(bytes.Repeat([]byte("half"), 4096)); err != nil {
			t.Error(err)
		}
		return failure
	})
	if !errors.Is(err, failure) || !strings.Contains(err.Error(), path) {
		t.Errorf("error is %v, want one that names the file", err)
	}
	if content, _ := os.ReadFile(path); string(content) != "before" {
		t.Errorf("the older file holds %.20q", content)
	}
	if err := WriteFile(path, func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }); err != nil {
		t.Fatal(err)
	}
	if content, _ := os.ReadFile(path); string(content) != "after" {
		t.Errorf("the file holds %q", content)
	}
	entries, _ := os.ReadDir(folder)
	if len(entries) != 1 {
		t.Errorf("%d files are left, want 1", len(entries))
	}
	nowhere := filepath.Join(folder, "no", "labels.csv")
	if err := WriteFile(nowhere, func(io.Writer) error { return nil }); err == nil ||
		!strings.Contains(err.Error(), nowhere) {
		t.Errorf("error is %v, want one that names %s", err, nowhere)
	}
	if err := WriteFile(folder, func(io.Writer) error { return nil }); err == nil ||
		!strings.Contains(err.Error(), folder) {
		t.Errorf("error is %v, want one that names %s", err, folder)
	}
}

func TestWriteFileThroughLink(t *testing.T) {
	folder := t.TempDir()
	target := testfile.Write(t, []byte("before"), folder, "target.csv")
	link := filepath.Join(folder, "link.csv")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(link, func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }); err != nil {
		t.Fatal(err)
	}
	if content, _ := os.ReadFile(target); string(content) != "after" {
		t.Errorf("the file behind the link holds %q", content)
	}
}

// TestWriteFileToPipe: what is not a regular file is not replaced by one.
func TestWriteFileToPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	path := fmt.Sprintf("/dev/fd/%d", w.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(path, func(w io.Writer) error { _, err := io.WriteString(w, "labels"); return err }); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 6)
	if _, err := io.ReadFull(r, got); err != nil || string(got) != "labels" {
		t.Errorf("the pipe gives %q, %v", got, err)
	}
}

// TestWriteFileToLog: a file behind /dev/stdout and its like keeps what it has.
func TestWriteFileToLog(t *testing.T) {
	path := testfile.Write(t, []byte("before, "), t.TempDir(), "log")
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	device := fmt.Sprintf("/dev/fd/%d", f.Fd())
	if _, err := os.Stat(device); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(device, func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }); err != nil {
		t.Fatal(err)
	}
	if content, _ := os.ReadFile(path); string(content) != "before, after" {
		t.Errorf("the log holds %q", content)
	}
}

// TestWriteFileReadOnly: a file that nobody may write is not replaced.
func TestWriteFileReadOnly(t *testing.T) {
	path := testfile.Write(t, []byte("before"), t.TempDir(), "a.csv")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	write := func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }
	if err := WriteFile(path, write); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("error %v", err)
	}
	if content, _ := os.ReadFile(path); string(content) != "before" {
		t.Errorf("the file holds %q", content)
	}
}

// TestWriteCSVEnds: where no more is taken, as of the beginning that a window shows, the rest is not formatted.
func TestWriteCSVEnds(t *testing.T) {
	const size = 400
	m := mat.NewDense(size, size, nil)
	m.Apply(func(i, j int, _ float64) float64 { return 1 / float64(1+i+j) }, m)
	var err error
	allocations := testing.AllocsPerRun(1, func() { err = WriteCSV(full{}, m) })
	if !errors.Is(err, errFull) || allocations > size*size/10 {
		t.Errorf("error %v after %v allocations for %d numbers", err, allocations, size*size)
	}
}

var errFull = errors.New("full")

// full takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
