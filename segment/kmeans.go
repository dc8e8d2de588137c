package segment

import (
	"context"
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
// same x, k and seed give the same labels. When ctx ends no more restarts are made.
func kmeans(ctx context.Context, x *mat.Dense, k int, seed uint64, restarts int) ([]int, *mat.Dense) {
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
		if d == 0 || ctx.Err() != nil {
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
		centre := centres.RawRowView(c)
		var total float64
		for i := range nearest {
			nearest[i] = min(nearest[i], distanceWithin(x.RawRowView(i), centre, nearest[i]))
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
// moves to the point farthest from its own centre. nearest is scratch of length
// N.
//
// Distances that cannot be the least, by the triangle inequality from what is
// known of them and how far the centres have moved since, are not computed
// (Elkan, Using the Triangle Inequality to Accelerate k-Means, ICML 2003;
// Hamerly, Making k-Means Even Faster, SDM 2010). The labels and the cost are
// the same to the bit as if all were.
func lloyd(x, centres *mat.Dense, labels []int, nearest []float64) float64 {
	n, d := x.Dims()
	k, _ := centres.Dims()
	counts := make([]int, k)
	for i := range labels {
		labels[i] = -1
	}
	var (
		moved    = make([]float64, k)   // the way of every centre so far
		farthest float64                // no centre's way in the iterations so far, each taken for the longest, is longer
		known    = make([]float64, n*k) // distance of a point and a centre when last computed, plus the way of the centre then
		others   = make([]float64, n)   // bound below the distance of the other centres when last passed, plus farthest then
		before   = make([]float64, k*d)
	)
	for range kmeansIterations {
		changed := false
		var cost float64
		for i := range n {
			row := x.RawRowView(i)
			label := labels[i]
			toOwn, own := math.Inf(1), math.Inf(1)
			if label >= 0 {
				toOwn = squaredDistance(row, centres.RawRowView(label))
				own = math.Sqrt(toOwn)
				if others[i]-farthest > own {
					nearest[i] = toOwn
					cost += toOwn
					continue
				}
			}
			bounds := known[i*k:][:k]
			closest, distance, next := 0, math.Inf(1), math.Inf(1)
			for c, bound := range bounds {
				s := toOwn
				if c != label {
					if rest := bound - moved[c]; rest > own {
						next = min(next, rest)
						continue
					}
					s = squaredDistance(row, centres.RawRowView(c))
					length := math.Sqrt(s)
					bounds[c] = (length + moved[c]) * boundShare
					next = min(next, length)
				} else {
					bounds[c] = (own + moved[c]) * boundShare
				}
				if s < distance {
					closest, distance = c, s
				}
			}
			nearest[i] = distance
			cost += distance
			// Of a changed label the new centre is among these, and bounds them.
			others[i] = (next + farthest) * boundShare
			if label != closest {
				labels[i], changed = closest, true
			}
		}
		if !changed {
			return cost
		}
		copy(before, centres.RawMatrix().Data)
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
		var longest float64
		for c := range moved {
			way := math.Sqrt(squaredDistance(centres.RawRowView(c), before[c*d:][:d]))
			moved[c] += way
			longest = max(longest, way)
		}
		farthest += longest
	}
	var cost float64
	for i, c := range labels {
		cost += squaredDistance(x.RawRowView(i), centres.RawRowView(c))
	}
	return cost
}

// boundShare lowers bounds of distances by far more than rounding can err, so
// that a distance left out is greater than the least one as it would be rounded.
const boundShare = 1 - 1e-9

// squaredDistance returns ‖a − b‖². It sums every other term by itself, so that
// no sum waits for the one before it.
func squaredDistance(a, b []float64) float64 {
	var s0, s1 float64
	b = b[:len(a)]
	i := 0
	for ; i < len(a)-1; i += 2 {
		d0, d1 := a[i]-b[i], a[i+1]-b[i+1]
		s0 += d0 * d0
		s1 += d1 * d1
	}
	if i < len(a) {
		d := a[i] - b[i]
		s0 += d * d
	}
	return s0 + s1
}

// distanceWithin returns the squared distance of a and b where it is less than
// limit, otherwise some number of at least limit.
func distanceWithin(a, b []float64, limit float64) float64 {
	const step = 8
	var s float64
	b = b[:len(a)]
	for len(a) > step {
		if s += squaredDistance(a[:step], b[:step]); s >= limit {
			return s
		}
		a, b = a[step:], b[step:]
	}
	return s + squaredDistance(a, b)
}
