package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"motionseg/hopkins/internal/flock"
)

// ErrLocked is in the error for a project that another window has open.
var ErrLocked = errors.New("the project is open in another window")

// Lock keeps other windows from a project. The system holds it for as long as
// this process runs, on a drive of the network too, so that nothing is left
// locked by one that has ended, whatever now has its number.
type Lock struct{ file *os.File }

// holder is the content of a lock file; it only says who holds it.
type holder struct {
	Host    string `json:"host"`
	Process int    `json:"process"`
}

// Acquire takes the lock of the project file at path: that of a file beside it
// which ends in ".lock". The error wraps ErrLocked when another has it; any other
// says that the folder cannot be written. Where the file system knows no locks,
// none is held, so that one can save there at all.
func Acquire(path string) (*Lock, error) {
	name := path + ".lock"
	// Whoever lets go removes the file, perhaps between opening and locking it here.
	for range 10 {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		held, err := flock.Try(f)
		if err == nil && !held {
			err = fmt.Errorf("%s: %w%s", path, ErrLocked, holderOf(f))
			f.Close()
			return nil, err
		}
		if flock.Named(f, name) {
			return &Lock{f}, describe(f)
		}
		f.Close()
	}
	return nil, fmt.Errorf("%s: %w", path, ErrLocked)
}

// describe writes who holds a lock into its file, for those who find it held. That
// it cannot be written, as on a full disk, does not matter to the lock.
func describe(f *os.File) error {
	host, _ := os.Hostname()
	text, err := json.Marshal(holder{host, os.Getpid()})
	if err != nil {
		return err
	}
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt(text, 0)
	}
	return nil
}

// holderOf says in brackets who holds the lock of an open file, if that can be read.
func holderOf(f *os.File) string {
	text, err := io.ReadAll(io.LimitReader(f, 1<<10))
	var h holder
	if err != nil || json.Unmarshal(text, &h) != nil || h.Process == 0 {
		return ""
	}
	return fmt.Sprintf(" (process %d on %s)", h.Process, h.Host)
}

// Release gives the lock back.
func (l *Lock) Release() {
	if l != nil {
		remove(l.file)
	}
}
