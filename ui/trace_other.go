//go:build !linux

package ui

import "time"

// threadTime is not known here.
func threadTime() time.Duration { return 0 }
