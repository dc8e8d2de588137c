package match

import (
	"context"
	"image"
	"math"
	"slices"
)

// The numbers of the paper, by its sections.
const (
	layers        = 3   // scales an octave, 3.2
	baseSigma     = 1.6 // blur of the first layer, 3.3
	cameraSigma   = 0.5 // blur that a picture has already, 3.3
	leastContrast = 0.02 / layers
	edgeRatio     = 10 // largest ratio of principal curvatures, 4.1
	refinements   = 5  // steps to the place between pixels, 4
	border        = 5  // pixels without features

	directions      = 36  // bins of the histogram of orientations, 5
	directionSigma  = 1.5 // of its window, in units of the scale
	directionRadius = 3   // of its window, in sigmas
	secondDirection = 0.8 // of the highest peak gives a feature of its own

	grid       = 4 // squares a side of a descriptor, 6.1
	angles     = 8 // bins in each
	squareSide = 3 // in units of the scale
	clamp      = 0.2

	// Length is the number of elements of a descriptor.
	Length = grid * grid * angles

	smallestOctave = 16      // pixels on its shorter side
	doubledPixels  = 1 << 20 // of larger pictures the doubled octave is left out
)

// Feature is a place in a picture that is likely to be found again in another
// picture of the same thing.
type Feature struct {
	X, Y  float64 // in pixels, where the middle of the first pixel is (0, 0)
	Scale float64 // standard deviation of the blur at which it stands out, in pixels
	Angle float64 // direction of the strongest gradient, radians from x to y, 0 to 2π
	// Descriptor is what surrounds it: for each of 4×4 squares a histogram of
	// the gradients' directions, scaled to a length of 512.
	Descriptor [Length]uint8
}

// Features returns the features of a picture, from small to large ones. The
// error is ctx.Err() when ctx ends first.
func Features(ctx context.Context, m *image.Gray) ([]Feature, error) {
	if m.Rect.Dx() < smallestOctave || m.Rect.Dy() < smallestOctave {
		return nil, nil
	}
	base, unit, blur := planeOf(m), 1.0, cameraSigma
	if base.w*base.h <= doubledPixels {
		base, unit, blur = base.doubled(), 0.5, 2*cameraSigma
	}
	base = base.blurred(math.Sqrt(baseSigma*baseSigma - blur*blur))
	var features []Feature
	for ; min(base.w, base.h) >= smallestOctave; unit *= 2 {
		o, err := newOctave(ctx, base)
		if err != nil {
			return nil, err
		}
		found := o.features()
		for i := range found {
			found[i].X, found[i].Y, found[i].Scale = unit*found[i].X, unit*found[i].Y, unit*found[i].Scale
		}
		features = append(features, found...)
		base = o.blurred[layers].halved()
	}
	return features, nil
}

// octave is a picture at scales up to twice its own.
type octave struct {
	w, h        int
	blurred     [layers + 3]plane
	differences [layers + 2]plane
}

func newOctave(ctx context.Context, base plane) (*octave, error) {
	o := &octave{w: base.w, h: base.h}
	o.blurred[0] = base
	for i := 1; i < len(o.blurred); i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		before, after := scaleOf(float64(i-1)), scaleOf(float64(i))
		o.blurred[i] = o.blurred[i-1].blurred(math.Sqrt(after*after - before*before))
		o.differences[i-1] = o.blurred[i].minus(o.blurred[i-1])
	}
	return o, nil
}

// scaleOf returns the blur of a layer in pixels of the octave.
func scaleOf(layer float64) float64 { return baseSigma * math.Exp2(layer/layers) }

// place is a pixel of a layer.
type place struct{ layer, y, x int }

// extremum is a place that stands out, between pixels and layers.
type extremum struct {
	place
	fx, fy, scale float64 // in pixels of the octave
}

