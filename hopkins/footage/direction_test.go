package footage

import (
	"errors"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/realdata"
	"motionseg/hopkins/synthetic"
)

// matrix returns a matrix of some small distinct numbers.
func matrix(rows, columns int) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	m.Apply(func(i, j int, _ float64) float64 { return float64(i + 2*j) }, m)
	return m
}

// scene returns the tracks of a small synthetic scene and its pictures.
func scene(t testing.TB) (*hopkins.Sequence, *Source) {
	t.Helper()
	c := synthetic.Default()
	c.Frames, c.Width, c.Height = 2, 320, 240
	made, err := synthetic.New(c)
	if err != nil {
		t.Fatal(err)
	}
	tracks, err := made.Sequence()
	if err != nil {
		t.Fatal(err)
	}
	source, err := OpenFS(fstest.MapFS{
		"seq/frames/1.png": {Data: pngBytes(t, made.Render(0))},
		"seq/frames/2.png": {Data: pngBytes(t, made.Render(1))},
	}, "seq")
	if err != nil {
		t.Fatal(err)
	}
	return tracks, source
}

// mirrored returns the sequence with y running the other way.
func mirrored(s *hopkins.Sequence) *hopkins.Sequence {
	up := *s
	up.Pixels = mat.DenseCopyOf(s.Pixels)
	for f := range s.Frames() {
		for i := range s.Points() {
			up.Pixels.Set(2*f+1, i, float64(s.Height-1)-s.Pixels.At(2*f+1, i))
		}
	}
	return &up
}

func TestDirection(t *testing.T) {
	down, source := scene(t)
	a, err := DirectionOf(down, source)
	if err != nil {
		t.Fatal(err)
	}
	b, err := DirectionOf(mirrored(down), source)
	if err != nil {
		t.Fatal(err)
	}
	if a.Direction != Down || a.Confidence < 0.99 || a.Frames != 2 || a.Shown != 0 {
		t.Errorf("found %+v, expected down from 2 frames", a)
	}
	if b.Direction != Up || b.Confidence < 0.99 {
		t.Errorf("found %+v for mirrored tracks, expected up", b)
	}

	// Points anywhere tell nothing.
	r := rand.New(rand.NewPCG(1, 2))
	anywhere := *down
	anywhere.Pixels = mat.DenseCopyOf(down.Pixels)
	anywhere.Pixels.Apply(func(row, _ int, _ float64) float64 {
		if row%2 == 0 {
			return r.Float64() * 319
		}
		return r.Float64() * 239
	}, anywhere.Pixels)
	if c, err := DirectionOf(&anywhere, source); err != nil || c.Direction != Undecided {
		t.Errorf("found %+v, %v for random points, expected undecided", c, err)
	}
}

func TestDirectionWithoutPoints(t *testing.T) {
	s, source := scene(t)
	s.Visible = make([][]bool, s.Points())
	for i := range s.Visible {
		s.Visible[i] = make([]bool, s.Frames())
	}
	if j, err := DirectionOf(s, source); err != nil || j.Direction != Undecided || j.Confidence != 0 {
		t.Errorf("found %+v, %v when nothing is visible, expected undecided", j, err)
	}
}

// drawn returns a grey picture with crosses at the points of a frame.
func drawn(s *hopkins.Sequence, f int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, s.Width, s.Height))
	for y := range s.Height {
		for x := range s.Width {
			v := uint8(60 + 100*((x/10+y/10)%2))
			m.SetRGBA(x, y, color.RGBA{v, v, v, 0xFF})
		}
	}
	for i := range s.Points() {
		x, y := int(s.Pixels.At(2*f, i)+0.5), int(s.Pixels.At(2*f+1, i)+0.5)
		for d := -4; d <= 4; d++ {
			m.SetRGBA(x+d, y, color.RGBA{0xFF, 0xE0, 0x10, 0xFF})
			m.SetRGBA(x, y+d, color.RGBA{0xFF, 0xE0, 0x10, 0xFF})
		}
	}
	return m
}

func TestDirectionFromMarks(t *testing.T) {
	c := synthetic.Default()
	c.Frames = 9
	made, err := synthetic.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s, err := made.Sequence()
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []int{0, 8} {
		source, err := OpenFS(fstest.MapFS{"seq/preview.jpg": {Data: jpegBytes(t, drawn(s, shown))}}, "seq")
		if err != nil {
			t.Fatal(err)
		}
		if j, err := DirectionOf(s, source); err != nil || j.Direction != Down || j.Shown != shown || j.Score < 50 {
			t.Errorf("found %+v, %v, expected down in frame %d", j, err, shown)
		}
		if j, err := DirectionOf(mirrored(s), source); err != nil || j.Direction != Up || j.Shown != shown || j.Score > -50 {
			t.Errorf("found %+v, %v, expected up in frame %d", j, err, shown)
		}
	}

	// The preview of another sequence is recognised.
	c.Seed = 2
	other, err := synthetic.New(c)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := other.Sequence()
	if err != nil {
		t.Fatal(err)
	}
	source, err := OpenFS(fstest.MapFS{"seq/preview.jpg": {Data: jpegBytes(t, drawn(stranger, 0))}}, "seq")
	if err != nil {
		t.Fatal(err)
	}
	if j, err := DirectionOf(s, source); err != nil || j.Direction != Undecided || j.Shown != -1 {
		t.Errorf("found %+v, %v, expected the points of another sequence", j, err)
	}
}

