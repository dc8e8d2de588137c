package track

import (
	"math"

	"motionseg/hopkins/track/internal/lanes"
)

// flow follows points from one picture to another by the pyramidal method of
// Lucas and Kanade in its inverse compositional form: the derivatives are those
// of the patch that is looked for, so that an iteration is one pass over the
// pixels. It is used by one goroutine at a time.
type flow struct {
	iterations int  // at most, on every level
	anyLight   bool // changes of brightness by a constant are ignored
	// The patch with one pixel around it, and the patch with its derivatives,
	// column by column.
	wide, patch, dx, dy []float32
	derivatives         [5]lanes.Sums
	products            [2]lanes.Sums
}

// newFlow makes room for windows of up to the given side.
func newFlow(o *Options, largest int) *flow {
	n := largest * lanes.Rows(largest)
	return &flow{
		iterations: o.Iterations, anyLight: o.Refine,
		// The rows too many of the patch may lie behind the last column.
		wide:  make([]float32, (largest+2)*lanes.Rows(largest+2)+lanes.Width),
		patch: make([]float32, n), dx: make([]float32, n), dy: make([]float32, n),
	}
}

// settled is the length of a step, in pixels, at which the iterations end.
const settled = 0.01

// flat is the least mean, over the patch, of the squared derivative in the
// direction in which the patch varies least; with less it can't be followed.
const flat = 0.01

// follow returns where the point at of picture from lies in picture to, and
// whether it was found: the square of window×window pixels around it, window
// being odd.
func (f *flow) follow(from, to *pyramid, at Point, window int) (Point, bool) {
	top := len(from.levels) - 1
	scale := 1 / float64(int(1)<<top)
	var move Point
	found := false
	for k := top; k >= 0; k-- {
		move.X, move.Y = 2*move.X, 2*move.Y
		found = f.followLevel(from.levels[k], to.levels[k], Point{at.X * scale, at.Y * scale}, &move, window)
		scale *= 2
	}
	return Point{at.X + move.X, at.Y + move.Y}, found
}

// thereAndBack follows a point and then back again, and reports whether it came
// back to within most pixels of where it was; 0 does without that.
func (f *flow) thereAndBack(from, to *pyramid, at Point, window int, most float64) (Point, bool) {
	there, found := f.follow(from, to, at, window)
	if !found || most == 0 {
		return there, found
	}
	back, found := f.follow(to, from, there, window)
	return there, found && within(back, at, most)
}

// followLevel improves the displacement of a point on one level, by a window of
// n×n pixels. It leaves it as it is and returns false where the patch is too flat or leaves the picture.
func (f *flow) followLevel(from, to *level, at Point, move *Point, n int) bool {
	radius := float64(n / 2)
	if !from.sample(f.wide, n+2, at.X-radius-1, at.Y-radius-1) {
		return false
	}
	xx, xy, yy := f.derive(n)
	det := float64(xx*yy) - float64(xy*xy)
	half := 0.5 * (xx - yy)
	least := 0.5*(xx+yy) - math.Sqrt(float64(half*half)+float64(xy*xy))
	if !(least >= flat*float64(n*n)) || !(det > 0) {
		return false
	}
	m := *move
	var before Point
	for i := range f.iterations {
		bx, by, ok := f.compare(to, n, at.X+m.X-radius, at.Y+m.Y-radius)
		if !ok {
			return false
		}
		step := Point{(float64(xy*by) - float64(yy*bx)) / det, (float64(xy*bx) - float64(xx*by)) / det}
		m.X, m.Y = m.X+step.X, m.Y+step.Y
		if float64(step.X*step.X)+float64(step.Y*step.Y) < settled*settled {
			break
		}
		// Two steps that cancel one another would go on for ever.
		if i > 0 && math.Abs(step.X+before.X) < settled && math.Abs(step.Y+before.Y) < settled {
			m.X, m.Y = m.X-0.5*step.X, m.Y-0.5*step.Y
			break
		}
		before = step
	}
	*move = m
	return true
}

// derive fills the n×n pixels of patch, dx and dy from wide, and returns the sums
// of the products of the derivatives.
func (f *flow) derive(n int) (xx, xy, yy float64) {
	rows := lanes.Rows(n)
	s := &f.derivatives
	lanes.Derive(f.patch, f.dx, f.dy, rows, n, f.wide, lanes.Rows(n+2), s)
	var sx, sy float64
	for r := range n {
		xx, xy, yy = xx+float64(s[0][r]), xy+float64(s[1][r]), yy+float64(s[2][r])
		sx, sy = sx+float64(s[3][r]), sy+float64(s[4][r])
	}
	if !f.anyLight {
		return xx, xy, yy
	}
	// Derivatives without their mean are blind to a constant.
	count := float64(n * n)
	lanes.Subtract(f.dx[:n*rows], float32(sx/count))
	lanes.Subtract(f.dy[:n*rows], float32(sy/count))
	return xx - sx*sx/count, xy - sx*sy/count, yy - sy*sy/count
}

// compare returns the sums of the derivatives times the difference between the
// n×n pixels from (x, y), their upper left one, and those that are looked for.
func (f *flow) compare(to *level, n int, x, y float64) (bx, by float64, ok bool) {
	at, fx, fy, ok := to.place(n, x, y)
	if !ok {
		return 0, 0, false
	}
	s := &f.products
	lanes.Compare(f.patch, f.dx, f.dy, lanes.Rows(n), n, to.pix[at:], to.stride, fx, fy, s)
	for r := range n {
		bx, by = bx+float64(s[0][r]), by+float64(s[1][r])
	}
	return bx, by, true
}
