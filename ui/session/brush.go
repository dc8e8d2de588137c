package session

import (
	"motionseg/hopkins/mask"
)

// Brush draws strokes over the masks of the film mode: what motion pixels have.
type Brush struct {
	*core
	doc    *Document
	view   *View
	mine   *Mine
	masks  *Masks
	on     bool
	motion int     // that was drawn last, 0 for none yet
	chosen bool    // and was said to be drawn
	radius float64 // in pixels of the sequence, 0 for the first one

	now  *mask.Stroke // being drawn
	side Side         // where
}

// firstRadius is that of the brush in parts of the width of the pictures, and brushStep how
// much larger or smaller each step makes it.
const (
	firstRadius = 1.0 / 40
	brushStep   = 1.2
)

// CanDraw reports whether there are masks to draw over.
func (b *Brush) CanDraw() bool {
	q := b.doc.sequence
	return b.view.Mode() == FilmMode && q != nil && !q.TwoFrame && q.Width > 0 && b.doc.Pictures() != nil
}

// On reports whether the pointer is a brush.
func (b *Brush) On() bool { return b.on && b.CanDraw() }

// SetOn makes a brush of the pointer, or no longer.
func (b *Brush) SetOn(on bool) {
	if b.on = on; !on {
		b.now = nil
	}
	b.announce(BrushChanged)
}

// reset takes the pointer back, as for other tracks.
func (b *Brush) reset() { b.on, b.motion, b.chosen, b.radius, b.now = false, 0, false, 0, nil }

// Radius returns that of the brush, in pixels of the sequence.
func (b *Brush) Radius() float64 {
	if b.radius == 0 && b.doc.sequence != nil {
		return max(firstRadius*float64(b.doc.sequence.Width), 1)
	}
	return b.radius
}

// Resize makes the brush so many steps larger, or smaller.
func (b *Brush) Resize(steps int) {
	r := b.Radius()
	for range max(steps, -steps) {
		if steps > 0 {
			r *= brushStep
		} else {
			r /= brushStep
		}
	}
	b.radius = min(max(r, 0.5), mask.MostRadius)
	b.announce(BrushChanged)
}

// Motion returns the motion that the brush gives on a side, 0 where there is none to give:
// that of the last stroke, or the first that is not the background.
func (b *Brush) Motion(side Side) int {
	most, ground := 0, b.ground(side)
	for _, l := range b.view.Labels(side) {
		most = max(most, l)
	}
	if b.motion >= 1 && b.motion <= most {
		return b.motion
	}
	for m := 1; m <= most; m++ {
		if m != ground {
			return m
		}
	}
	return 0
}

// SetMotion says which motion the brush gives.
func (b *Brush) SetMotion(motion int) {
	b.motion, b.chosen = max(motion, 0), motion > 0
	b.announce(BrushChanged)
}

func (b *Brush) ground(side Side) int {
	if labels := b.view.Labels(side); b.doc.sequence != nil && len(labels) == b.doc.sequence.Points() {
		return mask.Background(b.doc.sequence, labels)
	}
	return 0
}

// Begin begins a stroke at a place of a frame, in pixels of the sequence from its upper left
// corner. It gives the motion that was chosen or, where none was, the one of the mask that it
// begins in, under, if that is not 0. What is drawn out of it becomes background.
func (b *Brush) Begin(side Side, frame int, x, y float64, under int, out bool) {
	motion := b.Motion(side)
	if under > 0 && !b.chosen {
		motion = under
	}
	if out {
		motion = b.ground(side)
	}
	if !b.On() || motion == 0 {
		return
	}
	if !out {
		b.motion = motion
	}
	b.side = side
	b.now = &mask.Stroke{Frame: frame, Motion: motion, Radius: b.Radius(), Path: [][2]float64{{x, y}}}
	b.announce(BrushChanged)
}

// Along draws the stroke on to another place.
func (b *Brush) Along(x, y float64) {
	if b.now == nil || len(b.now.Path) >= mask.MostPlaces || b.now.Path[len(b.now.Path)-1] == [2]float64{x, y} {
		return
	}
	b.now.Path = append(b.now.Path, [2]float64{x, y})
	b.announce(BrushChanged)
}

// Drawing returns the stroke that is being drawn on a side, nil for none.
func (b *Brush) Drawing(side Side) *mask.Stroke {
	if b.now == nil || b.side != side {
		return nil
	}
	return b.now
}

// End gives the stroke to the labels by hand, which the side shows from then on.
func (b *Brush) End() {
	stroke := b.now
	if stroke == nil {
		return
	}
	b.now = nil
	if err := b.mine.Stroke(*stroke); err != nil {
		b.cfg.Problem(Problem{Title: "The stroke can't be drawn", Reason: err.Error()})
		return
	}
	d := b.view.Display()
	d.Mine[b.side], d.Truth[b.side] = true, false
	b.view.SetDisplay(d)
	b.announce(BrushChanged)
}

// Over draws the strokes of a frame, and the one that is being drawn, over a mask of what the
// side shows: they are seen before the mask is made anew.
func (b *Brush) Over(side Side, frame int, made *PackedMask) *PackedMask {
	q := b.doc.sequence
	var strokes []mask.Stroke
	for _, s := range b.view.Strokes(side) {
		if s.Frame == frame && b.masks.sides[side].stale[frame] {
			strokes = append(strokes, s)
		}
	}
	if now := b.Drawing(side); now != nil && now.Frame == frame {
		strokes = append(strokes, *now)
	}
	if made == nil || q == nil || len(strokes) == 0 {
		return made
	}
	m := made.Labels()
	ground := b.ground(side)
	for _, s := range strokes {
		if s.Motion == ground {
			s.Motion = 0
		}
		s.Draw(m, q.Width, q.Height)
	}
	over := pack(m, 0)
	over.Soft = made.Soft
	return over
}
