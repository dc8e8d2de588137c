package session

import (
	"context"
	"image"
	"slices"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/track"
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
	strokes  []mask.Stroke
	made     map[int]*PackedMask
	stale    map[int]bool // of made, those of other strokes
	seen     [256]bool    // labels that made have, those of motions without tracks too
	next     int          // frame that is made next, −1 where nothing runs
	failed   bool
	stop     context.CancelFunc
	work     *maskWork
}

// maskWork is what the work on the masks of a film and its labels goes on with. One
// worker after the other has it.
type maskWork struct {
	turn    chan struct{} // holds one thing while nobody has it
	solver  *mask.Solver
	labels  []int
	strokes []mask.Stroke
	// stop ends following soft points. followed is closed when they are there, nil before
	// that is begun, and with says that the solver has them.
	stop     context.CancelFunc
	followed chan struct{}
	soft     *track.Tracks
	with     bool
	share    float64 // of the film that soft points were followed through, 0 when none are
}

// follow follows soft points through the film, once, side by side with all else.
func (w *maskWork) follow(ctx context.Context, film mask.Film, start func(func()), report func(track.Progress)) {
	if w.followed != nil {
		return
	}
	ctx, w.stop = context.WithCancel(ctx)
	followed := make(chan struct{})
	w.followed = followed
	film.Workers = 1 // the masks of the frame that is looked at go on
	start(func() {
		defer close(followed)
		// A film in which none can be followed has masks by its tracks alone.
		w.soft, _ = mask.FollowSoft(ctx, film, report)
	})
}

// jump is how many frames ahead of the work one may be looked at without the work
// going there.
const jump = 8

// Of returns the mask of what moves in a frame, the background 0, by the labels and
// strokes that the view of a side shows, nil where there is none yet: it is then made, and
// MasksChanged says when it is there. After another stroke the one before is returned
// until then. Masks are shown in the film mode, where there are pictures.
func (m *Masks) Of(side Side, frame int) *PackedMask {
	s := &m.sides[side]
	if !m.there(side) {
		s.end()
		return nil
	}
	q, pictures, labels, upward := m.doc.Sequence(), m.doc.Pictures(), m.view.Labels(side), m.doc.Upward()
	if s.sequence != q || s.pictures != pictures || s.upward != upward {
		s.leave()
		work := &maskWork{turn: make(chan struct{}, 1)}
		work.turn <- struct{}{}
		*s = sideMasks{sequence: q, pictures: pictures, upward: upward, next: -1, work: work}
	}
	if !slices.Equal(s.labels, labels) {
		s.end()
		s.labels, s.failed, s.seen = slices.Clone(labels), false, [256]bool{}
		s.made, s.stale = map[int]*PackedMask{}, map[int]bool{}
	}
	m.restroke(s, m.view.Strokes(side))
	made := s.made[frame]
	wanted := made == nil || s.stale[frame]
	// While the film plays the work goes on where it is: frames pass quicker than masks
	// are made.
	elsewhere := !m.playback.Playing() && (frame < s.next || frame > s.next+jump)
	if wanted && !s.failed && (s.next < 0 || elsewhere) {
		m.begin(s, frame)
	}
	return made
}

// keep keeps the mask of a frame that was made; one that is a draft will be made again.
func (s *sideMasks) keep(frame int, packed *PackedMask, draft bool) {
	s.made[frame], s.stale[frame] = packed, true
	for _, run := range packed.runs {
		s.seen[uint8(run)] = true
	}
	if !draft {
		s.next = frame + 1
		delete(s.stale, frame)
	}
}

// Drafted reports whether the mask of a frame is not there yet, or is a draft or of other
// strokes and made again.
func (m *Masks) Drafted(side Side, frame int) bool {
	s := &m.sides[side]
	return s.made[frame] == nil || s.stale[frame]
}

// Alone returns the motions that the masks of a side have where no track has them, in
// ascending order: soft things are found by points that are followed for the masks alone.
func (m *Masks) Alone(side Side) []int {
	var alone []int
	if !m.there(side) {
		return nil
	}
	s := &m.sides[side]
	for motion := 1; motion < len(s.seen); motion++ {
		if s.seen[motion] && !slices.Contains(s.labels, motion) {
			alone = append(alone, motion)
		}
	}
	return alone
}

