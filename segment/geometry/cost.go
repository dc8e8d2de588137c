package geometry

import (
	"context"
	"math"
	"slices"

	"motionseg/segment/core"
	"motionseg/segment/internal/parallel"
)

const (
	// judgedViews is how many pairs and triples of frames of one gap a grouping
	// is judged by at most, spread evenly.
	judgedViews = 8
	// LeastJudged is how many points a view must have to be looked at, and to tell the
	// noise of tracks.
	LeastJudged = 8
	// threeViewShare weighs triples of frames against pairs.
	threeViewShare = 0.5
)

var (
	pairGaps   = []int{1, 3, 8}
	tripleGaps = []int{1, 3} // from each of the three frames to the next
)

// Scorer judges groupings of points by how well each group's motion between
// pairs and triples of frames is described by that of one rigid body.
type Scorer struct {
	views []motionView
	// share is what a nat of a view counts; the points of all views together
	// count 1.
	share []float64
	whole []viewMotion // of all points of a view; nil where it is not known
	// perTrack is in how many views a track is seen on average, as many as are
	// looked at.
	perTrack float64
	triples  int // how many of the views, the last ones, have three frames
	Scale    motionScale
	Workers  int
	costs    *costsKept
	// Described are, for every view, the motions of groups that were described in
	// it: groupings, which may be looked at side by side, share most of their groups
	// in most views. nil where nothing is kept.
	Described []*descriptions
}

// NewScorer returns the views of data to judge by, with this scale. The error is
// ctx.Err().
func NewScorer(ctx context.Context, data core.Data, scale motionScale, workers int) (*Scorer, error) {
	g := &Scorer{Scale: scale, Workers: workers, costs: newCostsKept()}
	var pairPoints, triplePoints float64
	var seen int // points of views, in the first and the last frame
	for _, p := range (SamplingScheme{gaps: pairGaps}).EvenPairs(data, judgedViews) {
		if w := PlainViewOf(data, p[0], p[1]); w.Len() >= LeastJudged {
			w = w.thinned(JudgedPoints)
			g.views = append(g.views, w)
			pairPoints += float64(w.Len())
			seen += len(data.SeenIn(p))
		}
	}
	pairs := len(g.views)
	if data.Kind == core.Trajectories {
		for _, gap := range tripleGaps {
			for _, p := range (SamplingScheme{gaps: []int{2 * gap}}).EvenPairs(data, judgedViews) {
				if w := threeViewOf(data, p[0], p[0]+gap, p[1]); w.Len() >= LeastJudged {
					g.views = append(g.views, w)
					triplePoints += float64(w.Len())
					seen += len(data.SeenIn(p))
				}
			}
		}
	}
	g.triples = len(g.views) - pairs
	g.perTrack = float64(seen) / float64(data.Points())
	for i := range g.views {
		switch {
		case triplePoints == 0:
			g.share = append(g.share, 1/pairPoints)
		case i < pairs:
			g.share = append(g.share, (1-threeViewShare)/pairPoints)
		default:
			g.share = append(g.share, threeViewShare/triplePoints)
		}
	}
	g.whole = make([]viewMotion, len(g.views))
	g.Described = newDescriptions(len(g.views))
	parallel.Each(len(g.views), workers, func(_, i int) {
		if ctx.Err() == nil {
			g.views[i].weigh(scale)
			all := make([]int, g.views[i].Len())
			for place := range all {
				all[place] = place
			}
			g.whole[i] = g.views[i].describe(all, g.Scale)
			if w, ok := g.views[i].(*threeView); ok {
				w.setAll(g.whole[i].(*tripleMotion))
			}
		}
	})
	return g, ctx.Err()
}

// scorerKey names the views of a scale in an Analysis.
type scorerKey struct{ scale motionScale }

// SharedScorer is NewScorer whose views, with the motions of all of their points, known
// keeps: neither the number of motions nor what a cut weighs changes them.
func SharedScorer(
	ctx context.Context, known *core.Analysis, data core.Data, scale motionScale, workers int,
) (*Scorer, error) {
	key := scorerKey{scale}
	key.scale.Cut = 0
	shared, err := known.Once(ctx, data, key, func() (any, error) { return NewScorer(ctx, data, scale, workers) })
	if err != nil {
		return nil, err
	}
	g := shared.(*Scorer).Copy()
	g.Scale, g.Workers = scale, workers
	return g, ctx.Err()
}

// NewPairScorer returns so many pairs of frames of each gap, of complete tracks, to judge
// groupings by with this scale.
func NewPairScorer(data core.Data, scale motionScale, count, workers int) *Scorer {
	g := &Scorer{Scale: scale, Workers: workers}
	var points float64
	for _, p := range (SamplingScheme{gaps: pairGaps}).EvenPairs(data, count) {
		w := PlainViewOf(data, p[0], p[1]).thinned(JudgedPoints)
		g.views = append(g.views, w)
		points += float64(w.Len())
	}
	for range g.views {
		g.share = append(g.share, 1/points)
	}
	return g
}

// motions returns the motion of every group in a view, nil for one without
// points there, and how many points it is of.
func (g *Scorer) motions(view int, labels []int, k int) (motions []*description, sizes []int) {
	motions, sizes = make([]*description, k), make([]int, k)
	for group, members := range g.views[view].Members(labels, k) {
		if sizes[group] = len(members); len(members) > 0 {
			motions[group] = g.describe(view, members)
		}
	}
	return motions, sizes
}

