// Package kinship tells which tracks with gaps move as one, by what was learnt from scenes that
// the program draws and tracks itself (hopkins/internal/learn): no film and no sequence of
// any data set is in it.
//
// In go tracks and all the pairwise evidence about them. Out come a Tree, many pieces of
// which two at a time were put together, and Odds, of every two tracks. traits.go measures
// what tells two groups apart and tree.go puts them together; pairs.go measures what tells two
// tracks apart and how well a grouping goes with that; apart.go tells by both whether all groups of a grouping move apart. learn.go finds examples to learn
// from, weights.go and pairweights.go are what was learnt. motioncount/motions_history.md is the log.
package kinship
