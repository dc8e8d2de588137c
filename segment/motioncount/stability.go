package motioncount

import (
	"slices"

	"motionseg/segment/evaluate"
)

const (
	// stabilityWeight is what it adds to the score of more than one motion that the
	// ways of grouping agree; from a disagreement of stabilityLimit on it takes off,
	// stabilityFloor at most.
	stabilityWeight = 4.5
	stabilityLimit  = 0.1
	stabilityFloor  = 0.8
)

// addStability adds to the scores of all groupings into more than one motion how
// steady the best of them is: motions that differ are told apart by every affinity
// and however its groups are found, where one body is cut anywhere. ways are what
// they gave for every number of motions, before refinement. The disagreement is the
// upper quartile of the ways' clustering errors against the grouping.
func addStability(all []scoredGrouping, ways map[int][][]int) {
	best := -1
	for i, g := range all {
		if g.motions > 1 && g.labels != nil && (best < 0 || g.score > all[best].score) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	var differ []float64
	for _, way := range ways[all[best].motions] {
		differ = append(differ, evaluate.ClusteringError(way, all[best].labels))
	}
	if differ == nil {
		return
	}
	slices.Sort(differ)
	stability := max(-stabilityFloor, stabilityWeight*(1-differ[len(differ)*3/4]/stabilityLimit))
	for i := range all {
		if all[i].motions > 1 {
			all[i].score += stability
		}
	}
}
