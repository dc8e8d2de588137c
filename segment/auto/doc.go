// Package auto holds LRKSC auto, which chooses its kernel without labels, and the pairwise
// method, by which it groups tracks with gaps.
//
// In: core.Input. Out: core.Solution with all candidates and their scores. auto.go solves
// the members of a family of kernels, groups by each and judges; corrupted.go repairs
// points and sets tracks aside first; gaps.go groups by pairs of frames and by filled
// tracks; pairwise.go and sources.go turn pairwise evidence into groupings, first.go a
// little of it into labels for whoever looks on until all is there; moves.go moves pieces
// between groups, rivals.go compares groupings nearly as good; kinship.go has the grouping of
// package kinship stand in for one that is more alike.
//
// The one idea: many groupings are made and the one is kept that describes the points
// shortest at the least cut. lrksc_auto.md and pairwise.md tell what was tried.
package auto
