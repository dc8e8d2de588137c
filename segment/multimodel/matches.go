package multimodel

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sort"

	"motionseg/segment/core"
	"motionseg/segment/epipolar"
	"motionseg/segment/internal/parallel"
)

// Matches are matches of points between two pictures, of which many may be
// wrong, with what the search for motions among them needs: their order, their
// neighbours and the noise that is allowed for. Everything is measured in units
// of the pictures' extent, so that no unit of the coordinates matters.
//
// outliers.md of package outliers has what was tried and how it was measured.
type Matches struct {
	points []epipolar.Correspondence
	// extent is the side of a square as large as the box around the points of
	// the picture where that is larger.
	extent float64
	// reach is the side of the square in which a wrong match may lie anywhere: as
	// large as the box around all displacements, where that is less than extent.
	reach  float64
	Rank   []int     // the place of every match in an order that only their coordinates decide
	Near   [][]int32 // the nearest others in the first picture, from the nearest
	sigmas []float64 // scales of noise, each twice the one before
	// workers is the number of goroutines to use.
	workers int
}

const (
	// largestNoise is the largest scale of noise, as a share of the extent:
	// two pixels of a picture of 640×480. Smaller ones follow by halves.
	largestNoise = 1.0 / 250
	noiseScales  = 5
	// nearMatches is how many neighbours of a match are known.
	nearMatches = 48
)

// NewMatches prepares matches, points[i] being match i.
func NewMatches(points []epipolar.Correspondence, workers int) *Matches {
	m := &Matches{points: points, workers: workers}
	n := len(points)
	low, high := points[0], points[0]
	var least, most [2]float64
	for i, p := range points {
		for r, v := range p {
			low[r], high[r] = min(low[r], v), max(high[r], v)
		}
		for c := range least {
			v := p[c+2] - p[c]
			if i == 0 {
				least[c], most[c] = v, v
			}
			least[c], most[c] = min(least[c], v), max(most[c], v)
		}
	}
	m.extent = math.Sqrt(max((high[0]-low[0])*(high[1]-low[1]), (high[2]-low[2])*(high[3]-low[3])))
	m.reach = min(m.extent, max(most[0]-least[0], most[1]-least[1]))
	for s := range noiseScales {
		m.sigmas = append(m.sigmas, m.extent*largestNoise/float64(int(1)<<(noiseScales-1-s)))
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return slices.Compare(points[a][:], points[b][:]) })
	m.Rank = make([]int, n)
	for r, i := range order {
		m.Rank[i] = r
	}
	m.Near = make([][]int32, n)
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			m.Near[i] = m.nearest(order, i)
		}
	})
	return m
}

// nearest returns the nearest others of match i in the first picture, looking
// away from it in the order of x. Equally near ones come in order.
func (m *Matches) nearest(order []int, i int) []int32 {
	type neighbour struct {
		distance float64
		rank     int
	}
	found := make([]neighbour, 0, nearMatches+1)
	at := m.points[i]
	offer := func(rank int) bool {
		p := &m.points[order[rank]]
		dx, dy := p[0]-at[0], p[1]-at[1]
		if len(found) == nearMatches && dx*dx > found[nearMatches-1].distance {
			return false
		}
		c := neighbour{dx*dx + dy*dy, rank}
		to := sort.Search(len(found), func(k int) bool {
			f := found[k]
			return f.distance > c.distance || f.distance == c.distance && f.rank > c.rank
		})
		if to < nearMatches {
			found = slices.Insert(found, to, c)
			found = found[:min(len(found), nearMatches)]
		}
		return true
	}
	left, right := true, true
	for step := 1; left || right; step++ {
		below, above := m.Rank[i]-step, m.Rank[i]+step
		left = left && below >= 0 && offer(below)
		right = right && above < len(order) && offer(above)
	}
	indices := make([]int32, len(found))
	for k, f := range found {
		indices[k] = int32(order[f.rank])
	}
	return indices
}

// surroundings returns match i and all others from the nearest in all four
// coordinates on.
func (m *Matches) surroundings(i int) []int {
	distances := make([]float64, len(m.points))
	all := make([]int, len(m.points))
	for j := range all {
		all[j] = j
		for r, v := range m.points[j] {
			distances[j] += (v - m.points[i][r]) * (v - m.points[i][r])
		}
	}
	distances[i] = -1
	slices.SortFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(distances[a], distances[b]), m.Rank[a]-m.Rank[b])
	})
	return all
}

// scales are shares of scales: of the noise or of residuals.
type scales []float64

// even returns count equal shares.
func even(count int) scales {
	s := make(scales, count)
	for i := range s {
		s[i] = 1 / float64(count)
	}
	return s
}

// noiseDensity returns the density at a distance from an epipolar line whose
// square is r2, and into parts, where not nil, how much each scale has in it.
func (m *Matches) noiseDensity(shares scales, r2 float64, parts *[noiseScales]float64) float64 {
	largest := m.sigmas[noiseScales-1]
	var p float64
	for s, e := noiseScales-1, math.Exp(-r2/(2*largest*largest)); s >= 0; s-- {
		v := shares[s] / m.sigmas[s] * e
		if parts != nil {
			parts[s] = v
		}
		p += v
		e *= e
		e *= e // half the scale
	}
	return p / math.Sqrt(2*math.Pi)
}

