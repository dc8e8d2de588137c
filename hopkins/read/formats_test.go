package read

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/matfile"
	"motionseg/hopkins/numpy"
	"motionseg/hopkins/read/arrays"
	"motionseg/hopkins/read/input"
	"motionseg/segment"
)

// TestFormatsAreInstalled: the desktop knows the formats as the table has them.
func TestFormatsAreInstalled(t *testing.T) {
	folder := filepath.Join("..", "..", ".ci", "packaging", "linux")
	raw, err := os.ReadFile(filepath.Join(folder, "io.motionseg.MotionSeg.xml"))
	if err != nil {
		t.Skip("only in a checkout with the packaging: ", err)
	}
	var info struct {
		Types []struct {
			Type  string `xml:"type,attr"`
			Globs []struct {
				Pattern string `xml:"pattern,attr"`
			} `xml:"glob"`
		} `xml:"mime-type"`
	}
	if err := xml.Unmarshal(raw, &info); err != nil {
		t.Fatal(err)
	}
	entry, err := os.ReadFile(filepath.Join(folder, "io.motionseg.MotionSeg.desktop"))
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]*Format{}
	for _, f := range registry {
		for _, name := range f.Types {
			of[name] = f
			if !strings.Contains(string(entry), name+";") {
				t.Errorf("the desktop file does not have %s", name)
			}
		}
	}
	for _, m := range info.Types {
		f := of[m.Type]
		if f == nil {
			t.Errorf("%s is installed and no format", m.Type)
			continue
		}
		for _, g := range m.Globs {
			if got := ByName(strings.ReplaceAll(g.Pattern, "*", "a")); got != f {
				t.Errorf("%s is for %s, which is no name of the format", m.Type, g.Pattern)
			}
		}
	}
	for _, f := range registry {
		if len(f.Types) == 0 {
			t.Errorf("%s has no MIME type", f.Name)
		}
	}
}

// TestTypesOfFormats: every format is found by its beginning, and by no other.
func TestTypesOfFormats(t *testing.T) {
	for name, content := range map[string]string{
		"a file of MATLAB or Octave":     "MATLAB 5.0 MAT-file" + strings.Repeat(" ", 107) + "IM",
		"a file of OpenCV's FileStorage": "%YAML:1.0\n---\nx: !!opencv-matrix\n",
		"a NumPy array":                  "\x93NUMPY\x01\x00",
		"a NumPy archive":                "PK\x03\x04",
		"a file of TrackMate":            "<?xml version=\"1.0\"?>\n<TrackMate version=\"7\">",
		"a text file":                    "ID,T,Y,X\n1,0,1,2\n",
	} {
		found, err := formatOf(bufio.NewReaderSize(strings.NewReader(content), input.SniffLength))
		if err != nil || found.Name != name {
			t.Errorf("%s is recognised as %+v, %v", name, found, err)
		}
	}
}

// TestPanicOfAReader: a fault of a reader is its error.
func TestPanicOfAReader(t *testing.T) {
	before := registry
	defer func() { registry = before }()
	registry = append([]*Format{{
		Name: "a planted file", Recognise: func(head []byte) bool { return bytes.HasPrefix(head, []byte("PLANTED")) },
		Read: func(*input.File) (*Tracks, error) { panic("planted") },
	}}, registry...)
	var panicked *segment.PanicError
	if _, err := From(t.Context(), strings.NewReader("PLANTED"), "a.bad", Options{}); !errors.As(err, &panicked) ||
		!strings.Contains(err.Error(), "planted") {
		t.Errorf("error %v", err)
	}
}

// TestArrayCancelled: what is decoded is not looked through to its end when nobody
// waits for it any more; a row that is wrong behind that is not met.
func TestArrayCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	a := &numpy.Array{Shape: []int{5000, 4}, Data: make([]float64, 20000)}
	for i := range 5000 {
		a.Data[4*i], a.Data[4*i+1] = float64(i/10), float64(i%10)
	}
	a.Data[4*3000+1] = math.NaN() // no frame
	if _, err := arrays.ReadNapari(ctx, a); err == nil || errors.Is(err, context.Canceled) {
		t.Fatalf("a row without a frame: %v", err)
	}
	cancel()
	if _, err := arrays.ReadNapari(ctx, a); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestComplex: an imaginary part, which the reader does not keep, is no
// coordinate and no label.
func TestComplex(t *testing.T) {
	a := &matfile.Array{Name: "s", Class: matfile.Double, Dims: []int{3, 2}, Data: make([]float64, 6)}
	a.Complex = true
	const want = "variable s: expected real numbers, found class complex double"
	_, _, shapeErr := arrays.TrackShape("variable s", a)
	_, labelErr := arrays.Labels("variable s", a, 6)
	for _, err := range []error{shapeErr, labelErr} {
		if err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
}

// TestHelpHasTheTable: the help's table of formats is that of the registries.
// UPDATE_HELP=1 writes it.
func TestHelpHasTheTable(t *testing.T) {
	path := filepath.Join("..", "..", "assets", "help", "formats.md")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Skip("only in a checkout with the help: ", err)
	}
	const first, last = "| file | content |\n| --- | --- |\n", "\n\nFiles are read within limits"
	before, rest, _ := strings.Cut(string(raw), first)
	_, after, found := strings.Cut(rest, last)
	if !found {
		t.Fatalf("%s has no table that ends before %q", path, last)
	}
	var rows []string
	for _, r := range Rows() {
		if strings.ContainsAny(r.File+r.Content, "|\n") {
			t.Errorf("%s: a row must be one line without |", r.File)
		}
		rows = append(rows, "| "+r.File+" | "+r.Content+" |")
	}
	want := before + first + strings.Join(rows, "\n") + last + after
	if want == string(raw) {
		return
	}
	if os.Getenv("UPDATE_HELP") == "" {
		t.Fatalf("%s differs from the registries; UPDATE_HELP=1 go test -run Help ./hopkins/read writes it", path)
	}
	testfile.Write(t, want, path)
}
