package mask

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
)

// scene is a film of a square that moves over a ground, both with a pattern of
// their own, and tracks of both.
type scene struct {
	Film
	truth func(frame, x, y int) int
}

const (
	sceneWidth, sceneHeight, sceneFrames = 96, 72, 6
	squareSide                           = 30
)

// pattern is a fixed noise of 0…255.
func pattern(x, y, seed int) uint8 {
	h := uint32(x*73856093) ^ uint32(y*19349663) ^ uint32(seed*83492791)
	h ^= h >> 13
	h *= 0x5bd1e995
	h ^= h >> 15
	return uint8(h)
}

// newScene makes the film with tracks every so many pixels.
func newScene(every int) scene {
	left := func(f int) int { return 20 + 4*f }
	inside := func(f, x, y int) bool {
		return x >= left(f) && x < left(f)+squareSide && y >= 20 && y < 20+squareSide
	}
	s := scene{truth: func(f, x, y int) int {
		if inside(f, x, y) {
			return 2
		}
		return 1
	}}
	s.Picture = func(_ context.Context, f int) (image.Image, error) {
		m := image.NewRGBA(image.Rect(0, 0, sceneWidth, sceneHeight))
		for y := range sceneHeight {
			for x := range sceneWidth {
				c := color.RGBA{60 + pattern(x/2, y/2, 1)/4, 90 + pattern(x/2, y/2, 2)/4, 60, 255}
				if inside(f, x, y) {
					c = color.RGBA{130 + pattern((x-left(f))/2, y/2, 3)/4, 90, 70 + pattern((x-left(f))/2, y/2, 4)/4, 255}
				}
				m.SetRGBA(x, y, c)
			}
		}
		return m, nil
	}
	var places [][3]int // x, y, motion in the first frame
	for y := every / 2; y < sceneHeight; y += every {
		for x := every / 2; x < sceneWidth; x += every {
			places = append(places, [3]int{x, y, s.truth(0, x, y)})
		}
	}
	pixels := mat.NewDense(2*sceneFrames, len(places), nil)
	visible := make([][]bool, len(places))
	for i, p := range places {
		s.Labels = append(s.Labels, p[2])
		for f := range sceneFrames {
			x := p[0]
			if p[2] == 2 {
				x += left(f) - left(0)
			}
			pixels.Set(2*f, i, float64(x))
			pixels.Set(2*f+1, i, float64(p[1]))
			visible[i] = append(visible[i], s.truth(f, x, p[1]) == p[2])
		}
	}
	s.Sequence = hopkins.NewSequence("square", sceneWidth, sceneHeight, pixels, visible)
	return s
}

// wrong counts the pixels of a mask that differ from the truth.
func (s scene) wrong(m *Mask) int {
	n := 0
	for y := range sceneHeight {
		for x := range sceneWidth {
			if int(m.Labels.GrayAt(x, y).Y) != s.truth(m.Frame, x, y) {
				n++
			}
		}
	}
	return n
}

// all returns the masks of a film.
func all(t *testing.T, f Film) []*Mask {
	t.Helper()
	var masks []*Mask
	if err := f.Each(t.Context(), func(m *Mask) error { masks = append(masks, m); return nil }); err != nil {
		t.Fatal(err)
	}
	return masks
}

func TestMasksOfASquare(t *testing.T) {
	s := newScene(12)
	masks := all(t, s.Film)
	if len(masks) != sceneFrames {
		t.Fatalf("%d masks of %d frames", len(masks), sceneFrames)
	}
	for i, m := range masks {
		if m.Frame != i {
			t.Errorf("mask %d is of frame %d", i, m.Frame)
		}
		// The pattern of either may look like the other's at the border.
		if n := s.wrong(m); n > 40 {
			t.Errorf("frame %d: %d of %d pixels are wrong", i, n, sceneWidth*sceneHeight)
		}
		if m.Uncertain < 0 || m.Uncertain > 0.05 {
			t.Errorf("frame %d: %v of the pixels are uncertain", i, m.Uncertain)
		}
	}
}

// TestOneWrongLabel checks that a label can be wrong: it costs no more than the
// pixels next to its point.
func TestOneWrongLabel(t *testing.T) {
	s := newScene(6)
	right := all(t, s.Film)
	for i := range s.Labels {
		if s.Sequence.Pixels.At(0, i) == 33 && s.Sequence.Pixels.At(1, i) == 33 {
			s.Labels[i] = 1 // in the middle of the square
		}
	}
	for i, m := range all(t, s.Film) {
		if n := s.wrong(m) - s.wrong(right[i]); n > 36 {
			t.Errorf("frame %d: %d more pixels are wrong", m.Frame, n)
		}
	}
}

