//go:build !amd64 && !arm64

package blas

// kernels returns the kernels that this machine can run: none.
func kernels() []*kernel { return nil }
