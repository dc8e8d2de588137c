package mask

import (
	"bytes"
	"context"
	"errors"
	"image"
	"strings"
	"testing"
)

// disc is a stroke of one place over the square of newScene.
func disc(frame, motion int, radius float64) Stroke {
	return Stroke{Frame: frame, Motion: motion, Radius: radius, Path: [][2]float64{{35 + 4*float64(frame), 35}}}
}

// draw returns the pixels that a stroke covers in a picture.
func (s Stroke) drawn(size image.Point, width, height int) *image.Gray {
	m := image.NewGray(image.Rectangle{Max: size})
	s.Draw(m, width, height)
	return m
}

func TestStrokesAreDrawn(t *testing.T) {
	count := func(m *image.Gray) (n int) {
		for _, v := range m.Pix {
			if v == 2 {
				n++
			}
		}
		return n
	}
	size := image.Pt(40, 30)
	for name, c := range map[string]struct {
		stroke Stroke
		size   image.Point
		want   int
	}{
		"a point": {Stroke{Motion: 2, Radius: 0.5, Path: [][2]float64{{10.1, 10.1}}}, size, 1},
		"a disc":  {Stroke{Motion: 2, Radius: 1.5, Path: [][2]float64{{10.5, 10.5}}}, size, 9},
		"a line":  {Stroke{Motion: 2, Radius: 0.5, Path: [][2]float64{{10.5, 10.5}, {19.5, 10.5}}}, size, 10},
		"in pieces": {Stroke{Motion: 2, Radius: 0.5, Path: [][2]float64{{10.5, 10.5}, {12.5, 10.5}, {19.5, 10.5}}},
			size, 10},
		"twice as big": {Stroke{Motion: 2, Radius: 0.5, Path: [][2]float64{{10.5, 10.5}, {19.5, 10.5}}}, size.Mul(2), 40},
		"out of it":    {Stroke{Motion: 2, Radius: 3, Path: [][2]float64{{-20, 400}}}, size, 0},
		"over all":     {Stroke{Motion: 2, Radius: 100, Path: [][2]float64{{20, 15}}}, size, 1200},
	} {
		if got := count(c.stroke.drawn(c.size, 40, 30)); got != c.want {
			t.Errorf("%s: found %d pixels, expected %d", name, got, c.want)
		}
	}
	for want, s := range map[string]Stroke{
		"frame: expected one from 1 to 6, found 7": disc(6, 1, 2),
		"motion: expected one from 1 to 64":        disc(0, 0, 2),
		"radius: expected 0.5 to 4096":             disc(0, 1, 0.4),
		"path: expected 1 to 100000 places":        {Motion: 1, Radius: 1},
		"path: expected places in the picture":     {Motion: 1, Radius: 1, Path: [][2]float64{{1e9, 0}}},
	} {
		if err := s.Check(6); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %q", err, want)
		}
	}
	if err := disc(5, 2, 0.5).Check(6); err != nil {
		t.Error(err)
	}
}

// TestStrokesAreObeyed: pixels under a stroke have its motion, whatever speaks against
// it, and a stroke of what is right already changes nothing else.
func TestStrokesAreObeyed(t *testing.T) {
	for _, times := range []int{1, 8} { // the pictures are enlarged: worked on at a half
		s := newScene(12)
		s.enlarge(times)
		size := image.Pt(sceneWidth*times, sceneHeight*times)
		stroke := disc(2, 1, 6)
		s.Known = Strokes([]Stroke{disc(2, 2, 9), stroke}, sceneWidth, sceneHeight)
		under := stroke.drawn(size, sceneWidth, sceneHeight)
		before := disc(2, 2, 9).drawn(size, sceneWidth, sceneHeight)
		m := all(t, s.Film)[2]
		for i, v := range m.Labels.Pix {
			want := max(before.Pix[i], under.Pix[i]*0)
			if under.Pix[i] == 1 {
				want = 1
			}
			if want > 0 && v != want {
				t.Fatalf("enlarged %d times: pixel %d has motion %d, expected %d", times, i, v, want)
			}
		}
	}
}

// enlarge makes the pictures so many times as large.
func (s *scene) enlarge(times int) {
	picture := s.Picture
	s.Picture = func(ctx context.Context, f int) (image.Image, error) {
		from, err := picture(ctx, f)
		if err != nil || times == 1 {
			return from, err
		}
		m := image.NewRGBA(image.Rect(0, 0, sceneWidth*times, sceneHeight*times))
		for y := range m.Rect.Dy() {
			for x := range m.Rect.Dx() {
				m.Set(x, y, from.At(x/times, y/times))
			}
		}
		return m, nil
	}
}

