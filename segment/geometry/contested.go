package geometry

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/spectral"
)

// leaveOutRounds bounds how often contested tracks are looked for.
const leaveOutRounds = 5

// ReassignLeftOut returns the grouping with its contested tracks, those that the evidence w
// has in another group, where their motion is described best by the groups' motions
// fitted without any of them. A motion bends towards the tracks that it is fitted to,
// all the more where they are far from the others, so that a few wrong ones look as if
// they belonged; left out, they no longer speak for themselves. A group of which half
// is contested keeps its tracks: then it is the group that the evidence doubts. The
// error is ctx.Err().
func (g *Scorer) ReassignLeftOut(ctx context.Context, found Grouping, k int, w *mat.Dense) (Grouping, error) {
	m := newCutMoves(w, found.Labels, k)
	moved := false
	for range leaveOutRounds {
		core, contested := m.uncontested()
		if contested == nil {
			break
		}
		costs, _, err := g.TrackCosts(ctx, core, k)
		if err != nil {
			return Grouping{}, err
		}
		again := false
		for _, i := range contested {
			again = m.move(i, costs[i*k:][:k], g.CutCost) || again
		}
		if !again {
			break
		}
		moved = true
	}
	if !moved {
		return found, ctx.Err()
	}
	motion, err := g.Cost(ctx, m.labels, k)
	return Grouping{Labels: spectral.InOrderOfAppearance(m.labels), Motion: motion, Cuts: g.CutCost(m.cut())}, err
}

// uncontested returns the labels with 0 for contested tracks, and these.
func (m *cutMoves) uncontested() (core, contested []int) {
	core = slices.Clone(m.labels)
	before := m.cut()
	count := make([]int, m.k)
	for i, l := range m.labels {
		for b := range m.k {
			if b != l-1 && m.cutWith(i, l-1, b) < before {
				core[i] = 0
				count[l-1]++
				break
			}
		}
	}
	for i, l := range m.labels {
		switch {
		case core[i] != 0:
		case 2*count[l-1] >= m.size[l-1]:
			core[i] = l
		default:
			contested = append(contested, i)
		}
	}
	return core, contested
}
