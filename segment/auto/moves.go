package auto

import (
	"context"
	"slices"

	"motionseg/segment/core"
	"motionseg/segment/spectral"
)

// movingTracks is how many tracks there must be to a motion, on average, for pieces to
// be moved: with fewer a grouping that was looked for long enough is coded shorter than
// the right one by chance.
const movingTracks = 25

// movesPieces reports whether pieces are moved between the groups that were found. It
// costs time and is needed where outliers were looked for: random paths that stay lead
// the affinities astray, so that the right grouping is not among those found although
// its score is the least.
func (r *Run) movesPieces() bool {
	return r.In.Searched && r.In.Data.Kind == core.Trajectories && r.retained == nil &&
		r.In.Data.Points() >= movingTracks*r.In.Motions
}

// withMovedPieces returns attempts, and what they become when pieces are moved.
func (r *Run) withMovedPieces(ctx context.Context, attempts []attempt) ([]attempt, error) {
	for _, a := range slices.Clone(attempts) {
		j, err := r.movePieces(ctx, a.judgement)
		if err != nil {
			return nil, err
		}
		if j != a.judgement {
			attempts = append(attempts, attempt{a.name + "; pieces moved", j})
		}
	}
	return attempts, nil
}

// movePieces moves pieces from group to group, and refines, while that makes both the
// bits and the cut of a grouping less, or one of them with the other the same. Every
// time it makes the move after which the score is least. Either alone can be made less
// by a wrong grouping, such as one of outliers.
func (r *Run) movePieces(ctx context.Context, from *judgement) (*judgement, error) {
	for at := from; ; {
		better := at
		for _, piece := range r.pieces {
			for group := 1; group <= r.In.Motions; group++ {
				labels, ok := withMoved(at.labels, piece, group, r.In.Motions)
				if !ok {
					continue
				}
				j, err := r.judge(ctx, labels)
				if err != nil {
					return nil, err
				}
				if j.bits <= at.bits && j.cut <= at.cut && j.score() < better.score() {
					better = j
				}
			}
		}
		if better == at {
			r.meet(at)
			return at, nil
		}
		at = better
	}
}

// withMoved returns labels 1…k with a piece in a group, in the order of their first
// points. It is false where the piece is there, or is all there is of another.
func withMoved(labels, piece []int, group, k int) (moved []int, ok bool) {
	moved = slices.Clone(labels)
	for _, i := range piece {
		ok = ok || labels[i] != group
		moved[i] = group
	}
	return spectral.InOrderOfAppearance(moved), ok && spectral.GroupCount(moved) == k
}

// keepPieces keeps the pieces that labels 1…m are of, but those that are known.
func (r *Run) keepPieces(labels []int, m int) {
	for _, piece := range core.Members(labels, m) {
		known := func(other []int) bool { return slices.Equal(piece, other) }
		if len(piece) > 0 && !slices.ContainsFunc(r.pieces, known) {
			r.pieces = append(r.pieces, piece)
		}
	}
}
