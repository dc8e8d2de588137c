package spectral

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// plainDistance is the squared distance of a and b, summed in the order that
// points are compared with centres in.
func plainDistance(a, b []float64) float64 {
	var sum float64
	for i, v := range a {
		gap := v - b[i]
		sum += float64(gap * gap)
	}
	return sum
}

// plainLloyd is lloyd with every distance computed by itself.
func plainLloyd(x, centres *mat.Dense, labels []int) float64 {
	n, _ := x.Dims()
	k, _ := centres.Dims()
	nearest := make([]float64, n)
	for i := range labels {
		labels[i] = -1
	}
	for range mostTurns {
		changed := false
		var cost float64
		for i := range n {
			closest, distance := 0, math.Inf(1)
			for c := range k {
				if s := plainDistance(x.RawRowView(i), centres.RawRowView(c)); s < distance {
					closest, distance = c, s
				}
			}
			nearest[i] = distance
			cost += distance
			if labels[i] != closest {
				labels[i], changed = closest, true
			}
		}
		if !changed {
			return cost
		}
		counts := make([]float64, k)
		centres.Zero()
		for i, c := range labels {
			counts[c]++
			for j, v := range x.RawRowView(i) {
				centres.RawRowView(c)[j] += v
			}
		}
		for c, count := range counts {
			if count == 0 {
				far := slices.Index(nearest, slices.Max(nearest))
				centres.SetRow(c, x.RawRowView(far))
				nearest[far] = 0
				continue
			}
			for j := range centres.RawRowView(c) {
				centres.RawRowView(c)[j] /= count
			}
		}
	}
	return math.NaN()
}

// TestLloydIsExact holds labels, centres and cost, to the bit, to those of all
// distances, also where points repeat, where centres coincide and where groups run
// empty.
func TestLloydIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for trial := range 200 {
		n, d, k := 5+rng.IntN(200), 1+rng.IntN(20), 1+rng.IntN(12)
		k = min(k, n)
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, rng.NormFloat64()+3*float64(i%k))
			}
			if trial%3 == 0 {
				x.SetRow(i, x.RawRowView(i/2*2)) // pairs of points
			}
		}
		start := mat.NewDense(k, d, nil)
		for c := range k {
			start.SetRow(c, x.RawRowView(rng.IntN(n)))
			if trial%5 == 0 {
				start.Set(c, 0, 1e3*float64(c)) // far from all points
			}
		}
		want := make([]int, n)
		centres, wantCentres := mat.DenseCopyOf(start), mat.DenseCopyOf(start)
		a := newAssignment(x, k)
		a.begin()
		for c := range k {
			a.add(centres.RawRowView(c), c)
		}
		cost, wantCost := lloyd(x, centres, a), plainLloyd(x, wantCentres, want)
		if cost != wantCost || !slices.Equal(a.labels, want) || !mat.Equal(centres, wantCentres) {
			t.Fatalf("trial %d, %d points, %d groups: cost %v, want %v; labels\n%v, want\n%v", trial, n, k, cost,
				wantCost, a.labels, want)
		}
	}
}
