package command

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/numpy"
	"motionseg/hopkins/read"
	"motionseg/hopkins/read/input"
	"motionseg/segment"
)

// TestFormats: the lists of formats and methods are whole, for people and for programs.
func TestFormats(t *testing.T) {
	out := mustRun(t, "formats")
	for _, want := range []string{"DeepLabCut, .h5", "COLMAP, database.db", "trackmate-xml (TrackMate XML, .xml)"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	help := strings.Join(strings.Fields(mustRun(t, "segment", "--help")), " ")
	for _, key := range input.ColumnKeys {
		if !strings.Contains(help, key+"=") {
			t.Errorf("the help of --columns has no %s=", key)
		}
	}
	var formats struct {
		Read  []struct{ File, Content string }
		Write []struct{ Name, Ending string }
	}
	if err := json.Unmarshal([]byte(mustRun(t, "formats", "--json")), &formats); err != nil {
		t.Fatal(err)
	}
	if len(formats.Read) != len(read.Rows()) || len(formats.Write) != len(hopkins.LabelledFormats()) ||
		formats.Write[1].Name != "napari" {
		t.Errorf("%d are read, %d written: %v", len(formats.Read), len(formats.Write), formats.Write)
	}
	var methods []struct {
		Name       string
		Kinds      []string
		Parameters []struct {
			Name    string
			Default map[string]float64
		}
	}
	if err := json.Unmarshal([]byte(mustRun(t, "methods", "--json")), &methods); err != nil {
		t.Fatal(err)
	}
	if len(methods) != len(segment.Methods()) {
		t.Errorf("%d methods, expected %d", len(methods), len(segment.Methods()))
	}
	for _, m := range methods {
		if m.Name == "lrksc" &&
			(len(m.Kinds) != 3 || m.Parameters[0].Name != "lambda1" || m.Parameters[0].Default["all-frames"] != 1.1) {
			t.Errorf("%+v", m)
		}
	}
	for _, line := range []string{"version", "--version", "-V"} {
		if out := mustRun(t, line); out != "motionseg 1.2.3\n" {
			t.Errorf("%s prints %q", line, out)
		}
	}
}

// TestChosenArray: the array of a file that is named is segmented, and the affinity is
// written as text.
func TestChosenArray(t *testing.T) {
	_, sequence := demo(t)
	s, err := hopkins.Open(sequence)
	if err != nil {
		t.Fatal(err)
	}
	rows, n := s.Pixels.Dims()
	array := numpy.Array{Shape: []int{rows, n}, Type: "<f8"}
	for r := range rows {
		array.Data = append(array.Data, s.Pixels.RawRowView(r)...)
	}
	folder := t.TempDir()
	path, affinity := filepath.Join(folder, "a.npz"), filepath.Join(folder, "w.csv")
	if err := hopkins.WriteFile(path, func(w io.Writer) error {
		return numpy.WriteArchive(w, numpy.Member{Name: "mine", Array: array},
			numpy.Member{Name: "other", Array: numpy.Array{Shape: []int{3}, Type: "<f8", Data: []float64{1, 2, 3}}})
	}); err != nil {
		t.Fatal(err)
	}
	if code, _, said := motionseg(t, "segment", path, "--motions", "2"); code != ExitFailure ||
		!strings.Contains(said, "choose one of them (--array NAME)") {
		t.Errorf("not chosen: %d, %s", code, said)
	}
	out := mustRun(t, "segment", path, "--array", "mine", "--method", "lsr", "--motions", "2", "--affinity", affinity)
	if !strings.Contains(out, "was read as frames × tracks") {
		t.Errorf("not said how it was read:\n%s", out)
	}
	raw, err := os.ReadFile(affinity)
	if err != nil || strings.Count(string(raw), "\n") != n || strings.Count(string(raw), ",") != n*(n-1) {
		t.Errorf("the affinity of %d tracks has %d bytes, %v", n, len(raw), err)
	}
}

// TestFilters: several filters add up.
func TestFilters(t *testing.T) {
	d := &hopkins.Dataset{Entries: []hopkins.Entry{{Name: "cars1"}, {Name: "people1"}, {Name: "arm"}}}
	for want, filters := range map[string][]string{"cars1 arm": {"cars*", "arm"}, "cars1 people1 arm": {""},
		"people1": {"", "peo*"}} {
		found, err := d.Select(filters...)
		var names []string
		for _, e := range found {
			names = append(names, e.Name)
		}
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("%q: %q, %v, expected %q", filters, got, err, want)
		}
	}
	if _, err := d.Select("[", "arm"); err == nil {
		t.Error("a broken pattern is taken")
	}
}