// Count is told how many of how many are done.
type Count = func(done, total int)

// there reports whether the view of a side has masks, or will have them.
func (m *Masks) there(side Side) bool {
	q, labels := m.doc.Sequence(), m.view.Labels(side)
	return m.view.Mode() == FilmMode && !m.view.OnTheWay(side) && q != nil && !q.TwoFrame && m.doc.Pictures() != nil &&
		len(labels) > 0 && slices.Max(labels) >= 2 && slices.Max(labels) <= mask.MostMotions
}

// restroke takes other strokes: the masks of the frames that they reach are made again.
func (m *Masks) restroke(s *sideMasks, strokes []mask.Stroke) {
	changed := func(these, those []mask.Stroke) {
		for _, t := range these {
			if slices.ContainsFunc(those, func(o mask.Stroke) bool { return sameStroke(t, o) }) {
				continue
			}
			for f := range s.made {
				if f >= t.Frame-mask.Carried && f <= t.Frame+mask.Carried {
					s.stale[f] = true
				}
			}
			s.end()
		}
	}
	changed(s.strokes, strokes)
	changed(strokes, s.strokes)
	s.strokes = strokes
}

// sameStroke reports whether two strokes are the same one: paths are never changed.
func sameStroke(a, b mask.Stroke) bool {
	return a.Frame == b.Frame && a.Motion == b.Motion && a.Radius == b.Radius && len(a.Path) == len(b.Path) &&
		&a.Path[0] == &b.Path[0]
}

// end ends the work.
func (s *sideMasks) end() {
	if s.stop != nil {
		s.stop()
	}
	s.stop, s.next = nil, -1
}

// leave ends the work for good.
func (s *sideMasks) leave() {
	s.end()
	if s.work != nil && s.work.stop != nil {
		s.work.stop()
	}
}

// begin makes the masks from a frame on that are not there yet, up to one that is or
// the end of the film, and then those before it that are of other strokes.
func (m *Masks) begin(s *sideMasks, frame int) {
	s.end()
	last := frame + 1
	for last < s.sequence.Frames() && (s.made[last] == nil || s.stale[last]) {
		last++
	}
	// The frame that is looked at is first, by itself.
	ranges := [][2]int{{frame, frame + 1}, {frame + 1, last}}
	for f := frame - 1; f >= 0 && s.stale[f]; f-- {
		ranges = append(ranges, [2]int{f, f + 1})
	}
	ctx, stop := context.WithCancel(m.living)
	s.stop, s.next = stop, frame
	work, strokes := s.work, s.strokes
	film := s.film()
	m.follow(work, film)
	hand := func(made *mask.Mask, ground uint8, draft bool) {
		packed := pack(made.Labels, ground)
		packed.Soft = slices.DeleteFunc(work.solver.SoftIn(made.Frame), func(p mask.SoftPoint) bool {
			return p.Motion == int(ground)
		})
		m.later(func() {
			if ctx.Err() == nil { // nobody wants another frame or other labels by now
				s.keep(made.Frame, packed, draft)
				m.announce(MasksChanged)
			}
		})
	}
	m.workers.Go(func() {
		err := work.masks(ctx, film, strokes, ranges, hand)
		m.later(func() {
			if ctx.Err() == nil {
				s.end()
				s.failed = err != nil // a film that can't be read is drawn without
			}
		})
	})
}

// follow has the soft points of a film followed, and tells of how far that is.
func (m *Masks) follow(work *maskWork, film mask.Film) {
	var told time.Time
	work.follow(m.living, film, m.workers.Go, func(p track.Progress) {
		if p.Frames == 0 || p.Done < p.Frames && time.Since(told) < progressInterval {
			return
		}
		told = time.Now()
		m.later(func() {
			if work.share = float64(p.Done) / float64(p.Frames); work.share == 1 {
				work.share = 0 // there is nothing more to wait for
			}
			m.announce(SoftFollowed)
		})
	})
}

// Following returns the share of a film that soft points of the masks of a side have been
// followed through, 0 where none are being followed.
func (m *Masks) Following(side Side) float64 {
	if work := m.sides[side].work; work != nil && m.there(side) {
		return work.share
	}
	return 0
}

