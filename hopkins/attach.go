package hopkins

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/read"
)

// WithFootage returns the sequence with other pictures, whose size becomes its
// own: coordinates that are relative to the size of the picture are brought to
// it, and Normalized follows. Where the file of the tracks says what Normalized
// is, as that of Hopkins155 does, it and the size of the picture stay, and the
// pictures are drawn at that size. The tracks may lie outside of the pictures.
// The sequence itself is not changed.
func (s *Sequence) WithFootage(f Footage, width, height int) *Sequence {
	with := *s
	with.Footage = &f
	if !s.ours || width < 1 || height < 1 || width == s.Width && height == s.Height {
		return &with
	}
	with.Width, with.Height = width, height
	if s.relative {
		before := [2]float64{float64(s.Width), float64(s.Height)}
		if s.Width == 0 || s.Height == 0 {
			before = [2]float64{read.RelativeSize, read.RelativeSize}
		}
		now := [2]float64{float64(width), float64(height)}
		with.Pixels = mat.DenseCopyOf(s.Pixels)
		with.Pixels.Apply(func(r, _ int, v float64) float64 { return v / before[r%2] * now[r%2] }, with.Pixels)
	}
	with.normalize()
	return &with
}

// WithTruth returns the sequence with another truth, the motion of every track from 1, 0
// where it has none. The sequence itself is not changed.
func (s *Sequence) WithTruth(motions []int) *Sequence {
	with := *s
	with.Truth, with.MotionNumbers = slices.Clone(motions), nil
	with.compactTruth()
	return &with
}

// scale brings relative coordinates to pixels of the picture.
func (s *Sequence) scale() {
	s.relative = true
	size := [2]float64{float64(s.Width), float64(s.Height)}
	if s.Width == 0 || s.Height == 0 {
		size = [2]float64{read.RelativeSize, read.RelativeSize}
	}
	rows, _ := s.Pixels.Dims()
	for r := range rows {
		row := s.Pixels.RawRowView(r)
		for i := range row {
			row[i] *= size[r%2]
		}
	}
}
