package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// ErrLocked is in the error for a project that another window has open.
var ErrLocked = errors.New("the project is open in another window")

// Lock keeps other windows from a project.
type Lock struct{ path string }

// holder is the content of a lock file.
type holder struct {
	Host    string `json:"host"`
	Process int    `json:"process"`
}

// Acquire takes the lock of the project file at path: a file beside it that ends
// in ".lock". One that a program left behind that runs no more is taken over. The
// error wraps ErrLocked when another has it; any other says that the folder
// cannot be written.
func Acquire(path string) (*Lock, error) {
	l := &Lock{path + ".lock"}
	host, _ := os.Hostname()
	text, err := json.Marshal(holder{host, os.Getpid()})
	if err != nil {
		return nil, err
	}
	for range 2 {
		f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			_, err = f.Write(text)
			if err := errors.Join(err, f.Close()); err != nil {
				os.Remove(l.path)
				return nil, fmt.Errorf("%s: cannot be written: %w", l.path, err)
			}
			return l, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		var h holder
		text, err := os.ReadFile(l.path)
		if err == nil && json.Unmarshal(text, &h) == nil && (h.Host != host || h.Process != os.Getpid() && alive(h.Process)) {
			return nil, fmt.Errorf("%s: %w", path, ErrLocked)
		}
		if err == nil && h.Process == os.Getpid() {
			return nil, fmt.Errorf("%s: %w", path, ErrLocked)
		}
		if err := os.Remove(l.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: %w", path, ErrLocked)
}

// Release gives the lock back.
func (l *Lock) Release() {
	if l != nil {
		// One that stays is taken over, since this process ends.
		_ = os.Remove(l.path)
	}
}

// alive reports whether a process of this computer runs.
func alive(process int) bool {
	if process <= 0 {
		return false
	}
	p, err := os.FindProcess(process)
	if err != nil {
		return false
	}
	if runtime.GOOS == "windows" {
		return true // it is found only when it runs
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, fs.ErrPermission)
}
