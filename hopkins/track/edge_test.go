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

// lineOfLight is a chessboard on the left, and on the right the level edge of something bright, along
// which faint light runs by two pixels a frame.
func lineOfLight() drawnFilm {
	return drawnFilm{160, 120, 12, func(x, y, f int) uint8 {
		if x < 60 {
			return uint8(60 + 60*((x/10+y/10)%2))
		}
		off := float64(y-60) / 3
		return uint8(math.Round(128 + 90*math.Tanh(off) + 8*math.Exp(-off*off)*math.Sin(0.6*float64(x-2*f))))
	}}
}

// onTheEdge returns how many of the tracks begin on the edge of lineOfLight, and how many of these end
// more than two pixels to the side.
func onTheEdge(tracks *Tracks) (begun, slipped int) {
	for _, t := range tracks.Tracks {
		first, last := t.Points[0], t.Points[len(t.Points)-1]
		if first.X < 75 || math.Abs(first.Y-60) > 8 {
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
	tracks, err := Film(t.Context(), lineOfLight(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if begun, _ := onTheEdge(tracks); begun > 0 || len(tracks.Tracks) < 30 {
		t.Errorf("%d points begun on the edge, %d in all, expected none, and those of the chessboard",
			begun, len(tracks.Tracks))
	}
	o.Edge = 0
	if tracks, err = Film(t.Context(), lineOfLight(), o, nil); err != nil {
		t.Fatal(err)
	}
	if begun, slipped := onTheEdge(tracks); begun < 3 || slipped < 3 {
		t.Errorf("with any point: %d begun on the edge, %d slipped, expected three of either", begun, slipped)
	}
}

// TestOnEdge: a corner must change along an edge by a tenth of what it changes across it.
func TestOnEdge(t *testing.T) {
	const size = 96
	edge := Default(Medium).Edge
	for along, want := range map[float64]bool{11: true, 25: false} { // amplitude of what changes along the edge
		film := drawnFilm{size, size, 1, func(x, y, _ int) uint8 {
			return uint8(math.Round(128 + 100*math.Tanh(float64(y-size/2)/3) + along*math.Sin(0.8*float64(x))))
		}}
		m, _ := film.Gray(t.Context(), 0)
		c := newCorners(size, size)
		c.measure(m, 0, size, 4)
		at := corner{x: size / 2, y: size / 2}
		at.strength = c.strength[at.y*size+at.x]
		if got := c.onEdge(m, at, edge); got != want {
			t.Errorf("changing by %v along the edge: on it is %v, expected %v", along, got, want)
		}
		if c.onEdge(m, at, 0) {
			t.Errorf("changing by %v along the edge: on it, where any may begin", along)
		}
		whole := image.NewGray(image.Rect(0, 0, size+9, size+7))
		inside := whole.SubImage(image.Rect(5, 3, 5+size, 3+size)).(*image.Gray)
		for y := range size {
			copy(inside.Pix[y*inside.Stride:y*inside.Stride+size], m.Pix[y*m.Stride:])
		}
		if got := c.onEdge(inside, at, edge); got != want {
			t.Errorf("changing by %v, a part of a picture: on it is %v, expected %v", along, got, want)
		}
	}
}
