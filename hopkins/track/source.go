package track

import (
	"context"
	"image"
)

// Source gives the frames of a film as grey pictures, such as their luma.
type Source interface {
	// Len returns the number of frames, 0 when it is known only at their end.
	Len() int
	// Gray returns frame i, counted from 0, and io.EOF past the last one. The
	// picture is not changed, and not looked at after the next call.
	Gray(ctx context.Context, i int) (*image.Gray, error)
}
