package ui

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"motionseg/hopkins"
	"motionseg/ui/draw"
	"motionseg/ui/internal/golden"
	"motionseg/ui/session"
)

// faceFolder writes a set of 3 classes with 6 pictures each: a bright bar at
// the height of the class.
func faceFolder(t *testing.T) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "faces")
	for class := range 3 {
		folder := filepath.Join(root, "person"+strconv.Itoa(class+1))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for i := range 6 {
			m := image.NewGray(image.Rect(0, 0, 12, 15))
			for x := range 12 {
				for y := range 4 {
					m.SetGray(x, 5*class+y, color.Gray{uint8(60 + 30*i + 4*x)})
				}
			}
			var b bytes.Buffer
			if err := png.Encode(&b, m); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, strconv.Itoa(i)+".png"), b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

// withFaces opens such a set and has it clustered; SSC takes the first three
// pictures for another class.
func withFaces(t *testing.T) *rig {
	r := newRig(t, nil)
	r.session.OpenPath(faceFolder(t))
	r.settle()
	if r.session.Doc.Set() == nil {
		t.Fatalf("no set is open: %v", r.problems)
	}
	r.capture()
	r.runBoth()
	return r
}

// place returns where a picture is on a wall.
func (r *rig) place(v *imageWall, picture int) fyne.Position {
	size := v.surface.Pixels()
	for y := 1; y < size.Y; y += 4 {
		for x := 1; x < size.X; x += 4 {
			if v.wall.HitTest(size, float64(x), float64(y)) == picture {
				return fyne.NewPos(float32(float64(x)/v.surface.Scale), float32(float64(y)/v.surface.Scale))
			}
		}
	}
	r.t.Fatalf("picture %d is not on the wall", picture)
	return fyne.Position{}
}

func TestImageSetInWindow(t *testing.T) {
	r := withFaces(t)
	left := r.sides[session.Left]
	if !left.wall.Visible() || left.view.Visible() || r.transport.object.Visible() || !r.subjects.object.Visible() {
		t.Error("walls and subjects must be in place of views and transport")
	}
	if m := r.library.previews.get(r.session.Doc.Key()); m == nil || m.Bounds().Dx() != 72 {
		t.Errorf("the library shows %v", m)
	}
	if got := r.subjects.facts.Text; got != "18 pictures of 12×15" {
		t.Errorf("the subjects say %q", got)
	}
	if got := r.toolbar.motions.Selected; got != "3 (truth)" {
		t.Errorf("clusters are %q", got)
	}
	if left.wall.wall.Wrong == nil || !left.wall.wall.Wrong[0] {
		t.Error("errors are not marked")
	}
	if size := r.win.Content().MinSize(); size.Width > 1100 || size.Height > 670 {
		t.Errorf("the content needs %v", size)
	}
	if got := r.analysis.affinity.views[session.Left].matrix.Size(); got != 18 {
		t.Errorf("the matrix has %d rows", got)
	}
	// Back to tracks.
	r.session.OpenExample()
	r.settle()
	if left.wall.Visible() || !left.view.Visible() || !r.transport.object.Visible() || r.subjects.object.Visible() {
		t.Error("views and transport must be back")
	}
}

func TestHoverAndSelectOnWalls(t *testing.T) {
	r := withFaces(t)
	left, right := r.sides[session.Left].wall, r.sides[session.Right].wall
	right.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: r.place(right, 1)}})
	if got, want := r.status.line.Text, "picture 2 · person1 · left: 3 · right: 1 · truth: 1"; got != want {
		t.Errorf("status says %q, want %q", got, want)
	}
	if left.wall.Hovered != 1 || len(left.wall.Closest) == 0 {
		t.Error("the picture under the pointer must be shown on both sides with its affinities")
	}
	press := func(v *imageWall, at fyne.Position, m fyne.KeyModifier) {
		e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Modifier: m}
		v.MouseDown(e)
		v.MouseUp(e)
	}
	press(left, r.place(left, 7), 0)
	press(right, r.place(right, 2), fyne.KeyModifierShift)
	if got := r.session.Selection.Tracks(); !slices.Equal(got, []int{2, 7}) {
		t.Errorf("selection is %v", got)
	}
	if m := r.analysis.affinity.views[session.Right]; !m.selected[2] || !m.selected[7] {
		t.Error("the matrices must mark the selected pictures")
	}
	press(left, fyne.NewPos(1, 1), 0)
	if len(r.session.Selection.Tracks()) != 0 {
		t.Error("a click beside the pictures clears the selection")
	}
	r.keyboard.typedKey(fyne.KeyRight)
	r.keyboard.typedKey(fyne.KeyRight)
	if got := r.session.Selection.Tracks(); len(got) != 1 || got[0] != left.wall.Step(left.wall.Step(draw.NoTrack, 1), 1) {
		t.Errorf("the arrow keys select %v", got)
	}
	// A rectangle over the first two pictures of the wall.
	first := left.wall.Step(draw.NoTrack, 0)
	second := left.wall.Step(first, 1)
	r.session.Selection.Clear()
	from, to := r.place(left, first), r.place(left, second)
	left.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}, Modifier: fyne.KeyModifierShift})
	left.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to.AddXY(1, 1)}})
	left.DragEnd()
	if got := r.session.Selection.Tracks(); len(got) != 2 || !slices.Contains(got, first) ||
		!slices.Contains(got, second) {
		t.Errorf("the rectangle selects %v, want %d and %d", got, first, second)
	}
	r.session.Selection.Clear()
	r.keyboard.typedRune('+')
	r.settle()
	if z := left.wall.Camera.Zoom; z != 1.25 || right.wall.Camera != left.wall.Camera {
		t.Errorf("zoom is %v", z)
	}
	r.keyboard.typedRune('m')
	if !right.wall.Hidden[5] || left.wall.Hidden[0] {
		t.Error("M must leave the misclassified pictures")
	}
	if right.wall.Shown() != draw.NoTrack && right.wall.Shown() != 1 {
		t.Errorf("picture %d is shown", right.wall.Shown())
	}
}

