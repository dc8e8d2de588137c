//go:build !windows && (!unix || solaris || aix)

package flock

import (
	"errors"
	"os"
)

// Try says that these systems' locks are not used.
func Try(*os.File) (held bool, err error) { return false, errors.ErrUnsupported }
