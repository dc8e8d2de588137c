package hopkins

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// LongFrom is the number of tracks × frames above which a film is long: its tracks
// are kept only where they are seen, see NewLongSequence. It is as much as Open takes.
const LongFrom = 3 << 21

// NewLongSequence returns the tracks of a film of so many frames without laying all of
// them out over all frames: Pixels, Normalized and Visible are nil. Segment takes such a
// sequence in windows; labels and plain tracks are written of it, and nothing else that
// needs all places together. Width and height are those of the picture, from 1.
func NewLongSequence(name string, width, height, frames int, paths Paths) *Sequence {
	return &Sequence{Name: name, Category: Other, Width: width, Height: height, paths: paths, frames: frames}
}

// Long reports whether the sequence is from NewLongSequence.
func (s *Sequence) Long() bool { return s.paths != nil }

// LaidOut returns an error for a long sequence, of which what needs the places of all
// tracks in all frames can't be had.
func (s *Sequence) LaidOut() error {
	if s.paths == nil {
		return nil
	}
	return fmt.Errorf("%s: expected at most %d tracks × frames, found %d × %d; labels and plain tracks can be "+
		"written of it, or take fewer frames",
		s.where(), LongFrom, s.Points(), s.Frames())
}

// At returns where a track that is seen in a frame is there, in pixels.
func (s *Sequence) At(track, frame int) (x, y float64) {
	if s.paths != nil {
		return s.paths.Place(track, frame)
	}
	return s.Pixels.At(2*frame, track), s.Pixels.At(2*frame+1, track)
}

// Excerpt returns a window of the sequence, laid out and without its truth: the frames
// from first to last, both included, and the tracks that are seen in enough of them, by
// their numbers.
func (s *Sequence) Excerpt(first, last int) (part *Sequence, tracks []int) {
	tracks = s.tracksIn(window{first, last})
	if len(tracks) == 0 {
		return nil, nil
	}
	return s.stretch(first, last, tracks), tracks
}

// span returns the frames between which a track is seen, the first above the last for one
// that never is.
func (s *Sequence) span(track int) (first, last int) {
	if s.paths != nil {
		return s.paths.Span(track)
	}
	first, last = 0, s.Frames()-1
	for first <= last && !s.Seen(track, first) {
		first++
	}
	for first <= last && !s.Seen(track, last) {
		last--
	}
	return first, last
}

// seenBetween returns in how many frames of a stretch a track is seen, both ends
// included.
func (s *Sequence) seenBetween(track, first, last int) int {
	if s.paths != nil {
		from, to := s.paths.Span(track)
		return max(min(to, last)-max(from, first)+1, 0)
	}
	if s.Visible == nil {
		return last - first + 1
	}
	return seenIn(s.Visible[track][first : last+1])
}

// stretch returns a part of the sequence, without its truth: the frames from first to
// last, both included, and these tracks.
func (s *Sequence) stretch(first, last int, tracks []int) *Sequence {
	if s.paths == nil {
		frames := make([]int, last-first+1)
		for k := range frames {
			frames[k] = first + k
		}
		blind := *s
		blind.Truth, blind.MotionNumbers, blind.Notes = nil, nil, nil
		part := blind.part(frames, tracks)
		part.Visible = unlessAll(part.Visible)
		return part
	}
	pixels, visible := mat.NewDense(2*(last-first+1), len(tracks), nil), make([][]bool, len(tracks))
	for c, i := range tracks {
		from, to := s.paths.Span(i)
		visible[c] = make([]bool, last-first+1)
		for f := first; f <= last; f++ {
			// A hidden point is put where it was seen first or last.
			x, y := s.paths.Place(i, min(max(f, from), to))
			pixels.Set(2*(f-first), c, x)
			pixels.Set(2*(f-first)+1, c, y)
			visible[c][f-first] = from <= f && f <= to
		}
	}
	part := NewSequence(s.Name, s.Width, s.Height, pixels, unlessAll(visible))
	part.Path, part.Followed = s.Path, s.Followed
	return part
}

// unlessAll returns nil where every track is seen in every frame, as Sequence.Visible is
// then.
func unlessAll(visible [][]bool) [][]bool {
	for _, seen := range visible {
		for _, v := range seen {
			if !v {
				return visible
			}
		}
	}
	return nil
}

// window is a stretch of frames, both ends included.
type window struct{ first, last int }

// tracksIn returns the tracks that a window is to say something of: those that are seen
// in a tenth of it, or in half of their frames where these are fewer.
func (s *Sequence) tracksIn(w window) []int {
	enough := (w.last - w.first + 1) / 10
	var tracks []int
	for i := range s.Points() {
		seen := s.seenBetween(i, w.first, w.last)
		if seen < 2 {
			continue
		}
		first, last := s.span(i)
		if seen >= enough || 2*seen >= s.seenBetween(i, first, last) {
			tracks = append(tracks, i)
		}
	}
	return tracks
}