// TestStrokesAreCarried: what is known in a frame goes along with its motion, both ways.
func TestStrokesAreCarried(t *testing.T) {
	s := newScene(6)
	s.Known = Strokes([]Stroke{disc(2, 2, 4), {Frame: 2, Motion: 1, Radius: 3, Path: [][2]float64{{80, 10}}}},
		sceneWidth, sceneHeight)
	r, err := newRun(s.Film)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.load(t.Context(), 0, sceneFrames); err != nil {
		t.Fatal(err)
	}
	for f := range sceneFrames {
		if err := r.hold(t.Context(), r.slots[f]); err != nil {
			t.Fatal(err)
		}
		var sum [2][2]int
		var count [2]int
		for _, h := range r.slots[f].held {
			if want := max(f-2, 2-f); int(h.age) != want {
				t.Fatalf("frame %d: found what was known %d frames away, expected %d", f, h.age, want)
			}
			x, y := h.pixel()
			sum[h.label][0] += x
			sum[h.label][1] += y
			count[h.label]++
		}
		if count[0] != 32 || count[1] != 52 {
			t.Fatalf("frame %d: found %d pixels, expected 32 and 52", f, count)
		}
		// The square moves by four pixels a frame, the ground not at all.
		want := [2][2]int{{80, 10}, {35 + 4*f, 35}}
		for label := range 2 {
			for axis := range 2 {
				if got := float64(sum[label][axis])/float64(count[label]) + 0.5; got < float64(want[label][axis])-0.3 ||
					got > float64(want[label][axis])+0.3 {
					t.Errorf("frame %d: motion %d is known around %v, expected %v", f, label+1, got, want[label])
				}
			}
		}
	}
	// Where no track tells, they mend frames beside the one with the stroke, too.
	s = newScene(12)
	for i := range s.Labels {
		if s.Labels[i] == 2 && s.Sequence.Pixels.At(1, i) > 32 {
			s.Labels[i] = 1 // the lower part of the square is wrong
		}
	}
	without := all(t, s.Film)
	s.Known = Strokes([]Stroke{{Frame: 2, Motion: 2, Radius: 7, Path: [][2]float64{{36, 42}, {50, 42}}}}, sceneWidth,
		sceneHeight)
	for i, m := range all(t, s.Film) {
		if a, b := s.wrong(m), s.wrong(without[i]); a >= b {
			t.Errorf("frame %d: %d pixels are wrong with the stroke, %d without", i, a, b)
		}
	}
}

// TestSolver: masks that are made again, with other strokes and other labels, are those of
// a film that has them from the beginning.
func TestSolver(t *testing.T) {
	s := newScene(12)
	solver, err := NewSolver(s.Film)
	if err != nil {
		t.Fatal(err)
	}
	reads := 0
	picture := s.Picture
	solver.run.Picture = func(ctx context.Context, f int) (image.Image, error) { reads++; return picture(ctx, f) }
	same := func(what string, f Film, first, last int) {
		t.Helper()
		want := all(t, f)
		if err := solver.Range(t.Context(), first, last, func(m *Mask) error {
			if !bytes.Equal(m.Labels.Pix, want[m.Frame].Labels.Pix) || m.Uncertain != want[m.Frame].Uncertain {
				t.Errorf("%s: frame %d differs", what, m.Frame)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	same("at first", s.Film, 1, 4)
	before := reads
	known := s.Film
	known.Known = Strokes([]Stroke{disc(2, 1, 5)}, sceneWidth, sceneHeight)
	solver.SetKnown(known.Known)
	draft, err := solver.Draft(t.Context(), 2)
	if err != nil || draft.Frame != 2 || reads != before+1 {
		t.Errorf("draft: %v, %d pictures were read again, expected that of the frame alone", err, reads-before)
	}
	for f, slot := range solver.run.slots {
		if f != 2 && slot.label != nil {
			t.Errorf("the draft looked at frame %d, too", f)
		}
	}
	for i, v := range disc(2, 1, 5).drawn(draft.Labels.Rect.Size(), sceneWidth, sceneHeight).Pix {
		if v > 0 && draft.Labels.Pix[i] != v {
			t.Fatalf("the draft has motion %d under the stroke, expected %d", draft.Labels.Pix[i], v)
		}
	}
	differ := 0
	for i, v := range all(t, known)[2].Labels.Pix {
		if v != draft.Labels.Pix[i] {
			differ++
		}
	}
	if differ > 40 {
		t.Errorf("the draft differs in %d pixels from the mask", differ)
	}
	same("with a stroke", known, 2, 3)
	solver.SetKnown(nil) // and back: what was brushed is drawn as before
	if draft, err = solver.Draft(t.Context(), 2); err != nil || s.wrong(draft) > 60 {
		t.Errorf("without the stroke again: %v, %d pixels are wrong", err, s.wrong(draft))
	}
	solver.SetKnown(known.Known)
	if _, err := solver.Draft(t.Context(), sceneFrames); err == nil {
		t.Error("a draft of no frame")
	}
	same("the other frames", known, 0, sceneFrames)
	other := known
	other.Labels = append([]int{3}, s.Labels[1:]...)
	if err := solver.SetLabels(other.Labels); err != nil {
		t.Fatal(err)
	}
	same("with other labels", other, 0, 3)
	solver.SetKnown(nil)
	other.Known = nil
	same("without the stroke", other, 0, sceneFrames)
	if err := solver.SetLabels(nil); err == nil {
		t.Error("no labels were taken")
	}
	// A part of the film with strokes is as the whole.
	if err := known.Range(t.Context(), 4, 5, func(m *Mask) error {
		if want := all(t, known)[4]; !bytes.Equal(m.Labels.Pix, want.Labels.Pix) {
			t.Error("a part of the film differs from the whole")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	// What ends halfway leaves nothing half.
	ctx, stop := context.WithCancel(t.Context())
	stop()
	solver.SetKnown(known.Known)
	if err := solver.Range(ctx, 0, 2, func(*Mask) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("found %v, expected the context's error", err)
	}
	if err := solver.SetLabels(s.Labels); err != nil {
		t.Fatal(err)
	}
	same("after it was stopped", known, 0, 2)
}
