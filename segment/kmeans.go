package segment

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	kmeansRestarts   = 20
	kmeansIterations = 300
)

// kmeans groups the rows of x (N×d) around k centres by Lloyd's iterations
// from k-means++ starts (Arthur & Vassilvitskii 2007), and keeps the best of
// the restarts. It returns labels 0…k−1 and the centres (k×d). The
// same x, k and seed give the same labels.
func kmeans(x *mat.Dense, k int, seed uint64, restarts int) ([]int, *mat.Dense) {
	n, d := x.Dims()
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	var best []int
	var bestCentres *mat.Dense
	bestCost := math.Inf(1)
	labels := make([]int, n)
	nearest := make([]float64, n)
	for range restarts {
		centres := plusPlus(x, k, rng, nearest)
		cost := lloyd(x, centres, labels, nearest)
		if cost < bestCost {
			bestCost = cost
			best = append(best[:0], labels...)
			bestCentres = mat.DenseCopyOf(centres)
		}
		if d == 0 {
			break
		}
	}
	return best, bestCentres
}

// plusPlus draws k starting centres, each with probability proportional to the
// squared distance from those already drawn. nearest is scratch of length N.
func plusPlus(x *mat.Dense, k int, rng *rand.Rand, nearest []float64) *mat.Dense {
	n, d := x.Dims()
	centres := mat.NewDense(k, d, nil)
	pick := rng.IntN(n)
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	for c := range k {
		centres.SetRow(c, x.RawRowView(pick))
		var total float64
		for i := range nearest {
			nearest[i] = min(nearest[i], squaredDistance(x.RawRowView(i), centres.RawRowView(c)))
			total += nearest[i]
		}
		target := rng.Float64() * total
		pick = n - 1
		for i, w := range nearest {
			target -= w
			if target < 0 {
				pick = i
				break
			}
		}
	}
	return centres
}

// lloyd moves centres to the means of their points until no label changes and
// returns the sum of squared distances. A centre that loses its last point
// moves to the point farthest from its own centre.
func lloyd(x, centres *mat.Dense, labels []int, nearest []float64) float64 {
	n, _ := x.Dims()
	k, _ := centres.Dims()
	counts := make([]int, k)
	for i := range labels {
		labels[i] = -1
	}
	for range kmeansIterations {
		changed := false
		var cost float64
		for i := range n {
			row := x.RawRowView(i)
			closest, distance := 0, math.Inf(1)
			for c := range k {
				if s := squaredDistance(row, centres.RawRowView(c)); s < distance {
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
		centres.Zero()
		clear(counts)
		for i, c := range labels {
			counts[c]++
			centre := centres.RawRowView(c)
			for j, v := range x.RawRowView(i) {
				centre[j] += v
			}
		}
		for c, count := range counts {
			centre := centres.RawRowView(c)
			if count == 0 {
				far := 0
				for i, s := range nearest {
					if s > nearest[far] {
						far = i
					}
				}
				copy(centre, x.RawRowView(far))
				nearest[far] = 0
				continue
			}
			for j := range centre {
				centre[j] /= float64(count)
			}
		}
	}
	var cost float64
	for i, c := range labels {
		cost += squaredDistance(x.RawRowView(i), centres.RawRowView(c))
	}
	return cost
}

func squaredDistance(a, b []float64) float64 {
	var s float64
	for i, v := range a {
		d := v - b[i]
		s += d * d
	}
	return s
}
