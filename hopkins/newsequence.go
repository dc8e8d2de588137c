package hopkins

import "gonum.org/v1/gonum/mat"

// NewSequence returns a sequence of tracks that come from no file, such as those
// of a tracker, with Normalized filled in. pixels and visible are as in
// Sequence; width and height are those of the picture, 0 when unknown.
func NewSequence(name string, width, height int, pixels *mat.Dense, visible [][]bool) *Sequence {
	s := &Sequence{Name: name, Category: Other, Width: width, Height: height, Pixels: pixels, Visible: visible}
	s.normalize()
	s.repeats = s.findRepeats()
	return s
}
