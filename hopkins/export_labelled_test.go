package hopkins

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// labelledSample returns a sequence in which track 2 is not seen in frame 2, and
// labels for its tracks.
func labelledSample() (*Sequence, []int) {
	s := sampleSequence()
	s.Visible = make([][]bool, s.Points())
	labels := make([]int, s.Points())
	for i := range s.Visible {
		s.Visible[i] = []bool{true, true, i != 2, true}
		labels[i] = i % 3
	}
	s.Pixels.Set(4, 2, 0)
	s.Pixels.Set(5, 2, 0)
	return s, labels
}

// TestLabelledFormatsHaveOwnNumbers: labels are written in the numbers that the file
// has for its motions, in every format, as its truth is.
func TestLabelledFormatsHaveOwnNumbers(t *testing.T) {
	s, labels := labelledSample()
	s.Truth = slices.Clone(labels)
	s.MotionNumbers = []int{7, 2000000000}
	for format, want := range map[string][]string{
		"csv":           {"2,1,%s,7,7\n", "3,1,%s,2000000000,2000000000\n"},
		"napari":        {"1,0,%s,7\n", "2,0,%s,2000000000\n"},
		"trackmate":     {",0,1,7\n", ",0,1,2000000000\n"},
		"trackmate-xml": {`TRACK_INDEX="1" MOTION="7">`, `TRACK_INDEX="2" MOTION="2000000000">`},
		"cvat":          {`<track id="1" label="motion 7"`, `<track id="2" label="motion 2000000000"`},
		"coco":          {`"category_id": 7, "track_id": 2,`, `"category_id": 2000000000, "track_id": 3,`},
		"mot":           {",8,8,1,7,1\n", ",8,8,1,2000000000,1\n"},
		"cotracker":     {string([]byte{7, 0, 0, 0, 0, 0, 0, 0, 0, 0x94, 0x35, 0x77})},
	} {
		var b bytes.Buffer
		if err := s.WriteLabelled(&b, format, labels); err != nil {
			t.Fatal(err)
		}
		content := b.String()
		if format == "cotracker" {
			z, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
			if err != nil {
				t.Fatal(err)
			}
			f, err := z.Open("labels.npy")
			if err != nil {
				t.Fatal(err)
			}
			array, err := io.ReadAll(f)
			if err != nil {
				t.Fatal(err)
			}
			content = string(array)
		}
		for i, w := range want {
			x, y := number(s.Pixels.At(0, i+1)), number(s.Pixels.At(1, i+1))
			switch format {
			case "csv":
				w = fmt.Sprintf(w, x+","+y)
			case "napari":
				w = fmt.Sprintf(w, y+","+x)
			}
			if !strings.Contains(content, w) {
				t.Errorf("%s: no %q in\n%s", format, w, content)
			}
		}
	}
}

// roundTrip is how far in pixels a point may be from where it was after it was written
// and read, 0 where no format is named.
var roundTrip = map[string]float64{"mot": 1e-12}

func TestLabelledFormatsAreReadBack(t *testing.T) {
	s, labels := labelledSample()
	for _, f := range LabelledFormats() {
		if f.Name == "blender" || f.Name == "nuke" { // scripts, with tests of their own
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			var b bytes.Buffer
			if err := s.WriteLabelled(&b, f.Name, labels); err != nil {
				t.Fatal(err)
			}
			content := b.String()
			got, err := Read(&b, "tracks"+f.Ending)
			if err != nil {
				t.Fatal(err)
			}
			if got.Points() != s.Points() || got.Frames() != s.Frames() || !reflect.DeepEqual(got.Visible, s.Visible) {
				t.Fatalf("read %d tracks in %d frames, visible %v", got.Points(), got.Frames(), got.Visible)
			}
			for i := range s.Points() {
				for row := range 2 * s.Frames() {
					// The corners of boxes are rounded once more.
					if d := got.Pixels.At(row, i) - s.Pixels.At(row, i); s.Seen(i, row/2) && !(math.Abs(d) <= roundTrip[f.Name]) {
						t.Errorf("track %d, row %d: %v, expected %v", i, row, got.Pixels.At(row, i), s.Pixels.At(row, i))
					}
				}
			}
			switch f.Name {
			case "napari":
				if !strings.HasPrefix(content, "ID,T,Y,X,label\n0,0,") || !strings.Contains(content, "\n2,3,") ||
					strings.Contains(content, "\n2,2,") {
					t.Errorf("found %q", content)
				}
			case "trackmate":
				if last := strings.TrimSpace(content)[strings.LastIndex(strings.TrimSpace(content), ","):]; last != ","+
					string(rune('0'+labels[len(labels)-1])) {
					t.Errorf("the last line ends in %q", last)
				}
			case "trackmate-xml":
				if want := `<Track name="Track_2" TRACK_ID="2" TRACK_INDEX="2" MOTION="2">`; !strings.Contains(content,
					want) || !strings.Contains(content, `<Edge SPOT_SOURCE_ID="9" SPOT_TARGET_ID="11"/>`) {
					t.Errorf("expected %s and an edge over the gap, found %s", want, content)
				}
			case "cvat":
				gap := `<points frame="2" keyframe="1" outside="1" occluded="0" points="` + number(s.Pixels.At(2, 2)) +
					"," + number(s.Pixels.At(3, 2)) + `"`
				if strings.Count(content, `outside="1"`) != 1 || !strings.Contains(content, gap) ||
					!strings.Contains(content, `<track id="2" label="motion 2"`) ||
					!strings.Contains(content, `<name>no motion</name><color>#9aa0a6</color>`) || got.Width != 640 ||
					got.Height != 480 {
					t.Errorf("found %d×%d in %s", got.Width, got.Height, content)
				}
			case "coco":
				var file struct{ Images, Categories, Annotations []map[string]any }
				if err := json.Unmarshal([]byte(content), &file); err != nil || len(file.Images) != 4 ||
					len(file.Categories) != 3 || len(file.Annotations) != 23 ||
					file.Annotations[4]["category_id"] != 1.0 || file.Annotations[4]["track_id"] != 2.0 ||
					file.Images[3]["file_name"] != "0004.png" || got.Width != 640 {
					t.Errorf("found %v, %v", file, err)
				}
			case "mot":
				if lines := strings.Split(content, "\n"); len(lines) != 24 ||
					lines[4] != "1,2,"+number(s.Pixels.At(0, 1)-4)+",276,8,8,1,1,1" {
					t.Errorf("found %q", content)
				}
			case "cotracker":
				z, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
				if err != nil || len(z.File) != 3 || z.File[2].Name != "labels.npy" {
					t.Errorf("found %v, %v, expected a third array with the labels", z, err)
				}
			}
		})
	}
	if err := s.WriteLabelled(&bytes.Buffer{}, "parquet", labels); err == nil || !strings.Contains(err.Error(), "napari") {
		t.Errorf("error is %v, expected the formats", err)
	}
	if err := s.WriteLabelled(&bytes.Buffer{}, "csv", labels[1:]); err == nil {
		t.Error("expected an error for too few labels")
	}
}

