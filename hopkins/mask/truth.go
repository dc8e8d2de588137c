package mask

import (
	"context"
	"fmt"
	"image"
	"math"
	"slices"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
)

// twoValues is what moves in masks of two values, where 0 is the background.
const twoValues = 255

// Truth returns the motion of every track by a folder of masks, as ReadPNG reads them, of
// some frames or all, with the names of the pictures of the sequence: the motion that most
// of them have where the track is, 0 where they say nothing. Where they have no other values
// than 0 and 255 the background is motion 1 and what moves motion 2. The error names the
// mask, or says that there are none, or none over the tracks.
func Truth(ctx context.Context, s *hopkins.Sequence, folder string) ([]int, error) {
	pictures, upward, err := picturesOf(ctx, s)
	if err != nil {
		return nil, err
	}
	defer pictures.Close()
	size, err := pictures.Size(ctx)
	if err != nil {
		return nil, err
	}
	o := Output{Constraints: folder, Name: pictures.Name, motions: twoValues, frames: s.Frames()}
	masks, err := o.folder(nil)
	if err != nil {
		return nil, err
	}
	votes := make([][twoValues + 1]uint32, s.Points())
	most, two := 0, false
	for f := range s.Frames() {
		m, err := masks(ctx, f, size)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if m == nil {
			continue
		}
		for _, v := range m.Pix {
			if v == twoValues {
				two = true
			} else {
				most = max(most, int(v))
			}
		}
		poll(votes, s, f, m, upward)
	}
	if two && most > 0 || most > MostMotions {
		return nil, fmt.Errorf("%s: expected masks with motions up to %d, or with 0 and %d alone, found others", folder,
			MostMotions, twoValues)
	}
	labels := make([]int, len(votes))
	for i, v := range votes {
		labels[i] = winner(v[:], two)
	}
	if slices.Max(labels) < 1 {
		return nil, fmt.Errorf("%s: expected masks that have motions where tracks are, found none", folder)
	}
	return labels, nil
}

// poll counts what a mask of a frame has under each track.
func poll(votes [][twoValues + 1]uint32, s *hopkins.Sequence, frame int, m *image.Gray, upward bool) {
	size := m.Rect.Size()
	for i := range votes {
		if !s.Seen(i, frame) {
			continue
		}
		x, y := s.At(i, frame)
		if upward {
			y = float64(s.Height-1) - y
		}
		x, y = (x+0.5)*float64(size.X)/float64(s.Width), (y+0.5)*float64(size.Y)/float64(s.Height)
		if p := image.Pt(int(math.Floor(x)), int(math.Floor(y))); p.In(m.Rect) {
			votes[i][m.Pix[p.Y*m.Stride+p.X]]++
		}
	}
}

// winner returns the motion that most masks have under a track, 0 for none.
func winner(votes []uint32, two bool) int {
	if two {
		switch {
		case votes[0]+votes[twoValues] == 0:
			return 0
		case votes[twoValues] > votes[0]:
			return 2
		}
		return 1
	}
	best := 0
	for v := 1; v < len(votes); v++ {
		if votes[v] > 0 && (best == 0 || votes[v] > votes[best]) {
			best = v
		}
	}
	return best
}

// picturesOf opens the pictures of a sequence, and reports whether its y grows upwards on
// them. The error says where there are none.
func picturesOf(ctx context.Context, s *hopkins.Sequence) (*footage.Source, bool, error) {
	pictures, err := footage.OpenSequence(ctx, s)
	if err != nil {
		return nil, false, fmt.Errorf("%s: masks need the pictures of the tracks: %w", s.Path, err)
	}
	way, err := footage.DirectionOf(s, pictures)
	if err != nil {
		pictures.Close()
		return nil, false, err
	}
	return pictures, way.Direction == footage.Up, nil
}
