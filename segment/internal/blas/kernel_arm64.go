package blas

// The block sizes are those of AVX2: no machine to measure others on was at
// hand. Sums are rounded as by AVX2, since they are taken in the same order.
var neonKernel = kernel{name: "neon", mr: 4, nr: 12, mc: 96, kc: 256, nc: 3072, tile: tile4x12}

// kernels returns the kernels that this machine can run: every arm64 has NEON.
func kernels() []*kernel { return []*kernel{&neonKernel} }

// tile4x12 is kernel.tile for NEON.
//
//go:noescape
func tile4x12(k int, a, b, c *float64, ldc int, add bool)
