package hopkins

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/realdata"
	"motionseg/segment"
)

// TestHopkins155 counts what the benchmark's own description counts.
func TestHopkins155(t *testing.T) {
	d, err := OpenDataset(realdata.Folder(t, "hopkins155"))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Problems) != 0 {
		t.Errorf("problems: %v", d.Problems)
	}
	if len(d.Entries) != 156 {
		t.Fatalf("%d entries, want 156", len(d.Entries))
	}
	type group struct {
		category Category
		motions  int
	}
	count := map[group]int{}
	points := map[group]int{}
	frames := map[group]int{}
	selections, previews := 0, 0
	for i, e := range d.Entries {
		if i > 0 && d.Entries[i-1].Name >= e.Name {
			t.Errorf("%s is before %s", d.Entries[i-1].Name, e.Name)
		}
		if e.Name == "dancing" {
			if e.InBenchmark || e.Motions != 5 || e.Category != Articulated {
				t.Errorf("dancing: %+v", e)
			}
			continue
		}
		if !e.InBenchmark {
			t.Errorf("%s is not in the benchmark", e.Name)
		}
		g := group{e.Category, e.Motions}
		count[g]++
		points[g] += e.Points
		frames[g] += e.Frames
		if e.Parent != "" {
			selections++
		}
		if e.Preview != "" {
			previews++
		}
	}
	// Sequences, average points and frames as in the benchmark's README.
	for g, want := range map[group][3]int{
		{Checkerboard, 2}: {78, 291, 28}, {Checkerboard, 3}: {26, 437, 28},
		{Traffic, 2}: {31, 241, 30}, {Traffic, 3}: {7, 332, 31},
		{Articulated, 2}: {11, 155, 40}, {Articulated, 3}: {2, 122, 31},
	} {
		n := float64(count[g])
		got := [3]int{count[g], int(math.Round(float64(points[g]) / n)), int(math.Round(float64(frames[g]) / n))}
		if got != want {
			t.Errorf("%s with %d motions: %v sequences, points, frames, want %v", g.category, g.motions, got, want)
		}
	}
	if len(count) != 6 || selections != 105 {
		t.Errorf("groups %v, %d selections, want 6 groups, 105", count, selections)
	}
	if previews != 150 {
		t.Errorf("%d sequences have a preview, their own or their parent's, want 150", previews)
	}
}

// TestHopkins155Sequences opens every sequence, compares it with the scan and
// checks its data matrices.
func TestHopkins155Sequences(t *testing.T) {
	d, err := OpenDataset(realdata.Folder(t, "hopkins155"))
	if err != nil {
		t.Fatal(err)
	}
	outside := 0
	for _, e := range d.Entries {
		s, err := Open(filepath.Dir(e.Path))
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Name != e.Name || s.Path != e.Path || s.Category != e.Category || s.Parent != e.Parent ||
			s.Points() != e.Points || s.Frames() != e.Frames || s.Motions() != e.Motions {
			t.Errorf("%s: sequence and entry differ: %+v", s.Name, e)
		}
		if s.Visible != nil || s.TwoFrame || s.Description == "" {
			t.Errorf("%s: visible %v, two-frame %v, description %q", s.Name, s.Visible != nil, s.TwoFrame, s.Description)
		}
		all, tracks, err := s.Data(FrameSelection{})
		if err != nil {
			t.Error(err)
			continue
		}
		if r, n := all.X.Dims(); all.Kind != segment.Trajectories || r != 2*e.Frames || n != e.Points || len(tracks) != n {
			t.Errorf("%s: all frames give %d×%d", s.Name, r, n)
		}
		out := false
		for _, v := range all.X.RawMatrix().Data {
			out = out || math.Abs(v) > 1
		}
		if out && e.InBenchmark {
			outside++
		}
		two, _, err := s.Data(FrameSelection{Mode: FirstLast})
		if err != nil {
			t.Error(err)
			continue
		}
		last := 2 * (e.Frames - 1)
		for c := range e.Points {
			x, y := s.Normalized.At(0, c), s.Normalized.At(1, c)
			u, v := s.Normalized.At(last, c), s.Normalized.At(last+1, c)
			for r, want := range []float64{x * u, x * v, x, y * u, y * v, y, u, v, 1} {
				if got := two.X.At(r, c); got != want {
					t.Fatalf("%s: row %d of track %d is %v, want %v", s.Name, r, c, got, want)
				}
			}
		}
	}
	if outside != 16 {
		t.Errorf("%d sequences have coordinates outside [−1, 1], want 16", outside)
	}
}

