package blas

var (
	wideSingle = singleKernel{mr: 8, nr: 48, narrowColumns: 16, mc: 96, kc: 240, tile: tile8x48, narrow: tile8x16,
		pack: packFourSingle}
	plainSingle = singleKernel{mr: 4, nr: 24, mc: 96, kc: 256, tile: tile4x24, pack: packFourSingle}
)

// activeSingle returns the kernel in single precision that goes with the one in use;
// nil for none.
func activeSingle() *singleKernel {
	switch {
	case active == nil:
		return nil
	case WideVectorCode():
		return &wideSingle
	}
	return &plainSingle
}

// tile8x48 is singleKernel.tile for AVX-512.
//
//go:noescape
func tile8x48(k int, a, b *float32, c *float64, ldc int, add bool)

// tile8x16 is singleKernel.narrow for AVX-512.
//
//go:noescape
func tile8x16(k int, a, b *float32, c *float64, ldc int, add bool)

// tile4x24 is singleKernel.tile for AVX2 with FMA.
//
//go:noescape
func tile4x24(k int, a, b *float32, c *float64, ldc int, add bool)

// packFourSingle is singleKernel.pack, by AVX2.
//
//go:noescape
func packFourSingle(k int, src *float64, stride int, dst *float32, full int)
