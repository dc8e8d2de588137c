package least

import "testing"

// TestWithoutVectorCode is the tests by compiled code, on a machine that has AVX-512.
func TestWithoutVectorCode(t *testing.T) {
	if !vectorCode {
		t.Skip("this machine has no AVX-512")
	}
	vectorCode = false
	defer func() { vectorCode = true }()
	t.Run("Of", TestOf)
	t.Run("part", TestPart)
}
