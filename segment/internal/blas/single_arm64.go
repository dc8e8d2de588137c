package blas

// The block sizes are those of AVX2, as of neonKernel. Rows are packed by Go.
var neonSingle = singleKernel{mr: 4, nr: 24, mc: 96, kc: 256, tile: tile4x24}

// activeSingle returns the kernel in single precision that goes with the one in use;
// nil for none.
func activeSingle() *singleKernel {
	if active == nil {
		return nil
	}
	return &neonSingle
}

// tile4x24 is singleKernel.tile for NEON.
//
//go:noescape
func tile4x24(k int, a, b *float32, c *float64, ldc int, add bool)
