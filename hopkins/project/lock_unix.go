//go:build unix && !solaris && !aix

package project

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock locks an open file, if nobody else has. The error says that the file
// system knows no locks.
func tryLock(f *os.File) (held bool, err error) {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		default:
			return false, err
		}
	}
}

// remove removes a file and unlocks it; the other way round it could be that of
// another by then.
func remove(f *os.File) {
	if isNamed(f, f.Name()) {
		// One that stays is unlocked nevertheless.
		_ = os.Remove(f.Name())
	}
	_ = f.Close()
}
