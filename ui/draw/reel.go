package draw

import "image"

// Reel draws the frames of an animation for a film.
type Reel struct {
	animation *Animation
	film      *film
}

// NewReel returns the frames of an animation from First to Last, drawn at its
// Width; MaxBytes does not count.
func NewReel(a *Animation) (*Reel, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	width := a.Width
	if width <= 0 {
		width = gifWidth
	}
	return &Reel{a, newFilm(a, width)}, nil
}

// Size returns the size of the pictures in pixels.
func (r *Reel) Size() image.Point { return r.film.canvas.Rect.Size() }

// Frames returns the number of frames.
func (r *Reel) Frames() int { return r.animation.Last - r.animation.First + 1 }

// Frame returns picture k, from 0. It is drawn over by the next call.
func (r *Reel) Frame(k int) (*image.RGBA, error) {
	if err := r.film.draw(r.animation, r.animation.First+k); err != nil {
		return nil, err
	}
	return r.film.canvas, nil
}
