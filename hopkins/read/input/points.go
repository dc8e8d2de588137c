package input

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// Point is a point of a track; track and frame count from 0.
type Point struct {
	Track, Frame int
	X, Y         float64
}

// TurnUpwards turns the y of points that grow upwards from the lower edge of a picture of
// that height, 0 where it is not known, and says what that means.
func TurnUpwards(points []Point, height float64) (note string) {
	if height == 0 {
		height = math.Inf(-1)
		for _, p := range points {
			height = max(height, p.Y)
		}
		note = "y grows upwards in the file and was turned; the height of the picture is not in it, so that pictures " +
			"may not fit"
	}
	for i := range points {
		points[i].Y = height - points[i].Y
	}
	return note
}

// CountsFromOne reports whether the names of tracks are the numbers from 1 on in their order.
func CountsFromOne(ids []string) bool {
	for i, id := range ids {
		if id != strconv.Itoa(i+1) {
			return false
		}
	}
	return true
}

// SequenceOf lays the points out by track and frame.
func SequenceOf(points []Point, tracks, frames int) (*Tracks, error) {
	if int64(tracks)*int64(frames) > MaxEntries {
		return nil, fmt.Errorf("expected at most %d tracks × frames, found %d × %d", MaxEntries, tracks, frames)
	}
	s := &Tracks{Pixels: mat.NewDense(2*frames, tracks, nil), Visible: make([][]bool, tracks)}
	flags := make([]bool, tracks*frames)
	for i := range s.Visible {
		s.Visible[i] = flags[i*frames : (i+1)*frames : (i+1)*frames]
	}
	for _, p := range points {
		if s.Visible[p.Track][p.Frame] {
			return nil, fmt.Errorf("expected one line for track %d in frame %d, found two", p.Track+1, p.Frame+1)
		}
		s.Visible[p.Track][p.Frame] = true
		s.Pixels.Set(2*p.Frame, p.Track, p.X)
		s.Pixels.Set(2*p.Frame+1, p.Track, p.Y)
	}
	if len(points) == tracks*frames {
		s.Visible = nil
	}
	return s, nil
}
