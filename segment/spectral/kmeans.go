package spectral

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/nearest"
)

const (
	// kmeansRestarts is how often Cluster starts, all from one stream of random numbers of
	// the seed.
	kmeansRestarts = 20
	// mostTurns bounds the iterations of each, and the turns of discretize; a few are usual.
	mostTurns = 300
)

// Kmeans groups the rows of x (N×d) around k centres by Lloyd's iterations
// from k-means++ starts (Arthur & Vassilvitskii 2007), and keeps the best of
// the restarts. It returns labels 0…k−1 and the centres (k×d). The
// same x, k and seed give the same labels. When ctx ends no more restarts are made.
func Kmeans(ctx context.Context, x *mat.Dense, k int, seed uint64, restarts int) ([]int, *mat.Dense) {
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	var best []int
	var bestCentres *mat.Dense
	bestCost := math.Inf(1)
	a := newAssignment(x, k)
	for range restarts {
		centres := plusPlus(x, k, rng, a)
		cost := lloyd(x, centres, a)
		if cost < bestCost {
			bestCost = cost
			best = append(best[:0], a.labels...)
			bestCentres = mat.DenseCopyOf(centres)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return best, bestCentres
}

// assignment is which of the centres given so far every point is nearest to.
type assignment struct {
	points  nearest.Points
	labels  []int     // of the nearest centre, of those as near the first
	squared []float64 // squared distance to it
	before  []int     // labels of an iteration before
	counts  []int     // of the points by labels
	moved   []bool    // centres whose points are others than an iteration before
	// own holds the squared distances of all points from every centre, k of the
	// padded length.
	own []float64
}

// newAssignment returns that of the rows of x (N×d) to k centres, of which none
// is given.
func newAssignment(x *mat.Dense, k int) *assignment {
	n, _ := x.Dims()
	padded := nearest.Padded(n)
	return &assignment{nearest.NewPoints(x), make([]int, padded)[:n], make([]float64, padded)[:n], make([]int, n),
		make([]int, k), make([]bool, k), make([]float64, k*padded)}
}

// begin forgets all centres.
func (a *assignment) begin() {
	for i := range a.squared {
		a.squared[i] = math.Inf(1)
	}
}

// add takes another centre, that of number c.
func (a *assignment) add(centre []float64, c int) {
	squared, labels := a.padded()
	a.points.Compare(centre, a.own[c*len(squared):][:len(squared)], c, squared, labels)
}

// addAgain takes centre c where it was when it was last added.
func (a *assignment) addAgain(c int) {
	squared, labels := a.padded()
	nearest.Again(a.own[c*len(squared):][:len(squared)], c, squared, labels)
}

// padded returns the squared distances and labels with what follows the points.
func (a *assignment) padded() ([]float64, []int) {
	return a.squared[:cap(a.squared)], a.labels[:cap(a.labels)]
}

// plusPlus draws k starting centres, each with probability proportional to the
// squared distance from those already drawn, and assigns the points to them.
func plusPlus(x *mat.Dense, k int, rng *rand.Rand, a *assignment) *mat.Dense {
	n, d := x.Dims()
	centres := mat.NewDense(k, d, nil)
	pick := rng.IntN(n)
	a.begin()
	for c := range k {
		centres.SetRow(c, x.RawRowView(pick))
		a.add(centres.RawRowView(c), c)
		var total float64
		for _, s := range a.squared {
			total += s
		}
		target := rng.Float64() * total
		pick = n - 1
		for i, w := range a.squared {
			target -= w
			if target < 0 {
				pick = i
				break
			}
		}
	}
	return centres
}

// lloyd moves centres, to which the points are assigned, to the means of their
// points until no label changes and returns the sum of squared distances. A centre
// that loses its last point moves to the point farthest from its own centre. Of
// centres whose points stay nothing is computed anew.
func lloyd(x, centres *mat.Dense, a *assignment) float64 {
	k, _ := centres.Dims()
	for c := range a.moved {
		a.moved[c] = true
	}
	for range mostTurns {
		a.centre(x, centres)
		copy(a.before, a.labels)
		a.begin()
		for c := range k {
			if a.moved[c] {
				a.add(centres.RawRowView(c), c)
			} else {
				a.addAgain(c)
			}
		}
		clear(a.moved)
		changed := false
		for i, c := range a.labels {
			if before := a.before[i]; c != before {
				a.moved[c], a.moved[before], changed = true, true, true
			}
		}
		if !changed {
			break
		}
	}
	var cost float64
	for _, s := range a.squared {
		cost += s
	}
	return cost
}

// centre moves the centres of groups that changed to the means of their points, and those of
// empty groups to the points farthest from theirs.
func (a *assignment) centre(x, centres *mat.Dense) {
	clear(a.counts)
	for _, c := range a.labels {
		a.counts[c]++
	}
	for c, count := range a.counts {
		if a.moved[c] = a.moved[c] || count == 0; a.moved[c] {
			clear(centres.RawRowView(c))
		}
	}
	for i, c := range a.labels {
		if !a.moved[c] {
			continue
		}
		centre := centres.RawRowView(c)
		for j, v := range x.RawRowView(i) {
			centre[j] += v
		}
	}
	for c, count := range a.counts {
		centre := centres.RawRowView(c)
		switch {
		case count == 0:
			far := 0
			for i, s := range a.squared {
				if s > a.squared[far] {
					far = i
				}
			}
			copy(centre, x.RawRowView(far))
			a.squared[far] = 0
		case a.moved[c]:
			for j := range centre {
				centre[j] /= float64(count)
			}
		}
	}
}