func TestWriteFolder(t *testing.T) {
	s, labels := labelledSample()
	folder := filepath.Join(t.TempDir(), "mine")
	picture := func(f int) (image.Image, error) {
		m := image.NewGray(image.Rect(0, 0, s.Width, s.Height))
		m.Pix[0] = uint8(f)
		return m, nil
	}
	var told [][2]int
	if err := s.WriteFolder(t.Context(), folder, labels, picture, func(done, total int) {
		told = append(told, [2]int{done, total})
	}); err != nil {
		t.Fatal(err)
	}
	got, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "mine" || !reflect.DeepEqual(got.Truth, labels) || !reflect.DeepEqual(got.Visible, s.Visible) ||
		got.Width != s.Width {
		t.Errorf("read %q of width %d with truth %v", got.Name, got.Width, got.Truth)
	}
	e, err := FindEntry(folder)
	if err != nil || e.FrameDir != filepath.Join(folder, "frames") {
		t.Errorf("frames are in %q, %v", e.FrameDir, err)
	}
	if len(told) != 4 || told[3] != [2]int{4, 4} {
		t.Errorf("progress was %v", told)
	}

	if err := s.WriteFolder(t.Context(), folder, labels, nil, nil); !errors.Is(err, os.ErrExist) {
		t.Errorf("error is %v, expected that the folder is there", err)
	}
	if _, err := Open(folder); err != nil {
		t.Errorf("the folder that was there is damaged: %v", err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	other := filepath.Join(t.TempDir(), "other")
	stop := func(f int) (image.Image, error) { cancel(); return picture(f) }
	if err := s.WriteFolder(ctx, other, labels, stop, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, expected that it was cancelled", err)
	}
	if _, err := os.Stat(other); !errors.Is(err, os.ErrNotExist) {
		t.Error("half a folder is left")
	}
}

// TestOctaveReadsTheFolder loads the file with another program that knows the
// format.
func TestOctaveReadsTheFolder(t *testing.T) {
	octave, err := exec.LookPath("octave-cli")
	if err != nil {
		t.Skip("needs Octave")
	}
	s, labels := labelledSample()
	folder := filepath.Join(t.TempDir(), "mine")
	if err := s.WriteFolder(t.Context(), folder, labels, nil, nil); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(
		`d = load('%s'); printf('%%d ', size(d.x), size(d.y), size(d.s), size(d.m), d.width, d.height, d.points, `+
			`d.frames); printf('%%.17g ', d.y(1:2, 2, 3)); printf('%%d ', d.s, d.m(3, :));`,
		filepath.Join(folder, "mine_truth.mat"))
	said, err := exec.Command(octave, "--norc", "--quiet", "--eval", script).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	n, f := s.Points(), s.Frames()
	var want strings.Builder
	fmt.Fprintf(&want, "3 %d %d 3 %d %d %d 1 %d %d %d %d %d %d ", n, f, n, f, n, n, f, s.Width, s.Height, n, f)
	fmt.Fprintf(&want, "%.17g %.17g ", s.Pixels.At(4, 1), s.Pixels.At(5, 1))
	for _, l := range labels {
		fmt.Fprintf(&want, "%d ", l)
	}
	want.WriteString("1 1 0 1 ")
	if string(said) != want.String() {
		t.Errorf("Octave read\n%s\nexpected\n%s", said, want.String())
	}
}
