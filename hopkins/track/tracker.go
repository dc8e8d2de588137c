package track

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"sync"

	"motionseg/hopkins/internal/pool"
	"motionseg/segment"
)

// Progress is what has been reached.
type Progress struct {
	// Done is how many frames have been looked at, of Frames; 0 when their
	// number is not known.
	Done, Frames int
	// Frame is the frame that was looked at last, and Points where the points
	// are that are followed in it; IDs tell which they are, the same in every
	// frame. Picture is the frame; it is not changed any more.
	Frame   int
	IDs     []int
	Points  []Point
	Picture *image.Gray
}

// Film finds points in a film and follows them to its end, new ones wherever the
// picture is empty of them. report, when not nil, is called after every frame.
//
// When ctx ends, or a frame can't be read, the tracks up to that frame come with
// the error. The error names the frame, what was expected and what was found.
func Film(ctx context.Context, source Source, o Options, report func(Progress)) (*Tracks, error) {
	t, err := newTracker(source, o, report)
	if err != nil {
		return nil, err
	}
	t.begin = always
	err = t.run(ctx, 0, 1)
	return t.result(nil), err
}

// Follow follows the given points of frame first to the end of the film, and
// finds no others. There is one track for each point, however short, in their
// order. It ends as Film does.
func Follow(
	ctx context.Context, source Source, o Options, first int, points []Point, report func(Progress),
) (*Tracks, error) {
	o.Shortest = 1
	t, err := newTracker(source, o, report)
	if err != nil {
		return nil, err
	}
	if first < 0 {
		return nil, fmt.Errorf("expected a frame from 1 on, found %d", first+1)
	}
	for i, p := range points {
		if !p.finite() {
			return nil, fmt.Errorf("point %d: expected two numbers, found %v, %v", i+1, p.X, p.Y)
		}
		t.add(first, p)
	}
	err = t.run(ctx, first, 1)
	return t.result(nil), err
}

// Continue follows the points that are seen in frame from of earlier tracks on
// from there, in place of what came after it, and finds new ones as Film does.
// The tracks that end before that frame stay as they are, and those that begin
// after it are dropped. It ends as Film does.
func Continue(
	ctx context.Context, source Source, o Options, earlier *Tracks, from int, report func(Progress),
) (*Tracks, error) {
	t, err := newTracker(source, o, report)
	if err != nil {
		return nil, err
	}
	if from < 0 || from >= earlier.Frames {
		return nil, fmt.Errorf("expected a frame from 1 to %d to track on from, found %d", earlier.Frames, from+1)
	}
	var done []Track
	for _, old := range earlier.Tracks {
		if p, seen := old.At(from); seen {
			t.add(from, p).before = old
		} else if old.Last() < from {
			done = append(done, old)
		}
	}
	t.begin = always
	err = t.run(ctx, from, 1)
	return t.result(done), err
}

// Add finds points of a frame in a region, as many as find room between those of
// earlier tracks, and follows them to the end of the film and back to its
// beginning. Their tracks stand behind the earlier ones. It ends as Film does.
func Add(
	ctx context.Context, source Source, o Options, earlier *Tracks, frame int, region Region, report func(Progress),
) (*Tracks, error) {
	o.Only = []Region{region}
	ahead, err := newTracker(source, o, report)
	if err != nil {
		return nil, err
	}
	if frame < 0 || frame >= earlier.Frames {
		return nil, fmt.Errorf("expected a frame from 1 to %d to add points in, found %d", earlier.Frames, frame+1)
	}
	for _, old := range earlier.Tracks {
		if p, seen := old.At(frame); seen {
			ahead.taken = append(ahead.taken, p)
		}
	}
	ahead.begin = once
	err = ahead.run(ctx, frame, 1)
	if err == nil {
		back, _ := newTracker(source, o, report)
		for _, p := range ahead.all {
			back.add(frame, p.points[0])
		}
		err = back.run(ctx, frame, -1)
		for i, p := range back.all {
			ahead.all[i].before = p.reversed(frame)
		}
	}
	added := ahead.result(earlier.Tracks)
	added.Width, added.Height, added.Frames = earlier.Width, earlier.Height, max(earlier.Frames, added.Frames)
	return added, err
}

