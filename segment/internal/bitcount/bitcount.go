// Package bitcount counts the bits that two long sets have in common.
package bitcount

import "math/bits"

// blockWords is how many words vector code takes at a time.
const blockWords = 8

// Common returns how many bits are set in both of a and b, which are of the same length.
func Common(a, b []uint64) int {
	b = b[:len(a)]
	var n int
	if whole := len(a) / blockWords * blockWords; vectorCode && whole > 0 {
		n = commonVector(whole, &a[0], &b[0])
		a, b = a[whole:], b[whole:]
	}
	return n + common(a, b)
}

func common(a, b []uint64) int {
	var n int
	for w, v := range a {
		n += bits.OnesCount64(v & b[w])
	}
	return n
}
