package mask

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
)

// Stroke is a line drawn by a brush over pixels of a frame whose motion is known.
type Stroke struct {
	Frame  int `json:"frame"` // from 0
	Motion int `json:"motion"`
	// Radius is that of the brush, in pixels of the sequence, 0.5 and more.
	Radius float64 `json:"radius"`
	// Path has x and y of the places that the brush went through, in pixels of the
	// sequence, y downwards; the upper left corner of the picture is (0, 0).
	Path [][2]float64 `json:"path"`
}

// The largest radius of a stroke, in pixels, and the most places and coordinates that
// one has.
const (
	MostRadius     = 4096
	MostPlaces     = 100_000
	mostCoordinate = 1 << 20
)

// Check returns an error that says what can't be of a stroke in a film of so many frames.
func (s Stroke) Check(frames int) error {
	switch {
	case s.Frame < 0 || s.Frame >= frames:
		return fmt.Errorf("frame: expected one from 1 to %d, found %d", frames, s.Frame+1)
	case s.Motion < 1 || s.Motion > MostMotions:
		return fmt.Errorf("motion: expected one from 1 to %d, found %d", MostMotions, s.Motion)
	case !(s.Radius >= 0.5 && s.Radius <= MostRadius):
		return fmt.Errorf("radius: expected 0.5 to %d pixels, found %v", MostRadius, s.Radius)
	case len(s.Path) == 0 || len(s.Path) > MostPlaces:
		return fmt.Errorf("path: expected 1 to %d places, found %d", MostPlaces, len(s.Path))
	}
	for _, p := range s.Path {
		for _, v := range p {
			if !(v >= -mostCoordinate && v <= mostCoordinate) {
				return errors.New("path: expected places in the picture, found one far away")
			}
		}
	}
	return nil
}

// Draw gives the pixels of a picture that the stroke covers its motion. width and height
// are the size of the sequence's pictures, over which m is stretched. A pixel is covered
// where its middle is; the one under the first place always is.
func (s Stroke) Draw(m *image.Gray, width, height int) {
	size := m.Rect.Size()
	sx, sy := float64(size.X)/float64(width), float64(size.Y)/float64(height)
	for i, p := range s.Path {
		from := s.Path[max(i-1, 0)]
		s.line(m, from, p, sx, sy)
	}
	if x, y := int(math.Floor(s.Path[0][0]*sx)), int(math.Floor(s.Path[0][1]*sy)); image.Pt(x, y).In(m.Rect) {
		m.Pix[y*m.Stride+x] = uint8(s.Motion)
	}
}

// line covers what is within the radius of the line from a to b.
func (s Stroke) line(m *image.Gray, a, b [2]float64, sx, sy float64) {
	size := m.Rect.Size()
	left, right := math.Min(a[0], b[0])-s.Radius, math.Max(a[0], b[0])+s.Radius
	top, bottom := math.Min(a[1], b[1])-s.Radius, math.Max(a[1], b[1])+s.Radius
	first := func(v, scale float64) int { return int(math.Max(math.Floor(v*scale), 0)) }
	dx, dy := b[0]-a[0], b[1]-a[1]
	square := float64(dx*dx) + float64(dy*dy)
	for y := first(top, sy); y < size.Y && float64(y) <= bottom*sy; y++ {
		for x := first(left, sx); x < size.X && float64(x) <= right*sx; x++ {
			u, v := (float64(x)+0.5)/sx-a[0], (float64(y)+0.5)/sy-a[1]
			if square > 0 {
				part := math.Min(math.Max((float64(u*dx)+float64(v*dy))/square, 0), 1)
				u, v = u-float64(part*dx), v-float64(part*dy)
			}
			if float64(u*u)+float64(v*v) <= float64(s.Radius*s.Radius) {
				m.Pix[y*m.Stride+x] = uint8(s.Motion)
			}
		}
	}
}

// Known returns the pixels of a frame whose motion is known, at the size of its picture:
// the motion from 1, 0 where it is not; nil where that is everywhere. It is called from
// one goroutine at a time.
type Known func(ctx context.Context, frame int, size image.Point) (*image.Gray, error)

// Strokes returns what strokes say, the later ones over the earlier, of a sequence whose
// pictures have this size. Those of motions beyond the largest one of the film count as if
// they were not there.
func Strokes(all []Stroke, width, height int) Known {
	return func(_ context.Context, frame int, size image.Point) (*image.Gray, error) {
		var m *image.Gray
		for _, s := range all {
			if s.Frame != frame {
				continue
			}
			if m == nil {
				m = image.NewGray(image.Rectangle{Max: size})
			}
			s.Draw(m, width, height)
		}
		return m, nil
	}
}
