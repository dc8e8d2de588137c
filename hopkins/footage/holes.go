package footage

import (
	"fmt"
	"io/fs"
)

// A file of holes is one of holesFrom bytes or more of which not even one in holesShare is on
// the disk: no film is, not one on a disk that compresses nor one that has begun to arrive and could be
// looked at, and ffmpeg would look for the next frame through all of it.
const (
	holesFrom  = 1 << 30
	holesShare = 1000
)

// holes returns an error for a file of holes. Where the system does not tell what is on the
// disk, or says that nothing is, as some that are mounted over a network do, there is none.
func holes(path string, info fs.FileInfo) error {
	there := onDisk(info)
	if info.Size() < holesFrom || there <= 0 || there >= info.Size()/holesShare {
		return nil
	}
	return fmt.Errorf("%s: expected a film, found a file of %.1f GB of which %d kB are there, the rest being holes", path,
		float64(info.Size())/1e9, there/1000)
}
