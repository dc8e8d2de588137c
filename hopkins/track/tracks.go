package track

import (
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
)

// Track is the path of a point through consecutive frames.
type Track struct {
	// First is the first frame in which the point was seen, counted from 0, and
	// Points its place in that one and those that follow.
	First  int
	Points []Point
}

// Last returns the last frame in which the point was seen.
func (t Track) Last() int { return t.First + len(t.Points) - 1 }

// At returns the place of the point in a frame, and reports whether it was seen
// there.
func (t Track) At(frame int) (Point, bool) {
	i := frame - t.First
	if i < 0 || i >= len(t.Points) {
		return Point{}, false
	}
	return t.Points[i], true
}

// Tracks are the paths of points through a film.
type Tracks struct {
	// Width and Height of the pictures, and the number of Frames that were
	// looked at.
	Width, Height, Frames int
	// Tracks are in the order in which they were begun.
	Tracks []Track
}

// Sequence returns the tracks as a sequence with the given name. It is nil when
// there are none.
func (t *Tracks) Sequence(name string) *hopkins.Sequence {
	if len(t.Tracks) == 0 || t.Frames == 0 {
		return nil
	}
	n := len(t.Tracks)
	pixels := mat.NewDense(2*t.Frames, n, nil)
	visible := make([][]bool, n)
	whole := true
	for i, track := range t.Tracks {
		visible[i] = make([]bool, t.Frames)
		for f := range t.Frames {
			// A hidden point is put where it was seen first or last.
			p, _ := track.At(min(max(f, track.First), track.Last()))
			pixels.Set(2*f, i, p.X)
			pixels.Set(2*f+1, i, p.Y)
			_, visible[i][f] = track.At(f)
			whole = whole && visible[i][f]
		}
	}
	if whole {
		visible = nil
	}
	s := hopkins.NewSequence(name, t.Width, t.Height, pixels, visible)
	s.Followed = true
	return s
}

// Long returns the tracks as a sequence with the given name that is not laid out over
// all frames, see hopkins.NewLongSequence.
func (t *Tracks) Long(name string) *hopkins.Sequence {
	s := hopkins.NewLongSequence(name, t.Width, t.Height, t.Frames, paths(t.Tracks))
	s.Followed = true
	return s
}

// paths are tracks as hopkins.Paths.
type paths []Track

func (p paths) Points() int { return len(p) }

func (p paths) Span(track int) (first, last int) { return p[track].First, p[track].Last() }

func (p paths) Place(track, frame int) (x, y float64) {
	at := p[track].Points[frame-p[track].First]
	return at.X, at.Y
}

// TracksOf returns the tracks of a sequence, and reports whether it has a picture
// size and every track is seen without a gap from its first frame to its last.
func TracksOf(s *hopkins.Sequence) (*Tracks, bool) {
	t := &Tracks{Width: s.Width, Height: s.Height, Frames: s.Frames()}
	if s.Long() || s.Width < 1 || s.Height < 1 {
		return nil, false
	}
	for i := range s.Points() {
		var track Track
		for f := range s.Frames() {
			if !s.Seen(i, f) {
				continue
			}
			if len(track.Points) == 0 {
				track.First = f
			}
			if f != track.First+len(track.Points) {
				return nil, false
			}
			track.Points = append(track.Points, Point{s.Pixels.At(2*f, i), s.Pixels.At(2*f+1, i)})
		}
		if len(track.Points) > 0 {
			t.Tracks = append(t.Tracks, track)
		}
	}
	return t, true
}
