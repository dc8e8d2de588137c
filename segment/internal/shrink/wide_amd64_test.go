package shrink

import "testing"

// TestWithoutWide runs what has AVX-512 code without it.
func TestWithoutWide(t *testing.T) {
	if !wideVectorCode {
		t.Skip("the AVX-512 code is not in use")
	}
	wideVectorCode = false
	defer func() { wideVectorCode = true }()
	t.Run("Select", TestSelect)
}