// features returns the features of the octave, in its pixels.
func (o *octave) features() []Feature {
	var extrema []extremum
	seen := map[place]bool{}
	for _, p := range o.candidates() {
		if e, ok := o.refine(p); ok && !seen[e.place] {
			seen[e.place] = true
			extrema = append(extrema, e)
		}
	}
	found := make([][]Feature, len(extrema))
	parallel(len(extrema), func(i int) {
		e := extrema[i]
		for _, angle := range o.directions(e) {
			found[i] = append(found[i],
				Feature{X: e.fx, Y: e.fy, Scale: e.scale, Angle: angle, Descriptor: o.describe(e, angle)})
		}
	})
	return slices.Concat(found...)
}

// candidates returns the pixels of the differences that are larger, or smaller,
// than their 26 neighbours.
func (o *octave) candidates() []place {
	rows := make([][]place, layers*o.h)
	parallel(len(rows), func(i int) {
		layer, y := 1+i/o.h, i%o.h
		if y < border || y >= o.h-border {
			return
		}
		row := o.differences[layer].row(y)
		for x := border; x < o.w-border; x++ {
			// Refinement may raise the contrast, seldom to twice.
			if v := row[x]; (v > leastContrast/2 || v < -leastContrast/2) && o.extreme(place{layer, y, x}, v) {
				rows[i] = append(rows[i], place{layer, y, x})
			}
		}
	})
	return slices.Concat(rows...)
}

// extreme reports whether no neighbour of a place reaches further from 0 than
// its own value v.
func (o *octave) extreme(p place, v float32) bool {
	for _, d := range o.differences[p.layer-1 : p.layer+2] {
		for y := p.y - 1; y <= p.y+1; y++ {
			for _, n := range d.pix[y*d.w+p.x-1 : y*d.w+p.x+2] {
				if v > 0 && n > v || v < 0 && n < v {
					return false
				}
			}
		}
	}
	return true
}

// refine fits a quadric to the differences about a place, and reports whether
// its extremum stands out enough and is none along an edge (section 4).
func (o *octave) refine(p place) (extremum, bool) {
	for range refinements {
		low, now, high := o.differences[p.layer-1], o.differences[p.layer], o.differences[p.layer+1]
		at := p.y*o.w + p.x
		value := func(d plane, offset int) float64 { return float64(d.pix[at+offset]) }
		c := value(now, 0)
		gx := (value(now, 1) - value(now, -1)) / 2
		gy := (value(now, o.w) - value(now, -o.w)) / 2
		gs := (value(high, 0) - value(low, 0)) / 2
		xx := value(now, 1) + value(now, -1) - 2*c
		yy := value(now, o.w) + value(now, -o.w) - 2*c
		ss := value(high, 0) + value(low, 0) - 2*c
		xy := (value(now, o.w+1) - value(now, o.w-1) - value(now, -o.w+1) + value(now, -o.w-1)) / 4
		xs := (value(high, 1) - value(high, -1) - value(low, 1) + value(low, -1)) / 4
		ys := (value(high, o.w) - value(high, -o.w) - value(low, o.w) + value(low, -o.w)) / 4
		dx, dy, ds, ok := solve(xx, xy, xs, yy, ys, ss, -gx, -gy, -gs)
		if !ok {
			return extremum{}, false
		}
		if math.Abs(dx) < 0.5 && math.Abs(dy) < 0.5 && math.Abs(ds) < 0.5 {
			contrast := c + float64(float64(gx*dx)+float64(gy*dy)+float64(gs*ds))/2
			trace, det := xx+yy, float64(xx*yy)-float64(xy*xy)
			const r = edgeRatio
			if math.Abs(contrast) < leastContrast || det <= 0 || trace*trace*r >= (r+1)*(r+1)*det {
				return extremum{}, false
			}
			return extremum{p, float64(p.x) + dx, float64(p.y) + dy, scaleOf(float64(p.layer) + ds)}, true
		}
		if math.Abs(dx)+math.Abs(dy)+math.Abs(ds) > 1e3 {
			return extremum{}, false
		}
		p = place{p.layer + int(math.Round(ds)), p.y + int(math.Round(dy)), p.x + int(math.Round(dx))}
		if p.layer < 1 || p.layer > layers || p.x < border || p.y < border || p.x >= o.w-border || p.y >= o.h-border {
			return extremum{}, false
		}
	}
	return extremum{}, false
}

