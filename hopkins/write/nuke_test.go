package write

import (
	"bytes"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/read"
)

// TestNukeBack: what is written for Nuke is read as it was, motion by motion, with its gap.
func TestNukeBack(t *testing.T) {
	s := &read.Tracks{Pixels: mat.NewDense(6, 3, nil),
		Visible: [][]bool{{true, true, true}, {true, false, true}, {true, true, true}}, Width: 640, Height: 480}
	for r := range 6 {
		for i := range 3 {
			s.Pixels.Set(r, i, float64(20*i+7*r)+0.25)
		}
	}
	var b bytes.Buffer
	if err := nuke.write(&b, &Tracks{Tracks: s, Labels: []int{1, 1, 2}}); err != nil {
		t.Fatal(err)
	}
	back, err := read.From(t.Context(), &b, "a.nk", read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if back.Points() != 3 || back.Frames() != 3 || back.Width != 640 || back.Height != 480 || back.Seen(1, 1) ||
		!back.Seen(0, 1) {
		t.Fatalf("%d tracks in %d frames of %d×%d, visible %v", back.Points(), back.Frames(), back.Width, back.Height,
			back.Visible)
	}
	for r := range 6 {
		for i := range 3 {
			if s.Seen(i, r/2) && math.Abs(back.Pixels.At(r, i)-s.Pixels.At(r, i)) > 1e-3 {
				t.Errorf("row %d of track %d is %g, expected %g", r, i, back.Pixels.At(r, i), s.Pixels.At(r, i))
			}
		}
	}
}
