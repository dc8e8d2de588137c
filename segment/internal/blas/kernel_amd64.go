package blas

import "golang.org/x/sys/cpu"

var (
	avx512Kernel = kernel{name: "avx512", mr: 8, nr: 24, mc: 192, kc: 240, nc: 3072, tile: tile8x24}
	avx2Kernel   = kernel{name: "avx2", mr: 4, nr: 12, mc: 96, kc: 256, nc: 3072, tile: tile4x12}
)

// kernels returns the kernels that this machine can run, best first.
func kernels() []*kernel {
	var k []*kernel
	if !cpu.X86.HasAVX2 || !cpu.X86.HasFMA {
		return nil
	}
	if cpu.X86.HasAVX512F {
		k = append(k, &avx512Kernel)
	}
	return append(k, &avx2Kernel)
}

// tile8x24 is kernel.tile for AVX-512.
//
//go:noescape
func tile8x24(k int, a, b, c *float64, ldc int, add bool)

// tile4x12 is kernel.tile for AVX2 with FMA.
//
//go:noescape
func tile4x12(k int, a, b, c *float64, ldc int, add bool)
