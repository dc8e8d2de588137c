package mask

import (
	"context"
	"image"
	"slices"

	"motionseg/hopkins/track"
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

// Draft is a mask of a frame that is there much sooner than that of Range: by the frame
// itself alone and, after SetKnown, drawn anew around what is known there or was before.
// Uncertain is 0.
func (s *Solver) Draft(ctx context.Context, frame int) (*Mask, error) {
	r := s.run
	if err := r.inFilm(frame, frame+1); err != nil {
		return nil, err
	}
	if err := r.takeSoft(ctx); err != nil {
		return nil, err
	}
	f := r.slots[frame]
	if f == nil || f.label != nil || f.earlier == nil || f.cost == nil {
		if err := r.small(ctx, frame, frame+1); err != nil {
			return nil, err
		}
		f = r.slots[frame]
	} else if err := r.hold(ctx, f); err != nil {
		return nil, err
	}
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
	r.side(ctx, 1, func(_ int, w *scratch) { m.Labels.Pix = r.draft(ctx, f, w) })
	for i := range m.Labels.Pix {
		m.Labels.Pix[i]++
	}
	return m, ctx.Err()
}

// draft returns the labels of a draft at the size of the picture, from 0.
func (r *run) draft(ctx context.Context, f *slot, w *scratch) []uint8 {
	cancelled := func() bool { return ctx.Err() != nil }
	k, width, height := r.motions, f.coarse.width, f.coarse.height
	cost := slices.Clone(f.cost)
	addHeld(cost, k, width, height, f.held, false)
	if f.label != nil {
		return r.refine(f, slices.Clone(f.label), cost, w, cancelled)
	}
	label, all := slices.Clone(f.earlier), slices.Clone(cost)
	addHeld(all, k, width, height, f.held, true)
	w.free = around(w.free[:0], width, height, f.held, f.heldEarlier)
	w.expansion.within(&w.energy, &f.coarse, f.scale, k, w.free, label, func(p int) []int32 {
		return all[p*k:]
	}, cancelled)
	return r.refine(f, label, cost, w, cancelled)
}

// draftReach is how far from what is known a draft is drawn anew, in pixels of the small
// picture.
const draftReach = 32

// around appends the pixels of the rectangle around what is known in a frame itself, all
// where there is nothing.
func around(free []int32, width, height int, known ...[]held) []int32 {
	var in image.Rectangle
	for _, all := range known {
		for _, h := range all {
			if x, y := h.pixel(); h.age == 0 {
				in = in.Union(image.Rect(x-draftReach, y-draftReach, x+draftReach+1, y+draftReach+1))
			}
		}
	}
	whole := image.Rect(0, 0, width, height)
	if in.Empty() {
		in = whole
	}
	in = in.Intersect(whole)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			free = append(free, int32(y*width+x))
		}
	}
	return free
}

// SetKnown says what else is known of pixels: what motions explain stays.
func (s *Solver) SetKnown(k Known) {
	r := s.run
	r.Film.Known, r.known = k, newKnown(k)
	for _, slot := range r.slots {
		if slot.label != nil {
			slot.earlier, slot.heldEarlier = slot.label, slot.held
		}
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
	r.soft, r.softAt = nil, nil
	r.known = newKnown(r.Film.Known)
	for _, slot := range r.slots {
		slot.label, slot.held, slot.fine, slot.cost, slot.near = nil, nil, nil, nil, nil
		slot.earlier, slot.heldEarlier = nil, nil
		slot.spots = r.spots(slot.frame, slot)
	}
	return nil
}

// SetSoft takes other soft points, as SetLabels other labels.
func (s *Solver) SetSoft(soft *track.Tracks) error {
	s.run.Film.Soft = soft
	return s.SetLabels(s.run.Labels)
}

// SoftPoint is a soft point in a frame: its place as shares of the picture's width and height,
// from the upper left corner, and its motion from 1.
type SoftPoint struct {
	X, Y   float64
	Motion int
}

// SoftIn returns the soft points of a frame that have a motion, in the order in which they
// were begun; none before a mask was made with them.
func (s *Solver) SoftIn(frame int) []SoftPoint {
	r := s.run
	if r.soft == nil || frame >= len(r.softAt) {
		return nil
	}
	var all []SoftPoint
	for _, i := range r.softAt[frame] {
		p, _ := r.Soft.Tracks[i].At(frame)
		all = append(all, SoftPoint{p.X / float64(r.Soft.Width), p.Y / float64(r.Soft.Height), r.soft[i]})
	}
	return all
}

// Carried is how far in frames a stroke changes masks of other frames at most.
const Carried = carriedFrames + nearest

// mostKept is how many frames there is room for.
func (r *run) mostKept() int {
	for _, s := range r.slots {
		pixels := s.coarse.width * s.coarse.height
		return max(keptBytes/max(pixels*(2*channels+4*r.motions+2), 1), 2*(farthest+nearest)+block)
	}
	return 1
}
