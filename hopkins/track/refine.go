package track

import "math"

// The patch that a point is compared with all its life: patchSide pixels
// square.
const (
	patchRadius = 9
	patchSide   = 2*patchRadius + 1
)

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
	// pixels holds for every pixel the derivatives with respect to the place
	// x, y, and to the four numbers of the matrix in the unit patchRadius, then
	// the brightness less its mean, and a number that fills up the line.
	pixels  []([8]float32)
	energy  float64       // sum of squares of the brightness less its mean
	inverse [6][6]float64 // of the matrix of the products of the derivatives
}

// newTemplate takes the patch around a point. It returns nil where the patch
// leaves the picture or its derivatives do not determine an affine map.
func newTemplate(from *level, at Point) *template {
	const wide = patchSide + 2
	var patch [wide * wide]float32
	if !from.sample(patch[:], wide, at.X-patchRadius-1, at.Y-patchRadius-1) {
		return nil
	}
	t := &template{pixels: make([][8]float32, patchSide*patchSide)}
	count := float64(patchSide * patchSide)
	mean := 0.0
	for r := range patchSide {
		for c := range patchSide {
			mean += float64(patch[(r+1)*wide+c+1])
		}
	}
	mean /= count
	var derivatives [6][patchSide * patchSide]float64
	var bright [patchSide * patchSide]float64
	for r := range patchSide {
		for c := range patchSide {
			at, i := (r+1)*wide+c+1, r*patchSide+c
			gx := 0.5 * float64(patch[at+1]-patch[at-1])
			gy := 0.5 * float64(patch[at+wide]-patch[at-wide])
			u, v := float64(c-patchRadius)/patchRadius, float64(r-patchRadius)/patchRadius
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
	var products [6][6]float64
	for j := range products {
		for k := range j + 1 {
			sum := 0.0
			for i, d := range derivatives[j] {
				sum += float64(d * derivatives[k][i])
			}
			products[j][k], products[k][j] = sum, sum
		}
	}
	for k := range products {
		products[k][k] *= 1 + damping
	}
	if !invert(&products, &t.inverse) {
		return nil
	}
	for i := range t.pixels {
		for k := range derivatives {
			t.pixels[i][k] = float32(derivatives[k][i])
		}
		t.pixels[i][6] = float32(bright[i])
	}
	return t
}

// damping shortens the steps in directions that the patch hardly determines.
const damping = 1e-3

// refinements is the largest number of iterations of find.
const refinements = 10

// find improves where the patch lies, starting from w, and returns the
// correlation of the patch with what is found there, −1 … 1; −1 when it leaves
// the picture or degenerates.
func (t *template) find(to *level, w warp) (warp, float64) {
	correlation := -1.0
	for i := 0; ; i++ {
		products, sum, squares, alike, ok := t.compare(to, w)
		if !ok {
			return w, -1
		}
		const count = patchSide * patchSide
		spread := squares - sum*sum/count
		if !(spread > count/4) || !(alike > 0) {
			return w, -1
		}
		correlation = alike / math.Sqrt(spread*t.energy)
		if i == refinements {
			return w, correlation
		}
		gain := alike / t.energy
		var step [6]float64
		for j := range step {
			s := 0.0
			for k, p := range products {
				s += float64(t.inverse[j][k] * p)
			}
			step[j] = s / gain
		}
		// The step is a map of the patch onto itself, (1 + S)(u, v) + s. The
		// picture lies at W, so that the patch lies at W(1 + S)⁻¹.
		a, b := 1+step[2]/patchRadius, step[3]/patchRadius
		c, d := step[4]/patchRadius, 1+step[5]/patchRadius
		det := float64(a*d) - float64(b*c)
		if !(det > 0.2 && det < 5) {
			return w, -1
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
			return w, -1
		}
		if math.Abs(dx) < settled && math.Abs(dy) < settled && math.Abs(step[2])+math.Abs(step[3])+math.Abs(step[4])+math.Abs(step[5]) < 4*settled {
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
	// The corners bound all pixels.
	reachX := patchRadius * (math.Abs(w.xu) + math.Abs(w.xv))
	reachY := patchRadius * (math.Abs(w.yu) + math.Abs(w.yv))
	if !(w.at.X-reachX >= 1-padding && w.at.Y-reachY >= 1-padding &&
		w.at.X+reachX < float64(to.width+padding-2) && w.at.Y+reachY < float64(to.height+padding-2)) {
		return products, 0, 0, 0, false
	}
	// Coordinates with sixteen binary places, as whole numbers: adding a step to
	// the next pixel is exact.
	const one = 1 << 16
	fixed := func(v float64) int { return int(math.Floor(v*one + 0.5)) }
	xu, xv, yu, yv := fixed(w.xu), fixed(w.xv), fixed(w.yu), fixed(w.yv)
	// Shifted by the padding, so that they are not negative.
	left := fixed(w.at.X+padding) - patchRadius*(xu+xv)
	top := fixed(w.at.Y+padding) - patchRadius*(yu+yv)
	stride := to.stride
	pix := to.pix
	for r := range patchSide {
		x, y := left+r*xv, top+r*yv
		var p0, p1, p2, p3, p4, p5, s, q, a float32
		row := t.pixels[r*patchSide : (r+1)*patchSide]
		for i := range row {
			p := &row[i]
			at := (y>>16)*stride + x>>16
			fx, fy := float32(x&(one-1))*(1.0/one), float32(y&(one-1))*(1.0/one)
			u, l := pix[at:at+2:at+2], pix[at+stride:at+stride+2:at+stride+2]
			v0 := u[0] + float32(fy*(l[0]-u[0]))
			v1 := u[1] + float32(fy*(l[1]-u[1]))
			v := v0 + float32(fx*(v1-v0))
			p0 += float32(v * p[0])
			p1 += float32(v * p[1])
			p2 += float32(v * p[2])
			p3 += float32(v * p[3])
			p4 += float32(v * p[4])
			p5 += float32(v * p[5])
			a += float32(v * p[6])
			s += v
			q += float32(v * v)
			x += xu
			y += yu
		}
		products[0] += float64(p0)
		products[1] += float64(p1)
		products[2] += float64(p2)
		products[3] += float64(p3)
		products[4] += float64(p4)
		products[5] += float64(p5)
		alike += float64(a)
		sum += float64(s)
		squares += float64(q)
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
