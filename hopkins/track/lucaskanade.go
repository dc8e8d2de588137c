package track

import "math"

// flow follows points from one picture to another by the pyramidal method of
// Lucas and Kanade in its inverse compositional form: the derivatives are those
// of the patch that is looked for, so that an iteration is one pass over the
// pixels. It is used by one goroutine at a time.
type flow struct {
	iterations int  // at most, on every level
	anyLight   bool // changes of brightness by a constant are ignored
	// The patch with one pixel around it, and the patch with its derivatives.
	wide, patch, dx, dy []float32
}

// newFlow makes room for windows of up to the given side.
func newFlow(o *Options, largest int) *flow {
	n := largest * largest
	return &flow{
		iterations: o.Iterations, anyLight: o.Refine,
		wide:  make([]float32, (largest+2)*(largest+2)),
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
	if !from.sample(f.wide[:(n+2)*(n+2)], n+2, at.X-radius-1, at.Y-radius-1) {
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
// of the products of the derivatives. These are taken by the weights of Scharr,
// which are nearly the same in all directions.
func (f *flow) derive(n int) (xx, xy, yy float64) {
	wide := n + 2
	var sx, sy float64
	for r := range n {
		patch, dx, dy := f.patch[r*n:r*n+n], f.dx[r*n:r*n+n], f.dy[r*n:r*n+n]
		above := f.wide[r*wide : r*wide+n+2]
		here := f.wide[(r+1)*wide : (r+1)*wide+n+2]
		below := f.wide[(r+2)*wide : (r+2)*wide+n+2]
		dx, dy = dx[:len(patch)], dy[:len(patch)]
		above, here, below = above[:len(patch)+2], here[:len(patch)+2], below[:len(patch)+2]
		var a, b, c, d, e float32
		for i := range patch {
			l0, l1, l2 := above[i], here[i], below[i]
			r0, r1, r2 := above[i+2], here[i+2], below[i+2]
			gx := float32(5.0/16*(r1-l1)) + float32(3.0/32*((r0-l0)+(r2-l2)))
			gy := float32(5.0/16*(below[i+1]-above[i+1])) + float32(3.0/32*((l2-l0)+(r2-r0)))
			patch[i], dx[i], dy[i] = here[i+1], gx, gy
			a += float32(gx * gx)
			b += float32(gx * gy)
			c += float32(gy * gy)
			d += gx
			e += gy
		}
		xx, xy, yy = xx+float64(a), xy+float64(b), yy+float64(c)
		sx, sy = sx+float64(d), sy+float64(e)
	}
	if !f.anyLight {
		return xx, xy, yy
	}
	// Derivatives without their mean are blind to a constant.
	count := float64(n * n)
	mx, my := float32(sx/count), float32(sy/count)
	for i := range f.dx[:n*n] {
		f.dx[i] -= mx
		f.dy[i] -= my
	}
	return xx - sx*sx/count, xy - sx*sy/count, yy - sy*sy/count
}

// compare returns the sums of the derivatives times the difference between the
// n×n pixels from (x, y), their upper left one, and those that are looked for.
func (f *flow) compare(to *level, n int, x, y float64) (bx, by float64, ok bool) {
	at, fx, fy, ok := to.place(n, x, y)
	if !ok {
		return 0, 0, false
	}
	for r := range n {
		patch, dx, dy := f.patch[r*n:r*n+n], f.dx[r*n:r*n+n], f.dy[r*n:r*n+n]
		dx, dy = dx[:len(patch)], dy[:len(patch)]
		upper := to.pix[at : at+n+1][:len(patch)+1]
		lower := to.pix[at+to.stride : at+to.stride+n+1][:len(patch)+1]
		left := upper[0] + float32(fy*(lower[0]-upper[0]))
		var sx, sy float32
		for i := range patch {
			right := upper[i+1] + float32(fy*(lower[i+1]-upper[i+1]))
			d := left + float32(fx*(right-left)) - patch[i]
			left = right
			sx += float32(d * dx[i])
			sy += float32(d * dy[i])
		}
		bx, by = bx+float64(sx), by+float64(sy)
		at += to.stride
	}
	return bx, by, true
}
