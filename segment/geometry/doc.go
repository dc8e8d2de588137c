// Package geometry says what it takes to describe the motion of a group of tracks between
// frames, and mends groupings by it.
//
// In: core.Data and labels. Out: for pairs and triples of frames the motion of every group, a
// displacement, an affine map, a homography or a fundamental matrix, whichever is shortest; the
// cost in nats a track and view (Scorer); and groupings refined, merged and confirmed by cost
// and cut. view.go says what a view and a motion in it are, scale.go what noise allows for, and
// pooled.go takes frames of long noisy films together; model.go fits hypotheses to few points,
// groupmotion.go motions to whole groups by the sums of sums.go, threeview.go over three
// frames; pairs.go says between which frames how many hypotheses are drawn, sampling.go draws
// them; cost.go adds up what motions cost, refine.go the score with the cut, and moves tracks
// by it.
//
// The one idea: the right grouping is the one whose motions are described shortest
// (Rissanen, Modeling by Shortest Data Description, 1978; Torr, IJCV 50(1), 2002).
package geometry
