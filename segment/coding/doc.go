// Package coding says how many bits it takes to code points by their groups.
//
// In: points, D×N, or the trajectories' coordinates, and labels. Out: the coding length of
// a grouping, labels refined by it, pieces merged by it, and the bits of the motion of
// groups in two or more frames.
//
// The one idea: the right grouping codes the points in the fewest bits up to a given noise
// (Ma, Derksen, Hong & Wright, IEEE TPAMI 29(9), 2007).
package coding
