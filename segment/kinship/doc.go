// Package kinship tells which tracks with gaps move as one, by what was learnt from scenes that
// the program draws and tracks itself (hopkins/internal/learn): no film and no sequence of
// any data set is in it.
//
// In go tracks and all the pairwise evidence about them. Out come a Tree, many pieces of
// which two at a time were put together, Odds, of every two tracks, and whether the groups of a
// grouping move Apart. traits.go measures what tells two groups apart and tree.go puts them
// together; pairs.go measures what tells two tracks apart and contract.go groups by that alone;
// step.go says over how many frames both look; apart.go hears both about all groups of a grouping.
// learn.go finds examples to learn from, weights.go and pairweights.go are what was learnt.
// motioncount/motions_history.md is the log.
package kinship
