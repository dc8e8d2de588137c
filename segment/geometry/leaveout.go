package geometry

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/spectral"
)

// leaveOutRounds bounds how often tracks to leave out are looked for.
const leaveOutRounds = 5

// ReassignLeftOut returns the grouping with the tracks to leave out, those that the
// evidence w has in another group, where their motion is described best by the groups' motions
// fitted without any of them. A motion bends towards the tracks that it is fitted to,
// all the more where they are far from the others, so that a few wrong ones look as if
// they belonged; left out, they no longer speak for themselves. A group of which half
// would be left out keeps its tracks: then it is the group that the evidence doubts. The
// error is ctx.Err().
func (g *Scorer) ReassignLeftOut(ctx context.Context, found Grouping, k int, w *mat.Dense) (Grouping, error) {
	m := newCutMoves(w, found.Labels, k)
	moved := false
	for range leaveOutRounds {
		core, leftOut := m.withoutLeftOut()
		if leftOut == nil {
			break
		}
		costs, _, err := g.TrackCosts(ctx, core, k)
		if err != nil {
			return Grouping{}, err
		}
		again := false
		for _, i := range leftOut {
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

// withoutLeftOut returns the labels with 0 for the tracks to leave out, and these.
func (m *cutMoves) withoutLeftOut() (core, leftOut []int) {
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
			leftOut = append(leftOut, i)
		}
	}
	return core, leftOut
}
