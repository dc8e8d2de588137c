package files

import (
	"slices"
	"syscall"
)

// Magic numbers of file systems whose files the system makes up when they are read, by
// statfs(2): of /proc, /sys, and what is mounted below that.
var madeUpSystems = []int64{0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x73636673}

// madeUp reports whether a file is in such a file system.
func madeUp(path string) bool {
	var of syscall.Statfs_t
	return syscall.Statfs(path, &of) == nil && slices.Contains(madeUpSystems, int64(of.Type))
}
