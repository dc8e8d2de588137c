package track

import (
	"fmt"
	"image"
	"slices"
	"testing"
)

// faint is a film that moves evenly, the contrast of which is so low on the right half
// that no corner there has the share Default asks for.
func faint() (film movie, place func(x, y float64, f int) (float64, float64)) {
	const width, height, frames = 200, 120, 8
	origin, place := shift(1.3, 0.7)
	film = pan(newTexture(11), width, height, frames, origin)
	for _, m := range film {
		for i, v := range m.Pix {
			if i%m.Stride >= width/2 {
				m.Pix[i] = uint8(128 + (int(v)-128)/16)
			}
		}
	}
	return film, place
}

// places returns where tracks are in a frame.
func places(tracks *Tracks) func(frame int, size image.Point) []Point {
	return func(frame int, _ image.Point) (all []Point) {
		for _, t := range tracks.Tracks {
			if p, ok := t.At(frame); ok {
				all = append(all, p)
			}
		}
		return all
	}
}

// TestSoft asks for soft points where no corner begins, as far away from corners and
// each other as they should be, and on the way of the film.
func TestSoft(t *testing.T) {
	film, place := faint()
	strong, err := Film(t.Context(), film, Default(Medium), nil)
	if err != nil {
		t.Fatal(err)
	}
	soft, err := Soft(t.Context(), film, places(strong), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for _, s := range soft.Tracks {
		// Away from the edge between the halves, which stands still.
		if p := s.Points[0]; p.X > 116 && len(s.Points) > 3 {
			x, y := place(p.X, p.Y, len(s.Points)-1)
			if end := s.Points[len(s.Points)-1]; within(end, Point{x, y}, 1.5) {
				right++
			}
		}
	}
	for _, s := range strong.Tracks {
		if s.Points[0].X > 116 {
			t.Fatalf("a corner begins at %v, where the film is faint", s.Points[0])
		}
	}
	if right < 25 {
		t.Errorf("%d soft points go with the faint half, expected 25 and more", right)
	}
	least := softEnd * SoftDistance(soft.Width, soft.Height)
	for frame := range film {
		points := places(soft)(frame, image.Point{})
		for i, p := range points {
			for _, q := range slices.Concat(points[:i], places(strong)(frame, image.Point{})) {
				if within(p, q, least-1e-9) {
					t.Fatalf("frame %d: soft point %v beside %v", frame+1, p, q)
				}
			}
		}
	}
}

// TestSoftOnOneCore asks for the same points on one core as on four.
func TestSoftOnOneCore(t *testing.T) {
	film, _ := faint()
	none := func(int, image.Point) []Point { return nil }
	one, err := Soft(t.Context(), film, none, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	four, err := Soft(t.Context(), film, none, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(one.Tracks) == 0 || fmt.Sprint(one) != fmt.Sprint(four) {
		t.Errorf("%d tracks on one core and %d on four, expected the same", len(one.Tracks), len(four.Tracks))
	}
}
