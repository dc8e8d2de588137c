package hopkins

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestTurningsKeepMotions(t *testing.T) {
	s := drifting(50, 8)
	before := mat.DenseCopyOf(s.Normalized)
	ways, err := ParseTurnings("all")
	if err != nil || len(ways) != 8 {
		t.Fatalf("all: %v, %v", ways, err)
	}
	seeds := map[uint64]int{}
	for _, way := range ways {
		turned := s.Turn(way)
		seeds[way.Seed(5)]++
		if turned.Motions() != 2 || turned.Points() != len(turned.Truth) {
			t.Errorf("%v: %d motions of %d tracks, %d of them with a truth", way, turned.Motions(), turned.Points(),
				len(turned.Truth))
		}
		frames, tracks := 8, 50
		switch way {
		case EverySecond, FirstHalf:
			frames = 4
		case HalfTracks:
			tracks = 25
		}
		if turned.Frames() != frames || turned.Points() != tracks {
			t.Errorf("%v: %d frames and %d tracks, want %d and %d", way, turned.Frames(), turned.Points(), frames, tracks)
		}
	}
	if seeds[5] != 6 || len(seeds) != 3 {
		t.Errorf("seeds %v, want two others than 5", seeds)
	}
	for _, c := range []struct {
		way      Turning
		frame, f int
	}{{Reversed, 0, 7}, {EverySecond, 1, 2}, {FirstHalf, 3, 3}} {
		if got, want := s.Turn(c.way).Pixels.At(2*c.frame, 3), s.Pixels.At(2*c.f, 3); got != want {
			t.Errorf("%v: x in frame %d is %v, want %v", c.way, c.frame, got, want)
		}
	}
	r := s.Turn(Rotated).Normalized
	x, y := before.At(4, 7), before.At(5, 7)
	if d := math.Atan2(r.At(5, 7), r.At(4, 7)) - math.Atan2(y, x); math.Abs(math.Remainder(d-0.5, 2*math.Pi)) > 1e-9 {
		t.Errorf("rotated by %v radian, want 0.5", d)
	}
	if !mat.Equal(s.Normalized, before) {
		t.Error("turning changes the sequence that it is made from")
	}
}

func TestTurningLeavesOutTracksSeenOnce(t *testing.T) {
	s := drifting(4, 8)
	s.Visible = [][]bool{{true, true, false, false, true, true, true, true}, make([]bool, 8), nil, nil}
	s.Visible[1][0], s.Visible[1][7] = true, true
	s.Visible[2], s.Visible[3] = s.Visible[0], s.Visible[0]
	s.Truth = []int{1, 2, 3, 3}
	half := s.Turn(FirstHalf)
	if half.Points() != 3 || half.Motions() != 2 || half.Truth[1] != 2 || half.Seen(0, 2) {
		t.Errorf("%d tracks, truth %v, seen %v; want three of motions 1, 2 and 2", half.Points(), half.Truth, half.Visible)
	}
	if _, err := ParseTurnings("reversed,sideways"); err == nil {
		t.Error("a name of no turning is taken")
	}
}
