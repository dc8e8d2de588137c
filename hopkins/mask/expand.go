package mask

// unit is the cost 1 as a whole number.
const unit = 4096

// Weights of the smoothness between neighbours.
const (
	smoothness1024 = 614  // λ = 0.6, times 1024
	flatShare      = 0.02 // f, what even the strongest edge costs
	edgeScale      = 1.0  // β
)

// neighbours are the ways to the eight neighbours of a pixel, columns and rows, each beside
// its opposite.
var neighbours = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1}}

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
// every two neighbours with different labels their weight. It knows those pixels alone
// whose label may change.
type energy struct {
	width, height int
	labels        int
	free          []int32 // pixels whose label may change
	index         []int32 // of every pixel in free, −1 for the others
	cost          []int32 // labels for each of free
	weight        []int32 // 8 for each of free, 0 towards the outside
}

// take takes the weights from a level, of which a pixel is so many wide in the picture, for
// the pixels that may change, nil for all.
func (e *energy) take(l *level, scale int, free []int32) {
	e.width, e.height = l.width, l.height
	n := l.width * l.height
	e.index = resized(e.index, n)
	if free == nil {
		e.free = resized(e.free, n)
		for i := range e.free {
			e.free[i], e.index[i] = int32(i), int32(i)
		}
	} else {
		e.free = append(e.free[:0], free...)
		for i := range e.index {
			e.index[i] = none
		}
		for i, p := range e.free {
			e.index[p] = int32(i)
		}
	}
	e.weight = resized(e.weight, 8*len(e.free))
	mean := meanContrast(l)
	// First those that the opposite direction takes from the neighbour.
	for d := 0; d < 8; d += 2 {
		for i := range e.free {
			e.weight[8*i+d] = e.weightOf(l, i, d, mean, scale)
		}
	}
	for d := 1; d < 8; d += 2 {
		for i := range e.free {
			if j := e.neighbour(i, d); j >= 0 && e.index[j] >= 0 {
				e.weight[8*i+d] = e.weight[8*e.index[j]+int32(d^1)]
			} else {
				e.weight[8*i+d] = e.weightOf(l, i, d, mean, scale)
			}
		}
	}
}

// resized returns a slice of that length, with anything in it.
func resized(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	return s[:n]
}

// neighbour returns the pixel beside the i-th of free in a direction, −1 outside.
func (e *energy) neighbour(i, d int) int {
	p := int(e.free[i])
	x, y := p%e.width+neighbours[d][0], p/e.width+neighbours[d][1]
	if x < 0 || y < 0 || x >= e.width || y >= e.height {
		return none
	}
	return y*e.width + x
}

// weightOf returns the weight of the i-th of free and its neighbour in a direction.
func (e *energy) weightOf(l *level, i, d int, mean int64, scale int) int32 {
	q := e.neighbour(i, d)
	if q < 0 {
		return 0
	}
	// Index of edgeTable for a squared difference c: edgeSteps·c/(2·mean).
	c := contrast(l.pix[channels*int(e.free[i]):], l.pix[channels*q:])
	weight := int64(edgeTable[min(c*edgeSteps/(2*mean), int64(len(edgeTable)-1))]) * smoothness1024 / 1024
	if d >= 4 {
		weight = weight * 724 / 1024 // 1/√2
	}
	return int32(weight / int64(scale))
}

// expansion minimises energies by expanding one label after the other.
//
// Y. Boykov, O. Veksler, R. Zabih: Fast approximate energy minimization via graph
// cuts, TPAMI 2001.
type expansion struct {
	graph graph
	node  []int32 // of each free pixel, −1 where it has the label already
	own   []int32 // free pixels that are nodes
	costs []int32
}

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

// within improves the labels of some pixels of a level, of which a pixel is so many wide in
// the picture. cost returns what begins with the costs of a pixel's labels.
func (x *expansion) within(
	e *energy, l *level, scale, labels int, free []int32, label []uint8, cost func(pixel int) []int32,
	cancelled func() bool,
) {
	if len(free) == 0 {
		return
	}
	e.take(l, scale, free)
	e.labels = labels
	x.costs = resized(x.costs, labels*len(free))
	e.cost = x.costs
	for i, p := range free {
		copy(e.cost[i*labels:(i+1)*labels], cost(int(p)))
		if labels == 2 {
			label[p] = 0
		}
	}
	x.minimise(e, label, cancelled)
}

// expand gives the label to those pixels where all together cost less with it, and
// reports whether there were any.
func (x *expansion) expand(e *energy, label []uint8, alpha uint8, cancelled func() bool) bool {
	x.node, x.own = resized(x.node, len(e.free)), x.own[:0]
	for i, p := range e.free {
		x.node[i] = none
		if label[p] != alpha {
			x.node[i] = int32(len(x.own))
			x.own = append(x.own, int32(i))
		}
	}
	x.graph.resize(len(x.own))
	for p, i := range x.own {
		x.terms(e, label, alpha, p, int(i))
	}
	x.graph.cut(cancelled)
	changed := false
	for p, i := range x.own {
		if x.graph.onSink(p) {
			label[e.free[i]], changed = alpha, true
		}
	}
	return changed
}

// terms adds what node p, the i-th free pixel, costs: on the sink's side it takes alpha.
func (x *expansion) terms(e *energy, label []uint8, alpha uint8, p, i int) {
	g := &x.graph
	a := label[e.free[i]]
	g.terminal[p] += e.cost[i*e.labels+int(alpha)] - e.cost[i*e.labels+int(a)]
	for d := range 8 {
		weight := e.weight[8*i+d]
		if weight == 0 {
			continue
		}
		pixel := int(e.free[i]) + neighbours[d][1]*e.width + neighbours[d][0]
		b, q := label[pixel], int32(none)
		if j := e.index[pixel]; j >= 0 {
			q = x.node[j]
		}
		switch {
		case q < 0:
			g.terminal[p] += against(b, a, alpha, weight)
		case d%2 == 1: // the neighbour joins them
		case a == b:
			g.join(p, int(q), d, weight, weight)
		default:
			g.join(p, int(q), d, weight, 0)
			g.terminal[q] -= weight
		}
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
