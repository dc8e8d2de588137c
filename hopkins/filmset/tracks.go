package filmset

import (
	"context"
	"fmt"
	"image"
	"math"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
)

// near is how many pixels away, in the mean of frames, the labelled track may be
// that tells the motion of another.
const near = 8

// labelledTracks are the tracks of a sequence with their motions, on its film.
type labelledTracks struct {
	sequence *hopkins.Sequence
	// upward says that the y of the sequence grows from the bottom of the picture.
	upward bool
}

// OpenSequences returns the films of the sequences of a dataset whose tracks are
// labelled, in its order. Selections of the tracks of others are left out: part of
// what moves in their film has no label in them.
func OpenSequences(dataset *hopkins.Dataset) []Film {
	var films []Film
	for _, e := range dataset.Entries {
		f := Film{Name: e.Name, Path: e.FrameDir, tracks: e.Path}
		if f.Path == "" {
			f.Path = e.Video
		}
		if f.Path != "" && e.Motions > 0 && e.Parent == "" {
			films = append(films, f)
		}
	}
	return films
}

// readTracks reads labelled tracks. The error names the file.
func readTracks(ctx context.Context, path string) (*labelledTracks, error) {
	s, err := hopkins.OpenContext(ctx, path, hopkins.Options{})
	if err != nil {
		return nil, err
	}
	return &labelledTracks{sequence: s}, nil
}

func (l *labelledTracks) frames() int { return l.sequence.Frames() }

func (l *labelledTracks) motions() int { return l.sequence.Motions() }

// fit finds out by the film which way the y of the labelled tracks runs.
func (l *labelledTracks) fit(ctx context.Context, s *hopkins.Sequence) error {
	if w, h := l.sequence.Width, l.sequence.Height; w > 0 && image.Pt(w, h) != image.Pt(s.Width, s.Height) {
		return fmt.Errorf("%s: expected tracks in %d×%d pixels as the film has, found %d×%d", l.sequence.Path, s.Width,
			s.Height, w, h)
	}
	source, err := footage.OpenFootage(ctx, *s.Footage)
	if err != nil {
		return err
	}
	defer source.Close()
	found, err := footage.DirectionOf(l.sequence, source)
	if err != nil {
		return err
	}
	if found.Direction == footage.Undecided {
		return fmt.Errorf("%s: expected a film that shows whether y runs up or down, found that both fit %s alike",
			l.sequence.Path, s.Footage.Path)
	}
	l.upward = found.Direction == footage.Up
	return nil
}

// judge takes for the motion of a track that of the labelled track that is nearest
// to it, in the mean of the frames in which both are seen. Tracks without one
// within 8 pixels are not judged.
func (l *labelledTracks) judge(s *hopkins.Sequence, labels []int) Judgement {
	var groups, motions []int
	for i := range s.Points() {
		if motion := l.motionOf(s, i); motion > 0 {
			groups, motions = append(groups, labels[i]), append(motions, motion)
		}
	}
	return judge(groups, motions)
}

// motionOf returns the motion of track i of s, 0 where there is no labelled track
// near it.
func (l *labelledTracks) motionOf(s *hopkins.Sequence, i int) int {
	nearest, motion := math.Inf(1), 0
	for j := range l.sequence.Points() {
		sum, shared := 0.0, 0
		for f := range min(s.Frames(), l.sequence.Frames()) {
			if !s.Seen(i, f) || !l.sequence.Seen(j, f) {
				continue
			}
			y := l.sequence.Pixels.At(2*f+1, j)
			if l.upward {
				y = float64(s.Height-1) - y
			}
			sum += math.Hypot(s.Pixels.At(2*f, i)-l.sequence.Pixels.At(2*f, j), s.Pixels.At(2*f+1, i)-y)
			shared++
		}
		// One frame tells where two points are, not how they move.
		if d := sum / float64(shared); shared >= 2 && d <= near && d < nearest {
			nearest, motion = d, l.sequence.Truth[j]
		}
	}
	return motion
}
