package track

import (
	"context"
	"image"
	"io"
	"math"
	"testing"
)

// drawnFilm is a film whose pixels are told by a function.
type drawnFilm struct {
	width, height, frames int
	at                    func(x, y, f int) uint8
}

func (d drawnFilm) Len() int { return d.frames }

func (d drawnFilm) Gray(_ context.Context, f int) (*image.Gray, error) {
	if f >= d.frames {
		return nil, io.EOF
	}
	m := image.NewGray(image.Rect(0, 0, d.width, d.height))
	for y := range d.height {
		for x := range d.width {
			m.Pix[y*m.Stride+x] = d.at(x, y, f)
		}
	}
	return m, nil
}

// jagged is a chessboard on the left, and on the right the edge of something bright that sinks by
// a tenth of a pixel a frame. The edge is nearly level, so that its steps of one pixel run along it by
// three pixels a frame.
func jagged() drawnFilm {
	return drawnFilm{160, 120, 12, func(x, y, f int) uint8 {
		switch {
		case x < 60:
			return uint8(60 + 60*((x/10+y/10)%2))
		case float64(y) > 50+0.03*float64(x)+0.1*float64(f):
			return 220
		}
		return 30
	}}
}

// onTheEdge returns how many of the tracks begin on the edge of jagged, and how many of these end more
// than two pixels to the side.
func onTheEdge(tracks *Tracks) (begun, slipped int) {
	for _, t := range tracks.Tracks {
		first, last := t.Points[0], t.Points[len(t.Points)-1]
		if first.X < 75 || math.Abs(first.Y-50-0.03*first.X) > 8 {
			continue
		}
		if begun++; math.Abs(last.X-first.X) > 2 {
			slipped++
		}
	}
	return begun, slipped
}

// TestPointsSlipAlongEdges: no point begins on an edge, along which it would slip, unless they are
// asked for; corners have theirs all the same.
func TestPointsSlipAlongEdges(t *testing.T) {
	o := Default(Medium)
	tracks, err := Film(t.Context(), jagged(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if begun, _ := onTheEdge(tracks); begun > 0 || len(tracks.Tracks) < 30 {
		t.Errorf("%d points begun on the edge, %d in all, expected none, and those of the chessboard",
			begun, len(tracks.Tracks))
	}
	o.Edge = 0
	if tracks, err = Film(t.Context(), jagged(), o, nil); err != nil {
		t.Fatal(err)
	}
	if begun, slipped := onTheEdge(tracks); begun < 3 || slipped < 3 {
		t.Errorf("with any point: %d begun on the edge, %d slipped, expected three of either", begun, slipped)
	}
}

// TestGivenPointsOnEdges: who gives a point on an edge has it followed.
func TestGivenPointsOnEdges(t *testing.T) {
	tracks, err := Follow(t.Context(), jagged(), Default(Medium), 0, []Point{{110, 53.5}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(tracks.Tracks[0].Points); n < 5 {
		t.Errorf("followed for %d frames, expected 5 and more", n)
	}
}

// TestEdge: a corner must change along an edge by a tenth of what it changes across it, one that is
// followed by half of that.
func TestEdge(t *testing.T) {
	const size = 96
	o := Default(Medium)
	for _, c := range []struct {
		along         float64 // amplitude of what changes along the edge
		corner, found bool
	}{{4, false, false}, {11, false, true}, {25, true, true}} {
		film := drawnFilm{size, size, 1, func(x, y, _ int) uint8 {
			return uint8(math.Round(128 + 100*math.Tanh(float64(y-size/2)/3) + c.along*math.Sin(0.8*float64(x))))
		}}
		m, _ := film.Gray(t.Context(), 0)
		found := newCorners(size, size)
		found.measure(m, 0, size, 4)
		at := corner{x: size / 2, y: size / 2}
		at.strength = found.strength[at.y*size+at.x]
		if got := !found.onEdge(m, at, o.Edge); got != c.corner {
			t.Errorf("changing by %v along the edge: a corner is %v, expected %v", c.along, got, c.corner)
		}
		p := newPyramid(size, size, 1)
		p.fill(t.Context(), m, 1)
		f := newFlow(&o, o.Window)
		if _, got := f.follow(p, p, Point{size / 2, size / 2}, o.Window); got != c.found {
			t.Errorf("changing by %v along the edge: followed is %v, expected %v", c.along, got, c.found)
		}
	}
}
