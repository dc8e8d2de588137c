package hopkins

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// normalize fills in Normalized from Pixels by one similarity transform for
// all frames, which keeps angles and motions as they are. Where the size of
// the picture is known, the centre of the picture becomes the origin and half
// its width the unit; otherwise the middle of the box around all visible
// points becomes the origin and half its longer side the unit.
func (s *Sequence) normalize() {
	rows, n := s.Pixels.Dims()
	cx, cy, unit := float64(s.Width)/2, float64(s.Height)/2, float64(s.Width)/2
	if s.Width == 0 || s.Height == 0 {
		low := [2]float64{math.Inf(1), math.Inf(1)}
		high := [2]float64{math.Inf(-1), math.Inf(-1)}
		for r := range rows {
			for i := range n {
				if s.Seen(i, r/2) {
					v := s.Pixels.At(r, i)
					low[r%2], high[r%2] = min(low[r%2], v), max(high[r%2], v)
				}
			}
		}
		cx, cy = low[0]/2+high[0]/2, low[1]/2+high[1]/2
		unit = max(high[0]/2-low[0]/2, high[1]/2-low[1]/2)
		if !(unit > 0) {
			unit = 1 // all points coincide, or none is visible
		}
	}
	s.ours = true
	s.Normalized = mat.NewDense(rows, n, nil)
	for r := range rows {
		centre := cx
		if r%2 == 1 {
			centre = cy
		}
		for i := range n {
			if s.Seen(i, r/2) {
				s.Normalized.Set(r, i, (s.Pixels.At(r, i)-centre)/unit)
			}
		}
	}
}
