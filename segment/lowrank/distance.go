package lowrank

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

// MotionDistances returns how far a column of x is from each of the motions 1…K
// of the labels, with motion k at k−1, as the root mean square over its coordinates
// in the units of x, NaN where too few tracks of a motion are seen with it. x is
// 2F×N and seen as for CompleteTracks, nil where all are seen; labels are one a
// column, 0 for no motion. A motion is the affine subspace that fits its other
// tracks best, see AssignTracks, over six frames at most, spread evenly over those
// in which the track is seen.
//
// The error is ctx.Err() when ctx ends first, otherwise it says what is wrong
// with the arguments.
func MotionDistances(ctx context.Context, x *mat.Dense, seen [][]bool, labels []int, column int) ([]float64, error) {
	rows, n := x.Dims()
	if rows%2 != 0 || len(labels) != n || seen != nil && len(seen) != n || column < 0 || column >= n {
		return nil, fmt.Errorf("expected two rows a frame, visibility and label of every column, and one of these, "+
			"found %d rows, %d and %d of %d columns, and column %d",
			rows, len(seen), len(labels), n, column)
	}
	if seen == nil {
		seen = core.AllSeen(core.Data{X: x})
	}
	others := slices.Clone(labels)
	others[column] = 0
	a := assigner{x: x, seen: seen, members: core.Members(others, max(slices.Max(labels), 0))}
	var frames []int
	for f, s := range seen[column] {
		if s {
			frames = append(frames, f)
		}
	}
	distances := make([]float64, len(a.members))
	for k := range distances {
		distances[k] = math.NaN()
	}
	if len(frames) < 2 {
		return distances, ctx.Err()
	}
	if count := len(frames); count > fitFrames {
		for k := range fitFrames {
			frames[k] = frames[k*(count-1)/(fitFrames-1)]
		}
		frames = frames[:fitFrames]
	}
	fits := a.fitted(frames)
	point := a.coordinates(column, frames)
	for k, f := range fits {
		if f.ok && len(point) > f.space.dimension() {
			distances[k] = f.distance(point)
		}
	}
	return distances, ctx.Err()
}
