package track

import (
	"math"

	"motionseg/hopkins/track/internal/lanes"
)

// patchRadii are how far the patch that a point is compared with all its life
// may reach. It is 19×19 pixels where these determine the point well, and larger
// where they do not.
var patchRadii = [...]int{9, 13, 18}

// determined is the largest standard deviation of the place of a patch, in
// pixels for noise of one grey value, at which it counts as well determined.
const determined = 0.02

// warp maps a pixel (u, v) of the first patch, from its centre, to the picture:
// to (X + A·(u, v)).
type warp struct {
	at             Point
	xu, xv, yu, yv float64
}

// template is the first patch of a point, with what is needed to find it again
// when it has been sheared and stretched, and when its brightness v has become
// g·v + b.
//
// It is the inverse compositional method with gain and bias projected out: the
// derivatives of the patch with respect to the six numbers of an affine map are
// made orthogonal to the patch and to constants, so that the products with the
// picture do not depend on b, and on g only as a factor.
type template struct {
	radius int // the patch is 2·radius + 1 pixels square
	// pixels holds for every pixel the derivatives with respect to the place
	// x, y, and to the four numbers of the matrix in the unit radius, then the
	// brightness less its mean, as lanes.Warped takes them.
	pixels []float32
	energy float64 // sum of squares of the brightness less its mean
	// affine is the inverse of the matrix of the products of the derivatives,
	// and shift that of its part for the place alone.
	affine [6][6]float64
	shift  [2][2]float64
}

// newTemplate takes the patch around a point: the smallest that determines its
// place well, else the largest that lies in the picture. It returns nil where not
// even the smallest determines an affine map.
func newTemplate(from *level, at Point) *template {
	var t *template
	for _, radius := range patchRadii {
		reach := float64(radius)
		inPicture := at.X >= reach && at.Y >= reach && at.X <= float64(from.width-1)-reach &&
			at.Y <= float64(from.height-1)-reach
		if t != nil && !inPicture {
			break
		}
		larger := templateOf(from, at, radius)
		if larger == nil {
			continue
		}
		t = larger
		if t.affine[0][0]+t.affine[1][1] <= determined*determined {
			break
		}
	}
	return t
}

// templateOf takes the patch with the given radius around a point. It returns nil
// where the patch leaves the picture or does not determine an affine map.
func templateOf(from *level, at Point, radius int) *template {
	side := 2*radius + 1
	// The patch with one pixel around it, column by column.
	rows := lanes.Rows(side + 2)
	patch := make([]float32, (side+2)*rows)
	if !from.sample(patch, side+2, at.X-float64(radius)-1, at.Y-float64(radius)-1) {
		return nil
	}
	t := &template{radius: radius}
	count := float64(side * side)
	mean := 0.0
	for r := range side {
		for c := range side {
			mean += float64(patch[(c+1)*rows+r+1])
		}
	}
	mean /= count
	bright := make([]float64, side*side)
	var derivatives [6][]float64
	for k := range derivatives {
		derivatives[k] = make([]float64, side*side)
	}
	for r := range side {
		for c := range side {
			at, i := (c+1)*rows+r+1, r*side+c
			gx := 0.5 * float64(patch[at+rows]-patch[at-rows])
			gy := 0.5 * float64(patch[at+1]-patch[at-1])
			u, v := float64(c-radius)/float64(radius), float64(r-radius)/float64(radius)
			for k, d := range [6]float64{gx, gy, gx * u, gx * v, gy * u, gy * v} {
				derivatives[k][i] = d
			}
			bright[i] = float64(patch[at]) - mean
			t.energy += float64(bright[i] * bright[i])
		}
	}
	if !(t.energy > count) {
		return nil
	}
	for k := range derivatives {
		sum, along := 0.0, 0.0
		for i, d := range derivatives[k] {
			sum += d
			along += float64(d * bright[i])
		}
		sum, along = sum/count, along/t.energy
		for i := range derivatives[k] {
			derivatives[k][i] -= sum + float64(along*bright[i])
		}
	}
	products := productsOf(&derivatives)
	if !invert(&products, &t.affine) {
		return nil
	}
	xx, xy, yy := products[0][0], products[0][1], products[1][1]
	det := float64(xx*yy) - float64(xy*xy)
	t.shift = [2][2]float64{{yy / det, -xy / det}, {-xy / det, xx / det}}
	t.pixels = columnsOf(side, derivatives, bright)
	return t
}