// film is the film whose masks are made.
func (s *sideMasks) film() mask.Film {
	pictures := s.pictures
	picture := func(_ context.Context, f int) (image.Image, error) { return pictures.Frame(f) }
	return mask.Film{Sequence: s.sequence, Labels: s.labels, Upward: s.upward, Picture: picture}
}

// All returns what makes the masks of every frame that the view of a side shows now, for an
// export; nil where the view shows none. Those that are there are taken, and progress is told
// of the others. It runs on any goroutine, while the view gets no further masks.
func (m *Masks) All(side Side) func(context.Context, Count) (map[int]*PackedMask, error) {
	if !m.there(side) {
		return nil
	}
	m.Of(side, m.playback.Frame())
	s := &m.sides[side]
	s.end()
	film, work, strokes, all := s.film(), s.work, s.strokes, map[int]*PackedMask{}
	var ranges [][2]int
	for f := range film.Sequence.Frames() {
		switch {
		case s.made[f] != nil && !s.stale[f]:
			all[f] = s.made[f]
		case len(ranges) > 0 && ranges[len(ranges)-1][1] == f:
			ranges[len(ranges)-1][1]++
		default:
			ranges = append(ranges, [2]int{f, f + 1})
		}
	}
	m.follow(work, film)
	return func(ctx context.Context, progress Count) (map[int]*PackedMask, error) {
		if len(ranges) == 0 {
			return all, nil
		}
		err := work.masks(ctx, film, strokes, ranges, func(made *mask.Mask, ground uint8, draft bool) {
			if all[made.Frame] = pack(made.Labels, ground); !draft {
				progress(len(all), film.Sequence.Frames())
			}
		})
		return all, err
	}
}

// masks hands over the masks of ranges of frames, one after the other, with the number of
// the background; that of the first frame after another stroke first as a draft.
func (w *maskWork) masks(
	ctx context.Context, film mask.Film, strokes []mask.Stroke, ranges [][2]int,
	hand func(made *mask.Mask, ground uint8, draft bool),
) error {
	select {
	case <-w.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { w.turn <- struct{}{} }()
	drawn, err := w.prepare(film, strokes)
	if err != nil {
		return err
	}
	ground := uint8(mask.Background(film.Sequence, film.Labels))
	// The masks by the tracks alone do until the soft points are there.
	if !w.with {
		select {
		case <-w.followed:
		default:
			drawn = true
		}
	}
	if drawn {
		made, err := w.solver.Draft(ctx, ranges[0][0])
		if err != nil {
			return err
		}
		hand(made, ground, true)
	}
	if !w.with {
		select {
		case <-w.followed:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := w.solver.SetSoft(w.soft); err != nil {
			return err
		}
		w.with = true
	}
	for _, r := range ranges {
		if err := w.solver.Range(ctx, r[0], r[1], func(made *mask.Mask) error {
			hand(made, ground, false)
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// prepare gives the solver the labels and strokes of a film, and reports whether strokes alone
// are others than before.
func (w *maskWork) prepare(film mask.Film, strokes []mask.Stroke) (drawn bool, err error) {
	known := mask.Strokes(strokes, film.Sequence.Width, film.Sequence.Height)
	switch {
	case w.solver == nil:
		film.Known = known
		w.solver, err = mask.NewSolver(film)
	case !slices.Equal(w.labels, film.Labels):
		err = w.solver.SetLabels(film.Labels)
		w.solver.SetKnown(known)
	case !slices.EqualFunc(w.strokes, strokes, sameStroke):
		w.solver.SetKnown(known)
		drawn = true
	}
	if err != nil {
		w.solver, w.with = nil, false
		return false, err
	}
	w.labels, w.strokes = film.Labels, strokes
	return drawn, nil
}

// PackedMask is a mask as the lengths of runs of equal labels, row after row.
type PackedMask struct {
	Size image.Point
	// Soft are the soft points by which it was made, those of the background aside.
	Soft []mask.SoftPoint
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

// pack packs a mask, with 0 where it has the number of the background.
func pack(m *image.Gray, ground uint8) *PackedMask {
	for i, v := range m.Pix {
		if v == ground {
			m.Pix[i] = 0
		}
	}
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
