package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync/atomic"

	"motionseg/assets"
	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/ui/session"
)

// pictures are the pictures of one sequence and their y-direction.
type pictures struct {
	source    *footage.Source
	direction footage.Direction
	note      string
	foreign   bool // the preview shows another sequence
	shown     int  // the frame that the preview shows, −1 when that is not known

	closed atomic.Bool
}

var _ session.Pictures = (*pictures)(nil)

// openPictures finds the pictures of a sequence and decides which way its y
// runs. It takes a while, and ends with ctx.Err() soon after ctx has ended.
func openPictures(ctx context.Context, s *hopkins.Sequence) (session.Pictures, error) {
	source, err := findPictures(ctx, s)
	if errors.Is(err, footage.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	// Nothing was written to it that could be lost. Closing ends what is decoded.
	defer context.AfterFunc(ctx, func() { _ = source.Close() })()
	p := &pictures{source: source, note: source.Note(), shown: -1}
	n, slack := source.Len(), 0
	if n == 0 {
		// Going by length and rate, one frame may be missed.
		n, slack = source.Expected(), 1
	}
	if n > 0 && n < s.Frames()-slack && source.Kind() != footage.Preview {
		p.note = fmt.Sprintf("pictures of %d frames of %d only", n, s.Frames())
	}
	if s.Path == "" && s.Footage == nil {
		// The example is known: it shall be there at once.
		p.direction = footage.Down
		return p, nil
	}
	judgement, err := footage.DirectionOf(s, source)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		p.note = err.Error()
		return p, nil
	}
	p.direction = judgement.Direction
	if source.Kind() == footage.Preview {
		source.SetShown(judgement.Shown)
		p.shown = judgement.Shown
		if judgement.Shown >= 0 {
			p.note = fmt.Sprintf("picture of frame %d only", judgement.Shown+1)
		} else {
			p.foreign, p.note = true, "preview.jpg shows another sequence and is left out"
		}
	}
	return p, nil
}

// findPictures finds the pictures of a sequence in its folder, or among those
// embedded in the program when it is the example.
func findPictures(ctx context.Context, s *hopkins.Sequence) (*footage.Source, error) {
	if s.Path == "" && s.Footage == nil {
		return footage.OpenFS(assets.Example(), s.Name)
	}
	return footage.OpenSequence(ctx, s)
}

// Frame returns the picture of a frame. A preview stands in for all frames
// unless it shows another sequence; past the end of a video there is none.
func (p *pictures) Frame(frame int) (image.Image, error) {
	if p.closed.Load() || p.foreign {
		return nil, nil
	}
	found, err := p.source.Frame(frame)
	if p.closed.Load() {
		return nil, nil
	}
	if err != nil || p.source.Kind() != footage.Preview && !p.source.Exact(frame) {
		return nil, err
	}
	return found, nil
}

// Rate is what the film states of the frames that are taken.
func (p *pictures) Rate() float64 { return p.source.Rate() }

// Name returns the name of the file of a frame's picture.
func (p *pictures) Name(frame int) string { return p.source.Name(frame) }

// Upward tells which way the tracks' y runs.
func (p *pictures) Upward() (up, decided bool) {
	return p.direction == footage.Up, p.direction != footage.Undecided
}

// Still returns the frame of a preview.
func (p *pictures) Still() (frame int, still bool) {
	return p.shown, p.source.Kind() == footage.Preview && !p.foreign
}

// Note says what the reader should know about the pictures.
func (p *pictures) Note() string { return p.note }

// Close ends what runs in the background, a frame that is being read too.
func (p *pictures) Close() error {
	p.closed.Store(true)
	return p.source.Close()
}