// productsOf returns the inner products of the derivatives.
func productsOf(derivatives *[6][]float64) (products [6][6]float64) {
	for j := range products {
		for k := range j + 1 {
			sum := 0.0
			for i, d := range derivatives[j] {
				sum += float64(d * derivatives[k][i])
			}
			products[j][k], products[k][j] = sum, sum
		}
	}
	return products
}

// columnsOf lays planes of side × side pixels out for package lanes, column by column.
func columnsOf(side int, derivatives [6][]float64, bright []float64) []float32 {
	rows := lanes.Rows(side)
	pixels := make([]float32, side*lanes.Planes*rows)
	for c := range side {
		for k, plane := range [lanes.Planes][]float64{derivatives[0], derivatives[1], derivatives[2], derivatives[3],
			derivatives[4], derivatives[5], bright} {
			out := pixels[(c*lanes.Planes+k)*rows:]
			for r := range side {
				out[r] = float32(plane[r*side+c])
			}
		}
	}
	return pixels
}

// inPicture reports whether most of the patch lies in the picture where w lays
// it: it may reach over the border by a third of its radius.
func (t *template) inPicture(to *level, w warp) bool {
	x := float64(t.radius) * (math.Abs(w.xu) + math.Abs(w.xv) - 1.0/3)
	y := float64(t.radius) * (math.Abs(w.yu) + math.Abs(w.yv) - 1.0/3)
	return w.at.X-x >= 0 && w.at.Y-y >= 0 && w.at.X+x <= float64(to.width-1) && w.at.Y+y <= float64(to.height-1)
}

// refinements is the largest number of iterations of each search.
const refinements = 10

// unknown is the correlation where there is none.
const unknown = -1

// find improves where the patch lies, starting from w, and returns the
// correlation of the patch with what is found there, −1 … 1; unknown when the
// patch leaves the picture or finds nothing. It is first shifted only, which
// always goes well, and then sheared and stretched if that makes it fit better.
func (t *template) find(to *level, w warp) (warp, float64) {
	shifted, a := t.search(to, w, true)
	if a == unknown {
		return w, unknown
	}
	whole, b := t.search(to, shifted, false)
	if b < a {
		return shifted, a
	}
	return whole, b
}

// search is find with the place alone changed, or all of the map.
func (t *template) search(to *level, w warp, shiftOnly bool) (warp, float64) {
	radius, count := float64(t.radius), float64((2*t.radius+1)*(2*t.radius+1))
	for i := 0; ; i++ {
		products, sum, squares, alike, ok := t.compare(to, w)
		if !ok {
			return w, unknown
		}
		spread := squares - sum*sum/count
		if !(spread > count/4) || !(alike > 0) {
			return w, unknown
		}
		correlation := alike / math.Sqrt(spread*t.energy)
		if i == refinements {
			return w, correlation
		}
		gain := alike / t.energy
		var step [6]float64
		if shiftOnly {
			for j, row := range t.shift {
				step[j] = (float64(row[0]*products[0]) + float64(row[1]*products[1])) / gain
			}
		} else {
			for j, row := range t.affine {
				s := 0.0
				for k, p := range products {
					s += float64(row[k] * p)
				}
				step[j] = s / gain
			}
		}
		// The step is a map of the patch onto itself, (1 + S)(u, v) + s. The
		// picture lies at W, so that the patch lies at W(1 + S)⁻¹.
		a, b := 1+step[2]/radius, step[3]/radius
		c, d := step[4]/radius, 1+step[5]/radius
		det := float64(a*d) - float64(b*c)
		if !(det > smallestPatch && det < 1/smallestPatch) {
			return w, unknown
		}
		a, b, c, d = d/det, -b/det, -c/det, a/det
		x, y := -(float64(a*step[0]) + float64(b*step[1])), -(float64(c*step[0]) + float64(d*step[1]))
		dx, dy := float64(w.xu*x)+float64(w.xv*y), float64(w.yu*x)+float64(w.yv*y)
		w = warp{
			Point{w.at.X + dx, w.at.Y + dy},
			float64(w.xu*a) + float64(w.xv*c), float64(w.xu*b) + float64(w.xv*d),
			float64(w.yu*a) + float64(w.yv*c), float64(w.yu*b) + float64(w.yv*d),
		}
		if size := float64(w.xu*w.yv) - float64(w.xv*w.yu); !(size > smallestPatch && size < 1/smallestPatch) {
			return w, unknown
		}
		change := math.Abs(step[2]) + math.Abs(step[3]) + math.Abs(step[4]) + math.Abs(step[5])
		if math.Abs(dx) < settled && math.Abs(dy) < settled && change < 4*settled {
			return w, correlation
		}
	}
}

