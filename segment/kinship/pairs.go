package kinship

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/nearest"
	"motionseg/segment/internal/parallel"
)

// What tells whether two tracks move as one, see pairTraits. The first four are 0 for
// tracks that are in none of the moments together.
const (
	pairMost   = iota // the most that they move apart in a moment, logarithm
	pairMean          // the same in the mean
	pairRough         // mean of log(1 + how much more they move apart than from their neighbours)
	pairJump          // log(1 + the most of that)
	pairPlace         // how far from each other they are, logarithm
	pairLink          // evidence that they belong together, for what both have of it, logarithm
	pairAlike         // how alike their evidence about all others is, a cosine, logarithm
	pairShared        // log(1 + in how many moments they are together)
	pairSeen          // 1 for tracks that are together in one at least
	pairCount
)

const (
	// pairMoments is in how many moments displacements are compared.
	pairMoments = 24
	// sparseFrames is how far apart moments are at the most in a film that is not long: so they are in
	// films of 50 frames, which what is asked of the odds was chosen on.
	sparseFrames = 2
	// pairNoise is the least that tracks are taken to move apart, in units of what they
	// span: 0.3 pixels of the scenes that this was learnt from.
	pairNoise = 0.0027
	// pairSpan is what tracks span in units of the root mean square of both coordinates.
	pairSpan = math.Sqrt2
	// leastShare keeps the logarithms of places and evidence from minus infinity.
	leastShare = 0.01
	// mostOdds bounds the logarithm of the odds of one pair: one in ten thousand is wrong.
	mostOdds = 9.2
	// leastClimb is the least that pairs must say for a step of Climb: less is rounding.
	leastClimb = 1e-9
)

// pairTraits are the values of two tracks.
type pairTraits [pairCount]float64

// moving is a moment, and the median of how every track moves apart from its neighbours.
type moving struct {
	moment
	from         int // its first frame
	restlessness []float64
}

// movingsOf returns the moments in which displacements are compared.
func movingsOf(data core.Data, unit float64, workers int) []moving {
	rows, _ := data.X.Dims()
	frames := rows / 2
	step := stepOf(data)
	starts := evenStarts(frames, step, pairMoments)
	moments := make([]moving, len(starts))
	parallel.Each(len(starts), workers, func(_, i int) {
		moments[i] = movingOf(data, starts[i], starts[i]+step, unit)
	})
	return moments
}

// movingOf returns how tracks move from one frame to another.
func movingOf(data core.Data, from, to int, unit float64) moving {
	m := moving{momentOf(data, from, to, unit), from, make([]float64, data.Points())}
	for i, all := range m.apart {
		if len(all) > 0 {
			apart := slices.Sorted(slices.Values(all))
			m.restlessness[i] = (apart[(len(apart)-1)/2] + apart[len(apart)/2]) / 2
		}
	}
	return m
}

// nearestOf returns the kinNeighbours points of some nearest to point i.
func nearestOf(i int, some []int, x, y []float64) []int32 {
	few := nearest.Few{Most: kinNeighbours}
	limit := few.Limit()
	for _, j := range some {
		square := (x[i]-x[j])*(x[i]-x[j]) + (y[i]-y[j])*(y[i]-y[j])
		if square < limit && j != i {
			few.Offer(j, square)
			limit = few.Limit()
		}
	}
	return few.Places
}

// pairs compares tracks.
type pairs struct {
	n       int
	moments []moving
	w       *mat.Dense
	degree  []float64
	alike   *mat.Dense // the upper half of the cosines of the rows of w
	places  [][2]float64
}

// newPairs prepares to compare tracks. w is all the evidence.
func newPairs(ctx context.Context, data core.Data, w *mat.Dense, workers int) (*pairs, error) {
	n := data.Points()
	unit := pairSpan * geometry.RMSOfSeen(data)
	if unit == 0 {
		unit = 1
	}
	p := &pairs{
		n: n, w: w, moments: movingsOf(data, unit, workers), places: placesOf(data, unit),
		degree: make([]float64, n), alike: mat.NewDense(n, n, nil),
	}
	rows := mat.NewDense(n, n, nil)
	for i := range n {
		var square float64
		for _, v := range w.RawRowView(i) {
			p.degree[i] += v
			square += v * v
		}
		if square > 0 {
			scale := 1 / math.Sqrt(square)
			to := rows.RawRowView(i)
			for j, v := range w.RawRowView(i) {
				to[j] = v * scale
			}
		}
	}
	raw, to := rows.RawMatrix(), p.alike.RawMatrix()
	blas.SyrkUpper(false, n, n, 1, raw.Data, raw.Stride, 0, to.Data, to.Stride, workers)
	return p, ctx.Err()
}

