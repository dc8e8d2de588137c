package mask

import (
	"image"
	"slices"
)

// unit is the cost 1 as a whole number.
const unit = 4096

// Weights of the smoothness between neighbours.
const (
	smoothness1024 = 614  // λ = 0.6, times 1024
	flatShare      = 0.02 // f, what even the strongest edge costs
	edgeScale      = 1.0  // β
)

// pairs are the weights of the smoothness: of every pixel with its neighbours
// right, below, right below and left below, those outside the picture 0.
type pairs struct {
	width, height int
	weight        []int32 // 4 a pixel
}

// The neighbours that pairs has, as columns and rows from the pixel; the
// directions of graph are twice their numbers.
var pairSteps = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}

// edgeTable is unit·(f + (1 − f)·exp(−β x)) for x from 0 in steps of 1/edgeSteps.
var edgeTable = func() (t [edgeSteps*8 + 1]int32) {
	for i := range t {
		t[i] = int32(0.5 + unit*(flatShare+float64((1-flatShare)*decay(edgeScale*float64(i)/edgeSteps))))
	}
	return t
}()

const edgeSteps = 64

// decay returns exp(−x) for x from 0 on, the same on every processor.
func decay(x float64) float64 {
	if x > 700 {
		return 0
	}
	// exp(−x) = exp(−x/1024)^1024, by a short series.
	y := x / 1024
	e := 1 - float64(y*(1-float64(y/2*(1-float64(y/3*(1-y/4))))))
	for range 10 {
		e = float64(e * e)
	}
	return e
}

// fill takes the weights from a level, of which a pixel is so many wide in the
// picture.
func (p *pairs) fill(l *level, scale int) {
	w, h := l.width, l.height
	p.width, p.height = w, h
	if n := 4 * w * h; cap(p.weight) < n {
		p.weight = make([]int32, n)
	} else {
		p.weight = p.weight[:n]
	}
	mean := meanContrast(l)
	// Index of edgeTable for a squared difference d: edgeSteps·d/(2·mean).
	for y := range h {
		for x := range w {
			here := l.pix[channels*(y*w+x):]
			for k, s := range pairSteps {
				at := 4*(y*w+x) + k
				u, v := x+s[0], y+s[1]
				if u < 0 || u >= w || v >= h {
					p.weight[at] = 0
					continue
				}
				i := min(contrast(here, l.pix[channels*(v*w+u):])*edgeSteps/(2*mean), int64(len(edgeTable)-1))
				weight := int64(edgeTable[i]) * smoothness1024 / 1024
				if k >= 2 {
					weight = weight * 724 / 1024 // 1/√2
				}
				p.weight[at] = int32(weight / int64(scale))
			}
		}
	}
}

// contrast is the squared difference of two colours.
func contrast(a, b []int16) int64 {
	x, y, z := int64(a[0])-int64(b[0]), int64(a[1])-int64(b[1]), int64(a[2])-int64(b[2])
	return x*x + y*y + z*z
}

// meanContrast is the mean over horizontal neighbours, 1 at least.
func meanContrast(l *level) int64 {
	sum := int64(0)
	for y := range l.height {
		row := l.row(y)
		for x := channels; x < len(row); x += channels {
			sum += contrast(row[x:], row[x-channels:])
		}
	}
	return max(sum/max(int64((l.width-1)*l.height), 1), 1)
}

// energy is what labels cost: in every pixel the cost of its label, and for
// every two neighbours with different labels their weight.
type energy struct {
	pairs
	labels int
	cost   []int32 // labels a pixel
	free   []bool  // pixels whose label may change; nil for all
	// window is where those are and one pixel around them.
	window image.Rectangle
}

// all lets every label change.
func (e *energy) all() {
	e.free, e.window = nil, image.Rect(0, 0, e.width, e.height)
}

