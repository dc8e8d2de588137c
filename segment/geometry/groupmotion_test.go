package geometry

import (
	"math"
	"math/rand/v2"
	"testing"
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
						if cost := all.costs(w, members, kind, scale, math.Inf(1)); cost < least {
							least, shortest = cost, kind
						}
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
