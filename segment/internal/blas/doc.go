// Package blas multiplies matrices of float64 as fast as the machine allows.
//
// Matrices are row-major slices with a stride, as in gonum's blas package. On
// amd64 the products run on packed micro-kernels in assembler, AVX-512 or
// AVX2/FMA, chosen when the program starts, and on arm64 on one for NEON; every
// other machine takes gonum's own. The method is that of Goto & van de Geijn,
// Anatomy of High-Performance Matrix Multiplication, ACM Transactions on
// Mathematical Software 34(3), 2008.
//
// A result does not depend on the number of workers: every entry of a product
// is summed in one order that follows from the shape alone. Different kernels
// round differently.
//
// The environment variable MOTIONSEG_NOASM, read once when the program starts,
// switches kernels off: 1 leaves gonum's code only, avx512 leaves AVX2.
package blas
