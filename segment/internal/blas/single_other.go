//go:build !amd64 && !arm64

package blas

// activeSingle returns the kernel in single precision that goes with the one in use;
// nil for none.
func activeSingle() *singleKernel { return nil }
