//go:build !amd64

package blas

// active is the kernel in use; nil leaves the work to gonum.
var active *kernel

// kernels returns the kernels that this machine can run: none.
func kernels() []*kernel { return nil }

// AVX2 reports whether code for AVX2 with FMA may run: not on this machine.
func AVX2() bool { return false }
