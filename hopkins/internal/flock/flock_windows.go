package flock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// farAway is the byte that is locked: one that is locked cannot be read by others,
// who are to read who holds the lock.
var farAway = windows.Overlapped{OffsetHigh: 1}

// Try locks an open file, if nobody else has. The error says that the file
// system knows no locks.
func Try(f *os.File) (held bool, err error) {
	at := farAway
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}
