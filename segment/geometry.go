package segment

import (
	"context"
	"math"

	"motionseg/segment/internal/parallel"
)

const (
	// judgedViews is how many pairs and triples of frames of one gap a grouping
	// is judged by at most, spread evenly.
	judgedViews = 8
	// judgedPoints bounds the points of a view that are looked at; of more, as
	// many are taken evenly in the order of their coordinates.
	judgedPoints = 500
	// leastJudged is how many points a view must have to be looked at.
	leastJudged = 8
	// threeViewShare weighs triples of frames against pairs.
	threeViewShare = 0.5
)

var (
	pairGaps   = []int{1, 3, 8}
	tripleGaps = []int{1, 3} // from each of the three frames to the next
)

// geometry judges groupings of points by how well each group's motion between
// pairs and triples of frames is described by that of one rigid body.
type geometry struct {
	pairs   []*twoView
	triples []*threeView
	scale   motionScale
	workers int
}

// geometryOf returns the views of data to judge by.
func geometryOf(data Data, workers int) *geometry {
	g := &geometry{scale: motionScale{motionNoise * seenSpread(data)}, workers: workers}
	for _, p := range (drawing{gaps: pairGaps}).evenPairs(data, judgedViews) {
		if w := plainViewOf(data, p[0], p[1]); w.len() >= leastJudged {
			g.pairs = append(g.pairs, w.thinned(judgedPoints))
		}
	}
	if data.Kind == TwoFrames {
		return g
	}
	for _, gap := range tripleGaps {
		for _, p := range (drawing{gaps: []int{2 * gap}}).evenPairs(data, judgedViews) {
			w := plainViewOf(data, p[0], p[1])
			f := p[0] + gap
			var both []int
			for i, point := range w.points {
				if data.Visible == nil || data.Visible[point][f] {
					both = append(both, i)
				}
			}
			if len(both) < leastJudged {
				continue
			}
			t := &threeView{twoView: w.only(both).thinned(judgedPoints)}
			for _, point := range t.points {
				t.s = append(t.s, data.X.At(2*f, point))
				t.t = append(t.t, data.X.At(2*f+1, point))
			}
			g.triples = append(g.triples, t)
		}
	}
	return g
}

// thinned returns w with at most limit points.
func (w *twoView) thinned(limit int) *twoView {
	if w.len() <= limit {
		return w
	}
	some := make([]int, limit)
	for i := range some {
		some[i] = i * w.len() / limit
	}
	return w.only(some)
}

// only returns w with the points at these places.
func (w *twoView) only(places []int) *twoView {
	o := &twoView{unit: w.unit}
	for _, i := range places {
		o.points = append(o.points, w.points[i])
		o.x, o.y, o.u, o.v = append(o.x, w.x[i]), append(o.y, w.y[i]), append(o.u, w.u[i]), append(o.v, w.v[i])
	}
	return o
}

// members returns the places of the points of every group 1…k.
func (w *twoView) members(labels []int, k int) [][]int {
	members := make([][]int, k)
	for i, point := range w.points {
		if l := labels[point]; l > 0 {
			members[l-1] = append(members[l-1], i)
		}
	}
	return members
}

// cost returns what it takes to describe where the points of a grouping go, in
// nats per point and view: the mean over pairs, and over triples where there
// are any, weighed by threeViewShare.
func (g *geometry) cost(ctx context.Context, labels []int, k int) (float64, error) {
	pairs, triples := make([]float64, len(g.pairs)), make([]float64, len(g.triples))
	parallel.Each(len(pairs)+len(triples), g.workers, func(_, i int) {
		if ctx.Err() != nil {
			return
		}
		if i < len(triples) {
			w := g.triples[i]
			for _, members := range w.members(labels, k) {
				triples[i] += w.cost(members, g.scale)
			}
			return
		}
		i -= len(triples)
		w := g.pairs[i]
		for _, members := range w.members(labels, k) {
			pairs[i] += fitGroupMotion(w, members, g.scale).cost
		}
	})
	var inPairs, inTriples, pairPoints, triplePoints float64
	for i, w := range g.pairs {
		inPairs += pairs[i]
		pairPoints += float64(w.len())
	}
	for i, w := range g.triples {
		inTriples += triples[i]
		triplePoints += float64(w.len())
	}
	switch {
	case pairPoints == 0:
		return 0, ctx.Err()
	case triplePoints == 0:
		return inPairs / pairPoints, ctx.Err()
	}
	return (1-threeViewShare)*inPairs/pairPoints + threeViewShare*inTriples/triplePoints, ctx.Err()
}

// seenSpread returns the root mean square of the coordinates that are seen,
// around the means of x and of y.
func seenSpread(data Data) float64 {
	rows, n := data.X.Dims()
	axes := [][]int{nil, nil}
	if data.Kind == TwoFrames {
		axes = [][]int{{2, 6}, {5, 7}}
	} else {
		for r := range rows {
			axes[r%2] = append(axes[r%2], r)
		}
	}
	var square, count float64
	for _, axis := range axes {
		var mean, seen float64
		visit := func(f func(v float64)) {
			for _, r := range axis {
				for i, v := range data.X.RawRowView(r) {
					if data.Visible == nil || data.Visible[i][r/2] {
						f(v)
					}
				}
			}
		}
		visit(func(v float64) { mean += v; seen++ })
		mean /= max(seen, 1)
		visit(func(v float64) { square += (v - mean) * (v - mean) })
		count += seen
	}
	if n == 0 || count == 0 {
		return 0
	}
	return math.Sqrt(square / count)
}