// twoViewMotion is one motion between two pictures.
type twoViewMotion struct {
	f     epipolar.Constraint
	noise scales // shares of the scales of noise
	own   []float64
}

// density returns the density of match i across its epipolar line, the doubt
// about the line from the matches that it was fitted to included; those are
// compared with what the others say.
func (m *Matches) density(k *twoViewMotion, i int) float64 {
	r2 := k.f.SquaredDistance(&m.points[i])
	doubt := k.f.Leverage(&m.points[i])
	if own := k.own[i]; own > 0 {
		left := max(1-own*doubt, leastLeft)
		doubt /= left
		r2 /= left * left
	}
	return m.noiseDensity(k.noise, r2/(1+doubt), nil) / math.Sqrt(1+doubt) * k.f.Share(&m.points[i])
}

// leastLeft is what is left of the information on a match without itself.
const leastLeft = 1e-3

// reweight fits a motion to members, each with the weight that it is no wrong
// match, and measures the noise, in growthRounds. weights are of the last round. It
// reports whether enough members had weight.
func (m *Matches) reweight(k *twoViewMotion, members []int, weights []float64) bool {
	for range growthRounds {
		var total float64
		var parts [noiseScales]float64
		counts := make(scales, noiseScales)
		for t, i := range members {
			p := m.noiseDensity(k.noise, k.f.SquaredDistance(&m.points[i]), &parts)
			weights[t] = p / (p + 1/m.reach)
			total += weights[t]
			for s, v := range parts {
				counts[s] += weights[t] * v / (p*math.Sqrt(2*math.Pi) + math.SmallestNonzeroFloat64)
			}
		}
		// One match more of every scale keeps all possible.
		for s, c := range counts {
			k.noise[s] = (c + 1) / (total + noiseScales)
		}
		if total < leastSupport || !k.f.Fit(m.points, members, weights, true) {
			return false
		}
	}
	return true
}

const (
	// leastSupport is how many matches a motion needs: one more than determine
	// a fundamental matrix, whose rank the linear equations leave free.
	leastSupport = epipolar.Terms
	// firstSupport is how many matches a motion grows from: one tells whether the others
	// hold.
	firstSupport = leastSupport + 1
	// growthRounds is how often the weights of a fit are renewed, at every size of one that grows.
	growthRounds = 3
	// supportRounds is how often the fit of a given group is renewed: as often as when the
	// weights of motioncount's reasons were fitted, which it is one of.
	supportRounds = 2
)

// cameras are what every motion is fitted for.
var cameras = [...]epipolar.Camera{epipolar.Perspective, epipolar.Affine}

// grow fits a motion to the surroundings of a match, twice as many matches
// each time. It reports whether one was found.
func (m *Matches) grow(surroundings []int, camera epipolar.Camera) (twoViewMotion, bool) {
	n := len(surroundings)
	k := twoViewMotion{noise: even(noiseScales), own: make([]float64, len(m.points))}
	k.f.Camera = camera
	weights := make([]float64, n)
	for size := min(firstSupport, n); ; size = min(2*size, n) {
		members, weights := surroundings[:size], weights[:size]
		if size <= firstSupport {
			for t := range weights {
				weights[t] = 1
			}
			if !k.f.Fit(m.points, members, weights, false) || !k.f.Fit(m.points, members, weights, true) {
				return k, false
			}
		}
		if !m.reweight(&k, members, weights) {
			return k, false
		}
		if size == n {
			for t, i := range members {
				k.own[i] = weights[t]
			}
			return k, true
		}
	}
}

const (
	// residualScales is the number of scales of residuals: anywhere within reach,
	// then a quarter of the reach and so on by halves.
	residualScales = 8
	// residualNeighbours is how many neighbours are asked where a match should lie.
	residualNeighbours = 5
	// residualRounds is how often the shares of the scales are renewed, residualPrior
	// how many residuals of every scale are taken for seen before.
	residualRounds = 5
	residualPrior  = 0.5
)

// residual returns how far, along its epipolar line, match i lies from where the
// nearest of the others that belong say it should, by the median of their
// displacements; nobody says where there are none, and it is not known.
func (m *Matches) residual(f *epipolar.Constraint, i int, belongs func(j int) bool) (residual float64, known bool) {
	dx, dy := f.Line(&m.points[i])
	p := &m.points[i]
	var v [residualNeighbours]float64
	count := 0
	for _, j := range m.Near[i] {
		if !belongs(int(j)) {
			continue
		}
		q := &m.points[j]
		v[count] = (p[2]-q[2]-p[0]+q[0])*dx + (p[3]-q[3]-p[1]+q[1])*dy
		if count++; count == residualNeighbours {
			break
		}
	}
	if count == 0 {
		return 0, false
	}
	slices.Sort(v[:count])
	return math.Abs(v[count/2]+v[(count-1)/2]) / 2, true
}

