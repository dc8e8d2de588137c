package geometry

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

// What a move changes of the normalised cut is what the cut says afterwards.
func TestMovesKeepTheCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const n = 30
	w := mat.NewDense(n, n, nil)
	labels, costs := make([]int, n), make([]float64, 3*n)
	for i := range n {
		labels[i] = 1 + i%3
		for j := range i {
			v := rng.Float64()
			w.Set(i, j, v)
			w.Set(j, i, v)
		}
		costs[3*i+rng.IntN(3)] = -1
	}
	m := newCutMoves(w, labels, 3)
	if !m.sweep(costs, func(cut float64) float64 { return 0.1 * cut }) {
		t.Fatal("no track moves")
	}
	if want := spectral.NormalizedCut(w, m.labels, 3); math.Abs(m.cut()-want) > 1e-12 || slices.Equal(m.labels, labels) {
		t.Errorf("cut %v after the moves, it is %v", m.cut(), want)
	}
}

// A group pays for its motion also where it is not seen.
func TestGroupsPayWhereTheyAreNotSeen(t *testing.T) {
	data, truth := scenes.MovingBodies(4, 2, 40, 12, 0.0005)
	g, err := NewScorer(context.Background(), data, CoarseScale(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	cost := func() float64 {
		c, err := g.Cost(context.Background(), truth, 2)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	before := cost()
	// Views in which the second body is not seen cost what its motion does not.
	var price float64
	motions, _ := g.motions(0, truth, 2)
	price = motions[1].price()
	w := g.views[0].(*TwoView)
	var first []int
	for place, column := range w.Points {
		if truth[column] == 1 {
			first = append(first, place)
		}
	}
	g.views[0] = w.only(first)
	if less := before - cost(); less > g.share[0]*(motions[1].Cost()-price/2) {
		t.Errorf("a view without the second body costs %v less, its motion there %v at a price of %v", less/g.share[0],
			motions[1].Cost(), price)
	}
}
