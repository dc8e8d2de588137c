package draw

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"motionseg/ui/shown"
)

// Scene holds the tracks of a sequence as the painter wants them: in picture
// coordinates, x to the right and y downwards, the picture's top left corner
// at (0, 0). It does not change after NewScene and may be shared by views.
type Scene struct {
	frames, points int
	// xy holds x and y of track i in frame f at 2(iF+f); x is NaN where the
	// track is not visible.
	xy     []float32
	bounds shown.Rect
}

// NewScene takes the tracks of a sequence: pixels 2F×N, rows 2f and 2f+1 being
// x and y of every track in frame f; visible[i][f] reports whether track i is
// seen in frame f, nil when all are; the picture's width and height, 0 when
// unknown; yUp when stored y grows upwards, so that it is turned over. The data
// are copied. An error says which shape is wrong.
func NewScene(pixels *mat.Dense, visible [][]bool, width, height int, yUp bool) (*Scene, error) {
	if pixels == nil || pixels.IsEmpty() {
		return nil, fmt.Errorf("draw: a scene without points")
	}
	rows, n := pixels.Dims()
	if rows%2 != 0 {
		return nil, fmt.Errorf("draw: pixel coordinates have %d rows, expected two a frame", rows)
	}
	f := rows / 2
	if visible != nil && len(visible) != n {
		return nil, fmt.Errorf("draw: visibility of %d tracks, expected %d", len(visible), n)
	}
	for i := range visible {
		if len(visible[i]) != f {
			return nil, fmt.Errorf("draw: visibility of track %d in %d frames, expected %d", i, len(visible[i]), f)
		}
	}
	s := &Scene{frames: f, points: n, xy: make([]float32, 2*f*n)}
	nan := float32(math.NaN())
	box := shown.Rect{MinX: math.Inf(1), MinY: math.Inf(1), MaxX: math.Inf(-1), MaxY: math.Inf(-1)}
	for k := range f {
		xs, ys := pixels.RawRowView(2*k), pixels.RawRowView(2*k+1)
		for i := range n {
			x, y := xs[i], ys[i]
			at := 2 * (i*f + k)
			if visible != nil && !visible[i][k] || math.IsNaN(x+y) || math.IsInf(x+y, 0) {
				s.xy[at] = nan
				continue
			}
			s.xy[at], s.xy[at+1] = float32(x), float32(y)
			box.MinX, box.MaxX = min(box.MinX, x), max(box.MaxX, x)
			box.MinY, box.MaxY = min(box.MinY, y), max(box.MaxY, y)
		}
	}
	if box.MinX > box.MaxX {
		box = shown.Rect{MinX: 0, MinY: 0, MaxX: 1, MaxY: 1}
	}
	flip := box.MinY + box.MaxY
	if width > 0 && height > 0 {
		box = shown.Rect{MinX: 0, MinY: 0, MaxX: float64(width), MaxY: float64(height)}
		flip = float64(height)
	} else {
		// Without a picture the points fill the view but for a margin.
		m := 0.04 * max(box.MaxX-box.MinX, box.MaxY-box.MinY)
		if m == 0 {
			m = 1
		}
		box = shown.Rect{MinX: box.MinX - m, MinY: box.MinY - m, MaxX: box.MaxX + m, MaxY: box.MaxY + m}
	}
	s.bounds = box
	if yUp {
		for at := 1; at < len(s.xy); at += 2 {
			s.xy[at] = float32(flip) - s.xy[at]
		}
	}
	return s, nil
}

// Points returns N, the number of tracks.
func (s *Scene) Points() int { return s.points }

// Frames returns F, the number of frames.
func (s *Scene) Frames() int { return s.frames }

// Bounds returns the picture's rectangle, and where its size is unknown, that
// of all points with a margin.
func (s *Scene) Bounds() shown.Rect { return s.bounds }

// At returns where track i is in frame f, in picture coordinates, and whether
// it is visible there.
func (s *Scene) At(i, f int) (x, y float64, visible bool) {
	at := 2 * (i*s.frames + f)
	fx := s.xy[at]
	return float64(fx), float64(s.xy[at+1]), fx == fx
}
