package command

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/matfile"
	"motionseg/ui/session"
)

// TestWindowAndCommandLineAgree: the same file gives the same labels, error and
// warnings in the window and on the command line, for every kind of file.
func TestWindowAndCommandLineAgree(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		name    string
		content []byte
		frames  string
	}{
		{"hopkins_truth.mat", parityHopkins(t), "all"},
		{"hopkins_truth.mat", parityHopkins(t), "2-9"},
		{"pair_truth.mat", parityHopkins(t), "first-last"},
		{"pair_truth.mat", parityHopkins(t), "10,1"},
		{"struct_Tracks.mat", parityStruct(t), "all"},
		{"struct_Tracks.mat", parityStruct(t), "best"},
		{"views.mat", parityTwoView(t), "all"},
		{"tracks.csv", parityTable(true), "all"},
		{"unlabelled.csv", parityTable(false), "all"},
		{"brox.dat", parityBrox(), "all"},
		{"array.npy", parityArray(), "all"},
		{"cotracker.npz", parityArchive(t), "all"},
		{"pairs.txt", parityPairs(), "all"},
	} {
		t.Run(c.name+" "+c.frames, func(t *testing.T) {
			path := testfile.Write(t, c.content, folder, c.name)
			w := openInWindow(t, path)
			frames, err := hopkins.ParseFrames(c.frames)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Plan.SetFrames(frames); err != nil {
				t.Fatal(err)
			}
			for _, method := range []string{"lrksc", "ssc", "lrksc-auto"} {
				got := w.run(method)
				if got == nil {
					t.Errorf("%s: the window has no result", method)
					continue
				}
				var want struct {
					Labels   []int
					How      []string
					Error    *float64 `json:"error_percent"`
					Warnings []string
					Motions  int
					Preset   string
				}
				if err := json.Unmarshal([]byte(mustRun(t, "segment", path, "--json", "--method", method, "--frames",
					c.frames)), &want); err != nil {
					t.Fatal(err)
				}
				e := math.NaN()
				if want.Error != nil {
					e = *want.Error
				}
				table, _ := w.Sides.LabelTable(session.Left)
				if !reflect.DeepEqual(got.Labels, want.Labels) || !reflect.DeepEqual(table.Labels, want.Labels) {
					t.Errorf("%s: labels in the window\n%v\non the command line\n%v", method, got.Labels, want.Labels)
				}
				if got.Score.Error != e && !(math.IsNaN(e) && math.IsNaN(got.Score.Error)) {
					t.Errorf("%s: error %v in the window, %v on the command line", method, got.Score.Error, e)
				}
				if texts := got.WarningTexts(); !reflect.DeepEqual(texts, want.Warnings) {
					t.Errorf("%s: warnings in the window %q, on the command line %q", method, texts, want.Warnings)
				}
				if got.Result.Motions != want.Motions || got.Preset != want.Preset {
					t.Errorf("%s: %d motions from %q in the window, %d from %q on the command line", method,
						got.Result.Motions, got.Preset, want.Motions, want.Preset)
				}
			}
		})
	}
}