// placesOf returns the mean place of every track, in units of what they span.
func placesOf(data core.Data, unit float64) [][2]float64 {
	rows, n := data.X.Dims()
	places, seen := make([][2]float64, n), make([]float64, n)
	for f := range rows / 2 {
		x, y := data.X.RawRowView(2*f), data.X.RawRowView(2*f+1)
		for i := range n {
			if data.Visible == nil || data.Visible[i][f] {
				places[i][0] += x[i] / unit
				places[i][1] += y[i] / unit
				seen[i]++
			}
		}
	}
	for i := range n {
		places[i][0] /= max(seen[i], 1)
		places[i][1] /= max(seen[i], 1)
	}
	return places
}

// traits compares tracks i and j, i < j.
func (p *pairs) traits(i, j int) pairTraits {
	var t pairTraits
	var most, sum, jump, place, count float64
	// The product, of which one logarithm is taken: displacements are in units of what tracks span, so
	// that even of 24 moments it is far from the largest number.
	rough := 1.0
	for k := range p.moments {
		m := &p.moments[k]
		if !m.seen[i] || !m.seen[j] {
			continue
		}
		dx, dy := m.dx[i]-m.dx[j], m.dy[i]-m.dy[j]
		apart := math.Sqrt(dx*dx + dy*dy)
		x, y := m.x[i]-m.x[j], m.y[i]-m.y[j]
		place += math.Sqrt(x*x + y*y)
		usual := pairNoise + max(m.restlessness[i], m.restlessness[j])
		most = max(most, apart)
		sum += apart
		rough *= 1 + apart/usual
		jump = max(jump, apart/usual)
		count++
	}
	if count > 0 {
		t[pairMost], t[pairMean] = math.Log(pairNoise+most), math.Log(pairNoise+sum/count)
		t[pairRough], t[pairJump] = math.Log(rough)/count, math.Log1p(jump)
		t[pairSeen] = 1
		place /= count
	} else {
		place = math.Hypot(p.places[i][0]-p.places[j][0], p.places[i][1]-p.places[j][1])
	}
	t[pairPlace] = math.Log(leastShare + place/2)
	link := 0.0
	if both := p.degree[i] * p.degree[j]; both > 0 {
		link = p.w.At(i, j) / math.Sqrt(both) * float64(p.n)
	}
	t[pairLink] = math.Log(leastShare + link)
	t[pairAlike] = math.Log(leastShare + p.alike.At(i, j))
	t[pairShared] = math.Log1p(count)
	return t
}

// Odds are how likely two tracks move as one.
type Odds struct {
	// pairs is n×n: the logarithm of the odds that two tracks move as one, 0 on the
	// diagonal.
	pairs *mat.Dense
	// shared is n×n by rows: in how many moments two tracks are together; nil of a film that is not long,
	// see sparse.
	shared []uint8
	// sum and size are those of all of them and of their absolute values.
	sum, size float64
}

// sparse reports whether moments are more than two frames apart, so that most tracks of a film whose camera
// moves are together in none.
func (p *pairs) sparse() bool {
	last := len(p.moments) - 1
	return last > 0 && p.moments[last].from-p.moments[0].from > sparseFrames*last
}