// smallestPatch is the least share of its first area that a patch may have.
const smallestPatch = 0.15

// compare returns the products of the derivatives with the picture where w lays
// the patch, the sum of the picture's brightness and of its squares there, and
// the product with the brightness of the patch.
func (t *template) compare(to *level, w warp) (products [6]float64, sum, squares, alike float64, ok bool) {
	radius, side := t.radius, 2*t.radius+1
	// The corners bound all pixels.
	reachX := float64(radius) * (math.Abs(w.xu) + math.Abs(w.xv))
	reachY := float64(radius) * (math.Abs(w.yu) + math.Abs(w.yv))
	if !(w.at.X-reachX >= 1-padding && w.at.Y-reachY >= 1-padding &&
		w.at.X+reachX < float64(to.width+padding-2) && w.at.Y+reachY < float64(to.height+padding-2)) {
		return products, 0, 0, 0, false
	}
	// Coordinates with sixteen binary places, as whole numbers.
	fixed := func(v float64) int { return int(math.Floor(v*lanes.One + 0.5)) }
	m := lanes.Affine{XU: fixed(w.xu), XV: fixed(w.xv), YU: fixed(w.yu), YV: fixed(w.yv)}
	// Shifted by the padding, so that they are not negative.
	m.X = fixed(w.at.X+padding) - radius*(m.XU+m.XV)
	m.Y = fixed(w.at.Y+padding) - radius*(m.YU+m.YV)
	var s [lanes.Planes + 2]lanes.Sums
	lanes.Warped(t.pixels, lanes.Rows(side), side, side, to.pix, to.stride, m, &s)
	for r := range side {
		for k := range products {
			products[k] += float64(s[k][r])
		}
		alike += float64(s[6][r])
		sum += float64(s[7][r])
		squares += float64(s[8][r])
	}
	return products, sum, squares, alike, true
}

// invert fills inverse with that of the symmetric matrix a, by Cholesky's
// factorisation. It reports whether a is positive definite, well enough to
// count on.
func invert(a, inverse *[6][6]float64) bool {
	const n = len(a)
	var l [6][6]float64
	for j := range n {
		for i := j; i < n; i++ {
			sum := a[i][j]
			for k := range j {
				sum -= float64(l[i][k] * l[j][k])
			}
			if i > j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 1e-6*a[j][j]) {
				return false
			}
			l[j][j] = math.Sqrt(sum)
		}
	}
	for column := range n {
		var v [6]float64
		for i := range n {
			if i == column {
				v[i] = 1
			}
			for k := range i {
				v[i] -= float64(l[i][k] * v[k])
			}
			v[i] /= l[i][i]
		}
		for i := n - 1; i >= 0; i-- {
			for k := i + 1; k < n; k++ {
				v[i] -= float64(l[k][i] * v[k])
			}
			v[i] /= l[i][i]
			inverse[i][column] = v[i]
		}
	}
	return true
}
