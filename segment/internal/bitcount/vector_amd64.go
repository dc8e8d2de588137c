package bitcount

import (
	"golang.org/x/sys/cpu"

	"motionseg/segment/internal/blas"
)

// vectorCode reports whether this package's assembler runs, and wideVectorCode whether
// that of AVX-512 with its count of bits does.
var (
	vectorCode     = blas.VectorCode()
	wideVectorCode = blas.WideVectorCode() && cpu.X86.HasAVX512VPOPCNTDQ
)

// commonVector is Common for n words, a positive multiple of blockWords.
func commonVector(n int, a, b *uint64) int {
	if wideVectorCode {
		return commonWide(n, a, b)
	}
	return commonAVX2(n, a, b)
}

//go:noescape
func commonWide(n int, a, b *uint64) int

//go:noescape
func commonAVX2(n int, a, b *uint64) int
