package write

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/read"
)

// sample returns three tracks in four frames of 100×50 pixels, of which the second is
// not seen in the third frame and the last never.
func sample() *Tracks {
	return &Tracks{Labels: []int{2, 1, 0, 0}, Tracks: &read.Tracks{
		Pixels: mat.NewDense(8, 4, []float64{
			10, 20, 30, 0,
			1, 2, 3, 0,
			11, 21.5, 31, 0,
			1.25, 2, 3, 0,
			12, 0, 32, 0,
			1.5, 0, 3, 0,
			13, 23, 33, 0,
			1.75, 2, 3, 0,
		}),
		Visible: [][]bool{{true, true, true, true}, {true, true, false, true}, {false, true, true, false},
			{false, false, false, false}},
		IDs: []string{"a", "b\"[$x]", "é", "d"}, Width: 100, Height: 50,
	}}
}

func TestNuke(t *testing.T) {
	var b bytes.Buffer
	if err := Labelled(&b, "nuke", sample()); err != nil {
		t.Fatal(err)
	}
	content := b.String()
	for _, want := range []string{
		` format "100 50 0 0 100 50 1 tracks"`, " last_frame 4\n",
		` { {curve K x1 1 x3 0 x4 1} "b___x_" {curve x1 20 x2 21.5 x4 23} {curve x1 48 x2 48 x4 48} {curve K x1 0} ` +
			`{curve K x1 0} 0 0 0 {curve x1 0} 1 0 -15 -15 15 15 -10 -10 10 10 {} {} {} {} {} {} {} {} {} {} {} }` + "\n",
		` { {curve K x2 1 x4 0} "é" {curve x2 31 x3 32} {curve x2 47 x3 47} `,
		" name NoMotion\n tile_color 0x9aa0a6ff\n", " name Motion1\n tile_color 0xe69f00ff\n",
		" name Motion2\n tile_color 0x56b4e9ff\n",
		" tracks { { 1 31 1 }\n{ { 5 1 20 enable e 1 }\n { 3 1 75 name name 1 }\n",
	} {
		if !strings.Contains(content, want) {
			t.Errorf("no %q", want)
		}
	}
	if n := strings.Count(content, "Tracker4 {"); n != 3 ||
		strings.Count(content, "{") != strings.Count(content, "}") || strings.Contains(content, `"d"`) {
		t.Errorf("%d nodes in\n%s", n, content)
	}
	without := sample()
	without.Width, without.Height = 0, 0
	b.Reset()
	if err := Labelled(&b, "nuke", without); err != nil || strings.Contains(b.String(), "format") ||
		!strings.Contains(b.String(), "{curve x2 0 x3 0}") {
		t.Errorf("without a height: %v in\n%s", err, b.String())
	}
}

// bpy stands for Blender: it keeps what a script makes and prints it as JSON at the end.
const bpy = `
import atexit, json, types
made = []
class Marker: pass
class Markers:
    def __init__(self): self.all = {}
    def insert_frame(self, frame, co):
        m = Marker(); m.co = co; self.all[frame] = m
        return m
class Track: pass
class Tracks:
    def new(self, name, frame):
        t = Track(); t.name = name; t.markers = Markers(); made.append(t)
        t.markers.insert_frame(frame, (0, 0)).mute = False
        return t
clip = types.SimpleNamespace(name="film", size=(200, 100), tracking=types.SimpleNamespace(tracks=Tracks()))
data = types.SimpleNamespace(movieclips=[clip])
context = types.SimpleNamespace()
atexit.register(lambda: print(json.dumps([{"Name": t.name, "Colour": t.color, "Own": t.use_custom_color,
    "Markers": [[f, m.co[0], m.co[1], int(m.mute)] for f, m in sorted(t.markers.all.items())]} for t in made])))
`

func TestBlender(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs Python")
	}
	folder := t.TempDir()
	testfile.Write(t, bpy, folder, "bpy.py")
	for name, size := range map[string][2]int{"of the file": {100, 50}, "of the film": {0, 0}} {
		tracks := sample()
		tracks.Width, tracks.Height = size[0], size[1]
		var b bytes.Buffer
		if err := Labelled(&b, "blender", tracks); err != nil {
			t.Fatal(err)
		}
		script := testfile.Write(t, b.Bytes(), folder, "tracks.py")
		said, err := exec.Command(python, script).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		lines := strings.SplitN(string(said), "\n", 2)
		var made []struct {
			Name    string
			Colour  []float64
			Own     bool
			Markers [][4]float64
		}
		if err := json.Unmarshal([]byte(lines[1]), &made); err != nil || lines[0] != "3 tracks in film" || len(made) != 3 {
			t.Fatalf("%v: %s", err, said)
		}
		scale := 1.0
		if size[0] == 0 {
			scale = 0.5
		}
		second := fmt.Sprint([][4]float64{{1, 0.2 * scale, 1 - 0.04*scale, 0}, {2, 0.215 * scale, 1 - 0.04*scale, 0},
			{3, 0.215 * scale, 1 - 0.04*scale, 1}, {4, 0.23 * scale, 1 - 0.04*scale, 0}, {5, 0.23 * scale, 1 - 0.04*scale, 1}})
		if made[1].Name != `motion 1 track b"[$x]` || !made[1].Own ||
			fmt.Sprint(made[1].Colour) != "[0.902 0.6235 0]" || fmt.Sprint(made[1].Markers) != second {
			t.Errorf("%s: found %+v, expected the markers %s", name, made[1], second)
		}
		if made[2].Name != "no motion track é" || len(made[2].Markers) != 3 || made[2].Markers[0][0] != 2 {
			t.Errorf("%s: found %+v", name, made[2])
		}
	}
}