func TestMasksAreTheSame(t *testing.T) {
	s := newScene(12)
	s.Labels[0] = 3
	one, many := s.Film, s.Film
	one.Workers, many.Workers = 1, 5
	a, b := all(t, one), all(t, many)
	for i := range a {
		if !bytes.Equal(a[i].Labels.Pix, b[i].Labels.Pix) || a[i].Uncertain != b[i].Uncertain {
			t.Errorf("frame %d differs between one worker and five", i)
		}
	}
	// A part of the film is as in the whole.
	if err := s.Range(t.Context(), 3, 5, func(m *Mask) error {
		if !bytes.Equal(m.Labels.Pix, a[m.Frame].Labels.Pix) {
			t.Errorf("frame %d differs between a part and the whole", m.Frame)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestUpward turns the tracks over.
func TestUpward(t *testing.T) {
	s := newScene(12)
	want := all(t, s.Film)
	q := *s.Sequence
	q.Pixels = mat.DenseCopyOf(q.Pixels)
	for f := range q.Frames() {
		for i := range q.Points() {
			q.Pixels.Set(2*f+1, i, sceneHeight-1-q.Pixels.At(2*f+1, i))
		}
	}
	s.Sequence, s.Upward = &q, true
	for i, m := range all(t, s.Film) {
		if !bytes.Equal(m.Labels.Pix, want[i].Labels.Pix) {
			t.Errorf("frame %d differs when y grows upwards", i)
		}
	}
}

func TestWithoutPictures(t *testing.T) {
	s := newScene(6)
	s.Picture = nil
	for _, m := range all(t, s.Film) {
		if n := s.wrong(m); n > sceneWidth*sceneHeight/12 {
			t.Errorf("frame %d: %d pixels are wrong", m.Frame, n)
		}
	}
}

func TestEndsWithTheContext(t *testing.T) {
	s := newScene(12)
	ctx, stop := context.WithCancel(t.Context())
	seen := 0
	err := s.Each(ctx, func(*Mask) error { seen++; stop(); return nil })
	if !errors.Is(err, context.Canceled) || seen > block {
		t.Errorf("%v after %d masks, expected the context's error within %d", err, seen, block)
	}
}

func TestErrorsOfFilms(t *testing.T) {
	failure := errors.New("no such picture")
	for name, c := range map[string]struct {
		spoil func(*scene)
		want  string
	}{
		"size":    {func(s *scene) { q := *s.Sequence; q.Width = 0; s.Sequence = &q }, "size of its pictures"},
		"labels":  {func(s *scene) { s.Labels = s.Labels[1:] }, "one label for each of 48 tracks, found 47"},
		"motions": {func(s *scene) { s.Labels[3] = 65 }, "motions up to 64, found 65"},
		"none":    {func(s *scene) { clear(s.Labels) }, "expected tracks with a motion"},
		"picture": {func(s *scene) {
			s.Picture = func(context.Context, int) (image.Image, error) {
				return nil, failure
			}
		}, "frame 1: no such picture"},
		"pictures": {func(s *scene) { s.Picture = growing },
			"frame 2: expected a picture of 40×30 pixels as the one before, found 41×30"},
	} {
		s := newScene(12)
		c.spoil(&s)
		err := s.Each(t.Context(), func(*Mask) error { return nil })
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}

// growing returns pictures of different sizes.
func growing(_ context.Context, f int) (image.Image, error) {
	return image.NewGray(image.Rect(0, 0, 40+f, 30)), nil
}

// TestSteady: what one frame has otherwise than the frames around, and the motions of both
// confirm, is settled by them; what most of them have, or is known, stays.
func TestSteady(t *testing.T) {
	s := newScene(6)
	s.Known = Strokes([]Stroke{{Frame: 3, Motion: 1, Radius: 1, Path: [][2]float64{{45, 45}}}}, sceneWidth, sceneHeight)
	r, err := newRun(s.Film)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.small(t.Context(), 0, sceneFrames); err != nil {
		t.Fatal(err)
	}
	if err := r.large(t.Context(), 1, sceneFrames, 3, 4); err != nil {
		t.Fatal(err)
	}
	// Patches get the other motion, in frame 3 alone and, where that motion leads, in four
	// of the five frames: the square moves by 4 pixels a frame.
	spoil := func(frame, x, y int) {
		l := r.slots[frame].fine
		for i := range 9 {
			l[(y+i/3)*sceneWidth+x+i%3] ^= 1
		}
	}
	spoil(3, 42, 26) // on the square
	spoil(3, 80, 10) // on the ground
	for f := 2; f < sceneFrames; f++ {
		spoil(f, 40, 35)
		spoil(f, 4*f, 60)
	}
	m := r.steady(t.Context(), r.slots[3])
	for name, c := range map[string]struct {
		x, y int
		want uint8
	}{
		"square, one frame": {43, 27, 2}, "ground, one frame": {81, 11, 1}, "square, four frames": {41, 36, 1},
		"ground, four frames": {13, 61, 2},
		"known":               {45, 45, 1}, "square": {40, 42, 2}, "ground": {90, 40, 1},
	} {
		if got := m.Labels.GrayAt(c.x, c.y).Y; got != c.want {
			t.Errorf("%s: found motion %d, expected %d", name, got, c.want)
		}
	}
}

// TestOneMotion: pictures without any border are all of the one motion that is seen in them.
func TestOneMotion(t *testing.T) {
	s := newScene(12)
	s.enlarge(8) // worked on at a half
	for i := range s.Labels {
		s.Labels[i] = 1
	}
	s.Labels[0] = 2
	s.Sequence.Visible[0] = make([]bool, sceneFrames)
	for _, m := range all(t, s.Film) {
		if bytes.ContainsFunc(m.Labels.Pix, func(r rune) bool { return r != 1 }) {
			t.Errorf("frame %d has another motion", m.Frame)
		}
	}
}
