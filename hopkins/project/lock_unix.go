//go:build !windows

package project

import (
	"os"

	"motionseg/hopkins/internal/flock"
)

// remove removes a file and unlocks it; the other way round it could be that of
// another by then.
func remove(f *os.File) {
	if flock.Named(f, f.Name()) {
		// One that stays is unlocked nevertheless.
		_ = os.Remove(f.Name())
	}
	_ = f.Close()
}