// solve solves the symmetric system of three equations by Cramer's rule.
func solve(xx, xy, xs, yy, ys, ss, bx, by, bs float64) (x, y, s float64, ok bool) {
	minor := func(a, b, c, d float64) float64 { return float64(a*d) - float64(b*c) }
	sum := func(a, b, c float64) float64 { return a + b + c }
	a, b, c := minor(yy, ys, ys, ss), minor(xy, ys, xs, ss), minor(xy, yy, xs, ys)
	det := sum(float64(xx*a), -float64(xy*b), float64(xs*c))
	if det == 0 {
		return 0, 0, 0, false
	}
	x = sum(float64(bx*a), -float64(xy*minor(by, ys, bs, ss)), float64(xs*minor(by, yy, bs, ys))) / det
	y = sum(float64(xx*minor(by, ys, bs, ss)), -float64(bx*b), float64(xs*minor(xy, by, xs, bs))) / det
	s = sum(float64(xx*minor(yy, by, ys, bs)), -float64(xy*minor(xy, by, xs, bs)), float64(bx*c)) / det
	return x, y, s, true
}

// gradient returns the gradient of a layer at a pixel, twice as long.
func (p plane) gradient(x, y int) (gx, gy float32) {
	at := y*p.w + x
	return p.pix[at+1] - p.pix[at-1], p.pix[at+p.w] - p.pix[at-p.w]
}

// directions returns the directions in which the picture about an extremum
// rises (section 5).
func (o *octave) directions(e extremum) []float64 {
	m := o.blurred[e.layer]
	sigma := directionSigma * e.scale
	radius := int(math.Round(directionRadius * sigma))
	var raw, bins [directions]float32
	for y := max(e.y-radius, 1); y <= min(e.y+radius, o.h-2); y++ {
		for x := max(e.x-radius, 1); x <= min(e.x+radius, o.w-2); x++ {
			gx, gy := m.gradient(x, y)
			dx, dy := float32(x)-float32(e.fx), float32(y)-float32(e.fy)
			far := (float32(dx*dx) + float32(dy*dy)) / float32(2*sigma*sigma)
			bin := int(float32(angleOf(gx, gy)*(directions/(2*math.Pi))) + 0.5)
			raw[bin%directions] += float32(fade(far) * length(gx, gy))
		}
	}
	// Smoothed by the binomial 1 4 6 4 1.
	at := func(i int) float32 { return raw[(i+directions)%directions] }
	highest := float32(0)
	for i := range bins {
		bins[i] = (float32(6*at(i)) + float32(4*(at(i-1)+at(i+1))) + at(i-2) + at(i+2)) / 16
		highest = max(highest, bins[i])
	}
	var found []float64
	for i, v := range bins {
		before, after := bins[(i+directions-1)%directions], bins[(i+1)%directions]
		if v <= before || v <= after || v < secondDirection*highest {
			continue
		}
		// The top of the parabola through the three.
		shift := float64((before-after)/2) / float64(before-2*v+after)
		found = append(found, math.Mod(float64(i)+shift+directions, directions)*(2*math.Pi/directions))
	}
	return found
}

