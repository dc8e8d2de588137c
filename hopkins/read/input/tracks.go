package input

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Tracks are point tracks, or matches of two pictures, as a file has them.
type Tracks struct {
	// Pixels is 2F×N: rows 2f and 2f+1 are x and y of every track in frame f, in
	// pixels, y downwards. Entries of points that are not seen are meaningless
	// (finite).
	Pixels *mat.Dense
	// Normalized is 2F×N in the same layout, where the file has coordinates of that
	// kind; nil otherwise.
	Normalized *mat.Dense
	// Visible[i][f] reports whether track i is seen in frame f; nil when every
	// track is seen in every frame.
	Visible [][]bool
	// Truth holds the motion of every track as the file numbers it, 0 for an
	// outlier; nil when unknown.
	Truth []int
	// IDs holds what the file calls the tracks, where it does not number them from 1
	// in their order; nil otherwise.
	IDs []string
	// Width and Height of the picture in pixels; 0 when the file does not say.
	Width, Height int
	// TwoFrame marks matches of two pictures: F = 2.
	TwoFrame bool
	// Relative says that the coordinates are relative to the size of the picture,
	// from 0 to 1, and Pixels not pixels yet.
	Relative bool
	// Notes are sentences about how the file was read that a reader of the labels
	// should know.
	Notes []string
}

// Points returns N, the number of tracks.
func (s *Tracks) Points() int {
	_, n := s.Pixels.Dims()
	return n
}

// Frames returns F, the number of frames.
func (s *Tracks) Frames() int {
	r, _ := s.Pixels.Dims()
	return r / 2
}

// Seen reports whether track i is visible in frame f.
func (s *Tracks) Seen(i, f int) bool { return s.Visible == nil || s.Visible[i][f] }

// Note adds a sentence to Notes.
func (s *Tracks) Note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// IsRelative reports whether all points that are seen lie within about one unit,
// as coordinates relative to the size of the picture do.
func (s *Tracks) IsRelative() bool {
	rows, n := s.Pixels.Dims()
	for r := range rows {
		for i := range n {
			if v := s.Pixels.At(r, i); s.Seen(i, r/2) && !(v >= -0.5 && v <= 1.5) {
				return false
			}
		}
	}
	return true
}
