package footage

import (
	"image"
	"math"

	"motionseg/hopkins"
)

// marks are the points that Hopkins155 has drawn in strong colours into the
// grey pictures of its previews.
type marks struct {
	width, height int
	coloured      []bool // row by row, a pixel or one of its neighbours
}

const (
	// colourful is the smallest difference between the channels of a mark,
	// nearlyGrey the largest of the picture around them, JPEG's smearing included.
	colourful, nearlyGrey = 80, 40
	// mostMarks is the largest share of a picture that marks cover, fewestMarks
	// the smallest number of their pixels.
	mostMarks, fewestMarks = 0.15, 100
	// solid is the largest share of strongly coloured pixels in the midst of
	// others, since marks are thin and coloured things are not.
	solid = 0.1
	// hit is the share of the points that must lie on marks for the picture to
	// be of the sequence; half of it excludes it.
	hit = 0.4
)

// findMarks returns the marks in a picture, nil when it is not grey with marks.
func findMarks(picture *image.RGBA) *marks {
	w, h := picture.Rect.Dx(), picture.Rect.Dy()
	m := &marks{width: w, height: h, coloured: make([]bool, w*h)}
	strong := make([]bool, w*h)
	count, weak := 0, 0
	for y := range h {
		for x := range w {
			p := picture.Pix[y*picture.Stride+4*x:]
			spread := int(max(p[0], p[1], p[2])) - int(min(p[0], p[1], p[2]))
			if spread > nearlyGrey {
				weak++
			}
			if spread < colourful {
				continue
			}
			count++
			strong[y*w+x] = true
			for v := max(0, y-1); v <= min(h-1, y+1); v++ {
				for u := max(0, x-1); u <= min(w-1, x+1); u++ {
					m.coloured[v*w+u] = true
				}
			}
		}
	}
	if count < fewestMarks || float64(weak) > mostMarks*float64(w*h) ||
		float64(inside(strong, w, h)) > solid*float64(count) {
		return nil
	}
	return m
}

// inside counts the pixels that are set together with the eight that lie two
// pixels off.
func inside(set []bool, w, h int) int {
	count := 0
	for y := 2; y < h-2; y++ {
		for x := 2; x < w-2; x++ {
			at := y*w + x
			if set[at] && set[at-2] && set[at+2] && set[at-2*w] && set[at+2*w] &&
				set[at-2*w-2] && set[at-2*w+2] && set[at+2*w-2] && set[at+2*w+2] {
				count++
			}
		}
	}
	return count
}

// share returns the share of the points seen in frame f that lie on marks when
// y runs in the given direction.
func (m *marks) share(s *hopkins.Sequence, f int, d Direction) float64 {
	on, seen := 0, 0
	for i := range s.Points() {
		if !s.Seen(i, f) {
			continue
		}
		seen++
		x, y := s.At(i, f)
		x, y = math.Round(x), math.Round(y)
		if d == Up {
			y = float64(m.height-1) - y
		}
		if x >= 0 && y >= 0 && x < float64(m.width) && y < float64(m.height) && m.coloured[int(y)*m.width+int(x)] {
			on++
		}
	}
	if seen == 0 {
		return 0
	}
	return float64(on) / float64(seen)
}

// judge finds the frame and the direction for which the most points lie on
// marks.
func (m *marks) judge(s *hopkins.Sequence) Judgement {
	most, other := -1.0, 0.0
	j := Judgement{Frames: 1}
	var fitting Direction
	for f := range s.Frames() {
		down, up := m.share(s, f, Down), m.share(s, f, Up)
		if best := max(down, up); best > most {
			most, other, j.Shown, fitting = best, min(down, up), f, sign(down-up)
		}
	}
	j.Score = 100 * (most - other)
	if fitting == Up {
		j.Score = -j.Score
	}
	switch {
	case most < hit/2:
		j.Shown = -1
	case most >= hit:
		j.Direction = fitting
		j.Confidence = most - other
	}
	return j
}
