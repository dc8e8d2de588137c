// Package kinship tells which groups of tracks with gaps move as one, by what was learnt from
// scenes that the program draws and tracks itself (hopkins/internal/learn): no film and no
// sequence of any data set is in it.
//
// In go tracks and all the pairwise evidence about them, out comes a Tree: many pieces, of
// which two at a time were put together. traits.go measures what tells two groups apart,
// tree.go puts them together, learn.go finds examples to learn from, and weights.go is what
// was learnt. motioncount/motions.md is the log.
package kinship
