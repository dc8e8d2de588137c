package mask

import (
	"context"
	"fmt"
	"image"
	"image/draw"
	"slices"
	"sync"

	"motionseg/hopkins"
	"motionseg/hopkins/internal/pool"
	"motionseg/hopkins/track"
)

// Film is labelled tracks and the pictures that they belong to.
type Film struct {
	Sequence *hopkins.Sequence
	// Labels holds the motion of every track from 1, 0 where it takes no part.
	Labels []int
	// Upward says that the tracks' y grows upwards on the pictures.
	Upward bool
	// Soft are points that are followed besides the tracks, see FollowSoft, nil for none. Each
	// speaks for the motion that explains best how it goes, those that none explains for none.
	Soft *track.Tracks
	// Picture returns the picture of a frame, nil where there is none; it may be
	// called from several goroutines. nil stands for no pictures at all.
	Picture func(ctx context.Context, frame int) (image.Image, error)
	// Known is what is known of pixels in advance, nil for nothing. A pixel of which the
	// motion is known has it, unless there is none of that number; along the film it is
	// carried by the motion, where it is less and less sure, for carriedFrames frames.
	Known Known
	// Workers is the number of goroutines, all cores for 0. It changes nothing but
	// the time.
	Workers int
}

// Mask is the motion of every pixel of a frame.
type Mask struct {
	Frame int
	// Labels has the motion of every pixel from 1, 0 where nothing tells it: in
	// frames without any labelled track near in time.
	Labels *image.Gray
	// Uncertain is the share of the pixels, 0…1, of which the frames before and
	// after say otherwise, taken along by the motion that they have here.
	Uncertain float64
	// Picture is that of the frame, opaque; nil where there is none.
	Picture *image.RGBA
}

// MostMotions is how many motions a film may have.
const MostMotions = 64

// reaches are the frames, before and after, in which a pixel is looked for.
var reaches = [...]int{1, 2, 4, 7}

const (
	farthest = 7 // the last of reaches
	nearest  = 2 // frames before and after whose masks speak along
	block    = 4 // frames that are worked on side by side
)

// check returns an error that says what is wrong with the film.
func (f Film) check() error {
	s := f.Sequence
	if s.Width < 1 || s.Height < 1 {
		return fmt.Errorf("%s: expected a sequence with the size of its pictures, found none", s.Name)
	}
	if len(f.Labels) != s.Points() {
		return fmt.Errorf("%s: expected one label for each of %d tracks, found %d", s.Name, s.Points(), len(f.Labels))
	}
	most := slices.Max(f.Labels)
	if most > MostMotions {
		return fmt.Errorf("%s: expected motions up to %d, found %d", s.Name, MostMotions, most)
	}
	if most < 1 {
		return fmt.Errorf("%s: expected tracks with a motion, found none", s.Name)
	}
	return nil
}

// Each hands over the mask of every frame in their order, which may keep it. It
// ends with the first error, ctx.Err() when ctx ends first. Errors name the
// sequence or the frame. At most some twenty-five frames are in memory at a time,
// and only those from the first that is not handed over yet on at their full size.
func (f Film) Each(ctx context.Context, each func(*Mask) error) error {
	return f.Range(ctx, 0, f.Sequence.Frames(), each)
}

// Range is Each for frames first to before last. What it hands over is the same
// as what Each does.
func (f Film) Range(ctx context.Context, first, last int, each func(*Mask) error) error {
	r, err := newRun(f)
	if err != nil {
		return err
	}
	return r.frames(ctx, first, last, each)
}

// newRun begins the work on a film.
func newRun(f Film) (*run, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	r := &run{Film: f, slots: map[int]*slot{}}
	r.setLabels(f.Labels)
	r.known = newKnown(f.Known)
	return r, nil
}

// setLabels takes the labels of the tracks.
func (r *run) setLabels(labels []int) {
	r.Labels, r.motions, r.ground = labels, slices.Max(labels), Background(r.Sequence, labels)-1
}

// frames hands over the masks of frames first to before last.
func (r *run) frames(ctx context.Context, first, last int, each func(*Mask) error) error {
	if err := r.inFilm(first, last); err != nil {
		return err
	}
	for a := first; a < last; a += block {
		if err := r.block(ctx, a, min(a+block, last), each); err != nil {
			return err
		}
	}
	return nil
}

// inFilm returns an error that says where frames first to before last are not in the film.
func (r *run) inFilm(first, last int) error {
	if first < 0 || last > r.Sequence.Frames() || first > last {
		return fmt.Errorf("%s: expected frames from 1 to %d, found %d to %d", r.Sequence.Name, r.Sequence.Frames(),
			first+1, last)
	}
	return nil
}

