package draw

import (
	"context"
	"image"
	"io"
)

// Animation is a moving picture of one segmentation or of several beside each
// other, frame by frame.
type Animation struct {
	Views  []View
	Titles []string // one a view; may be nil
	// Picture returns the picture of a frame, nil for none. Without it the
	// views' pictures are used for all frames.
	Picture func(frame int) (image.Image, error)
	First   int // first frame, from 0
	Last    int // last frame, included
	// FramesPerSecond of the result; GIF knows hundredths of a second and 50
	// at most. 0 is 10.
	FramesPerSecond float64
	// Width of one view in pixels; 0 is 480. The height follows the scene.
	Width int
	// MaxBytes bounds the file: frames are left out evenly, then the size is
	// halved, until it holds. 0 is 20 MB.
	MaxBytes int
}

// WriteGIF writes the animation, endlessly repeated. Progress, which may be
// nil, is told after every frame how many of how many are done. The error is
// ctx.Err() when ctx ends first.
func (a *Animation) WriteGIF(ctx context.Context, w io.Writer, progress func(done, total int)) error {
	return nil
}
