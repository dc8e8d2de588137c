package ui

import (
	"testing"
	"time"

	"motionseg/hopkins/mask"
	"motionseg/ui/session"
)

// TestStrokesAreTraced: a trace has for every stroke when the shown frame had its first mask by
// it, and when its last one.
func TestStrokesAreTraced(t *testing.T) {
	r, _ := withFilm(t, 12)
	s := r.session
	r.masked(3)
	traced := &trace{started: time.Now()}
	traced.watch(s)
	for k := range 2 {
		err := s.Mine.Stroke(mask.Stroke{Frame: 3, Motion: 2, Radius: 5, Path: [][2]float64{{20, float64(20 + 20*k)}}})
		if err != nil {
			t.Fatal(err)
		}
		if !s.Masks.Drafted(session.Right, 3) {
			t.Error("the mask of before the stroke passes for that by it")
		}
		r.settle()
	}
	if len(traced.found.Strokes) != 2 {
		t.Fatalf("of two strokes is noted %+v", traced.found.Strokes)
	}
	for _, k := range traced.found.Strokes {
		if k.First <= 0 || k.Last <= k.First {
			t.Errorf("the first mask comes after %v ms, the last after %v", k.First, k.Last)
		}
	}
}
