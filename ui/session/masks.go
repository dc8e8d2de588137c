package session

import (
	"context"
	"image"
	"slices"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
)

// Masks makes the masks of what the views show, from the frame that is looked at
// on, so that they are there when the film plays.
type Masks struct {
	*core
	doc      *Document
	view     *View
	playback *Playback
	sides    [2]sideMasks
}

// sideMasks are the masks of one side's labels.
type sideMasks struct {
	sequence *hopkins.Sequence
	pictures Pictures
	upward   bool
	labels   []int
	made     map[int]*PackedMask
	next     int // frame that is made next, −1 where nothing runs
	failed   bool
	stop     context.CancelFunc
}

// jump is how many frames ahead of the work one may be looked at without the work
// going there.
const jump = 8

// Of returns the mask of what moves in a frame, the background 0, by the labels that
// the view of a side shows, nil where there is none yet: it is then made, and MasksChanged says when it is there.
// Masks are shown in the film mode, where there are pictures.
func (m *Masks) Of(side Side, frame int) *PackedMask {
	q, pictures, labels, upward := m.doc.Sequence(), m.doc.Pictures(), m.view.Labels(side), m.doc.Upward()
	s := &m.sides[side]
	if m.view.Mode() != FilmMode || m.view.OnTheWay(side) || q == nil || q.TwoFrame || pictures == nil || len(labels) == 0 || slices.Max(labels) < 2 || slices.Max(labels) > mask.MostMotions {
		s.end()
		return nil
	}
	if s.sequence != q || s.pictures != pictures || s.upward != upward || !slices.Equal(s.labels, labels) {
		s.end()
		*s = sideMasks{sequence: q, pictures: pictures, upward: upward, labels: slices.Clone(labels), made: map[int]*PackedMask{}, next: -1}
	}
	made := s.made[frame]
	// While the film plays the work goes on where it is: frames pass quicker than masks
	// are made.
	elsewhere := !m.playback.Playing() && (frame < s.next || frame > s.next+jump)
	if made == nil && !s.failed && (s.next < 0 || elsewhere) {
		m.begin(s, frame)
	}
	return made
}

// end ends the work.
func (s *sideMasks) end() {
	if s.stop != nil {
		s.stop()
	}
	s.stop, s.next = nil, -1
}

// begin makes the masks from a frame on that are not there yet, up to one that is or
// the end of the film.
func (m *Masks) begin(s *sideMasks, frame int) {
	s.end()
	last := frame + 1
	for last < s.sequence.Frames() && s.made[last] == nil {
		last++
	}
	ctx, stop := context.WithCancel(m.living)
	s.stop, s.next = stop, frame
	pictures := s.pictures
	film := mask.Film{Sequence: s.sequence, Labels: s.labels, Upward: s.upward, Picture: func(_ context.Context, f int) (image.Image, error) {
		return pictures.Frame(f)
	}}
	m.workers.Go(func() {
		ground := uint8(mask.Background(film.Sequence, film.Labels))
		err := film.Range(ctx, frame, last, func(made *mask.Mask) error {
			for i, v := range made.Labels.Pix {
				if v == ground {
					made.Labels.Pix[i] = 0
				}
			}
			packed := pack(made.Labels)
			m.later(func() {
				if ctx.Err() == nil { // nobody wants another frame or other labels by now
					s.made[made.Frame], s.next = packed, made.Frame+1
					m.announce(MasksChanged)
				}
			})
			return nil
		})
		m.later(func() {
			if ctx.Err() == nil {
				s.end()
				s.failed = err != nil // a film that can't be read is drawn without
			}
		})
	})
}

// PackedMask is a mask as the lengths of runs of equal labels, row after row.
type PackedMask struct {
	Size image.Point
	runs []uint32 // the length times 256, and the label
}

// At returns the label of a pixel, 0 outside.
func (p *PackedMask) At(x, y int) int {
	if !image.Pt(x, y).In(image.Rectangle{Max: p.Size}) {
		return 0
	}
	left := y*p.Size.X + x
	for _, r := range p.runs {
		if left -= int(r >> 8); left < 0 {
			return int(uint8(r))
		}
	}
	return 0
}

// pack packs a mask.
func pack(m *image.Gray) *PackedMask {
	p := &PackedMask{Size: m.Rect.Size()}
	for i := 0; i < len(m.Pix); {
		n := 1
		for i+n < len(m.Pix) && m.Pix[i+n] == m.Pix[i] && n < 1<<24-1 {
			n++
		}
		p.runs = append(p.runs, uint32(n)<<8|uint32(m.Pix[i]))
		i += n
	}
	return p
}

// Labels returns the motion of every pixel from 1, 0 for none and the background.
func (p *PackedMask) Labels() *image.Gray {
	m := image.NewGray(image.Rectangle{Max: p.Size})
	at := 0
	for _, r := range p.runs {
		n := int(r >> 8)
		for i := range m.Pix[at : at+n] {
			m.Pix[at+i] = uint8(r)
		}
		at += n
	}
	return m
}