// unlike are the sequences whose preview, as it is distributed, shows another
// sequence: truck1 shows truck2, people1 shows people2, people2 shows truck1.
var unlike = []string{"truck1", "people1", "people2"}

// late are the sequences whose preview shows a frame near the end.
var late = map[string]int{"2T3RCRT": 27, "2T3RCRTP": 37, "cars2_06": 14, "cars2_07": 19}

func TestDirectionOnHopkins155(t *testing.T) {
	d, err := hopkins.OpenDataset(realdata.Folder(t, "hopkins155"))
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, e := range d.Entries {
		family := e.Name
		if e.Parent != "" {
			family = e.Parent
		}
		want := Down
		if (strings.HasPrefix(family, "cars") && !strings.HasPrefix(family, "cars2_")) || family == "arm" ||
			family == "truck2" {
			want = Up
		}
		shown := late[family]
		if slices.Contains(unlike, family) {
			want, shown = Undecided, -1
		}
		s, err := hopkins.Open(e.Path)
		if err != nil {
			t.Fatal(err)
		}
		// The video and the preview each for itself.
		for _, only := range []hopkins.Entry{{Name: e.Name, Video: e.Video}, {Name: e.Name, Preview: e.Preview}} {
			if only.Video == "" && only.Preview == "" {
				continue
			}
			source, err := Open(t.Context(), only)
			if err != nil {
				t.Error(err)
				continue
			}
			j, err := DirectionOf(s, source)
			if err != nil {
				t.Error(err)
			}
			judged++
			if j.Direction != want || j.Shown != shown {
				t.Errorf("%s from its %v: found %v in frame %d (score %.1f), expected %v in frame %d",
					e.Name, source.Kind(), j.Direction, j.Shown, j.Score, want, shown)
			}
			source.Close()
		}
	}
	if judged < 150 {
		t.Errorf("%d sources judged, expected most of 155 sequences", judged)
	}
}

func TestDirectionOnDrivingScenes(t *testing.T) {
	d, err := hopkins.OpenDataset(realdata.Folder(t, "kt3dmoseg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range d.Entries {
		source, err := Open(t.Context(), e)
		if errors.Is(err, ErrNone) {
			// Not every scene comes with its frames.
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		s, err := hopkins.Open(e.Path)
		if err != nil {
			t.Fatal(err)
		}
		if source.Kind() != Images || source.Len() != s.Frames() {
			t.Errorf("%s: %d %v for %d frames", e.Name, source.Len(), source.Kind(), s.Frames())
		}
		if j, err := DirectionOf(s, source); err != nil || j.Direction != Down {
			t.Errorf("%s: found %+v, %v, expected down", e.Name, j, err)
		}
		source.Close()
	}
}

func TestHopkinsVideosDecode(t *testing.T) {
	root := realdata.Folder(t, "hopkins155")
	for name, frames := range map[string]int{"articulated": 31, "cars10": 31, "cars2": 30} {
		rate := 15.0
		if name == "articulated" {
			rate = 10
		}
		e, err := hopkins.FindEntry(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		if s.Kind() != MotionJPEG || s.Len() != frames {
			t.Errorf("%s: %d frames of %v, expected %d of Motion-JPEG", name, s.Len(), s.Kind(), frames)
		}
		if math.Abs(s.Rate()-rate) > 0.01 {
			t.Errorf("%s: %v frames a second, expected %v", name, s.Rate(), rate)
		}
		for i := range frames {
			m, err := s.Frame(i)
			if err != nil {
				t.Fatal(err)
			}
			if m.Bounds() != image.Rect(0, 0, 640, 480) {
				t.Errorf("%s: frame %d is %v", name, i, m.Bounds())
			}
		}
		s.Close()
	}
}

func BenchmarkDirection(b *testing.B) {
	tracks, source := scene(b)
	for b.Loop() {
		if _, err := DirectionOf(tracks, source); err != nil {
			b.Fatal(err)
		}
	}
}

func TestDirectionOfTracksFoundInThePictures(t *testing.T) {
	s, source := scene(t)
	up := mirrored(s)
	up.Path, up.Footage = "film.mp4", &hopkins.Footage{Path: "film.mp4"}
	if j, err := DirectionOf(up, source); err != nil || j.Direction != Down || j.Confidence != 1 {
		t.Errorf("found %+v, %v, expected down without a look", j, err)
	}
	up.Path = "tracks.csv"
	if j, err := DirectionOf(up, source); err != nil || j.Direction != Up {
		t.Errorf("found %+v, %v, expected up for tracks from elsewhere", j, err)
	}
}