// beginning says in which frames new points are found.
type beginning int

const (
	never beginning = iota
	once            // in the first one
	always
)

// tracker follows points through a film.
type tracker struct {
	source  Source
	options Options
	report  func(Progress)
	begin   beginning
	taken   []Point // places in the first frame that are taken by other points
	// others returns the places of the points beside which soft ones are followed; nil
	// where points are not soft.
	others func(frame int, size image.Point) []Point

	frames            int // how many frames the film is known to have
	width, height     int
	previous, current *pyramid
	bars              bars
	shown, picture    *image.Gray // current as it is, and continued over its bars
	corners           *corners
	flows             sync.Pool // of *flow
	windows           []int     // sides of the squares that are followed
	all, live         []*path   // in the order of their beginning
}

// path is a point and where it has been.
type path struct {
	id       int
	first    int
	points   []Point // in the order of following
	before   Track   // what came before, up to the first of points
	lost     bool
	template *template
	warp     warp
}

// reversed returns what was followed backwards from a frame as a track.
func (p *path) reversed(from int) Track {
	t := Track{First: from - len(p.points) + 1}
	for i := range p.points {
		t.Points = append(t.Points, p.points[len(p.points)-1-i])
	}
	return t
}

// track returns the whole track.
func (p *path) track() Track {
	if len(p.before.Points) == 0 {
		return Track{p.first, p.points}
	}
	head := p.before.Points[:p.first-p.before.First]
	return Track{p.before.First, append(head[:len(head):len(head)], p.points...)}
}

func newTracker(source Source, o Options, report func(Progress)) (*tracker, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	t := &tracker{source: source, options: o, report: report, frames: source.Len(), windows: o.windows()}
	t.flows.New = func() any { return newFlow(&o, slices.Max(t.windows)) }
	return t, nil
}

// add begins a track.
func (t *tracker) add(frame int, at Point) *path {
	p := &path{id: len(t.all), first: frame, points: []Point{at}}
	t.all = append(t.all, p)
	t.live = append(t.live, p)
	return p
}

// result returns the tracks that are long enough, behind those of before.
func (t *tracker) result(before []Track) *Tracks {
	r := &Tracks{Width: t.width, Height: t.height, Frames: t.frames, Tracks: before[:len(before):len(before)]}
	for _, p := range t.all {
		if track := p.track(); len(track.Points) >= t.options.Shortest {
			r.Tracks = append(r.Tracks, track)
			r.Frames = max(r.Frames, track.Last()+1)
		}
	}
	return r
}

// frame is a frame that was read ahead.
type frame struct {
	picture *image.Gray
	err     error
}

// run follows points from frame first on, forwards or backwards by step, 1 or
// −1. It returns ctx.Err() when ctx ends.
func (t *tracker) run(ctx context.Context, first, step int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ahead := make(chan frame)
	go t.readAhead(ctx, first, step, ahead)
	defer func() {
		// The source is free again when run returns.
		stop()
		for range ahead {
		}
	}()
	i := first
	for next := range ahead {
		if ctx.Err() != nil {
			break
		}
		if errors.Is(next.err, io.EOF) {
			if i == first {
				return fmt.Errorf("frame %d: expected a picture, found the end of the film", i+1)
			}
			t.frames = i
			return nil
		}
		if next.err != nil {
			return fmt.Errorf("frame %d: %w", i+1, next.err)
		}
		if err := t.take(ctx, next.picture, i); err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		if i != first {
			t.step(ctx, i)
			if ctx.Err() != nil {
				break
			}
		}
		if t.begin == always || t.begin == once && i == first {
			t.find(ctx, i)
			if ctx.Err() != nil {
				break
			}
		}
		t.frames = max(t.frames, i+1)
		t.tell(i, first, step)
		i += step
	}
	return ctx.Err()
}

