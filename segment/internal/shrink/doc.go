// Package shrink has the elementwise passes of the alternating direction
// solvers: soft thresholds with what they measure on the way, the selection of
// non-zeros, and products of sparse rows with a dense matrix.
//
// On amd64 with AVX2 and on arm64 they run in assembler, elsewhere in Go. All
// compute the same formulas; sums are rounded in another order.
package shrink