// only lets the labels change where free says so.
func (e *energy) only(free []bool) {
	e.free, e.window = free, image.Rectangle{}
	for y := range e.height {
		row := free[y*e.width : (y+1)*e.width]
		first := slices.Index(row, true)
		if first < 0 {
			continue
		}
		last := e.width - 1
		for !row[last] {
			last--
		}
		e.window = e.window.Union(image.Rect(first-1, y-1, last+2, y+2))
	}
	e.window = e.window.Intersect(image.Rect(0, 0, e.width, e.height))
}

// expansion minimises energies by expanding one label after the other.
//
// Y. Boykov, O. Veksler, R. Zabih: Fast approximate energy minimization via graph
// cuts, TPAMI 2001.
type expansion struct{ graph graph }

// rounds is how often all labels are expanded at most.
const rounds = 3

// minimise improves the labels of all pixels, which may be 0 to begin with. For
// two labels it finds the minimum where all pixels begin with the same.
func (x *expansion) minimise(e *energy, label []uint8, cancelled func() bool) {
	idle := 0 // expansions in a row that changed nothing
	start := 0
	if e.labels == 2 {
		start = 1
	}
	for range rounds {
		for k := start; k < e.labels; k++ {
			if x.expand(e, label, uint8(k), cancelled) {
				idle = 0
			} else {
				idle++
			}
			if idle >= e.labels || cancelled() {
				return
			}
		}
		if e.labels == 2 {
			return
		}
	}
}

// expand gives the label to those pixels where all together cost less with it, and
// reports whether there were any.
func (x *expansion) expand(e *energy, label []uint8, alpha uint8, cancelled func() bool) bool {
	g, w, in := &x.graph, e.width, e.window
	g.resize(in.Dx(), in.Dy())
	free := func(at int) bool { return label[at] != alpha && (e.free == nil || e.free[at]) }
	for row := in.Min.Y; row < in.Max.Y; row++ {
		for column := in.Min.X; column < in.Max.X; column++ {
			at, p := row*w+column, g.node(column-in.Min.X, row-in.Min.Y)
			own := free(at)
			if own {
				g.terminal[p] += e.cost[at*e.labels+int(alpha)] - e.cost[at*e.labels+int(label[at])]
			}
			for k, s := range pairSteps {
				weight := e.weight[4*at+k]
				if u := column + s[0]; weight == 0 || u < in.Min.X || u >= in.Max.X || row+s[1] >= in.Max.Y {
					continue // none there, or neither may change
				}
				other := at + s[1]*w + s[0]
				x.join(p, p+int(g.step[2*k]), 2*k, weight, own, free(other), label[at], label[other], alpha)
			}
		}
	}
	g.cut(cancelled)
	changed := false
	for row := in.Min.Y; row < in.Max.Y; row++ {
		for column := in.Min.X; column < in.Max.X; column++ {
			at := row*w + column
			if g.onSink(g.node(column-in.Min.X, row-in.Min.Y)) && free(at) {
				label[at], changed = alpha, true
			}
		}
	}
	return changed
}

// join adds the smoothness of nodes p and q, its neighbour in direction d, with
// labels a and b: on the sink's side they take alpha.
func (x *expansion) join(p, q, d int, weight int32, pFree, qFree bool, a, b, alpha uint8) {
	g := &x.graph
	switch {
	case pFree && qFree && a == b:
		g.capacity[8*p+d] += weight
		g.capacity[8*q+(d^1)] += weight
	case pFree && qFree:
		g.capacity[8*p+d] += weight
		g.terminal[q] -= weight
	case pFree:
		g.terminal[p] += against(b, a, alpha, weight)
	case qFree:
		g.terminal[q] += against(a, b, alpha, weight)
	}
}

// against is what alpha costs more than the label own beside a fixed neighbour.
func against(fixed, own, alpha uint8, weight int32) int32 {
	cost := int32(0)
	if fixed != alpha {
		cost += weight
	}
	if fixed != own {
		cost -= weight
	}
	return cost
}