// run is the work on a film.
type run struct {
	Film
	motions int
	ground  int // the background's label
	scratch scratches
	slots   map[int]*slot
	kept    bool // what is known of frames is kept for another time
	known   known
	// soft are the motions of the soft points, nil before they were looked for, and softAt
	// their numbers by the frame.
	soft   []int
	softAt [][]int32
}

// slot is a frame that is worked on.
type slot struct {
	frame   int
	picture *image.RGBA // nil once it is needed no more
	size    image.Point
	scale   int // pixels of the picture in one of coarse, a power of two
	coarse  level
	spots   []spot           // those of the tracks first
	near    map[int][]motion // to the frames whose masks speak along
	// cost is that of every label in every pixel of coarse, without what is held; nil where
	// it is needed no more.
	cost  []int32
	label []uint8 // of every pixel of coarse, from 0
	// fine is the label of every pixel of the picture by this frame and the small pictures
	// around, from 0, and uncertain what Mask has of it; nil where it is not needed yet or
	// no more.
	fine      []uint8
	uncertain float64
	held      []held      // pixels whose motion is known, those of the frame itself first
	fixed     *image.Gray // the same of the frame itself at the picture's size; nil for none
	// earlier and heldEarlier are label and held before what is known was said otherwise.
	earlier     []uint8
	heldEarlier []held
}

// scratch is the memory that work on a frame needs.
type scratch struct {
	expansion expansion
	energy    energy
	levels    [2]level
	sides     [2][][]uint16
	memory    []uint16
	x, y      []int32
	near      []bool  // a border: those are
	free      []int32 // the same as their numbers
}

// scratches are those that nobody works in. They are too large to be made again and again.
type scratches struct {
	lock sync.Mutex
	idle []*scratch
}

func (s *scratches) take() *scratch {
	s.lock.Lock()
	defer s.lock.Unlock()
	n := len(s.idle)
	if n == 0 {
		return new(scratch)
	}
	w := s.idle[n-1]
	s.idle = s.idle[:n-1]
	return w
}

func (s *scratches) give(w *scratch) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.idle = append(s.idle, w)
}

