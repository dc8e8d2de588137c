//go:build unix

package footage

import (
	"io/fs"
	"syscall"
)

// onDisk returns how many bytes of a file are on the disk, 0 where that is not known.
func onDisk(info fs.FileInfo) int64 {
	const block = 512 // what the system counts in
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int64(stat.Blocks) * block
	}
	return 0
}