// forgetCosts has nothing kept of what was described, and room for it.
func (g *Scorer) forgetCosts() {
	g.costs, g.Described = newCostsKept(), newDescriptions(len(g.views))
}

// describe returns the motion of the points at these places of a view, described once.
func (g *Scorer) describe(view int, members []int) *description {
	w := g.views[view]
	m := new(description)
	if g.Described != nil {
		places := make([]byte, (w.Len()+7)/8)
		for _, place := range members {
			places[place/8] |= 1 << (place % 8)
		}
		m = g.Described[view].find(string(places))
	}
	m.fitted.Do(func() {
		if len(members) == w.Len() && g.whole != nil {
			m.viewMotion = g.whole[view]
		} else {
			m.viewMotion = w.describe(members, g.Scale)
		}
	})
	return m
}

// total returns what the motions of all groups in all views come to, in nats per
// point and view: the mean over pairs, and over triples where there are any,
// weighed by threeViewShare. A group pays the mean price of its motions also
// where too little of it is seen for one: otherwise a grouping would be the
// shorter the fewer views its groups are seen in.
func (g *Scorer) total(motions [][]*description, sizes [][]int, k int) float64 {
	var total float64
	pairs := len(g.views) - g.triples
	for _, views := range [2][2]int{{0, pairs}, {pairs, len(g.views)}} {
		for group := range k {
			var prices, seen float64
			for i := views[0]; i < views[1]; i++ {
				if sizes[i][group] >= AffineModel.Fitted() {
					prices += motions[i][group].price()
					seen++
				}
			}
			price := prices / max(seen, 1)
			for i := views[0]; i < views[1]; i++ {
				m := motions[i][group]
				switch {
				case m == nil:
					total += price * g.share[i]
				case sizes[i][group] < AffineModel.Fitted():
					total += (m.Cost() + max(price-m.price(), 0)) * g.share[i]
				default:
					total += m.Cost() * g.share[i]
				}
			}
		}
	}
	return total
}

// Cost returns what it takes to describe where the points of a grouping go, see
// total.
func (g *Scorer) Cost(ctx context.Context, labels []int, k int) (float64, error) {
	motions, sizes, err := g.motionsOf(ctx, labels, k)
	if err != nil {
		return 0, err
	}
	return g.total(motions, sizes, k), nil
}

// motionsOf returns the motions of the groups in every view and how many of their points are seen there.
func (g *Scorer) motionsOf(ctx context.Context, labels []int, k int) (
	motions [][]*description, sizes [][]int, err error,
) {
	motions, sizes = make([][]*description, len(g.views)), make([][]int, len(g.views))
	parallel.Each(len(g.views), g.Workers, func(_, i int) {
		if ctx.Err() == nil {
			motions[i], sizes[i] = g.motions(i, labels, k)
		}
	})
	return motions, sizes, ctx.Err()
}

// ViewCosts returns the [Scorer.Cost] of group 1 alone, and what it takes in every view; NaN in views in
// which too few points of it are seen for a motion. The error is ctx.Err().
func (g *Scorer) ViewCosts(ctx context.Context, labels []int) (cost float64, views []float64, err error) {
	motions, sizes, err := g.motionsOf(ctx, labels, 1)
	if err != nil {
		return 0, nil, err
	}
	views = make([]float64, len(g.views))
	for i := range views {
		if views[i] = math.NaN(); sizes[i][0] >= AffineModel.Fitted() {
			views[i] = motions[i][0].Cost() * g.share[i]
		}
	}
	return g.total(motions, sizes, 1), views, nil
}

// TrackCosts returns the Cost of the grouping and, n×k, what each track adds to it in every group
// with the motions of the groups as they are.
func (g *Scorer) TrackCosts(ctx context.Context, labels []int, k int) (tracks []float64, cost float64, err error) {
	motions, sizes := make([][]*description, len(g.views)), make([][]int, len(g.views))
	parallel.Each(len(g.views), g.Workers, func(_, i int) {
		if ctx.Err() != nil {
			return
		}
		motions[i], sizes[i] = g.motions(i, labels, k)
		most := g.most(i)
		for _, m := range motions[i] {
			if m != nil {
				m.ofPoints(g.views[i].Len(), most)
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	tracks = make([]float64, len(labels)*k)
	for i, w := range g.views {
		most := g.most(i)
		for group, m := range motions[i] {
			for place, column := range w.columns() {
				cost := most
				if m != nil {
					cost = m.points[place]
				}
				tracks[column*k+group] += g.share[i] * cost
			}
		}
	}
	return tracks, g.total(motions, sizes, k), nil
}

// most is what a point of a view costs at most.
func (g *Scorer) most(view int) float64 {
	if view >= len(g.views)-g.triples {
		return 2 * g.Scale.Unexplained()
	}
	return g.Scale.Unexplained()
}

// ViewsOfTrack returns how many nats a track's motion takes for every nat of the
// mean over points and views: in how many views it is seen.
func (g *Scorer) ViewsOfTrack() float64 { return max(g.perTrack, 1) }

// Copy returns what may be changed, and looked at side by side with g.
func (g *Scorer) Copy() *Scorer {
	own := *g
	own.views = slices.Clone(g.views)
	own.forgetCosts()
	return &own
}

// Restore turns points in an order into those numbered as they are given.
func (g *Scorer) Restore(order []int) {
	g.forgetCosts() // labels were in that order, and motions are not to be kept beside the result
	for i, v := range g.views {
		columns := make([]int, v.Len())
		for place, column := range v.columns() {
			columns[place] = order[column]
		}
		g.views[i] = v.renumbered(columns) // others may look at v
	}
}