// block hands over the masks of frames a to before b.
func (r *run) block(ctx context.Context, a, b int, each func(*Mask) error) error {
	total := r.Sequence.Frames()
	from, to := max(a-steadyReach, 0), min(b+steadyReach, total)
	if err := r.small(ctx, max(from-nearest, 0), min(to+nearest, total)); err != nil {
		return err
	}
	if err := r.large(ctx, from, to, a, b); err != nil {
		return err
	}
	masks := make([]*Mask, b-a)
	r.side(ctx, b-a, func(i int, _ *scratch) { masks[i] = r.steady(ctx, r.slots[a+i]) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for t := from; t < b; t++ {
		s := r.slots[t]
		s.picture = nil
		if !r.kept {
			s.cost = nil
		}
		if t < b-steadyReach {
			s.fine, s.fixed = nil, nil
		}
	}
	for _, m := range masks {
		if err := each(m); err != nil {
			return err
		}
	}
	return nil
}

// small finds the labels of the small pictures of frames from to before to, each by itself.
func (r *run) small(ctx context.Context, from, to int) error {
	r.drop(from, to)
	if err := r.load(ctx, max(from-farthest, 0), min(to+farthest, r.Sequence.Frames())); err != nil {
		return err
	}
	var todo []*slot
	for t := from; t < to; t++ {
		if s := r.slots[t]; s.label == nil {
			if err := r.hold(ctx, s); err != nil {
				return err
			}
			todo = append(todo, s)
		}
	}
	r.side(ctx, len(todo), func(i int, w *scratch) { r.alone(ctx, todo[i], w) })
	if ctx.Err() != nil {
		for _, s := range todo {
			s.label = nil
		}
	}
	return ctx.Err()
}

// large finds the labels of frames from to before to at the size of their pictures, by the
// small ones of the frames around. Those from a to before b have their pictures afterwards.
func (r *run) large(ctx context.Context, from, to, a, b int) error {
	var todo []*slot
	for t := from; t < to; t++ {
		s := r.slots[t]
		var err error
		if s.picture == nil && (s.fine == nil || a <= t && t < b) {
			err = r.read(ctx, s)
		}
		if s.fine == nil {
			todo = append(todo, s)
			if err == nil {
				s.fixed, err = r.knownPicture(ctx, t, s.size)
			}
		}
		if err != nil {
			return err
		}
	}
	r.side(ctx, len(todo), func(i int, w *scratch) { r.together(ctx, todo[i], w) })
	if ctx.Err() != nil {
		for _, s := range todo {
			s.fine = nil
		}
	}
	return ctx.Err()
}

// drop drops what is needed no more when frames from to before to are worked on, or, where
// all is kept, what lies furthest away of more than there is room for.
func (r *run) drop(from, to int) {
	if !r.kept {
		for t := range r.slots {
			if t < from-farthest {
				delete(r.slots, t)
			}
		}
		r.known.forget(from - 1)
		return
	}
	for len(r.slots) > r.mostKept() {
		worst, far := 0, -1
		for t := range r.slots {
			if d := max(from-t, t-to); d > far || d == far && t < worst {
				worst, far = t, d
			}
		}
		delete(r.slots, worst)
	}
}

// side does n pieces of work side by side.
func (r *run) side(ctx context.Context, n int, work func(i int, w *scratch)) {
	pool.Run(ctx, n, r.Workers, func(i int) {
		w := r.scratch.take()
		defer r.scratch.give(w)
		work(i, w)
	})
}

// load reads the frames from first to before last that are not there yet.
func (r *run) load(ctx context.Context, first, last int) error {
	if err := r.takeSoft(ctx); err != nil {
		return err
	}
	var todo []*slot
	for t := first; t < last; t++ {
		if r.slots[t] == nil {
			s := &slot{frame: t}
			r.slots[t] = s
			todo = append(todo, s)
		}
	}
	// Pictures are read one after the other: films are quickest that way.
	failed := func(err error) error {
		for _, s := range todo {
			delete(r.slots, s.frame)
		}
		return err
	}
	for _, s := range todo {
		err := r.read(ctx, s)
		if err == nil {
			err = r.fit(s)
		}
		if err != nil {
			return failed(err)
		}
	}
	r.side(ctx, len(todo), func(i int, w *scratch) { r.prepare(todo[i], w) })
	if err := ctx.Err(); err != nil {
		return failed(err)
	}
	return nil
}

// read reads the picture of a frame. Without one it is grey.
func (r *run) read(ctx context.Context, s *slot) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var m image.Image
	if r.Picture != nil {
		var err error
		if m, err = r.Picture(ctx, s.frame); err != nil {
			return fmt.Errorf("frame %d: %w", s.frame+1, err)
		}
	}
	if m == nil {
		s.picture = image.NewRGBA(image.Rect(0, 0, r.Sequence.Width, r.Sequence.Height))
		return nil
	}
	if p, ok := m.(*image.RGBA); ok && p.Rect.Min == (image.Point{}) {
		s.picture = p
		return nil
	}
	s.picture = image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(s.picture, s.picture.Rect, m, m.Bounds().Min, draw.Src)
	return nil
}

// workingSide is the longest side of the pictures that are worked on, which are
// halved until they have no longer one.
const workingSide = 480

// fit takes the size of the picture of a frame, which is that of the frame before.
func (r *run) fit(s *slot) error {
	size := s.picture.Rect.Size()
	s.size = size
	if size.X < 1 || size.Y < 1 {
		return fmt.Errorf("frame %d: expected a picture, found %d×%d pixels", s.frame+1, size.X, size.Y)
	}
	if other := r.slots[s.frame-1]; other != nil && other.size != size {
		return fmt.Errorf("frame %d: expected a picture of %d×%d pixels as the one before, found %d×%d", s.frame+1,
			other.size.X, other.size.Y, size.X, size.Y)
	}
	return nil
}

// prepare makes the small picture of a frame and lays the tracks on it.
func (r *run) prepare(s *slot, w *scratch) {
	s.scale = 1
	one, two := &w.levels[0], &w.levels[1]
	one.fill(s.picture, two)
	for max(one.width, one.height) > workingSide {
		two.halve(one)
		one, two = two, one
		s.scale *= 2
	}
	s.coarse = level{one.width, one.height, slices.Clone(one.pix)}
	s.coarse.slopes()
	s.spots = r.spots(s.frame, s)
}

// spots returns the labelled points of a frame, on small pictures as that of another one,
// those of the tracks first.
func (r *run) spots(frame int, like *slot) []spot {
	q := r.Sequence
	stretchX := float64(like.size.X) / float64(q.Width) / float64(like.scale)
	stretchY := float64(like.size.Y) / float64(q.Height) / float64(like.scale)
	inset := 0.5 - 0.5/float64(like.scale) // of the first pixel's centre
	var all []spot
	for i, label := range r.Labels {
		if label <= 0 || !q.Seen(i, frame) {
			continue
		}
		x, y := q.At(i, frame)
		if r.Upward {
			y = float64(q.Height-1) - y
		}
		all = append(all, spot{i, float64(x*stretchX) - inset, float64(y*stretchY) - inset, uint8(label - 1)})
	}
	if r.soft == nil || frame >= len(r.softAt) {
		return all
	}
	stretchX = float64(like.size.X) / float64(r.Soft.Width) / float64(like.scale)
	stretchY = float64(like.size.Y) / float64(r.Soft.Height) / float64(like.scale)
	for _, i := range r.softAt[frame] {
		p, _ := r.Soft.Tracks[i].At(frame)
		x, y := float64(p.X*stretchX)-inset, float64(p.Y*stretchY)-inset
		all = append(all, spot{len(r.Labels) + int(i), x, y, uint8(r.soft[i] - 1)})
	}
	return all
}

// takeSoft finds the motions of the soft points, where there are any and it was not done.
func (r *run) takeSoft(ctx context.Context) (err error) {
	if r.Soft == nil || r.soft != nil || len(r.Soft.Tracks) == 0 {
		return nil
	}
	if r.soft, err = labelSoft(ctx, r.Film, r.motions); err != nil {
		return err
	}
	r.motions = max(r.motions, slices.Max(r.soft))
	r.softAt = make([][]int32, r.Sequence.Frames())
	for i, t := range r.Soft.Tracks {
		for frame := t.First; r.soft[i] > 0 && frame <= min(t.Last(), len(r.softAt)-1); frame++ {
			r.softAt[frame] = append(r.softAt[frame], int32(i))
		}
	}
	for _, s := range r.slots {
		s.spots = r.spots(s.frame, s)
	}
	return nil
}

// motionsTo returns where each motion takes the pixels of a frame in another.
func (r *run) motionsTo(s, other *slot) []motion {
	of := make([][]pair, r.motions)
	there := map[int]spot{}
	for _, p := range other.spots {
		there[p.track] = p
	}
	for _, p := range s.spots {
		if q, ok := there[p.track]; ok {
			of[p.label] = append(of[p.label], pair{p.x, p.y, q.x - p.x, q.y - p.y})
		}
	}
	all := make([]motion, r.motions)
	reach := localReachOf(s.coarse.width, s.coarse.height)
	for k := range all {
		all[k].fit(of[k], s.coarse.width, s.coarse.height, reach)
	}
	return all
}

// alone finds the labels of a frame by what its points and its pictures before and
// after say.
func (r *run) alone(ctx context.Context, s *slot, w *scratch) {
	width, height, k := s.coarse.width, s.coarse.height, r.motions
	s.label = make([]uint8, width*height)
	if s.cost == nil {
		r.costs(ctx, s, w)
	}
	if s.cost == nil {
		return
	}
	cost := s.cost
	if len(s.held) > 0 {
		cost = slices.Clone(cost)
		addHeld(cost, k, width, height, s.held, false)
		addHeld(cost, k, width, height, s.held, true)
	}
	e := &w.energy
	e.take(&s.coarse, s.scale, nil)
	e.labels, e.cost = k, cost
	w.expansion.minimise(e, s.label, func() bool { return ctx.Err() != nil })
}

// costs fills in the costs of a frame's pixels; none where ctx ends meanwhile.
func (r *run) costs(ctx context.Context, s *slot, w *scratch) {
	width, height, k := s.coarse.width, s.coarse.height, r.motions
	n := width * height
	s.cost = make([]int32, k*n)
	s.near = map[int][]motion{}
	w.room(k, n, width)
	w.sides[0] = r.explain(ctx, s, -1, w.memory[:k*n], w)
	w.sides[1] = r.explain(ctx, s, 1, w.memory[k*n:2*k*n], w)
	if w.sides[0] != nil || w.sides[1] != nil {
		joinSides(s.cost, k, w.sides, excessWeight)
	}
	tracks, soft := s.spots, []spot(nil)
	if i := slices.IndexFunc(tracks, func(p spot) bool { return p.track >= len(r.Labels) }); i >= 0 {
		tracks, soft = tracks[:i], tracks[i:]
	}
	side := float64(pointSide) / float64(s.scale)
	addPoints(s.cost, k, width, height, tracks, side, pointCost)
	addPoints(s.cost, k, width, height, soft, side, softCost)
	r.crowd(s)
	if ctx.Err() != nil {
		s.cost = nil
	}
}

// explain returns how badly each motion explains the pixels of a frame by the
// frames before, −1, or after, 1, in parts of residualUnits; nil where there are
// none. It works in memory, which has room for them.
func (r *run) explain(ctx context.Context, s *slot, sign int, memory []uint16, w *scratch) [][]uint16 {
	width, height := s.coarse.width, s.coarse.height
	n := width * height
	clear(memory)
	seen := false
	counts := make([]uint16, r.motions)
	for _, reach := range reaches {
		other := r.slots[s.frame+sign*reach]
		if other == nil || ctx.Err() != nil {
			continue
		}
		seen = true
		motions := r.motionsTo(s, other)
		if reach <= nearest {
			s.near[sign*reach] = motions
		}
		for label := range motions {
			if m := &motions[label]; m.known {
				counts[label]++
				photometric(memory[label*n:][:n], &s.coarse, &other.coarse, m, w.x, w.y)
			}
		}
	}
	if !seen {
		return nil
	}
	var all [][]uint16
	for label, count := range counts {
		of := memory[label*n:][:n]
		for i := range of {
			if count == 0 {
				of[i] = outside * residualUnits
			} else {
				of[i] /= count
			}
		}
		smoothCost(of, width, height, w.memory[2*r.motions*n:][:n])
		all = append(all, of)
	}
	return all
}

// room makes room for work on a frame.
func (w *scratch) room(labels, n, width int) {
	if need := (2*labels + 1) * n; cap(w.memory) < need {
		w.memory = make([]uint16, need)
	} else {
		w.memory = w.memory[:need]
	}
	w.line(width)
}

// line makes room for a row of places.
func (w *scratch) line(width int) {
	if len(w.x) < width {
		w.x, w.y = make([]int32, width), make([]int32, width)
	}
}

// together settles the labels of a frame by those of its neighbours in time and
// takes them to the size of the picture.
func (r *run) together(ctx context.Context, s *slot, w *scratch) {
	cancelled := func() bool { return ctx.Err() != nil }
	width, height := s.coarse.width, s.coarse.height
	label, cost := slices.Clone(s.label), slices.Clone(s.cost)
	before := s.cost
	if len(s.held) > 0 {
		addHeld(cost, r.motions, width, height, s.held, false)
		before = slices.Clone(cost)
	}
	each, others := r.vote(s, cost, w)
	e := &w.energy
	e.take(&s.coarse, s.scale, nil)
	e.labels, e.cost = r.motions, cost
	if s.fixed != nil {
		e.cost = slices.Clone(cost)
		addHeld(e.cost, r.motions, width, height, s.held, true)
	}
	if r.motions == 2 {
		clear(label)
	}
	w.expansion.minimise(e, label, cancelled)
	doubted := 0
	for i, l := range label {
		at := i*r.motions + int(l)
		if 2*(cost[at]-before[at]) > each*int32(others) {
			doubted++
		}
	}
	s.uncertain = float64(doubted) / float64(len(label))
	s.fine = r.refine(s, label, cost, w, cancelled)
}

// timeWeight is what a label costs that none of the neighbours in time has.
const timeWeight = 0.1

// vote adds what the masks of the neighbours in time say: each costs so much where
// it has not the label. others is their number.
func (r *run) vote(s *slot, cost []int32, w *scratch) (each int32, others int) {
	for d := -nearest; d <= nearest; d++ {
		if d != 0 && r.slots[s.frame+d] != nil && r.slots[s.frame+d].label != nil {
			others++
		}
	}
	if others == 0 {
		return 0, 0
	}
	each = int32(timeWeight * unit / float64(others))
	for d := -nearest; d <= nearest; d++ {
		other := r.slots[s.frame+d]
		if d == 0 || other == nil || other.label == nil {
			continue
		}
		for label := range r.motions {
			other.against(label, &s.near[d][label], cost[label:], r.motions, each, w)
		}
	}
	return each, others
}

// against adds a cost to every pixel, each so many numbers on, where the motion does
// not lead to a pixel of the slot with its label.
func (s *slot) against(label int, m *motion, cost []int32, labels int, each int32, w *scratch) {
	width, height := s.coarse.width, s.coarse.height
	w.line(width)
	for row := range height {
		if m.known {
			m.row(row, w.x[:width], w.y[:width])
		}
		for c := range width {
			if m.known {
				x, y := int(w.x[c]+subpixels/2)>>8, int(w.y[c]+subpixels/2)>>8
				if x >= 0 && y >= 0 && x < width && y < height && int(s.label[y*width+x]) == label {
					continue
				}
			}
			cost[(row*width+c)*labels] += each
		}
	}
}
