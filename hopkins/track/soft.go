package track

import (
	"context"
	"image"
)

const (
	// softDistance is the least distance of a soft point from all others in a picture of
	// 640×480, in pixels.
	softDistance = 12
	// softReturn is how far from where it came a soft point may end there and back, in
	// pixels: what is blurred or bends does not come back as exactly as a corner.
	softReturn = 3
	// softShortest is the least number of frames of a soft point.
	softShortest = 2
	// softEnd is the part of the least distance at which a soft point ends that comes
	// near another.
	softEnd = 0.5
)

// softWindows are the sides of the squares by which soft points are followed.
var softWindows = []int{7, 11, 21}

// Soft follows points through a film besides those that are followed already, of which
// taken returns the places in a frame, in pixels of its picture of that size: wherever none is near, the
// strongest corner begins one, however weak it is, so that what is soft, blurred or of low
// contrast has points too. They are not compared with their first pictures, so that what
// bends keeps them, and may be as short as two frames: they tell which motion goes on
// around them, and not how many motions there are. workers is the number of goroutines, 0
// for all cores. It ends as Film does.
func Soft(ctx context.Context, source Source, taken func(frame int, size image.Point) []Point, workers int,
	report func(Progress)) (*Tracks, error) {
	o := Default(Medium)
	o.Most, o.Distance, o.Quality = 1000000, softDistance, 1e-9
	o.Return, o.Shortest, o.Workers = softReturn, softShortest, workers
	t, err := newTracker(source, o, report)
	if err != nil {
		return nil, err
	}
	t.begin, t.others, t.windows = always, taken, softWindows
	err = t.run(ctx, 0, 1)
	return t.result(nil), err
}

// stepSoft follows a soft point to the current picture, or marks it as lost.
func (t *tracker) stepSoft(f *flow, p *path) {
	at := p.points[len(p.points)-1]
	for _, window := range t.windows {
		to, found := f.thereAndBack(t.previous, t.current, at, window, t.options.Return)
		if !found {
			continue
		}
		if t.inside(to) {
			p.points = append(p.points, to)
			return
		}
		break
	}
	p.lost = true
}

// thin marks soft points of a frame as lost that have come near another one, the later
// of two.
func (t *tracker) thin(frame int) {
	near := newOccupied(t.width, t.height, softEnd*t.options.distance(t.width, t.height))
	for _, p := range t.others(frame, image.Pt(t.width, t.height)) {
		near.add(p)
	}
	for _, p := range t.live {
		if p.lost {
			continue
		}
		last := len(p.points) - 1
		if at := p.points[last]; near.free(at) {
			near.add(at)
		} else {
			p.points, p.lost = p.points[:last], true
		}
	}
}

// SoftDistance returns the least distance of a soft point from all others in a picture of
// this size, in pixels.
func SoftDistance(width, height int) float64 {
	return Options{Distance: softDistance}.distance(width, height)
}
