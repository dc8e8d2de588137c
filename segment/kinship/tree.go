package kinship

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/spectral"
)

const (
	// pieceCount is how many pieces tracks are divided into before those that move as one
	// are put together again: many more than there are motions, so that small ones are
	// among them.
	pieceCount = 12
	// leastTracks is how many tracks the scenes had that a Tree was learnt from.
	leastTracks = 300
)

// Trust is how much of a score that was learnt makes a number of groups e times as credible: it is a
// little too sure of itself.
const Trust = 1.25

// Tree is how pieces of the tracks are put together, two at a time, those that most likely
// move as one.
type Tree struct {
	// Labels are the groups, 1…k, of every track with k groups, at k − 1.
	Labels [][]int
	// Odds are, at k − 1, the logarithm of the odds that the two most alike of k + 1 groups,
	// whose union makes k of them, move as one.
	Odds []float64
}

// Learnt reports whether n tracks are as many as the scenes had that a Tree was learnt from: then it tells a number and
// groups, otherwise only which numbers are more credible than others.
func Learnt(n int) bool { return n >= leastTracks }

// Number returns with how many groups nothing more is to be merged.
func (t *Tree) Number() int {
	k := len(t.Labels)
	for k > 1 && t.Odds[k-2] > 0 {
		k--
	}
	return k
}

// Credible returns how credible k groups are, 0…1: a number of groups is as much less credible than the next as the
// union that leads from one to the other is, those that are too many, or left out, added up. It is 0 of numbers that
// merging does not know.
func (t *Tree) Credible(k int) float64 {
	if k < 1 || k > len(t.Labels) {
		return 0
	}
	scores := make([]float64, len(t.Labels)) // of 1, 2, … groups
	for i, odds := range t.Odds {
		scores[i+1] = scores[i] - odds/Trust
	}
	var sum float64
	for _, score := range scores {
		sum += math.Exp(score - scores[k-1])
	}
	return 1 / sum
}

// kinOdds returns the logarithm of the odds that two groups with these traits move as
// one.
func kinOdds(t traits) float64 {
	sum := kinBias
	for i, v := range t {
		sum += kinWeights[i] * v
	}
	return sum
}

// piecesOf divides tracks into pieces by the spectrum of all the evidence, each
// ascending.
func piecesOf(ctx context.Context, w *mat.Dense, seed uint64, workers int) ([][]int, error) {
	n, _ := w.Dims()
	count := min(pieceCount, n/2)
	if count < 2 {
		return nil, nil
	}
	found, err := spectral.Embed(ctx, w, count, workers)
	if err != nil {
		return nil, err
	}
	spectral.UnitRows(found.Rows)
	labels, _ := spectral.Cluster(ctx, found.Rows, count, seed)
	return groupsOf(labels, count), ctx.Err()
}

// groupsOf returns the tracks of those labels 1…k that have some.
func groupsOf(labels []int, k int) [][]int {
	return slices.DeleteFunc(core.Members(labels, k), func(g []int) bool { return g == nil })
}

// merge is groups that are being put together.
type merge struct {
	k      *Comparer
	groups []*kin
	odds   map[[2]*kin]float64 // that two move as one, by judge
	judge  func(a, b *kin, t traits) float64
	added  int // groups so far, of all that will be
	moved  func(share float64)
}

// newMerge prepares to put pieces together by what judge says of two with their traits.
func newMerge(
	ctx context.Context, k *Comparer, pieces [][]int, moved func(share float64), judge func(a, b *kin, t traits) float64,
) (*merge, error) {
	m := &merge{k: k, odds: map[[2]*kin]float64{}, judge: judge, moved: moved}
	for _, p := range pieces {
		if err := m.add(ctx, p); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// add adds a group and compares it with all others.
func (m *merge) add(ctx context.Context, members []int) error {
	g := m.k.group(members)
	for _, other := range m.groups {
		t, err := m.k.traits(ctx, other, g)
		if err != nil {
			return err
		}
		m.odds[[2]*kin{other, g}] = m.judge(other, g, t)
	}
	m.groups = append(m.groups, g)
	if m.added++; m.moved != nil {
		m.moved(float64(m.added) / (2*pieceCount - 1))
	}
	return nil
}

// unite puts the groups at two places, i < j, together.
func (m *merge) unite(ctx context.Context, i, j int) error {
	both := slices.Concat(m.groups[i].members, m.groups[j].members)
	slices.Sort(both)
	m.groups = slices.Delete(m.groups, j, j+1)
	m.groups = slices.Delete(m.groups, i, i+1)
	return m.add(ctx, both)
}

// closest returns the places of the two groups that most likely move as one.
func (m *merge) closest() (first, second int, odds float64) {
	odds = math.Inf(-1)
	for j, b := range m.groups {
		for i, a := range m.groups[:j] {
			if v := m.odds[[2]*kin{a, b}]; v > odds {
				first, second, odds = i, j, v
			}
		}
	}
	return first, second, odds
}

// labels returns the group of every track, from 1.
func (m *merge) labels() []int {
	labels := make([]int, m.k.n)
	for g, of := range m.groups {
		for _, i := range of.members {
			labels[i] = g + 1
		}
	}
	return spectral.InOrderOfAppearance(labels)
}

// TreeOf puts together pieces of the tracks that k compares, which are not to be numbered in an
// order that means something. moved, when not nil, is told the share of the work that is
// done. It returns nil of fewer than four tracks. The error is ctx.Err(), or that the evidence
// has no spectrum.
func TreeOf(ctx context.Context, k *Comparer, seed uint64, workers int, moved func(share float64)) (*Tree, error) {
	pieces, err := piecesOf(ctx, k.w, seed, workers)
	if err != nil || len(pieces) < 2 {
		return nil, err
	}
	m, err := newMerge(ctx, k, pieces, moved, func(_, _ *kin, t traits) float64 { return kinOdds(t) })
	if err != nil {
		return nil, err
	}
	t := &Tree{Labels: make([][]int, len(m.groups)), Odds: make([]float64, len(m.groups)-1)}
	for {
		t.Labels[len(m.groups)-1] = m.labels()
		if len(m.groups) == 1 {
			return t, ctx.Err()
		}
		i, j, odds := m.closest()
		t.Odds[len(m.groups)-2] = odds
		if err := m.unite(ctx, i, j); err != nil {
			return nil, err
		}
	}
}