func TestSubjectChoice(t *testing.T) {
	r := withFaces(t)
	r.subjects.first.SetSelected("person2")
	r.session.Wait()
	r.settle()
	if got := r.session.Doc.Subjects(); got != (session.Subjects{First: 2, Count: 2}) ||
		r.subjects.count.Selected != "2 of 3" {
		t.Errorf("subjects are %v, %q", got, r.subjects.count.Selected)
	}
	r.subjects.count.SetSelected("3 of 3")
	r.session.Wait()
	r.settle()
	if got := r.session.Doc.Subjects(); got != (session.Subjects{First: 1, Count: 3}) ||
		r.session.Sides.State(session.Left) != session.Done {
		t.Errorf("subjects are %v", got)
	}
}

func TestWallsLookRight(t *testing.T) {
	r := withFaces(t)
	r.session.Selection.Select([]int{1}, false)
	r.settle()
	for name, v := range map[string]*imageWall{"wall-left.png": r.sides[session.Left].wall,
		"wall-right.png": r.sides[session.Right].wall} {
		golden.Check(t, name, v.surface.Picture(image.Pt(320, 260)))
	}
}

func TestExportOfImages(t *testing.T) {
	r := withFaces(t)
	folder := t.TempDir()
	for name, make := range map[string]func(*exporter) (func(context.Context, io.Writer) error, error){
		"labels.csv": labelsOf(session.Left), "w.npy": matrixOf(session.Left, hopkins.WriteNPY), "walls.png": walls,
	} {
		write, err := make(r.exporter)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r.exporter.writeFile(r.win, filepath.Join(folder, name), write, r.status.say)
	}
	r.settle()
	labels, _ := os.ReadFile(filepath.Join(folder, "labels.csv"))
	if !strings.HasPrefix(string(labels), "track,label,truth\n1,3,1\n") {
		t.Errorf("labels are %q", labels)
	}
	if files, _ := os.ReadDir(folder); len(files) != 3 || len(r.problems) != 0 {
		t.Errorf("%d files, problems %v", len(files), r.problems)
	}
	for _, c := range exportChoices(r.session, exportsOf(r.session)[0]) {
		if strings.HasPrefix(c.label, "Figure") || strings.HasPrefix(c.label, "Film") {
			t.Errorf("%q cannot be made of pictures", c.label)
		}
	}
}