// TestHopkins155Selections: the tracks of every selection are tracks of the
// sequence that is named as its parent, and its pictures are the parent's.
func TestHopkins155Selections(t *testing.T) {
	d, err := OpenDataset(realdata.Folder(t, "hopkins155"))
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]Entry{}
	for _, e := range d.Entries {
		byName[e.Name] = e
	}
	column := func(s *Sequence, i int) string { return fmt.Sprint(mat.Col(nil, i, s.Pixels)) }
	tracks := map[string]map[string]int{} // parent → column → motion
	selections := 0
	for _, e := range d.Entries {
		if e.Parent == "" {
			continue
		}
		selections++
		parent := byName[e.Parent]
		if parent.Preview != e.Preview || parent.Video != e.Video || parent.Motions != 3 || e.Motions != 2 {
			t.Errorf("%s: %+v, parent %+v", e.Name, e, parent)
		}
		if tracks[e.Parent] == nil {
			s, err := Open(parent.Path)
			if err != nil {
				t.Fatal(err)
			}
			tracks[e.Parent] = map[string]int{}
			for i, motion := range s.Truth {
				tracks[e.Parent][column(s, i)] = motion
			}
		}
		s, err := Open(e.Path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Points() {
			motion := tracks[e.Parent][column(s, i)]
			if motion == 0 || !strings.Contains(strings.TrimPrefix(e.Name, e.Parent), strconv.Itoa(motion)) {
				t.Errorf("%s: track %d has motion %d in %s", e.Name, i+1, motion, e.Parent)
				break
			}
		}
	}
	if selections != 105 {
		t.Errorf("%d selections, want 105", selections)
	}
	videos := map[string]bool{}
	for _, e := range d.Entries {
		if e.Video != "" {
			videos[filepath.Base(e.Video)] = true
		}
	}
	if want := map[string]bool{"articulated.avi": true, "cars10.avi": true,
		"cars2.avi": true}; !reflect.DeepEqual(videos, want) {
		t.Errorf("videos are %v, want %v", videos, want)
	}
}

