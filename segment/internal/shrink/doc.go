// Package shrink has the elementwise passes of the alternating direction solvers.
//
// In: rows of coefficients with a threshold, or rows by their non-zeros with a dense
// matrix. Out: soft-thresholded rows with what was measured on the way, the places of
// values beyond a limit, and products.
//
// The one idea: what an iteration needs of a matrix is done in one pass over it. On amd64
// with AVX2 and on arm64 the passes run in assembler, elsewhere in Go. All compute the
// same formulas; sums are rounded in another order.
package shrink
