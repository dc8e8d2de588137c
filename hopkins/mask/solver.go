package mask

import (
	"context"
	"image"
	"slices"
)

// Solver makes masks of a film as Film does, and keeps what it can of the frames that it
// has seen: after another stroke the masks of the same frames are there much sooner. It is
// for one goroutine at a time.
type Solver struct{ run *run }

// keptBytes is how much of frames a Solver keeps at most, beyond those that it works on.
const keptBytes = 200 << 20

// NewSolver returns a solver for a film. The error says what is wrong with the film.
func NewSolver(f Film) (*Solver, error) {
	r, err := newRun(f)
	if err != nil {
		return nil, err
	}
	r.kept = true
	return &Solver{r}, nil
}

// Range is Film.Range. Masks are the same as those that Film makes.
func (s *Solver) Range(ctx context.Context, first, last int, each func(*Mask) error) error {
	return s.run.frames(ctx, first, last, each)
}

// Draft is the mask of a frame by this frame's own points, pictures and what is known there:
// the frames around are not asked, as they are for Range, which takes several times as long.
// Uncertain is 0.
func (s *Solver) Draft(ctx context.Context, frame int) (*Mask, error) {
	r := s.run
	if err := r.inFilm(frame, frame+1); err != nil {
		return nil, err
	}
	if err := r.small(ctx, frame, frame+1); err != nil {
		return nil, err
	}
	f := r.slots[frame]
	if f.picture == nil {
		if err := r.read(ctx, f); err != nil {
			return nil, err
		}
	}
	var err error
	if f.fixed, err = r.knownPicture(ctx, frame, f.size); err != nil {
		return nil, err
	}
	m := &Mask{Frame: frame, Labels: image.NewGray(f.picture.Rect), Picture: f.picture}
	r.side(ctx, 1, func(_ int, w *scratch) {
		cost := slices.Clone(f.cost)
		addHeld(cost, r.motions, f.coarse.width, f.coarse.height, f.held, false)
		m.Labels.Pix = r.refine(f, slices.Clone(f.label), cost, w, func() bool { return ctx.Err() != nil })
	})
	for i := range m.Labels.Pix {
		m.Labels.Pix[i]++
	}
	return m, ctx.Err()
}

// SetKnown says what else is known of pixels: what motions explain stays.
func (s *Solver) SetKnown(k Known) {
	r := s.run
	r.Film.Known, r.known = k, newKnown(k)
	for _, slot := range r.slots {
		slot.label, slot.held, slot.fine = nil, nil, nil
	}
}

// SetLabels takes other labels of the tracks: the small pictures of frames stay. The error
// says what is wrong with them.
func (s *Solver) SetLabels(labels []int) error {
	r := s.run
	f := r.Film
	f.Labels = labels
	if err := f.check(); err != nil {
		return err
	}
	r.setLabels(labels)
	r.known = newKnown(r.Film.Known)
	for _, slot := range r.slots {
		slot.label, slot.held, slot.fine, slot.cost, slot.near = nil, nil, nil, nil, nil
		slot.spots = r.spots(slot.frame, slot)
	}
	return nil
}

// Carried is how far in frames a stroke changes masks of other frames at most.
const Carried = carriedFrames + nearest

// mostKept is how many frames there is room for.
func (r *run) mostKept() int {
	for _, s := range r.slots {
		pixels := s.coarse.width * s.coarse.height
		return max(keptBytes/max(pixels*(2*channels+4*r.motions+1), 1), 2*(farthest+nearest)+block)
	}
	return 1
}