// TestHopkins155Sizes pins the sizes of a few sequences.
func TestHopkins155Sizes(t *testing.T) {
	root := realdata.Folder(t, "hopkins155")
	for name, want := range map[string]struct {
		points, frames, width, height int
		motions                       []int // points of each
	}{
		"1R2RC":      {459, 29, 640, 480, []int{89, 121, 249}},
		"2RT3RCR":    {511, 29, 640, 480, []int{100, 136, 275}},
		"cars10":     {297, 31, 640, 480, []int{138, 76, 83}},
		"three-cars": {173, 15, 320, 240, []int{44, 48, 81}},
		"kanatani3":  {73, 100, 320, 240, []int{16, 57}},
		"two_cranes": {94, 30, 720, 480, []int{55, 17, 22}},
		"dancing":    {268, 40, 720, 480, []int{128, 33, 36, 41, 30}},
	} {
		s, err := Open(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		motions := make([]int, s.Motions())
		for _, m := range s.Truth {
			motions[m-1]++
		}
		if s.Points() != want.points || s.Frames() != want.frames || s.Width != want.width || s.Height != want.height ||
			!reflect.DeepEqual(motions, want.motions) {
			t.Errorf("%s: %d points, %d frames, %d×%d, motions %v, want %+v", name, s.Points(), s.Frames(), s.Width,
				s.Height, motions, want)
		}
	}
}

// TestOtherData opens the sequences that are laid out in other ways.
func TestOtherData(t *testing.T) {
	for _, c := range []struct {
		folder, file                           string
		points, frames, motions, width, height int
		complete                               int
		twoFrame                               bool
	}{
		{"hopkins12", "oc1R2RC", 656, 40, 3, 640, 480, 521, false},
		{"kt3dmoseg", "Seq005_Clip01", 646, 20, 3, 1242, 375, 279, false},
		{"kt3dmoseg", "Seq013_Clip02", 756, 20, 2, 1242, 375, 253, false},
		{"kt3dmoseg", "Seq037_Clip01", 298, 12, 2, 1224, 370, 123, false},
		{"kt3dmoseg", "Seq095_Clip01", 1018, 20, 3, 1242, 375, 442, false},
		{"mtpv", "MTPV_data_Van_Tracks.mat", 802, 100, 2, 0, 0, 29, false},
		{"mtpv", "PerspectiveNViewsData_boxes_Tracks.mat", 280, 10, 2, 0, 0, 196, false},
		{"adelaidermf", "biscuitbook.mat", 341, 2, 2, 640, 480, 179, true},
		{"adelaidermf", "breadcube.mat", 242, 2, 2, 640, 480, 165, true},
		{"adelaidermf", "cubechips.mat", 284, 2, 2, 640, 480, 141, true},
		{"adelaidermf", "dinobooks.mat", 360, 2, 3, 640, 480, 205, true},
		{"adelaidermf", "gamebiscuit.mat", 328, 2, 2, 640, 480, 161, true},
		{"adelaidermf", "toycubecar.mat", 200, 2, 3, 640, 480, 128, true},
	} {
		t.Run(c.file, func(t *testing.T) {
			s, err := Open(filepath.Join(realdata.Folder(t, c.folder), c.file))
			if err != nil {
				t.Fatal(err)
			}
			if s.Points() != c.points || s.Frames() != c.frames || s.Motions() != c.motions {
				t.Errorf("%d points, %d frames, %d motions, want %d, %d, %d", s.Points(), s.Frames(), s.Motions(),
					c.points, c.frames, c.motions)
			}
			if s.Width != c.width || s.Height != c.height {
				t.Errorf("size %d×%d, want %d×%d", s.Width, s.Height, c.width, c.height)
			}
			if s.TwoFrame != c.twoFrame || (s.Visible == nil) != c.twoFrame {
				t.Errorf("two-frame %v, complete %v, want %v, %v", s.TwoFrame, s.Visible == nil, c.twoFrame, c.twoFrame)
			}
			data, _, err := s.Data(FrameSelection{})
			if err != nil {
				t.Fatal(err)
			}
			if data.Points() != c.complete {
				t.Errorf("%d tracks in every frame without outliers, want %d", data.Points(), c.complete)
			}
		})
	}
}

// TestOtherDatasets scans the folders of the other data.
func TestOtherDatasets(t *testing.T) {
	for folder, want := range map[string]struct{ entries, withFrames, problems int }{
		"hopkins12": {1, 0, 0}, "kt3dmoseg": {11, 4, 0}, "mtpv": {6, 0, 0}, "adelaidermf": {10, 0, 0},
		"faces": {0, 0, 3}, // pictures, not tracks
	} {
		t.Run(folder, func(t *testing.T) {
			d, err := OpenDataset(realdata.Folder(t, folder))
			if err != nil {
				t.Fatal(err)
			}
			withFrames := 0
			for _, e := range d.Entries {
				s, err := Open(e.Path)
				if err != nil {
					t.Error(err)
					continue
				}
				if s.Name != e.Name || s.Points() != e.Points || s.Frames() != e.Frames || s.Motions() != e.Motions ||
					e.InBenchmark {
					t.Errorf("%s: sequence and entry differ: %+v", s.Name, e)
				}
				if e.FrameDir != "" {
					withFrames++
				}
			}
			if len(d.Entries) != want.entries || withFrames != want.withFrames || len(d.Problems) != want.problems {
				t.Errorf("%d entries, %d with frames, problems %v, want %+v", len(d.Entries), withFrames, d.Problems, want)
			}
		})
	}
}

func BenchmarkOpenDataset(b *testing.B) {
	root := realdata.Folder(b, "hopkins155")
	for b.Loop() {
		if _, err := OpenDataset(root); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(realdata.Folder(b, "hopkins155"), "2RT3RCR")
	for b.Loop() {
		if _, err := Open(path); err != nil {
			b.Fatal(err)
		}
	}
}

// TestGaps: what becomes of the tracks with gaps of real scenes. Counts of tracks
// are exact; wrong ones may differ by two and undecided ones by one between
// processors.
func TestGaps(t *testing.T) {
	lrksc, err := segment.ParseSpec("lrksc")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		folder, name              string
		incomplete                Incomplete
		complete, filled, leftOut int
		wrong, undecided          int
	}{
		{"hopkins12", "oc1R2RC", LeaveOut, 521, 0, 135, 219, 64},
		{"hopkins12", "oc1R2RC", FillGaps, 521, 112, 23, 2, 0},
		{"kt3dmoseg", "Seq005_Clip01", LeaveOut, 279, 0, 367, 25, 25},
		{"kt3dmoseg", "Seq005_Clip01", FillGaps, 279, 117, 250, 24, 19},
		{"kt3dmoseg", "Seq013_Clip02", LeaveOut, 253, 0, 503, 168, 162},
		{"kt3dmoseg", "Seq037_Clip01", LeaveOut, 123, 0, 175, 50, 25},
	} {
		t.Run(fmt.Sprint(c.name, " ", c.incomplete), func(t *testing.T) {
			s, err := Open(filepath.Join(realdata.Folder(t, c.folder), c.name))
			if err != nil {
				t.Fatal(err)
			}
			g, err := s.Segment(t.Context(), Task{Method: lrksc, Incomplete: c.incomplete})
			if err != nil {
				t.Fatal(err)
			}
			p := g.Prepared
			if len(p.Complete) != c.complete || len(p.Filled) != c.filled || len(p.LeftOut) != c.leftOut {
				t.Errorf("%d complete, %d filled, %d left out", len(p.Complete), len(p.Filled), len(p.LeftOut))
			}
			near := func(a, b, most int) bool { return max(a-b, b-a) <= most }
			if !near(g.Score.Wrong, c.wrong, 2) || !near(g.Score.Undecided, c.undecided, 1) {
				t.Errorf("%d wrong, %d undecided of them; want %d, %d", g.Score.Wrong, g.Score.Undecided, c.wrong, c.undecided)
			}
		})
	}
}

// TestSingleMotions: a board that turns is one motion alone, though pairs of its tracks rather move apart.
func TestSingleMotions(t *testing.T) {
	root := realdata.Folder(t, "hopkins155")
	for name, motion := range map[string]int{"1RT2RCR": 2, "2R3RTC": 2, "2RT3RCR": 3} {
		s, err := Open(filepath.Join(root, name, name+"_truth.mat"))
		if err != nil {
			t.Fatal(err)
		}
		frames := make([]int, s.Frames())
		for f := range frames {
			frames[f] = f
		}
		alone := s.part(frames, pointsOf(s.Truth, motion))
		e, _, err := SourceOf(alone).EstimateMotions(t.Context(), Task{Motions: EstimatedMotions})
		if err != nil {
			t.Fatal(err)
		}
		if e.Motions != 1 {
			t.Errorf("motion %d of %s, %d tracks, is %d motions, %.2f sure", motion, name, alone.Points(), e.Motions,
				e.Confidence)
		}
	}
}
