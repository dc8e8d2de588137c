package bitcount

import "testing"

// TestWithoutWideCode is TestCommon by AVX2, on a machine that has more.
func TestWithoutWideCode(t *testing.T) {
	if !vectorCode || !wideVectorCode {
		t.Skip("this machine has no more than AVX2")
	}
	wideVectorCode = false
	defer func() { wideVectorCode = true }()
	TestCommon(t)
}
