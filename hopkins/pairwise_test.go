package hopkins

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"motionseg/hopkins/realdata"
	"motionseg/segment"
)

// openBeside opens a sequence that stands beside Hopkins155; the test is skipped without it.
func openBeside(t *testing.T, path string) *Sequence {
	t.Helper()
	full := filepath.Join(filepath.Dir(realdata.Folder(t, "hopkins155")), filepath.FromSlash(path))
	if _, err := os.Stat(full); err != nil {
		t.Skipf("needs %s beside Hopkins155", path)
	}
	s, err := Open(full)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestGapsAtTheirFigures holds the errors of LRKSC auto over all labelled
// tracks of real sequences with gaps, in tracks.
func TestGapsAtTheirFigures(t *testing.T) {
	method, err := segment.Lookup("lrksc-auto")
	if err != nil {
		t.Fatal(err)
	}
	for path, most := range map[string]int{
		"kt3dmoseg/Seq059_Clip01":                     1,
		"kt3dmoseg/Seq028_Clip01":                     1,
		"kt3dmoseg/Seq037_Clip01":                     1,
		"kt3dmoseg/Seq084_Clip01":                     1,
		"kt3dmoseg/Seq009_Clip01":                     6,
		"kt3dmoseg/Seq038_Clip01":                     1,
		"kt3dmoseg/Seq095_Clip01":                     15,
		"hopkins12/oc1R2RC":                           1,
		"mtpv/PerspectiveNViewsData_boxes_Tracks.mat": 0,
	} {
		s := openBeside(t, path)
		p, err := s.Prepare(context.Background(), FrameSelection{Mode: AllFrames}, KeepGaps, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := segment.Run(context.Background(), p.Data, segment.Config{Method: method, Motions: s.Motions()})
		if err != nil {
			t.Fatal(err)
		}
		truth := s.TruthOf(p.Columns)
		if wrong := int(segment.ClusteringError(r.Labels, truth)*float64(len(truth)) + 0.5); wrong > most {
			t.Errorf("%s: %d of %d tracks are wrong, expected %d at most", path, wrong, len(truth), most)
		}
	}
}

// TestNumbers holds the numbers of motions of real sequences: Seq095's, whose pairs of tracks contradict,
// Van's, whose van has parts that do not touch, Raffles', whose filled tracks say one motion, and
// 2RT3RCR_g23's, complete, for which two is hardly more credible than one.
func TestNumbers(t *testing.T) {
	method, err := segment.ParseSpec("lrksc-auto")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{
		"kt3dmoseg/Seq095_Clip01":           3,
		"mtpv/MTPV_data_Van_Tracks.mat":     2,
		"mtpv/MTPV_data_Raffles_Tracks.mat": 2,
		"hopkins155/2RT3RCR_g23":            2,
	} {
		s := openBeside(t, path)
		g, err := s.Segment(t.Context(), Task{Method: method, Motions: EstimatedMotions})
		if err != nil {
			t.Fatal(err)
		}
		if g.Task.Motions != want {
			t.Errorf("%s: %d motions, expected %d", path, g.Task.Motions, want)
		}
	}
}
