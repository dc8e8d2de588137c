package synthetic

import (
	"bytes"
	"slices"
	"testing"
)

// TestVaried: the same seed gives the same pictures; what moves is in them, and streets
// and rooms alternate as is said.
func TestVaried(t *testing.T) {
	shown := 0
	for seed := uint64(1); seed <= 6; seed++ {
		s := Varied(seed)
		if f := s.Frames(); f < leastVariedFrames || f > mostVariedFrames || s.config.Bodies > 4 {
			t.Errorf("seed %d: %d frames, %d bodies", seed, f, s.config.Bodies)
		}
		if around, ok := s.objects[0].shape.(room); !ok || (around.half == streetHalf) != (seed%3 == 0) {
			t.Errorf("seed %d: found %v around it", seed, s.objects[0].shape)
		}
		motions := map[int]int{}
		for y := 4; y < s.config.Height; y += 8 {
			for x := 4; x < s.config.Width; x += 8 {
				motions[s.MotionAt(0, float64(x), float64(y))]++
			}
		}
		if motions[1] == 0 {
			t.Errorf("seed %d: no background", seed)
		}
		for m := range motions {
			if m < 1 || m > s.config.Motions() {
				t.Errorf("seed %d: motion %d of %d", seed, m, s.config.Motions())
			}
		}
		shown += len(motions) - 1
	}
	if shown < 3 {
		t.Errorf("%d bodies in the first frames of six scenes", shown)
	}
	if a, b := Varied(3).Draft(5), Varied(3).Draft(5); !bytes.Equal(a.Pix, b.Pix) ||
		slices.Max(a.Pix) == slices.Min(a.Pix) {
		t.Error("the same scene gave other pictures, or plain ones")
	}
}

// TestMotionsOf: a track has the motion of what it is on, and none where it is on
// different ones.
func TestMotionsOf(t *testing.T) {
	s := Varied(1)
	on := map[int][2]float64{}
	for y := 4; y < s.config.Height; y += 4 {
		for x := 4; x < s.config.Width; x += 4 {
			on[s.MotionAt(0, float64(x), float64(y))] = [2]float64{float64(x), float64(y)}
		}
	}
	if len(on) < 2 {
		t.Fatalf("expected a body in the first frame, found %v", on)
	}
	seen := func(_, frame int) bool { return frame == 0 }
	place := func(track, _ int) (x, y float64) { return on[track+1][0], on[track+1][1] }
	if got := s.MotionsOf(seen, place, 2); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("found %v, expected 1 and 2", got)
	}
	// One that hops from the body to the background with every frame.
	hopping := func(_, frame int) (x, y float64) {
		for dy := 0; dy < s.config.Height; dy += 2 {
			for dx := 0; dx < s.config.Width; dx += 2 {
				if s.MotionAt(frame, float64(dx), float64(dy)) == 1+frame%2 {
					return float64(dx), float64(dy)
				}
			}
		}
		return 0, 0
	}
	few := func(_, frame int) bool { return frame < 4 }
	if got := s.MotionsOf(few, hopping, 1); !slices.Equal(got, []int{0}) {
		t.Errorf("found %v, expected none", got)
	}
}
