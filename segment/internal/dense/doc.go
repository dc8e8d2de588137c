// Package dense has products and small steps on dense matrices that several packages
// above share.
//
// In: gonum's matrices, and how many goroutines may be used. Out: products (product.go),
// columns and sums (matrix.go), the solution of few positive definite equations
// (cholesky.go, small.go), medians (median.go), and the memory that solvers hand on
// (workspace.go).
//
// The one idea: work is cut into blocks that do not depend on the number of workers, so
// that every result is the same to the bit on any number of them.
package dense