// readAhead sends the frames from first on until one fails or the context ends: the next
// one is read while one is worked on. What panics in reading is sent as an error.
func (t *tracker) readAhead(ctx context.Context, first, step int, ahead chan<- frame) {
	defer close(ahead)
	defer func() {
		if p := recover(); p != nil {
			select {
			case ahead <- frame{err: segment.Recovered("Reading the film", p)}:
			case <-ctx.Done():
			}
		}
	}()
	for i := first; i >= 0; i += step {
		picture, err := t.source.Gray(ctx, i)
		if err == nil {
			picture = copyOf(picture)
		}
		select {
		case ahead <- frame{picture, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// tell reports what has been reached.
func (t *tracker) tell(i, first, step int) {
	if t.report == nil {
		return
	}
	p := Progress{Done: (i-first)*step + 1, Frame: i, Picture: t.shown}
	if step < 0 {
		p.Frames = first + 1
	} else if n := t.source.Len(); n > 0 {
		p.Frames = n - first
	}
	for _, l := range t.live {
		p.IDs = append(p.IDs, l.id)
		p.Points = append(p.Points, l.points[len(l.points)-1])
	}
	t.report(p)
}

// copyOf returns a copy of a picture with its origin at (0, 0).
func copyOf(picture *image.Gray) *image.Gray {
	out := image.NewGray(image.Rectangle{Max: picture.Rect.Size()})
	for y := range out.Rect.Dy() {
		copy(out.Pix[y*out.Stride:(y+1)*out.Stride],
			picture.Pix[picture.PixOffset(picture.Rect.Min.X, picture.Rect.Min.Y+y):])
	}
	return out
}

// take makes the picture the current one, in part only where ctx ends.
func (t *tracker) take(ctx context.Context, picture *image.Gray, i int) error {
	w, h := picture.Rect.Dx(), picture.Rect.Dy()
	if t.current == nil {
		if w < 1 || h < 1 {
			return fmt.Errorf("frame %d: expected a picture, found %d×%d pixels", i+1, w, h)
		}
		t.width, t.height = w, h
		t.previous = newPyramid(w, h, t.options.Levels)
		t.current = newPyramid(w, h, t.options.Levels)
		t.corners = newCorners(w, h)
	}
	if w != t.width || h != t.height {
		return fmt.Errorf("frame %d: expected %d×%d pixels as in the frames before, found %d×%d", i+1, t.width,
			t.height, w, h)
	}
	t.shown, t.picture = picture, picture
	if t.bars.look(picture); !t.bars.none() {
		t.picture = t.bars.without(picture)
	}
	t.previous, t.current = t.current, t.previous
	t.current.fill(ctx, t.picture, t.options.Workers)
	return nil
}

// chunk is how many points are followed as one task.
const chunk = 16

// step follows all points to the current picture, that of a frame.
func (t *tracker) step(ctx context.Context, frame int) {
	follow := t.stepPath
	if t.others != nil {
		follow = t.stepSoft
	}
	pool.Run(ctx, (len(t.live)+chunk-1)/chunk, t.options.Workers, func(c int) {
		f := t.flows.Get().(*flow)
		defer t.flows.Put(f)
		for _, p := range t.live[c*chunk : min(len(t.live), (c+1)*chunk)] {
			follow(f, p)
		}
	})
	if ctx.Err() != nil {
		return
	}
	if t.others != nil {
		t.thin(frame)
	}
	live := t.live[:0]
	for _, p := range t.live {
		if !p.lost {
			live = append(live, p)
		} else {
			p.template = nil
		}
	}
	clear(t.live[len(live):])
	t.live = live
}

// stepPath follows a point to the current picture, or marks it as lost.
func (t *tracker) stepPath(f *flow, p *path) {
	o := &t.options
	at := p.points[len(p.points)-1]
	if o.Refine && len(p.points) == 1 {
		p.template = newTemplate(t.previous.levels[0], at)
		p.warp = warp{at: at, xu: 1, yv: 1}
	}
	for _, window := range t.windows {
		to, found := f.thereAndBack(t.previous, t.current, at, window, o.Return)
		if !found {
			continue
		}
		p.warp.at = to
		if p.template != nil && p.template.inPicture(t.current.levels[0], p.warp) {
			refined, correlation := p.template.find(t.current.levels[0], p.warp)
			if correlation < o.End || window > o.Window && correlation < wideAccept {
				break
			}
			if correlation >= o.Accept {
				p.warp, to = refined, refined.at
			}
		}
		if t.inside(to) && !among(o.Without, to) {
			p.points = append(p.points, to)
			return
		}
		break
	}
	p.lost = true
}

// wideAccept is the least correlation with the first picture of a point that was
// found by a wide window only, which may reach over several motions.
const wideAccept = 0.95

// within reports whether two points are at most so many pixels apart.
func within(a, b Point, most float64) bool {
	dx, dy := a.X-b.X, a.Y-b.Y
	return float64(dx*dx)+float64(dy*dy) <= most*most
}

// inside reports whether a point lies in the picture, within its margin and off its bars.
func (t *tracker) inside(p Point) bool {
	m := t.options.Margin
	return p.X >= float64(t.bars.left+m) && p.Y >= float64(t.bars.top+m) &&
		p.X <= float64(t.width-1-t.bars.right-m) && p.Y <= float64(t.height-1-t.bars.bottom-m)
}

// find begins new points where the current picture is empty of them.
func (t *tracker) find(ctx context.Context, i int) {
	o := &t.options
	room := o.Most - len(t.live)
	if room <= 0 {
		return
	}
	occupied := newOccupied(t.width, t.height, o.distance(t.width, t.height))
	for _, p := range t.live {
		occupied.add(p.points[len(p.points)-1])
	}
	for _, p := range t.taken {
		occupied.add(p)
	}
	if t.others != nil {
		for _, p := range t.others(i, image.Pt(t.width, t.height)) {
			occupied.add(p)
		}
	}
	at := func(c corner) Point { return Point{float64(c.x), float64(c.y)} }
	wanted := func(c corner) bool {
		p := at(c)
		return occupied.free(p) && t.inside(p) && (len(o.Only) == 0 || among(o.Only, p)) && !among(o.Without, p)
	}
	for c := range t.corners.find(ctx, t.picture, o.Quality, o.Margin, o.Workers, wanted) {
		// Those before may have taken its place.
		p := at(c)
		if !occupied.free(p) {
			continue
		}
		occupied.add(p)
		t.add(i, p)
		if room--; room == 0 {
			return
		}
	}
}

// occupied tells where there is no room for a point because another is near. It
// divides the picture into squares as wide as the distance.
type occupied struct {
	distance float64
	columns  int
	rows     int
	cells    [][]Point
}

func newOccupied(width, height int, distance float64) *occupied {
	c := &occupied{distance: distance, columns: int(float64(width)/distance) + 1, rows: int(float64(height)/distance) + 1}
	c.cells = make([][]Point, c.columns*c.rows)
	return c
}

// cell returns the column and row of the square of a point.
func (c *occupied) cell(p Point) (column, row int) {
	return min(max(int(math.Floor(p.X/c.distance)), 0), c.columns-1),
		min(max(int(math.Floor(p.Y/c.distance)), 0), c.rows-1)
}

func (c *occupied) add(p Point) {
	column, row := c.cell(p)
	cell := &c.cells[row*c.columns+column]
	*cell = append(*cell, p)
}

// free reports whether no point is nearer than the distance.
func (c *occupied) free(p Point) bool {
	column, row := c.cell(p)
	for y := max(row-1, 0); y <= min(row+1, c.rows-1); y++ {
		for x := max(column-1, 0); x <= min(column+1, c.columns-1); x++ {
			for _, q := range c.cells[y*c.columns+x] {
				dx, dy := p.X-q.X, p.Y-q.Y
				if float64(dx*dx)+float64(dy*dy) < c.distance*c.distance {
					return false
				}
			}
		}
	}
	return true
}
