//go:build !amd64

package bitcount

// vectorCode reports whether this package's assembler runs. Compiled code for arm64
// counts the bits of a word by NEON.
const vectorCode = false

func commonVector(int, *uint64, *uint64) int {
	panic("no vector code on this machine")
}