// residualDensity returns the density of a residual, and into parts, where not nil,
// how much each scale has in it.
func (m *Matches) residualDensity(shares scales, residual float64, parts *[residualScales]float64) float64 {
	scale := m.reach / 4
	p := shares[0] / m.reach
	if parts != nil {
		parts[0] = p
	}
	e := math.Exp(-residual / scale)
	for s := 1; s < residualScales; s++ {
		v := shares[s] * e / (2 * scale)
		if parts != nil {
			parts[s] = v
		}
		p += v
		e *= e
		scale /= 2
	}
	return p
}

// residualShares fits the shares of the scales to residuals.
func (m *Matches) residualShares(residuals []float64) scales {
	shares := even(residualScales)
	var parts [residualScales]float64
	for range residualRounds {
		counts := make(scales, residualScales)
		for _, t := range residuals {
			p := m.residualDensity(shares, t, &parts)
			for s, v := range parts {
				counts[s] += v / p
			}
		}
		for s, c := range counts {
			shares[s] = (c + residualPrior) / (float64(len(residuals)) + residualScales*residualPrior)
		}
	}
	return shares
}

// Evidence returns how much likelier (natural logarithm) every match is under
// the motion than as a wrong match: across its epipolar line by the noise, along
// it by the neighbours that fit the motion. residuals are the shares of the scales
// of residuals; nil takes those of the matches that fit.
func (m *Matches) Evidence(k *twoViewMotion, residuals scales) []float64 {
	n := len(m.points)
	e := make([]float64, n)
	fits := make([]bool, n)
	for i := range e {
		e[i] = m.across(k, i)
		fits[i] = e[i] > 0
	}
	belongs := func(j int) bool { return fits[j] }
	along := make([]float64, n)
	known := make([]bool, n)
	var own []float64
	for i := range e {
		if along[i], known[i] = m.residual(&k.f, i, belongs); known[i] && fits[i] {
			own = append(own, along[i])
		}
	}
	if residuals == nil {
		residuals = m.residualShares(own)
	}
	for i := range e {
		if known[i] {
			e[i] += math.Log(m.residualDensity(residuals, along[i], nil) * m.reach)
		}
	}
	return e
}

// proposal is a motion with its evidence, and as bits which matches it is for.
type proposal struct {
	motion   twoViewMotion
	evidence []float64
	gain     float64 // the sum of all evidence for it
	set      []uint64
}

// Motions are grown from all matches of few; of more, from some spread evenly: as
// many as give seedWork with the number of matches, and no fewer than LeastSeeds.
const (
	seedWork   = 150000
	LeastSeeds = 100
)

// seedCount returns how many of n matches motions are grown from.
func seedCount(n int) int { return min(n, max(seedWork/n, LeastSeeds)) }

// proposals grows motions from as many matches all over the picture as seeds
// says, and returns those that differ, from the one with the most evidence.
func (m *Matches) proposals(ctx context.Context, seeds int, whole core.Progress) ([]proposal, error) {
	n := len(m.points)
	order := make([]int, n)
	for i, r := range m.Rank {
		order[r] = i
	}
	spread := core.Evenly(n, seeds)
	seeds = len(spread)
	grown := make([]*proposal, 2*seeds)
	parallel.EachInOrder(seeds, m.workers, func(_, s int) {
		if ctx.Err() != nil {
			return
		}
		surroundings := m.surroundings(order[spread[s]])
		for a, camera := range cameras {
			k, ok := m.grow(surroundings, camera)
			if !ok {
				continue
			}
			p := &proposal{motion: k, evidence: m.Evidence(&k, nil), set: make([]uint64, (n+63)/64)}
			for i, v := range p.evidence {
				if v > 0 {
					p.gain += v
					p.set[i/64] |= 1 << (i % 64)
				}
			}
			grown[2*s+a] = p
		}
	}, func(s int) { whole.Advance(float64(s+1) / float64(seeds)) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	grown = slices.DeleteFunc(grown, func(p *proposal) bool { return p == nil })
	slices.SortStableFunc(grown, func(a, b *proposal) int { return cmp.Compare(b.gain, a.gain) })
	var kept []proposal
	for _, p := range grown {
		if !slices.ContainsFunc(kept, func(q proposal) bool { return similarity(p.set, q.set) > sameMotion }) {
			kept = append(kept, *p)
		}
	}
	return kept, nil
}

// sameMotion is the similarity of two proposals of which one is enough.
const sameMotion = 0.8

// similarity returns the size of the intersection of two sets over that of
// their union (Jaccard, or Tanimoto); 1 for two empty ones.
func similarity(a, b []uint64) float64 {
	both, either := 0, 0
	for i := range a {
		both += bits.OnesCount64(a[i] & b[i])
		either += bits.OnesCount64(a[i] | b[i])
	}
	if either == 0 {
		return 1
	}
	return float64(both) / float64(either)
}
