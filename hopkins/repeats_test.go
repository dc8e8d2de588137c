package hopkins

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment"
)

// repeating returns 60 tracks over these pictures, which a film shows one after the other, 20 of them
// of a second motion, seen but in the frame of their number; a tracker is off by up to 0.02 pixels.
func repeating(pictures ...int) *Sequence {
	const n = 60
	s := &Sequence{
		Name: "repeating", Pixels: mat.NewDense(2*len(pictures), n, nil), Visible: make([][]bool, n), Width: 640, Height: 480,
	}
	for i := range n {
		s.Visible[i] = make([]bool, len(pictures))
		for f, picture := range pictures {
			time := float64(picture)
			x, y := 300+200*math.Sin(float64(7*i)), 200+150*math.Cos(float64(11*i))
			x, y = x+2*time, y+0.3*time
			if i%3 == 0 {
				x, y = x-3*time, y+2*time
			}
			s.Visible[i][f] = f != i
			s.Pixels.Set(2*f, i, x+0.02*math.Sin(float64(31*i+17*f)))
			s.Pixels.Set(2*f+1, i, y+0.02*math.Sin(float64(23*i+13*f)))
		}
	}
	s.normalize()
	return s
}

// A picture that comes two or three times in a row is looked at once, whatever the mode and the gaps,
// but where both frames are asked for.
func TestRepeatedFrames(t *testing.T) {
	twice := []int{0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8}
	for _, c := range []struct {
		name     string
		s        *Sequence
		frames   string
		repeated []int
	}{
		{"none", repeating(0, 1, 2, 3, 4, 5, 6, 7), "all", nil},
		{"every third", repeating(twice...), "all", []int{3, 7, 11}},
		{"on twos", repeating(0, 0, 1, 1, 2, 2, 3, 3), "all", []int{1, 3, 5, 7}},
		{"on threes", repeating(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3), "all", []int{1, 2, 4, 5, 7, 8, 10, 11}},
		{"a range", repeating(twice...), "2-6", []int{3}},
		{"a pair", repeating(twice...), "3,4", nil},
		{"all at rest", repeating(0, 0, 0, 0, 0), "all", nil},
	} {
		f, err := ParseFrames(c.frames)
		if err != nil {
			t.Fatal(err)
		}
		for _, incomplete := range []Incomplete{LeaveOut, KeepGaps, FillGaps} {
			k, err := c.s.Keep(f, incomplete)
			if err != nil {
				t.Fatal(err)
			}
			chosen, _, err := f.frames(c.s.Frames())
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(k.Repeated, c.repeated) || len(k.Frames)+len(k.Repeated) != len(chosen) {
				t.Errorf("%s, %v: %v looked at, %v repeated, want %v", c.name, incomplete, k.Frames, k.Repeated, c.repeated)
			}
		}
	}
}

// A part has repeats of its own, whatever was found of all before, and gross errors leave none.
func TestRepeatedFramesOfParts(t *testing.T) {
	of := repeating(0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8)
	s := NewSequence("film", 640, 480, of.Pixels, of.Visible)
	part, _ := s.Excerpt(2, 11)
	for _, c := range []struct {
		name string
		s    *Sequence
		want []int
	}{
		{"all", s, []int{3, 7, 11}},
		{"a part", part, []int{1, 5, 9}},
		{"with gross errors", s.Corrupt(Corruption{Entries: 1}, 1), nil},
	} {
		k, err := c.s.Keep(FrameSelection{}, KeepGaps)
		if err != nil || !reflect.DeepEqual(k.Repeated, c.want) {
			t.Errorf("%s: frames %v repeat others, want %v, %v", c.name, k.Repeated, c.want, err)
		}
	}
}

// One body of 3 tracks in 60 that moves before a still camera is a motion in every frame, and a track
// that jumps while all others repeat makes none.
func TestRepeatedFramesOfFew(t *testing.T) {
	still := repeating(0, 0, 0, 0, 0, 0, 0, 0)
	for f := range 8 {
		for _, i := range []int{20, 30, 40} {
			still.Pixels.Set(2*f, i, still.Pixels.At(2*f, i)+float64(3*f))
		}
	}
	if k, err := still.Keep(FrameSelection{}, KeepGaps); err != nil || k.Repeated != nil {
		t.Errorf("frames %v of a body before a still camera are left out, %v", k.Repeated, err)
	}
	slip := repeating(0, 1, 2, 2, 3, 4)
	for f := 3; f < 6; f++ {
		slip.Pixels.Set(2*f, 40, slip.Pixels.At(2*f, 40)+300)
	}
	if k, err := slip.Keep(FrameSelection{}, KeepGaps); err != nil || !reflect.DeepEqual(k.Repeated, []int{3}) {
		t.Errorf("frames %v are left out, want 3, %v", k.Repeated, err)
	}
}

// The labels are those of the film without its repeats, and the result says what was left out.
func TestSegmentRepeated(t *testing.T) {
	method, err := segment.Lookup("lrksc-auto")
	if err != nil {
		t.Fatal(err)
	}
	task := Task{Method: segment.Spec{Method: method}, Motions: 2}
	plain, err := repeating(0, 1, 2, 3, 4, 5, 6, 7, 8).Segment(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	s := repeating(0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8)
	g, err := s.Segment(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(g.Labels, plain.Labels) {
		t.Errorf("labels %v\nwant %v", g.Labels, plain.Labels)
	}
	if n := len(g.Prepared.Frames); n != 9 {
		t.Errorf("%d frames are looked at, want 9", n)
	}
	want := "3 of 12 frames repeat the picture before them"
	if text := strings.Join(g.WarningTexts(), "\n"); !strings.Contains(text, want) ||
		strings.Contains(strings.Join(plain.WarningTexts(), "\n"), "repeat") {
		t.Errorf("warnings %q, want %q", text, want)
	}
}