// describe returns the descriptor of an extremum (section 6).
func (o *octave) describe(e extremum, angle float64) [Length]uint8 {
	m := o.blurred[e.layer]
	side := squareSide * e.scale
	radius := int(math.Round(side * math.Sqrt2 * (grid + 1) / 2))
	radius = min(radius, o.w+o.h)
	sin, cos := math.Sincos(angle)
	alongX, alongY := float32(cos/side), float32(sin/side)
	start := float32(angle)
	// With a margin on all sides, so that no bin needs to be checked.
	var bins [(grid + 2) * (grid + 2) * angles]float32
	for y := max(e.y-radius, 1); y <= min(e.y+radius, o.h-2); y++ {
		for x := max(e.x-radius, 1); x <= min(e.x+radius, o.w-2); x++ {
			dx, dy := float32(x)-float32(e.fx), float32(y)-float32(e.fy)
			column := float32(alongX*dx) + float32(alongY*dy)
			row := float32(alongX*dy) - float32(alongY*dx)
			// 1 is the middle of the first square, grid that of the last.
			u, v := column+(grid+1)/2.0, row+(grid+1)/2.0
			if u <= 0 || v <= 0 || u >= grid+1 || v >= grid+1 {
				continue
			}
			gx, gy := m.gradient(x, y)
			// The window is half as wide as the descriptor.
			const spread = 2 * (grid / 2) * (grid / 2)
			weight := float32(fade((float32(column*column)+float32(row*row))/spread) * length(gx, gy))
			turn := angleOf(gx, gy) - start
			if turn < 0 {
				turn += 2 * math.Pi
			}
			direction := float32(turn * (angles / (2 * math.Pi)))
			// Shared among the two nearest bins in all three directions.
			i, j, k := int(u), int(v), int(direction)
			fu, fv, fk := u-float32(i), v-float32(j), direction-float32(k)
			k0, k1 := k%angles, (k+1)%angles
			at := (j*(grid+2) + i) * angles
			for _, corner := range [4]struct {
				at     int
				weight float32
			}{
				{at, float32((1 - fu) * (1 - fv))},
				{at + angles, float32(fu * (1 - fv))},
				{at + (grid+2)*angles, float32((1 - fu) * fv)},
				{at + (grid+3)*angles, float32(fu * fv)},
			} {
				part := float32(weight * corner.weight)
				bins[corner.at+k0] += float32(part * (1 - fk))
				bins[corner.at+k1] += float32(part * fk)
			}
		}
	}
	var d [Length]float32
	for j := range grid {
		for i := range grid {
			copy(d[(j*grid+i)*angles:][:angles], bins[((j+1)*(grid+2)+i+1)*angles:])
		}
	}
	return quantized(d)
}

// quantized scales a descriptor to unit length, bounds its elements, so that a
// change of light that is stronger here than there counts less, and scales
// again, to whole numbers.
func quantized(d [Length]float32) [Length]uint8 {
	norm := func() float32 {
		sum := float32(0)
		for _, v := range d {
			sum += float32(v * v)
		}
		return max(float32(math.Sqrt(float64(sum))), 1e-20)
	}
	bound := clamp * norm()
	for i := range d {
		d[i] = min(d[i], bound)
	}
	scale := 512 / norm()
	var out [Length]uint8
	for i, v := range d {
		out[i] = uint8(min(float32(v*scale)+0.5, 255))
	}
	return out
}

// length returns the length of a vector.
func length(x, y float32) float32 {
	return float32(math.Sqrt(float64(float32(x*x) + float32(y*y))))
}

// angleOf returns the direction of a vector, 0 to 2π, to 10⁻⁵: the polynomial
// 4.4.49 of Abramowitz and Stegun for the arcus tangent.
func angleOf(x, y float32) float32 {
	ax, ay := max(x, -x), max(y, -y)
	if ax == 0 && ay == 0 {
		return 0
	}
	t := min(ax, ay) / max(ax, ay)
	s := float32(t * t)
	p := float32(0.0208351)
	for _, c := range [...]float32{-0.0851330, 0.1801410, -0.3302995, 0.9998660} {
		p = float32(p*s) + c
	}
	a := float32(p * t)
	if ay > ax {
		a = math.Pi/2 - a
	}
	if x < 0 {
		a = math.Pi - a
	}
	if y < 0 {
		a = 2*math.Pi - a
	}
	return min(max(a, 0), 2*math.Pi-1e-6)
}

// fadeStep is how finely fade is tabulated.
const fadeStep = 256

// fadeTable holds exp(−i/fadeStep).
var fadeTable = func() (table [12 * fadeStep]float32) {
	for i := range table {
		table[i] = float32(math.Exp(-float64(i) / fadeStep))
	}
	return table
}()

// fade returns exp(−t) for t ≥ 0.
func fade(t float32) float32 {
	i := int(t*fadeStep + 0.5)
	if i >= len(fadeTable) {
		return 0
	}
	return fadeTable[i]
}
