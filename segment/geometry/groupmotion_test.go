package geometry

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// TestFitGroupMotion has the kind of motion found that is the shortest of all kinds,
// for groups of many sizes that each kind describes.
func TestFitGroupMotion(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	scale := motionScale{noise: 1, drift: 0.05, lost: 0.1}
	var met [byEpipolarHomography + 1]int
	for _, count := range []int{1, 3, 4, 5, 6, 9, 12, 30, 120} {
		for bend := range 4 { // the more, the more a motion has
			for range 5 {
				w := &TwoView{unit: [2]float64{1, 1}}
				var members []int
				for i := range count {
					x, y, depth := 300*rng.Float64(), 300*rng.Float64(), rng.Float64()
					u, v := x+7, y-3
					if bend > 0 {
						u, v = u+0.08*x, v-0.05*y
					}
					if bend > 1 {
						tilt := 1 + 5e-4*x
						u, v = u/tilt, v/tilt
					}
					if bend > 2 {
						u, v = u+40*depth, v+15*depth
					}
					w.Points = append(w.Points, i)
					w.X, w.Y = append(w.X, x), append(w.Y, y)
					w.U, w.V = append(w.U, u+0.3*rng.NormFloat64()), append(w.V, v+0.3*rng.NormFloat64())
					members = append(members, i)
				}
				got, all := FitGroupMotion(w, members, scale), fitAllKinds(w, members, scale)
				least, shortest := math.Inf(1), byShift
				for kind := byShift; kind <= byEpipolarHomography; kind++ {
					if all.can(kind) {
						cost := all.costs(w, members, kind, scale, math.Inf(1))
						if cost < least {
							least, shortest = cost, kind
						}
						checkPointCosts(t, all, w, kind, scale, cost)
					}
				}
				if got.Kind != shortest || got.nats != least {
					t.Errorf("%d points, bend %d: kind %d takes %v, want %d with %v", count, bend, got.Kind, got.nats, shortest, least)
				}
				met[shortest]++
			}
		}
	}
	for kind, n := range met {
		if n == 0 {
			t.Errorf("no group was described by kind %d", kind)
		}
	}
}

// fitAllKinds fits every kind of motion to the members of a view that keeps the
// data's units.
func fitAllKinds(w *TwoView, members []int, scale motionScale) *groupMotion {
	g := newGroupMotion(w, members)
	if g.Count > 0 {
		for kind := byShift; kind <= byEpipolarHomography; kind++ {
			g.fit(kind, scale)
		}
	}
	return g
}

// checkPointCosts: what points cost by a kind of motion adds up to what all of them do, cost; along epipolar lines,
// where the logarithm is of the mean, to a little less.
func checkPointCosts(t *testing.T, g *groupMotion, w *TwoView, kind motionKind, scale motionScale, cost float64) {
	t.Helper()
	each := make([]float64, w.Len())
	g.PointCosts(w, kind, scale, each)
	sum, most := floats.Sum(each)+priceOf(parameters[kind], w.Len()), 1e-9
	if kind >= byEpipolarAffine {
		most = 0.06 * cost
	}
	if sum > cost+1e-9 || sum < cost-most {
		t.Errorf("%d points by kind %d cost %v one by one, %v together", w.Len(), kind, sum, cost)
	}
}

// TestExactMaps: points that a map takes where they are shown cost no more than its parameters.
func TestExactMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	scale := motionScale{noise: 1, drift: 0.05, lost: 0.1}
	for kind := byShift; kind <= byHomography; kind++ {
		w := &TwoView{unit: [2]float64{1, 1}}
		var members []int
		for i := range 50 {
			x, y := 300*rng.Float64(), 200*rng.Float64()
			u, v := x+7, y-3
			if kind > byShift {
				u, v = u+0.5*x, v-0.3*y
			}
			if kind > byAffine {
				u, v = u/(1+5e-4*x), v/(1+5e-4*x)
			}
			w.Points, members = append(w.Points, i), append(members, i)
			w.X, w.Y, w.U, w.V = append(w.X, x), append(w.Y, y), append(w.U, u), append(w.V, v)
		}
		g := fitAllKinds(w, members, scale)
		price := priceOf(parameters[kind], 50)
		if cost := g.costs(w, members, kind, scale, math.Inf(1)); cost > price+1e-6 {
			t.Errorf("kind %d takes %v, its parameters %v", kind, cost, price)
		}
	}
}
