package segment

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

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
	a := newAssignment(n, k)
	for range restarts {
		centres := plusPlus(x, k, rng, a)
		cost := lloyd(x, centres, a)
		if cost < bestCost {
			bestCost = cost
			best = append(best[:0], a.labels...)
			bestCentres = mat.DenseCopyOf(centres)
		}
		if d == 0 || ctx.Err() != nil {
			break
		}
	}
	return best, bestCentres
}

// assignment is which of the centres given so far every point is nearest to.
type assignment struct {
	labels  []int     // of the nearest centre, of those as near the first
	nearest []float64 // squared distance to it
	length  []float64 // distance to it
	// bounds holds for every point and centre, N×k, a distance that the centre is
	// not nearer than.
	bounds []float64
	apart  []float64 // below the distances of the centres from the one added last
}

func newAssignment(n, k int) *assignment {
	return &assignment{make([]int, n), make([]float64, n), make([]float64, n), make([]float64, n*k), make([]float64, k)}
}

// begin forgets all centres.
func (a *assignment) begin() {
	for i := range a.nearest {
		a.nearest[i] = math.Inf(1)
	}
}

// add takes another centre of the rows of x, that of number c. A point is not
// compared with it where its own centre is so far from it that by the triangle
// inequality the point is nearer to its own.
func (a *assignment) add(x, centres *mat.Dense, c int) {
	k := len(a.apart)
	centre := centres.RawRowView(c)
	for e := range c {
		a.apart[e] = math.Sqrt(squaredDistance(centres.RawRowView(e), centre)) * boundShare
	}
	for i, near := range a.nearest {
		if c > 0 {
			if rest := (a.apart[a.labels[i]] - a.length[i]) * boundShare; rest > a.length[i] {
				a.bounds[i*k+c] = rest
				continue
			}
		}
		s := distanceWithin(x.RawRowView(i), centre, near)
		length := math.Sqrt(s)
		a.bounds[i*k+c] = length * boundShare
		if s < near {
			a.labels[i], a.nearest[i], a.length[i] = c, s, length
		}
	}
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
		a.add(x, centres, c)
		var total float64
		for _, s := range a.nearest {
			total += s
		}
		target := rng.Float64() * total
		pick = n - 1
		for i, w := range a.nearest {
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
// that loses its last point moves to the point farthest from its own centre.
//
// Distances that cannot be the least, by the triangle inequality from what is
// known of them and how far the centres have moved since, are not computed
// (Elkan, Using the Triangle Inequality to Accelerate k-Means, ICML 2003;
// Hamerly, Making k-Means Even Faster, SDM 2010). The labels and the cost are
// the same to the bit as if all were.
func lloyd(x, centres *mat.Dense, a *assignment) float64 {
	n, d := x.Dims()
	k, _ := centres.Dims()
	counts := make([]int, k)
	labels, nearest := a.labels, a.nearest
	var (
		moved    = make([]float64, k) // the way of every centre so far
		farthest float64              // no centre's way in the iterations so far, each taken for the longest, is longer
		known    = a.bounds           // distance of a point and a centre when last computed, plus the way of the centre then
		within   = a.length           // distance of a point from its centre when last computed, less the way of the centre then
		others   = make([]float64, n) // bound below the distance of the other centres when last passed, plus farthest then
		before   = make([]float64, k*d)
	)
	for i, label := range labels {
		next := math.Inf(1)
		for c, bound := range known[i*k:][:k] {
			if c != label {
				next = min(next, bound)
			}
		}
		others[i] = next
	}
	for range kmeansIterations {
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
		if slices.Contains(counts, 0) {
			for i, c := range labels {
				nearest[i] = squaredDistance(x.RawRowView(i), before[c*d:][:d])
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
		changed := false
		for i := range n {
			label := labels[i]
			rest := (others[i] - farthest) * boundShare
			if rest > within[i]+moved[label] {
				continue
			}
			row := x.RawRowView(i)
			toOwn := squaredDistance(row, centres.RawRowView(label))
			own := math.Sqrt(toOwn)
			within[i] = own - moved[label]
			if rest > own {
				continue
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
			// Of a changed label the new centre is among these, and bounds them.
			others[i] = (next + farthest) * boundShare
			if label != closest {
				labels[i], changed = closest, true
				within[i] = math.Sqrt(distance) - moved[closest]
			}
		}
		if !changed {
			break
		}
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

// distanceWithin returns squaredDistance of a and b, to the bit, where that is less
// than limit, otherwise some number of at least limit that it is not less than.
func distanceWithin(a, b []float64, limit float64) float64 {
	const step = 8
	var s0, s1 float64
	b = b[:len(a)]
	for len(a) > step {
		for i := 0; i < step; i += 2 {
			d0, d1 := a[i]-b[i], a[i+1]-b[i+1]
			s0 += d0 * d0
			s1 += d1 * d1
		}
		if s0+s1 >= limit {
			return s0 + s1
		}
		a, b = a[step:], b[step:]
	}
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
