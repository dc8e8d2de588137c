// Package outliers finds tracks and matches that belong to no motion, before any are
// grouped.
//
// In: core.Data. Out: the columns that are outliers, and those of the others that too
// little speaks for to know motions by. tracks.go scores complete tracks, gaps.go such
// with gaps; neighbours.go measures how far a track is from the subspace of its nearest
// neighbours; reinstate.go takes back what random paths would hardly be so near to.
//
// The one idea: an outlier moves with no others, told by pairs of frames, by its nearest
// neighbours, and by the same track turned, which chance alone would bring as near.
package outliers