// OddsOf compares all tracks of data with each other. w is all the evidence about them. The
// error is ctx.Err().
func OddsOf(ctx context.Context, data core.Data, w *mat.Dense, workers int) (*Odds, error) {
	p, err := newPairs(ctx, data, w, workers)
	if err != nil {
		return nil, err
	}
	all := mat.NewDense(p.n, p.n, nil)
	var shared []uint8
	if p.sparse() {
		shared = make([]uint8, p.n*p.n)
	}
	parallel.Each(p.n, workers, func(_, i int) {
		if ctx.Err() != nil {
			return
		}
		row := all.RawRowView(i)
		for j := i + 1; j < p.n; j++ {
			t := p.traits(i, j)
			row[j] = pairOdds(t)
			if shared != nil {
				count := uint8(math.Round(math.Expm1(t[pairShared])))
				shared[i*p.n+j], shared[j*p.n+i] = count, count
			}
		}
	})
	raw := all.RawMatrix()
	blas.Mirror(p.n, raw.Data, raw.Stride, workers)
	return newOdds(all, shared), ctx.Err()
}

// newOdds returns the odds with these logarithms, n×n, of tracks that share so many moments, nil if that
// does not count.
func newOdds(pairs *mat.Dense, shared []uint8) *Odds {
	o := &Odds{pairs: pairs, shared: shared}
	n, _ := pairs.Dims()
	for i := range n {
		for _, v := range pairs.RawRowView(i)[i+1:] {
			o.sum += v
			o.size += math.Abs(v)
		}
	}
	return o
}

// pairOdds returns the logarithm of the odds that two tracks with these traits move as one:
// a quadratic function of the traits.
func pairOdds(t pairTraits) float64 {
	sum := pairBias
	for i, v := range t {
		slope := pairWeights[i]
		for j := i; j < pairCount; j++ {
			slope += pairProducts[i][j] * t[j]
		}
		sum += slope * v
	}
	return max(-mostOdds, min(mostOdds, sum))
}

// Agreement returns the share of the logarithms of the odds of all pairs that speak for a
// grouping, for together where it has them in one group and for apart where not, less the share
// of those that speak against it: −1…1.
func (o *Odds) Agreement(labels []int) float64 {
	if o.size == 0 {
		return 0
	}
	return (2*o.together(labels) - o.sum) / o.size
}

// Climb returns labels from which pairs of tracks agree with none more that differs by one track, see Agreement: one
// track after the other goes to the group 1…count that makes most of the difference; a correlation clustering (Bansal,
// Blum & Chawla, Machine Learning 56, 2004) of so many groups, none of which comes to fewer tracks than neighbours are
// looked at of each, see LeavesFew.
func (o *Odds) Climb(ctx context.Context, labels []int, count int) []int {
	labels = slices.Clone(labels)
	n := len(labels)
	size, sums := make([]int, count+1), make([][]float64, n) // of what pairs say for every group, of every track
	for i, label := range labels {
		size[label]++
		sums[i] = make([]float64, count+1)
		for j, v := range o.pairs.RawRowView(i) {
			sums[i][labels[j]] += v
		}
	}
	for ctx.Err() == nil {
		track, to, most := -1, 0, leastClimb
		for i, of := range labels {
			if size[of] <= kinNeighbours {
				continue
			}
			for label := 1; label <= count; label++ {
				if more := sums[i][label] - sums[i][of]; label != of && more > most {
					track, to, most = i, label, more
				}
			}
		}
		if track < 0 {
			break
		}
		from := labels[track]
		labels[track] = to
		size[from]--
		size[to]++
		for j, v := range o.pairs.RawRowView(track) {
			sums[j][from] -= v
			sums[j][to] += v
		}
	}
	return labels
}

// LeavesFew reports whether one of the groups 1…count has no more tracks than Climb leaves of one that pairs of tracks
// do not speak for.
func LeavesFew(labels []int, count int) bool {
	size := make([]int, count+1)
	for _, label := range labels {
		size[label]++
	}
	return slices.Min(size[1:]) <= kinNeighbours
}

// Tear reports whether the logarithms of the odds of all pairs that a grouping has together add up to
// less than 0: where a camera passes close by, pairs speak against any still world.
func (o *Odds) Tear(labels []int) bool { return o.together(labels) < 0 }

// together returns the sum of the logarithms of the odds of all pairs that a grouping, labels from 1
// and 0 for tracks in no group, has together.
func (o *Odds) together(labels []int) float64 {
	var sum float64
	for _, group := range core.Members(labels, slices.Max(labels)) {
		for t, i := range group {
			row := o.pairs.RawRowView(i)
			for _, j := range group[t+1:] {
				sum += row[j]
			}
		}
	}
	return sum
}
