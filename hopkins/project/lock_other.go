//go:build !windows && (!unix || solaris || aix)

package project

import (
	"errors"
	"os"
)

// tryLock says that these systems' locks are not used.
func tryLock(*os.File) (held bool, err error) { return false, errors.ErrUnsupported }

// remove closes and removes a file.
func remove(f *os.File) {
	_ = f.Close()
	_ = os.Remove(f.Name())
}
