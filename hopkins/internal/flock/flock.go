// Package flock locks open files for as long as this process runs. The system
// holds the locks, on most drives of the network too, so that nothing stays
// locked by a process that has ended.
package flock

import "os"

// Named reports whether an open file is still the one of that name: somebody may
// have removed it before it was locked.
func Named(f *os.File, name string) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(open, named)
}