// TestWindowAndCommandLineAgreeOnPictures: the same for a set of pictures, whose
// name chooses the preset.
func TestWindowAndCommandLineAgreeOnPictures(t *testing.T) {
	content, err := os.ReadFile(pictureSet(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ORL_small.mat", "world_faces.mat"} {
		path := testfile.Write(t, content, t.TempDir(), name)
		w := openInWindow(t, path)
		for _, method := range []string{"lrksc", "ssc"} {
			got := w.run(method)
			if got == nil {
				t.Fatalf("%s: the window has no result for %s", method, name)
			}
			rows,
				err := csv.NewReader(strings.NewReader(mustRun(t, "images", path, "--method", method, "--format", "csv"))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			row := map[string]string{}
			for k, column := range rows[0] {
				row[column] = rows[1][k]
			}
			if e := strconv.FormatFloat(got.Score.Error, 'g', -1, 64); e != row["error_percent"] ||
				got.Preset != row["preset"] || strings.Join(got.WarningTexts(), "; ") != row["warnings"] {
				t.Errorf("%s on %s: error %s, preset %q, warnings %q in the window, %v on the command line", method,
					name, e, got.Preset, got.WarningTexts(), row)
			}
		}
	}
}

// windowSession is the window without its widgets.
type windowSession struct {
	*session.Session
	queue *[]func()
}

// openInWindow opens a file as the window does.
func openInWindow(t *testing.T, path string) windowSession {
	t.Helper()
	var queue []func()
	w := windowSession{session.New(session.Config{
		OnUI:    func(f func()) { queue = append(queue, f) },
		Problem: func(p session.Problem) { t.Errorf("%s: %s", p.Title, p.Reason) },
	}), &queue}
	t.Cleanup(w.Close)
	w.OpenPath(path)
	w.settle()
	if w.Doc.Points() == 0 {
		t.Fatalf("%s: the window has opened nothing", path)
	}
	return w
}

// settle waits for the workers and does what they have queued.
func (w windowSession) settle() {
	for w.Wait(); len(*w.queue) > 0; w.Wait() {
		f := (*w.queue)[0]
		*w.queue = (*w.queue)[1:]
		f()
	}
}

// run computes the left side alone.
func (w windowSession) run(method string) *session.Outcome {
	w.Plan.SetMethod(session.Left, method)
	w.Sides.RunSide(session.Left)
	w.settle()
	if w.Sides.State(session.Left) != session.Done {
		return nil
	}
	return w.Sides.Outcome(session.Left)
}

// The scene of every file: tracks of two bodies over some frames, every fifth
// one hidden for a while.
const parityFrames, parityTracks = 10, 40

// parityPoint returns where a track is, in pixels.
func parityPoint(i, f int) (x, y float64) {
	r := rand.New(rand.NewPCG(uint64(i), 3))
	x, y = 40+160*r.Float64(), 30+160*r.Float64()
	noise := rand.New(rand.NewPCG(uint64(i), uint64(100+f)))
	u := float64(f)
	if i%2 == 0 {
		angle := 0.05 * u
		x, y = 300+x*math.Cos(angle)-y*math.Sin(angle)+2*u, 100+x*math.Sin(angle)+y*math.Cos(angle)
	} else {
		x, y = 20+x*(1+u/60)-3*u, 60+y*(1+u/50)+u
	}
	return x + 0.2*noise.NormFloat64(), y + 0.2*noise.NormFloat64()
}

func parityTruth(i int) int { return 1 + i%2 }

func paritySeen(i, f int) bool { return i%5 != 0 || f < i%7 || f > i%7+3 }

// parityArrayOf returns the numbers of every track and frame, the tracks changing
// fastest within value, and frames last, as MATLAB has them.
func parityArrayOf(name string, each int, value func(i, f int) []float64) *matfile.Array {
	a := &matfile.Array{Name: name, Class: matfile.Double, Dims: []int{each, parityTracks, parityFrames}}
	for f := range parityFrames {
		for i := range parityTracks {
			a.Data = append(a.Data, value(i, f)...)
		}
	}
	return a
}

func parityColumn(name string, value func(i int) float64) *matfile.Array {
	a := &matfile.Array{Name: name, Class: matfile.Double, Dims: []int{parityTracks, 1}}
	for i := range parityTracks {
		a.Data = append(a.Data, value(i))
	}
	return a
}

func parityMat(t *testing.T, arrays ...*matfile.Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := matfile.Write(&b, arrays...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// parityHopkins is of the layout of Hopkins155, with the mask of what is seen.
func parityHopkins(t *testing.T) []byte {
	mask := parityArrayOf("m", 1, func(i, f int) []float64 {
		if paritySeen(i, f) {
			return []float64{1}
		}
		return []float64{0}
	})
	mask.Dims = []int{parityTracks, parityFrames}
	homogeneous := func(i, f int) []float64 {
		x, y := parityPoint(i, f)
		return []float64{x / 320, y / 240, 1}
	}
	pixels := func(i, f int) []float64 {
		x, y := parityPoint(i, f)
		return []float64{x, y, 1}
	}
	one := func(name string, v float64) *matfile.Array {
		return &matfile.Array{Name: name, Class: matfile.Double, Dims: []int{1, 1}, Data: []float64{v}}
	}
	return parityMat(t, parityArrayOf("x", 3, homogeneous), parityArrayOf("y", 3, pixels), mask,
		parityColumn("s", func(i int) float64 { return float64(parityTruth(i)) }), one("width", 640),
		one("height", 480), one("frames", parityFrames), one("points", parityTracks))
}

// parityStruct is of the layout of KT3DMoSeg, with one outlier.
func parityStruct(t *testing.T) []byte {
	visible := parityArrayOf("visibleSparse", 1, func(i, f int) []float64 {
		if paritySeen(i, f) && !(i == 7 && f > 0) { // track 7 is seen once
			return []float64{1}
		}
		return []float64{0}
	})
	visible.Dims = []int{parityTracks, parityFrames}
	points := parityArrayOf("ySparse", 3, func(i, f int) []float64 {
		x, y := parityPoint(i, f)
		return []float64{x, y, 1}
	})
	labels := parityColumn("GtLabel", func(i int) float64 {
		if i == 11 {
			return 0
		}
		return float64(parityTruth(i))
	})
	return parityMat(t, &matfile.Array{Name: "Data", Class: matfile.Struct, Dims: []int{1, 1},
		Fields: []*matfile.Array{points, visible, labels}})
}

// parityTwoView is of the layout of AdelaideRMF, with outliers.
func parityTwoView(t *testing.T) []byte {
	data := &matfile.Array{Name: "data", Class: matfile.Double, Dims: []int{6, parityTracks}}
	label := &matfile.Array{Name: "label", Class: matfile.Double, Dims: []int{1, parityTracks}}
	for i := range parityTracks {
		x, y := parityPoint(i, 0)
		x2, y2 := parityPoint(i, 9)
		truth := parityTruth(i)
		if i%9 == 8 {
			truth, x2 = 0, 640-x2
		}
		data.Data = append(data.Data, x, y, 1, x2, y2, 1)
		label.Data = append(label.Data, float64(truth))
	}
	return parityMat(t, data, label)
}

func parityTable(labelled bool) []byte {
	var b bytes.Buffer
	b.WriteString("track,frame,x,y")
	if labelled {
		b.WriteString(",label")
	}
	b.WriteByte('\n')
	for i := range parityTracks {
		for f := range parityFrames {
			if x, y := parityPoint(i, f); paritySeen(i, f) {
				fmt.Fprintf(&b, "t%d,%d,%g,%g", i, f+1, x, y)
				if labelled {
					fmt.Fprintf(&b, ",%d", parityTruth(i))
				}
				b.WriteByte('\n')
			}
		}
	}
	return b.Bytes()
}

func parityBrox() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d\n%d\n", parityFrames, parityTracks)
	for i := range parityTracks {
		fmt.Fprintf(&b, "%d %d\n", parityTruth(i)-1, parityFrames-i%3)
		for f := range parityFrames - i%3 {
			x, y := parityPoint(i, f)
			fmt.Fprintf(&b, "%g %g %d\n", x, y, f)
		}
	}
	return b.Bytes()
}

// parityNPY returns an array as NumPy saves it.
func parityNPY(descr, shape string, data []byte) []byte {
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shape)
	head += strings.Repeat(" ", 64-(10+len(head)+1)%64) + "\n"
	return append(append(append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), byte(len(head)>>8)), head...), data...)
}

func parityArray() []byte {
	var b []byte
	for f := range parityFrames {
		for i := range parityTracks {
			x, y := parityPoint(i, f)
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(y))
		}
	}
	return parityNPY("<f8", fmt.Sprintf("(%d, %d, 2)", parityFrames, parityTracks), b)
}

func parityArchive(t *testing.T) []byte {
	var seen []byte
	for f := range parityFrames {
		for i := range parityTracks {
			seen = append(seen, map[bool]byte{true: 1}[paritySeen(i, f)])
		}
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range map[string][]byte{
		"tracks.npy":     parityArray(),
		"visibility.npy": parityNPY("|b1", fmt.Sprintf("(%d, %d)", parityFrames, parityTracks), seen),
	} {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func parityPairs() []byte {
	var b bytes.Buffer
	for i := range parityTracks {
		x, y := parityPoint(i, 0)
		x2, y2 := parityPoint(i, 9)
		fmt.Fprintf(&b, "%g %g %g %g %d\n", x, y, x2, y2, parityTruth(i))
	}
	return b.Bytes()
}
