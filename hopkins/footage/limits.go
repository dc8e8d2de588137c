package footage

import "fmt"

// The largest pictures that are decoded.
const (
	maxFileBytes = 256 << 20
	maxPixels    = 64 << 20
)

// checkSize refuses sizes that are empty or beyond maxPixels.
func checkSize(width, height int) error {
	if width < 1 || height < 1 || width > maxPixels/height {
		return fmt.Errorf("picture size: expected 1 to %d pixels, found %d×%d", maxPixels, width, height)
	}
	return nil
}
