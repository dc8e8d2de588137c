//go:build unix && !solaris && !aix

package flock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Try locks an open file, if nobody else has. The error says that the file
// system knows no locks.
func Try(f *os.File) (held bool, err error) {
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
