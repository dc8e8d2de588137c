package geometry

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
	"motionseg/segment/spectral"
)

const (
	// movingRounds bounds how often motions are fitted anew and tracks moved.
	movingRounds = 3
	// movingSweeps bounds how often all tracks are looked at between two fits.
	movingSweeps = 5
)

// Grouping is labels 1…k of all tracks and how good they are: what it takes to
// describe their motion, see Scorer.Cost, and what they cut of the evidence,
// see Scorer.CutCost, in the same units.
type Grouping struct {
	Labels       []int
	Motion, Cuts float64
}

// Score is the less the better a grouping is.
func (s Grouping) Score() float64 { return s.Motion + s.Cuts }

// CutCost returns what a normalised cut counts per point and view.
func (g *Scorer) CutCost(cut float64) float64 {
	return g.Scale.Cut / g.ViewsOfTrack() * math.Log(spectral.SmallCut+cut)
}

// Judge returns a grouping into k groups with what it costs. w is all the evidence. The
// error is ctx.Err().
func (g *Scorer) Judge(ctx context.Context, labels []int, k int, w *mat.Dense) (Grouping, error) {
	motion, err := g.Cost(ctx, labels, k)
	return Grouping{labels, motion, g.CutCost(spectral.NormalizedCut(w, labels, k))}, err
}

// Refine moves tracks to other groups as long as that lowers the score with the
// groups' motions as they are, fits the motions anew, and so on in a few rounds.
// It returns the best grouping on the way, labelled in the order of its first tracks.
// w is all the evidence. The error is ctx.Err().
func (g *Scorer) Refine(ctx context.Context, labels []int, k int, w *mat.Dense) (Grouping, error) {
	m := newCutMoves(w, labels, k)
	best := Grouping{Motion: math.Inf(1)}
	for round := 0; ; round++ {
		costs, motion, err := g.knownCosts(ctx, m.labels, k)
		if err != nil {
			return Grouping{}, err
		}
		if now := (Grouping{m.labels, motion, g.CutCost(m.cut())}); now.Score() < best.Score() {
			now.Labels = slices.Clone(m.labels)
			best = now
		}
		moved := false
		for range movingSweeps {
			if round == movingRounds || !m.sweep(costs, g.CutCost) {
				break
			}
			moved = true
		}
		if !moved {
			best.Labels = spectral.InOrderOfAppearance(best.Labels)
			return best, ctx.Err()
		}
	}
}

// knownCosts is TrackCosts, kept: refined groupings often come to the same.
func (g *Scorer) knownCosts(ctx context.Context, labels []int, k int) (tracks []float64, cost float64, err error) {
	d, err := kept(&g.costs.mu, g.costs.groupings, spectral.LabelKey(labels), func() (d describedGrouping, err error) {
		d.tracks, d.cost, err = g.TrackCosts(ctx, labels, k)
		return d, err
	})
	if err != nil {
		return nil, 0, err
	}
	return d.tracks, d.cost, ctx.Err()
}

// cutMoves keeps the normalised cut of a grouping while tracks move.
type cutMoves struct {
	w              *mat.Dense
	k              int
	labels         []int
	to             [][]float64 // affinities of every track to the groups, see spectral.GroupSums
	degree         []float64   // of every track, to all of them
	volume, inside []float64   // of the groups, see spectral.NormalizedCut
	size           []int
}

func newCutMoves(w *mat.Dense, labels []int, k int) *cutMoves {
	n := len(labels)
	m := &cutMoves{
		w: w, k: k, labels: slices.Clone(labels), to: spectral.GroupSums(w, labels, k), degree: make([]float64, n),
		volume: make([]float64, k), inside: make([]float64, k), size: make([]int, k),
	}
	for i, l := range labels {
		to := m.to[i]
		m.degree[i] = floats.Sum(to)
		m.volume[l-1] += m.degree[i]
		m.inside[l-1] += to[l-1]
		m.size[l-1]++
	}
	return m
}

// cut returns the normalised cut.
func (m *cutMoves) cut() float64 { return spectral.CutShares(m.volume, m.inside) }

// shift accounts for track i as one of group b in place of a, from 0, and
// leaves its label.
func (m *cutMoves) shift(i, a, b int) {
	m.volume[a] -= m.degree[i]
	m.inside[a] -= 2 * m.to[i][a]
	m.volume[b] += m.degree[i]
	m.inside[b] += 2 * m.to[i][b]
}

// cutWith returns the normalised cut with track i as one of group b in place of a,
// from 0.
func (m *cutMoves) cutWith(i, a, b int) float64 {
	was := [4]float64{m.volume[a], m.inside[a], m.volume[b], m.inside[b]}
	m.shift(i, a, b)
	cut := m.cut()
	m.volume[a], m.inside[a], m.volume[b], m.inside[b] = was[0], was[1], was[2], was[3]
	return cut
}

// sweep moves every track where that lowers the score the most, its motion
// costing n×k costs and a cut cutCost, and reports whether one moved.
func (m *cutMoves) sweep(costs []float64, cutCost func(cut float64) float64) bool {
	moved := false
	for i := range m.labels {
		moved = m.move(i, costs[i*m.k:][:m.k], cutCost) || moved
	}
	return moved
}

// move moves track i to the group where that lowers the score the most, its motion
// costing these costs, and reports whether it did.
func (m *cutMoves) move(i int, costs []float64, cutCost func(cut float64) float64) bool {
	a := m.labels[i] - 1
	if m.size[a] == 1 { // a group keeps its last track
		return false
	}
	before := cutCost(m.cut())
	best, least := a, -dense.MachineEpsilon
	for b, cost := range costs {
		if b == a {
			continue
		}
		if more := cost - costs[a] + cutCost(m.cutWith(i, a, b)) - before; more < least {
			best, least = b, more
		}
	}
	if best == a {
		return false
	}
	m.shift(i, a, best)
	m.labels[i] = best + 1
	m.size[a]--
	m.size[best]++
	for j, v := range m.w.RawRowView(i) {
		if v != 0 {
			m.to[j][a] -= v
			m.to[j][best] += v
		}
	}
	return true
}
