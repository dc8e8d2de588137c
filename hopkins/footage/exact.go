package footage

import (
	"context"
	"errors"
	"image"

	"motionseg/hopkins"
)

// OpenIfAny opens the pictures of a sequence as OpenSequence does; the source is
// nil where there are none.
func OpenIfAny(ctx context.Context, s *hopkins.Sequence) (*Source, error) {
	source, err := OpenSequence(ctx, s)
	if errors.Is(err, ErrNone) {
		return nil, nil
	}
	return source, err
}

// ExactFrame returns the picture of a frame, nil where there is only one of
// another frame, such as a preview.
func (s *Source) ExactFrame(frame int) (image.Image, error) {
	m, err := s.Frame(frame)
	if err != nil || !s.Exact(frame) {
		return nil, err
	}
	return m, nil
}
