package ui

import (
	"syscall"
	"time"
)

// threadTime returns the processor time of this thread, which is that of the user
// interface where it is called from there: what other programs do is not in it.
func threadTime() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD of getrusage(2)
	var used syscall.Rusage
	if syscall.Getrusage(thisThread, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
